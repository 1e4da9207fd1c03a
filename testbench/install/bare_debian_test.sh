#!/usr/bin/env bash
# bare_debian is skipped, and says why, where it cannot run. Usage: bare_debian_test.sh BARE_DEBIAN
set -euo pipefail
bare_debian=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect() { # SAID COMMAND...
  local status=0 said=$1
  shift
  "$@" >"$folder/said" 2>&1 || status=$?
  if ((status != 77)) || ! grep -qF "$said" "$folder/said"; then
    echo "exit status $status, not 77 with '$said':"
    cat "$folder/said"
    exit 1
  fi
}
expect 'skipped: there is no mmdebstrap' env PATH="$folder" "$BASH" "$bare_debian" demo
if ((EUID == 0)); then
  # As nobody, with an mmdebstrap that must not be called.
  printf '#!/bin/sh\nexit 1\n' >"$folder/mmdebstrap"
  chmod 755 "$folder" "$folder/mmdebstrap"
  expect 'skipped: only root' setpriv --reuid 65534 --clear-groups env PATH="$folder" "$BASH" -c "$(<"$bare_debian")" bare_debian demo
fi
