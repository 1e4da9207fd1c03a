#include "sim/study/check_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/davc/davc_routing.h"
#include "routing/decision/class_routing.h"
#include "sim/base/progress.h"
#include "sim/run/network_check.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

Json relabel_json(const RelabelReport& report) {
  return {{"before", report.before},
          {"after", report.after},
          {"lower_bound", report.at_least},
          {"lower_bound_reason", report.reason},
          {"numberings", report.numberings}};
}

std::string relabel_text(const RelabelReport& report) {
  return fmt::format(
      "relabel: {} VCs needed before, {} after {} numberings; no numbering needs fewer than {}: "
      "{}\n",
      report.before, report.after, report.numberings, report.at_least, report.reason);
}

Json vc_need_json(const Config& config, const VcNeed& need) {
  Json kinds = Json::object();
  for (std::size_t kind = 1; kind < need.vcs.size(); ++kind) {
    kinds[config.netlist.kinds[kind]] = {
        {"needed", need.vcs[kind]},
        {"available", config.vcs[kind] / config.network.nic.classes},
        {"path", need.vcs[kind] == 0 ? "" : path_text(config.netlist, need.witnesses[kind])}};
  }
  return {
      {"function", davc_function_names()[static_cast<std::size_t>(config.davc->rule.function())]},
      {"kinds", std::move(kinds)},
      {"unbounded", need.unbounded},
      {"states", need.states},
      {"enough", !has_too_few(config, need)}};
}

std::string vc_need_text(const Config& config, const VcNeed& need) {
  if (has_too_few(config, need)) {
    return fmt::format("virtual channels: {}; packets that need more {}\n",
                       too_few_text(config, need),
                       config.davc->clamp ? "stay on the last VC" : "get none and stop");
  }
  std::vector<std::string> parts;
  for (std::size_t kind = 1; kind < need.vcs.size(); ++kind) {
    parts.push_back(fmt::format("{} {} of {}", config.netlist.kinds[kind], need.vcs[kind],
                                config.vcs[kind] / config.network.nic.classes));
  }
  return fmt::format("virtual channels: DAVC ({}) needs {}\n",
                     davc_function_names()[static_cast<std::size_t>(config.davc->rule.function())],
                     joined(parts));
}

/// "h3 takes no more requests from s2.p0.vc0 until responses have left by h3.vc1", of the channel
/// at a place of the cycle, and the next.
std::string answering_text(const Config& config, const std::vector<ChannelName>& cycle,
                           std::size_t place) {
  const Link& link = config.netlist.links[static_cast<std::size_t>(cycle[place].link)];
  return fmt::format("{} takes no more requests from {} until responses have left by {}",
                     config.netlist.hosts[link.to.index].name,
                     channel_text(config.netlist, cycle[place]),
                     channel_text(config.netlist, cycle[(place + 1) % cycle.size()]));
}

bool leads_to_host(const Config& config, const ChannelName& channel) {
  const Link& link = config.netlist.links[static_cast<std::size_t>(channel.link)];
  return link.to.type == Endpoint::Type::kHost;
}

/// Which requests wait for responses in the dependencies; empty: none do.
std::string classes_text(const Config& config, const DeadlockReport& deadlock) {
  if (deadlock.answering_hosts == 0) return "";
  return fmt::format("  requests wait for responses at {} hosts (tlm.requests: {}), {}\n",
                     deadlock.answering_hosts, config.tlm.requests,
                     config.network.nic.classes > 1
                         ? "on VCs of their own (routing.vcs.classes: 2)"
                         : "on the same VCs (routing.vcs.classes: 1; with 2 both have their own)");
}

std::string deadlock_text(const Config& config, const CheckStudy& study) {
  const DeadlockReport& deadlock = study.deadlock;
  const std::string size =
      fmt::format("{} dependencies between {} channels", deadlock.dependencies, deadlock.channels);
  switch (deadlock.method) {
    case DeadlockReport::Method::kAcyclic:
      return fmt::format("deadlock: none; the {} have no cycle\n", size);
    case DeadlockReport::Method::kEscape:
      return fmt::format(
          "deadlock: none; the {} have cycles, but there is an escape from every state, and the {} "
          "dependencies on escapes have no cycle\n",
          size, deadlock.escape_dependencies);
    case DeadlockReport::Method::kBubble:
      return fmt::format(
          "deadlock: none; of the {}, {} are on escapes, which have no cycle but {} rings, in each "
          "of which bubble flow control keeps room for a packet\n",
          size, deadlock.escape_dependencies, deadlock.rings);
    case DeadlockReport::Method::kNone:
      break;
  }
  std::string text = fmt::format("deadlock: possible; {}\n", size);
  if (!deadlock.stopped.empty()) {
    text += fmt::format("  a packet that is offered nothing stops, and what waits for it: {}\n",
                        deadlock.stopped);
  } else if (!deadlock.no_escape.empty()) {
    text += fmt::format("  no escape from {}\n", deadlock.no_escape);
  }
  if (!deadlock.unguarded.empty()) {
    text += fmt::format("  into a ring without entering it: {}\n", deadlock.unguarded);
  }
  if (!deadlock.cycle.empty()) {
    text += fmt::format("  a shortest cycle: {}\n", cycle_text(config.netlist, deadlock.cycle));
    for (std::size_t place = 0; place < study.cycle_packets.size(); ++place) {
      const CycleWitness& each = study.cycle_packets[place];
      if (leads_to_host(config, deadlock.cycle[place])) {
        text += "    " + answering_text(config, deadlock.cycle, place) + '\n';
        continue;
      }
      text += fmt::format("    {} to {} holds {} and waits for {}\n",
                          config.netlist.hosts[each.path.source].name,
                          config.netlist.hosts[each.path.destination].name,
                          channel_text(config.netlist, each.path.hops[each.holds]),
                          channel_text(config.netlist, each.path.hops.back()));
    }
  }
  return text;
}

}  // namespace

bool CheckStudy::ok() const {
  return enough_vcs && connectivity.ok() && deadlock.deadlock_free() &&
         registers.differences.empty();
}

CheckStudy check_network(LoadedConfig& loaded, const std::optional<RelabelOptions>& search,
                         bool progress) {
  const Config& config = loaded.config();
  if (search && !config.davc) {
    throw Error(
        fmt::format("{}--relabel looks for ids that the VC policy davc compares, but the "
                    "policy is {}; allowed: policy: davc",
                    config.vcs_place, config.vc_policy));
  }
  RoutingFunction& routing = loaded.routing();
  CheckStudy study;
  study.vc_need = vc_need_of(config, routing);
  // Packets that stay on the last VC need no more of them.
  study.enough_vcs = !study.vc_need || config.davc->clamp || !has_too_few(config, *study.vc_need);
  {
    // Both follow the packets to each host, about as long.
    const std::size_t walks = 2 * config.netlist.hosts.size();
    Progress line(progress, walks, static_cast<double>(walks), "destinations followed");
    const auto done = [&line] { line.finished(1); };
    study.connectivity = connectivity_of(config, routing, done);
    study.deadlock = deadlock_of(config, routing, done);
  }
  study.cycle_packets = cycle_witnesses(routing_context(config), routing,
                                        config.network.nic.injection_vcs, study.deadlock);
  study.registers = check_registers(loaded);
  if (search) {
    Progress line(progress, search->numberings, static_cast<double>(search->numberings),
                  "numberings tried");
    RelabelOptions options = *search;
    options.numbering_done = [&line] { line.finished(1); };
    study.relabelled = relabel(dynamic_cast<DavcRouting&>(inner_of_classes(routing)), options);
  }
  return study;
}

Json check_json(const Config& config, const CheckStudy& study) {
  const ConnectivityReport& connectivity = study.connectivity;
  const DeadlockReport& deadlock = study.deadlock;
  Json cycle = Json::array();
  for (const ChannelName& each : deadlock.cycle) {
    cycle.push_back(channel_text(config.netlist, each));
  }
  Json cycle_packets = Json::array();
  for (std::size_t place = 0; place < study.cycle_packets.size(); ++place) {
    cycle_packets.push_back(leads_to_host(config, deadlock.cycle[place])
                                ? answering_text(config, deadlock.cycle, place)
                                : path_text(config.netlist, study.cycle_packets[place].path));
  }
  Json vcs_needed = Json::object();
  for (std::size_t kind = 1; kind < config.netlist.kinds.size(); ++kind) {
    vcs_needed[config.netlist.kinds[kind]] = deadlock.vcs_needed[kind];
  }
  Json problems = Json::array();
  for (const ConnectivityProblem& problem : connectivity.problems) {
    problems.push_back(problem.message);
  }
  return {{"version", version()},
          {"config", Json(config.resolved)},
          {"connected", connectivity.ok()},
          {"pairs", connectivity.pairs},
          {"unconnected", connectivity.unconnected},
          {"endangered", connectivity.endangered},
          {"paths", connectivity.paths},
          {"longest_path", connectivity.longest_path},
          {"problem_count", connectivity.problem_count},
          {"problems", std::move(problems)},
          {"deadlock_free", deadlock.deadlock_free()},
          {"method", deadlock_method_name(deadlock.method)},
          {"channels", deadlock.channels},
          {"states", deadlock.states},
          {"dependencies", deadlock.dependencies},
          {"escape_dependencies", deadlock.escape_dependencies},
          {"cycle", std::move(cycle)},
          {"cycle_packets", std::move(cycle_packets)},
          {"no_escape", deadlock.no_escape},
          {"stopped", deadlock.stopped},
          {"unguarded", deadlock.unguarded},
          {"answering_hosts", deadlock.answering_hosts},
          {"message_classes", config.network.nic.classes},
          {"rings", deadlock.rings},
          {"vcs_needed", std::move(vcs_needed)},
          {"davc", study.vc_need ? vc_need_json(config, *study.vc_need) : Json()},
          {"registers",
           {{"words", study.registers.words}, {"differences", study.registers.differences}}},
          {"relabel", study.relabelled ? relabel_json(*study.relabelled) : Json()}};
}

std::string check_text(const Config& config, const CheckStudy& study) {
  const ConnectivityReport& connectivity = study.connectivity;
  const DeadlockReport& deadlock = study.deadlock;
  const RegisterCheck& registers = study.registers;
  std::string text;
  if (study.vc_need) text += vc_need_text(config, *study.vc_need);
  if (connectivity.ok()) {
    text += fmt::format(
        "connectivity: all {} pairs of hosts, over {} paths of up to {} links between switches\n",
        connectivity.pairs, connectivity.paths, connectivity.longest_path);
  } else {
    text += fmt::format(
        "connectivity: of {} pairs of hosts {} are not connected and {} may go astray\n",
        connectivity.pairs, connectivity.unconnected, connectivity.endangered);
    for (const ConnectivityProblem& problem : connectivity.problems) {
      text += "  " + problem.message + '\n';
    }
    const std::uint64_t shown = connectivity.problems.size();
    if (connectivity.problem_count > shown) {
      text += fmt::format("  and {} more problems\n", connectivity.problem_count - shown);
    }
  }
  text += deadlock_text(config, study) + classes_text(config, deadlock);
  if (config.network.has_live_faults() && config.network.fault_handling.emergency_path) {
    text +=
        "  not looked at: packets on the emergency path around links that fail during the run\n";
  }
  if (registers.words == 0) {
    text += "registers: this routing function has none\n";
  } else if (registers.differences.empty()) {
    text += fmt::format("registers: all {} words, read back over TLM-2.0, are as they should be\n",
                        registers.words);
  } else {
    text += fmt::format("registers: {} of {} words differ\n", registers.differences.size(),
                        registers.words);
    for (const std::string& difference : registers.differences) text += "  " + difference + '\n';
  }
  if (study.relabelled) text += relabel_text(*study.relabelled);
  return text;
}

std::string davc_ids_text(const Config& config, const RelabelReport& report) {
  std::ostringstream text;
  write_davc_ids(config.netlist, report.ids, text);
  return text.str();
}

}  // namespace sim
}  // namespace netloom
