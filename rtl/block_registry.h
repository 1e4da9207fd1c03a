#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "routing/base/registry.h"
#include "routing/decision/decision.h"
#include "rtl/rtl_circuit.h"

namespace netloom {
inline namespace rtl {

/// A Verilated implementation of an RTL block. Several may implement one block: Netloom's own, in
/// one or more forms, and a user's (CMake function netloom_rtl_block).
///
/// Which decision it makes says the interface, a Decision, and which of the model's classes it can
/// stand for.
struct RtlBlockEntry {
  static constexpr const char* kKind = "RTL block implementation";

  std::string block;    ///< the decision it makes: "interval"
  std::string module;   ///< of which this is what is Verilated: "ir_port"
  std::string summary;  ///< one line for `netloom list`
  std::string fits;     ///< the configurations whose decision it makes, for messages

  /// The interface; set by stands_for().
  std::type_index sort = typeid(void);
  /// Whether it makes the decision of this C++ model in a switch with so many ports (traffic
  /// counters: injection ports), so that it can take its place.
  std::function<bool(const Decision& reference, int ports)> implements;
  /// Makes the instances that decide for one switch, in their reset state. What they do not reset,
  /// and inputs when they do not count, are random: `seed` says how.
  std::function<std::unique_ptr<Decision>(const Decision& reference, int ports, std::uint64_t seed)>
      make;

  /// Says that it makes the decision `Made` in the place of models of the class `Model`, if
  /// `implements(model, ports)`, by what `make(model, ports, seed)` returns.
  template <class Made, class Model, class Implements, class Make>
  void stands_for(Implements implements_model, Make make_rtl) {
    sort = typeid(Made);
    implements = [implements_model](const Decision& reference, int ports) {
      const auto* model = dynamic_cast<const Model*>(&reference);
      return model != nullptr && implements_model(*model, ports);
    };
    make = [make_rtl](const Decision& reference, int ports,
                      std::uint64_t seed) -> std::unique_ptr<Decision> {
      std::unique_ptr<Made> made = make_rtl(dynamic_cast<const Model&>(reference), ports, seed);
      return made;
    };
  }
  /// Whether it makes decisions of this sort.
  template <class Made>
  bool decides() const {
    return sort == typeid(Made);
  }
  /// What make() makes; null: nothing, or nothing of this sort.
  template <class Made>
  std::unique_ptr<Made> make_as(const Decision& reference, int ports, std::uint64_t seed) const {
    std::unique_ptr<Decision> made = make(reference, ports, seed);
    auto* of_its_sort = dynamic_cast<Made*>(made.get());
    if (of_its_sort != nullptr) made.release();
    return std::unique_ptr<Made>(of_its_sort);
  }

  /// What has to be synthesised for one switch.
  std::function<RtlCircuit(const CircuitRequest& request)> circuit;
  std::vector<std::string> sources;  ///< SystemVerilog files that are not in rtl_folder()
};

using RtlBlockRegistry = Registry<RtlBlockEntry>;

/// Names of the implementations of one block, sorted.
std::vector<std::string> rtl_implementations(const std::string& block);

}  // namespace rtl
}  // namespace netloom
