#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "routing/netlist/netlist.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

/// Whether tasks are placed at random.
constexpr Choice<bool> kPlacement[] = {{"consecutive", false}, {"random", true}};
constexpr double kMostIterations = 1e9;
constexpr double kMostMessagePackets = 65536;
constexpr double kLongestCompute = 1e9;

/// `largest`: packets of the largest message of the application itself.
void check_messages(const Reader& reader, std::uint64_t largest) {
  const KeyPath path = key_path("traffic", "application");
  const TrafficConfig& traffic = reader.config().traffic;
  const auto packet_phits = static_cast<std::uint64_t>(traffic.packet_phits);
  const std::uint64_t most_packets = kMostMessagePhits / packet_phits;
  const std::uint64_t phits = traffic.application.message_packets * packet_phits;
  if (phits > kMostMessagePhits) {
    reader.fail(path.key("message_packets"),
                fmt::format("messages would have {} phits; allowed with packets of {} phits: up "
                            "to {} packets",
                            phits, packet_phits, most_packets));
  }
  if (largest * packet_phits > kMostMessagePhits) {
    reader.fail(path, fmt::format("the largest message would have {} phits in {} packets; "
                                  "allowed with packets of {} phits: up to {} packets",
                                  largest * packet_phits, largest, packet_phits, most_packets));
  }
}

}  // namespace

KeySchema application_key() {
  const TrafficConfig::Application defaults;
  const ApplicationRegistry& registry = ApplicationRegistry::instance();
  MapSchema map;
  KeySchema name = key("name", "Which application. Its parameters are keys beside this one.", "",
                       text(registry.names()));
  name.required = true;
  map.keys = {
      std::move(name),
      derived_key("tasks", "Number of tasks, each on a node of its own.", "",
                  integer(2, static_cast<double>(kMaxHosts)), "those of grid, or one per node"),
      optional_key("placement",
                   "Which task is on which node: consecutive = task i on node i; random = drawn "
                   "from the seed of the run.",
                   "", one_of(kPlacement), name_of(kPlacement, defaults.random_placement)),
      optional_key("message_packets", "Size of a message, in packets of packet_phits.", "packets",
                   integer(1, kMostMessagePackets), defaults.message_packets),
      optional_key("iterations", "How often all of it is done.", "", integer(1, kMostIterations),
                   defaults.iterations),
      optional_key("compute",
                   "From the arrival of the last message that a step needs to the messages that "
                   "the task sends then.",
                   "cycles", integer(1, kLongestCompute), defaults.compute)};
  map.discriminator = "name";
  for (const std::string& each : registry.names()) {
    map.variants[each] = parameter_keys(registry.find(each).parameters);
  }
  return key("application",
             "Closed traffic with causal dependencies: tasks on the nodes send the messages of a "
             "step when they have those that it needs. The result is the cycle in which the last "
             "one has arrived.",
             "", map_of(std::move(map)));
}

void read_application(Reader& reader, json& section) {
  const KeyPath path = key_path("traffic", "application");
  TrafficConfig::Application& to = reader.config().traffic.application;
  reader.config().traffic.kind = TrafficConfig::Kind::kApplication;
  to.name = section.at("name");
  const ApplicationEntry& entry = ApplicationRegistry::instance().find(to.name);
  to.parameters = reader.read_parameters(entry.parameters, section, path);
  const std::size_t nodes = reader.config().netlist.hosts.size();
  const std::uint64_t of_parameters = entry.tasks ? entry.tasks(to.parameters) : 0;
  if (!section.contains("tasks")) section["tasks"] = of_parameters != 0 ? of_parameters : nodes;
  const auto tasks = section.at("tasks").get<std::uint64_t>();
  if (tasks > nodes) {
    reader.fail(
        path.key(of_parameters == tasks ? "grid" : "tasks"),
        fmt::format("{} tasks do not fit on the {} nodes; allowed: 2 to {} tasks",
                    of_parameters > kMaxHosts ? "so many" : std::to_string(tasks), nodes, nodes));
  }
  if (tasks < 2) {
    reader.fail(path,
                fmt::format("{} task has nobody to send to; allowed: 2 to {} tasks", tasks, nodes));
  }
  to.tasks = static_cast<std::uint32_t>(tasks);
  std::uint32_t largest_message = 0;
  reader.located(path.key(of_parameters != 0 ? "grid" : "name"), [&] {
    const auto application = entry.make({to.tasks, 1, 1}, to.parameters);
    to.sends_once = application->packets_per_pair() != 0;
    largest_message = application->largest_message();
  });
  to.random_placement = choose(kPlacement, section.at("placement"));
  to.message_packets = section.at("message_packets");
  to.iterations = section.at("iterations");
  to.compute = section.at("compute");
  check_messages(reader, largest_message);
  if (!to.sends_once && reader.config().network.nic.reorders()) {
    reader.fail(key_path("nic", "reorder_buffer"),
                fmt::format("does not go together with application {}, whose tasks send to "
                            "each other in several steps; allowed: 0",
                            to.name));
  }
}

}  // namespace sim
}  // namespace netloom
