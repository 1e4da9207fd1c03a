#!/usr/bin/env bash
# The commands with which a page builds Netloom do so, in a copy of the files that git knows: those of its
# blocks of the language sh that call `cmake --preset`. Then COMMAND has to succeed there.
# Usage: run_build.sh ROOT PAGE COMMAND...     PAGE from ROOT
set -euo pipefail
root=$1
page=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk '/^```sh$/ {block = ""; inside = 1; next}
  /^```$/ {if (inside && block ~ /cmake --preset/) print block; inside = 0}
  inside {block = block $0 "\n"}' "$root/$page" >"$folder/commands"
if [[ ! -s $folder/commands ]]; then
  echo "$page: no commands build anything"
  exit 1
fi
mkdir "$folder/copy"
(cd "$root" && git ls-files -z --cached --others --exclude-standard |
  while IFS= read -r -d '' file; do if [[ -f $file ]]; then printf '%s\0' "$file"; fi; done |
  tar --null --files-from=- -cf -) | tar -C "$folder/copy" -xf -
cd "$folder/copy"
cat "$folder/commands"
bash -euo pipefail "$folder/commands" </dev/null
"$@"
