#include "sim/study/switch_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "routing/base/bits.h"

namespace netloom {
inline namespace sim {
namespace {

std::uint64_t u(int value) {
  return static_cast<std::uint64_t>(value);
}

/// Bits of a number below `count`, as modules have them: one at least.
std::uint64_t bits(int count) {
  return u(bits_for(u(count)));
}

/// … and as hardware needs them: none, if there is one number only.
std::uint64_t needed_bits(int count) {
  return count < 2 ? 0 : bits(count);
}

std::uint64_t sum_of(const std::array<std::uint64_t, kStateClasses.size()>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

void require_needed(std::uint64_t needed, std::uint64_t rtl) {
  if (needed > rtl) {
    throw std::logic_error(
        fmt::format("a module keeps {} bits, where the hardware needs {}", rtl, needed));
  }
}

}  // namespace

const char* state_class_name(StateClass state_class) {
  constexpr std::array kNames = {"routing", "buffers",     "buffer_control",
                                 "credits", "arbitration", "pipeline"};
  static_assert(kNames.size() == kStateClasses.size());
  return kNames.at(index_of(state_class));
}

void State::add(StateClass state_class, std::uint64_t needed, std::uint64_t rtl) {
  require_needed(needed, rtl);
  flip_flops.at(index_of(state_class)) += needed;
  idle_flip_flops += rtl - needed;
}

void State::add_memory(StateClass state_class, std::uint64_t needed, std::uint64_t rtl) {
  require_needed(needed, rtl);
  memory.at(index_of(state_class)) += needed;
  idle_memory += rtl - needed;
}

std::uint64_t State::needed_flip_flops() const {
  return sum_of(flip_flops);
}

std::uint64_t State::needed_memory() const {
  return sum_of(memory);
}

// ---- Input ports.

State input_port_state(const InputPortSize& size, const HeadNeeds& needs) {
  constexpr StateClass kControl = StateClass::kBufferControl;
  const bool worms = size.largest_packet > size.largest_flit;
  const std::uint64_t place_bits = bits(size.depth);
  const std::uint64_t flit_bits = bits(size.largest_flit + 1);
  const std::uint64_t packet_bits = bits(size.largest_packet + 1);
  State state;
  state.add_memory(StateClass::kBuffers, u(size.vcs) * u(size.depth) * u(size.phit_bits),
                   u(size.vcs) * u(size.depth) * u(size.phit_bits));
  for (int v = 0; v < size.vcs; ++v) {
    // Where the next phit goes, where the flit at the front begins, and how many flits wait.
    const int most_flits = needs.sizes ? size.depth : size.depth / size.largest_flit;
    state.add(kControl, 2 * needed_bits(size.depth), 2 * place_bits);
    state.add(kControl, bits(most_flits + 1), bits(size.depth + 1));
    // The head: that it has been routed, where it may go, and what is left of its packet.
    state.add(kControl, 1, 1);
    state.add(kControl, u(needs.output_channels), u(size.channels));
    state.add(kControl, needs.entering ? u(needs.output_channels) : 0, u(size.channels));
    state.add(kControl, needs.minimal ? u(needs.output_channels) : 0, u(size.channels));
    state.add(kControl, needs.preferred ? u(size.port_bits) : 0, u(size.port_bits));
    state.add(kControl, worms || needs.sizes ? packet_bits : 0, packet_bits);
    if (worms) state.add(kControl, 1, 1);  // its first flit has gone
  }
  // A flit that crosses: what is left of it, its VC and place, its size, whether it is the first or
  // the last of its packet, and whether two of its phits go in a cycle.
  const int lanes = size.full ? size.vcs : 1;
  for (int lane = 0; lane < lanes; ++lane) {
    state.add(kControl, needed_bits(size.largest_flit), flit_bits);
    state.add(kControl, size.full ? 0 : needed_bits(size.vcs), bits(size.vcs));
    state.add(kControl, needed_bits(size.depth), place_bits);
    state.add(kControl, needs.sizes ? flit_bits : 0, flit_bits);
    state.add(kControl, worms ? 2 : 0, 2);
    if (size.speedup > 1) state.add(kControl, 1, 1);
  }
  return state;
}

State routing_queue_state(int heads, int delay) {
  // In each cycle in which heads wait, one is served to its end, if that takes one cycle.
  const int waiting = delay == 1 ? heads - 1 : heads;
  State state;
  state.add(StateClass::kBufferControl, u(waiting) * needed_bits(heads), u(heads) * bits(heads));
  state.add(StateClass::kBufferControl, needed_bits(waiting + 1), bits(heads + 1));
  state.add(StateClass::kBufferControl, needed_bits(delay), bits(delay));
  return state;
}

// ---- Registers of the routing.

State ir_port_state(int node_bits) {
  State state;
  state.add(StateClass::kRouting, 2 * u(node_bits), 2 * u(node_bits));  // LIB, UIB
  return state;
}

State fir_port_state(int node_bits, int ports, bool operand) {
  // LIB, UIB, MR, RRR, OPERAND.
  const std::uint64_t all = 3 * u(node_bits) + u(ports) + (operand ? 1 : 0);
  State state;
  state.add(StateClass::kRouting, all, all);
  return state;
}

State fir_router_state(int ports) {
  State state;
  state.add(StateClass::kRouting, 0, u(ports));
  return state;
}

State ft2ei_port_state(int node_bits, int exclusions) {
  // LIB and UIB, and for each exclusion interval ELIB, EUIB and EENABLE.
  const std::uint64_t all = 2 * u(node_bits) + u(exclusions) * (2 * u(node_bits) + 1);
  State state;
  state.add(StateClass::kRouting, all, all);
  return state;
}

State davc_vc_state(int switch_bits) {
  State state;
  state.add(StateClass::kRouting, u(switch_bits), u(switch_bits));  // NODE_ID
  return state;
}

State davc_port_state(int switch_bits, int ports) {
  constexpr std::uint64_t kNeighbourPortBits = 8;
  // PORT_ID, NEIGHBOUR_ID, NEIGHBOUR_PORT.
  const std::uint64_t all = bits(ports) + u(switch_bits) + kNeighbourPortBits;
  State state;
  state.add(StateClass::kRouting, all, all);
  return state;
}

State misrouting_registers_state(bool restricted) {
  std::uint64_t all = 1 + 8;       // MISROUTE_ENABLE, MISROUTE_THRESHOLD
  if (restricted) all += 16 + 16;  // MISROUTE_FACTOR, MISROUTE_OFFSET
  State state;
  state.add(StateClass::kRouting, all, all);
  return state;
}

State table_route_state(int destinations, int outputs, int vcs) {
  const std::uint64_t all = u(destinations) * (u(outputs) + u(vcs));
  State state;
  state.add_memory(StateClass::kRouting, all, all);
  return state;
}

State forwarding_registers_state(int destinations, int ports) {
  const std::uint64_t all = u(destinations) * bits(ports + 1);  // LFT
  State state;
  state.add(StateClass::kRouting, all, all);
  return state;
}

// ---- Allocation.

State rr_arbiter_state(int requesters, int choices) {
  State state;
  state.add(StateClass::kArbitration, needed_bits(choices), bits(requesters));
  return state;
}

State lrs_arbiter_state(int requesters, int present) {
  const auto pairs = [](int of) { return u(of) * u(of - 1) / 2; };
  State state;
  state.add(StateClass::kArbitration, present == 0 ? 0 : pairs(present), pairs(requesters));
  return state;
}

State switch_allocator_state(int channels, int output_channels, bool worms, bool cyclic,
                             int ports) {
  State state;
  if (worms) state.add(StateClass::kArbitration, u(output_channels), u(channels));
  if (cyclic) state.add(StateClass::kArbitration, needed_bits(ports), bits(ports));
  return state;
}

State switch_random_state() {
  State state;
  state.add(StateClass::kArbitration, 64, 64);
  return state;
}

// ---- Crossbar and outputs.

State crossbar_state(const CrossbarSize& size) {
  constexpr StateClass kPipeline = StateClass::kPipeline;
  const std::uint64_t input_bits = bits(static_cast<int>(size.outputs.size()));
  State state;
  for (const CrossbarOutput& output : size.outputs) {
    const std::uint64_t is = output.exists ? 1 : 0;
    const std::uint64_t vc_bits = is * needed_bits(output.vcs);
    const std::uint64_t stored = output.buffered ? 1 : 0;
    // What goes into it: whether something does, from where, and to which VC.
    state.add(kPipeline, is, 1);
    state.add(kPipeline, is * needed_bits(static_cast<int>(size.outputs.size())), input_bits);
    state.add(kPipeline, vc_bits, u(size.vc_bits));
    // Stages: only a buffer takes more phits than one in a cycle, and needs to know the size of a
    // flit before its last phit has come, if it is not always the same.
    const std::uint64_t phits = output.buffered ? u(size.speedup) : 1;
    const bool sized = output.buffered && !size.one_size;
    // A buffer keeps the places where flits begin, if it has to know something of each.
    const std::uint64_t head = is * (stored == 0 || sized || size.worms ? 1 : 0);
    const std::uint64_t tail = is * (1 - stored);
    for (int stage = 0; stage < size.delay; ++stage) {
      state.add(kPipeline, is * phits, u(size.speedup));
      state.add(kPipeline, head + tail, 2);
      state.add(kPipeline, is * (size.worms ? 2 : 0), 2);  // first and last of the packet
      state.add(kPipeline, vc_bits, u(size.vc_bits));
      state.add(kPipeline, is * (sized ? u(size.phits_bits) : 0), u(size.phits_bits));
      state.add(kPipeline, is * phits * u(size.phit_bits), u(size.speedup) * u(size.phit_bits));
    }
  }
  return state;
}

State output_port_state(int vcs, int credits, int credit_bits) {
  State state;
  if (credits == 0) return state;
  state.add(StateClass::kCredits, u(vcs) * bits(credits + 1), u(vcs) * u(credit_bits));
  return state;
}

State output_buffer_state(int vcs, int largest_flit, bool worms, bool one_size) {
  constexpr StateClass kPipeline = StateClass::kPipeline;
  const std::uint64_t flit_bits = bits(largest_flit + 1);
  State state;
  // The flit on the link: what is left of it, its VC, its size, first and last of its packet.
  state.add(kPipeline, needed_bits(largest_flit), flit_bits);
  state.add(kPipeline, needed_bits(vcs), bits(vcs));
  state.add(kPipeline, one_size ? 0 : flit_bits, flit_bits);
  state.add(kPipeline, worms ? 2 : 0, 2);
  return state;
}

State output_queue_state(int depth, int phit_bits, int largest_flit, bool worms, bool one_size) {
  const std::uint64_t flit_bits = bits(largest_flit + 1);
  State state;
  state.add_memory(StateClass::kBuffers, u(depth) * u(phit_bits), u(depth) * u(phit_bits));
  // Of a flit that begins at a place: its size, first and last of its packet.
  state.add_memory(StateClass::kBuffers, u(depth) * ((one_size ? 0 : flit_bits) + (worms ? 2 : 0)),
                   u(depth) * (flit_bits + 2));
  // Space and phits, and the places at both ends.
  state.add(StateClass::kBufferControl, 2 * bits(depth + 1), 2 * bits(depth + 1));
  state.add(StateClass::kBufferControl, 2 * needed_bits(depth), 2 * bits(depth));
  return state;
}

// ---- A switch.

namespace {

/// A number of SystemVerilog: digits, or SIZE'h… or SIZE'b…. Words of 32 bits, the lowest first.
std::vector<std::uint32_t> words_of(const std::string& text) {
  const std::size_t quote = text.find('\'');
  std::size_t used = 0;
  try {
    if (quote == std::string::npos) {
      const unsigned long value = std::stoul(text, &used);
      if (used == text.size()) return {static_cast<std::uint32_t>(value)};
    } else if (quote + 2 < text.size()) {
      const char base = text[quote + 1];
      const std::string digits = text.substr(quote + 2);
      const std::size_t of_word = base == 'h' ? 8 : 32;
      if (base == 'h' || base == 'b') {
        std::vector<std::uint32_t> words;
        for (std::size_t end = digits.size(); end > 0;) {
          const std::size_t begin = end > of_word ? end - of_word : 0;
          const std::string word = digits.substr(begin, end - begin);
          words.push_back(
              static_cast<std::uint32_t>(std::stoul(word, &used, base == 'h' ? 16 : 2)));
          if (used != word.size()) throw std::invalid_argument(text);
          end = begin;
        }
        return words;
      }
    }
  } catch (const std::logic_error&) {
  }
  throw std::invalid_argument(text + " is no number of SystemVerilog");
}

/// Gathers modules.
class Modules {
 public:
  /// `instances` that keep the same each; `copies`: as many again keep what they do.
  void add(const std::string& name, const State& state, int instances = 1, int copies = 1) {
    ModuleState& module = modules_[name];
    module.module = name;
    const std::uint64_t once = u(instances);
    module.instances += once * u(copies);
    for (std::size_t i = 0; i < kStateClasses.size(); ++i) {
      module.state.flip_flops.at(i) += once * state.flip_flops.at(i);
      module.state.memory.at(i) += once * state.memory.at(i);
    }
    module.state.idle_flip_flops += once * u(copies) * state.idle_flip_flops;
    module.state.idle_memory += once * u(copies) * state.idle_memory;
    module.copied_flip_flops += once * u(copies - 1) * state.needed_flip_flops();
    module.copied_memory += once * u(copies - 1) * state.needed_memory();
  }
  std::vector<ModuleState> all() const {
    std::vector<ModuleState> result;
    for (const auto& [name, module] : modules_) {
      if (module.flip_flops() + module.memory() > 0) result.push_back(module);
    }
    return result;
  }

 private:
  std::map<std::string, ModuleState> modules_;
};

/// What a switch is made of.
class Structure {
 public:
  explicit Structure(const ElaboratedSwitch& of)
      : of_(of),
        ports_(of.ports()),
        vcs_(1 << of.value("VcShift")),
        channels_(ports_ * vcs_),
        full_(of.value("Full") == 1),
        one_size_(of.value("OneSize") == 1),
        worms_(of.value("LargestPacket") > of.value("LargestFlit")) {
    for (int p = 0; p < ports_; ++p) {
      input_channels_ += input_vcs(p);
      output_channels_ += output_vcs(p);
      if (input_vcs(p) > 0) ++input_ports_;
    }
  }

  std::vector<ModuleState> modules() {
    for (int p = 0; p < ports_; ++p) {
      if (input_vcs(p) > 0) add_input(p);
      if (output_vcs(p) > 0) add_output(p);
    }
    add_routing();
    add_allocator();
    add_crossbar();
    return modules_.all();
  }

 private:
  int input_vcs(int port) const { return of_.of_port("InputVcs", port); }
  int output_vcs(int port) const { return of_.of_port("OutputVcs", port); }
  int output_buffer(int port) const { return of_.of_port("BufferPhits", port); }
  int largest_flit() const { return of_.value("LargestFlit"); }

  void add_input(int port) {
    InputPortSize size;
    size.vcs = input_vcs(port);
    size.depth = of_.of_port("InputPhits", port);
    size.phit_bits = of_.value("PhitWidth");
    size.largest_flit = largest_flit();
    size.largest_packet = of_.value("LargestPacket");
    size.speedup = of_.value("Speedup");
    size.full = full_;
    size.channels = channels_;
    size.port_bits = bits_for(u(ports_));
    HeadNeeds needs;
    needs.output_channels = output_channels_;
    needs.entering = of_.value("Bubble") == 1;
    needs.minimal = of_.value("Route") == 8;
    needs.preferred = of_.value("Selection") == 0;
    needs.sizes = !one_size_;
    modules_.add("input_port", input_port_state(size, needs));
    modules_.add("routing_queue", routing_queue_state(size.vcs, of_.value("RoutingDelay")));
  }

  void add_output(int port) {
    const int vcs = output_vcs(port);
    modules_.add("output_port", output_port_state(vcs, of_.of_port("OutputPhits", port),
                                                  bits_for(u(of_.value("MostPhits")) + 1)));
    if (output_buffer(port) == 0) return;
    modules_.add("output_buffer", output_buffer_state(vcs, largest_flit(), worms_, one_size_));
    modules_.add("output_queue",
                 output_queue_state(output_buffer(port), of_.value("PhitWidth"), largest_flit(),
                                    worms_, one_size_),
                 vcs);
    add_arbiters(vcs, vcs, vcs, 1, 1);
  }

  /// Each input port has a copy of what its routing unit knows, and not of what the switch does.
  void add_routing() {
    const int node_bits = bits_for(u(of_.value("Hosts")));
    switch (of_.value("Route")) {
      case 0:
        modules_.add("ir_port", ir_port_state(node_bits), ports_, input_ports_);
        break;
      case 5:
        modules_.add("fir_port", fir_port_state(node_bits, ports_, of_.value("Operand") == 1),
                     ports_, input_ports_);
        modules_.add("fir_router", fir_router_state(ports_), 1, input_ports_);
        break;
      case 6: {
        const int first_up = of_.value("UpPorts") == 0 ? ports_ : of_.value("FirstUp");
        modules_.add("ft2ei_port", ft2ei_port_state(node_bits, 0), first_up, input_ports_);
        modules_.add("ft2ei_port", ft2ei_port_state(node_bits, of_.value("Exclusions")),
                     ports_ - first_up, input_ports_);
        break;
      }
      case 7:
        modules_.add("table_route", table_route_state(of_.value("Hosts"), ports_, vcs_), 1,
                     input_ports_);
        break;
      case 8:
        modules_.add("misrouting_registers",
                     misrouting_registers_state(of_.value("CongestionRule") == 1));
        break;
      case 9:
        modules_.add("forwarding_registers",
                     forwarding_registers_state(of_.value("Hosts"), ports_));
        break;
      default:
        break;  // straps
    }
    if (of_.value("Davc") == 1) {
      const int switch_bits = bits_for(u(of_.value("Switches")));
      modules_.add("davc_vc", davc_vc_state(switch_bits), 1, input_ports_);
      modules_.add("davc_port", davc_port_state(switch_bits, ports_), ports_, input_ports_);
    }
  }

  /// Arbiters of so many requesters, of which there are `present`, in `choices` groups.
  void add_arbiters(int requesters, int present, int choices, int instances, int copies) {
    if (of_.value("Arbiter") == 0) {
      modules_.add("rr_arbiter", rr_arbiter_state(requesters, choices), instances, copies);
    } else {
      modules_.add("lrs_arbiter", lrs_arbiter_state(requesters, present), instances, copies);
    }
  }

  void add_allocator() {
    const int iterations = of_.value("Iterations");
    modules_.add("switch_allocator", switch_allocator_state(channels_, output_channels_, worms_,
                                                            of_.value("Selection") == 1, ports_));
    if (of_.value("Selection") == 3) modules_.add("switch_random", switch_random_state());
    // Those of inputs among the VCs of a port; with a full crossbar of one VC, which has no choice.
    for (int p = 0; p < ports_; ++p) {
      if (full_) {
        add_arbiters(1, 1, 1, vcs_, iterations);
      } else {
        add_arbiters(vcs_, input_vcs(p), input_vcs(p), 1, iterations);
      }
    }
    // Those of outputs among all input channels. The VCs of a port are a group, where they share an
    // input of the crossbar.
    for (int p = 0; p < ports_; ++p) {
      const int outputs = full_ && output_buffer(p) > 0 ? vcs_ : 1;
      const int used = full_ && output_buffer(p) > 0 ? output_vcs(p) : std::min(output_vcs(p), 1);
      add_arbiters(channels_, input_channels_, full_ ? channels_ : ports_, used, iterations);
      add_arbiters(channels_, 0, 0, outputs - used, iterations);
    }
  }

  void add_crossbar() {
    CrossbarSize size;
    size.phit_bits = of_.value("PhitWidth");
    size.vc_bits = bits_for(u(vcs_));
    size.phits_bits = bits_for(u(largest_flit()) + 1);
    size.delay = of_.value("Delay");
    size.speedup = of_.value("Speedup");
    size.worms = worms_;
    size.one_size = one_size_;
    for (int p = 0; p < ports_; ++p) {
      const bool buffered = output_buffer(p) > 0;
      for (int lane = 0; lane < (full_ ? vcs_ : 1); ++lane) {
        // Of a port without buffers, a full crossbar has one output, for all its VCs.
        CrossbarOutput output;
        output.buffered = buffered;
        output.exists = lane < (full_ && buffered ? output_vcs(p) : std::min(output_vcs(p), 1));
        output.vcs = full_ && buffered ? 1 : output_vcs(p);
        size.outputs.push_back(output);
      }
    }
    modules_.add("crossbar", crossbar_state(size));
  }

  const ElaboratedSwitch& of_;
  int ports_, vcs_, channels_;
  bool full_, one_size_, worms_;
  int input_channels_ = 0, output_channels_ = 0, input_ports_ = 0;
  Modules modules_;
};

}  // namespace

ElaboratedSwitch::ElaboratedSwitch(const std::vector<std::string>& parameters) {
  for (const std::string& each : parameters) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos) throw std::invalid_argument(each + " is not NAME=VALUE");
    values_[each.substr(0, equals)] = words_of(each.substr(equals + 1));
  }
}

int ElaboratedSwitch::value(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? 0 : static_cast<int>(found->second.front());
}

int ElaboratedSwitch::of_port(const std::string& name, int port) const {
  const auto found = values_.find(name);
  if (found == values_.end() || u(port) >= found->second.size()) return 0;
  return static_cast<int>(found->second[static_cast<std::size_t>(port)]);
}

std::vector<ModuleState> switch_state(const ElaboratedSwitch& of) {
  return Structure(of).modules();
}

}  // namespace sim
}  // namespace netloom
