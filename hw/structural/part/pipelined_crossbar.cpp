#include "hw/structural/part/pipelined_crossbar.h"

#include <fmt/format.h>

#include <algorithm>

namespace netloom {
inline namespace hw {
namespace structural {

const PartRegistry<Crossbar>::Registration kPipelined(
    "pipelined",
    PartEntry<Crossbar>::of<PipelinedCrossbar>("switch.crossbar.delay pipeline stages"));

PipelinedCrossbar::PipelinedCrossbar(sc_core::sc_module_name name, SwitchParameters& of)
    : Crossbar(name, of) {
  PipelinedCrossbar::reset();
  each_cycle(Phase::kDrive, &PipelinedCrossbar::drive);
  each_cycle(Phase::kFollow, &PipelinedCrossbar::shift);
}

void PipelinedCrossbar::reset() {
  stages_.assign(static_cast<std::size_t>(switch_.config().crossbar_delay), {});
  last_ = stages_.begin();
}

std::vector<Flit> PipelinedCrossbar::heads() const {
  std::vector<Flit> result;
  for (const Stage& stage : stages_) {
    for (const Crossing& crossing : stage) {
      if (crossing.head) result.push_back(crossing.flit);
    }
  }
  return result;
}

bool PipelinedCrossbar::busy() const {
  return std::any_of(stages_.begin(), stages_.end(),
                     [](const Stage& stage) { return !stage.empty(); });
}

void PipelinedCrossbar::drive() {
  shown_.assign(crossing_o.size(), {});
  for (const Crossing& crossing : *last_) show(crossing);
  for (std::size_t i = 0; i < shown_.size(); ++i) crossing_o[i].write(shown_[i]);
  last_->clear();
}

void PipelinedCrossbar::show(const Crossing& crossing) {
  const auto output = static_cast<std::size_t>(crossing.output);
  if (output >= shown_.size() || shown_[output].phits > 0) {
    switch_.fail(fmt::format("{}: {} to output channel {}; allowed: one, to 0 to {}", basename(),
                             output < shown_.size() ? "two flits cross at once" : "a flit crosses",
                             crossing.output, shown_.size() - 1));
  }
  shown_[output] = crossing;
}

void PipelinedCrossbar::shift() {
  for (const auto& input : crossing_i) {
    if (input.read().phits > 0) last_->push_back(input.read());
  }
  if (++last_ == stages_.end()) last_ = stages_.begin();
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
