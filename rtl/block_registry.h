#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

#include "routing/base/registry.h"
#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "rtl/loadable/block_object.h"
#include "rtl/rtl_circuit.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// An implementation of an RTL block. Several may implement one block: Netloom's own, in one or
/// more forms, and a user's.
///
/// Which decision it makes says the interface, a Decision, and which of the model's classes it can
/// stand for.
struct RtlBlockEntry {
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
  /// and inputs when they do not count, are random: `seed` says how. Error: the implementation has
  /// not the ports that the block needs.
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

/// A decision that RTL can make, by its name: its adapter.
struct RtlDecisionEntry {
  static constexpr const char* kKind = "RTL block";

  /// The entry of an implementation, but for what the shared object itself says.
  RtlBlockEntry (*adapt)(const SharedBlock& block);
};

using RtlDecisionRegistry = Registry<RtlDecisionEntry>;

/// The implementations of RTL blocks by name. They are shared objects, NAME.so in one of the
/// folders, or anywhere: then their path is the name. Each is loaded when it is first asked for.
class RtlBlockRegistry {
 public:
  static RtlBlockRegistry& instance();

  /// An implementation without a shared object, for tests.
  struct Registration {
    Registration(const std::string& name, RtlBlockEntry entry);
  };

  /// Error: unknown name, with those that are known; one of Netloom's own that has not been built,
  /// with what builds it; or BlockObject() refuses it, or no decision is
  /// known by the name that it gives.
  const RtlBlockEntry& find(const std::string& name) const;
  /// Whether there is a file for it, or a registration.
  bool contains(const std::string& name) const;
  /// All that are in the folders, and those registered, sorted. Paths are not among them.
  std::vector<std::string> names() const;

 private:
  mutable std::map<std::string, RtlBlockEntry> entries_;  ///< loaded or registered
};

/// Whether what stands for an implementation is the path of a shared object, and not a name.
bool is_block_path(const std::string& name);

/// The shared object that stands for a name, in one of the folders, or for a path: itself. Empty:
/// there is none.
std::string rtl_block_file(const std::string& name);

/// Names of the implementations of one block in the folders, sorted. Those that cannot be loaded
/// are not among them.
std::vector<std::string> rtl_implementations(const std::string& block);

}  // namespace rtl
}  // namespace netloom
