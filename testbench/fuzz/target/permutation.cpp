// Permutations of the nodes.

#include "sim/traffic/node_map.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_permutation(const std::string& input) {
  constexpr NodeId kNodes = 16;
  std::vector<NodeId> map;
  const std::string path = input_file(input);
  if (!accepts([&] { map = read_permutation(path, kNodes); })) return;
  require(map.size() == kNodes, "not as many nodes as there are");
  std::vector<bool> used(kNodes);
  std::string text;
  for (NodeId node = 0; node < kNodes; ++node) {
    const NodeId to = map[node];
    if (to == kNoDestination) continue;
    require(to < kNodes && !used[to], "not a permutation");
    used[to] = true;
    text += std::to_string(node) + ' ' + std::to_string(to) + '\n';
  }
  require(read_permutation(input_file(text), kNodes) == map,
          "another permutation is read than was written:\n" + text);
}

const TargetRegistry::Registration kPermutation("permutation", {run_permutation});

}  // namespace
}  // namespace netloom::fuzz
