#!/usr/bin/env bash
# check_quotes.py finds quotations that are not what the file has. Usage: check_quotes_test.sh CHECK
set -euo pipefail
check=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/docs"
printf 'int a;\nint b;\nint c;\n' > "$folder/code.cpp"
# shellcheck disable=SC2016

page() { printf '# Page\n\n```cpp\n// %s (quoted)\n%b```\n' "$1" "$2" > "$folder/docs/page.md"; }
refused() {
  if "$check" "$folder" > "$folder/out"; then echo "accepted: $1"; exit 1; fi
  grep -qF "$2" "$folder/out" || { echo "no '$2' in:"; cat "$folder/out"; exit 1; }
}

page code.cpp 'int b;\nint c;\n'
"$check" "$folder"
page code.cpp 'int b;\nint d;\n'
refused "another line" "docs/page.md:3: code.cpp has not these lines"
page code.cpp 'int a;\nint c;\n'
refused "a line left out" "docs/page.md:3: code.cpp has not these lines"
page other.cpp 'int a;\n'
refused "a file that is not there" "docs/page.md:3: there is no file other.cpp"
