#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

/// What the links of a path add up to.
struct Path {
  int switches = 0;
  int latency = 0;  ///< of all links, injection and ejection included
};

/// A network whose paths a test can name by itself, without asking the routing function.
struct Subject {
  std::string name;
  std::string function;
  std::function<Netlist(int variant)> netlist;
  /// Variants are sets of link latencies.
  std::function<Path(NodeId from, NodeId to, int variant)> path;
  std::string vc_policy = "free";
  int least_vcs = 1;             ///< that the function needs
  ParameterMap parameters = {};  ///< of the function

  friend void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }
};

constexpr int kVariants = 3;

// ---- 2-ary 3-tree. Hosts that differ in the digits 0 … s only have their nearest common ancestor
// in stage s: s links up, s down.
constexpr int kUp[kVariants] = {1, 3, 8};
constexpr int kDown[kVariants] = {1, 2, 5};
constexpr int kTreeHost[kVariants] = {1, 4, 2};

Netlist tree_netlist(int variant) {
  return make_netlist(
      "fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}},
      {{"host", kTreeHost[variant]}, {"up", kUp[variant]}, {"down", kDown[variant]}});
}

Path tree_path(NodeId from, NodeId to, int variant) {
  int stage = 0;
  while (from >> (stage + 1) != to >> (stage + 1)) ++stage;
  return {2 * stage + 1, 2 * kTreeHost[variant] + stage * (kUp[variant] + kDown[variant])};
}

/// All go over the last stage.
Path nonminimal_path(NodeId /*from*/, NodeId /*to*/, int variant) {
  return {5, 2 * kTreeHost[variant] + 2 * (kUp[variant] + kDown[variant])};
}

// ---- RUFT with three stages: all of them, and the long link.
constexpr int kLong[kVariants] = {1, 7, 33};

Netlist ruft_netlist(int variant) {
  return make_netlist(
      "ruft", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}},
      {{"host", kTreeHost[variant]}, {"up", kUp[variant]}, {"long", kLong[variant]}});
}

Path ruft_path(NodeId /*from*/, NodeId /*to*/, int variant) {
  return {3, kTreeHost[variant] + 2 * kUp[variant] + kLong[variant]};
}

// ---- 3 x 2 mesh with two hosts per switch: Manhattan distance.
constexpr int kMesh[kVariants] = {1, 2, 7};
constexpr int kMeshHost[kVariants] = {1, 3, 1};

Netlist mesh_netlist(int variant) {
  return make_netlist("mesh",
                      {{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", std::int64_t{2}}},
                      {{"host", kMeshHost[variant]}, {"mesh", kMesh[variant]}});
}

Path mesh_path(NodeId from, NodeId to, int variant) {
  const int a = static_cast<int>(from / 2);
  const int b = static_cast<int>(to / 2);
  const int distance = std::abs(a % 3 - b % 3) + std::abs(a / 3 - b / 3);
  return {distance + 1, 2 * kMeshHost[variant] + distance * kMesh[variant]};
}

// ---- 5 x 3 torus: the shorter way around each ring. One packet at a time needs no bubble.
Netlist torus_netlist(int variant) {
  return make_netlist("torus", {{"k", std::vector<std::int64_t>{5, 3}}},
                      {{"host", kMeshHost[variant]}, {"torus", kMesh[variant]}});
}

Path torus_path(NodeId from, NodeId to, int variant) {
  const auto around = [](int a, int b, int size) {
    const int distance = std::abs(a - b);
    return std::min(distance, size - distance);
  };
  const int a = static_cast<int>(from);
  const int b = static_cast<int>(to);
  const int distance = around(a % 5, b % 5, 5) + around(a / 5, b / 5, 3);
  return {distance + 1, 2 * kMeshHost[variant] + distance * kMesh[variant]};
}

// ---- Dragonfly of 5 groups of 4 switches, each with one host and one global link. Offset o to
// another group: out by switch o-1, in by switch 4-o.
constexpr int kLocal[kVariants] = {1, 10, 3};
constexpr int kGlobal[kVariants] = {1, 100, 7};
constexpr int kDragonflyHost[kVariants] = {1, 2, 1};

Netlist dragonfly_netlist(int variant) {
  return make_netlist("dragonfly",
                      {{"h", std::int64_t{1}}, {"a", std::int64_t{4}}, {"p", std::int64_t{1}}},
                      {{"host", kDragonflyHost[variant]},
                       {"local", kLocal[variant]},
                       {"global", kGlobal[variant]}});
}

Path dragonfly_path(NodeId from, NodeId to, int variant) {
  Path path{1, 2 * kDragonflyHost[variant]};
  const auto go = [&path](bool moves, int latency) {
    path.switches += moves ? 1 : 0;
    path.latency += moves ? latency : 0;
  };
  const NodeId offset = (to / 4 + 5 - from / 4) % 5;
  if (offset == 0) {
    go(true, kLocal[variant]);
  } else {
    go(from % 4 != offset - 1, kLocal[variant]);
    go(true, kGlobal[variant]);
    go(to % 4 != 4 - offset, kLocal[variant]);
  }
  return path;
}

// ---- One switch.
constexpr int kSwitchHost[kVariants] = {1, 2, 9};

Netlist switch_netlist(int variant) {
  return make_netlist("single_switch", {{"hosts", std::int64_t{5}}},
                      {{"host", kSwitchHost[variant]}});
}

Path switch_path(NodeId /*from*/, NodeId /*to*/, int variant) {
  return {1, 2 * kSwitchHost[variant]};
}

// ---- A ring of five switches from an edge list, with cables of different latencies and two hosts
// per switch. In a ring of five the shorter way is never in doubt.
constexpr int kRing[kVariants][5] = {{1, 1, 1, 1, 1}, {1, 2, 3, 4, 5}, {6, 1, 4, 2, 9}};
constexpr int kRingHost[kVariants] = {1, 2, 3};

Netlist ring_netlist(int variant) {
  const std::string path = fmt::format("zero_load_ring_{}.txt", getpid());
  std::ofstream file(path);
  for (int i = 0; i < 5; ++i) {
    file << fmt::format("s{} s{} {}\n", i, (i + 1) % 5, kRing[variant][i]);
  }
  file.close();
  const Netlist netlist =
      make_netlist("graph", {{"file", path}, {"hosts_per_switch", std::int64_t{2}}},
                   {{"host", kRingHost[variant]}});
  std::remove(path.c_str());
  return netlist;
}

Path ring_path(NodeId from, NodeId to, int variant) {
  const int a = static_cast<int>(from / 2);
  const int b = static_cast<int>(to / 2);
  const int forward = (b - a + 5) % 5;
  Path path{1, 2 * kRingHost[variant]};
  if (forward <= 2) {
    for (int i = 0; i < forward; ++i) path.latency += kRing[variant][(a + i) % 5];
    path.switches += forward;
  } else {
    for (int i = 0; i < 5 - forward; ++i) path.latency += kRing[variant][(b + i) % 5];
    path.switches += 5 - forward;
  }
  return path;
}

// ---- A random regular graph of degree 3 with four switches: all are linked.
Netlist random_regular_netlist(int variant) {
  return make_netlist(
      "random_regular",
      {{"switches", std::int64_t{4}}, {"ports", std::int64_t{4}}, {"degree", std::int64_t{3}}},
      {{"host", kMeshHost[variant]}, {"link", kMesh[variant]}});
}

Path random_regular_path(NodeId /*from*/, NodeId /*to*/, int variant) {
  return {2, 2 * kMeshHost[variant] + kMesh[variant]};
}

// ---- DCell_1 of three DCell_0 of two servers: a ring of nine switches, servers and 2-port
// switches alike, in which the shorter way is never in doubt.
constexpr int kServer[kVariants] = {1, 5, 2};
constexpr int kServerPlace[] = {0, 2, 8, 6, 3, 5};

Netlist dcell_netlist(int variant) {
  return make_netlist(
      "dcell", {{"n", std::int64_t{2}}, {"k", std::int64_t{1}}},
      {{"host", kMeshHost[variant]}, {"switch", kMesh[variant]}, {"server", kServer[variant]}});
}

Path dcell_path(NodeId from, NodeId to, int variant) {
  int begin = kServerPlace[from];
  int links = (kServerPlace[to] - begin + 9) % 9;
  if (links > 4) {
    links = 9 - links;
    begin = kServerPlace[to];
  }
  Path path{1 + links, 2 * kMeshHost[variant]};
  for (int i = 0; i < links; ++i) {
    path.latency += (begin + i) % 3 == 2 ? kServer[variant] : kMesh[variant];
  }
  return path;
}

// ---- BCube_1 of 3-port switches: over a switch for each digit that differs.
Netlist bcube_netlist(int variant) {
  return make_netlist("bcube", {{"n", std::int64_t{3}}, {"k", std::int64_t{1}}},
                      {{"host", kMeshHost[variant]}, {"switch", kMesh[variant]}});
}

Path bcube_path(NodeId from, NodeId to, int variant) {
  const int digits = (from % 3 != to % 3 ? 1 : 0) + (from / 3 != to / 3 ? 1 : 0);
  return {1 + 2 * digits, 2 * kMeshHost[variant] + 2 * digits * kMesh[variant]};
}

// ---- 2-ary 2-tree with agents: hosts 0 … 3 at switches 0 and 1, host 4 + i at switch i; switches
// 2 and 3 are linked to 0 and 1.
Netlist managed_netlist(int variant) {
  return make_netlist(
      "managed_fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}},
      {{"host", kTreeHost[variant]}, {"up", kUp[variant]}, {"down", kDown[variant]}});
}

Path managed_path(NodeId from, NodeId to, int variant) {
  const NodeId a = from < 4 ? from / 2 : from - 4;
  const NodeId b = to < 4 ? to / 2 : to - 4;
  Path path{1, 2 * kTreeHost[variant]};
  if (a == b) return path;
  const bool same_stage = a / 2 == b / 2;
  path.switches += same_stage ? 2 : 1;
  if (same_stage || a < 2) path.latency += kUp[variant];
  if (same_stage || b < 2) path.latency += kDown[variant];
  return path;
}

const Subject kSubjects[] = {
    {"FatTree", "interval", tree_netlist, tree_path},
    {"Destro", "destro", tree_netlist, tree_path},
    {"DetLin", "det_lin", tree_netlist, tree_path},
    {"NonminimalDestro", "destro_nonminimal", tree_netlist, nonminimal_path},
    {"Ruft", "ruft", ruft_netlist, ruft_path},
    {"Mesh", "dor", mesh_netlist, mesh_path},
    {"Torus", "dor", torus_netlist, torus_path, "free", 1, {{"rings", std::string("none")}}},
    {"AdaptiveTorus", "adaptive", torus_netlist, torus_path, "free", 3},
    {"Dragonfly", "min", dragonfly_netlist, dragonfly_path, "ascending", 2},
    {"SingleSwitch", "shortest_path", switch_netlist, switch_path},
    {"Graph", "shortest_path", ring_netlist, ring_path},
    {"RandomRegular", "shortest_path", random_regular_netlist, random_regular_path},
    {"DCell", "shortest_path", dcell_netlist, dcell_path},
    {"BCube", "shortest_path", bcube_netlist, bcube_path},
    {"ManagedFatTree", "shortest_path", managed_netlist, managed_path},
};

struct Parameters {
  Switching switching;
  int routing_delay;
  int crossbar_delay;
  bool output_buffers;
  int speedup;
  CrossbarKind crossbar;
  int variant;
  int phits;       ///< of the longest packet
  int flit_phits;  ///< wormhole
  int vcs;
  bool mixed;  ///< shorter packets and control packets among them

  std::string description() const {
    return fmt::format(
        "R {}, X {}, output buffers {}, S {}, crossbar {}, latencies {}, P {}, flits of {}, VCs "
        "{}, "
        "mixed packets {}",
        routing_delay, crossbar_delay, output_buffers, speedup,
        crossbar == CrossbarKind::kFull ? "full" : "multiplexed", variant, phits, flit_phits, vcs,
        mixed);
  }
};

/// Sum of all link latencies + d (R + X) + P - 1, and P - 1 more per switch for packets that are
/// stored before they go on.
Cycle expected_latency(const Parameters& p, const Path& path, const Message& message) {
  const bool stored = p.switching == Switching::kStoreAndForward || message.control;
  const int serialisation = static_cast<int>(message.phits) - 1;
  return static_cast<Cycle>(path.latency + path.switches * (p.routing_delay + p.crossbar_delay) +
                            serialisation * (stored ? 1 + path.switches : 1));
}

/// Sends one packet from every host to every other, each alone in the network. Empty if all take
/// exactly as long as they should; else the first that does not.
std::string check(const Subject& subject, const Parameters& p) {
  NetworkSetup setup(subject.netlist(p.variant), subject.function);
  SwitchConfig& switches = setup.config.switches;
  switches.switching = p.switching;
  switches.flit_phits = p.flit_phits;
  switches.routing_delay = p.routing_delay;
  switches.crossbar_delay = p.crossbar_delay;
  switches.speedup = p.speedup;
  switches.crossbar = p.crossbar;
  setup.vc_policy = subject.vc_policy;
  setup.function_parameters = subject.parameters;
  setup.vcs(std::max(p.vcs, subject.least_vcs));
  // Whole packets need no more than room for one; a wormhole packet would wait for credits in such
  // a buffer.
  const int buffer = p.switching == Switching::kWormhole ? 256 : p.phits;
  setup.input_buffers(buffer);
  if (p.output_buffers) setup.output_buffers(buffer);
  setup.config.nic.packet_phits = p.phits;
  setup.config.nic.injection_vcs = p.vcs;
  setup.config.smallest_packet = p.mixed ? 1 : 0;

  const auto hosts = static_cast<NodeId>(setup.netlist.hosts.size());
  ScriptedSource source(hosts);
  std::map<std::pair<NodeId, NodeId>, Message> sent;
  Cycle cycle = 3;
  std::uint32_t turn = 0;
  for (NodeId from = 0; from < hosts; ++from) {
    for (NodeId to = 0; to < hosts; ++to) {
      if (from == to) continue;
      Message message;
      message.destination = to;
      message.phits = static_cast<std::uint32_t>(p.phits);
      if (p.mixed) {
        ++turn;
        if (turn % 3 == 0) message.phits = 1 + turn % message.phits;
        message.control = turn % 4 == 0;
        if (message.control && p.switching == Switching::kWormhole) {
          message.phits = static_cast<std::uint32_t>(p.flit_phits);
        }
      }
      source.send(from, cycle, message);
      sent[{from, to}] = message;
      // The way back of the credits takes no longer than the way there.
      cycle += 2 * expected_latency(p, subject.path(from, to, p.variant), message);
    }
  }

  TestNetwork network(setup, source);
  network->run(cycle);
  if (!network.drain(1000)) return "not everything was delivered";
  const Conservation conservation = network->check_conservation();
  if (!conservation.holds) return conservation.message;
  if (source.packets.size() != sent.size()) {
    return fmt::format("{} of {} packets were delivered", source.packets.size(), sent.size());
  }
  for (const DeliveredPacket& packet : source.packets) {
    const Message& message = sent.at({packet.source, packet.destination});
    const Path path = subject.path(packet.source, packet.destination, p.variant);
    const Cycle expected = expected_latency(p, path, message);
    if (packet.injected != packet.generated || packet.delivered - packet.injected != expected ||
        packet.hops != path.switches || packet.phits != message.phits) {
      return fmt::format(
          "{} phits{} from host {} to host {} over {} switches: generated in {}, injected in {}, "
          "delivered in {} with {} hops; expected {} cycles",
          message.phits, message.control ? " (control)" : "", packet.source, packet.destination,
          path.switches, packet.generated, packet.injected, packet.delivered, packet.hops,
          expected);
    }
  }
  return "";
}

class ZeroLoad : public testing::TestWithParam<std::tuple<Subject, Switching>> {};

TEST_P(ZeroLoad, LatencyIsExact) {
  const Subject& subject = std::get<0>(GetParam());
  const Switching switching = std::get<1>(GetParam());
  constexpr int kPhits[] = {1, 2, 7, 16};
  constexpr int kFlits[] = {1, 2, 3, 5};  // the tail flits of 7 and 16 phits have one
  int turn = 0;
  for (const int routing_delay : {0, 1, 3, 20}) {
    for (const int crossbar_delay : {1, 2, 5}) {
      for (const bool output_buffers : {false, true}) {
        for (const int speedup : {1, 2}) {
          std::vector<CrossbarKind> crossbars = {CrossbarKind::kMultiplexed, CrossbarKind::kFull};
          // A share: each kind with half of the others, and with each two of them.
          if (!thorough()) crossbars = {crossbars[(turn + turn / 2 + turn / 4) % 2]};
          for (const CrossbarKind crossbar : crossbars) {
            Parameters p{};
            p.switching = switching;
            p.routing_delay = routing_delay;
            p.crossbar_delay = crossbar_delay;
            p.output_buffers = output_buffers;
            p.speedup = speedup;
            p.crossbar = crossbar;
            // The other parameters go round with different periods.
            const int size = (turn + turn / 8) % 4;
            p.phits = kPhits[size];
            p.flit_phits = kFlits[size];
            p.variant = turn % kVariants;
            p.vcs = 1 + turn % 5 / 2;
            p.mixed = turn % 7 > 3;
            ++turn;
            const std::string problem = in_child([&] { return check(subject, p); });
            ASSERT_EQ(problem, "") << p.description();
          }
        }
      }
    }
  }
}

std::string name_of(const testing::TestParamInfo<std::tuple<Subject, Switching>>& test) {
  constexpr const char* kNames[] = {"CutThrough", "Wormhole", "StoreAndForward"};
  return std::get<0>(test.param).name + kNames[static_cast<int>(std::get<1>(test.param))];
}

INSTANTIATE_TEST_SUITE_P(EveryPair, ZeroLoad,
                         testing::Combine(testing::ValuesIn(kSubjects),
                                          testing::Values(Switching::kVirtualCutThrough,
                                                          Switching::kWormhole,
                                                          Switching::kStoreAndForward)),
                         name_of);

}  // namespace
}  // namespace netloom::test
