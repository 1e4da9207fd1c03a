#!/usr/bin/env bash
# The check finds what is planted, and says where. Usage: check_citations_test.sh CHECK_CITATIONS.PY
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
definitions=$root/sim/experiments/definitions
mkdir -p "$root/docs" "$definitions"
key='Somebody 1999'
reset() {
  printf '# Bibliography\n\n### %s\n\nA paper.\n' "$key" >"$root/docs/bibliography.md"
  printf '/// Text.\n/// Source: [%s], section 2.\n' "$key" >"$root/a.h"
  printf 'title: A figure\nsource: "[%s], Figure 1"\n' "$key" >"$definitions/a.yaml"
}
reset
python3 "$check" "$root"

expect() { # TEXT
  local said
  if said=$(python3 "$check" "$root" 2>&1); then
    echo "nothing was found instead of: $1"
    exit 1
  fi
  grep -qF "$1" <<<"$said" || { echo "$said"; exit 1; }
  reset
}
printf '// [%s]\n' 'Nobody 1999' >>"$root/a.h"
expect 'a.h:3: docs/bibliography.md has no entry Nobody 1999'
printf '\n### %s\n' 'Uncited 1999' >>"$root/docs/bibliography.md"
expect 'docs/bibliography.md: Uncited 1999 is cited nowhere'
printf '\n### %s\n' "$key" >>"$root/docs/bibliography.md"
expect "docs/bibliography.md: two entries $key"
file=$(printf '%03d_%016x' 7 12)
printf '// %s.txt, section 2\n' "$file" >>"$root/a.h"
expect "a.h:3: $file is the name of a file"
failed=testbench/fuzz/regressions/experiment
mkdir -p "$root/$failed"
printf 'source: %s.txt, section 2\n' "$file" >"$root/$failed/crash-0"
expect "$failed/crash-0:1: $file is the name of a file"
rm -r "$root/testbench"
printf 'title: A figure\nsource: a paper\n' >"$definitions/a.yaml"
expect 'a.yaml: its source does not begin with a key'
printf 'title: A figure\n' >"$definitions/a.yaml"
expect 'a.yaml: its source does not begin with a key'
thesis='the '
thesis+='thesis'
for named in 'Figure 3' 'Table I' 'tables 2' 'section 4' 'Equation 5' "$thesis" 'The paper'; do
  printf '// By %s.\n' "$named" >"$root/b.h"
  expect "b.h:1: '$named' of what?"
done
rm "$root/b.h"
for comment in 'c.sv // ' 'd.py # ' 'e.yaml # ' 'CMakeLists.txt # ' 'f.md ' 'script # '; do
  printf '%sas in Figure 3\n' "${comment#* }" >"$root/${comment%% *}"
  expect "${comment%% *}:1: 'Figure 3' of what?"
  rm "$root/${comment%% *}"
done
printf 'const char* text = "by %s";\n' "$thesis" >"$root/g.cpp"
expect "g.cpp:1: '$thesis' of what?"
printf 'const char* text = "Figure 3";  // by IEEE 1364-2005, section 3\n' >"$root/g.cpp"
printf '// See https://example.org, section 3; tables of 3 rows, Table 3 of [%s].\n' "$key" >"$root/h.cpp"
python3 "$check" "$root"
