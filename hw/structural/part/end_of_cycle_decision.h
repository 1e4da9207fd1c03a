#pragma once

#include <cstdint>
#include <vector>

#include "hw/structural/kind/source_decision.h"
#include "routing/decision/congestion_view.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// Lets the router decide, and publish, by the queues at the end of a cycle, and counts injected
/// packets for it.
class EndOfCycleDecision : public SourceDecision {
 public:
  EndOfCycleDecision(sc_core::sc_module_name name, SwitchParameters& of);

  bool may_change(int input) const override {
    return decided_[static_cast<std::size_t>(input)] != 0;
  }

 private:
  class View;

  void reset() override;
  void count_arrivals();
  void count_grants();
  void decide();
  Decision decide_on(int input, const View& view);
  void publish(const View& view);

  bool from_host(int input) const {
    return switch_.from_host[static_cast<std::size_t>(switch_.port(input))] != 0;
  }

  std::vector<std::uint8_t> decided_;  ///< per channel: of a router that decides again
  std::vector<std::uint32_t> drawn_;   ///< … with these bits
  std::vector<Cycle> ready_;           ///< when the head could have been granted first
  std::vector<std::uint32_t> words_;   ///< that are published
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
