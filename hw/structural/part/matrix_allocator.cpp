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

std::optional<std::string> matrix_allocator_refuses(const SwitchConfig& config) {
  const SwitchConfig defaults;
  if (config.allocator != defaults.allocator) {
    return "switch.allocator.kind is of the part separable; allowed: not to name it";
  }
  if (config.iterations != 1) {
    return fmt::format("switch.allocator.iterations is {}, but it matches once a cycle; allowed: 1",
                       config.iterations);
  }
  if (config.control_priority) {
    return "switch.control_priority is true, but it sees no packets; allowed: false";
  }
  return std::nullopt;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
