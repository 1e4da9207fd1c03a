#!/usr/bin/env bash
# check_rules.py finds tests that name no rule, and rules that no test names. Usage: check_rules_test.sh CHECK
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs" "$root/testbench/unit"
printf '1. **Arrival.** A flit.\n2. **Routing.** A head.\n' >"$root/docs/timing.md"
tests() { printf '%b' "$1" >"$root/testbench/unit/hw_part_a_test.cpp"; }
refused() { # WHAT MESSAGE
  if python3 "$check" "$root" >"$root/out" 2>&1; then echo "accepted: $1"; exit 1; fi
  grep -qF "$2" "$root/out" || { echo "no '$2' in:"; cat "$root/out"; exit 1; }
}

tests '// Rules 1 and 2: both.\nTEST(A, B) {}\n\n/// No rule: a count.\nclass C : Test {};\n\nTEST_F(C, D) {}\n'
python3 "$check" "$root" | grep -qx '2 tests, 2 rules'
tests '// Rules 1 and 2: both.\nTEST(A, B) {}\n\nTEST(A, C) {}\n'
refused "a test without a rule" "hw_part_a_test.cpp: A.C names no rule"
tests '// Rule 1: arrival.\nTEST(A, B) {}\n'
refused "a rule without a test" "no test of a part names rule 2"
tests '// Rules 1, 2 and 3: all.\nTEST(A, B) {}\n'
refused "a rule that is not there" "A.B: docs/timing.md has no rule 3"
tests ''
refused "no tests" "no rules, or no tests"
