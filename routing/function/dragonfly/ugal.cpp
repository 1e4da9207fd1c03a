#include "routing/function/dragonfly/ugal.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {
namespace {

/// Phits behind the next hop of a way.
int next_queue(const DragonflyWays& ways, const DragonflyGoal& goal, const CongestionView& view) {
  int least = std::numeric_limits<int>::max();
  ways.for_each_next(goal, [&](int port) { least = std::min(least, view.phits_behind(port)); });
  return least;
}

}  // namespace

std::string ugal_comparison_text(std::int64_t minimal_queue, std::int64_t valiant_queue,
                                 int threshold) {
  const bool minimal = ugal_minimal(minimal_queue, valiant_queue, threshold);
  return fmt::format("{}: Q_MIN {} {} 2 Q_VLB + T = 2 * {} + {} phits",
                     minimal ? "minimal" : "Valiant", minimal_queue, minimal ? "<=" : ">",
                     valiant_queue, threshold);
}

bool LocalUgal::minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                        const DragonflyGoal& intermediate, const CongestionView& view) const {
  return minimal_with(ways, destination, intermediate, view, threshold_);
}

bool LocalUgal::minimal_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                             const DragonflyGoal& intermediate, const CongestionView& view,
                             int threshold) {
  return ugal_minimal(next_queue(ways, destination, view), next_queue(ways, intermediate, view),
                      threshold);
}

std::string LocalUgal::explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                               const DragonflyGoal& intermediate,
                               const CongestionView& view) const {
  return explain_with(ways, destination, intermediate, view, threshold_) + " (UGAL_THRESHOLD)";
}

std::string LocalUgal::explain_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                                    const DragonflyGoal& intermediate, const CongestionView& view,
                                    int threshold) {
  return ugal_comparison_text(next_queue(ways, destination, view),
                              next_queue(ways, intermediate, view), threshold) +
         " behind the next hops";
}

void LocalUgal::registers_written(const RegisterFile& file) {
  threshold_ = static_cast<std::int16_t>(file.value("UGAL_THRESHOLD", 0));
}

UgalRouting::UgalRouting(const RoutingContext& context, const std::string& function,
                         const ValiantRules& rules)
    : ValiantRouting(context, function, rules),
      threshold_(static_cast<int>(integer_parameter(context.parameters, "ugal_threshold"))) {}

std::vector<RegisterWrite> UgalRouting::register_program(SwitchId /*switch_id*/) const {
  return {{"UGAL_THRESHOLD", 0, static_cast<std::uint16_t>(threshold_)}};
}

std::vector<Parameter> ugal_test_parameters(QueueBehind queue) {
  return {whole_number("ugal_threshold",
                       "T, phits by which the queue of the minimal path may exceed twice that of "
                       "the Valiant one (register UGAL_THRESHOLD)",
                       0, std::numeric_limits<std::int16_t>::min(),
                       std::numeric_limits<std::int16_t>::max()),
          queue_parameter(queue), decide_parameter()};
}

std::vector<Parameter> ugal_parameters(QueueBehind queue) {
  std::vector<Parameter> parameters = valiant_parameters();
  for (Parameter& each : ugal_test_parameters(queue)) parameters.push_back(std::move(each));
  return parameters;
}

std::map<std::string, int> ugal_vcs(const ParameterMap& parameters) {
  return valiant_vcs(valiant_rules(parameters));
}

}  // namespace routing
}  // namespace netloom
