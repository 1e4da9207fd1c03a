#include "hw/structural/base/switch_parameters.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace structural {

std::string SwitchParameters::channel_name(int channel) const {
  return fmt::format("{}.p{}.vc{}", plan.name, port(channel), vc(channel));
}

void SwitchParameters::fail(const std::string& what) const {
  throw BrokenInvariant(fmt::format("cycle {}: {}: {}", clock->cycle(), plan.name, what));
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
