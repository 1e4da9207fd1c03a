#!/usr/bin/env bash
# Every script says how it is called, and what each option means, without doing anything.
# Usage: scripts_test.sh SCRIPTS
set -euo pipefail
scripts=$1
failed=0
for script in "$scripts"/*; do
  if [[ ! -x $script ]]; then continue; fi
  name=scripts/${script##*/}
  for option in -h --help; do
    status=0
    said=$("$script" "$option" 2>&1 </dev/null) || status=$?
    if ((status != 0)) || ! grep -qiF "usage: $name" <<<"$said"; then
      printf '%s %s: exit status %s, and it says:\n%s\n' "$name" "$option" "$status" "$said"
      failed=1
    fi
  done
  # The options between "Usage:" and the next empty line; each has to begin another line.
  while read -r option; do
    if ! grep -qE -- "^ *$option\b.* " <<<"$said"; then
      printf '%s --help does not say what %s is:\n%s\n' "$name" "$option" "$said"
      failed=1
    fi
  done < <(sed -n '/[Uu]sage:/,/^$/p' <<<"$said" | grep -oE -- '--[a-z-]+' | sort -u)
done
exit "$failed"
