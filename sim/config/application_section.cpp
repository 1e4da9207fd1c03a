#include "sim/config/application_section.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/netlist/netlist.h"
#include "sim/config/schema_parts.h"
#include "sim/traffic/application.h"

namespace netloom {
namespace {

using namespace schema;
using nlohmann::json;

constexpr const char* kRandom = "random";
constexpr double kMostIterations = 1e9;
constexpr double kMostMessagePackets = 65536;
constexpr double kLongestCompute = 1e9;

}  // namespace

KeySchema application_key() {
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
                   "", text({"consecutive", kRandom}), "consecutive"),
      optional_key("message_packets", "Size of a message, in packets of packet_phits.", "packets",
                   integer(1, kMostMessagePackets), 1),
      optional_key("iterations", "How often all of it is done.", "", integer(1, kMostIterations),
                   1),
      optional_key("compute",
                   "From the arrival of the last message that a step needs to the messages that "
                   "the task sends then.",
                   "cycles", integer(1, kLongestCompute), 1)};
  map.discriminator = "name";
  for (const std::string& each : registry.names()) {
    for (const Parameter& parameter : registry.find(each).parameters) {
      map.variants[each].push_back(parameter_key(parameter));
    }
  }
  return key("application",
             "Closed traffic with causal dependencies: tasks on the nodes send the messages of a "
             "step when they have those that it needs. The result is the cycle in which the last "
             "one has arrived.",
             "", map_of(std::move(map)));
}

TrafficConfig::Application read_application(const Document& document, const KeyPath& path,
                                            json& section, ParameterMap parameters,
                                            int packet_phits, std::size_t nodes) {
  TrafficConfig::Application result;
  result.name = section.at("name");
  result.parameters = std::move(parameters);
  const ApplicationEntry& entry = ApplicationRegistry::instance().find(result.name);
  const std::uint64_t of_parameters = entry.tasks ? entry.tasks(result.parameters) : 0;
  if (!section.contains("tasks")) section["tasks"] = of_parameters != 0 ? of_parameters : nodes;
  const auto tasks = section.at("tasks").get<std::uint64_t>();
  if (tasks > nodes) {
    document.fail(
        path.key(of_parameters == tasks ? "grid" : "tasks"),
        fmt::format("{} tasks do not fit on the {} nodes; allowed: 2 to {} tasks",
                    of_parameters > kMaxHosts ? "so many" : std::to_string(tasks), nodes, nodes));
  }
  if (tasks < 2) {
    document.fail(
        path, fmt::format("{} task has nobody to send to; allowed: 2 to {} tasks", tasks, nodes));
  }
  result.tasks = static_cast<std::uint32_t>(tasks);
  std::uint32_t largest_message = 0;
  try {
    const auto application = entry.make({result.tasks, 1, 1}, result.parameters);
    result.sends_once = application->packets_per_pair() != 0;
    largest_message = application->largest_message();
  } catch (const Error& error) {
    document.fail(path.key(of_parameters != 0 ? "grid" : "name"), error.what());
  }
  result.random_placement = section.at("placement") == kRandom;
  result.message_packets = section.at("message_packets");
  result.iterations = section.at("iterations");
  result.compute = section.at("compute");
  const std::uint64_t phits =
      std::uint64_t{result.message_packets} * static_cast<std::uint64_t>(packet_phits);
  constexpr std::uint64_t kMostPhits = 16777216;
  if (phits > kMostPhits) {
    document.fail(
        path.key("message_packets"),
        fmt::format("messages would have {} phits; allowed with packets of {} phits: up "
                    "to {} packets",
                    phits, packet_phits, kMostPhits / static_cast<std::uint64_t>(packet_phits)));
  }
  const std::uint64_t largest =
      std::uint64_t{largest_message} * static_cast<std::uint64_t>(packet_phits);
  if (largest > kMostPhits) {
    document.fail(path, fmt::format("the largest message would have {} phits in {} packets; "
                                    "allowed with packets of {} phits: up to {} packets",
                                    largest, largest_message, packet_phits,
                                    kMostPhits / static_cast<std::uint64_t>(packet_phits)));
  }
  return result;
}

}  // namespace netloom
