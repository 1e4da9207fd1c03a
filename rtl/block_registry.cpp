#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

std::vector<std::string> rtl_implementations(const std::string& block) {
  std::vector<std::string> result;
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    if (RtlBlockRegistry::instance().find(name).block == block) result.push_back(name);
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
