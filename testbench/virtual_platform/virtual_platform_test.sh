#!/usr/bin/env bash
# The example's answers are right in both levels of time, its networks cannot deadlock, and what is wrong is said.
# Usage: virtual_platform_test.sh quick|all VIRTUAL_PLATFORM NETLOOM EXAMPLE
set -euo pipefail
case=$1 program=$2 netloom=$3 example=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$example"/*.yaml .

fail() {
  printf 'virtual_platform_test: %s\n' "$*" >&2
  exit 1
}
run() { # ARGUMENT...: its rows, in which packets are only where they should be, and all answers right
  "$program" "$@" 2>errors | sed '/^$/d; /SystemC 2\|Copyright\|ALL RIGHTS/d' >rows || fail "$*: exit status $?: $(cat rows errors)"
  awk 'NR == 1 {next}
    $NF != "right" {print "not right: " $0; bad = 1}
    ($3 == "LT") != ($7 == 0) {print "packets: " $0; bad = 1}
    END {exit bad}' rows >said || fail "$*: $(cat said)"
}
rows_are() { # ROW...: the first three columns of each
  diff <(printf '%s\n' "$@") <(awk 'NR > 1 {print $1, $2, $3}' rows) || fail "other rows"
}
value() { # APPLICATION NETWORK TIMING COLUMN
  awk -v row="$1 $2 $3" -v column="$4" '$1 " " $2 " " $3 == row {print $column}' rows
}
refused() { # STATUS MESSAGE ARGUMENT...
  local status=0 expected=$1 message=$2
  shift 2
  "$program" "$@" >said 2>&1 || status=$?
  ((status == expected)) || fail "$*: exit status $status, not $expected: $(cat said)"
  grep -qF -- "virtual_platform: error: $message" said || fail "$*: says: $(cat said)"
}
longer() { # NUMBER FACTOR OTHER
  awk -v a="$1" -v f="$2" -v b="$3" 'BEGIN {exit !(a > f * b)}' || fail "$1 is not more than $2 times $3"
}

if [[ $case == quick ]]; then
  for network in torus dragonfly; do
    "$netloom" check $network.yaml >said || fail "$network.yaml: $(cat said)"
    grep -q '^deadlock: none' said && grep -q 'requests wait for responses at 16 hosts' said ||
      fail "$network.yaml: $(cat said)"
  done
  run --app sort --keys 256 torus.yaml
  rows_are "sort torus LT" "sort torus AT"
  # Where hosts send at the same time, packets wait for each other: only in AT.
  longer "$(value sort torus AT 8)" 1.05 "$(value sort torus LT 8)"
  refused 2 "no configuration; allowed: one or more, like torus.yaml"
  refused 2 "--app: 'stencil'; allowed: sort, halo, load, all" --app stencil torus.yaml
  refused 2 "--timing: 'exact'; allowed: lt, at, both" --timing exact torus.yaml
  refused 2 "--keys: '0'; allowed: a number from 1 to 1000000" --keys 0 torus.yaml
  refused 2 "--cells: '1e3'; allowed: a number from 1 to 1000" --cells 1e3 torus.yaml
  refused 2 "--load: '0'; allowed: a number from 0.001 to 1000" --load 0 torus.yaml
  refused 2 "--load: 'nan'; allowed: a number from 0.001 to 1000" --load nan torus.yaml
  refused 2 "--quantum has no value" torus.yaml --quantum
  refused 2 "there is no option --speed; allowed: those of --help" --speed 1 torus.yaml
  refused 2 "missing.yaml: the file cannot be read: No such file or directory" torus.yaml missing.yaml
  refused 2 "--set: 'k'; allowed: KEY=VALUE" --set k torus.yaml
  refused 2 "torus.yaml: network: there are 32 hosts; allowed: 16" --set 'network.k=[4, 8]' torus.yaml
  refused 2 "torus.yaml:7: tlm.map: address map: 0x80800000 to 0x808fffff (host 8); allowed: hosts below 8" \
    --set 'network.k=[4, 2]' torus.yaml
  refused 2 "torus.yaml: tlm.map: host 0 has 1048576 bytes of addresses; allowed: 4808192 and more for this application" \
    --keys 200000 torus.yaml
  refused 2 "torus.yaml: tlm.map: host 0 has 0 bytes of addresses" --set 'tlm.map=[]' torus.yaml
  sed 's/size: 0x100000, host: 15/size: 0x100000, host: 14/' torus.yaml >twice.yaml
  refused 2 "twice.yaml: tlm.map: 0x80f00000 to 0x80ffffff (host 14); allowed: one relative range for each host" twice.yaml
  # What goes wrong while it runs.
  refused 1 "torus.yaml: sort, AT: host " --app sort --timing at --set tlm.time_out=50 torus.yaml
  exit
fi

run torus.yaml dragonfly.yaml
rows_are "sort torus LT" "sort torus AT" "halo torus LT" "halo torus AT" \
  "sort dragonfly LT" "sort dragonfly AT" "halo dragonfly LT" "halo dragonfly AT"
for network in torus dragonfly; do
  longer "$(value sort $network AT 4)" 1 "$(value sort $network LT 4)"
  longer "$(value sort $network AT 8)" 1.05 "$(value sort $network LT 8)"
done
# What the README shows, but for the seconds, in column 5.
diff <(sed -n '/^```text$/,/^```$/{/^```/d;p}' "$example/README.md" | awk '{$5 = ""; print}') <(awk '{$5 = ""; print}' rows) ||
  fail "the table in README.md is another one"
run --seed 7 --keys 1000 --cells 15 --quantum 0 torus.yaml dragonfly.yaml
run --keys 1 --cells 1 torus.yaml dragonfly.yaml
# Adaptive routing takes packets out of their order; other views take as many cycles.
run --set routing.function=olm dragonfly.yaml
# Random traffic: alone a transaction takes the same in both, under load it does not.
run --app load --load 0.01 torus.yaml
longer "$(value load torus LT 8)" 0.99 "$(value load torus AT 8)"
run --app load --load 3 torus.yaml dragonfly.yaml
longer "$(value load torus AT 8)" 1.3 "$(value load torus LT 8)"
run --app sort --keys 64 --timing at torus.yaml
cycles=$(value sort torus AT 4)
run --app sort --keys 64 --timing at --set views.default=structural torus.yaml
[[ $(value sort torus AT 4) == "$cycles" ]] || fail "the structural view takes other than $cycles cycles"
# One request at once, everywhere.
run --keys 4096 --set tlm.requests=1 --set tlm.outstanding=1 torus.yaml
