#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "hw/config/config_check.h"
#include "routing/base/types.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr Choice<InjectionVcChoice> kInjectionVcChoice[] = {
    {"round_robin", InjectionVcChoice::kRoundRobin},
    {"destination", InjectionVcChoice::kDestination},
    {"random", InjectionVcChoice::kRandom}};
constexpr const char* kUnlimited = "unlimited";
const NicConfig kDefaults;

/// More VCs than a switch can choose among are for packets that stay on theirs.
void check_vc_choices(const Reader& reader) {
  const Config& config = reader.config();
  if (config.vc_policy == "layered") return;
  const auto check = [&](int vcs, const KeyPath& key) {
    if (vcs <= kMaxVcChoices) return;
    reader.fail(key, fmt::format("{} VCs do not go together with routing.vcs.policy {}; "
                                 "allowed: 1 to {}, and to {} with layered",
                                 vcs, config.vc_policy, kMaxVcChoices, kMaxVirtualChannels));
  };
  for (const int vcs : config.vcs) check(vcs, key_path("routing", "vcs").key("count"));
  check(config.network.nic.injection_vcs, key_path("nic", "injection_vcs"));
}

/// Packets that stay on their VC need it on every link.
void check_layers(const Reader& reader) {
  const Config& config = reader.config();
  if (config.vc_policy != "layered") return;
  const int injection_vcs = config.network.nic.injection_vcs;
  for (std::size_t kind = 1; kind < config.vcs.size(); ++kind) {
    if (injection_vcs == config.vcs[kind]) continue;
    reader.fail(
        key_path("nic", "injection_vcs"),
        fmt::format("{} injection VCs do not go together with routing.vcs.policy "
                    "layered and {} VCs on links of the kind '{}', on which packets "
                    "go on as they were injected; allowed: {}",
                    injection_vcs, config.vcs[kind], config.netlist.kinds[kind], config.vcs[kind]));
  }
}

}  // namespace

KeySchema nic_section() {
  return section(
      "nic", "The network interfaces (NICs) of the hosts.",
      map_of({derived_key(
                  "injection_buffer",
                  "Injection queue. What does not fit waits in an unbounded source queue.", "phits",
                  integer(1, kMostBufferPhits),
                  fmt::format("{}, or two packets where that is more", kDefaults.injection_buffer)),
              optional_key("injection_vcs",
                           fmt::format("VCs from the NIC into the network. More than {} with "
                                       "routing.vcs.policy layered only.",
                                       kMaxVcChoices),
                           "", integer(1, kMaxVirtualChannels), kDefaults.injection_vcs),
              optional_key(
                  "injection_vc_choice",
                  "How packets are spread over them: in turn, by the destination's number modulo "
                  "injection_vcs, or at random.",
                  "", one_of(kInjectionVcChoice),
                  name_of(kInjectionVcChoice, kDefaults.injection_vc_choice)),
              optional_key("reorder_buffer",
                           "Reorder buffer for each source at each destination, of which no source "
                           "has more packets on the way than it holds; 0 = none. Its "
                           "acknowledgements are ideal: no bandwidth.",
                           "packets", or_words(integer(0, kMostReorderedPackets), {kUnlimited}),
                           kDefaults.reorder_buffer)}));
}

void read_nic(Reader& reader) {
  json& from = reader.section("nic");
  NicConfig& to = reader.config().network.nic;
  if (!from.contains("injection_buffer")) {
    from["injection_buffer"] = std::max(kDefaults.injection_buffer, 2 * to.packet_phits);
  }
  to.injection_buffer = from.at("injection_buffer");
  to.injection_vcs = from.at("injection_vcs");
  check_vc_choices(reader);
  check_layers(reader);
  to.injection_vc_choice = choose(kInjectionVcChoice, from.at("injection_vc_choice"));
  const json& reorder_buffer = from.at("reorder_buffer");
  to.reorder_buffer =
      reorder_buffer == kUnlimited ? kUnlimitedReorderBuffer : reorder_buffer.get<int>();
}

}  // namespace sim
}  // namespace netloom
