#pragma once

#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/link/flit.h"
#include "routing/base/visible.h"

/// What the signals of a structural switch carry. Each is a struct whose fields() are a tuple, and
/// kNames their names: so it can be compared, printed and traced.
namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// Channels (port << vc_shift | VC) in ascending order.
using ChannelList = std::vector<int>;

struct SignalValue {};

/// A header on its way, or none.
struct HeaderField : Flit {
  HeaderField() = default;
  HeaderField(const Flit& flit) : Flit(flit) {}
  static_assert(std::has_unique_object_representations_v<Flit>, "compared as bytes");
  bool operator==(const HeaderField& other) const {
    return std::memcmp(this, &other, sizeof(Flit)) == 0;
  }
};

/// The pins of a link in the direction of its flits: one phit a cycle.
struct LinkPins : SignalValue {
  bool flit_valid = false;  ///< a phit in this cycle
  int flit_vc = 0;          ///< its virtual channel
  bool flit_head = false;   ///< first phit of a flit
  bool flit_tail = false;   ///< last phit of a flit
  bool flit_first = false;  ///< the flit is the first of its packet
  bool flit_last = false;   ///< the flit is the last of its packet
  HeaderField flit_data;    ///< with flit_head

  static constexpr const char* kNames[] = {"flit_valid", "flit_vc",   "flit_head", "flit_tail",
                                           "flit_first", "flit_last", "flit_data"};
  auto fields() const {
    return std::tie(flit_valid, flit_vc, flit_head, flit_tail, flit_first, flit_last, flit_data);
  }
};

/// The credit for a flit whose last phit leaves an input buffer in this cycle.
struct Credit {
  int vc = 0;
  int phits = 0;

  bool operator==(const Credit& other) const { return vc == other.vc && phits == other.phits; }
};

/// The pins of a link against the direction of its flits. A multiplexed crossbar takes one flit at
/// a time from a port, so that there is at most one credit a cycle; a full one, one for each VC.
struct CreditPins : SignalValue {
  std::vector<Credit> credits;

  static constexpr const char* kNames[] = {"credits"};
  auto fields() const { return std::tie(credits); }
};

/// The flit at the front of a VC.
struct Head : SignalValue {
  bool valid = false;
  bool complete = false;  ///< its last phit is there too
  HeaderField flit;

  static constexpr const char* kNames[] = {"valid", "complete", "flit"};
  auto fields() const { return std::tie(valid, complete, flit); }
};

/// What the routing unit says of the flit at the front of a VC.
struct Request : SignalValue {
  bool ready = false;      ///< the result of the routing counts
  bool undecided = false;  ///< the router decides on the head at the end of the cycle
  bool body = false;       ///< follows its packet's head, through the VC that this has taken
  bool committed = false;  ///< has picked its output already, and has room there
  int preferred_port = 0;
  ChannelList candidates;  ///< output channels that it may take
  ChannelList minimal;     ///< with a misrouting trigger: those on minimal paths
  ChannelList entering;    ///< with bubble flow control: those that enter a ring
  HeaderField flit;        ///< in the header state that the router has decided on

  static constexpr const char* kNames[] = {"ready",     "undecided", "body",
                                           "committed", "preferred", "candidates",
                                           "minimal",   "entering",  "flit"};
  auto fields() const {
    return std::tie(ready, undecided, body, committed, preferred_port, candidates, minimal,
                    entering, flit);
  }
};

/// How an output VC stands.
struct OutputState : SignalValue {
  int credits = 0;        ///< phits of room in the buffer behind the link
  int room = 0;           ///< phits that may be granted: credits, or space of the output buffer
  int waiting = 0;        ///< phits that wait behind it: in the output buffer and without credit
  int capacity = 0;       ///< phits of the buffers behind it
  bool buffered = false;  ///< it has an output buffer
  bool owned = false;     ///< wormhole: a packet holds the VC

  static constexpr const char* kNames[] = {"credits",  "room",     "waiting",
                                           "capacity", "buffered", "owned"};
  auto fields() const { return std::tie(credits, room, waiting, capacity, buffered, owned); }
};

/// What the allocator tells an input VC.
struct Grant : SignalValue {
  bool valid = false;   ///< the flit at the front goes
  bool picked = false;  ///< it has picked its output, and waits for it (`select_at: routing`)
  bool drops = false;   ///< it goes, but nowhere: failed links have left it no way
  int output = 0;       ///< channel

  static constexpr const char* kNames[] = {"valid", "picked", "drops", "output"};
  auto fields() const { return std::tie(valid, picked, drops, output); }
};

/// What it tells an output VC.
struct Taking : SignalValue {
  bool valid = false;  ///< a flit comes
  bool tail = false;   ///< it is its packet's last
  int phits = 0;
  int reserved = 0;       ///< phits for which a head that picks this output reserves room
  bool has_room = false;  ///< the flit that comes has reserved its room before

  static constexpr const char* kNames[] = {"valid", "tail", "phits", "reserved", "has_room"};
  auto fields() const { return std::tie(valid, tail, phits, reserved, has_room); }
};

/// What crosses from an input of the crossbar, or out of it, in a cycle.
struct Crossing : SignalValue {
  int phits = 0;       ///< 0: nothing
  int output = -1;     ///< channel that the flit goes to; -1: none, also of one that is dropped
  bool stays = false;  ///< more of the flit will leave its buffer in the next cycle
  bool head = false;   ///< with the flit's first phit
  bool tail = false;   ///< … and last
  HeaderField flit;    ///< with the first

  static constexpr const char* kNames[] = {"phits", "output", "stays", "head", "tail", "flit"};
  auto fields() const { return std::tie(phits, output, stays, head, tail, flit); }
};

/// What the router has decided on a head at the end of a cycle.
struct Decision : SignalValue {
  bool valid = false;
  bool again = false;  ///< on a head that was decided on before, and still waits
  std::uint16_t state = 0;

  static constexpr const char* kNames[] = {"valid", "again", "state"};
  auto fields() const { return std::tie(valid, again, state); }
};

template <class Value>
using IfSignal = std::enable_if_t<std::is_base_of_v<SignalValue, Value>, int>;

template <class Value, IfSignal<Value> = 0>
bool operator==(const Value& a, const Value& b) {
  return a.fields() == b.fields();
}

/// Calls visit(name, field) for each field.
template <class Value, class Visit, IfSignal<Value> = 0>
void for_each_field(const Value& value, Visit&& visit) {
  std::size_t next = 0;
  std::apply([&](const auto&... field) { (visit(Value::kNames[next++], field), ...); },
             value.fields());
}

std::ostream& operator<<(std::ostream& out, const HeaderField& header);
std::ostream& operator<<(std::ostream& out, const std::vector<Credit>& credits);
std::ostream& operator<<(std::ostream& out, const ChannelList& channels);

template <class Value, IfSignal<Value> = 0>
std::ostream& operator<<(std::ostream& out, const Value& value) {
  const char* before = "";
  for_each_field(value, [&](const char* name, const auto& field) {
    out << before << name << ' ' << field;
    before = ", ";
  });
  return out;
}

/// SystemC's own traces have the fields that are numbers.
template <class Value, IfSignal<Value> = 0>
void sc_trace(sc_core::sc_trace_file* file, const Value& value, const std::string& name) {
  for_each_field(value, [&](const char* field_name, const auto& field) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(field)>>) {
      sc_core::sc_trace(file, field, name + "." + field_name);
    }
  });
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
