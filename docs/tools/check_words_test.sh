#!/usr/bin/env bash
# The check finds pages that are too long, and only those. Usage: check_words_test.sh CHECK_WORDS.PY
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs/guides"
page() { # FILE WORDS
  seq "$2" >"$root/$1"
}
page README.md 2500
page docs/testing.md 1
page docs/guides/long.md 2500
python3 "$check" "$root" | grep -qx '3 pages'

expect() { # FILE WORDS
  page "$1" "$2"
  local said
  if said=$(python3 "$check" "$root" 2>&1); then
    echo "$1 was not found"
    exit 1
  fi
  [[ $said == "$1: $2 words; allowed: up to 2500" ]] || { echo "$said"; exit 1; }
  page "$1" 1
}
expect README.md 2501
expect docs/testing.md 2600
expect docs/guides/long.md 2501
