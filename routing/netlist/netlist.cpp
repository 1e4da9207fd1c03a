#include "routing/netlist/netlist.h"

#include <fmt/format.h>

#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "routing/base/error.h"
#include "routing/netlist/latency.h"

namespace netloom {
inline namespace routing {
namespace {

using Part = NetlistProblem::Part;

/// Whether the name ends like a port of a switch: ".p" and digits.
bool ends_like_port(std::string_view name) {
  const std::size_t dot = name.rfind(".p");
  if (dot == std::string_view::npos || dot + 2 == name.size()) return false;
  return name.find_first_not_of("0123456789", dot + 2) == std::string_view::npos;
}

/// Names stand in line-based files, where '#' begins a comment and '*' means all.
const char* name_problem(const std::string& name) {
  if (name.empty()) return "is empty";
  if (name == "*") return "stands for all parts in routing tables";
  for (const char c : name) {
    if (c == '#') return "contains a '#', which begins a comment in files";
    const auto code = static_cast<unsigned char>(c);
    if (code <= ' ' || code == 0x7F) return "contains white space or a control character";
  }
  if (ends_like_port(name)) return "ends like the port of a switch (NAME.pN)";
  return nullptr;
}

/// Finds the first problem, part by part; each check may rely on the ones before it.
class Validator {
 public:
  explicit Validator(const Netlist& netlist) : netlist_(netlist) {}

  std::optional<NetlistProblem> run() {
    check_sizes();
    if (!problem_) check_kinds();
    if (!problem_) check_names();
    for (std::size_t i = 0; i < netlist_.links.size() && !problem_; ++i) check_link(i);
    if (!problem_) check_use();
    return std::move(problem_);
  }

 private:
  void fail(Part part, std::size_t index, std::string message) {
    problem_ = NetlistProblem{part, index, std::move(message)};
  }

  void fail_link(std::size_t index, const std::string& message) {
    const Link& link = netlist_.links[index];
    fail(Part::kLink, index,
         fmt::format("link {} -> {}: {}", endpoint_name(netlist_, link.from),
                     endpoint_name(netlist_, link.to), message));
  }

  void check_sizes() {
    const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (netlist_.hosts.size() > kMaxHosts) {
      fail(Part::kNetwork, 0,
           fmt::format("{} hosts; at most {} are allowed", netlist_.hosts.size(), kMaxHosts));
    } else if (netlist_.switches.size() > kMaxSwitches) {
      fail(Part::kNetwork, 0,
           fmt::format("{} switches; at most {} are allowed", netlist_.switches.size(),
                       kMaxSwitches));
    } else if (netlist_.links.size() > most) {
      fail(Part::kNetwork, 0,
           fmt::format("{} links; at most {} are allowed", netlist_.links.size(), most));
    } else if (netlist_.switches.empty() || netlist_.hosts.empty()) {
      fail(Part::kNetwork, 0, "a network needs at least one switch and one host");
    }
  }

  void check_kinds() {
    if (netlist_.kinds.empty() || netlist_.kinds[0] != "host") {
      fail(Part::kKind, 0, "the first link kind must be 'host'");
      return;
    }
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < netlist_.kinds.size(); ++i) {
      const std::string& kind = netlist_.kinds[i];
      if (const char* why = name_problem(kind)) {
        return fail(Part::kKind, i, fmt::format("the link kind's name '{}' {}", kind, why));
      }
      if (!seen.emplace(kind, i).second) {
        return fail(Part::kKind, i, fmt::format("the link kind '{}' is there twice", kind));
      }
    }
  }

  void check_names() {
    std::unordered_map<std::string_view, bool> seen;  // name: is it a switch
    seen.reserve(netlist_.switches.size() + netlist_.hosts.size());
    const auto check = [&](Part part, std::size_t index, const std::string& name) {
      const bool is_switch = part == Part::kSwitch;
      const char* word = is_switch ? "switch" : "host";
      if (const char* why = name_problem(name)) {
        return fail(part, index, fmt::format("the name '{}' of {} {} {}", name, word, index, why));
      }
      const auto [it, is_new] = seen.emplace(name, is_switch);
      if (!is_new) {
        fail(part, index,
             fmt::format("the name '{}' of {} {} is already that of another {}; names are unique "
                         "over switches and hosts",
                         name, word, index, it->second ? "switch" : "host"));
      }
    };
    for (std::size_t i = 0; i < netlist_.switches.size() && !problem_; ++i) {
      const SwitchInfo& info = netlist_.switches[i];
      check(Part::kSwitch, i, info.name);
      if (!problem_ && (info.ports < 1 || info.ports > kMaxPorts)) {
        fail(Part::kSwitch, i,
             fmt::format("switch {} has {} ports; allowed: 1 to {}", info.name, info.ports,
                         kMaxPorts));
      }
    }
    for (std::size_t i = 0; i < netlist_.hosts.size() && !problem_; ++i) {
      check(Part::kHost, i, netlist_.hosts[i].name);
    }
  }

  /// Why the end is not one of this network; empty if it is.
  std::string end_problem(const Endpoint& end) const {
    if (end.type == Endpoint::Type::kHost) {
      if (end.index >= netlist_.hosts.size()) {
        return fmt::format("there is no host {}; the network has {}", end.index,
                           netlist_.hosts.size());
      }
      if (end.port != 0) return "a host has port 0 only";
      return {};
    }
    if (end.index >= netlist_.switches.size()) {
      return fmt::format("there is no switch {}; the network has {}", end.index,
                         netlist_.switches.size());
    }
    const SwitchInfo& info = netlist_.switches[end.index];
    if (end.port < 0 || end.port >= info.ports) {
      return fmt::format("switch {} has no port {}; allowed: 0 to {}", info.name, end.port,
                         info.ports - 1);
    }
    return {};
  }

  void check_link(std::size_t index) {
    const Link& link = netlist_.links[index];
    for (const Endpoint* end : {&link.from, &link.to}) {
      if (std::string why = end_problem(*end); !why.empty()) return fail_link(index, why);
    }
    if (link.latency < 1 || link.latency > kLongestLatency) {
      return fail_link(index, fmt::format("the latency is {} cycles; allowed: 1 to {}",
                                          link.latency, kLongestLatency));
    }
    if (link.kind < 0 || static_cast<std::size_t>(link.kind) >= netlist_.kinds.size()) {
      return fail_link(index, fmt::format("there is no link kind {}; the network has {}", link.kind,
                                          netlist_.kinds.size()));
    }
    const bool from_host = link.from.type == Endpoint::Type::kHost;
    const bool to_host = link.to.type == Endpoint::Type::kHost;
    if (from_host && to_host) {
      return fail_link(index, "a link between two hosts; at least one end must be a switch");
    }
    const std::string& kind = netlist_.kinds[static_cast<std::size_t>(link.kind)];
    if ((from_host || to_host) && link.kind != 0) {
      return fail_link(
          index, fmt::format("the kind of a link to or from a host is 'host', not '{}'", kind));
    }
    if (!from_host && !to_host && link.kind == 0) {
      return fail_link(index, "the kind 'host' is for links to and from hosts only");
    }
  }

  /// Every port at most once in each direction, every host exactly once.
  void check_use() {
    std::vector<std::size_t> base(netlist_.switches.size());
    std::size_t ports = 0;
    for (std::size_t i = 0; i < base.size(); ++i) {
      base[i] = ports;
      ports += static_cast<std::size_t>(netlist_.switches[i].ports);
    }
    constexpr int kNone = -1;
    // Switch ports first, then hosts.
    std::vector<int> out(ports + netlist_.hosts.size(), kNone);
    std::vector<int> in(out.size(), kNone);
    const auto slot = [&](const Endpoint& end) {
      return end.type == Endpoint::Type::kHost
                 ? ports + end.index
                 : base[end.index] + static_cast<std::size_t>(end.port);
    };
    for (std::size_t i = 0; i < netlist_.links.size(); ++i) {
      const Link& link = netlist_.links[i];
      for (const bool leaves : {true, false}) {
        const Endpoint& end = leaves ? link.from : link.to;
        int& user = leaves ? out[slot(end)] : in[slot(end)];
        if (user != kNone) {
          const Link& first = netlist_.links[static_cast<std::size_t>(user)];
          return fail_link(
              i, fmt::format("{} already has a link {}: {} -> {}", endpoint_name(netlist_, end),
                             leaves ? "out" : "in", endpoint_name(netlist_, first.from),
                             endpoint_name(netlist_, first.to)));
        }
        user = static_cast<int>(i);
      }
    }
    for (std::size_t i = 0; i < netlist_.hosts.size(); ++i) {
      for (const bool leaves : {true, false}) {
        if ((leaves ? out : in)[ports + i] != kNone) continue;
        return fail(Part::kHost, i,
                    fmt::format("host {} has no link {} a switch; it needs exactly one",
                                netlist_.hosts[i].name, leaves ? "to" : "from"));
      }
    }
  }

  const Netlist& netlist_;
  std::optional<NetlistProblem> problem_;
};

}  // namespace

int Netlist::kind(const std::string& name) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == name) return static_cast<int>(i);
  }
  kinds.push_back(name);
  return static_cast<int>(kinds.size() - 1);
}

void Netlist::add_cable(Endpoint a, Endpoint b, int latency, int kind) {
  links.push_back({a, b, latency, kind});
  links.push_back({b, a, latency, kind});
}

std::optional<NetlistProblem> find_problem(const Netlist& netlist) {
  return Validator(netlist).run();
}

void validate(const Netlist& netlist) {
  if (const std::optional<NetlistProblem> problem = find_problem(netlist)) {
    throw Error("netlist: " + problem->message);
  }
}

std::string endpoint_name(const Netlist& netlist, const Endpoint& endpoint) {
  if (endpoint.type == Endpoint::Type::kHost) {
    if (endpoint.index < netlist.hosts.size()) return netlist.hosts[endpoint.index].name;
    return fmt::format("host {}", endpoint.index);
  }
  if (endpoint.index < netlist.switches.size()) {
    return fmt::format("{}.p{}", netlist.switches[endpoint.index].name, endpoint.port);
  }
  return fmt::format("switch {} port {}", endpoint.index, endpoint.port);
}

PortMap::PortMap(const Netlist& netlist)
    : injection_(netlist.hosts.size(), -1), ejection_(netlist.hosts.size(), -1) {
  base_.reserve(netlist.switches.size() + 1);
  base_.push_back(0);
  for (const SwitchInfo& info : netlist.switches) {
    base_.push_back(base_.back() + static_cast<std::size_t>(info.ports));
  }
  out_.assign(base_.back(), -1);
  in_.assign(base_.back(), -1);
  const auto slot = [this](const Endpoint& end) {
    return base_[end.index] + static_cast<std::size_t>(end.port);
  };
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    const int number = static_cast<int>(i);
    if (link.from.type == Endpoint::Type::kHost) {
      injection_[link.from.index] = number;
    } else {
      out_[slot(link.from)] = number;
    }
    if (link.to.type == Endpoint::Type::kHost) {
      ejection_[link.to.index] = number;
    } else {
      in_[slot(link.to)] = number;
    }
  }
}

}  // namespace routing
}  // namespace netloom
