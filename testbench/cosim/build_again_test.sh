#!/usr/bin/env bash
# A block that is built again in the same folder for what is made on the way (as after a change of its
# source) consists of what Verilator writes now, and not of what is left of an earlier form.
# Usage: build_again_test.sh RTL_FOLDER DECISIONS_FOLDER RUNTIME
set -euo pipefail
rtl=$1 decisions=$2 runtime=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {
  "$rtl/build_block" "$rtl/olm_vc.sv" --as olm_vc --output "$work/olm_vc.so" --decisions "$decisions" \
    --work "$work/made" --runtime "$runtime" --jobs 1
}
build
left=("$work"/made/Vnetloom_olm_vc_*)
[[ -d ${left[0]} ]] || { echo "there is no folder Vnetloom_olm_vc_*"; exit 1; }
echo '#error "left of an earlier form"' >"${left[0]}/left.cpp"
build
