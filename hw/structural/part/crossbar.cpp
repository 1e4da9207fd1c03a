#include "hw/structural/part/crossbar.h"

#include <algorithm>

namespace netloom {
inline namespace hw {
namespace structural {

Crossbar::Crossbar(sc_core::sc_module_name name, SwitchParameters& of)
    : Part(name, of),
      crossing_i("crossing_i", of.channels()),
      crossing_o("crossing_o", of.channels()),
      stages_(static_cast<std::size_t>(of.config().crossbar_delay)) {
  each_cycle(Phase::kDrive, &Crossbar::drive);
  each_cycle(Phase::kFollow, &Crossbar::shift);
}

bool Crossbar::busy() const {
  return std::any_of(stages_.begin(), stages_.end(),
                     [](const Stage& stage) { return !stage.empty(); });
}

void Crossbar::drive() {
  std::vector<Crossing> outputs(static_cast<std::size_t>(switch_.channels()));
  for (const Crossing& crossing : stages_.front()) {
    outputs[static_cast<std::size_t>(crossing.output)] = crossing;
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) crossing_o[i].write(outputs[i]);
  stages_.pop_front();
}

void Crossbar::shift() {
  Stage stage;
  for (const auto& input : crossing_i) {
    if (input.read().phits > 0) stage.push_back(input.read());
  }
  stages_.push_back(stage);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
