#!/usr/bin/env bash
# A build without MPI runs networks, has no module of MPI, and says so where several processes are
# started together. Usage: without_mpi_test.sh SOURCE
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
  -DNETLOOM_MPI=OFF >/dev/null
cmake --build "$folder" --target netloom | tail -n 1
if [[ -e $folder/lib/netloom/netloom_mpi.so ]]; then
  echo "there is a module of MPI"
  exit 1
fi
cat >"$folder/network.yaml" <<'END'
network: {topology: mesh, k: [4, 4]}
traffic: {load: 0.2, packet_phits: 4}
simulation: {warmup: 200, measure: 500, threads: 2}
END
"$folder/netloom" run "$folder/network.yaml" --json "$folder/results.json"
grep -q '"delivered": *[1-9]' "$folder/results.json"
status=0
said=$(OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 "$folder/netloom" run "$folder/network.yaml" 2>&1) ||
  status=$?
echo "$said"
if ((status != 2)); then
  echo "exit status $status"
  exit 1
fi
grep -qF "2 processes were started together, but MPI cannot be loaded" <<<"$said"
grep -qF "scripts/install_dependencies mpi" <<<"$said"
