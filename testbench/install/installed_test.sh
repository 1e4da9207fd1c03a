#!/usr/bin/env bash
# An installed Netloom, in a folder with nothing but a configuration and a block: it builds the block,
# by its command and in a CMake project, and compares it in every switch. It is installed, and the project
# built, by the commands of the guide. Usage: installed_test.sh BUILD IR_PORT.SV GUIDE.MD
set -euo pipefail
build=$1 source=$2 guide=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder
prefix=$HOME/netloom
guide_commands() { # WORD: those of the guide's block of the language sh that has this word
  awk -v word="$1" '/^```sh$/ {block = ""; inside = 1; next}
    /^```$/ {if (inside && index(block, word)) print block; inside = 0}
    inside {block = block $0 "\n"}' "$guide" | grep .
}
mkdir -p "$folder/source/build"
ln -s "$build" "$folder/source/build/release"
guide_commands --install >"$folder/commands"
(cd "$folder/source" && bash -euo pipefail "$folder/commands" >/dev/null)
netloom=$prefix/bin/netloom
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
grep -qF "file=$prefix/lib/netloom/blocks/up_selector.so" "$folder/all"
if grep -F "file=$build/" "$folder/all"; then
  echo "something of the build folder was loaded"
  exit 1
fi

# Several processes run it, too, with the MPI that was installed.
if [[ -e $build/lib/netloom/netloom_mpi.so ]]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_orte_tmpdir_base=$folder/mpi
  [[ $(mpirun -n 2 "$netloom" run fabric.yaml) == "$said" ]]
  mv "$prefix/lib/netloom/netloom_mpi.so" "$folder"
  if mpirun -n 2 "$netloom" run fabric.yaml 2>"$folder/said"; then exit 1; fi
  grep -qF "2 processes were started together, but MPI cannot be loaded: $prefix/lib/netloom/netloom_mpi.so" "$folder/said"
fi

# The files that --help names are there, so that its examples can be typed as they stand.
examples_of() { # COMMAND...: its examples, a line each
  COLUMNS=80 "$netloom" "$@" --help | sed -e ':a' -e '/\\$/{N;s/ \\\n *\( [^ ]\)/\1/;ta' -e '}' | sed -n '/^Examples\?:/,$s/^  //p'
}
mapfile -t commands < <("$netloom" --help | sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ ${#commands[@]} -ge 12 ]]
named=0
for command in "" "${commands[@]}"; do
  lines=$(COLUMNS=80 "$netloom" ${command:+"$command"} --help | wc -l)
  ((lines <= 24)) || { echo "netloom $command --help has $lines lines"; exit 1; }
  while read -r file; do
    named=$((named + 1))
    [[ $file == "$prefix/share/netloom/examples/"* && -s $file ]] || { echo "netloom $command --help: $file is missing"; exit 1; }
  done < <(examples_of ${command:+"$command"} | grep -oE '[^ ]*examples/[^ ]+')
done
((named >= 12)) || { echo "--help names $named files"; exit 1; }
for command in check netlist; do
  while read -r line; do
    (PATH=$prefix/bin:$PATH; eval "$line" >"$folder/said") || { echo "$line: exit status $?"; exit 1; }
  done < <(examples_of "$command")
done

# A CMake project, as the guide has it, makes the same object, by a Netloom that is built, too.
mkdir "$folder/project"
cp my_ir_port.sv "$folder/project"
sed -n '/^```cmake$/,/^```$/{/^```/d;p}' "$guide" >"$folder/project/CMakeLists.txt"
[[ $(wc -l <"$folder/project/CMakeLists.txt") == 4 ]]
cmake -S "$folder/project" -B "$folder/project/build" -DCMAKE_PREFIX_PATH="$build" >/dev/null
cmake --build "$folder/project/build"
rm -rf "$folder/project/build"
guide_commands CMAKE_PREFIX_PATH= >"$folder/commands"
(cd "$folder/project" && bash -euo pipefail "$folder/commands")
"$netloom" run fabric.yaml --set "rtl.blocks=[$folder/project/build/my_interval.so]" |
  grep -E '^RTL and model were compared in [1-9][0-9]+ decisions: 0 mismatches\.$'
NETLOOM_RTL_PATH=$folder/project/build "$netloom" list rtl | grep -E 'my_interval +module my_ir_port \(decision: interval; '
made=$(stat -c %Y.%Z "$folder/project/build/my_interval.so")
cmake --build "$folder/project/build"
[[ $made == "$(stat -c %Y.%Z "$folder/project/build/my_interval.so")" ]] || { echo "it was made again for nothing"; exit 1; }

# The old spelling of the package finds it, too. It has no libraries, and says so.
mkdir "$folder/package"
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(x LANGUAGES NONE)' 'find_package(Netloom 0.1 REQUIRED)' \
  >"$folder/package/CMakeLists.txt"
cmake -S "$folder/package" -B "$folder/package/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
echo 'find_package(netloom REQUIRED COMPONENTS hw)' >>"$folder/package/CMakeLists.txt"
if cmake -S "$folder/package" -B "$folder/package/build" >/dev/null 2>"$folder/said"; then exit 1; fi
tr -s ' \n' ' ' <"$folder/said" | grep -qF "The Netloom in $prefix/lib/cmake/netloom has no libraries"

# Where its own blocks are missing it says so, and takes none from where it was built.
rm "$prefix"/lib/netloom/blocks/*
"$netloom" list rtl >"$folder/said"
if [[ $(sed 's/,.*//' "$folder/said") != $'rtl:\n  (not built)  davc_vc' ]]; then
  echo "there are blocks in an empty folder:"
  cat "$folder/said"
  exit 1
fi
grep -qF -- '--target netloom_blocks' "$folder/said"
for command in "run fabric.yaml" "cost fabric.yaml --synth --set rtl.blocks=[]" "cost --blocks" "cost --blocks --only fir"; do
  status=0
  # shellcheck disable=SC2086
  "$netloom" $command >"$folder/said" 2>&1 || status=$?
  cat "$folder/said"
  [[ $status == 2 ]]
  grep -qF "not in $prefix/lib/netloom/blocks; " "$folder/said"
  grep -qF -- '--target netloom_blocks' "$folder/said"
  if grep -F "$build" "$folder/said"; then exit 1; fi
done

# And so it does where its SystemVerilog is.
mv "$prefix/share/netloom/rtl" "$folder"
cat >row.yaml <<'END'
network: {topology: fat_tree, k: 2, n: 2}
traffic: {pattern: uniform, load: 0.1}
views: {default: rtl}
END
while read -r command what; do
  status=0
  # shellcheck disable=SC2086
  "$netloom" ${command//+/ } >"$folder/said" 2>&1 || status=$?
  cat "$folder/said"
  [[ $status == 2 ]]
  grep -qF "$what needs the SystemVerilog that this program was built from, in $prefix/share/netloom/rtl, " "$folder/said"
done <<'END'
run+row.yaml a switch in RTL
rtl+row.yaml+--output+row netloom rtl
cost+row.yaml+--switch+--synth synthesis
END
