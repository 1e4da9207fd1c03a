#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace routing {
namespace {

const VcPolicyRegistry::Registration kSingle("single", {"VC 0 only", [](int /*count*/) {
                                                          return std::uint64_t{1};
                                                        }});
const VcPolicyRegistry::Registration kFree("free", {"any VC of the link", [](int count) {
                                                      return ~std::uint64_t{0} >>
                                                             (kMaxVcChoices - count);
                                                    }});

}  // namespace

std::string open_vc_policies() {
  std::string text;
  for (const std::string& name : VcPolicyRegistry::instance().names()) {
    if (name != "davc" && VcPolicyRegistry::instance().find(name).offered == nullptr) continue;
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

const VcPolicyEntry& find_open_vc_policy(const std::string& name, const std::string& function) {
  const VcPolicyRegistry& registry = VcPolicyRegistry::instance();
  if (registry.contains(name) && registry.find(name).offered != nullptr) return registry.find(name);
  throw Error("routing function '" + function + "' cannot use the VC policy '" + name +
              "'; allowed: " + open_vc_policies());
}

bool offers_one_vc(const VcPolicyEntry& policy, const VcCounts& vcs) {
  return std::all_of(vcs.begin(), vcs.end(),
                     [&](int count) { return __builtin_popcountll(policy.offered(count)) == 1; });
}

}  // namespace routing
}  // namespace netloom
