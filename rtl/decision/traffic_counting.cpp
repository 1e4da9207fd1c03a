#include "rtl/decision/traffic_counting.h"

#include <fmt/format.h>

namespace netloom {
inline namespace rtl {
namespace {

std::string text_of(const TrafficReading& reading) {
  const char* level = reading.level == TrafficLevel::kBenign  ? "benign"
                      : reading.level == TrafficLevel::kMixed ? "mixed"
                                                              : "adversarial";
  return fmt::format("{}, path A {}G{}", level, reading.first_local ? "L" : "-",
                     reading.second_local ? "L" : "-");
}

template <class Value>
std::string contrast(const std::string& what, const Value& expected, const Value& found) {
  return fmt::format(", {}: the reference says {}, the RTL says {}", what, expected, found);
}

}  // namespace

std::string TrafficCounting::difference(const Compared<TrafficCounting>& compared) {
  const auto [offset, now] = compared.query;
  if (compared.expected != compared.found) {
    return contrast(fmt::format("for a packet to the group at offset {}", offset),
                    text_of(compared.expected), text_of(compared.found));
  }
  const auto counter = [](const std::string& what, std::uint32_t expected, std::uint32_t found) {
    return expected == found ? std::string() : contrast(what, expected, found);
  };
  std::string result =
      counter(fmt::format("EXTENDED_COUNTER of offset {}", offset),
              compared.reference.extended(offset, now), compared.rtl.extended(offset, now));
  const int each = compared.reference.shape().remote_each();
  for (int k = -each; result.empty() && k <= each; ++k) {
    if (k == 0) continue;
    result = counter(fmt::format("REMOTE_COUNTER R_{}", k), compared.reference.remote(k, now),
                     compared.rtl.remote(k, now));
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
