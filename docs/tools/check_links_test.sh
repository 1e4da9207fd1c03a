#!/usr/bin/env bash
# check_links.py finds files, headings, classes and functions that are not there. Usage: check_links_test.sh CHECK
# shellcheck disable=SC2016  # code of pages, in backticks
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs"
printf '# Project\n' >"$root/README.md"
printf 'template <class Mask>\nclass Ports {\n  void send();\n  void take(int from);\n};\n' >"$root/ports.h"
page() { printf '# Page\n\n## A part\n\n%s\n' "$1" >"$root/docs/page.md"; }
refused() { # LINK MESSAGE
  page "$1"
  if python3 "$check" "$root" >"$root/out" 2>&1; then echo "accepted: $1"; exit 1; fi
  grep -qxF "docs/page.md: $2" "$root/out" || { echo "no '$2' in:"; cat "$root/out"; exit 1; }
}

page '[`Ports::send()`, `take()`](../ports.h), [here](#a-part), [there](../README.md#project)'
python3 "$check" "$root" | grep -qx '2 pages'
refused '[x](../doors.h)' 'no such file: ../doors.h'
refused '[x](#another-part)' 'no such heading: #another-part'
refused '[`give()`](../ports.h)' 'no give() in ../ports.h'
refused '[`Ports::send()`, `give()`](../ports.h)' 'no give() in ../ports.h'
refused '[`Doors::send()`](../ports.h)' 'no Doors in ../ports.h'
