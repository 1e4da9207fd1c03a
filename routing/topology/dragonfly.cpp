#include "routing/topology/dragonfly.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

const char kInDragonfly[] = "topology dragonfly";

const std::vector<std::string>& arrangement_names() {
  static const std::vector<std::string> names = {"palmtree", "consecutive", "random"};
  return names;
}

}  // namespace

Dragonfly::Dragonfly(const DragonflySize& size, GlobalArrangement arrangement, std::uint64_t seed)
    : p_(size.p),
      a_(size.a),
      h_(size.h),
      trunking_(size.trunking),
      g_(size.g),
      arrangement_(arrangement),
      seed_(seed) {
  const auto at_least_one = [](const char* name, int value) {
    if (value >= 1) return;
    throw Error(std::string(kInDragonfly) + ": " + name + " is " + std::to_string(value) +
                "; it must be at least 1");
  };
  at_least_one("p", p_);
  at_least_one("a", a_);
  at_least_one("h", h_);
  at_least_one("trunking", trunking_);
  check_size(kInDragonfly, 1, 1,
             static_cast<std::uint64_t>(p_) + static_cast<std::uint64_t>(a_) - 1 +
                 static_cast<std::uint64_t>(h_));
  if (a_ % trunking_ != 0) {
    throw Error(std::string(kInDragonfly) + ": trunking is " + std::to_string(trunking_) +
                "; allowed: the divisors of a = " + std::to_string(a_));
  }
  const int part = slots() / trunking_;
  if (g_ == 0) g_ = part + 1;
  if (g_ < 2 || g_ > part + 1) {
    throw Error(std::string(kInDragonfly) + ": g is " + std::to_string(g_) +
                "; allowed: 2 to a·h/trunking + 1 = " + std::to_string(part + 1));
  }
  const auto groups = static_cast<std::uint64_t>(g_);
  check_size(kInDragonfly, groups * width() * static_cast<std::uint64_t>(p_), groups * width(),
             static_cast<std::uint64_t>(ports()));
  rounds_ = part / (g_ - 1);

  if (arrangement_ != GlobalArrangement::kRandom) return;
  const auto count = static_cast<std::size_t>(slots());
  port_of_slot_.resize(groups * count);
  slot_of_port_.resize(groups * count);
  for (std::size_t group = 0; group < groups; ++group) {
    int* drawn = &port_of_slot_[group * count];
    std::iota(drawn, drawn + count, 0);
    Random random(seed_, group);
    for (std::size_t i = count; i > 1; --i) {
      std::swap(drawn[i - 1], drawn[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (std::size_t slot = 0; slot < count; ++slot) {
      slot_of_port_[group * count + static_cast<std::size_t>(drawn[slot])] = static_cast<int>(slot);
    }
  }
}

int Dragonfly::place_of(int from, int to) const {
  if (arrangement_ == GlobalArrangement::kPalmtree) return (to - from + g_) % g_ - 1;
  return to < from ? to : to - 1;
}

int Dragonfly::drawn(int group, int slot) const {
  if (port_of_slot_.empty()) return slot;
  return port_of_slot_[static_cast<std::size_t>(group * slots() + slot)];
}

int Dragonfly::group_behind(SwitchId id, int port) const {
  const int from = group(id);
  int slot = position(id) * h_ + port - first_global_port();
  if (!slot_of_port_.empty()) slot = slot_of_port_[static_cast<std::size_t>(from * slots() + slot)];
  const int in_part = slot % (slots() / trunking_);
  if (in_part / (g_ - 1) >= rounds_) return -1;
  const int place = in_part % (g_ - 1);
  if (arrangement_ == GlobalArrangement::kPalmtree) return (from + place + 1) % g_;
  return place < from ? place : place + 1;
}

SwitchId Dragonfly::switch_behind(SwitchId id, int port) const {
  const int from = group(id);
  const int to = group_behind(id, port);
  for (int link = 0; link < links_between_groups(); ++link) {
    const GlobalPort near = port_between(from, to, link);
    if (near.position == position(id) && global_port(near) == port) {
      return switch_id(to, port_between(to, from, link).position);
    }
  }
  throw Error(std::string(kInDragonfly) + ": port " + std::to_string(port) + " of switch " +
              std::to_string(id) + " has no link");
}

Dragonfly::GlobalPort Dragonfly::port_between(int from, int to, int link) const {
  const int part = slots() / trunking_;
  const int slot = link / rounds_ * part + link % rounds_ * (g_ - 1) + place_of(from, to);
  const int number = drawn(from, slot);
  return {number / h_, number % h_};
}

NetworkSize Dragonfly::size() const {
  const auto groups = static_cast<std::uint64_t>(g_);
  const auto local = static_cast<std::uint64_t>(a_ - 1);
  const auto between = static_cast<std::uint64_t>(links_between_groups());
  return {hosts(), switches(),
          std::uint64_t{2} * hosts() + switches() * local + groups * (groups - 1) * between};
}

Netlist Dragonfly::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "dragonfly";
  netlist.parameters = {
      {"p", std::int64_t{p_}},
      {"a", std::int64_t{a_}},
      {"h", std::int64_t{h_}},
      {"g", std::int64_t{g_}},
      {"trunking", std::int64_t{trunking_}},
      {"arrangement", arrangement_names()[static_cast<std::size_t>(arrangement_)]},
      {"arrangement_seed", static_cast<std::int64_t>(seed_)}};
  const int host_kind = netlist.kind("host");
  const int local_kind = netlist.kind("local");
  const int global_kind = netlist.kind("global");
  const int host_latency = latency_of(latency, "host");
  const int local_latency = latency_of(latency, "local");
  const int global_latency = latency_of(latency, "global");

  for (SwitchId id = 0; id < switches(); ++id) add_switch(netlist, ports());
  add_hosts(netlist, hosts());
  for (NodeId host = 0; host < hosts(); ++host) {
    const int port = static_cast<int>(host % static_cast<std::uint32_t>(p_));
    netlist.add_cable(host_end(host), switch_end(switch_of(host), port), host_latency, host_kind);
  }
  for (int group = 0; group < g_; ++group) {
    for (int from = 0; from < a_; ++from) {
      for (int to = from + 1; to < a_; ++to) {
        netlist.add_cable(switch_end(switch_id(group, from), local_port(from, to)),
                          switch_end(switch_id(group, to), local_port(to, from)), local_latency,
                          local_kind);
      }
    }
  }
  for (int from = 0; from < g_; ++from) {
    for (int to = from + 1; to < g_; ++to) {
      for (int link = 0; link < links_between_groups(); ++link) {
        const GlobalPort near = port_between(from, to, link);
        const GlobalPort far = port_between(to, from, link);
        netlist.add_cable(switch_end(switch_id(from, near.position), global_port(near)),
                          switch_end(switch_id(to, far.position), global_port(far)), global_latency,
                          global_kind);
      }
    }
  }
  return netlist;
}

namespace {

int value_or(const ParameterMap& parameters, const char* name, int otherwise) {
  if (parameters.count(name) == 0) return otherwise;
  return static_cast<int>(integer_parameter(parameters, name));
}

std::unique_ptr<Topology> make_dragonfly(const ParameterMap& parameters) {
  DragonflySize size;
  size.h = static_cast<int>(integer_parameter(parameters, "h"));
  size.p = value_or(parameters, "p", size.h);
  size.a = value_or(parameters, "a", 2 * size.h);
  size.trunking = static_cast<int>(integer_parameter(parameters, "trunking"));
  size.g = value_or(parameters, "g", 0);
  const std::vector<std::string>& names = arrangement_names();
  const auto arrangement =
      std::find(names.begin(), names.end(), string_parameter(parameters, "arrangement"));
  return std::make_unique<Dragonfly>(
      size, static_cast<GlobalArrangement>(arrangement - names.begin()),
      static_cast<std::uint64_t>(integer_parameter(parameters, "arrangement_seed")));
}

std::vector<Parameter> dragonfly_parameters() {
  return {
      declare_integer("h", "global ports per switch", 1, kMaxPorts - 2),
      declare_optional_integer("p", "hosts per switch; h unless given", 1, kMaxPorts - 1),
      declare_optional_integer("a", "switches per group; 2h unless given", 1, kMaxPorts - 1),
      declare_optional_integer("g", "groups, at most a·h/trunking + 1, which is the default", 2,
                               kMaxSwitches),
      declare_integer("trunking", "global links of each pair of groups, t, a divisor of a", 1,
                      kMaxPorts - 1, 1),
      named_choice("arrangement", "which global port leads to which group", arrangement_names()),
      declare_integer("arrangement_seed", "seed of the random arrangement", 0, 1e9, 1)};
}

const TopologyRegistry::Registration kDragonfly(
    "dragonfly", {"dragonfly: complete graphs inside the groups and between them",
                  dragonfly_parameters(),
                  {"host", "local", "global"},
                  make_dragonfly,
                  {},
                  "min"});

}  // namespace
}  // namespace routing
}  // namespace netloom
