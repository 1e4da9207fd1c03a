#include "hw/structural/part/matrix_allocator.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace structural {

std::size_t BitMatrix::index(int row, int column) const {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) {
    throw BrokenInvariant(
        fmt::format("row {}, column {} is not in an allocator's matrix of {} rows and {} columns",
                    row, column, rows_, columns_));
  }
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
         static_cast<std::size_t>(column);
}

MatrixAllocator::MatrixAllocator(sc_core::sc_module_name name, SwitchParameters& of)
    : Allocator(name, of), rows_(of.full_crossbar() ? of.channels() : of.ports()), columns_(rows_) {
  for (int port = 0; port < of.ports(); ++port) {
    inputs_.emplace_back(of, ArbiterPlace::kInput, port, 1);
  }
}

void MatrixAllocator::reset() {
  Allocator::reset();
  for (Arbiter& arbiter : inputs_) arbiter.reset();
}

int MatrixAllocator::input_pointer(int port) const {
  return switch_.vc(inputs_[static_cast<std::size_t>(port)].pointer());
}

void MatrixAllocator::match() {
  BitMatrix requests(rows_, columns_);
  const std::map<int, int> choices = this->choices();
  for (const auto& [input, output] : choices) requests.set(row(input), column(output));
  const BitMatrix granted = match(requests);
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      if (granted.at(row, column)) grant_cell(row, column, choices);
    }
  }
}

void MatrixAllocator::grant_cell(int row, int column, const std::map<int, int>& choices) {
  ChannelList inputs;
  for (const auto& [input, output] : choices) {
    const bool free = !choice().input_busy(input) && !choice().output_busy(output);
    if (this->row(input) == row && this->column(output) == column && free) inputs.push_back(input);
  }
  if (inputs.empty()) {
    switch_.fail(
        fmt::format("the {} {} grants what nobody requests, or a row or a column twice: row {}, "
                    "column {}",
                    kKind, switch_.config().parts.allocator, row, column));
  }
  Arbiter& arbiter = inputs_[static_cast<std::size_t>(switch_.port(inputs.front()))];
  const int input = arbiter.pick(inputs, [this](int a, int b) { return older(a, b); });
  arbiter.matched(input);
  grant(input, choices.at(input));
}

std::vector<PartLimit> matrix_allocator_limits(const SwitchConfig& config) {
  std::vector<PartLimit> limits = {
      {"allocator.kind", "has one way to match"},
      {"allocator.iterations", "matches once a cycle", "1"},
      {"allocator.transit_priority", "matches requests, whoever makes them", "false"},
      {"control_priority", "sees no packets", "false"}};
  if (config.crossbar == CrossbarKind::kFull) {
    limits.push_back(
        {"allocator.arbiter", "has no arbiters where each VC has its own input of the crossbar"});
  }
  return limits;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
