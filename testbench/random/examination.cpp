#include "testbench/random/examination.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <regex>
#include <set>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/process_pool.h"
#include "sim/config/config.h"
#include "sim/config/fault_plan.h"
#include "sim/explain/explanation_text.h"
#include "sim/run/make_workload.h"
#include "sim/run/point.h"
#include "sim/study/check_study.h"
#include "testbench/random/draw.h"

namespace netloom::test {
namespace {

/// A simulation that takes longer does not end by itself.
constexpr rlim_t kMostSeconds = 120;

/// Bursts are as large as can be simulated in a moment.
constexpr int kBurstPhits = 12000;

using Overrides = std::vector<Override>;

void limit_time() {
  const rlimit limit{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_CPU, &limit);
}

std::string text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Where two results differ: "latency.network.mean: 31 and 32".
std::string difference(const Json& a, const Json& b, const std::string& path = "") {
  if (a == b) return "";
  if (a.is_structured() && a.type() == b.type()) {
    for (const auto& [key, value] : a.items()) {
      const std::string here = path.empty() ? key : path + '.' + key;
      if (a.is_object() && !b.contains(key)) return here + " is missing";
      if (a.is_array() && std::stoul(key) >= b.size()) return here + " is missing";
      const Json& other = a.is_object() ? b.at(key) : b.at(std::stoul(key));
      const std::string found = difference(value, other, here);
      if (!found.empty()) return found;
    }
    return path + " has more";
  }
  return fmt::format("{}: {} and {}", path, a.dump().substr(0, 200), b.dump().substr(0, 200));
}

Json without(Json point, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) point.erase(key);
  return point;
}

std::string failure_kind(const Json& point) {
  const Json& failure = point.at("failure");
  return failure.is_null() ? "" : failure.at("kind").get<std::string>();
}

/// A point to simulate.
struct Run {
  Config config;
  PointRequest request;
};

class Examiner {
 public:
  Examiner(std::string folder, std::string name, std::string program, std::string only)
      : folder_(std::move(folder)),
        path_(folder_ + '/' + name),
        program_(std::move(program)),
        only_(std::move(only)),
        text_(text_of_file(path_)),
        draw_(std::hash<std::string>()(text_), 0) {}

  Json report() {
    if (read() && run_reference()) {
      look("same", [this] { look_at_equal_runs(); });
      look("print_config", [this] { look_at_printed_config(); });
      check();
      look("deadlock", [this] { look_at_deadlock(); });
      look("zero_load", [this] { look_at_zero_load(); });
      look("program", [this] { look_at_program(); });
    }
    Json findings = Json::array();
    for (const auto& [property, message] : findings_) {
      findings.push_back({{"property", property}, {"message", message}});
    }
    return {{"status", refusal_.empty() ? "ran" : "refused"},
            {"refusal", refusal_},
            {"facts", facts_},
            {"findings", std::move(findings)}};
  }

 private:
  void find(const std::string& property, const std::string& message) {
    findings_.emplace_back(property, message);
  }

  void look(const std::string& property, const std::function<void()>& body) {
    if (only_.empty() || only_ == property) body();
  }

  Config config_with(const Overrides& overrides) const {
    Overrides all = {{"simulation.check_invariants", "true"}};
    all.insert(all.end(), overrides.begin(), overrides.end());
    return load_config(path_, all);
  }

  // Reading

  /// Messages say where: the file and line, and the key; of a file that the configuration names,
  /// that file.
  bool names_a_key(const std::string& message) const {
    static const std::regex kKey(":[0-9]+: [a-z_0-9]+(\\.[a-z_0-9]+|\\[[0-9]+\\])*: .+");
    if (message.compare(0, path_.size(), path_) == 0) {
      return std::regex_match(message.substr(path_.size()), kKey);
    }
    if (message.compare(0, folder_.size() + 1, folder_ + '/') == 0) return true;
    // Messages of a run know no lines: "faults: …", "traffic.trace: …".
    static const std::regex kOfARun("([a-z_]+)(\\.[a-z_0-9]+|\\[[0-9]+\\])*: .+");
    std::smatch match;
    return std::regex_match(message, match, kOfARun) &&
           (config_ == nullptr || config_->resolved.contains(match[1].str()));
  }

  void refuse(const std::string& message) {
    refusal_ = message.empty() ? "?" : message;
    if (!names_a_key(message)) find("refusal", "names no key: " + message);
  }

  bool read() {
    try {
      config_ = std::make_unique<Config>(config_with({}));
      require_enough_vcs(*config_);
      load_trace(*config_);
    } catch (const Error& error) {
      refuse(error.what());
      return false;
    } catch (const std::exception& error) {
      refusal_ = error.what();
      find("refusal", std::string("not an Error: ") + error.what());
      return false;
    }
    const nlohmann::json& resolved = config_->resolved;
    facts_["topology"] = resolved.at("network").value("topology", "netlist file");
    facts_["function"] = config_->routing_function;
    facts_["policy"] = config_->vc_policy;
    facts_["switching"] = resolved.at("switch").at("switching");
    constexpr const char* kKinds[] = {"none",          "open",  "burst",
                                      "request_reply", "trace", "application"};
    facts_["traffic"] = kKinds[static_cast<int>(config_->traffic.kind)];
    facts_["selection"] = config_->network.switches.selection;
    facts_["rtl"] = config_->rtl.blocks.empty()                     ? "none"
                    : config_->rtl.mode == RtlConfig::Mode::kShadow ? "shadow"
                                                                    : "replace";
    facts_["faults"] = config_->faults.empty() ? "none" : has_live_faults() ? "live" : "static";
    return true;
  }

  bool has_live_faults() const {
    return std::any_of(config_->faults.begin(), config_->faults.end(), [](const FaultConfig& each) {
      return each.cycle > 0 || (each.drawn && each.spacing > 0 && each.count > 1);
    });
  }

  // Simulating

  /// The points of runs; one that crashed is null, which has been found.
  std::vector<Json> simulate(const std::string& property, const std::vector<Run>& runs) {
    std::vector<Json> points(runs.size());
    run_in_processes(
        runs.size(), 1,
        [&](std::size_t i) {
          limit_time();
          Json point;
          try {
            point = simulate_point(runs[i].config, runs[i].request, load_trace(runs[i].config));
            // What explanations say is made here, so that a crash is one of this process.
            if (point.contains("explanation")) (void)explanation_text(point.at("explanation"));
          } catch (const Error& error) {
            point = failed_point(runs[i].request, "error", error.what());
          }
          return point.dump();
        },
        [&](const TaskResult& result) {
          if (result.crash.empty()) {
            points[result.task] = Json::parse(result.output);
          } else {
            find(property, fmt::format("the simulation {}", result.crash));
          }
        });
    return points;
  }

  Json simulate(const std::string& property, Config config, const PointRequest& request) {
    std::vector<Run> runs;
    runs.push_back({std::move(config), request});
    return simulate(property, runs).front();
  }

  bool run_reference() {
    std::vector<Run> runs;
    for (const PointRequest& request : points_of(*config_, true))
      runs.push_back({*config_, request});
    requests_ = points_of(*config_, true);
    reference_ = simulate("run", runs);
    for (const Json& point : reference_) {
      if (point.is_null()) return false;
      if (failure_kind(point) != "error") continue;
      const std::string message = point.at("failure").at("message");
      // What only the run of a seed knows.
      if (point.contains("packets")) {
        find("run", message);
      } else {
        refuse(message);
      }
      return false;
    }
    for (const Json& point : reference_) look_at_point(point);
    return true;
  }

  /// What holds of every result.
  void look_at_point(const Json& point) {
    const std::string kind = failure_kind(point);
    if (kind == "deadlock" || kind == "incomplete") {
      stalled_ = point.at("failure").at("message").get<std::string>();
    } else if (!kind.empty()) {
      find("conservation", failure_text(point));
    }
    const Json& packets = point.at("packets");
    const auto count = [&](const char* name) { return packets.at(name).get<std::int64_t>(); };
    const auto require = [&](bool holds, const char* what) {
      if (!holds) find("conservation", fmt::format("{}: {}", what, packets.dump()));
    };
    // That in flight is what is in the network, the run itself has checked: a result does not say.
    require(count("in_flight") >= 0 && count("queued") >= 0, "a count below none");
    require(count("lost") == count("cut") + count("dropped"), "lost is neither cut nor dropped");
    require(count("queued") <= count("in_flight"), "more are queued than in flight");
    require(count("injected") <= count("generated"), "more are injected than generated");
    require(count("generated") - count("injected") <= count("queued"),
            "not injected, and not queued");
    if (config_->faults.empty()) {
      require(count("lost") == 0 && count("deviated") == 0, "lost or deviated without a fault");
    }
    const auto& generation = point.at("latency").at("generation");
    const auto& network = point.at("latency").at("network");
    if (!network.at("mean").is_null() && network.at("mean") > generation.at("mean")) {
      find("conservation", "latency in the network is more than from generation");
    }
    if (point.contains("rtl") && point.at("rtl").is_object() &&
        point.at("rtl").at("mismatches") != 0) {
      find("same", "RTL and model differ: " + point.at("rtl").dump());
    }
  }

  // Same result, however it is run

  void look_at_equal_runs() {
    const int longest = config_->longest_quantum;
    std::vector<std::pair<std::string, Overrides>> variations = {
        {"the general core", {{"simulation.specialised", "false"}}},
        {"a specialised core", {{"simulation.specialised", "true"}}},
        {"one cycle per activation", {{"simulation.quantum", "1"}}},
        {"the longest quantum", {{"simulation.quantum", std::to_string(longest)}}},
        {"another order of the modules",
         {{"simulation.shuffle", std::to_string(draw_.between(1, 1000))}}},
        {"no idle-skipping", {{"simulation.idle_skipping", "false"}}},
        {"idle-skipping", {{"simulation.idle_skipping", "true"}}},
        {"no checks of invariants", {{"simulation.check_invariants", "false"}}},
        {"all at once",
         {{"simulation.specialised", "false"},
          {"simulation.quantum", std::to_string(draw_.between(1, longest))},
          {"simulation.shuffle", std::to_string(draw_.between(1, 1000))},
          {"simulation.idle_skipping", draw_.chance(0.5) ? "true" : "false"},
          {"simulation.check_invariants", "false"}}}};
    if (!config_->rtl.blocks.empty()) {
      variations.push_back({"the models in the place of RTL", {{"rtl.blocks", "[]"}}});
      const bool shadow = config_->rtl.mode == RtlConfig::Mode::kShadow;
      variations.push_back({shadow ? "RTL in the place of the models" : "RTL beside the models",
                            {{"rtl.mode", shadow ? "replace" : "shadow"}}});
    }
    std::vector<Run> runs;
    std::vector<std::string> names;
    for (const auto& [name, overrides] : variations) {
      Config config = config_with(overrides);
      // As it was drawn.
      if (config.resolved == config_->resolved) continue;
      runs.push_back({std::move(config), requests_.front()});
      names.push_back(name);
    }
    const std::vector<Json> points = simulate("same", runs);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!points[i].is_null()) compare("same", "with " + names[i], points[i]);
    }
  }

  /// RTL counts its decisions, and a message can name its packets by them: what differs when RTL
  /// does not decide is nothing of the result.
  void compare(const std::string& property, const std::string& how, const Json& point) {
    const std::vector<std::string> no_result = {"performance", "rtl", "explanation", "packet"};
    const std::string found =
        difference(without(reference_.front(), no_result), without(point, no_result));
    if (!found.empty()) find(property, how + " the result is another one: " + found);
  }

  void look_at_printed_config() {
    const std::string printed = print_config(*config_);
    try {
      Config again = parse_config(printed, path_, folder_);
      if (again.resolved != config_->resolved) {
        find("print_config", "read back, it is another one: " +
                                 difference(Json(config_->resolved), Json(again.resolved)));
      }
      const Json point = simulate("print_config", std::move(again), requests_.front());
      if (!point.is_null()) compare("print_config", "read back and with the same seed,", point);
    } catch (const Error& error) {
      find("print_config", std::string("it is refused: ") + error.what());
    }
  }

  // Deadlock

  void check() {
    run_in_processes(
        1, 1,
        [&](std::size_t) {
          limit_time();
          Json result;
          const CheckStudy study = check_network(*config_);
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
          result["cycle"] = cycle_text(config_->netlist, deadlock.cycle);
          result["differences"] = study.registers.differences;
          return result.dump();
        },
        [&](const TaskResult& result) {
          if (result.crash.empty()) {
            check_ = Json::parse(result.output);
          } else {
            find("deadlock", "netloom check " + result.crash);
          }
        });
    if (check_.is_null()) return;
    facts_["check"] = check_.at("method");
    if (!check_.at("connected").get<bool>()) {
      find("deadlock", "netloom check: " + check_.at("problem").get<std::string>());
    }
    if (!check_.at("differences").empty()) {
      find("deadlock", "netloom check: registers: " + check_.at("differences").dump());
    }
  }

  bool deadlock_free() const { return check_.at("free").get<bool>(); }

  void look_at_deadlock() {
    if (check_.is_null()) return;
    if (!stalled_.empty() && deadlock_free() && !awaits_lost_packets() && !deviates()) {
      find("deadlock", "proven free of deadlock, but " + stalled_);
    }
    look_at_order(reference_.front());
    if (deadlock_free()) {
      drain_bursts();
    } else {
      provoke_deadlock();
    }
  }

  /// Applications wait for what a fault has cut.
  bool awaits_lost_packets() const {
    return config_->traffic.kind == TrafficConfig::Kind::kApplication && any_packet("lost");
  }

  /// What turns back at a failed link is no part of the proof.
  bool deviates() const { return any_packet("deviated"); }

  bool any_packet(const char* fate) const {
    return std::any_of(reference_.begin(), reference_.end(),
                       [fate](const Json& point) { return point.at("packets").at(fate) != 0; });
  }

  Overrides burst(int packets) const {
    Overrides result = {{"traffic", fmt::format("{{burst: {{packets: {}}}, packet_phits: {}}}",
                                                packets, config_->traffic.packet_phits)},
                        {"simulation.quantum", "0"},
                        {"simulation.counters", "[]"},
                        {"simulation.completion_limit", "5000000"},
                        {"simulation.sample_interval", "5000000"},
                        {"simulation.watchdog", "5000"}};
    if (has_live_faults()) result.emplace_back("faults", "[]");
    return result;
  }

  int hosts() const { return static_cast<int>(config_->netlist.hosts.size()); }

  /// What is proven free of deadlock carries any burst to its end, with outputs that stall too, and
  /// every node's packets.
  void drain_bursts() {
    const int phits = config_->traffic.packet_phits;
    const int packets = std::clamp(kBurstPhits / (hosts() * phits), 3, 60);
    for (const char* stalls : {"0", "0.3"}) {
      Overrides overrides = burst(packets);
      overrides.emplace_back("simulation.stall_probability", stalls);
      const Json point = simulate("deadlock", config_with(overrides), requests_.front());
      if (point.is_null()) return;
      if (!succeeded(point)) {
        find("deadlock", fmt::format("proven free of deadlock, but a burst of {} packets a node "
                                     "with stalls of probability {} does not end: {}",
                                     packets, stalls, failure_text(point)));
        return;
      }
      const Json& counts = point.at("packets");
      const int all = packets * hosts();
      if (counts.at("generated") != all || counts.at("delivered") != all) {
        find("conservation", fmt::format("of a burst of {} packets: {}", all, counts.dump()));
      }
      const double load =
          static_cast<double>(packets * phits) / (point.at("completion_cycle").get<double>() + 1);
      for (const Json& each : point.at("nodes").at("accepted")) {
        if (std::abs(each.get<double>() - load) > 1e-9) {
          find("conservation", "not all of a burst of some node was delivered");
          break;
        }
      }
      look_at_order(point);
    }
  }

  /// Where there is one way only, of one VC, nothing can overtake.
  void look_at_order(const Json& point) {
    const bool one_way =
        check_.at("paths") == check_.at("pairs") && config_->network.nic.injection_vcs == 1 &&
        !has_live_faults() &&
        std::all_of(config_->vcs.begin(), config_->vcs.end(), [](int count) { return count == 1; });
    if (one_way && point.at("packets").at("out_of_order") != 0) {
      find("conservation", "packets overtook each other on the only way");
    }
  }

  /// A cycle need not be reached in every network: whether it is, is told.
  void provoke_deadlock() {
    const int phits = config_->traffic.packet_phits;
    const bool wormhole = config_->network.switches.switching == Switching::kWormhole;
    const int flit = wormhole ? config_->network.switches.flit_phits : phits;
    facts_["provoked"] = "no";
    for (const char* stalls : {"0", "0.3", "0.6", "0.9"}) {
      Overrides overrides = burst(std::clamp(4 * kBurstPhits / (hosts() * phits), 8, 400));
      overrides.emplace_back("simulation.stall_probability", stalls);
      overrides.emplace_back("switch.input_buffer", std::to_string(flit));
      overrides.emplace_back("switch.output_buffer", "0");
      std::optional<Config> config;
      try {
        config = config_with(overrides);
      } catch (const Error&) {
        overrides.resize(overrides.size() - 2);  // rings need more room
        config = config_with(overrides);
      }
      const Json point = simulate("deadlock", std::move(*config), requests_.front());
      if (point.is_null()) return;
      const std::string kind = failure_kind(point);
      if (kind == "deadlock") {
        facts_["provoked"] = "yes";
        return;
      }
      if (!kind.empty()) {
        find("deadlock", "a burst that should run into a deadlock: " + failure_text(point));
        return;
      }
    }
  }

  // Zero load

  /// One packet, alone in the network, takes what docs/timing.md says for the links that it took,
  /// and no more of them than there have to be.
  void look_at_zero_load() {
    if (check_.is_null()) return;
    const int source = draw_.between(0, hosts() - 1);
    const int destination = (source + draw_.between(1, hosts() - 1)) % hosts();
    const int phits = draw_.between(1, config_->traffic.packet_phits);
    const int start = draw_.between(0, 9);
    std::ofstream(folder_ + "/zero_load.txt")
        << fmt::format("{} {} {} {}\n", start, source, destination, phits);
    Overrides overrides = {
        {"traffic", fmt::format("{{trace: zero_load.txt, packet_phits: {}, bytes_per_phit: 1}}",
                                config_->traffic.packet_phits)},
        {"simulation.quantum", "0"},
        {"simulation.counters", "[]"},
        {"simulation.stall_probability", "0"},
        {"simulation.completion_limit", "1000000"},
        {"simulation.sample_interval", "1000000"}};
    if (has_live_faults()) overrides.emplace_back("faults", "[]");
    if (config_->network.switches.switching == Switching::kWormhole) {
      // In a smaller buffer the flits of a packet wait for credits.
      const int room = 2 * (config_->traffic.packet_phits + config_->network.switches.flit_phits);
      overrides.emplace_back("switch.input_buffer", std::to_string(room));
      const auto& output = config_->network.switches.output_buffer;
      if (*std::max_element(output.begin(), output.end()) > 0) {
        overrides.emplace_back("switch.output_buffer", std::to_string(room));
      }
    }
    const Json point = simulate("zero_load", config_with(overrides), requests_.front());
    if (point.is_null()) return;
    const std::string packet =
        fmt::format("one packet of {} phits from {} to {}: ", phits, source, destination);
    if (!succeeded(point)) {
      find("zero_load", packet + failure_text(point));
      return;
    }
    try {
      look_at_packet(point, static_cast<NodeId>(source), static_cast<NodeId>(destination), phits);
    } catch (const Error& error) {
      find("zero_load", packet + error.what());
    }
  }

  void look_at_packet(const Json& point, NodeId source, NodeId destination, int phits) const {
    const std::vector<int> path = path_of(point, source, destination);
    const int switches = static_cast<int>(path.size()) - 1;
    if (point.at("hops").at("mean") != switches) {
      throw Error(
          fmt::format("{} hops over {} switches", point.at("hops").at("mean").dump(), switches));
    }
    const int routing = routing_delay();
    int latency = phits - 1 + switches * (routing + config_->network.switches.crossbar_delay);
    if (config_->network.switches.switching == Switching::kStoreAndForward) {
      latency += switches * (phits - 1);
    }
    for (const int link : path) latency += latency_of(link, routing);
    const Json& network = point.at("latency").at("network");
    const Json& generation = point.at("latency").at("generation");
    const int most = latency + (routing == 0 ? most_decisions(switches) : 0);
    const int least = latency + (routing == 0 ? least_decisions() : 0);
    if (network.at("mean") < least || network.at("mean") > most || network != generation) {
      throw Error(
          fmt::format("{} cycles in the network, {} from generation, over {} switches; "
                      "allowed by the formula: {}{}",
                      network.at("mean").dump(), generation.at("mean").dump(), switches, least,
                      most > least ? fmt::format(" to {}", most) : ""));
    }
    look_at_length(switches, source, destination);
  }

  /// Links that carried anything, from source to destination.
  std::vector<int> path_of(const Json& point, NodeId source, NodeId destination) const {
    const Netlist& netlist = config_->netlist;
    const Json& each = point.at("links").at("each");
    std::set<int> used;
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
      for (const Json& vc : each.at(i).at("vcs")) {
        if (vc.at("utilisation") != 0) used.insert(static_cast<int>(i));
      }
    }
    std::vector<int> path;
    if (!extend_path(path, used, {Endpoint::Type::kHost, source, 0}, destination)) {
      throw Error("it did not go along a path to its destination");
    }
    return path;
  }

  /// In an order in which a packet can take all of them; it may come to a switch twice.
  bool extend_path(std::vector<int>& path, std::set<int>& used, const Endpoint& at,
                   NodeId destination) const {
    if (used.empty()) return at.type == Endpoint::Type::kHost && at.index == destination;
    for (const int link : std::vector<int>(used.begin(), used.end())) {
      const Link& next = config_->netlist.links[static_cast<std::size_t>(link)];
      if (next.from.type != at.type || next.from.index != at.index) continue;
      path.push_back(link);
      used.erase(link);
      if (extend_path(path, used, next.to, destination)) return true;
      used.insert(link);
      path.pop_back();
    }
    return false;
  }

  /// As the configuration says, by Chien's model too.
  int routing_delay() const {
    const nlohmann::json& delay = config_->resolved.at("switch").at("routing_delay");
    if (delay.is_number()) return delay.get<int>();
    const auto number = [&](const char* name) { return delay.at(name).get<double>(); };
    return static_cast<int>(std::lround(
        number("base") * (number("constant") + number("selection") * std::log2(number("options"))) /
        number("constant")));
  }

  /// As the configuration says; of networks from files, as the file says.
  int latency_of(int link, int routing) const {
    const Netlist& netlist = config_->netlist;
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    const nlohmann::json& network = config_->resolved.at("network");
    if (!network.contains("latency") || network.at("topology") == "graph") return each.latency;
    std::string name = netlist.kinds[static_cast<std::size_t>(each.kind)];
    if (network.at("topology") == "ruft" && each.to.type == Endpoint::Type::kHost) name = "long";
    const nlohmann::json& latency = network.at("latency").at(name);
    if (latency.is_number()) return latency.get<int>();
    const int one = latency.at("link");
    return one + latency.at("stages").get<int>() *
                     (one + routing + config_->network.switches.crossbar_delay);
  }

  bool decides_at_source() const {
    static const std::set<std::string> kNames = {"val", "ugal_l", "ugal_g", "pb",     "tpr",
                                                 "lia", "acor",   "par",    "pb_acor"};
    return kNames.count(config_->routing_function) != 0;
  }
  /// With R = 0 a decision at the source takes a cycle; par may decide at the second switch again.
  int least_decisions() const { return decides_at_source() ? 1 : 0; }
  int most_decisions(int switches) const {
    return config_->routing_function == "par" && switches > 2 ? 2 : least_decisions();
  }

  /// Shortest where the function takes shortest paths only, and never longer than netloom check's
  /// longest path.
  void look_at_length(int switches, NodeId source, NodeId destination) const {
    static const std::set<std::string> kShortest = {"interval",      "destro",   "det_lin",
                                                    "dor",           "adaptive", "ecmp",
                                                    "shortest_path", "table",    "ruft"};
    const int shortest = shortest_way(source, destination);
    const std::string& function = config_->routing_function;
    const bool minimal =
        kShortest.count(function) != 0 || (function == "ft2ei" && config_->faults.empty());
    if (minimal && switches != shortest) {
      throw Error(fmt::format("{} switches, where {} are enough", switches, shortest));
    }
    const int longest = check_.at("longest").get<int>() + 1;
    if (switches < shortest || (check_.at("longest") != 0 && switches > longest)) {
      throw Error(fmt::format("{} switches; allowed: {} to {}", switches, shortest, longest));
    }
    if (function == "min" && switches > 4) throw Error("more than a local, a global, a local hop");
  }

  /// In switches.
  int shortest_way(NodeId source, NodeId destination) const {
    const Netlist& netlist = config_->netlist;
    std::vector<std::vector<SwitchId>> next(netlist.switches.size());
    SwitchId first = 0;
    SwitchId last = 0;
    for (const Link& link : netlist.links) {
      if (link.from.type == Endpoint::Type::kHost) {
        if (link.from.index == source) first = link.to.index;
      } else if (link.to.type == Endpoint::Type::kHost) {
        if (link.to.index == destination) last = link.from.index;
      } else {
        next[link.from.index].push_back(link.to.index);
      }
    }
    std::vector<int> switches(netlist.switches.size());
    std::queue<SwitchId> queue;
    switches[first] = 1;
    for (queue.push(first); !queue.empty(); queue.pop()) {
      for (const SwitchId to : next[queue.front()]) {
        if (switches[to] != 0) continue;
        switches[to] = switches[queue.front()] + 1;
        queue.push(to);
      }
    }
    return switches[last];
  }

  // The program from outside

  struct Ending {
    int status = -1;  ///< below 0: a signal
    std::string errors;
  };

  Ending run_program(const std::vector<std::string>& arguments) const {
    const std::string errors = folder_ + "/errors.txt";
    std::vector<char*> argv = {const_cast<char*>(program_.c_str())};
    for (const std::string& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
    argv.push_back(nullptr);
    const pid_t process = fork();
    if (process == 0) {
      limit_time();
      const int null = open("/dev/null", O_WRONLY);
      const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (null < 0 || file < 0 || dup2(null, 1) < 0 || dup2(file, 2) < 0) _exit(126);
      execv(program_.c_str(), argv.data());
      _exit(127);
    }
    int status = 0;
    if (process < 0 || waitpid(process, &status, 0) < 0) throw Error("no process can be had");
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), text_of_file(errors)};
  }

  /// `silent`: that which needs no message.
  void expect_status(const std::string& command, const Ending& ending,
                     const std::vector<int>& allowed, int silent = 0) {
    const bool said = ending.status == 0 || ending.status == silent ||
                      ending.errors.find("netloom: error: ") != std::string::npos;
    if (said && std::find(allowed.begin(), allowed.end(), ending.status) != allowed.end()) return;
    find("program",
         fmt::format("netloom {}: {} {}; {}", command, ending.status < 0 ? "signal" : "exit status",
                     std::abs(ending.status), ending.errors));
  }

  void look_at_program() {
    if (program_.empty()) return;
    const bool all = std::all_of(reference_.begin(), reference_.end(), succeeded);
    const std::string json = folder_ + "/result.json";
    const Ending run = run_program({"run", path_, "--details", "--json", json, "--csv",
                                    folder_ + "/result.csv", "--jobs", "1"});
    expect_status("run", run, {all ? 0 : 1});
    if (run.status == (all ? 0 : 1)) compare_points(json);
    if (!check_.is_null()) {
      const bool good = check_.at("connected").get<bool>() && deadlock_free();
      const Ending ending = run_program({"check", path_, "--json", folder_ + "/check.json"});
      expect_status("check", ending, {!good});
    }
    explain();
  }

  void compare_points(const std::string& json) {
    const Json points = Json::parse(text_of_file(json)).at("points");
    if (points.size() != reference_.size()) {
      find("program", "netloom run --json: so many points: " + std::to_string(points.size()));
      return;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string found =
          difference(without(reference_[i], {"performance"}), without(points[i], {"performance"}));
      if (!found.empty()) find("program", "netloom run --json has another result: " + found);
    }
  }

  void explain() {
    const std::string packet =
        draw_.chance(0.6) ? "slowest" : fmt::format("{}:0", draw_.between(0, hosts() - 1));
    const std::string json = folder_ + "/explained.json";
    const Ending ending = run_program(
        {"run", path_, "--details", "--explain", packet, "--json", json, "--jobs", "1"});
    // There may be no such packet, which the explanation says; with a reorder buffer the
    // destination belongs to its name.
    expect_status("run --explain " + packet, ending, {0, 1, 2}, 1);
    if (ending.status != 0) return;
    const Json points = Json::parse(text_of_file(json)).at("points");
    compare("program", "with --explain " + packet, points.at(0));
  }

  std::string folder_, path_, program_, only_;
  std::string text_;
  Draw draw_;  ///< what is tried out: the same for the same configuration
  std::unique_ptr<Config> config_;
  std::vector<PointRequest> requests_;
  std::vector<Json> reference_;  ///< the points, with invariants checked
  std::string stalled_;          ///< what the reference says of that; empty: it did not
  Json check_;                   ///< of netloom check; null: it crashed
  std::string refusal_;
  Json facts_ = Json::object();
  std::vector<std::pair<std::string, std::string>> findings_;
};

}  // namespace

const std::vector<std::string>& property_names() {
  static const std::vector<std::string> names = {"same", "print_config", "deadlock", "zero_load",
                                                 "program"};
  return names;
}

Json examine(const std::string& folder, const std::string& name, const std::string& program,
             const std::string& only) {
  return Examiner(folder, name, program, only).report();
}

}  // namespace netloom::test
