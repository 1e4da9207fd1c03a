#include "sim/sweep/rtl_trial.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/base/defect.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/config/views.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/fabric.h"
#include "sim/traffic/silent_source.h"

namespace netloom {
inline namespace sim {
namespace {

/// Builds the network, and each kind of its switches. As JSON: {built: names of their objects,
/// watched: whether they have pins for who looks}, {refused: …} or {failed: …}; {}: the points say
/// more.
Json trial(const Config& config, const TrafficBounds& bounds) {
  try {
    SilentSource silence;
    RtlKinds kinds(config);
    const Fabric fabric(config, silence, config.run.seeds.front(), bounds, nullptr,
                        no_other_ranks(), kinds.hook());
    std::vector<std::string> built = kinds.build();
    return {{"built", std::move(built)}, {"watched", kinds.watched()}};
  } catch (const WriteError& error) {
    return {{"failed", error.what()}};
  } catch (const Error& error) {
    return {{"refused", error.what()}};
  } catch (const std::exception& error) {
    // Of a mistake in Netloom the points say more.
    if (!is_defect(error)) return {{"failed", error.what()}};
  }
  return Json::object();
}

}  // namespace

std::vector<std::string> require_rtl_switches(const Config& config, const TrafficBounds& bounds) {
  if (!has_rtl_view(config)) {
    if (!config.rtl.switch_files.empty()) {
      print_note("rtl.switch does not count: views puts no switch into RTL");
    }
    return {};
  }
  Json found;
  run_in_processes(
      1, 1, [&](std::size_t /*task*/) { return json_text(trial(config, bounds)); },
      [&](const TaskResult& result) { found = parse_json(result.output); });
  // And so do those of a process that has crashed.
  if (!found.is_object()) return {};
  if (found.contains("refused")) throw Error(found.at("refused").get<std::string>());
  if (found.contains("failed")) throw std::runtime_error(found.at("failed").get<std::string>());
  if (!found.value("watched", true)) {
    print_note(
        "rtl.switch has none of the pins watch_*_o: links, credits and registers are compared, and "
        "not heads, room and grants");
  }
  return found.value("built", std::vector<std::string>());
}

}  // namespace sim
}  // namespace netloom
