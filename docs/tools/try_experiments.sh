#!/usr/bin/env bash
# The experiments that a page runs by hand can be run, without their points, which take minutes to hours:
# the blocks of the language sh that call `netloom repro` are run with --only-known, by which the program reads
# the experiments, makes the configuration of every point, and has none of them. `repro all`, which is every
# experiment there is, and `repro --verify`, which needs stored points, are left out. Usage: try_experiments.sh NETLOOM PAGE
set -euo pipefail
export NETLOOM=$1
page=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Blocks whose first line is a comment with a name are files.
awk '/^```yaml$/ {first = 1; next}
  /^```$/ {file = ""}
  first {first = 0; if ($0 ~ /^# [a-z_]+\.yaml$/) file = $2}
  file != "" {print > file}' "$page"
awk '/^```sh$/ {block = ""; inside = 1; next}
  /^```$/ {if (inside && block ~ /netloom repro/) print block; inside = 0}
  inside {block = block $0 "\n"}' "$page" >commands
netloom() {
  if [[ $2 == all || $2 == --verify ]]; then return; fi
  local status=0
  "$NETLOOM" "$@" --only-known --no-pictures --out known >said 2>errors || status=$?
  echo "netloom $*: exit status $status"
  cat errors
  # 1: points are missing.
  [[ $status == 1 && ! -s errors ]] && grep -q ' not run$' said || exit 1
  echo >>tried
}
export -f netloom
bash -euo pipefail commands </dev/null
[[ -s tried ]] || { echo "$page: no commands"; exit 1; }
