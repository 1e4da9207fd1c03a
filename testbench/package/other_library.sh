#!/usr/bin/env bash
# Results of a program whose layers are shared libraries are found again only with the same ones: here with a library
# that is none before, then with one, then with another of that name. Usage: other_library.sh NETLOOM COMPILER
set -euo pipefail
netloom=$1
compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'network: {topology: mesh, k: [2, 2]}\ntraffic: {load: 0.1}\nsimulation: {measure: 1000}\n' >network.yaml

# known HOW_OFTEN [LIBRARY]: so many points were in the database
known() {
  LD_PRELOAD=${2:-} "$netloom" sweep network.yaml --db points.sqlite >/dev/null 2>said
  [[ $(grep -c '^netloom: 1 of 1 points were in points.sqlite$' said) == "$1" ]] || {
    echo "with ${2:-no library}: known should be $1 points, and it said: $(<said)"
    exit 1
  }
}

library() {
  echo "int netloom_nothing_but_$1;" | "$compiler" -shared -fPIC -x c++ - -o libnetloom_layer.so
}

known 0
known 1
library one
known 0 ./libnetloom_layer.so
known 1 ./libnetloom_layer.so
library another
known 0 ./libnetloom_layer.so
known 1
