#include "hw/structural/watched_ports.h"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "hw/structural/base/channel_list.h"
#include "routing/base/bits.h"
#include "routing/registers/packet_header.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

using Tell = std::function<void(PortNumber)>;

/// Tells the fields of signals.
class FieldTeller {
 public:
  FieldTeller(const SwitchParameters& of, const Tell& tell) : switch_(of), tell_(tell) {}

  template <class Value>
  void tell(const char* name, const Value& value) const {
    if constexpr (std::is_base_of_v<SignalValue, Value>) {
      for_each_field(value, [this](const char* field, const auto& each) { tell(field, each); });
    } else if constexpr (std::is_integral_v<Value>) {
      constexpr int kWidth = std::is_same_v<Value, bool> ? 1 : 8 * sizeof(Value);
      constexpr std::uint64_t kMask = ~std::uint64_t{0} >> (64 - kWidth);
      number(name, kWidth, static_cast<std::uint64_t>(value) & kMask);
    } else {
      tell_of(name, value);
    }
  }

 private:
  void number(std::string name, int width, std::uint64_t value) const {
    tell_({std::move(name), width, false, {value}});
  }

  void tell_of(const char* name, const ChannelList& channels) const {
    tell_({name, switch_.channels(), true, bits_of(channels, switch_.channels())});
  }

  /// A multiplexed crossbar gives at most one credit a cycle; a full one, one for each VC.
  void tell_of(const char* /*name*/, const std::vector<Credit>& credits) const {
    if (!switch_.full_crossbar()) {
      const Credit credit = credits.empty() ? Credit() : credits.front();
      number("credit_valid", 1, credits.empty() ? 0 : 1);
      number("credit_vc", bits_for(static_cast<std::uint64_t>(switch_.vcs())),
             static_cast<std::uint64_t>(credit.vc));
      number("credit_phits", most_bits(PacketField::kFlitPhits),
             static_cast<std::uint64_t>(credit.phits));
      return;
    }
    for (int vc = 0; vc < switch_.vcs(); ++vc) {
      int phits = 0;
      for (const Credit& credit : credits) phits += credit.vc == vc ? credit.phits : 0;
      number(fmt::format("credit_valid_{}", vc), 1, phits > 0 ? 1 : 0);
      number(fmt::format("credit_phits_{}", vc), most_bits(PacketField::kFlitPhits),
             static_cast<std::uint64_t>(phits));
    }
  }

  void tell_of(const char* name, const HeaderField& flit) const {
    const auto field = [&](PacketField which, std::uint64_t value) {
      number(fmt::format("{}_{}", name, packet_field(which).name), most_bits(which), value);
    };
    field(PacketField::kDestination, flit.destination);
    field(PacketField::kSource, flit.source());
    field(PacketField::kRoutingState, flit.state());
    field(PacketField::kPacketPhits, flit.packet_phits);
    field(PacketField::kHops, flit.hops());
    field(PacketField::kAge, flit.age());
    field(PacketField::kResponse, flit.response() ? 1 : 0);
    field(PacketField::kControl, flit.control() ? 1 : 0);
    field(PacketField::kFlitPhits, flit.phits);
    field(PacketField::kNumber, flit.tag.number);
  }

  const SwitchParameters& switch_;
  const Tell& tell_;
};

class PortFinder {
 public:
  explicit PortFinder(const StructuralSwitch& of) : switch_(of) {}

  void look_into(const sc_core::sc_object& object, const std::string& path) {
    for (sc_core::sc_object* const child : object.get_child_objects()) {
      const std::string name = path + (path.empty() ? "" : ".") + child->basename();
      if (dynamic_cast<sc_core::sc_module*>(child) != nullptr) {
        look_into(*child, name);
      } else if (!path.empty()) {
        watch_if<LinkPins, CreditPins, Head, Request, Decision, Grant, Taking, Crossing,
                 OutputState, bool, int, std::uint16_t, std::uint32_t, std::uint64_t>(*child, name);
      }
    }
  }

  std::vector<WatchedPort> found;

 private:
  template <class... Values>
  void watch_if(sc_core::sc_object& object, const std::string& name) {
    (watch_if_of<Values>(object, name) || ...);
  }
  template <class Value>
  bool watch_if_of(sc_core::sc_object& object, const std::string& name) {
    // An output is an inout port.
    return watch_as<sc_core::sc_in<Value>>(object, name) ||
           watch_as<sc_core::sc_inout<Value>>(object, name);
  }
  template <class Port>
  bool watch_as(sc_core::sc_object& object, const std::string& name) {
    const Port* const port = dynamic_cast<Port*>(&object);
    if (port == nullptr) return false;
    const std::string last = object.basename();
    if (last == "clk_i") return true;
    const SwitchParameters& of = switch_.parameters();
    found.push_back(
        {name, [port, &of](const Tell& tell) { FieldTeller(of, tell).tell("", port->read()); }});
    return true;
  }

  const StructuralSwitch& switch_;
};

}  // namespace

std::vector<WatchedPort> watched_ports(const StructuralSwitch& of) {
  PortFinder finder(of);
  finder.look_into(of, "");
  return std::move(finder.found);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
