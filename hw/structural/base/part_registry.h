#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "hw/structural/base/part_limit.h"
#include "routing/base/registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

struct SwitchParameters;

/// A part that can take its place in every structural switch: what `switch.parts` names. A part of
/// one's own registers itself in its own file, in one line:
///
///     const PartRegistry<Allocator>::Registration kMine(
///         "mine", PartEntry<Allocator>::of<MyAllocator>("what it does"));
template <class Kind>
struct PartEntry {
  static constexpr const char* kKind = Kind::kKind;

  std::string summary;  ///< one line for `netloom list parts`
  typename Kind::Make make = nullptr;
  /// What of the configuration it does not do; null: it does all.
  PartLimits limits = nullptr;

  template <class Made>
  static PartEntry of(std::string summary, PartLimits limits = nullptr) {
    return {std::move(summary), &Kind::template make<Made>, limits};
  }
};

template <class Kind>
using PartRegistry = Registry<PartEntry<Kind>>;

/// What a kind of part derives from, beside Part: how one is made, which has to be put at some
/// place (`Where`: a port, channels) of a switch.
template <class Kind, class... Where>
struct ExchangeablePart {
  using Make = std::unique_ptr<Kind> (*)(const char* name, SwitchParameters& of, Where... where);

  template <class Made>
  static std::unique_ptr<Kind> make(const char* name, SwitchParameters& of, Where... where) {
    return std::make_unique<Made>(name, of, where...);
  }
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
