#include "testbench/random/provocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "routing/base/error.h"
#include "testbench/random/results.h"

namespace netloom::test {
namespace {

/// As much as can be simulated in a moment.
constexpr int kWitnessPhits = 12000;
constexpr int kBurstPhits = 48000;

class Provocation {
 public:
  explicit Provocation(Examined& examined) : it_(examined) {}

  void run() {
    const bool shown = !it_.check.at("cycle").get<std::string>().empty();
    buffers_ = smallest_buffers();
    const bool required = has_to_stall();
    if (shown) it_.facts["cycle"] = required ? "has to be reached" : sort_of_cycle();
    const bool stalled = try_witnesses() || (ended_well_ && try_bursts());
    if (!ended_well_) return;
    // Packets that are offered nothing stop without a cycle.
    it_.facts[shown ? "provoked" : "stopped"] = stalled ? "yes" : "no";
    if (required && !stalled) {
      it_.find("deadlock", "packets that can but run into the cycle do not: " +
                               it_.check.at("cycle").get<std::string>());
    }
  }

 private:
  int phits() const { return it_.config->traffic.packet_phits; }
  const Json& witnesses() const { return it_.check.at("witnesses"); }

  /// Buffers for a flit; those of the configuration where rings need more room.
  Overrides smallest_buffers() const {
    const bool wormhole = it_.config->network.switches.switching == Switching::kWormhole;
    const int flit = wormhole ? it_.config->network.switches.flit_phits : phits();
    const Overrides buffers = {{"switch.input_buffer", std::to_string(flit)},
                               {"switch.output_buffer", "0"}};
    try {
      it_.config_with(buffers);
      return buffers;
    } catch (const Error&) {
      return {};
    }
  }

  /// With one packet of each witness from a host of its own, each is in its channel, which it fills
  /// (or, in wormhole, does not leave), before it can go on.
  bool has_to_stall() const {
    std::set<int> sources;
    for (const Json& each : witnesses()) {
      if (!each.at("at_once").get<bool>()) return false;
      sources.insert(each.at("source").get<int>());
    }
    return !buffers_.empty() && !sources.empty() && sources.size() == witnesses().size();
  }

  /// Why it need not be reached.
  std::string sort_of_cycle() const {
    const auto all = [this](const char* what) {
      return std::all_of(witnesses().begin(), witnesses().end(),
                         [what](const Json& each) { return each.at(what).get<bool>(); });
    };
    if (witnesses().empty()) return "of rings";
    if (!all("only_way")) return "packets have a choice";
    if (!all("at_once")) return "packets come to it by other channels";
    return buffers_.empty() ? "large buffers" : "packets share a host";
  }

  bool try_witnesses() {
    if (witnesses().empty()) return false;
    const int pairs = static_cast<int>(witnesses().size());
    const int packets = std::clamp(kWitnessPhits / (pairs * phits()), 8, 200);
    std::ofstream trace(it_.folder + "/witnesses.txt");
    for (int i = 0; i < packets; ++i) {
      for (const Json& each : witnesses()) {
        trace << fmt::format("{} {} {} {}\n", i, each.at("source").get<int>(),
                             each.at("destination").get<int>(), phits());
      }
    }
    trace.close();
    return stalls(
        fmt::format("{{trace: witnesses.txt, packet_phits: {}, bytes_per_phit: 1}}", phits()), 3);
  }

  bool try_bursts() {
    const int packets = std::clamp(kBurstPhits / (it_.hosts() * phits()), 8, 400);
    return stalls(fmt::format("{{burst: {{packets: {}}}, packet_phits: {}}}", packets, phits()), 1);
  }

  bool stalls(const std::string& traffic, int seeds) {
    PointRequest request = it_.requests.front();
    request.load.reset();
    for (int seed = 0; seed < seeds; ++seed, ++request.seed) {
      for (const char* stalls : {"0", "0.3", "0.6", "0.9"}) {
        Overrides overrides = it_.closed_run(traffic);
        overrides.insert(overrides.end(), buffers_.begin(), buffers_.end());
        overrides.push_back({"simulation.stall_probability", stalls});
        // Slower, and of the same result.
        if (!it_.config->rtl.blocks.empty()) overrides.push_back({"rtl.blocks", "[]"});
        const Json point = it_.simulate("deadlock", it_.config_with(overrides), request);
        ended_well_ = !point.is_null();
        if (!ended_well_) return false;
        const std::string kind = failure_kind(point);
        if (kind == "deadlock") return true;
        ended_well_ = kind.empty();
        if (!ended_well_) {
          it_.find("deadlock", "a run that should come into a deadlock: " + failure_text(point));
          return false;
        }
      }
    }
    return false;
  }

  Examined& it_;
  Overrides buffers_;
  bool ended_well_ = true;  ///< the last run was delivered or came into a deadlock
};

}  // namespace

void provoke_deadlock(Examined& examined) {
  Provocation(examined).run();
}

}  // namespace netloom::test
