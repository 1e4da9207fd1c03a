#!/usr/bin/env bash
# An installed Netloom, in a folder with nothing but a configuration and a block: it builds the block,
# and compares it in every switch. Usage: installed_test.sh BUILD IR_PORT.SV
set -euo pipefail
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/prefix" >/dev/null
netloom=$folder/prefix/bin/netloom
mkdir "$folder/empty"
cd "$folder/empty"
sed 's/\bir_port\b/my_ir_port/' "$source" >my_ir_port.sv
cat >fabric.yaml <<'END'
network: {topology: fat_tree, k: 2, n: 3}
traffic: {pattern: uniform, load: 0.5}
rtl: {blocks: [./my_ir_port.so, up_selector], mode: shadow}
END

start=$SECONDS
"$netloom" rtl build my_ir_port.sv --as interval -o my_ir_port.so
echo "built in $((SECONDS - start)) s"
said=$(LD_DEBUG=files LD_DEBUG_OUTPUT="$folder/loaded" "$netloom" run fabric.yaml)
echo "$said"
grep -qE '^RTL and model were compared in [1-9][0-9]+ decisions: 0 mismatches\.$' <<<"$said"
# Its own block comes from where it was installed, and none from where it was built.
cat "$folder"/loaded.* >"$folder/all"
grep -qF "file=$folder/prefix/lib/netloom/blocks/up_selector.so" "$folder/all"
if grep -F "file=$build/" "$folder/all"; then
  echo "something of the build folder was loaded"
  exit 1
fi
