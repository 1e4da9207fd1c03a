#!/usr/bin/env bash
# run_build.sh runs the commands of a page, and notices when they fail. Usage: run_build_test.sh RUN_BUILD.SH
set -euo pipefail
run_build=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
git -C "$root" init -q
mkdir "$root/bin"
# shellcheck disable=SC2016  # for the shell that runs it
printf '#!/bin/sh\nif [ "$2" = bad ]; then exit 1; fi\necho "$2" >built\n' >"$root/bin/cmake"
chmod +x "$root/bin/cmake"
export PATH=$root/bin:$PATH
# shellcheck disable=SC2016
page() { printf '# Page\n\n```sh\nfalse\n```\n\n```sh\n%s\n```\n\n```console\n$ false\n```\n' "$1" >"$root/page.md"; }

page 'cmake --preset good'
"$run_build" "$root" page.md grep -qx good built
fails() { # COMMANDS CHECK...
  page "$1"
  shift
  if "$run_build" "$root" page.md "$@" >/dev/null 2>&1; then
    cat "$root/page.md"
    echo "$* does not fail"
    exit 1
  fi
}
fails 'cmake --preset bad' true
fails $'cmake --preset bad\ntrue' true
fails 'cmake --preset good' grep -qx bad built
fails 'cmake --build x' true
if [[ -e $root/built ]]; then
  echo "it was not a copy"
  exit 1
fi
