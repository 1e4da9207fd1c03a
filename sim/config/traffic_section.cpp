#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr int kLongestReplyDelay = 1000000000;

[[noreturn]] void clash(const Reader& reader, const std::string& name, const std::string& other,
                        const std::string& allowed) {
  reader.fail(key_path("traffic", name),
              "does not go together with traffic." + other + "; allowed: " + allowed);
}

/// What is sent: the keys of which there has to be one.
std::string kind_of(const Reader& reader, const json& traffic) {
  std::string kind;
  for (const char* name : {"load", "burst", "trace", "application"}) {
    if (!traffic.contains(name)) continue;
    if (!kind.empty()) clash(reader, name, kind, "exactly one of load, burst, trace, application");
    kind = name;
  }
  return kind;
}

/// Which keys there may be beside that.
void check_keys_beside(const Reader& reader, const json& traffic, const std::string& kind) {
  if (kind == "trace" || kind == "application") {
    for (const char* name : {"pattern", "nodes", "mixture", "phases", "request_reply"}) {
      if (!traffic.contains(name)) continue;
      clash(reader, name, kind,
            kind == "trace" ? "packet_phits and bytes_per_phit beside trace"
                            : "packet_phits beside application");
    }
  }
  if (kind != "trace" && traffic.contains("bytes_per_phit")) {
    reader.fail(key_path("traffic", "bytes_per_phit"),
                "is for traces only; allowed: no such key without traffic.trace");
  }
  if (kind == "burst" && traffic.contains("request_reply")) {
    clash(reader, "request_reply", kind, "load beside request_reply");
  }
  std::string form;
  for (const char* name : {"pattern", "mixture", "phases"}) {
    if (!traffic.contains(name)) continue;
    if (!form.empty()) clash(reader, name, form, "exactly one of pattern, mixture, phases");
    form = name;
  }
  if (traffic.contains("nodes") && form != "pattern") {
    clash(reader, "nodes", form, "nodes in the elements of " + form);
  }
}

/// Whether every phase has a load of its own, so that no other is needed.
bool phases_have_loads(const json& traffic) {
  if (!traffic.contains("phases")) return false;
  const json& phases = traffic.at("phases");
  return std::all_of(phases.begin(), phases.end(),
                     [](const json& phase) { return phase.contains("load"); });
}

void read_burst(Reader& reader, const json& burst) {
  TrafficConfig& to = reader.config().traffic;
  to.kind = TrafficConfig::Kind::kBurst;
  to.burst_packets = burst.at("packets");
  const auto packet_phits = static_cast<std::uint64_t>(to.packet_phits);
  const std::uint64_t phits = to.burst_packets * packet_phits;
  const Cycle limit = reader.config().run.completion_limit;
  if (phits <= limit) return;
  reader.fail(key_path("traffic", "burst").key("packets"),
              fmt::format("a node has {} phits to send, one a cycle, more than "
                          "simulation.completion_limit ({}); allowed: up to {} packets",
                          phits, limit, limit / packet_phits));
}

}  // namespace

KeySchema traffic_section() {
  const TrafficConfig defaults;
  MapSchema map;
  add_pattern_keys(map);
  map.keys.push_back(
      derived_key("load", "Offered load: a number, or a list with one point for each.",
                  "phits/(node·cycle)", one_or_list(real(0, 1, true), true),
                  "none: exactly one of load, burst, trace and application has to be given"));
  map.keys.push_back(optional_key("packet_phits",
                                  "Size of the packets; a longer message is cut into several.",
                                  "phits", integer(1, kLongestPacket), defaults.packet_phits));
  KeySchema packets = key("packets", "Packets that each node sends, as fast as it can.", "packets",
                          integer(1, std::numeric_limits<std::uint32_t>::max()));
  packets.required = true;
  map.keys.push_back(key("burst",
                         "Closed traffic: every node sends a number of packets. The result is the "
                         "cycle in which the last one has arrived.",
                         "", map_of({std::move(packets)})));
  map.keys.push_back(
      key("request_reply", "Every packet is a request that its destination answers; with load.", "",
          map_of({derived_key("reply_phits", "Size of a reply.", "phits",
                              integer(1, kMostMessagePhits), "packet_phits"),
                  optional_key("delay", "From the arrival of a request to its reply.", "cycles",
                               integer(1, kLongestReplyDelay), defaults.reply_delay)})));
  for (KeySchema& each : trace_keys()) map.keys.push_back(std::move(each));
  map.keys.push_back(application_key());
  KeySchema result =
      key("traffic", "What the nodes send: load, burst, trace or application has to be given.", "",
          map_of(std::move(map)));
  result.required = true;
  return result;
}

void set_traffic(Reader& reader) {
  const Node* traffic = reader.document().find(KeyPath().key("traffic"));
  if (traffic == nullptr) {
    if (reader.needs_traffic()) return;
    reader.document().set_default(key_path("traffic", "packet_phits"),
                                  std::to_string(TrafficConfig().packet_phits));
  } else if (traffic->find("trace") == nullptr && traffic->find("application") == nullptr) {
    set_patterns(reader);
  }
}

void read_packet_sizes(Reader& reader) {
  json& traffic = reader.section("traffic");
  TrafficConfig& to = reader.config().traffic;
  NetworkConfig& network = reader.config().network;
  to.packet_phits = traffic.at("packet_phits");
  network.nic.packet_phits = to.packet_phits;
  network.smallest_packet = 0;
  if (traffic.contains("trace")) {
    network.smallest_packet = 1;
  } else if (traffic.contains("request_reply")) {
    json& reply = traffic["request_reply"];
    if (!reply.contains("reply_phits")) reply["reply_phits"] = to.packet_phits;
    to.reply_phits = reply.at("reply_phits");
    to.reply_delay = reply.at("delay");
    const int rest = to.reply_phits % to.packet_phits;
    network.smallest_packet = rest == 0 ? to.packet_phits : rest;
  }
}

void read_traffic(Reader& reader) {
  json& from = reader.section("traffic");
  TrafficConfig& to = reader.config().traffic;
  const std::string kind = kind_of(reader, from);
  check_keys_beside(reader, from, kind);
  if (kind.empty() && !phases_have_loads(from)) {
    if (reader.needs_traffic()) {
      reader.fail(KeyPath().key("traffic"),
                  "none of load, burst, trace and application is given; allowed: exactly one of "
                  "them");
    }
    to.kind = TrafficConfig::Kind::kNone;
    return;
  }
  if (kind == "trace") {
    read_trace(reader, from);
    return;
  }
  if (kind == "application") {
    read_application(reader, from["application"]);
    return;
  }
  if (kind == "burst") {
    read_burst(reader, from.at("burst"));
  } else if (from.contains("request_reply")) {
    to.kind = TrafficConfig::Kind::kRequestReply;
  }
  if (kind == "load") {
    if (!from.at("load").is_array()) from["load"] = json::array({from.at("load")});
    to.loads = from.at("load").get<std::vector<double>>();
  }
  read_patterns(reader, from);
}

}  // namespace sim
}  // namespace netloom
