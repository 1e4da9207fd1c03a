#!/usr/bin/env bash
# What a fuzzer has kept as failing is still what failed: a file that is named by the SHA-1 of its
# bytes has it. Usage: check_regressions.sh FOLDER
set -euo pipefail
checked=0
failed=0
while IFS= read -r -d '' file; do
  name=${file##*/}
  [[ $name =~ ^(crash|leak|oom|slow-unit|timeout|afl)-([0-9a-f]{40})$ ]] || continue
  sum=$(sha1sum <"$file")
  checked=$((checked + 1))
  if [[ ${sum%% *} == "${BASH_REMATCH[2]}" ]]; then continue; fi
  echo "$file: was edited: its SHA-1 is ${sum%% *}; another input gets a name of its own"
  failed=1
done < <(find "$1" -type f -print0)
echo "$checked inputs are named by a SHA-1"
if ((failed || checked == 0)); then exit 1; fi
