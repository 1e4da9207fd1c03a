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

/// More VCs than a switch can choose among are for packets that stay on theirs, in one class.
void check_vc_choices(const Reader& reader) {
  const Config& config = reader.config();
  const int classes = config.network.nic.classes;
  if (config.vc_policy == "layered" && classes == 1) return;
  const auto check = [&](int vcs, const KeyPath& key) {
    if (vcs <= kMaxVcChoices) return;
    if (classes > 1) {
      reader.fail(key, fmt::format("{} VCs do not go together with {} message classes; allowed: 1 "
                                   "to {}",
                                   vcs, classes, kMaxVcChoices));
    }
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
      map_of(
          {derived_key(
               "injection_buffer",
               "Injection queue, of each message class. What does not fit waits in an unbounded "
               "source queue.",
               "phits", integer(1, kMostBufferPhits),
               fmt::format("{}, or two packets where that is more", kDefaults.injection_buffer)),
           derived_key("injection_vcs",
                       fmt::format("VCs from the NIC into the network, of all message classes "
                                   "together. More than {} with routing.vcs.policy layered, and "
                                   "one class, only.",
                                   kMaxVcChoices),
                       "", integer(1, kMaxVirtualChannels), "1 for each of routing.vcs.classes"),
           optional_key(
               "injection_vc_choice",
               "How packets are spread over those of their class: in turn, by the destination's "
               "number modulo how many there are, or at random.",
               "", one_of(kInjectionVcChoice),
               name_of(kInjectionVcChoice, kDefaults.injection_vc_choice)),
           optional_key("reorder_buffer",
                        "Reorder buffer for each source at each destination, of which no source "
                        "has more packets on the way than it holds; 0 = none. Its "
                        "acknowledgements are ideal: no bandwidth.",
                        "packets", or_words(integer(0, kMostReorderedPackets), {kUnlimited}),
                        kDefaults.reorder_buffer),
           derived_key("ejection_buffer",
                       "Buffer for each VC of the ejection link, in which packets wait for hosts "
                       "of the section tlm that do not take them (tlm.requests); 0 = these take "
                       "everything at once, as other hosts always do.",
                       "phits", integer(0, kMostBufferPhits),
                       "two packets where tlm.requests is above 0, else 0")}));
}

void read_nic(Reader& reader) {
  json& from = reader.section("nic");
  NicConfig& to = reader.config().network.nic;
  if (!from.contains("injection_buffer")) {
    from["injection_buffer"] = std::max(kDefaults.injection_buffer, 2 * to.packet_phits);
  }
  to.injection_buffer = from.at("injection_buffer");
  if (!from.contains("injection_vcs")) from["injection_vcs"] = to.classes;
  to.injection_vcs = from.at("injection_vcs");
  check_vc_choices(reader);
  check_layers(reader);
  to.injection_vc_choice = choose(kInjectionVcChoice, from.at("injection_vc_choice"));
  const json& reorder_buffer = from.at("reorder_buffer");
  to.reorder_buffer =
      reorder_buffer == kUnlimited ? kUnlimitedReorderBuffer : reorder_buffer.get<int>();
  if (!from.contains("ejection_buffer")) {
    from["ejection_buffer"] = limits_requests(reader.config()) ? 2 * to.packet_phits : 0;
  }
  to.ejection_buffer = from.at("ejection_buffer");
  if (to.ejection_buffer > 0 && !reader.config().resolved.contains("tlm")) {
    reader.fail(
        key_path("nic", "ejection_buffer"),
        fmt::format("{}: without the section tlm, hosts take everything at once; allowed: 0",
                    to.ejection_buffer));
  }
}

}  // namespace sim
}  // namespace netloom
