#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace netloom::test {

/// What the monitor has said in this cycle.
inline std::vector<std::string>& reports() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace netloom::test

extern "C" void netloom_monitor_report(const char* message) {
  netloom::test::reports().emplace_back(message);
}

namespace netloom::test {

// ---- Bits of pins of any width.

template <class Pin>
bool bit_of(const Pin& pin, int index) {
  return (pin >> index & 1) != 0;
}
template <std::size_t kWords>
bool bit_of(const VlWide<kWords>& pin, int index) {
  return (pin[static_cast<std::size_t>(index / 32)] >> index % 32 & 1) != 0;
}
template <class Pin>
void set_bit(Pin& pin, int index, bool value) {
  const auto mask = static_cast<Pin>(Pin{1} << index);
  pin = static_cast<Pin>(value ? pin | mask : pin & ~mask);
}
template <std::size_t kWords>
void set_bit(VlWide<kWords>& pin, int index, bool value) {
  const std::uint32_t mask = 1u << index % 32;
  std::uint32_t& word = pin[static_cast<std::size_t>(index / 32)];
  word = value ? word | mask : word & ~mask;
}
template <class Pin>
std::uint64_t field(const Pin& pin, int index, int width) {
  std::uint64_t value = 0;
  for (int i = 0; i < width; ++i) value |= std::uint64_t{bit_of(pin, index * width + i)} << i;
  return value;
}
template <class Pin>
void set_field(Pin& pin, int index, int width, std::uint64_t value) {
  for (int i = 0; i < width; ++i) set_bit(pin, index * width + i, (value >> i & 1) != 0);
}
template <class Pin>
void clear(Pin& pin) {
  pin = 0;
}
template <std::size_t kWords>
void clear(VlWide<kWords>& pin) {
  for (std::size_t i = 0; i < kWords; ++i) pin[i] = 0;
}

inline int bits_for(int count) {
  int bits = 1;
  while (1 << bits < count) ++bits;
  return bits;
}

/// As the class is Verilated with (CMakeLists.txt).
struct Kind {
  int vc_shift = 0, vcs = 1;
  int largest_packet = 4, largest_flit = 4;
  int in_phits = 8, out_phits = 8;
  bool one_size = false, full = false;
  bool failing = false;  ///< the link of the second port fails
};

constexpr int kPorts = 3;
constexpr int kHosts = 4;
constexpr int kPhitBits = 96;
constexpr int kFailedPort = 1;
constexpr int kFails = 100;  // cycle
constexpr int kHopsAt = 19;
constexpr int kHopsBits = 4;

/// A switch with hosts that send what it takes, and neighbours behind its outputs.
template <class Model>
class Bench {
 public:
  /// Sees the pins of a cycle, and may flip what the monitor sees of them.
  using Flip = std::function<bool(Bench&)>;

  explicit Bench(const Kind& kind)
      : kind_(kind),
        vc_bits_(bits_for(1 << kind.vc_shift)),
        phits_bits_(bits_for(kind.largest_flit + 1)),
        lanes_(kind.full ? 1 << kind.vc_shift : 1) {
    reports().clear();
    clear(m.link_dead_i);
    clear(m.link_failed_i);
    for (auto& port : in_) {
      port.credits.assign(4, kind.in_phits);
      port.waiting.resize(4);
    }
    idle();
    m.rst_ni = 1;
    edge();
    m.rst_ni = 0;
    edge();
    m.rst_ni = 1;
    edge();
    for (int node = 0; node < kHosts; ++node) {
      write_table(node, 0, node < kPorts ? 1u << node : 6);
      write_table(node, 1, 0xf);
    }
  }
  ~Bench() { m.final(); }

  void write_table(int node, int word, std::uint32_t value) {
    m.table_we_i = 1;
    m.table_addr_i = static_cast<CData>(node << 1 | word);
    m.table_wdata_i = value;
    edge();
    m.table_we_i = 0;
  }

  int port_vcs(int port) const { return port == 0 ? 1 : kind_.vcs; }

  /// One cycle.
  void step(const Flip& flip = {}) {
    idle();
    if (kind_.failing && cycle == kFails) {
      set_bit(m.link_dead_i, kFailedPort, true);
      set_bit(m.link_failed_i, kFailedPort, true);
    }
    for (int port = 0; port < kPorts; ++port) {
      send(port);
      give_back(port);
    }
    m.eval();
    if (flip && !flipped && flip(*this)) {
      flipped = true;
      m.eval();
    }
    for (int port = 0; port < kPorts; ++port) {
      receive(port);
      take_credits(port);
    }
    if (drop() >= 0) ++dropped;
    edge();
    ++cycle;
  }
  void run(int cycles, const Flip& flip = {}) {
    for (int i = 0; i < cycles && reports().empty(); ++i) step(flip);
  }
  /// What was said in the cycle in which the run has ended.
  std::string said() const {
    std::string result;
    for (const std::string& each : reports()) result += each + '\n';
    return result;
  }

  // Of outputs.
  bool starts(int port) const {
    return bit_of(m.flit_valid_o, port) && bit_of(m.flit_head_o, port);
  }
  bool ends(int port) const { return bit_of(m.flit_valid_o, port) && bit_of(m.flit_tail_o, port); }
  bool within(int port) const {
    return bit_of(m.flit_valid_o, port) && !bit_of(m.flit_head_o, port) &&
           !bit_of(m.flit_tail_o, port);
  }
  bool within_in(int port) const {
    return bit_of(m.flit_valid_i, port) && !bit_of(m.flit_head_i, port) &&
           !bit_of(m.flit_tail_i, port);
  }
  int vc_bits() const { return vc_bits_; }
  int phits_bits() const { return phits_bits_; }
  /// A side whose credit is there; -1: none.
  int credit_side() const {
    for (int side = 0; side < kPorts * lanes_; ++side) {
      if (bit_of(m.credit_valid_o, side)) return side;
    }
    return -1;
  }
  /// An input channel whose head is dropped; -1: none.
  int drop() const {
    for (int channel = 0; channel < kPorts << kind_.vc_shift; ++channel) {
      if (bit_of(m.drops_o, channel)) return channel;
    }
    return -1;
  }
  int lanes() const { return lanes_; }
  int length_bits() const { return bits_for(kind_.largest_packet + 1); }

  struct SeenCredit {
    int side = 0, vc = 0, phits = 0;
  };

  Model m;
  SeenCredit last_credit;          // of the switch
  bool ended_before[kPorts] = {};  // a flit has left in the cycle before
  int cycle = 0;
  int packets = 0;  // that left
  int dropped = 0;  // cycles in which heads are dropped
  bool flipped = false;
  bool sends = true;
  int greedy = -1;        // port whose neighbour does not look at credits
  bool withheld = false;  // credits are seen by nobody but the switch

 private:
  struct Phit {
    std::uint64_t words[2];
    bool head, tail, first, last;
    int phits;
  };
  struct Input {
    std::vector<int> credits;
    std::vector<std::deque<Phit>> waiting;                   // per VC
    int vc = -1;                                             // of the flit that is on the link
    std::deque<std::pair<int, std::pair<int, int>>> coming;  // cycle, VC, phits
  };
  struct Output {
    int phits = 0;
    std::deque<std::pair<int, std::pair<int, int>>> due;
  };

  void edge() {
    m.clk_i = 1;
    m.eval();
    m.clk_i = 0;
    m.eval();
  }

  void idle() {
    clear(m.flit_valid_i);
    clear(m.credit_valid_i);
    clear(m.flip_valid_i);
    clear(m.flip_vc_i);
    clear(m.flip_tail_i);
    clear(m.flip_first_i);
    clear(m.flip_data_i);
    clear(m.flip_credit_valid_i);
    clear(m.flip_credit_vc_i);
    clear(m.flip_credit_phits_i);
    clear(m.flip_valid_o_i);
    clear(m.flip_vc_o_i);
    clear(m.flip_tail_o_i);
    clear(m.flip_first_o_i);
    clear(m.flip_last_o_i);
    clear(m.flip_data_o_i);
    clear(m.flip_credit_valid_o_i);
    clear(m.flip_credit_vc_o_i);
    clear(m.flip_credit_phits_o_i);
    m.flip_pready_i = 0;
    m.flip_pslverr_i = 0;
    clear(m.flip_drops_i);
    m.psel_i = 0;
    m.penable_i = 0;
    m.pwrite_i = 0;
    m.table_we_i = 0;
  }

  int draw(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  void new_packet(int port, int vc) {
    const int length = kind_.one_size ? kind_.largest_flit : 1 + draw(kind_.largest_packet);
    const int length_bits = bits_for(kind_.largest_packet + 1);
    int rest = length;
    for (int sent = 0; rest > 0;) {
      const int flit = std::min(rest, kind_.largest_flit);
      for (int i = 0; i < flit; ++i) {
        Phit phit{};
        phit.words[0] = std::uint64_t{random_()} << 32 | random_();
        phit.words[1] = random_();
        phit.head = i == 0;
        phit.tail = i == flit - 1;
        phit.first = sent == 0;
        phit.last = rest == flit;
        phit.phits = flit;
        if (sent == 0 && i == 0) {
          const int length_at = kHopsAt + kHopsBits;
          VlWide<3> bits;
          for (int b = 0; b < kPhitBits; ++b)
            set_bit(bits, b, (phit.words[b / 64] >> b % 64 & 1) != 0);
          for (int b = 0; b < 3; ++b) set_bit(bits, b, false);
          for (int b = 0; b < kHopsBits; ++b) set_bit(bits, kHopsAt + b, b == 1);
          for (int b = 0; b < length_bits; ++b)
            set_bit(bits, length_at + b, (length >> b & 1) != 0);
          phit.words[0] = std::uint64_t{bits[1]} << 32 | bits[0];
          phit.words[1] = bits[2];
        }
        in_[static_cast<std::size_t>(port)].waiting[static_cast<std::size_t>(vc)].push_back(phit);
      }
      sent += flit;
      rest -= flit;
    }
  }

  void send(int port) {
    Input& in = in_[static_cast<std::size_t>(port)];
    while (!in.coming.empty() && in.coming.front().first <= cycle) {
      const auto [vc, phits] = in.coming.front().second;
      in.credits[static_cast<std::size_t>(vc)] += phits;
      in.coming.pop_front();
    }
    if (in.vc < 0 && draw(4) != 0) {
      const int first = draw(port_vcs(port));
      for (int i = 0; i < port_vcs(port) && in.vc < 0; ++i) {
        const int vc = (first + i) % port_vcs(port);
        auto& waiting = in.waiting[static_cast<std::size_t>(vc)];
        if (waiting.empty() && sends) new_packet(port, vc);
        if (waiting.empty()) continue;
        const int phits = waiting.front().phits;
        if (in.credits[static_cast<std::size_t>(vc)] < phits && greedy != port) continue;
        in.credits[static_cast<std::size_t>(vc)] -= phits;
        in.vc = vc;
      }
    }
    if (in.vc < 0) return;
    auto& waiting = in.waiting[static_cast<std::size_t>(in.vc)];
    const Phit phit = waiting.front();
    waiting.pop_front();
    set_bit(m.flit_valid_i, port, true);
    set_bit(m.flit_head_i, port, phit.head);
    set_bit(m.flit_tail_i, port, phit.tail);
    set_bit(m.flit_first_i, port, phit.first);
    set_bit(m.flit_last_i, port, phit.last);
    set_field(m.flit_vc_i, port, vc_bits_, static_cast<std::uint64_t>(in.vc));
    for (int b = 0; b < kPhitBits; ++b) {
      set_bit(m.flit_data_i, port * kPhitBits + b, (phit.words[b / 64] >> b % 64 & 1) != 0);
    }
    if (phit.tail) in.vc = -1;
  }

  void take_credits(int port) {
    for (int lane = 0; lane < lanes_; ++lane) {
      const int side = port * lanes_ + lane;
      if (!bit_of(m.credit_valid_o, side)) continue;
      last_credit = {side, static_cast<int>(field(m.credit_vc_o, side, vc_bits_)),
                     static_cast<int>(field(m.credit_phits_o, side, phits_bits_))};
      in_[static_cast<std::size_t>(port)].coming.push_back(
          {cycle + 2,
           {static_cast<int>(field(m.credit_vc_o, side, vc_bits_)),
            static_cast<int>(field(m.credit_phits_o, side, phits_bits_))}});
    }
  }

  void receive(int port) {
    Output& out = out_[static_cast<std::size_t>(port)];
    ended_before[port] = ends(port);
    if (!bit_of(m.flit_valid_o, port)) return;
    ++out.phits;
    if (!bit_of(m.flit_tail_o, port)) return;
    if (bit_of(m.flit_last_o, port)) ++packets;
    const int vc = static_cast<int>(field(m.flit_vc_o, port, vc_bits_));
    if (port > 0) {
      const int before = out.due.empty() ? 0 : out.due.back().first + 1;
      out.due.push_back({std::max(before, cycle + 2 + draw(8)), {vc, out.phits}});
    }
    out.phits = 0;
  }

  void give_back(int port) {
    Output& out = out_[static_cast<std::size_t>(port)];
    if (out.due.empty() || out.due.front().first > cycle) return;
    const auto [vc, phits] = out.due.front().second;
    out.due.pop_front();
    const int side = port * lanes_ + (lanes_ > 1 ? vc : 0);
    set_bit(m.credit_valid_i, side, true);
    set_field(m.credit_vc_i, side, vc_bits_, static_cast<std::uint64_t>(vc));
    set_field(m.credit_phits_i, side, phits_bits_, static_cast<std::uint64_t>(phits));
    if (withheld) set_bit(m.flip_credit_valid_i, side, true);
  }

  Kind kind_;
  int vc_bits_, phits_bits_, lanes_;
  std::mt19937 random_{1};
  Input in_[kPorts];
  Output out_[kPorts];
};

}  // namespace netloom::test
