#include "hw/structural/part_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <vector>

#include "hw/structural/watched_ports.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

std::string text_of(const Flit& flit) {
  std::ostringstream text;
  text << HeaderField(flit);
  return text.str();
}

std::string flits_of(const InputPort& port, int vcs) {
  std::string text;
  for (int vc = 0; vc < vcs; ++vc) {
    for (const InputPort::HeldFlit& held : port.flits(vc)) {
      text +=
          fmt::format("  VC {}: {}{}\n", vc, text_of(*held.flit), held.leaves ? ", leaves" : "");
    }
  }
  return text;
}

std::string flits_of(const OutputPort& port, int vcs) {
  std::string text;
  for (int vc = 0; vc < vcs; ++vc) {
    for (const Flit* const flit : port.buffered_flits(vc)) {
      text += fmt::format("  VC {}: {}\n", vc, text_of(*flit));
    }
  }
  return text;
}

std::string pointers_of(const Allocator& allocator, int ports) {
  std::vector<std::string> texts;
  for (int port = 0; port < ports; ++port) {
    texts.push_back(fmt::format("p{}: input vc{}, output p{}", port, allocator.input_pointer(port),
                                allocator.output_pointer(port)));
  }
  return fmt::format("  arbiters look first at: {}\n", fmt::join(texts, "; "));
}

/// Of a mask the bits that are set, else the number.
std::string text_of(const PortNumber& number) {
  if (!number.mask) return fmt::format("{}", number.value.front());
  std::vector<int> set;
  for (int bit = 0; bit < number.width; ++bit) {
    const auto word = static_cast<std::size_t>(bit / 64);
    if ((number.value[word] >> (bit % 64) & 1) != 0) set.push_back(bit);
  }
  return fmt::format("[{}]", fmt::join(set, ", "));
}

/// Whether it is 0 or, of 32 bits, -1, which stands for no channel.
bool says_nothing(const PortNumber& number) {
  constexpr std::uint64_t kNone = 0xffffffff;
  if (number.width == 32 && number.value.front() == kNone) return true;
  return std::all_of(number.value.begin(), number.value.end(),
                     [](std::uint64_t word) { return word == 0; });
}

}  // namespace

std::string part_state(const StructuralSwitch& of, const std::string& part) {
  const SwitchParameters& all = of.parameters();
  std::string text;
  for (int port = 0; port < all.ports(); ++port) {
    if (part == of.input(port).basename()) text += flits_of(of.input(port), all.vcs());
    if (part == of.output(port).basename()) text += flits_of(of.output(port), all.vcs());
  }
  if (part == of.allocator().basename()) text += pointers_of(of.allocator(), all.ports());
  const std::string before = part + '.';
  for (const WatchedPort& port : watched_ports(of)) {
    if (port.name.compare(0, before.size(), before) != 0) continue;
    if (port.name == before + "rst_ni") continue;
    std::vector<std::string> fields;
    port.numbers([&](const PortNumber& number) {
      if (says_nothing(number)) return;
      fields.push_back((number.name.empty() ? "" : number.name + ' ') + text_of(number));
    });
    if (fields.empty()) continue;
    text += fmt::format("  {}: {}\n", port.name.substr(before.size()), fmt::join(fields, ", "));
  }
  return text;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
