# Shared by the scripts beside it; to be sourced by bash.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Progress goes to standard error, results to standard output.
step() { printf '==> %s\n' "$*" >&2; }

fail() {
  printf '%s: error: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Compilations at a time: one per processor, but only as many as fit into memory.
build_jobs() {
  local processors available
  processors=$(nproc)
  available=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo)
  if ((available < 1)); then available=1; fi
  echo $((processors < available ? processors : available))
}

# configure PRESET [CMAKE OPTION...]
configure() {
  local preset=$1
  shift
  step "Configuring $root/build/$preset"
  if command -v ninja >/dev/null && [[ -z ${CMAKE_GENERATOR:-} ]]; then
    export CMAKE_GENERATOR=Ninja
  fi
  (cd "$root" && cmake --preset "$preset" "$@") >&2 || fail "the configuration failed"
}

# build PRESET [TARGET]
build() {
  local preset=$1 jobs
  shift
  local targets=("${@:-all}")
  jobs=$(build_jobs)
  step "Building ${targets[*]} in $root/build/$preset ($jobs at a time)"
  (cd "$root" && cmake --build --preset "$preset" --target "${targets[@]}" --parallel "$jobs") >&2 ||
    fail "the build failed"
}
