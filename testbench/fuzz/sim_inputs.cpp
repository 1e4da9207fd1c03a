#include "testbench/fuzz/sim_inputs.h"

#include <algorithm>

#include "routing/base/error.h"
#include "sim/config/document.h"

namespace netloom::fuzz {
namespace {

bool has_long_numbers(const Node& node) {
  constexpr std::size_t kDigits = 2;
  if (node.text.size() > kDigits &&
      node.text.find_first_not_of("0123456789") == std::string::npos) {
    return true;
  }
  return std::any_of(node.elements.begin(), node.elements.end(), has_long_numbers);
}

}  // namespace

const Override& memory_limit() {
  static const Override limit{"simulation.memory_limit", "1"};  // MiB
  return limit;
}

bool is_small(const std::string& configuration, const std::vector<Override>& overrides) {
  try {
    Document document(configuration, "c.yaml");
    for (const Override& each : overrides) document.set(each);
    const Node* network = document.find(KeyPath().key("network"));
    return network == nullptr ||
           std::none_of(network->entries.begin(), network->entries.end(),
                        [](const MapEntry& entry) { return has_long_numbers(entry.value); });
  } catch (const Error&) {
    return true;  // for the reader to say
  }
}

Json point_of(std::optional<double> load, std::uint64_t seed) {
  const Json latency = {{"mean", 20.5}};
  return {{"load", number_or_null(load)},
          {"seed", seed},
          {"offered_load", number_or_null(load)},
          {"accepted_load", number_or_null(load)},
          {"latency", {{"network", latency}, {"generation", latency}}},
          {"saturated", false},
          {"stationary", true},
          {"completion_cycle", load ? Json(nullptr) : Json(1000)},
          {"rtl", {{"decisions", 0}, {"mismatches", 0}}},
          {"failure", nullptr}};
}

}  // namespace netloom::fuzz
