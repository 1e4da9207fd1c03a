#include "sim/traffic/area_pattern.h"

#include <fmt/format.h>

#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

class AreaPattern final : public Pattern {
 public:
  AreaPattern(std::unique_ptr<Pattern> pattern, std::string name, const std::vector<NodeId>& area,
              std::size_t nodes)
      : pattern_(std::move(pattern)), name_(std::move(name)), inside_(nodes) {
    for (const NodeId node : area) inside_[node] = true;
  }

  NodeId destination(NodeId source, Random& random) const override {
    constexpr int kMostDraws = 100000;
    for (int draw = 0; draw < kMostDraws; ++draw) {
      const NodeId node = pattern_->destination(source, random);
      if (node == kNoDestination || inside_[node]) return node;
    }
    throw Error(fmt::format(
        "traffic pattern '{}' with own_area: {} draws for node {} gave no destination among the "
        "nodes of its area; allowed: areas that the pattern leads to",
        name_, kMostDraws, source));
  }

 private:
  std::unique_ptr<Pattern> pattern_;
  std::string name_;
  std::vector<bool> inside_;
};

}  // namespace

std::unique_ptr<Pattern> within_area(std::unique_ptr<Pattern> pattern, std::string name,
                                     const std::vector<NodeId>& area, std::size_t nodes) {
  return std::make_unique<AreaPattern>(std::move(pattern), std::move(name), area, nodes);
}

}  // namespace sim
}  // namespace netloom
