#include "testbench/rtl_switch/combinations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "routing/base/random.h"

namespace netloom::test {
namespace {

struct Choice {
  const char* name;
  /// Lines of a section, which has the place of the kind.
  const char* text;
  int nodes = 0;  ///< of a network
  /// Of a network: ports of all kinds of its switches, each of which is Verilated and compiled.
  int ports = 0;
  bool costly = false;  ///< takes long to build: only where every two choices are together
};

struct Kind {
  const char* section;
  std::vector<Choice> choices;
};

/// How long there is uniform traffic, and how long what was sent to a node drains, in lengths of
/// the phase in which all send to it.
constexpr int kUniform = 3;
constexpr int kDraining = 3;

/// A choice of each kind, by their numbers.
using Choices = std::vector<std::size_t>;

/// How packets cross a switch, with wormhole switching where that leads to no deadlock.
const Kind kWholePackets = {"switch",
                            {{"vct", "switching: vct"}, {"saf", "switching: store_and_forward"}}};
const Kind kAnySwitching = {"switch",
                            {{"vct", "switching: vct"},
                             {"saf", "switching: store_and_forward"},
                             {"wormhole", "switching: wormhole, flit_phits: FLIT"}}};
const Kind kFlits = {"switch", {{"wormhole", "switching: wormhole, flit_phits: FLIT"}}};

const Kind kSpeedups = {"crossbar", {{"s1", "speedup: 1"}, {"s2", "speedup: 2"}}};
const Kind kCrossbars = {"crossbar",
                         {{"multiplexed", "kind: multiplexed"}, {"full", "kind: full"}}};
const Kind kArbiters = {
    "allocator", {{"rr", "arbiter: round_robin"}, {"lrs", "arbiter: least_recently_served"}}};

/// What every switch has; kFurtherCommon has the same kinds.
const std::vector<Kind> kCommon = {
    {"switch",
     {{"input_queued", "output_buffer: 0"},
      {"buffered", "output_buffer: 11"},
      {"buffered_hosts", "output_buffer: {host: 7}"}}},
    kSpeedups,
    kCrossbars,
    {"allocator",
     {{"input_first", "kind: separable_input_first"},
      {"input_first_2", "kind: separable_input_first, iterations: 2"},
      {"output_first_2", "kind: separable_output_first, iterations: 2"},
      {"islip_3", "kind: islip, iterations: 3"}}},
    kArbiters,
    {"switch", {{"r1", "routing_delay: 1"}, {"r2", "routing_delay: 2"}}},
    {"crossbar", {{"x1", "delay: 1"}, {"x3", "delay: 3"}}},
    {"traffic",
     {{"one_size", "load: 0.6, packet_phits: 4"},
      {"one_phit", "load: 0.6, packet_phits: 1"},
      {"sizes", "load: 0.35, packet_phits: 5, request_reply: {reply_phits: 7}"}}}};

/// … where it has other sizes than these.
const std::vector<Kind> kFurtherCommon = {
    {"switch",
     {{"input_queued", "output_buffer: 0"},
      {"buffered", "output_buffer: 14"},
      {"buffered_hosts", "output_buffer: {host: 8}"}}},
    kSpeedups,
    kCrossbars,
    {"allocator",
     {{"output_first", "kind: separable_output_first"},
      {"islip", "kind: islip"},
      {"input_first_3", "kind: separable_input_first, iterations: 3"},
      {"transit_first", "kind: separable_input_first, transit_priority: true"},
      {"islip_transit_first", "kind: islip, iterations: 2, transit_priority: true"}}},
    kArbiters,
    {"switch", {{"r1", "routing_delay: 1"}, {"r3", "routing_delay: 3"}}},
    {"crossbar", {{"x2", "delay: 2"}, {"x4", "delay: 4"}}},
    {"traffic",
     {{"one_size", "load: 0.6, packet_phits: 4"},
      {"two_phits", "load: 0.6, packet_phits: 2"},
      {"sizes", "load: 0.35, packet_phits: 6, request_reply: {reply_phits: 3}"}}}};

/// Small networks, and what else several families have.
const Choice kSmallMesh = {"mesh", "topology: mesh, k: [2, 2], latency: {host: 1, mesh: 2}", 4, 12};
const Choice kSmallTorus = {"torus_4", "topology: torus, k: [4], latency: {host: 1, torus: 2}", 4,
                            3};
const Choice kSmallTree = {
    "2ary_2tree", "topology: fat_tree, k: 2, n: 2, latency: {host: 1, up: 1, down: 1}", 4, 6};
const Choice kCubicGraph = {"cubic_6",
                            "topology: random_regular, switches: 6, ports: 4, degree: 3, "
                            "hosts_per_switch: 1, latency: {host: 1, link: 1}",
                            6, 4};
const Choice kSmallDragonfly = {
    "df_1_2_1", "topology: dragonfly, p: 1, a: 2, h: 1, latency: {host: 1, local: 1, global: 3}", 6,
    3};
const Choice kBcube = {"bcube", "topology: bcube, n: 2, k: 1", 4, 4};
const Choice kDcell = {"dcell", "topology: dcell, n: 2, k: 1", 6, 5};
const Choice kOneSwitch = {"one_switch", "topology: single_switch, hosts: 4", 4, 4};
const Kind kTreeVcs = {"routing",
                       {{"single", "vcs: {policy: single}"},
                        {"two", "vcs: {count: 2, policy: free}"},
                        {"uneven", "vcs: {count: {host: 1, up: 2, down: 1}, policy: free}"},
                        {"davc", "vcs: {count: {host: 1, up: 4, down: 4}, policy: davc}"}}};
const Kind kGridFunctions = {
    "routing",
    {{"free", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
     {"single", "function: dor, vcs: {policy: single}"},
     {"iodet", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: iodet}"},
     {"davc", "function: dor, vcs: {count: {host: 1, LINK: 4}, policy: davc, davc: np}"}}};
const Kind kTables = {"routing",
                      {{"shortest_path", "function: shortest_path"}, {"ecmp", "function: ecmp"}}};
const Kind kOneOrTwoVcs = {
    "routing", {{"single", "vcs: {policy: single}"}, {"two", "vcs: {count: 2, policy: free}"}}};
const Kind kAnyVcs = {"routing",
                      {{"single", "vcs: {policy: single}"},
                       {"two", "vcs: {count: 2, policy: free}"},
                       {"davc_np", "vcs: {count: ENOUGH, policy: davc, davc: np}"}}};
const Kind kSmallGraph = {
    "network",
    {{"graph_file", "topology: graph, hosts_per_switch: 1, file: " NETLOOM_CABLES, 5, 12}}};
const Kind kSmallManaged = {
    "network", {{"managed_2ary_2tree", "topology: managed_fat_tree, k: 2, n: 2", 8, 8}}};
const Kind kTwoGlobalLinks = {
    "network",
    {{"df_1_2_2", "topology: dragonfly, p: 1, a: 2, h: 2, latency: {host: 1, local: 1, global: 3}",
      10}}};

/// Networks of a sort, each with what they alone can have.
using Families = std::vector<std::vector<Kind>>;

const Families kMinimal = {
    {{"network",
      {{"2ary_3tree", "topology: fat_tree, k: 2, n: 3, latency: {host: 1, up: 2, down: 2}", 8, 10},
       {"4ary_2tree", "topology: fat_tree, k: 4, n: 2, latency: {host: 1, up: 3, down: 4}", 16, 12,
        true},
       kSmallTree}},
     {"routing",
      {{"interval", "function: interval"},
       {"destro", "function: destro, implementation: arithmetic"},
       {"nonminimal", "function: destro_nonminimal"},
       {"det_lin", "function: det_lin, implementation: arithmetic"},
       {"fir", "function: destro, implementation: fir"},
       {"fir_source", "function: det_lin, implementation: fir"},
       {"ft2ei", "function: ft2ei, exclusion_intervals: 2"},
       {"ecmp", "function: ecmp"}}},
     kTreeVcs,
     {"routing",
      {{"ff", "selection: ff"},
       {"sadp", "selection: sadp"},
       {"sop", "selection: sop"},
       {"cp", "selection: cp"},
       {"mc", "selection: mc"},
       {"random", "selection: random", 0, 0, true}}},
     kAnySwitching},
    {{"network",
      {{"2ary_3ruft", "topology: ruft, k: 2, n: 3, latency: {host: 1, up: 2, long: 2}", 8, 12},
       {"2ary_2ruft", "topology: ruft, k: 2, n: 2, latency: {host: 1, up: 1, long: 1}", 4, 8},
       {"4ary_2ruft", "topology: ruft, k: 4, n: 2, latency: {host: 1, up: 1, long: 1}", 16, 16,
        true}}},
     {"routing", {{"ruft", "function: ruft"}, {"table", "function: shortest_path"}}},
     {"routing",
      {{"single", "vcs: {policy: single}"},
       {"free", "vcs: {count: {host: 2, up: 3}, policy: free}"},
       {"davc", "vcs: {count: {host: 1, up: 3}, policy: davc}"}}},
     kAnySwitching},
    {{"network",
      {{"cubic_8",
        "topology: random_regular, switches: 8, ports: 5, degree: 3, hosts_per_switch: 2, "
        "latency: {host: 1, link: 2}",
        16, 5},
       kCubicGraph}},
     {"routing", {{"shortest_path", "function: shortest_path"}, {"ecmp", "function: ecmp"}}},
     {"routing",
      {{"davc_np", "vcs: {count: {host: 1, link: 4}, policy: davc, davc: np}"},
       {"davc_n", "vcs: {count: {host: 1, link: 4}, policy: davc, davc: n}"}}},
     {"routing", {{"ff", "selection: ff"}, {"cp", "selection: cp"}, {"mc", "selection: mc"}}},
     kAnySwitching},
    {{"network",
      {kSmallMesh,
       {"torus_4x3", "topology: torus, k: [4, 3], latency: {host: 1, torus: 1}", 12, 5},
       {"torus_5", "topology: torus, k: [5], latency: {host: 1, torus: 1}", 5, 3}}},
     kGridFunctions,
     kWholePackets},
    {{"network", {kSmallTorus}},
     {"routing",
      {{"free", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
       {"iodet", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: iodet}"}}},
     kFlits},
    {{"network",
      {kSmallDragonfly,
       {"df_1_3_1",
        "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 1, global: 2}", 12, 4}}},
     {"routing",
      {{"ascending", "function: min"},
       {"davc_np",
        "function: min, vcs: {count: {host: 1, local: 3, global: 3}, policy: davc, davc: np}"},
       {"davc_n",
        "function: min, vcs: {count: {host: 1, local: 4, global: 4}, policy: davc, davc: n}"},
       {"davc_p",
        "function: min, vcs: {count: {host: 1, local: 4, global: 4}, policy: davc, davc: p}"}}},
     kAnySwitching}};

/// With in-transit adaptive routing.
const Families kInTransit = {
    {{"network",
      {{"df_1_3_1",
        "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 1, global: 4}", 12},
       {"df_1_4_1",
        "topology: dragonfly, p: 1, a: 4, h: 1, g: 4, latency: {host: 1, local: 2, global: 3}",
        16}}},
     {"routing",
      {{"rlm", "function: rlm"},
       {"rlm_unrestricted", "function: rlm, restriction: none"},
       {"olm", "function: olm"}}},
     {"routing",
      {{"threshold", "threshold: 45"},
       {"emptier", "threshold: 100"},
       {"minimal", "misrouting: false"}}},
     {"routing",
      {{"random", "selection: random"},
       {"ff", "selection: ff"},
       {"cp", "selection: cp"},
       {"mc", "selection: mc"}}},
     kWholePackets},
    {{"network",
      {{"df_1_3_1",
        "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 1, global: 2}", 12}}},
     {"routing",
      {{"rlm", "function: rlm, selection: random"}, {"par62", "function: par62, selection: cp"}}},
     kAnySwitching},
    {kTwoGlobalLinks,
     {"routing",
      {{"rlm_restricted", "function: rlm, congestion_factor: 110, congestion_offset: 2"},
       {"olm_restricted", "function: olm, congestion_factor: 150, congestion_offset: 0"}}},
     {"allocator", {{"transit_first", "transit_priority: true"}}},
     kWholePackets}};

/// Buffers of the links between switches that are larger than those of the hosts'.
const Kind kBuffers = {"buffers", {{"b12", "12"}, {"b9_17", "{host: 9, LINK: 17}"}}};
const Kind kInjection = {"nic",
                         {{"inject_1", "injection_vcs: 1"},
                          {"inject_3", "injection_vcs: 3"},
                          {"inject_2", "injection_vcs: 2, injection_vc_choice: destination"}}};

/// Of other shapes: trees of three, graphs with servers, several hosts at a router, several links
/// between groups; more than four VCs; forwarding tables where others have coordinates, and one
/// from a file; the other selections of trees; and worms in grids. Then other ways around rings,
/// among paths of one length and between groups, graphs and ids from files, several VCs of the
/// hosts and buffers by the kind of link; and forwarding tables in registers.
const Families kFurther = {
    {{"network",
      {{"3ary_2tree", "topology: fat_tree, k: 3, n: 2, latency: {host: 1, up: 2, down: 1}", 9, 9},
       {"3ary_2tree_far", "topology: fat_tree, k: 3, n: 2, latency: {host: 2, up: 5, down: 4}", 9,
        9}}},
     {"routing",
      {{"interval", "function: interval"},
       {"ft2ei", "function: ft2ei, exclusion_intervals: 3"},
       {"ecmp", "function: ecmp"},
       {"shortest_path", "function: shortest_path"}}},
     {"routing",
      {{"single", "vcs: {policy: single}"},
       {"eight", "vcs: {count: {host: 1, up: 8, down: 8}, policy: free}"},
       {"davc_six", "vcs: {count: {host: 1, up: 6, down: 6}, policy: davc}"}}},
     {"routing", {{"ff", "selection: ff"}, {"ssp", "selection: ssp"}, {"mc", "selection: mc"}}},
     kAnySwitching},
    {{"network",
      {kBcube,
       kDcell,
       {"graph_5",
        "topology: random_regular, switches: 6, ports: 7, degree: 5, hosts_per_switch: 2", 12, 7}}},
     {"routing", {{"shortest_path", "function: shortest_path"}, {"ecmp", "function: ecmp"}}},
     {"routing",
      {{"davc_np", "vcs: {count: 6, policy: davc, davc: np}"},
       {"davc_n", "vcs: {count: 8, policy: davc, davc: n}"}}},
     kAnySwitching},
    {{"network", {{"4ary_2tree", "topology: fat_tree, k: 4, n: 2", 16, 12}}},
     {"routing",
      {{"interval", "function: interval"}, {"nonminimal", "function: destro_nonminimal"}}},
     {"routing",
      {{"single", "vcs: {policy: single}"},
       {"three", "vcs: {count: {host: 1, up: 3, down: 3}, policy: free}"}}},
     {"routing",
      {{"sdp", "selection: sdp"}, {"adap_lin", "selection: adap_lin"}, {"ssp", "selection: ssp"}}},
     kAnySwitching},
    {{"network", {{"2ary_2tree", "topology: fat_tree, k: 2, n: 2", 4, 6}}},
     {"routing", {{"file", "function: table, file: " NETLOOM_TREE_TABLE}}},
     {"routing", {{"cp", "selection: cp"}, {"sop", "selection: sop"}}},
     kAnySwitching},
    {{"network", {{"one_switch", "topology: single_switch, hosts: 5", 5, 5}}},
     {"routing", {{"shortest_path", "function: shortest_path"}, {"ecmp", "function: ecmp"}}},
     {"routing", {{"single", "vcs: {policy: single}"}, {"five", "vcs: {count: 5, policy: free}"}}},
     kAnySwitching},
    {{"network",
      {{"mesh_of_pairs", "topology: mesh, k: [3, 2], concentration: 2", 12, 8},
       {"torus_of_pairs", "topology: torus, k: [4], concentration: 2", 8, 4}}},
     {"routing",
      {{"eight", "function: dor, vcs: {count: {host: 1, LINK: 8}, policy: free}"},
       {"iodet_four", "function: dor, vcs: {count: {host: 1, LINK: 4}, policy: iodet}"},
       {"iodet_eight", "function: dor, vcs: {count: {host: 1, LINK: 8}, policy: iodet}"},
       {"table",
        "function: shortest_path, vcs: {count: {host: 1, LINK: 6}, policy: davc, davc: np}"},
       {"ecmp", "function: ecmp, vcs: {count: {host: 1, LINK: 8}, policy: davc, davc: np}"}}},
     kWholePackets},
    {{"network",
      {{"mesh_3x2", "topology: mesh, k: [3, 2]", 6, 10},
       {"torus_3x3", "topology: torus, k: [3, 3]", 9, 5}}},
     {"routing",
      {{"free", "function: dor, vcs: {count: {host: 1, LINK: 4}, policy: free}"},
       {"iodet", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: iodet}"},
       {"davc", "function: dor, vcs: {count: {host: 1, LINK: 4}, policy: davc, davc: np}"}}},
     kFlits},
    {{"network",
      {{"df_trunked", "topology: dragonfly, p: 1, a: 4, h: 1, trunking: 2", 12, 5},
       {"df_2_2_1", "topology: dragonfly, p: 2, a: 2, h: 1, arrangement: consecutive", 12, 4}}},
     {"routing",
      {{"ascending_eight", "function: min, vcs: {count: {host: 1, local: 8, global: 8}}"},
       {"davc_eight",
        "function: min, vcs: {count: {host: 1, local: 8, global: 6}, policy: davc, davc: np}"},
       {"table",
        "function: shortest_path, vcs: {count: {host: 1, local: 6, global: 6}, policy: davc, davc: "
        "np}"},
       {"ecmp",
        "function: ecmp, vcs: {count: {host: 1, local: 6, global: 6}, policy: davc, davc: np}"}}},
     kAnySwitching},
    {{"network",
      {{"torus_6", "topology: torus, k: [6]", 6, 3},
       {"torus_4x3", "topology: torus, k: [4, 3]", 12, 5}}},
     {"routing",
      {{"plus", "function: dor, ties: plus, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
       {"dateline",
        "function: dor, rings: dateline, vcs: {count: {host: 1, LINK: 4}, policy: free}"},
       {"dateline_iodet_plus",
        "function: dor, rings: dateline, ties: plus, vcs: {count: {host: 1, LINK: 4}, policy: "
        "iodet}"},
       {"no_rings",
        "function: dor, rings: none, ties: plus, vcs: {count: {host: 1, LINK: 4}, policy: davc, "
        "davc: np}"}}},
     {"routing", {{"ff", "selection: ff"}, {"mc", "selection: mc"}}},
     kInjection,
     kBuffers,
     kWholePackets},
    {{"network", {{"torus_4", "topology: torus, k: [4]", 4, 3}}},
     {"routing",
      {{"plus", "function: dor, ties: plus, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
       {"no_rings",
        "function: dor, rings: none, vcs: {count: {host: 1, LINK: 4}, policy: davc, davc: np}"}}},
     kInjection,
     kBuffers,
     kFlits},
    // All ways are of one hop, so that nothing waits in a circle.
    {{"network", {{"torus_3", "topology: torus, k: [3]", 3, 3}}},
     {"routing",
      {{"no_rings_single", "function: dor, rings: none, vcs: {policy: single}"},
       {"no_rings_free",
        "function: dor, rings: none, vcs: {count: {host: 1, LINK: 2}, policy: free}"}}},
     kInjection,
     kAnySwitching},
    {{"network",
      {{"managed_2ary_2tree", "topology: managed_fat_tree, k: 2, n: 2", 8, 8},
       {"cubic_6",
        "topology: random_regular, switches: 6, ports: 4, degree: 3, hosts_per_switch: 1", 6, 4}}},
     {"routing", {{"lowest", "function: shortest_path, ties: lowest"}, {"ecmp", "function: ecmp"}}},
     {"routing",
      {{"davc_np", "vcs: {count: 6, policy: davc, davc: np}"},
       {"davc_n", "vcs: {count: 6, policy: davc, davc: n}"}}},
     kInjection,
     kAnySwitching},
    {{"network",
      {{"graph_file", "topology: graph, hosts_per_switch: 2, file: " NETLOOM_CABLES, 10, 11}}},
     {"routing",
      {{"lowest", "function: shortest_path, ties: lowest"},
       {"ecmp", "function: ecmp, selection: mc"}}},
     {"routing",
      {{"ids_np", "vcs: {count: 6, policy: davc, davc: np, ids_file: " NETLOOM_IDS "}"},
       {"ids_n", "vcs: {count: 6, policy: davc, davc: n, ids_file: " NETLOOM_IDS "}"}}},
     kInjection,
     kBuffers,
     kAnySwitching},
    {{"network", {{"2ary_2tree", "topology: fat_tree, k: 2, n: 2", 4, 6}}},
     {"routing",
      {{"interval", "function: interval"},
       {"nonminimal", "function: destro_nonminimal"},
       {"ft2ei", "function: ft2ei, exclusion_intervals: 2"}}},
     {"routing",
      {{"free", "vcs: {count: {host: 2, up: 3, down: 2}, policy: free}"},
       {"davc", "vcs: {count: {host: 1, up: 4, down: 4}, policy: davc}"}}},
     kInjection,
     {"buffers", {{"b12", "12"}, {"b8_14_20", "{host: 8, up: 14, down: 20}"}}},
     kAnySwitching},
    {{"network",
      {{"df_random", "topology: dragonfly, p: 1, a: 2, h: 2, g: 4, arrangement: random", 8, 4},
       {"df_random_2",
        "topology: dragonfly, p: 2, a: 2, h: 1, arrangement: random, arrangement_seed: 2", 12, 4}}},
     {"routing",
      {{"ascending", "function: min"},
       {"davc",
        "function: min, vcs: {count: {host: 1, local: 6, global: 6}, policy: davc, davc: np}"}}},
     kInjection,
     {"buffers", {{"b12", "12"}, {"b8_12_24", "{host: 8, local: 12, global: 24}"}}},
     kAnySwitching},
    {{"network",
      {{"df_random", "topology: dragonfly, p: 1, a: 2, h: 2, g: 4, arrangement: random", 8}}},
     {"routing", {{"rlm", "function: rlm"}, {"olm", "function: olm"}}},
     kInjection,
     {"buffers", {{"b12", "12"}, {"b8_12_24", "{host: 8, local: 12, global: 24}"}}},
     kWholePackets},
    {{"network",
      {{"torus_5", "topology: torus, k: [5]", 5, 3},
       {"mesh_3x2", "topology: mesh, k: [3, 2]", 6, 11},
       {"2ary_3tree", "topology: fat_tree, k: 2, n: 3", 8, 10},
       {"df_1_3_1", "topology: dragonfly, p: 1, a: 3, h: 1", 12, 4},
       {"cubic_6",
        "topology: random_regular, switches: 6, ports: 4, degree: 3, hosts_per_switch: 1", 6, 4}}},
     {"routing",
      {{"up_down", "function: up_down"},
       {"up_down_lowest", "function: up_down, ties: lowest, root: s1"}}},
     {"routing",
      {{"single", "vcs: {policy: single}"},
       {"three", "vcs: {count: 3, policy: free}"},
       {"davc_np", "vcs: {count: 4, policy: davc, davc: np}"}}},
     {"routing", {{"ff", "selection: ff"}, {"cp", "selection: cp"}, {"mc", "selection: mc"}}},
     kInjection,
     kAnySwitching}};

/// What a product has beside these: all that RTL covers of which these have only some together.
const Families kProductOnly = {
    {{"network", {kSmallMesh}}, kGridFunctions, kFlits},
    {{"network", {kSmallMesh, kSmallTorus}},
     kTables,
     {"routing", {{"davc_np", "vcs: {count: {host: 1, LINK: 3}, policy: davc, davc: np}"}}},
     kWholePackets},
    {{"network", {kSmallDragonfly}},
     kTables,
     {"routing",
      {{"davc_np", "vcs: {count: {host: 1, local: 4, global: 4}, policy: davc, davc: np}"}}},
     kAnySwitching},
    {kTwoGlobalLinks,
     {"routing",
      {{"rlm_restricted", "function: rlm, congestion_factor: 110, congestion_offset: 2"}}},
     {"allocator", {{"transit_first", "transit_priority: true"}}},
     kFlits},
    {kTwoGlobalLinks,
     {"routing",
      {{"par62_restricted", "function: par62, congestion_factor: 110, congestion_offset: 2"}}},
     kAnySwitching},
    {{"network", {kSmallTree}},
     {"routing",
      {{"shortest_path", "function: shortest_path"},
       {"file", "function: table, file: " NETLOOM_TREE_TABLE}}},
     kTreeVcs,
     kAnySwitching},
    {{"network", {kOneSwitch}}, kTables, kOneOrTwoVcs, kAnySwitching},
    {{"network", {kBcube, kDcell}},
     kTables,
     {"routing",
      {{"davc_np", "vcs: {count: 3, policy: davc, davc: np}"},
       {"davc_n", "vcs: {count: 4, policy: davc, davc: n}"}}},
     kAnySwitching},
    {{"network", {kSmallTorus, kSmallTree, kCubicGraph}},
     {"routing", {{"up_down", "function: up_down"}}},
     kAnyVcs,
     kAnySwitching},
    {{"network", {kSmallMesh, kSmallTorus, kBcube, kCubicGraph}},
     {"routing", {{"shortest_path", "function: shortest_path"}}},
     kOneOrTwoVcs,
     kAnySwitching},
    {{"network", {kSmallMesh, kSmallTorus}},
     kTables,
     {"routing", {{"davc_np", "vcs: {count: {host: 1, LINK: 3}, policy: davc, davc: np}"}}},
     kFlits},
    {{"network", {kSmallTorus}},
     {"routing",
      {{"davc_no_rings",
        "function: dor, rings: none, vcs: {count: {host: 1, LINK: 4}, policy: davc, davc: np}"}}},
     kFlits},
    {{"network",
      {{"2ary_2ruft", "topology: ruft, k: 2, n: 2, latency: {host: 1, up: 1, long: 1}", 4, 8}}},
     {"routing", {{"ecmp", "function: ecmp"}}},
     kAnyVcs,
     kAnySwitching},
    {{"network", {kOneSwitch}},
     kTables,
     {"routing", {{"davc", "vcs: {count: 2, policy: davc}"}}},
     kAnySwitching},
    {{"network", {kSmallMesh, kBcube, kDcell, kOneSwitch, kSmallDragonfly}},
     {"routing", {{"up_down", "function: up_down"}}},
     kAnyVcs,
     kAnySwitching},
    {kSmallGraph,
     {"routing",
      {{"up_down", "function: up_down"}, {"file", "function: table, file: " NETLOOM_GRAPH_TABLE}}},
     kAnyVcs,
     kAnySwitching},
    {kSmallGraph,
     kTables,
     {"routing", {{"davc_np", "vcs: {count: 4, policy: davc, davc: np}"}}},
     kAnySwitching},
    {kSmallManaged, {"routing", {{"up_down", "function: up_down"}}}, kAnyVcs, kAnySwitching},
    {kSmallManaged,
     kTables,
     {"routing", {{"davc_np", "vcs: {count: 4, policy: davc, davc: np}"}}},
     kAnySwitching}};

void remove_costly(Families& all) {
  for (std::vector<Kind>& family : all) {
    for (Kind& kind : family) {
      kind.choices.erase(std::remove_if(kind.choices.begin(), kind.choices.end(),
                                        [](const Choice& each) { return each.costly; }),
                         kind.choices.end());
    }
  }
}

/// Of networks what every switch has, and behind it what they alone can have.
Families families(Together together) {
  Families all = together == Together::kFurther     ? kFurther
                 : together == Together::kInTransit ? kInTransit
                                                    : kMinimal;
  if (together == Together::kPairs || together == Together::kProduct) {
    all.insert(all.end(), kInTransit.begin(), kInTransit.end());
  }
  if (together == Together::kProduct) {
    all.insert(all.end(), kProductOnly.begin(), kProductOnly.end());
  }
  if (together == Together::kNone) remove_costly(all);
  const std::vector<Kind>& common = together == Together::kFurther ? kFurtherCommon : kCommon;
  for (std::vector<Kind>& family : all) {
    family.insert(family.begin(), common.begin(), common.end());
  }
  return all;
}

/// Which two choices of different kinds, or which choices, some combination has.
class Covered {
 public:
  explicit Covered(Together together)
      : together_(together), has_(together == Together::kPairs ? kAll * kAll : kAll) {}

  /// How many of a combination's no other has.
  std::size_t brought_by(const Choices& choices) const {
    std::size_t result = 0;
    for_each(choices, [&](std::size_t place) { result += has_[place] ? 0 : 1; });
    return result;
  }
  void add(const Choices& choices) {
    for_each(choices, [&](std::size_t place) { has_[place] = true; });
  }
  /// What is of no kind in kCommon.
  void forget_own() {
    const std::size_t first = kCommon.size() * kMost;
    if (together_ == Together::kPairs) has_.assign(has_.size(), false);
    std::fill(has_.begin() + static_cast<std::ptrdiff_t>(first), has_.end(), false);
  }
  bool all_of(const std::vector<Kind>& kinds) const {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t choice = 0; choice < kinds[i].choices.size(); ++choice) {
        if (together_ != Together::kPairs && !has_[place(i, choice)]) return false;
        for (std::size_t j = i + 1; together_ == Together::kPairs && j < kinds.size(); ++j) {
          for (std::size_t other = 0; other < kinds[j].choices.size(); ++other) {
            if (!has_[place(i, choice) * kAll + place(j, other)]) return false;
          }
        }
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t kMost = 16;  // kinds, and choices of each
  static constexpr std::size_t kAll = kMost * kMost;

  static std::size_t place(std::size_t kind, std::size_t choice) { return kind * kMost + choice; }
  template <class Use>
  void for_each(const Choices& choices, Use&& use) const {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const std::size_t first = place(i, choices[i]);
      if (together_ != Together::kPairs) use(first);
      for (std::size_t j = i + 1; together_ == Together::kPairs && j < choices.size(); ++j) {
        use(first * kAll + place(j, choices[j]));
      }
    }
  }

  Together together_;
  std::vector<bool> has_;
};

Choices draw(const std::vector<Kind>& kinds, Random& random) {
  Choices result;
  for (const Kind& kind : kinds) {
    result.push_back(random.below(static_cast<std::uint32_t>(kind.choices.size())));
  }
  return result;
}

/// The network that a combination has.
const Choice& network_of(const std::vector<Kind>& kinds, const Choices& choices) {
  return kinds[kCommon.size()].choices[choices[kCommon.size()]];
}

/// Of some at random one that brings most, and among these the one whose switches are built
/// fastest.
Choices best_of_some(const std::vector<Kind>& kinds, const Covered& covered, Random& random) {
  constexpr int kTries = 200;
  Choices best = draw(kinds, random);
  std::size_t most = covered.brought_by(best);
  for (int i = 1; i < kTries; ++i) {
    const Choices other = draw(kinds, random);
    const std::size_t brings = covered.brought_by(other);
    const bool cheaper = network_of(kinds, other).ports < network_of(kinds, best).ports;
    if (brings < most || (brings == most && !cheaper)) continue;
    best = other;
    most = brings;
  }
  return best;
}

/// "torus" of "topology: torus, k: [4]".
std::string topology_of(const Choice& network) {
  const std::string text = network.text;
  const std::size_t from = text.find(' ') + 1;
  return text.substr(from, text.find(',') - from);
}

/// Whether a product has one choice of a kind at random.
bool is_drawn(const Kind& kind) {
  const std::string section = kind.section;
  const std::string first = kind.choices.front().text;
  for (const char* const key : {"selection:", "threshold:", "output_buffer:", "routing_delay:"}) {
    if (first.find(key) == 0) return true;
  }
  return section == "crossbar" || section == "traffic";
}

/// Of a kind those that a product has, by their numbers: of networks the smallest of each topology,
/// of allocators the first of each sort.
std::vector<std::size_t> multiplied(const Kind& kind) {
  const std::string section = kind.section;
  std::map<std::string, std::size_t> chosen;
  for (std::size_t i = 0; i < kind.choices.size(); ++i) {
    const Choice& each = kind.choices[i];
    const std::string text = each.text;
    std::string what = each.name;
    if (section == "network") what = topology_of(each);
    if (text.find("kind: ") == 0) what = text.substr(0, text.find(','));
    const auto [place, is_new] = chosen.emplace(what, i);
    if (!is_new && each.ports < kind.choices[place->second].ports) place->second = i;
  }
  std::vector<std::size_t> result;
  for (const auto& [what, place] : chosen) result.push_back(place);
  return result;
}

/// All choices of what is multiplied, with others drawn.
std::vector<Choices> product(const std::vector<Kind>& kinds, Random& random) {
  std::vector<Choices> result = {{}};
  for (const Kind& kind : kinds) {
    std::vector<Choices> longer;
    for (const Choices& before : result) {
      std::vector<std::size_t> places = {
          random.below(static_cast<std::uint32_t>(kind.choices.size()))};
      if (!is_drawn(kind)) places = multiplied(kind);
      for (const std::size_t place : places) {
        longer.push_back(before);
        longer.back().push_back(place);
      }
    }
    result = std::move(longer);
  }
  return result;
}

/// The kinds of each family, and what is chosen of them.
using Chosen = std::vector<std::pair<std::vector<Kind>, std::vector<Choices>>>;

Chosen choose(Together together) {
  Chosen result;
  constexpr std::uint64_t kSeed = 35;
  Random random(kSeed, 0);
  Covered covered(together);
  for (std::vector<Kind>& kinds : families(together)) {
    covered.forget_own();
    std::vector<Choices> all;
    if (together == Together::kProduct) all = product(kinds, random);
    while (together != Together::kProduct && !covered.all_of(kinds)) {
      const Choices choices = best_of_some(kinds, covered, random);
      if (covered.brought_by(choices) == 0) continue;
      covered.add(choices);
      all.push_back(choices);
    }
    result.emplace_back(std::move(kinds), std::move(all));
  }
  return result;
}

const Chosen& chosen(Together together) {
  static std::map<Together, Chosen> all;
  auto found = all.find(together);
  if (found == all.end()) found = all.emplace(together, choose(together)).first;
  return found->second;
}

/// Uniform traffic, all that goes of it, and then one node after the other to which all others send
/// more than it takes, so that the buffers on all ways to it fill, and empty again before the next.
std::string phases(int nodes, int cycles) {
  constexpr double kHotLoad = 4;  // phits/cycle, of all nodes
  std::string result = fmt::format(
      "phases: [{{pattern: uniform}}, {{from: {}, pattern: uniform, load: 1}}", 2 * cycles);
  for (int node = 0; node < nodes; ++node) {
    const int from = (kUniform + node * (1 + kDraining)) * cycles;
    result += fmt::format(
        ", {{from: {}, pattern: hotspot, node: {}, fraction: 1, load: {}}}"
        ", {{from: {}, pattern: uniform, load: 0.3}}",
        from, node, std::min(1.0, kHotLoad / nodes), from + cycles);
  }
  return result + "]";
}

/// Where `text` has `name`, `value` stands then.
void put_in_place_of(std::string_view name, const std::string& value, std::string& text) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
    text.replace(at, name.size(), value);
  }
}

RtlCombination combination_of(const std::vector<Kind>& kinds, const Choices& choices, int cycles) {
  RtlCombination result;
  const int nodes = network_of(kinds, choices).nodes;
  // A small network costs little.
  constexpr int kFewNodes = 4, kLonger = 4;
  if (nodes <= kFewNodes) cycles *= kLonger;
  std::vector<std::pair<std::string, std::string>> sections = {
      {"network", ""},
      {"routing", ""},
      {"switch", ""},
      {"crossbar", ""},
      {"allocator", ""},
      {"buffers", ""},
      {"nic", ""},
      {"traffic", phases(nodes, cycles)},
      {"simulation", fmt::format("warmup: 0, measure: {}, drain: 1000000, seeds: [1]",
                                 (kUniform + nodes * (1 + kDraining)) * cycles)}};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    // Its own choices stand first in its name.
    const std::size_t place = (i + kCommon.size()) % choices.size();
    const Kind& kind = kinds[place];
    const Choice& choice = kind.choices[choices[place]];
    result.name += (i == 0 ? "" : "_") + std::string(choice.name);
    for (auto& [name, text] : sections) {
      if (name == kind.section) text += (text.empty() ? "" : ", ") + std::string(choice.text);
    }
  }
  const auto section = [&](std::string_view name) -> std::string& {
    return std::find_if(sections.begin(), sections.end(),
                        [name](const auto& each) { return each.first == name; })
        ->second;
  };
  std::string& switches = section("switch");
  const std::string& buffers = section("buffers");
  switches += ", input_buffer: " + (buffers.empty() ? "12" : buffers);
  for (const char* const part : {"crossbar", "allocator"}) {
    switches += fmt::format(", {}: {{{}}}", part, section(part));
  }
  // Packets of more than two phits have several flits, of which the last may be shorter.
  const std::string& traffic = section("traffic");
  const bool small = traffic.find("packet_phits: 1") != std::string::npos ||
                     traffic.find("packet_phits: 2") != std::string::npos;
  put_in_place_of("FLIT", small ? "1" : "3", switches);
  // The links between switches are of a kind that may have the topology's name.
  std::string link = "link";
  for (const char* const grid : {"torus", "mesh"}) {
    if (section("network").find(grid) != std::string::npos) link = grid;
  }
  put_in_place_of("LINK", link, switches);
  put_in_place_of("LINK", link, section("routing"));
  // Up and down again in a DCell, packets need more VCs.
  const bool is_dcell = section("network").find("dcell") != std::string::npos;
  put_in_place_of("ENOUGH", is_dcell ? "5" : "4", section("routing"));
  for (const char* const name : {"network", "routing", "switch", "nic", "traffic", "simulation"}) {
    result.text += fmt::format("{}: {{{}}}\n", name, section(name));
  }
  return result;
}

}  // namespace

std::vector<RtlCombination> rtl_combinations(Together together, int cycles) {
  std::vector<RtlCombination> result;
  for (const auto& [kinds, all] : chosen(together)) {
    for (const Choices& choices : all) result.push_back(combination_of(kinds, choices, cycles));
  }
  return result;
}

}  // namespace netloom::test
