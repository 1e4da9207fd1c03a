#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace netloom::test {

/// A configuration that a switch in RTL can have: one choice of each kind.
struct RtlCombination {
  std::string name;  ///< "2ary_3tree_single_vct_…"
  std::string text;  ///< the configuration
};

inline void PrintTo(const RtlCombination& combination, std::ostream* out) {
  *out << combination.name;
}

/// Which choices of different kinds meet in some combination.
enum class Together {
  kNone,  ///< each choice is somewhere, but for in-transit adaptive routing, random selections,
          ///< and networks whose switches take long to build
  kInTransit,  ///< each choice of networks with in-transit adaptive routing is somewhere
  kFurther,    ///< each choice of networks of other shapes, with more VCs, and of other sizes, is
               ///< somewhere
  kPairs,      ///< every two of all but these are together somewhere
  kProduct,  ///< all of routing function, VCs, switching, kind of allocator and arbiter, each once,
             ///< in the smallest network of each topology
};

/// Configurations of fat-trees, of RUFTs, of graphs without a form, of meshes and tori, and of
/// dragonflies, with minimal and in-transit adaptive routing, each of these with its own choices of
/// topology, routing function, VCs and selection, and with switching, output buffers, crossbar,
/// allocator, arbiter, delays and sizes.
/// Switches of a combination are of the same kinds however long it runs. Its traffic is uniform,
/// then more than the network takes, and then each node in turn is sent more than it takes for so
/// many cycles, in networks of up to four nodes for four times as many; in the end the network
/// empties.
std::vector<RtlCombination> rtl_combinations(Together together, int cycles);

/// In the runs whose coverage is counted.
inline constexpr int kCoveredCycles = 320;

}  // namespace netloom::test
