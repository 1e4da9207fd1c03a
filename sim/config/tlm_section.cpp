#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "routing/base/types.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "tlm/address_map.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr Choice<FabricTiming> kTimings[] = {{"approximate", FabricTiming::kApproximate},
                                             {"loose", FabricTiming::kLoose}};
constexpr Choice<FabricOrder> kOrders[] = {{"free", FabricOrder::kFree},
                                           {"per_initiator", FabricOrder::kPerInitiator}};
constexpr double kHighestHost = (1 << 24) - 1;
constexpr double kMostBytes = 1 << 24;
constexpr double kMostOutstanding = 1 << 20;
constexpr double kLongestTimeOut = 1e9;
const TlmFabricConfig kDefaults;

/// Of bytes: up to 64 bits, which decimal numbers of a configuration do not have.
std::uint64_t read_bytes(const Reader& reader, const KeyPath& here, const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  if (text.rfind("0x", 0) == 0) {
    const auto [rest, error] = std::from_chars(text.data() + 2, end, value, 16);
    if (error == std::errc() && rest == end) return value;
  }
  reader.fail(here, fmt::format("'{}' is no number of bytes; allowed: 0x0 to 0x{:x}", text,
                                std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

KeySchema tlm_section() {
  ValueSchema map = list_of(map_of(
      {required_key("base", "The first address, like 0x80000000.", text()),
       required_key("size", "Bytes, like 0x10000.", text()),
       required_key("host", "Number of the host behind it.", integer(0, kHighestHost)),
       optional_key("relative",
                    "Whether targets see addresses from 0 on, or those that initiators write.", "",
                    boolean(), AddressRange().relative)}));
  map.minimum_elements = 0;
  return key(
      "tlm",
      "What the network is to TLM-2.0 hosts (see docs/guides/tlm_hosts.md). Of the commands of "
      "netloom, check looks at its requests, and the others do nothing with it.",
      "",
      map_of({optional_key("map", "Which host is behind which addresses.", "", std::move(map),
                           json::array()),
              optional_key("timing",
                           "In the beginning: approximate: packets cross the network, among all "
                           "others; loose: each way takes what it takes without contention.",
                           "", one_of(kTimings), name_of(kTimings, kDefaults.timing)),
              optional_key("order",
                           "Whether transactions of one initiator to one host stay in their order, "
                           "there and back.",
                           "", one_of(kOrders), name_of(kOrders, kDefaults.order)),
              optional_key("phit", "Of a phit.", "bytes", integer(1, kMostBytes), kDefaults.phit),
              optional_key("header",
                           "Of a packet beside its data. Requests to read and responses to writes "
                           "are a header alone.",
                           "bytes", integer(1, kMostBytes), kDefaults.header),
              optional_key("most_data", "The most data of a packet; what is longer is cut.",
                           "bytes", integer(1, kMostBytes), kDefaults.most_data),
              optional_key("outstanding", "Transactions of a host on their way at once.",
                           "transactions", integer(1, kMostOutstanding), kDefaults.outstanding),
              optional_key("requests",
                           "Requests that a host has taken and not answered, at most: until the "
                           "response to one has left, others wait in nic.ejection_buffer and in "
                           "the network; 0 = hosts take all.",
                           "transactions", integer(0, kMostOutstanding), kDefaults.requests),
              optional_key("time_out",
                           "After which a transaction without response ends with an error; 0 = "
                           "never.",
                           "cycles", integer(0, kLongestTimeOut), kDefaults.time_out)}));
}

bool limits_requests(const Config& config) {
  return config.resolved.contains("tlm") &&
         config.resolved.at("tlm").at("requests").get<std::uint32_t>() > 0;
}

void read_tlm(Reader& reader) {
  Config& config = reader.config();
  if (!config.resolved.contains("tlm")) return;
  const json& from = reader.section("tlm");
  TlmFabricConfig& to = config.tlm;
  std::size_t place = 0;
  for (const json& each : from.at("map")) {
    const KeyPath here = key_path("tlm", "map").element(place++);
    AddressRange range;
    range.base = read_bytes(reader, here.key("base"), each.at("base"));
    range.size = read_bytes(reader, here.key("size"), each.at("size"));
    range.host = each.at("host");
    range.relative = each.at("relative");
    to.map.push_back(range);
  }
  reader.located(key_path("tlm", "map"),
                 [&] { AddressMap(to.map, static_cast<NodeId>(config.netlist.hosts.size())); });
  to.timing = choose(kTimings, from.at("timing"));
  to.order = choose(kOrders, from.at("order"));
  to.phit = from.at("phit");
  to.header = from.at("header");
  to.most_data = from.at("most_data");
  to.outstanding = from.at("outstanding");
  to.requests = from.at("requests");
  if (to.requests > 0 && config.network.nic.ejection_buffer == 0) {
    reader.fail(key_path("tlm", "requests"),
                "requests that a host does not take need a buffer; allowed with "
                "nic.ejection_buffer 0: 0");
  }
  to.time_out = from.at("time_out");
  const auto most = static_cast<std::uint64_t>(config.network.nic.packet_phits) * to.phit;
  if (std::uint64_t{to.header} + to.most_data > most) {
    reader.fail(
        key_path("tlm", "most_data"),
        fmt::format("{} bytes, and a header of {}, are more than the {} bytes of a packet "
                    "(traffic.packet_phits times tlm.phit); allowed: up to {}",
                    to.most_data, to.header, most, most > to.header ? most - to.header : 0));
  }
}

}  // namespace sim
}  // namespace netloom
