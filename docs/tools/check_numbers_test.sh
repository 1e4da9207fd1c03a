#!/usr/bin/env bash
# check_numbers.py finds numbers that are not those of the results. Usage: check_numbers_test.sh CHECK
set -euo pipefail
check=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/docs"
cat > "$folder/docs/r.csv" <<'END'
claim,panel,what,measured,unit,variant
c,p,"A against B",-27.14,%,
c,p,"A against B",-31.2,%,v
c,p,A at load 1,0.0139,phits,
END

page() { printf '# Page\n\nFirst.\n\nText with %s.\n\n<!-- from %s\n%s\n-->\n' "$1" "$2" "$3" > "$folder/docs/page.md"; }
refused() {
  if "$check" "$folder" 2> "$folder/out"; then echo "accepted: $1"; exit 1; fi
  grep -qF "$2" "$folder/out" || { echo "no '$2' in:"; cat "$folder/out"; exit 1; }
}

page "27 %" r.csv "27 % | p | A against B"
"$check" "$folder"
page "0.014 and 27.1" r.csv "0.014 | p | A at load 1
27.1 | p | A against B"
"$check" "$folder" | grep -qx "2 numbers"
page "1.39 %" r.csv "1.39 % | p | A at load 1"
"$check" "$folder"

page "27 and 1.39 %" r.csv "27 | p | A against B
-->
<!-- from r.csv
1.39 % | p | A at load 1"
"$check" "$folder" | grep -qx "2 numbers"

page "31 %" r.csv "31 % | p | A against B | v"
"$check" "$folder"
page "31 %" r.csv "31 % | p | A against B"
refused "a number of a variant" "docs/page.md: 31 %, 'A against B' of p is -27.14 %"
page "0.014" r.csv "0.014 | p | A at load 1 | v"
refused "a variant that is not there" "docs/page.md: r.csv has no 'A at load 1' of p in variant v"

page "28 %" r.csv "28 % | p | A against B"
refused "another number" "docs/page.md: 28 %, 'A against B' of p is -27.14 %"
page "27.14 %" r.csv "27 | p | A against B"
refused "a number that is not in the text" "docs/page.md: the paragraph has no 27"
page "127" r.csv "27 | p | A against B"
refused "a number that is a piece of another" "docs/page.md: the paragraph has no 27"
page "27" r.csv "27 | q | A against B"
refused "a panel that is not there" "docs/page.md: r.csv has no 'A against B' of q"
page "27" r.csv "27 | p"
refused "a line without a name" "docs/page.md: '27 | p' is not TEXT | PANEL | WHAT"
page "27" s.csv "27 | p | A against B"
refused "a file that is not there" "docs/page.md: there is no file s.csv"
printf '# Page\n\n27\n<!-- from r.csv\n28 | p | A against B\n-->\n' > "$folder/docs/page.md"
refused "a comment that would not be read" "docs/page.md: a comment is not behind a paragraph"
