#include "testbench/random/deadlock_property.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "routing/check/cycle_witness.h"
#include "sim/base/process_pool.h"
#include "sim/study/check_study.h"
#include "testbench/random/provocation.h"
#include "testbench/random/results.h"

namespace netloom::test {
namespace {

/// Bursts are as large as can be simulated in a moment.
constexpr int kBurstPhits = 12000;

Json witnesses_of(const Config& config, const DeadlockReport& report) {
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  Json result = Json::array();
  for (const CycleWitness& each : cycle_witnesses(routing_context(config), *routing,
                                                  config.network.nic.injection_vcs, report)) {
    result.push_back({{"source", each.path.source},
                      {"destination", each.path.destination},
                      {"only_way", each.only_way},
                      {"at_once", each.only_way && each.holds == 0}});
  }
  return result;
}

class DeadlockProperty {
 public:
  explicit DeadlockProperty(Examined& examined) : it_(examined) {}

  void look() {
    const bool free = it_.check.at("free").get<bool>();
    for (const Json& point : it_.reference) {
      look_at_order(point);
      const std::string kind = failure_kind(point);
      const bool stalled = kind == "deadlock" || kind == "incomplete";
      if (!stalled || !free || awaits_lost_packets() || deviates() || mixes_tables()) continue;
      it_.find("deadlock", "proven free of deadlock, but " + failure_text(point));
    }
    if (free) {
      drain_bursts();
    } else {
      provoke_deadlock(it_);
    }
  }

 private:
  /// Applications wait for what a fault has cut.
  bool awaits_lost_packets() const {
    return it_.config->traffic.kind == TrafficConfig::Kind::kApplication && any_packet("lost");
  }

  /// What turns back at a failed link is no part of the proof.
  bool deviates() const { return any_packet("deviated"); }

  /// Neither are ways by tables of which the fabric manager has written a part.
  bool mixes_tables() const {
    return it_.has_live_faults() && !RoutingFunctionRegistry::instance()
                                         .find(it_.config->routing_function)
                                         .switches_tell_of_faults;
  }

  bool any_packet(const char* fate) const {
    return std::any_of(it_.reference.begin(), it_.reference.end(),
                       [fate](const Json& point) { return point.at("packets").at(fate) != 0; });
  }

  /// What is proven free of deadlock carries any burst to its end, with outputs that stall too, and
  /// every node's packets.
  void drain_bursts() {
    const int phits = it_.config->traffic.packet_phits;
    const int packets = std::clamp(kBurstPhits / (it_.hosts() * phits), 3, 60);
    for (const char* stalls : {"0", "0.3"}) {
      Overrides overrides = it_.closed_run(
          fmt::format("{{burst: {{packets: {}}}, packet_phits: {}}}", packets, phits));
      overrides.push_back({"simulation.stall_probability", stalls});
      const Json point = it_.simulate("deadlock", it_.config_with(overrides), it_.requests.front());
      if (point.is_null()) return;
      if (!succeeded(point)) {
        it_.find("deadlock",
                 fmt::format("proven free of deadlock, but a burst of {} packets a node "
                             "with stalls of probability {} does not end: {}",
                             packets, stalls, failure_text(point)));
        return;
      }
      const Json& counts = point.at("packets");
      const int all = packets * it_.hosts();
      if (counts.at("generated") != all || counts.at("delivered") != all) {
        it_.find("conservation", fmt::format("of a burst of {} packets: {}", all, counts.dump()));
      }
      const double load =
          static_cast<double>(packets * phits) / (point.at("completion_cycle").get<double>() + 1);
      for (const Json& each : point.at("nodes").at("accepted")) {
        if (std::abs(each.get<double>() - load) > 1e-9) {
          it_.find("conservation", "not all of a burst of some node was delivered");
          break;
        }
      }
      look_at_order(point);
    }
  }

  /// Where there is one way only, of one VC, nothing can overtake.
  void look_at_order(const Json& point) {
    const bool one_way = it_.check.at("paths") == it_.check.at("pairs") &&
                         it_.config->network.nic.injection_vcs == 1 && !it_.has_live_faults() &&
                         std::all_of(it_.config->vcs.begin(), it_.config->vcs.end(),
                                     [](int count) { return count == 1; });
    if (one_way && point.at("packets").at("out_of_order") != 0) {
      it_.find("conservation", "packets overtook each other on the only way");
    }
  }

  Examined& it_;
};

}  // namespace

void check_routing(Examined& examined) {
  run_in_processes(
      1, 1,
      [&](std::size_t) {
        limit_time();
        Json result;
        const Config& config = *examined.config;
        LoadedConfig loaded(config);
        const CheckStudy study = check_network(loaded);
        const ConnectivityReport& connectivity = study.connectivity;
        result["connected"] = connectivity.ok();
        result["problem"] =
            connectivity.problems.empty() ? "" : connectivity.problems.front().message;
        result["pairs"] = connectivity.pairs;
        result["paths"] = connectivity.paths;
        result["longest"] = connectivity.longest_path;
        const DeadlockReport& deadlock = study.deadlock;
        result["free"] = deadlock.deadlock_free();
        result["method"] = deadlock_method_name(deadlock.method);
        result["cycle"] = cycle_text(config.netlist, deadlock.cycle);
        result["witnesses"] = witnesses_of(config, deadlock);
        result["differences"] = study.registers.differences;
        return result.dump();
      },
      [&](const TaskResult& result) {
        if (result.crash.empty()) {
          examined.check = Json::parse(result.output);
        } else {
          examined.find("deadlock", "netloom check " + result.crash);
        }
      });
  if (examined.check.is_null()) return;
  examined.facts["check"] = examined.check.at("method");
  if (!examined.check.at("connected").get<bool>()) {
    examined.find("deadlock", "netloom check: " + examined.check.at("problem").get<std::string>());
  }
  if (!examined.check.at("differences").empty()) {
    examined.find("deadlock",
                  "netloom check: registers: " + examined.check.at("differences").dump());
  }
}

void look_at_deadlock(Examined& examined) {
  DeadlockProperty(examined).look();
}

}  // namespace netloom::test
