#!/usr/bin/env bash
# The commands with which pages make a folder for what guides write do so, in a folder like the root of
# the repository after a build: those of the blocks of the language sh that make a folder. There, examples
# have to be found, and the program. Usage: run_setup.sh ROOT NETLOOM PAGE...     PAGE from ROOT
set -euo pipefail
root=$1
netloom=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for page in "$@"; do
  copy=$folder/$(tr / _ <<<"$page")
  mkdir -p "$copy/build/release"
  ln -s "$netloom" "$copy/build/release/netloom"
  ln -s "$root/examples" "$root/rtl" "$root/testbench" "$copy"
  awk '/^```sh$/ {block = ""; inside = 1; next}
    /^```$/ {if (inside && block ~ /mkdir /) print block; inside = 0}
    inside {block = block $0 "\n"}' "$root/$page" >"$folder/commands"
  if [[ ! -s $folder/commands ]]; then
    echo "$page: no commands make a folder"
    exit 1
  fi
  if ! grep -q PATH "$folder/commands"; then  # a block before does that, after it has built
    grep -hx 'export PATH=.*' "$root/$page" >"$folder/path"
    cat "$folder/path" "$folder/commands" >"$folder/both"
    mv "$folder/both" "$folder/commands"
  fi
  cat "$folder/commands"
  cat >>"$folder/commands" <<'END'
[[ $(basename "$PWD") == guides && $(command -v netloom) == */build/release/netloom ]]
netloom check examples/fat_tree_2ary_3tree.yaml
END
  (cd "$copy" && PATH=/usr/bin:/bin bash -euo pipefail "$folder/commands" </dev/null)
done
