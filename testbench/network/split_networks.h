#pragma once

#include <string>

namespace netloom::test {

// Configurations of small networks that are run by several threads or processes, and come to the
// same.

/// 9 groups of 4 switches each.
inline std::string dragonfly(const std::string& routing, const std::string& more = "") {
  return "network: {topology: dragonfly, p: 2, a: 4, h: 2, latency: {local: 10, global: 100}}\n"
         "switch: {input_buffer: {host: 32, local: 32, global: 256}}\n"
         "routing: {function: " +
         routing + "}\n" + "traffic: {load: 0.3, packet_phits: 8" + more + "}\n" +
         "simulation: {warmup: 300, measure: 700}\n";
}

/// 4x4 switches, and links of up to 200 cycles.
inline std::string far_mesh() {
  return "network: {topology: mesh, k: [4, 4], latency: {host: 7, mesh: 200}}\n"
         "switch: {input_buffer: {host: 64, mesh: 512}}\n"
         "routing: {function: adaptive}\n"
         "traffic: {load: 0.2, packet_phits: 8}\n"
         "simulation: {warmup: 1000, measure: 2000}\n";
}

inline const char* const kApplication =
    "network: {topology: mesh, k: [4, 4]}\n"
    "traffic:\n"
    "  application: {name: stencil_2d, grid: [4, 4], iterations: 20, message_packets: 2}\n"
    "simulation: {completion_limit: 100000}\n";

/// Control packets, and what the switches have done about each fault.
inline const char* const kFaults =
    "network: {topology: fat_tree, k: 2, n: 3}\n"
    "switch: {control_priority: true}\n"
    "routing: {function: ft2ei}\n"
    "traffic: {load: 0.4, packet_phits: 2}\n"
    "faults: [{cable: s0.p2, cycle: 150}, {cable: s5.p3, cycle: 160}]\n"
    "simulation: {warmup: 100, measure: 400}\n";

/// Registers that the fabric manager writes, and what it has done about each fault.
inline const char* const kCentralFaults =
    "network: {topology: fat_tree, k: 2, n: 3}\n"
    "routing: {function: ft2ei}\n"
    "traffic: {load: 0.3, packet_phits: 2}\n"
    "faults: [{cable: s8.p0, cycle: 150}, {cable: s5.p3, cycle: 260}]\n"
    "fault_handling: {way: central, delay: 80, write: 5}\n"
    "simulation: {warmup: 100, measure: 600, drain: 2000}\n";

/// The same of forwarding tables, in a mesh.
inline const char* const kUpDownFaults =
    "network: {topology: mesh, k: [4, 4]}\n"
    "routing: {function: up_down}\n"
    "traffic: {load: 0.1, packet_phits: 2}\n"
    "faults: [{cable: s5.p2, cycle: 200}, {cable: s9.p3, cycle: 260}]\n"
    "fault_handling: {delay: 80, write: 4}\n"
    "simulation: {warmup: 100, measure: 900, drain: 2000}\n";

inline const char* const kRtl =
    "network: {topology: fat_tree, k: 2, n: 3}\n"
    "routing: {function: destro}\n"
    "rtl: {blocks: [fir], mode: replace}\n"
    "traffic: {load: 0.4, packet_phits: 4}\n"
    "simulation: {warmup: 100, measure: 400}\n";

}  // namespace netloom::test
