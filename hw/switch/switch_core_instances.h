#pragma once

#include <memory>

#include "hw/kernel/arena.h"
#include "hw/switch/switch_core.h"
#include "hw/switch/switch_model.h"

namespace netloom {
inline namespace hw {

/// The core for switches of up to kBits channels. One translation unit per width keeps the
/// compiler's work in pieces; see switch_model.cpp.
template <int kBits>
std::unique_ptr<SwitchModel> make_core(const SwitchPlan& plan, Arena& arena, CoreKind kind);

template <>
std::unique_ptr<SwitchModel> make_core<32>(const SwitchPlan&, Arena&, CoreKind);
template <>
std::unique_ptr<SwitchModel> make_core<64>(const SwitchPlan&, Arena&, CoreKind);
template <>
std::unique_ptr<SwitchModel> make_core<128>(const SwitchPlan&, Arena&, CoreKind);
template <>
std::unique_ptr<SwitchModel> make_core<256>(const SwitchPlan&, Arena&, CoreKind);
template <>
std::unique_ptr<SwitchModel> make_core<1024>(const SwitchPlan&, Arena&, CoreKind);
template <>
std::unique_ptr<SwitchModel> make_core<4096>(const SwitchPlan&, Arena&, CoreKind);

}  // namespace hw
}  // namespace netloom
