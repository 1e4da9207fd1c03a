#!/usr/bin/env bash
# The check finds what is planted, and says where. Usage: layers_test.sh LAYERS.PY
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{routing/a,routing/b,hw,sim}
echo '#include "routing/b/b.h"' >"$root/routing/a/a.h"
echo '#include <vector>' >"$root/routing/b/b.h"
echo '#include "routing/a/a.h"' >"$root/hw/h.h"
python3 "$check" "$root"

expect() { # TEXT
  local said
  if said=$(python3 "$check" "$root"); then
    echo "nothing was found instead of: $1"
    exit 1
  fi
  grep -qF "$1" <<<"$said" || { echo "$said"; exit 1; }
}
echo '#include "routing/a/a.h"' >>"$root/routing/b/b.h"
expect 'routing/b/b.h:2: includes routing/a/a.h, in a cycle of folders'
echo '#include "sim/s.h"' >"$root/routing/b/b.h"
expect 'routing/b/b.h:1: routing must not include sim'
plant() { # LINE
  echo "$1" >"$root/routing/b/b.h"
}
plant '#include "testbench/t.h"'
expect 'routing/b/b.h:1: routing must not include testbench'
plant '#include <hw/h.h>'
expect 'routing/b/b.h:1: hw/h.h is of the project: in quotes'
plant '#include "../a/a.h"'
expect 'routing/b/b.h:1: ../a/a.h is no path from the root'
plant '#include "a.h"'
expect 'routing/b/b.h:1: a.h is no path from the root'
echo '#include "sim/s.h"' >"$root/hw/h.inc"
expect 'hw/h.inc:1: hw must not include sim'
echo '#include <systemc>' >"$root/routing/b/b.h"
expect 'routing/b/b.h:1: routing is free of SystemC'
# What another layer, or a user, includes: what that includes, too.
plant 'inline namespace routing {'
expect 'routing/b/b.h:1: routing/a/a.h includes it, so that it says `inline namespace NETLOOM_VISIBLE routing {`'
plant 'inline namespace NETLOOM_VISIBLE routing {'
echo 'inline namespace routing {' >"$root/routing/b/own.h"
rm "$root/hw/h.inc"
python3 "$check" "$root" >/dev/null
echo 'routing/b/own.h' >"$root/api"
if python3 "$check" "$root" --api "$root/api" >"$root/said"; then exit 1; fi
grep -qF 'routing/b/own.h:1: users include it' "$root/said"
rm -r "$root"/*
expect "$root has no layer"
