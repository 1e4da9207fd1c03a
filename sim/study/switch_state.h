#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

// What a switch in RTL (rtl/switch/) keeps from one cycle to the next, in bits. Each module that
// keeps something has one function here, which says what the hardware has to keep, and not how the
// module writes it down: bits that the module has beyond that are said apart.

/// What bits are for.
enum class StateClass {
  kRouting,        ///< registers of the register table, and forwarding tables
  kBuffers,        ///< phits, and what is stored with them
  kBufferControl,  ///< pointers, heads, flits on their way out of a buffer, routing queues
  kCredits,
  kArbitration,  ///< arbiters, output channels that worms hold, selections
  kPipeline,     ///< stages of the crossbar, and the link behind output buffers
};
inline constexpr std::array kStateClasses = {StateClass::kRouting,       StateClass::kBuffers,
                                             StateClass::kBufferControl, StateClass::kCredits,
                                             StateClass::kArbitration,   StateClass::kPipeline};
/// Its place in kStateClasses.
inline std::size_t index_of(StateClass state_class) {
  return static_cast<std::size_t>(state_class);
}
/// "routing", "buffers", "buffer_control", …: as result files have them.
const char* state_class_name(StateClass state_class);

/// Bits that one instance of a module keeps, or several of them.
struct State {
  /// Flip-flops, and bits of memories, that the hardware has to have.
  std::array<std::uint64_t, kStateClasses.size()> flip_flops = {};
  std::array<std::uint64_t, kStateClasses.size()> memory = {};
  /// Those that a module has beside them: its parameters do not tell it that the switch does
  /// without. They are constants, or are read by nobody.
  std::uint64_t idle_flip_flops = 0;
  std::uint64_t idle_memory = 0;

  /// Of `rtl` flip-flops the hardware has to have `needed`, and that many at most.
  void add(StateClass state_class, std::uint64_t needed, std::uint64_t rtl);
  void add_memory(StateClass state_class, std::uint64_t needed, std::uint64_t rtl);
  std::uint64_t needed_flip_flops() const;
  std::uint64_t needed_memory() const;
};

// ---- Modules. Sizes are those of the parameters that have such names; what a module is not told
// is in `needs`.

/// What the heads of packets in a switch need to know.
struct HeadNeeds {
  int output_channels = 1;  ///< that there are
  bool entering = false;    ///< which of them lead into rings: with bubble flow control
  bool minimal = false;     ///< which of them are on minimal ways: with in-transit misrouting
  bool preferred = false;   ///< the port that the selection prefers
  bool sizes = true;        ///< how long a flit is: they are not all of one size
};

/// `channels`: numbers of output channels.
struct InputPortSize {
  int vcs = 1;
  int depth = 1;  ///< phits of a VC
  int phit_bits = 1;
  int largest_flit = 1;
  int largest_packet = 1;
  int speedup = 1;
  bool full = false;
  int channels = 1;
  int port_bits = 1;
};
State input_port_state(const InputPortSize& size, const HeadNeeds& needs);
State routing_queue_state(int heads, int delay);

// Registers of the register table.
State ir_port_state(int node_bits);
State fir_port_state(int node_bits, int ports, bool operand);
/// AR of fir_router, in which no switch looks: what is allowed is kept with the head.
State fir_router_state(int ports);
State ft2ei_port_state(int node_bits, int exclusions);
State davc_vc_state(int switch_bits);
State davc_port_state(int switch_bits, int ports);
/// `restricted`: global links are left only while they are congested.
State misrouting_registers_state(bool restricted);
/// `outputs`, `vcs`: ports, and VCs of a port.
State table_route_state(int destinations, int outputs, int vcs);
State forwarding_registers_state(int destinations, int ports);

/// `choices`: of the groups of requesters, those that there are. 2^group_shift requesters with
/// numbers that follow each other are a group, and count as one.
State rr_arbiter_state(int requesters, int choices);
/// `present`: requesters that there are.
State lrs_arbiter_state(int requesters, int present);
/// `channels`: numbers of output channels, of which there are `output_channels`.
State switch_allocator_state(int channels, int output_channels, bool worms, bool cyclic, int ports);
State switch_random_state();

/// An output of the crossbar.
struct CrossbarOutput {
  bool exists = true;
  bool buffered = false;  ///< there is an output buffer behind it
  int vcs = 1;            ///< that share it
};
/// `outputs`: all of them, which are as many as inputs.
struct CrossbarSize {
  int phit_bits = 1;
  int vc_bits = 1;
  int phits_bits = 1;  ///< of the size of a flit
  int delay = 1;
  int speedup = 1;
  bool worms = false;
  bool one_size = false;  ///< of flits
  std::vector<CrossbarOutput> outputs;
};
State crossbar_state(const CrossbarSize& size);

/// `credits`: of a VC; 0: the port leads to a host. `credit_bits`: that the module counts with.
State output_port_state(int vcs, int credits, int credit_bits);
State output_buffer_state(int vcs, int largest_flit, bool worms, bool one_size);
State output_queue_state(int depth, int phit_bits, int largest_flit, bool worms, bool one_size);

// ---- A switch.

/// The instances of a module in a switch.
struct ModuleState {
  std::string module;
  std::uint64_t instances = 0;
  State state;  ///< of them all, each thing once
  /// Copies of what is in `state`: synthesis keeps one, where it sees the whole switch.
  std::uint64_t copied_flip_flops = 0;
  std::uint64_t copied_memory = 0;

  /// What is to be found in the netlist of a switch whose modules are synthesised one by one.
  std::uint64_t flip_flops() const {
    return state.needed_flip_flops() + state.idle_flip_flops + copied_flip_flops;
  }
  std::uint64_t memory() const { return state.needed_memory() + state.idle_memory + copied_memory; }
};

/// Parameters with which netloom_switch is elaborated.
class ElaboratedSwitch {
 public:
  /// Each NAME=VALUE, as rtl::SwitchKind has them. std::invalid_argument: not so, or a value that
  /// is no number of SystemVerilog.
  explicit ElaboratedSwitch(const std::vector<std::string>& parameters);

  /// 0 where it is not given.
  int value(const std::string& name) const;
  /// Of a port, 32 bits each.
  int of_port(const std::string& name, int port) const;
  int ports() const { return value("Ports"); }

 private:
  std::map<std::string, std::vector<std::uint32_t>> values_;  ///< the lowest first
};

/// The modules that keep something, by name.
std::vector<ModuleState> switch_state(const ElaboratedSwitch& of);

}  // namespace sim
}  // namespace netloom
