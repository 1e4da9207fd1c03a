#include "testbench/random/examination.h"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <regex>
#include <utility>

#include "routing/base/error.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "testbench/random/deadlock_property.h"
#include "testbench/random/equal_runs.h"
#include "testbench/random/examined.h"
#include "testbench/random/program_runs.h"
#include "testbench/random/results.h"
#include "testbench/random/zero_load.h"

namespace netloom::test {
namespace {

/// Part of `same`, and so looked at only by itself: of the fast view, on one thread, where models
/// decide in the place of RTL, and what does not complete ends soon.
constexpr const char* kOptions = "options";

class Examiner {
 public:
  Examiner(const std::string& folder, const std::string& name, const std::string& program,
           std::string only)
      : it_(folder, name, program), only_(std::move(only)) {
    if (only_ == kOptions) {
      it_.always = {{"views", "{default: fast}"},
                    {"rtl.blocks", "[]"},
                    {"simulation.threads", "1"},
                    {"simulation.completion_limit", "50000"}};
    }
  }

  Json report() {
    if (read() && run_reference()) {
      look("same", look_at_equal_runs);
      if (only_ == kOptions) look_at_options(it_);
      look("views", look_at_equal_views);
      look("print_config", look_at_printed_config);
      check_routing(it_);
      if (!it_.check.is_null()) {
        look("deadlock", look_at_deadlock);
        look("zero_load", look_at_zero_load);
      }
      look("program", look_at_program);
      look("split", look_at_split_runs);
    }
    Json findings = Json::array();
    for (const auto& [property, message] : it_.findings) {
      findings.push_back({{"property", property}, {"message", message}});
    }
    return {{"status", refusal_.empty() ? "ran" : "refused"},
            {"refusal", refusal_},
            {"facts", it_.facts},
            {"findings", std::move(findings)}};
  }

 private:
  void look(const std::string& property, void (*body)(Examined&)) {
    if (only_.empty() || only_ == property) body(it_);
  }

  /// Messages say where: the file and line, and the key; of a file that the configuration names,
  /// that file.
  bool names_a_key(const std::string& message) const {
    static const std::regex kKey(":[0-9]+: [a-z_0-9]+(\\.[a-z_0-9]+|\\[[0-9]+\\])*: .+");
    if (message.compare(0, it_.path.size(), it_.path) == 0) {
      return std::regex_match(message.substr(it_.path.size()), kKey);
    }
    if (message.compare(0, it_.folder.size() + 1, it_.folder + '/') == 0) return true;
    // Messages of a run know no lines: "faults: …", "traffic.trace: …".
    static const std::regex kOfARun("([a-z_]+)(\\.[a-z_0-9]+|\\[[0-9]+\\])*: .+");
    std::smatch match;
    return std::regex_match(message, match, kOfARun) &&
           (it_.config == nullptr || it_.config->resolved.contains(match[1].str()));
  }

  void refuse(const std::string& message) {
    refusal_ = message.empty() ? "?" : message;
    if (!names_a_key(message)) it_.find("refusal", "names no key: " + message);
  }

  bool read() {
    try {
      it_.config = std::make_unique<Config>(it_.config_with({}));
      LoadedConfig loaded(*it_.config);
      require_enough_vcs(loaded);
      load_trace(*it_.config);
    } catch (const Error& error) {
      refuse(error.what());
      return false;
    } catch (const std::exception& error) {
      refusal_ = error.what();
      it_.find("refusal", std::string("not an Error: ") + error.what());
      return false;
    }
    const nlohmann::json& resolved = it_.config->resolved;
    it_.facts["topology"] = resolved.at("network").value("topology", "netlist file");
    it_.facts["function"] = it_.config->routing_function;
    it_.facts["policy"] = it_.config->vc_policy;
    it_.facts["switching"] = resolved.at("switch").at("switching");
    constexpr const char* kKinds[] = {"none",          "open",  "burst",
                                      "request_reply", "trace", "application"};
    it_.facts["traffic"] = kKinds[static_cast<int>(it_.config->traffic.kind)];
    it_.facts["selection"] = it_.config->network.switches.selection;
    it_.facts["rtl"] = it_.config->rtl.blocks.empty()                     ? "none"
                       : it_.config->rtl.mode == RtlConfig::Mode::kShadow ? "shadow"
                                                                          : "replace";
    it_.facts["faults"] = it_.config->faults.empty() ? "none"
                          : it_.has_live_faults()    ? "live"
                                                     : "static";
    return true;
  }

  bool run_reference() {
    std::vector<Run> runs;
    for (const PointRequest& request : points_of(*it_.config, true))
      runs.push_back({*it_.config, request});
    it_.requests = points_of(*it_.config, true);
    it_.reference = it_.simulate("run", runs);
    for (const Json& point : it_.reference) {
      if (point.is_null()) return false;
      if (failure_kind(point) != "error") continue;
      const std::string message = point.at("failure").at("message");
      // What only the run of a seed knows.
      if (point.contains("packets")) {
        it_.find("run", message);
      } else {
        refuse(message);
      }
      return false;
    }
    for (const Json& point : it_.reference) look_at_point(point);
    return true;
  }

  /// What holds of every result.
  void look_at_point(const Json& point) {
    const std::string kind = failure_kind(point);
    // Whether it may stall, the check knows. Where much fails at once, what is on its way can go in
    // circles (docs/live_faults.md).
    const bool circles = kind == "livelock" && it_.has_live_faults();
    if (!kind.empty() && kind != "deadlock" && kind != "incomplete" && !circles) {
      it_.find("conservation", failure_text(point));
    }
    const Json& packets = point.at("packets");
    const auto count = [&](const char* name) { return packets.at(name).get<std::int64_t>(); };
    const auto require = [&](bool holds, const char* what) {
      if (!holds) it_.find("conservation", fmt::format("{}: {}", what, packets.dump()));
    };
    // That in flight is what is in the network, the run itself has checked: a result does not say.
    require(count("in_flight") >= 0 && count("queued") >= 0, "a count below none");
    require(count("lost") == count("cut") + count("dropped"), "lost is neither cut nor dropped");
    require(count("queued") <= count("in_flight"), "more are queued than in flight");
    require(count("injected") <= count("generated"), "more are injected than generated");
    require(count("generated") - count("injected") <= count("queued"),
            "not injected, and not queued");
    if (it_.config->faults.empty()) {
      require(count("lost") == 0 && count("deviated") == 0, "lost or deviated without a fault");
    }
    const auto& generation = point.at("latency").at("generation");
    const auto& network = point.at("latency").at("network");
    if (!network.at("mean").is_null() && network.at("mean") > generation.at("mean")) {
      it_.find("conservation", "latency in the network is more than from generation");
    }
    if (point.contains("rtl") && point.at("rtl").is_object() &&
        point.at("rtl").at("mismatches") != 0) {
      it_.find("same", "RTL and model differ: " + point.at("rtl").dump());
    }
  }

  Examined it_;
  std::string only_;  ///< property; empty: all
  std::string refusal_;
};

}  // namespace

const std::vector<std::string>& property_names() {
  static const std::vector<std::string> names = {"same",     "views",     "print_config",
                                                 "deadlock", "zero_load", "program",
                                                 "split",    kOptions};
  return names;
}

Json examine(const std::string& folder, const std::string& name, const std::string& program,
             const std::string& only) {
  return Examiner(folder, name, program, only).report();
}

}  // namespace netloom::test
