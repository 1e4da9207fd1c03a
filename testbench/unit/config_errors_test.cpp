// Broken configurations, each with the exact message that it gives.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "sim/config/config.h"
#include "sim/traffic/pattern.h"
#include "testbench/unit/config_support.h"

namespace netloom::test {
namespace {

struct Broken {
  std::string name;
  std::string text;
  std::vector<Override> overrides;
  /// {topologies}, {functions} and {patterns} stand for the names that are registered.
  std::string message;

  friend void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }
};

std::vector<Broken> broken_configurations() {
  return {
      // clang-format off
        {"TabsAsIndentation",
         R"(network:
	topology: fat_tree
)",
         {},
         R"(c.yaml:2: not valid YAML: illegal map value)"},
        {"UnclosedList",
         R"(network: {topology: fat_tree
traffic: [1, 2
)",
         {},
         R"(c.yaml:2: not valid YAML: end of map flow not found)"},
        {"TwoDocuments",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
---
more: 1
)",
         {},
         R"(c.yaml:3: a second document begins; allowed: one)"},
        {"ListAtTheTop",
         R"(- network
- traffic
)",
         {},
         R"(c.yaml:1: the configuration is a list; allowed: a map of sections)"},
        {"TextAtTheTop",
         R"(fat_tree
)",
         {},
         R"(c.yaml:1: the configuration is a single value; allowed: a map of sections)"},
        {"DuplicateSection",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: {}
network: {topology: mesh}
)",
         {},
         R"(c.yaml:4: network: is given twice, first in line 1; allowed: once)"},
        {"DuplicateKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  crossbar:
    delay: 1
    speedup: 1
    delay: 2
)",
         {},
         R"(c.yaml:7: switch.crossbar.delay: is given twice, first in line 5; allowed: once)"},
        {"DuplicateKeyInListElement",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  mixture:
  - {pattern: uniform}
  - {pattern: uniform, pattern: uniform}
)",
         {},
         R"(c.yaml:6: traffic.mixture[1].pattern: is given twice, first in line 6; allowed: once)"},
        {"Tag",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: {injection_vcs: !!int 1}
)",
         {},
         R"(c.yaml:3: the tag 'tag:yaml.org,2002:int' has no meaning here; allowed: no tags)"},
        {"ListAsKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
? [a, b]
: 1
)",
         {},
         R"(c.yaml:3: a list or map stands for a key; allowed: text)"},
        {"EmptyKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
? 
: 1
)",
         {},
         R"(c.yaml:4: a list or map stands for a key; allowed: text)"},
        {"AliasInsideOfItsAnchor",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: &n {injection_vcs: *n}
)",
         {},
         R"(c.yaml:3: an alias is used inside of its own anchor)"},
        {"MergeKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: &s {routing_delay: 2}
nic:
  <<: *s
)",
         {},
         R"(c.yaml:5: nic.<<: is not a key here; allowed: injection_buffer, injection_vcs, injection_vc_choice, reorder_buffer, ejection_buffer)"},
        {"Empty",
         R"()",
         {},
         R"(c.yaml:1: network: is missing; allowed: a map with the keys topology, file and the parameters of the topology)"},
        {"NoNetwork",
         R"(traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network: is missing; allowed: a map with the keys topology, file and the parameters of the topology)"},
        {"NoTraffic",
         R"(network: {topology: fat_tree, k: 2, n: 3}
)",
         {},
         R"(c.yaml:1: traffic: is missing; allowed: a map with the keys pattern, nodes, mixture, phases, load, packet_phits, burst, request_reply, trace, bytes_per_phit, application and the parameters of the pattern)"},
        {"MisspeltSection",
         R"(netwrok: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: netwrok: is not a key here (did you mean 'network'?); allowed: network, switch, routing, traffic, nic, simulation, faults, fault_handling, rtl, views, cost, tlm)"},
        {"UnknownSection",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
colour: red
)",
         {},
         R"(c.yaml:3: colour: is not a key here; allowed: network, switch, routing, traffic, nic, simulation, faults, fault_handling, rtl, views, cost, tlm)"},
        {"ViewOfNoSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
views: {default: fast, s12: structural}
)",
         {},
         R"(c.yaml:3: views.s12: no switch has this name (did you mean 's1'?); allowed: default, the names of switches (the first is s0), and patterns of them, in which * stands for any characters)"},
        {"ViewThatThereIsNot",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
views: {"s1*": gates}
)",
         {},
         R"(c.yaml:3: views.s1*: 'gates' is not known; allowed: fast, structural, rtl)"},
        {"TwoViewsOfOneSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
views:
  "*1": structural
  "s1*": fast
)",
         {},
         R"(c.yaml:5: views.s1*: switch s1 is fast by this pattern and structural by *1; allowed: one view for each switch)"},
        {"StructuralViewWithLiveFaults",
         R"(network: {topology: fat_tree, k: 4, n: 3}
routing: {function: ft2ei}
traffic: {load: 0.3}
faults: [{link: s16.p1, cycle: 100}]
views: {default: structural}
)",
         {},
         R"(c.yaml:5: views: structural: a fault in cycle 100: links that fail while the network runs, and the control packets that switches then send each other, are in the fast view only; allowed: faults before the start (cycle 0), or fault_handling.way central, with which there are none)"},
        {"SwitchesOfRtl",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {switches: "s1*"}
)",
         {},
         R"(c.yaml:3: rtl.switches: is not a key here (views: {"s1*": rtl} says which switches are in RTL); allowed: blocks, mode, switch)"},
        {"LockstepOfNoSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {mode: lockstep}
)",
         {},
         R"(c.yaml:3: rtl.mode: lockstep: no switch is in the RTL view, of which each is compared with its model; allowed: replace, shadow, or views: {default: rtl})"},
        {"ShadowOfASwitchInRtl",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {mode: shadow}
views: {default: fast, s1: rtl}
)",
         {},
         R"(c.yaml:3: rtl.mode: shadow: it is of rtl.blocks, and a switch in the RTL view has none; allowed: replace, with which it decides alone, and lockstep, with which it is compared with its model)"},
        {"CompiledSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {switch: own.so}
)",
         {},
         R"(c.yaml:3: rtl.switch: a switch is given as its source, of which each kind in the network is compiled; allowed: files of SystemVerilog)"},
        {"SwitchInAFileThatIsNoModule",
         R"(network: {topology: fat_tree, k: 2, n: 2}
traffic: {load: 0.3}
rtl: {switch: my-switch.sv}
)",
         {},
         R"(c.yaml:3: rtl.switch: 'my-switch.sv': the switch is the module with the name of the first file, and no module can be called 'my-switch'; allowed: a name of letters, digits and _, which does not begin with a digit)"},
        {"SwitchInAFileWithADigitFirst",
         R"(network: {topology: fat_tree, k: 2, n: 2}
traffic: {load: 0.3}
rtl: {switch: [2port.sv, other.sv]}
)",
         {},
         R"(c.yaml:3: rtl.switch[0]: '2port.sv': the switch is the module with the name of the first file, and no module can be called '2port'; allowed: a name of letters, digits and _, which does not begin with a digit)"},
        {"FaultOfWhatHasFailed",
         R"(network: {topology: fat_tree, k: 2, n: 3}
routing: {function: ft2ei}
traffic: {load: 0.3}
faults: [{link: s8.p0, cycle: 500}, {cable: s8.p0, cycle: 400}]
)",
         {},
         R"(c.yaml:4: faults[0]: link s8.p0 has failed before, by other faults; allowed: what has a link that works until cycle 500)"},
        {"LockstepOfWhatRtlDoesNot",
         R"(network: {topology: fat_tree, k: 2, n: 3}
switch: {allocator: {arbiter: age}}
traffic: {load: 0.3}
rtl: {mode: lockstep}
views: {s1: rtl}
)",
         {},
         R"(c.yaml:5: views: rtl: switch.allocator.arbiter age; allowed: round_robin, least_recently_served)"},
        {"NegativeCost",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
cost: {port: {buffer: -1}}
)",
         {},
         R"(c.yaml:3: cost.port.buffer: -1 is out of range; allowed: a number from 0 to 1000000000)"},
        {"MisspeltKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation:
  warmup: 100
  mesure: 100
)",
         {},
         R"(c.yaml:5: simulation.mesure: is not a key here (did you mean 'measure'?); allowed: warmup, measure, precision, confidence, at_most, drain, seeds, stationary_bound, sample_interval, sample_by, sample_quartiles, counters, counter_interval, completion_limit, quantum, regions, regions_file, threads, idle_skipping, shuffle, check_invariants, specialised, mixed_cores, stall_probability, hop_factor, watchdog, memory_limit)"},
        {"KeyOfAnotherSection",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {packet_phits: 8}
)",
         {},
         R"(c.yaml:3: switch.packet_phits: is not a key here (did you mean 'traffic.packet_phits'?); allowed: switching, flit_phits, input_buffer, output_buffer, routing_delay, routing_units, crossbar, allocator, control_priority, parts)"},
        {"KeyOfAnotherTopology",
         R"(network:
  topology: fat_tree
  k: 2
  n: 3
  p: 4
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:5: network.p: is not a key here; allowed: topology, k, n, latency)"},
        {"SectionWithoutValue",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic:
)",
         {},
         R"(c.yaml:3: nic: has no value; allowed: a map with the keys injection_buffer, injection_vcs, injection_vc_choice, reorder_buffer, ejection_buffer)"},
        {"SectionIsANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: 3
)",
         {},
         R"(c.yaml:3: nic: '3' is a single value; allowed: a map with the keys injection_buffer, injection_vcs, injection_vc_choice, reorder_buffer, ejection_buffer)"},
        {"SectionIsAList",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: [vct]
)",
         {},
         R"(c.yaml:3: switch: is a list; allowed: a map with the keys switching, flit_phits, input_buffer, output_buffer, routing_delay, routing_units, crossbar, allocator, control_priority, parts)"},
        {"KeyWithoutValue",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {warmup: }
)",
         {},
         R"(c.yaml:3: simulation.warmup: has no value; allowed: an integer from 0 to 4294901759, or auto)"},
        {"UnknownTopology",
         R"(network: {topology: fattree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.topology: 'fattree' is not known (did you mean 'fat_tree'?); allowed: {topologies})"},
        {"MissingParameter",
         R"(network: {topology: fat_tree, k: 2}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.n: is missing; allowed: an integer from 1 to 24)"},
        {"ParameterIsNoInteger",
         R"(network: {topology: fat_tree, k: four, n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.k: 'four' is not an integer; allowed: an integer from 2 to 128)"},
        {"ParameterIsQuoted",
         R"(network: {topology: fat_tree, k: '2', n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.k: '2' is not an integer; allowed: an integer from 2 to 128)"},
        {"ParameterIsFractional",
         R"(network: {topology: fat_tree, k: 2.5, n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.k: '2.5' is not an integer; allowed: an integer from 2 to 128)"},
        {"ParameterIsTooSmall",
         R"(network: {topology: fat_tree, k: 1, n: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.k: 1 is out of range; allowed: an integer from 2 to 128)"},
        {"NeitherTopologyNorFile",
         R"(network: {}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network: neither topology nor file is given; allowed: exactly one of topology, file)"},
        {"TopologyAndFile",
         R"(network: {topology: fat_tree, k: 2, n: 3, file: net.yaml}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.file: does not go together with topology: fat_tree; allowed: exactly one of topology, file)"},
        {"FileAndLatency",
         R"(network: {file: net.yaml, latency: {host: 1}}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.latency: is not a key here; allowed: topology, file)"},
        {"UnknownLinkKindInLatency",
         R"(network: {topology: fat_tree, k: 2, n: 3, latency: {host: 1, local: 2}}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.latency.local: is not a key here; allowed: host, up, down)"},
        {"LatencyZero",
         R"(network:
  topology: fat_tree
  k: 2
  n: 3
  latency:
    host: 1
    up: 0
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:7: network.latency.up: 0 is out of range; allowed: an integer from 1 to 65535, or a map with the keys link, stages)"},
        {"LatencyStagesUnknownKey",
         R"(network:
  topology: fat_tree
  k: 2
  n: 3
  latency:
    up: {link: 8, stage: 3}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:6: network.latency.up.stage: is not a key here (did you mean 'stages'?); allowed: link, stages)"},
        {"LatencyStagesNegative",
         R"(network:
  topology: ruft
  k: 2
  n: 3
  latency:
    long:
      stages: -1
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:7: network.latency.long.stages: -1 is out of range; allowed: an integer from 0 to 1000)"},
        {"LatencyStagesTooLong",
         R"(network:
  topology: ruft
  k: 2
  n: 3
  latency:
    up: 8
    long:
      stages: 1000
switch:
  routing_delay: 57
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:7: network.latency.long: the link and the stages that it skips add up to 66008 cycles; allowed: 1 to 65535)"},
        {"LatencyStagesOfANumber",
         R"(network:
  topology: ruft
  k: 2
  n: 3
  latency: {long: 5}
traffic: {load: 0.3}
)",
         {{"network.latency.long.stages", "2"}},
         R"(--set network.latency.long.stages: network.latency.long is a single value, not a map; allowed: network.latency.long=…)"},
        {"LatencyStagesWithABrokenSwitch",
         R"(network:
  topology: ruft
  k: 2
  n: 3
  latency: {long: {stages: 2}}
switch:
  routing_delay: slow
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:7: switch.routing_delay: 'slow' is not an integer; allowed: an integer from 0 to 65535, or a map with the keys base, constant, selection, options)"},
        {"FirOfATreeWithoutBits",
         R"(network: {topology: fat_tree, k: 3, n: 2}
routing:
  function: destro
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'destro': FIR masks select the digits of node numbers only where k is a power of two, and k is 3; allowed: implementation: arithmetic or table)"},
        {"NumberAsFile",
         R"(network: {file: 12}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.file: 12 is not text (put it in quotes if it is meant); allowed: text)"},
        {"UnknownSwitching",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {switching: cut_through}
)",
         {},
         R"(c.yaml:3: switch.switching: 'cut_through' is not known; allowed: vct, wormhole, store_and_forward)"},
        {"WormholeWithoutFlits",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  switching: wormhole
)",
         {},
         R"(c.yaml:4: switch.switching: wormhole needs switch.flit_phits; allowed: 1 to 16)"},
        {"FlitsWithoutWormhole",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  flit_phits: 4
)",
         {},
         R"(c.yaml:4: switch.flit_phits: is for wormhole only; allowed: no such key with switching: vct)"},
        {"FlitLargerThanPacket",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  switching: wormhole
  flit_phits: 32
)",
         {},
         R"(c.yaml:5: switch.flit_phits: 32 phits are more than a packet; allowed: 1 to 16)"},
        {"InputBufferBelowOnePacket",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  routing_delay: 0
  input_buffer: 8
)",
         {},
         R"(c.yaml:5: switch.input_buffer: 8 phits do not hold one packet (16 phits); allowed: 16 to 16777216)"},
        {"InputBufferOfAKindBelowOnePacket",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  input_buffer:
    host: 80
    up: 8
)",
         {},
         R"(c.yaml:6: switch.input_buffer.up: 8 phits do not hold one packet (16 phits); allowed: 16 to 16777216)"},
        {"InputBufferBelowOneFlit",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {switching: wormhole, flit_phits: 4, input_buffer: 3}
)",
         {},
         R"(c.yaml:3: switch.input_buffer: 3 phits do not hold one flit (4 phits); allowed: 4 to 16777216)"},
        {"InputBufferBelowOnePacketStoreAndForward",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {switching: store_and_forward, input_buffer: 15}
)",
         {},
         R"(c.yaml:3: switch.input_buffer: 15 phits do not hold one packet (16 phits); allowed: 16 to 16777216)"},
        {"InputBufferZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {input_buffer: 0}
)",
         {},
         R"(c.yaml:3: switch.input_buffer: 0 is out of range; allowed: an integer from 1 to 16777216, or a map from link kinds (host, up, down) to such values)"},
        {"InputBufferIsText",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {input_buffer: large}
)",
         {},
         R"(c.yaml:3: switch.input_buffer: 'large' is not an integer; allowed: an integer from 1 to 16777216, or a map from link kinds (host, up, down) to such values)"},
        {"InputBufferOfAnUnknownKind",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {input_buffer: {host: 80, upp: 80}}
)",
         {},
         R"(c.yaml:3: switch.input_buffer.upp: is not a link kind of this network (did you mean 'up'?); allowed: host, up, down)"},
        {"OutputBufferBelowOnePacket",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {output_buffer: 8}
)",
         {},
         R"(c.yaml:3: switch.output_buffer: 8 phits do not hold one packet (16 phits); allowed: 0, or 16 to 16777216)"},
        {"OutputBufferNegative",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {output_buffer: -1}
)",
         {},
         R"(c.yaml:3: switch.output_buffer: -1 is out of range; allowed: an integer from 0 to 16777216, or a map from link kinds (host, up, down) to such values)"},
        {"RoutingDelayNegative",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {routing_delay: -1}
)",
         {},
         R"(c.yaml:3: switch.routing_delay: -1 is out of range; allowed: an integer from 0 to 65535, or a map with the keys base, constant, selection, options)"},
        {"CrossbarDelayZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {crossbar: {delay: 0}}
)",
         {},
         R"(c.yaml:3: switch.crossbar.delay: 0 is out of range; allowed: an integer from 1 to 65535)"},
        {"SpeedupThree",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  crossbar:
    speedup: 3
)",
         {},
         R"(c.yaml:5: switch.crossbar.speedup: 3 is out of range; allowed: an integer from 1 to 2)"},
        {"UnknownCrossbar",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {crossbar: {kind: complete}}
)",
         {},
         R"(c.yaml:3: switch.crossbar.kind: 'complete' is not known; allowed: multiplexed, full)"},
        {"CrossbarIsText",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {crossbar: full}
)",
         {},
         R"(c.yaml:3: switch.crossbar: 'full' is a single value; allowed: a map with the keys kind, delay, speedup)"},
        {"UnknownAllocator",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {allocator: {kind: iSLIP}}
)",
         {},
         R"(c.yaml:3: switch.allocator.kind: 'iSLIP' is not known; allowed: separable_input_first, separable_output_first, islip)"},
        {"IterationsZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {allocator: {iterations: 0}}
)",
         {},
         R"(c.yaml:3: switch.allocator.iterations: 0 is out of range; allowed: an integer from 1 to 64)"},
        {"UnknownArbiter",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {allocator: {arbiter: roundrobin}}
)",
         {},
         R"(c.yaml:3: switch.allocator.arbiter: 'roundrobin' is not known (did you mean 'round_robin'?); allowed: round_robin, least_recently_served, age, random)"},
        {"BooleanIsANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {control_priority: 1}
)",
         {},
         R"(c.yaml:3: switch.control_priority: '1' is not true or false; allowed: true, false)"},
        {"VcsInTheSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {vcs: 2}
)",
         {},
         R"(c.yaml:3: switch.vcs: is not a key here (did you mean 'routing.vcs'?); allowed: switching, flit_phits, input_buffer, output_buffer, routing_delay, routing_units, crossbar, allocator, control_priority, parts)"},
        {"UnknownRoutingFunction",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: intervall}
)",
         {},
         R"(c.yaml:3: routing.function: 'intervall' is not known (did you mean 'interval'?); allowed: {functions})"},
        {"FunctionOfAnotherTopology",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing:
  function: dor
)",
         {},
         R"(c.yaml:4: routing.function: routing function 'dor' is defined on meshes and tori only; the topology here is 'fat_tree')"},
        {"BubbleInWormhole",
         R"(network: {topology: torus, k: 4, n: 2}
traffic: {load: 0.3}
switch: {switching: wormhole, flit_phits: 4}
routing: {function: dor, rings: bubble}
)",
         {},
         R"(c.yaml:4: routing.function: routing function 'dor': bubble flow control needs room for whole packets, which wormhole does not provide; allowed with wormhole: rings: dateline, none)"},
        {"BubbleWithoutRoomForTwo",
         R"(network: {topology: torus, k: 4, n: 2}
traffic: {load: 0.3}
switch: {input_buffer: 24}
)",
         {},
         R"(c.yaml:3: switch.input_buffer: 24 phits do not hold two packets (32 phits), for which a packet that enters a ring waits in bubble flow control; allowed: 32 to 16777216)"},
        {"RingsInAMesh",
         R"(network: {topology: mesh, k: 4, n: 2}
traffic: {load: 0.3}
routing: {function: dor, rings: dateline}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'dor': rings is 'dateline', but this mesh has no rings; allowed: auto)"},
        {"VoqnetDoesNotFit",
         R"(network: {topology: torus, k: 16, n: 2}
traffic: {load: 0.3}
routing: {function: dor, vcs: {policy: voqnet, count: {torus: 64}}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'dor' with the VC policy 'voqnet' needs a virtual channel for each of the hosts, 256 on torus links; there are 64, and more than 64 cannot be)"},
        {"TooFewVcsForVoqsw",
         R"(network: {topology: mesh, k: 8, n: 2}
traffic: {load: 0.3}
routing: {function: dor, vcs: {policy: voqsw, count: {mesh: 4}}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'dor' with the VC policy 'voqsw' needs a virtual channel for each output of a switch, 5 on mesh links; there are 4)"},
        {"OddDateline",
         R"(network: {topology: torus, k: 4, n: 2}
traffic: {load: 0.3}
routing: {function: dor, rings: dateline, vcs: {policy: iodet, count: {torus: 3}}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'dor' with a dateline needs the same number of virtual channels in two classes on torus links; there are 3; allowed: an even number, with the VC policy 'iodet')"},
        {"AdaptiveWithoutAdaptiveVcs",
         R"(network: {topology: torus, k: 4, n: 2}
traffic: {load: 0.3}
routing: {function: adaptive, vcs: {count: {torus: 2}}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'adaptive' needs at least 3 virtual channels on torus links, two for the escape (with a dateline); there are 2)"},
        {"UnknownSelection",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {selection: best}
)",
         {},
         R"(c.yaml:3: routing.selection: 'best' is not known; allowed: adap_lin, cp, ff, mc, random, sadp, sdp, sop, ssp)"},
        {"FatTreeSelectionElsewhere",
         R"(network: {topology: mesh, k: [4, 4]}
traffic: {load: 0.3}
routing: {selection: sadp}
)",
         {},
         R"(c.yaml:3: routing.selection: 'sadp' is defined in a fat_tree only; allowed: cp, ff, mc, random)"},
        {"UnknownPolicy",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {vcs: {policy: descending}}
)",
         {},
         R"(c.yaml:3: routing.vcs.policy: 'descending' is not known (did you mean 'ascending'?); allowed: ascending, davc, dbbm, free, iodet, layered, single, voqnet, voqsw)"},
        {"PolicyOfOtherFunctions",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: interval, vcs: {policy: ascending}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'interval' cannot use the VC policy 'ascending'; allowed: davc, free, single)"},
        {"DavcKeyWithoutDavc",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing:
  vcs: {overflow: clamp}
)",
         {},
         R"(c.yaml:4: routing.vcs.overflow: does not go together with policy single; allowed: with policy davc only)"},
        {"MoreVcsThanCanBeChosen",
         R"(network: {topology: mesh, k: [4, 4]}
traffic: {load: 0.3}
routing:
  function: shortest_path
  vcs: {policy: free, count: 65}
)",
         {},
         R"(c.yaml:5: routing.vcs.count: 65 VCs do not go together with routing.vcs.policy free; allowed: 1 to 64, and to 128 with layered)"},
        {"MoreInjectionVcsThanCanBeChosen",
         R"(network: {topology: mesh, k: [4, 4]}
traffic: {load: 0.3}
nic: {injection_vcs: 128}
)",
         {},
         R"(c.yaml:3: nic.injection_vcs: 128 VCs do not go together with routing.vcs.policy single; allowed: 1 to 64, and to 128 with layered)"},
        {"LayersThatTheNicDoesNotHave",
         R"(network: {topology: mesh, k: [4, 4]}
traffic: {load: 0.3}
routing: {function: spda, vcs: {count: 2}}
nic: {injection_buffer: 64}
)",
         {},
         R"(c.yaml:4: nic.injection_vcs: 1 injection VCs do not go together with routing.vcs.policy layered and 2 VCs on links of the kind 'mesh', on which packets go on as they were injected; allowed: 2)"},
        {"TooFewAscendingVcs",
         R"(network: {topology: dragonfly, h: 2}
traffic: {load: 0.3}
routing: {function: olm, vcs: {count: {local: 2}}}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'olm' needs 3 virtual channels on local links, in ascending order along a path; there are 2)"},
        {"SingleWithTwoVcs",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing:
  vcs:
    count: 2
)",
         {},
         R"(c.yaml:5: routing.vcs.count: 2 VCs do not go together with policy single, which uses VC 0 only; allowed: 1, or policy: free)"},
        {"SingleWithTwoVcsInTwoClasses",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {vcs: {classes: 2, count: 1}}
)",
         {},
         R"(c.yaml:3: routing.vcs.count: 1 VCs do not go together with policy single, which uses VC 0 only of each of 2 classes; allowed: 2, or policy: free)"},
        {"VcsThatClassesDoNotDivide",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {vcs: {policy: free, classes: 2, count: {up: 3}}}
)",
         {},
         R"(c.yaml:3: routing.vcs.count.up: 3 cannot be divided among 2 message classes; allowed: a multiple of 2)"},
        {"InjectionVcsThatClassesDoNotDivide",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
routing: {vcs: {classes: 2}}
nic: {injection_vcs: 3}
)",
         {},
         R"(c.yaml:4: nic.injection_vcs: 3 cannot be divided among 2 message classes; allowed: a multiple of 2)"},
        {"ClassesInOneOrder",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
routing: {vcs: {classes: 2}}
nic: {reorder_buffer: 4}
)",
         {},
         R"(c.yaml:4: nic.reorder_buffer: puts messages of all classes into one order, so that they wait for each other; allowed with 2 message classes: 0)"},
        {"MoreVcsThanClassesCanHave",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
routing: {function: spda, vcs: {classes: 2, count: 66}}
)",
         {},
         R"(c.yaml:3: routing.vcs.count: 66 VCs do not go together with 2 message classes; allowed: 1 to 64)"},
        {"EjectionBufferWithoutHosts",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
nic: {ejection_buffer: 32}
)",
         {},
         R"(c.yaml:3: nic.ejection_buffer: 32: without the section tlm, hosts take everything at once; allowed: 0)"},
        {"EjectionBufferWithoutRoom",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
nic: {ejection_buffer: 15}
tlm: {requests: 1}
)",
         {},
         R"(c.yaml:3: nic.ejection_buffer: 15 phits do not hold one packet (16 phits); allowed: 0, or 16 to 16777216)"},
        {"RequestsWithoutBuffer",
         R"(network: {topology: mesh, k: [2, 2]}
traffic: {load: 0.3}
nic: {ejection_buffer: 0}
tlm: {requests: 1}
)",
         {},
         R"(c.yaml:4: tlm.requests: requests that a host does not take need a buffer; allowed with nic.ejection_buffer 0: 0)"},
        {"SingleWithTwoVcsOfAKind",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing:
  vcs:
    count: {up: 2}
)",
         {},
         R"(c.yaml:5: routing.vcs.count.up: 2 VCs do not go together with policy single, which uses VC 0 only; allowed: 1, or policy: free)"},
        {"TooManyVcs",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {vcs: {policy: free, count: 129}}
)",
         {},
         R"(c.yaml:3: routing.vcs.count: 129 is out of range; allowed: an integer from 1 to 128, or a map from link kinds (host, up, down) to such values)"},
        {"ParameterOfAnotherFunction",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: interval, file: table.txt}
)",
         {},
         R"(c.yaml:3: routing.file: is not a key here; allowed: function, selection, select_at, vcs)"},
        {"NoLoad",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  pattern: uniform
)",
         {},
         R"(c.yaml:2: traffic: none of load, burst, trace and application is given; allowed: exactly one of them)"},
        {"LoadAndBurst",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  burst: {packets: 10}
)",
         {},
         R"(c.yaml:4: traffic.burst: does not go together with traffic.load; allowed: exactly one of load, burst, trace, application)"},
        {"MoreSamplesThanCanBeKept",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.1}
simulation:
  sample_interval: 99
  warmup: 0
  measure: 9999999
  drain: 1
)",
         {},
         R"(c.yaml:4: simulation.sample_interval: a run of up to 10000000 cycles has 101010 intervals of 99, and each takes memory; allowed: intervals of 100 cycles or more)"},
        {"MoreReadingsThanCanBeKept",
         R"(network: {topology: dragonfly, h: 2}
routing: {function: lia}
traffic: {load: 0.1}
simulation: {warmup: 1000000, measure: 1000001, counters: [REMOTE_COUNTER], counter_interval: 1}
)",
         {},
         R"(c.yaml:4: simulation.counter_interval: a run of up to 2000001 cycles has 2000001 intervals of 1, and each takes memory; allowed: intervals of 21 cycles or more)"},
        {"BurstThatCannotBeComplete",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {packet_phits: 16, burst: {packets: 626}}
simulation: {completion_limit: 10000}
)",
         {},
         R"(c.yaml:2: traffic.burst.packets: a node has 10016 phits to send, one a cycle, more than simulation.completion_limit (10000); allowed: up to 625 packets)"},
        {"LoadAndTrace",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  trace: t.txt
  load: 0.3
)",
         {},
         R"(c.yaml:3: traffic.trace: does not go together with traffic.load; allowed: exactly one of load, burst, trace, application)"},
        {"LoadZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0}
)",
         {},
         R"(c.yaml:2: traffic.load: 0 is out of range; allowed: a number above 0 and up to 1, or a list of such values)"},
        {"LoadAboveOne",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: [0.5, 1.5]
)",
         {},
         R"(c.yaml:3: traffic.load[1]: 1.5 is out of range; allowed: a number above 0 and up to 1)"},
        {"LoadIsEmpty",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: []}
)",
         {},
         R"(c.yaml:2: traffic.load: is an empty list; allowed: a number above 0 and up to 1, or a list of such values)"},
        {"LoadTwice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load:
  - 0.1
  - 0.2
  - 0.10
)",
         {},
         R"(c.yaml:6: traffic.load[2]: 0.10 is given twice; allowed: once)"},
        {"LoadIsNotANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: .nan}
)",
         {},
         R"(c.yaml:2: traffic.load: '.nan' is not a number; allowed: a number above 0 and up to 1, or a list of such values)"},
        {"UnknownPattern",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {pattern: unifrom, load: 0.3}
)",
         {},
         R"(c.yaml:2: traffic.pattern: 'unifrom' is not known (did you mean 'uniform'?); allowed: {patterns})"},
        {"PacketOfNoPhits",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, packet_phits: 0}
)",
         {},
         R"(c.yaml:2: traffic.packet_phits: 0 is out of range; allowed: an integer from 1 to 65535)"},
        {"PacketTooLong",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, packet_phits: 65536}
)",
         {},
         R"(c.yaml:2: traffic.packet_phits: 65536 is out of range; allowed: an integer from 1 to 65535)"},
        {"BurstWithoutPackets",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  burst: {}
)",
         {},
         R"(c.yaml:3: traffic.burst.packets: is missing; allowed: an integer from 1 to 4294967295)"},
        {"TraceThatIsNotThere",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  trace: no_such_trace.txt
)",
         {},
         R"(c.yaml:3: traffic.trace: no_such_trace.txt: the file cannot be read: No such file or directory)"},
        {"TraceAndPattern",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  trace: t.txt
  pattern: uniform
)",
         {},
         R"(c.yaml:4: traffic.pattern: does not go together with traffic.trace; allowed: packet_phits and bytes_per_phit beside trace)"},
        {"BytesWithoutTrace",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, bytes_per_phit: 4}
)",
         {},
         R"(c.yaml:2: traffic.bytes_per_phit: is for traces only; allowed: no such key without traffic.trace)"},
        {"RequestReplyInABurst",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  burst: {packets: 1}
  request_reply: {}
)",
         {},
         R"(c.yaml:4: traffic.request_reply: does not go together with traffic.burst; allowed: load beside request_reply)"},
        {"ReplyDelayZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.1
  request_reply: {delay: 0}
)",
         {},
         R"(c.yaml:4: traffic.request_reply.delay: 0 is out of range; allowed: an integer from 1 to 1000000000)"},
        {"UnknownApplication",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  application: {name: halo3d}
)",
         {},
         R"(c.yaml:3: traffic.application.name: 'halo3d' is not known; allowed: all_to_all, butterfly, graph500, stencil_2d, stencil_3d, waterfall)"},
        {"ApplicationWithoutName",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {iterations: 3}}
)",
         {},
         R"(c.yaml:2: traffic.application.name: is missing; allowed: all_to_all, butterfly, graph500, stencil_2d, stencil_3d, waterfall)"},
        {"ApplicationAndLoad",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: butterfly}, load: 0.1}
)",
         {},
         R"(c.yaml:2: traffic.application: does not go together with traffic.load; allowed: exactly one of load, burst, trace, application)"},
        {"ApplicationAndPattern",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: butterfly}, pattern: uniform}
)",
         {},
         R"(c.yaml:2: traffic.pattern: does not go together with traffic.application; allowed: packet_phits beside application)"},
        {"ParameterOfAnotherApplication",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: butterfly, grid: [2, 4]}}
)",
         {},
         R"(c.yaml:2: traffic.application.grid: is not a key here; allowed: name, tasks, placement, message_packets, iterations, compute)"},
        {"MoreTasksThanNodes",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: butterfly, tasks: 9}}
)",
         {},
         R"(c.yaml:2: traffic.application.tasks: 9 tasks do not fit on the 8 nodes; allowed: 2 to 8 tasks)"},
        {"GridLargerThanTheNetwork",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  application:
    name: stencil_3d
    grid: [2, 2, 3]
)",
         {},
         R"(c.yaml:5: traffic.application.grid: 12 tasks do not fit on the 8 nodes; allowed: 2 to 8 tasks)"},
        {"GridOfOneTask",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: stencil_2d, grid: [1, 1]}}
)",
         {},
         R"(c.yaml:2: traffic.application: 1 task has nobody to send to; allowed: 2 to 8 tasks)"},
        {"GridOfOtherDimensions",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: stencil_3d, grid: [2, 4]}}
)",
         {},
         R"(c.yaml:2: traffic.application.grid: application 'stencil_3d': grid has 2 sizes; allowed: 3, one per dimension)"},
        {"GridAndTasksDisagree",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: stencil_2d, grid: [2, 3], tasks: 8}}
)",
         {},
         R"(c.yaml:2: traffic.application.grid: application 'stencil_2d': a grid of 2 x 3 has 6 tasks, but tasks is 8; leave tasks out, or make both agree)"},
        {"MessagesTooLong",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: butterfly, message_packets: 65536}, packet_phits: 512}
)",
         {},
         R"(c.yaml:2: traffic.application.message_packets: messages would have 33554432 phits; allowed with packets of 512 phits: up to 32768 packets)"},
        {"PatternAndMixture",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  pattern: uniform
  mixture:
  - pattern: uniform
)",
         {},
         R"(c.yaml:5: traffic.mixture: does not go together with traffic.pattern; allowed: exactly one of pattern, mixture, phases)"},
        {"MixtureAndPhases",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  mixture: [{}]
  phases: [{}]
)",
         {},
         R"(c.yaml:5: traffic.phases: does not go together with traffic.mixture; allowed: exactly one of pattern, mixture, phases)"},
        {"SharesAddUpToLess",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  mixture:
  - {pattern: uniform, share: 0.5}
  - {pattern: complement, share: 0.4}
)",
         {},
         R"(c.yaml:4: traffic.mixture: the shares of node 0 add up to 0.9; allowed: 1)"},
        {"SharesOfOneNode",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  mixture:
  - {nodes: 0-4}
  - {pattern: complement, nodes: [4-7]}
)",
         {},
         R"(c.yaml:4: traffic.mixture: the shares of node 4 add up to 2; allowed: 1)"},
        {"NodesBesideAMixture",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, nodes: [1], mixture: [{}]}
)",
         {},
         R"(c.yaml:2: traffic.nodes: does not go together with traffic.mixture; allowed: nodes in the elements of mixture)"},
        {"NodeOutsideOfTheNetwork",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  nodes: [0, 4-8]
)",
         {},
         R"(c.yaml:4: traffic.nodes[1]: 4-8 is not in the network; allowed: 0 to 7, ranges upwards)"},
        {"NodesBackwards",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  nodes: 4-2
)",
         {},
         R"(c.yaml:4: traffic.nodes: 4-2 is not in the network; allowed: 0 to 7, ranges upwards)"},
        {"NodeTwice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  nodes: [0-3, 2]
)",
         {},
         R"(c.yaml:4: traffic.nodes[1]: node 2 is given twice; allowed: once)"},
        {"NodeStepOfNoLength",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, nodes: 0-7/0}
)",
         {},
         R"(c.yaml:2: traffic.nodes: 0-7/0 has steps of no length; allowed: 1 or more after the /)"},
        {"AreaOfOneNode",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  mixture:
    - {pattern: uniform, nodes: 3, own_area: true}
)",
         {},
         R"(c.yaml:5: traffic.mixture[0].nodes: one node alone cannot send within its area; allowed: two or more nodes, or own_area: false)"},
        {"NodeIsText",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  nodes: all
)",
         {},
         R"(c.yaml:4: traffic.nodes: 'all' is not a node; allowed: a node or a range of nodes ("0-31", or "0-31/4" for every fourth), or a list of such values)"},
        {"FirstPhaseStartsLate",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  phases:
  - from: 10
)",
         {},
         R"(c.yaml:5: traffic.phases[0].from: the first phase starts in cycle 10; allowed: 0)"},
        {"PhasesInWrongOrder",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  phases:
  - {}
  - from: 500
    pattern: complement
  - from: 500
)",
         {},
         R"(c.yaml:8: traffic.phases[2].from: the phase does not start after the one before it; allowed: 501 or more)"},
        {"PatternBesideAMixtureInAPhase",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  phases:
  - pattern: uniform
    mixture: [{}]
)",
         {},
         R"(c.yaml:5: traffic.phases[0].pattern: does not go together with mixture; allowed: patterns and nodes in the elements of mixture)"},
        {"PhaseWithLoadInABurst",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  burst: {packets: 1}
  phases:
  - load: 0.3
)",
         {},
         R"(c.yaml:5: traffic.phases[0].load: does not go together with traffic.burst; allowed: no load)"},
        {"LoadThatNoPhaseUses",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.3
  phases:
  - load: 0.1
  - from: 10
    load: 0.2
)",
         {},
         R"(c.yaml:3: traffic.load: is never used, because every phase has its own; allowed: no load here, or a phase without one)"},
        {"NotEveryPhaseHasALoad",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  phases:
  - load: 0.1
  - from: 10
)",
         {},
         R"(c.yaml:2: traffic: none of load, burst, trace and application is given; allowed: exactly one of them)"},
        {"InjectionBufferBelowOnePacket",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic:
  injection_buffer: 8
)",
         {},
         R"(c.yaml:4: nic.injection_buffer: 8 phits do not hold one packet (16 phits); allowed: 16 to 16777216)"},
        {"PacketsThatTheInjectionBufferDoesNotHold",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, packet_phits: 512}
nic:
  injection_buffer: 256
)",
         {},
         R"(c.yaml:4: nic.injection_buffer: 256 phits do not hold one packet (512 phits); allowed: 512 to 16777216)"},
        {"UnknownInjectionVcChoice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: {injection_vc_choice: hash}
)",
         {},
         R"(c.yaml:3: nic.injection_vc_choice: 'hash' is not known; allowed: round_robin, destination, random)"},
        {"ReorderBufferNegative",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: {reorder_buffer: -20}
)",
         {},
         R"(c.yaml:3: nic.reorder_buffer: -20 is out of range; allowed: an integer from 0 to 65535, or unlimited)"},
        {"ReorderBufferInAWordThatIsNotKnown",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
nic: {reorder_buffer: unlimted}
)",
         {},
         R"(c.yaml:3: nic.reorder_buffer: 'unlimted' is not an integer (did you mean 'unlimited'?); allowed: an integer from 0 to 65535, or unlimited)"},
        {"TraceWithoutAGenerator",
         R"(network: {topology: fat_tree, k: 2, n: 5}
traffic:
  trace: {preset: 2}
)",
         {},
         R"(c.yaml:3: traffic.trace.generator: is missing; allowed: disk)"},
        {"TraceOfAPresetThatThereIsNot",
         R"(network: {topology: fat_tree, k: 2, n: 5}
traffic:
  trace: {generator: disk, preset: 7}
)",
         {},
         R"(c.yaml:3: traffic.trace.preset: 7 is out of range; allowed: an integer from 1 to 6)"},
        {"TraceWithASeedInWords",
         R"(network: {topology: fat_tree, k: 2, n: 5}
traffic:
  trace: {generator: disk, seed: mine}
)",
         {},
         R"(c.yaml:3: traffic.trace.seed: 'mine' is not an integer; allowed: an integer from 0 to 9007199254740991, or run)"},
        {"TraceWithDisksOnly",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  trace: {generator: disk, disks: 8}
)",
         {},
         R"(c.yaml:3: traffic.trace.disks: 8 disks leave no processor among the 8 nodes; allowed: 1 to 7)"},
        {"TraceWithDisksByDefaultOnly",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  trace: {generator: disk}
)",
         {},
         R"(c.yaml:3: traffic.trace.disks: 23 disks leave no processor among the 8 nodes; allowed: 1 to 7)"},
        {"TraceWithMoreSharesThanAWhole",
         R"(network: {topology: fat_tree, k: 2, n: 5}
traffic:
  trace: {generator: disk, short_share: 0.75, long_share: 0.5}
)",
         {},
         R"(c.yaml:3: traffic.trace.long_share: 0.5 and a short_share of 0.75 are more than 1 together; allowed: up to 0.25)"},
        {"TraceLongerThanTheRunMayTake",
         R"(network: {topology: fat_tree, k: 2, n: 5}
traffic:
  trace: {generator: disk, duration: 5000}
simulation: {completion_limit: 1000}
)",
         {},
         R"(c.yaml:3: traffic.trace.duration: 5000 cycles are more than simulation.completion_limit; allowed: up to 1000)"},
        {"MeasureZero",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {measure: 0}
)",
         {},
         R"(c.yaml:3: simulation.measure: 0 is out of range; allowed: an integer from 1 to 4294901759)"},
        {"WarmupNegative",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {warmup: -1}
)",
         {},
         R"(c.yaml:3: simulation.warmup: -1 is out of range; allowed: an integer from 0 to 4294901759, or auto)"},
        {"NoSeeds",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {seeds: []}
)",
         {},
         R"(c.yaml:3: simulation.seeds: is an empty list; allowed: an integer from 0 to 9007199254740991, or a list of such values)"},
        {"SeedTwice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation:
  seeds: [1, 2, 1]
)",
         {},
         R"(c.yaml:4: simulation.seeds[2]: 1 is given twice; allowed: once)"},
        {"SeedIsText",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation:
  seeds: [1, now]
)",
         {},
         R"(c.yaml:4: simulation.seeds[1]: 'now' is not an integer; allowed: an integer from 0 to 9007199254740991)"},
        {"QuartilesWithoutTimeSeries",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {sample_quartiles: true}
)",
         {},
         R"(c.yaml:3: simulation.sample_quartiles: there is no time series; allowed: beside a simulation.sample_interval)"},
        {"CountersThatSwitchesHaveNot",
         R"(network: {topology: dragonfly, h: 2}
routing: {function: tpr}
traffic: {load: 0.3}
simulation: {counters: [INJECTED_PACKETS, REMOTE_COUNTER]}
)",
         {},
         R"(c.yaml:4: simulation.counters[1]: switches with routing.function tpr have no register REMOTE_COUNTER; allowed: INJECTED_PACKETS)"},
        {"Graph500TooLarge",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  application: {name: graph500, scale: 25}
)",
         {},
         R"(c.yaml:3: traffic.application.name: application 'graph500': with scale 25 and edge_factor 16, a search looks at 1073741824 edges; allowed: up to 268435456, which is edge_factor * 2^(scale+1))"},
        {"Graph500WithLongMessages",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  application: {name: graph500, scale: 4, coalescing: 65536, packet_edges: 1}
  packet_phits: 512
)",
         {},
         R"(c.yaml:3: traffic.application: the largest message would have 33554432 phits in 65536 packets; allowed with packets of 512 phits: up to 32768 packets)"},
        {"Graph500WithReordering",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {application: {name: graph500, scale: 4}}
nic: {reorder_buffer: 20}
)",
         {},
         R"(c.yaml:3: nic.reorder_buffer: does not go together with application graph500, whose tasks send to each other in several steps; allowed: 0)"},
        {"BooleanIsYes",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation:
  idle_skipping: yes
)",
         {},
         R"(c.yaml:4: simulation.idle_skipping: 'yes' is not true or false; allowed: true, false)"},
        {"QuantumLongerThanAFlitTakes",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation:
  quantum: 3
)",
         {},
         R"(c.yaml:4: simulation.quantum: 3 cycles are longer than this network and its traffic allow; allowed: 0 to 2)"},
        {"MoreRegionsThanSwitches",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {regions: 13}
)",
         {},
         R"(c.yaml:3: simulation.regions: 13 regions of 12 switches; allowed: up to one for each)"},
        {"RegionsOfAnotherName",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {regions: groups}
)",
         {},
         R"(c.yaml:3: simulation.regions: 'groups' is not an integer; allowed: an integer from 1 to 65536, or auto, none)"},
        {"RegionsTwice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {regions: 2, regions_file: regions.txt}
)",
         {},
         R"(c.yaml:3: simulation.regions_file: does not go together with simulation.regions: 2; allowed: one of them)"},
        {"HugeNumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {warmup: 99999999999999999999}
)",
         {},
         R"(c.yaml:3: simulation.warmup: 99999999999999999999 is out of range; allowed: an integer from 0 to 4294901759, or auto)"},
        {"FaultsUntolerated",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
faults:
- {link: s4.p1}
)",
         {},
         R"(c.yaml:3: faults: routing.function interval does not tolerate faults; allowed: no faults, or one of the functions ft2ei, up_down)"},
        {"FaultOfNothing",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cycle: 0}
)",
         {},
         R"(c.yaml:5: faults[0]: says not what fails; allowed: exactly one of link, cable, switch, random)"},
        {"FaultOfTwoParts",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {link: s4.p1, switch: s4}
)",
         {},
         R"(c.yaml:5: faults[0].switch: does not go together with link; allowed: exactly one of link, cable, switch in each fault)"},
        {"FaultOfNoSwitch",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {switch: s8}
- {switch: s12}
)",
         {},
         R"(c.yaml:6: faults[1].switch: 's12' is no switch of the network; allowed: s0 to s11)"},
        {"FaultOfNoPort",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {link: s8.p2}
)",
         {},
         R"(c.yaml:5: faults[0].link: switch s8 has no port 2; allowed: 0 to 1)"},
        {"FaultOfAHost",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cable: s0.p1}
)",
         {},
         R"(c.yaml:5: faults[0].cable: s0.p1 has no link to another switch; allowed: links between switches)"},
        {"FaultOfAPartAndADrawnOne",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cycle: 2000, link: s4.p1, random: cable}
)",
         {},
         R"(c.yaml:5: faults[0].random: does not go together with link; allowed: exactly one of link, cable, switch, random in each fault)"},
        {"SpacingOfAFaultThatIsNotDrawn",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cycle: 2000, link: s4.p1, spacing: 10}
)",
         {},
         R"(c.yaml:5: faults[0].spacing: is for parts that are drawn; allowed: with random)"},
        {"MoreFaultsThanAreTolerated",
         R"(network: {topology: fat_tree, k: 2, n: 2}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {random: switch}
- {random: switch}
)",
         {},
         R"(c.yaml:4: faults: no switch was found that can fail and is tolerated in 10000 draws)"},
        {"FaultsWithOutputBuffers",
         R"(network: {topology: fat_tree, k: 2, n: 3}
switch: {output_buffer: 64}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cycle: 2000, link: s4.p1}
)",
         {},
         R"(c.yaml:2: switch.output_buffer: packets would wait in the output buffer of a link that has failed; allowed with faults: 0)"},
        {"FaultsWithReordering",
         R"(network: {topology: fat_tree, k: 2, n: 3}
nic: {reorder_buffer: 20}
traffic: {load: 0.3}
routing: {function: ft2ei}
faults:
- {cycle: 2000, link: s4.p1}
)",
         {},
         R"(c.yaml:2: nic.reorder_buffer: it would wait for ever for a packet that a fault has cut; allowed with faults: 0)"},
        {"ControlPacketsLongerThanPackets",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3, packet_phits: 2}
fault_handling: {control_phits: 3}
)",
         {},
         R"(c.yaml:3: fault_handling.control_phits: 3 is out of range; allowed: 0 to 2)"},
        {"UnknownWayOfFaults",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: centre}
)",
         {},
         R"(c.yaml:3: fault_handling.way: 'centre' is not known (did you mean 'central'?); allowed: flood, central)"},
        {"DelayOfTheFlood",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {delay: 100}
)",
         {},
         R"(c.yaml:3: fault_handling.delay: is for registers that the fabric manager writes; allowed: with fault_handling.way central)"},
        {"WritesOfTheFlood",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: flood, write: 4}
)",
         {},
         R"(c.yaml:3: fault_handling.write: is for registers that the fabric manager writes; allowed: with fault_handling.way central)"},
        {"GenerationByTheManager",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, generation: 2}
)",
         {},
         R"(c.yaml:3: fault_handling.generation: is for switches that tell each other by control packets; allowed: with fault_handling.way flood)"},
        {"ProcessingByTheManager",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, processing: 2}
)",
         {},
         R"(c.yaml:3: fault_handling.processing: is for switches that tell each other by control packets; allowed: with fault_handling.way flood)"},
        {"UpdateByTheManager",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, update: 2}
)",
         {},
         R"(c.yaml:3: fault_handling.update: is for switches that tell each other by control packets; allowed: with fault_handling.way flood)"},
        {"ControlPhitsOfTheManager",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, control_phits: 1}
)",
         {},
         R"(c.yaml:3: fault_handling.control_phits: is for switches that tell each other by control packets; allowed: with fault_handling.way flood)"},
        {"WritesFasterThanTheBus",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, write: 1}
)",
         {},
         R"(c.yaml:3: fault_handling.write: 1 is out of range; allowed: an integer from 2 to 65535)"},
        {"WritesBeforeTheFaultIsKnown",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
fault_handling: {way: central, delay: 9}
)",
         {},
         R"(c.yaml:3: fault_handling.delay: 9 cycles are over before a switch knows that its link has failed; allowed: fault_handling.detection (10) to 1000000000)"},
        {"TooManyExclusionIntervals",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: ft2ei, exclusion_intervals: 17}
)",
         {},
         R"(c.yaml:3: routing.exclusion_intervals: 17 is out of range; allowed: an integer from 1 to 16)"},
        {"ExclusionIntervalsInAMesh",
         R"(network: {topology: mesh, k: 4, n: 2}
traffic: {load: 0.3}
routing: {function: ft2ei, selection: random}
)",
         {},
         R"(c.yaml:3: routing.function: routing function 'ft2ei' is defined on fat-trees only; the topology here is 'mesh')"},
        {"UnknownRtlBlock",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl:
  blocks: [intervals]
)",
         {},
         R"(c.yaml:4: rtl.blocks[0]: 'intervals' is not an RTL block (did you mean 'interval'?); allowed: {implementations}, or the path of a shared object that `netloom rtl build` has made)"},
        {"RtlArbiterOfAnotherKind",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {blocks: [lrs_arbiter]}
)",
         {},
         R"(c.yaml:3: rtl.blocks[0]: RTL block 'lrs_arbiter' makes no decision of this network; allowed: switch.allocator.arbiter least_recently_served, with switches of up to 64 channels (port and VC), of up to 64 VCs)"},
        {"RtlArbiterOfSoManyVcs",
         R"(network: {topology: mesh, k: [3]}
traffic: {load: 0.3}
routing: {function: spda, vcs: {count: 68}}
nic: {injection_vcs: 68}
rtl: {blocks: [rr_arbiter]}
)",
         {},
         R"(c.yaml:5: rtl.blocks[0]: RTL block 'rr_arbiter' makes no decision of this network; allowed: switch.allocator.arbiter round_robin, with switches of up to 512 channels (port and VC), of up to 64 VCs)"},
        {"RtlBlockOfAnotherFunction",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
routing: {function: shortest_path}
rtl:
  blocks: [interval]
)",
         {},
         R"(c.yaml:5: rtl.blocks[0]: RTL block 'interval' makes no decision of routing.function shortest_path; allowed: routing.function interval)"},
        {"RtlBlockOfAnotherRestriction",
         R"(network: {topology: dragonfly, h: 2}
traffic: {load: 0.3}
routing: {function: rlm, restriction: sign_only}
rtl: {blocks: [parity_sign]}
)",
         {},
         R"(c.yaml:4: rtl.blocks[0]: RTL block 'parity_sign' makes no decision of this network; allowed: routing.function rlm with restriction parity_sign, in a dragonfly with groups of 2 to 256 switches)"},
        {"RtlBlockOfAnotherInTransitFunction",
         R"(network: {topology: dragonfly, h: 2}
traffic: {load: 0.3}
routing: {function: olm}
rtl: {blocks: [parity_sign]}
)",
         {},
         R"(c.yaml:4: rtl.blocks[0]: RTL block 'parity_sign' makes no decision of routing.function olm; allowed: routing.function rlm with restriction parity_sign, in a dragonfly with groups of 2 to 256 switches)"},
        {"RtlVcBlockOfAnotherFunction",
         R"(network: {topology: dragonfly, h: 2}
traffic: {load: 0.3}
routing: {function: min}
rtl: {blocks: [olm_vc]}
)",
         {},
         R"(c.yaml:4: rtl.blocks[0]: RTL block 'olm_vc' makes no decision of routing.function min; allowed: routing.function olm)"},
        {"RtlBlockWithoutName",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {blocks: [{implementation: mine}]}
)",
         {},
         R"(c.yaml:3: rtl.blocks[0].name: is missing; allowed: {blocks})"},
        {"UnknownRtlMode",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl: {mode: both}
)",
         {},
         R"(c.yaml:3: rtl.mode: 'both' is not known; allowed: replace, shadow, lockstep)"},
        {"OverrideOfAnUnknownKey",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"switch.crosbar.delay", R"(2)"}},
         R"(--set switch.crosbar: is not a key here (did you mean 'crossbar'?); allowed: switching, flit_phits, input_buffer, output_buffer, routing_delay, routing_units, crossbar, allocator, control_priority, parts)"},
        {"OverrideByAnotherOption",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"network.n", R"(2)"}, {"network.k", R"(1)", "--vary"}},
         R"(--vary network.k: 1 is out of range; allowed: an integer from 2 to 128)"},
        {"OverrideOfNoKeyByAnotherOption",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"network..k", R"(2)", "--vary"}},
         R"(--vary network..k: is not a key; allowed: key.path=value, with list elements as key.0 or key[0])"},
        {"OverrideBelowANumberByAnotherOption",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: 5
)",
         {{"simulation.seeds", R"(3)", "--seed"}},
         R"(--seed (simulation.seeds): simulation is a single value, not a map; allowed: simulation=…)"},
        {"OverrideOfWhatAnOptionStandsFor",
         R"(network: {topology: fat_tree, k: 4, n: 3}
routing: {function: ft2ei}
traffic: {load: 0.3}
faults: [{link: s16.p1, cycle: 100}]
)",
         {{"views", R"({default: structural})", "--modules"}},
         R"(--modules (views): structural: a fault in cycle 100: links that fail while the network runs, and the control packets that switches then send each other, are in the fast view only; allowed: faults before the start (cycle 0), or fault_handling.way central, with which there are none)"},
        {"OverrideOutOfRange",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load", R"(2)"}},
         R"(--set traffic.load: 2 is out of range; allowed: a number above 0 and up to 1, or a list of such values)"},
        {"OverrideOfAListElement",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: [0.1, 0.2]}
)",
         {{"traffic.load[1]", R"(-1)"}},
         R"(--set traffic.load[1]: -1 is out of range; allowed: a number above 0 and up to 1)"},
        {"OverrideOutsideOfAList",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: [0.1, 0.2]}
)",
         {{"traffic.load.2", R"(0.3)"}},
         R"(--set traffic.load.2: traffic.load is a list of 2 elements; allowed: 0 to 1)"},
        {"OverrideBelowANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load.low", R"(0.3)"}},
         R"(--set traffic.load.low: traffic.load is a single value, not a map; allowed: traffic.load=…)"},
        {"OverrideIndexOfANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load[0]", R"(0.3)"}},
         R"(--set traffic.load[0]: traffic.load is a single value, not a list; allowed: traffic.load=…)"},
        {"OverrideIsNotYaml",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load", R"([0.3)"}},
         R"(--set traffic.load: not valid YAML: end of sequence flow not found)"},
        {"OverrideWithoutValue",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load", R"()"}},
         R"(--set traffic.load: has no value; allowed: a value, or null to take the key away)"},
        {"OverrideTakesAwayWhatIsNotThere",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"nic.injection_vcs", R"(null)"}},
         R"(--set nic.injection_vcs: there is no such key to take away; allowed: a key that the file has)"},
        {"OverrideTakesAwayWhatIsNeeded",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"network.k", R"(null)"}},
         R"(c.yaml:1: network.k: is missing; allowed: an integer from 2 to 128)"},
        {"OverrideIsNoPath",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic..load", R"(1)"}},
         R"(--set traffic..load: is not a key; allowed: key.path=value, with list elements as key.0 or key[0])"},
        {"OverrideIndexIsNoNumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"traffic.load[x]", R"(1)"}},
         R"(--set traffic.load[x]: is not a key; allowed: key.path=value, with list elements as key.0 or key[0])"},
        {"OverrideToWormhole",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"switch.switching", R"(wormhole)"}},
         R"(--set switch.switching: wormhole needs switch.flit_phits; allowed: 1 to 16)"},
        {"OverrideMakesBuffersTooSmall",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch:
  input_buffer: 20
)",
         {{"traffic.packet_phits", R"(32)"}},
         R"(c.yaml:4: switch.input_buffer: 20 phits do not hold one packet (32 phits); allowed: 32 to 16777216)"},
        {"OverrideWithABrokenMap",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
)",
         {{"switch", R"({crossbar: {speed: 2}})"}},
         R"(--set switch.crossbar.speed: is not a key here; allowed: kind, delay, speedup)"},
        {"RtlBlockTwice",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl:
  blocks:
  - interval
  - name: interval
    implementation: interval_subtract
)",
         {},
         R"(c.yaml:6: rtl.blocks[1]: 'interval' is given twice; allowed: once)"},
        {"UnknownRtlImplementation",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
rtl:
  blocks:
  - name: interval
    implementation: other
)",
         {},
         R"(c.yaml:6: rtl.blocks[0].implementation: 'other' is not an RTL block; allowed: {implementations}, or the path of a shared object that `netloom rtl build` has made)"},
        {"NetworkThatIsTooLarge",
         R"(network:
  topology: fat_tree
  k: 128
  n: 24
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:2: network.topology: topology fat_tree: k = 128, n = 24: the switches would be more than allowed: 393216, at most 65536)"},
        {"PatternThatIsNotDefinedHere",
         R"(network: {topology: single_switch, hosts: 6}
traffic:
  load: 0.1
  pattern: bit_reversal
)",
         {},
         R"(c.yaml:4: traffic.pattern: traffic pattern 'bit_reversal' is defined on k-ary n-trees and on a power of two of nodes; the network has 6 nodes)"},
        {"PatternWithoutItsParameter",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.1, pattern: adversarial_group}
)",
         {},
         R"(c.yaml:2: traffic.block: is missing; allowed: an integer from 1 to 16777216)"},
        {"PatternParameterThatDoesNotDivide",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: 0.1
  pattern: adversarial_group
  block: 3
)",
         {},
         R"(c.yaml:4: traffic.pattern: traffic pattern 'adversarial_group': blocks of 3 nodes do not divide 8 nodes into 2 or more equal blocks)"},
        {"TooManyChannels",
         R"(network: {topology: single_switch, hosts: 100}
traffic: {load: 0.3}
routing:
  vcs: {policy: free, count: 64}
)",
         {},
         R"(c.yaml:4: routing.vcs.count: a switch of 100 ports with 64 VCs at each has 6400 channels; allowed: up to 4096)"},
        {"QuantumWithAReorderBuffer",
         R"(network: {topology: fat_tree, k: 2, n: 3, latency: {up: 4, down: 4}}
traffic: {load: 0.3}
nic: {reorder_buffer: 20}
simulation: {quantum: 4}
)",
         {},
         R"(c.yaml:4: simulation.quantum: 4 cycles do not go together with nic.reorder_buffer, whose acknowledgements are seen in the next cycle; allowed: 0, 1)"},
        {"ListForAnInteger",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
switch: {routing_delay: [1, 2]}
)",
         {},
         R"(c.yaml:3: switch.routing_delay: is a list; allowed: an integer from 0 to 65535, or a map with the keys base, constant, selection, options)"},
        {"MapForANumber",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic:
  load: {low: 0.1}
)",
         {},
         R"(c.yaml:3: traffic.load: is a map; allowed: a number above 0 and up to 1, or a list of such values)"},
        {"StallsAlways",
         R"(network: {topology: fat_tree, k: 2, n: 3}
traffic: {load: 0.3}
simulation: {stall_probability: 1}
)",
         {},
         R"(c.yaml:3: simulation.stall_probability: 1 is out of range; allowed: a number from 0 to 0.99)"},
        {"TextAfterTheEnd",
         R"({network: {topology: fat_tree, k: 2, n: 2}, traffic: {load: 0.1}}
]
)",
         {},
         R"(c.yaml:2: not valid YAML: illegal flow end)"},
        {"GraphWithoutItsFile",
         R"(network: {topology: graph}
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:1: network.file: is missing; allowed: text)"},
        {"GraphFileThatIsNotThere",
         R"(network:
  topology: graph
  file: no_such_graph.txt
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:3: network.file: no_such_graph.txt: the file cannot be read: No such file or directory)"},
        {"NetlistFileThatIsNotThere",
         R"(network:
  file: no_such_netlist.yaml
traffic: {load: 0.3}
)",
         {},
         R"(c.yaml:2: network.file: no_such_netlist.yaml: the file cannot be read: No such file or directory)"},
      // clang-format on
  };
}

std::string with_names(std::string message) {
  const auto replace = [&](const std::string& what, const std::vector<std::string>& names) {
    const std::size_t at = message.find(what);
    if (at != std::string::npos) {
      message.replace(at, what.size(), fmt::format("{}", fmt::join(names, ", ")));
    }
  };
  replace("{topologies}", TopologyRegistry::instance().names());
  replace("{functions}", RoutingFunctionRegistry::instance().names());
  replace("{patterns}", PatternRegistry::instance().names());
  const std::vector<std::string> implementations = RtlBlockRegistry::instance().names();
  std::set<std::string> blocks;
  for (const std::string& name : implementations) {
    blocks.insert(RtlBlockRegistry::instance().find(name).block);
  }
  replace("{implementations}", implementations);
  replace("{blocks}", {blocks.begin(), blocks.end()});
  return message;
}

class ConfigErrors : public testing::TestWithParam<Broken> {};

TEST_P(ConfigErrors, SayWhereWhatAndWhatIsAllowed) {
  const Broken& broken = GetParam();
  try {
    read(broken.text, broken.overrides);
    FAIL() << "no error from\n" << broken.text;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), with_names(broken.message)) << broken.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Broken, ConfigErrors, testing::ValuesIn(broken_configurations()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace netloom::test
