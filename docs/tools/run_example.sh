#!/usr/bin/env bash
# The configurations that a page shows without commands are right: each block of the language yaml is
# checked and run, and all of a block in RTL decides as the model does. Usage: run_example.sh NETLOOM PAGE
set -euo pipefail
netloom=$1
page=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk -v folder="$folder" '/^```yaml$/ {file = folder "/" ++count ".yaml"; next}
  /^```$/ {file = ""}
  file != "" {print > file}' "$page"
count=0
for config in "$folder"/*.yaml; do
  if [[ ! -e $config ]]; then break; fi
  "$netloom" check "$config"
  "$netloom" run "$config" | tee "$folder/table"
  if grep -q '^rtl:' "$config"; then
    grep -qE '^RTL and model were compared in [1-9][0-9]* decisions: 0 mismatches\.$' "$folder/table"
  fi
  count=$((count + 1))
done
echo "$page: $count configurations"
((count > 0))
