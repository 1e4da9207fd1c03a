#pragma once

#include <map>
#include <vector>

#include "hw/structural/base/part_limit.h"
#include "hw/structural/kind/allocator.h"
#include "hw/structural/part/arbiter.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A matrix of bits: a row for each input of the crossbar and a column for each of its outputs.
class BitMatrix {
 public:
  BitMatrix(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        bits_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), false) {}

  // BrokenInvariant: not in the matrix.
  bool at(int row, int column) const { return bits_[index(row, column)]; }
  void set(int row, int column) { bits_[index(row, column)] = true; }

 private:
  std::size_t index(int row, int column) const;

  int rows_;
  int columns_;
  std::vector<bool> bits_;
};

/// An allocator that sees all requests at once. The selection function picks an output for each
/// flit that could go, so that a crossbar input with several VCs can request several crossbar
/// outputs. The class that is derived from it says which requests are granted; where several VCs of
/// an input have the same, its arbiter picks one (`switch.allocator.arbiter`).
class MatrixAllocator : public Allocator {
 public:
  int input_pointer(int port) const override;

 protected:
  MatrixAllocator(sc_core::sc_module_name name, SwitchParameters& of);

  void reset() override;
  /// One cycle: some of the requests, no two of them in a row or in a column.
  virtual BitMatrix match(const BitMatrix& requests) = 0;

  int rows() const { return rows_; }
  int columns() const { return columns_; }

 private:
  void match() override;
  void grant_cell(int row, int column, const std::map<int, int>& choices);
  int row(int input) const { return switch_.full_crossbar() ? input : switch_.port(input); }
  int column(int output) const {
    return switch_.full_crossbar() ? switch_.crossbar_output(output) : switch_.port(output);
  }

  int rows_;
  int columns_;
  std::vector<Arbiter> inputs_;  ///< per port
};

/// What a matrix allocator does not do of `switch.allocator` and `switch.control_priority`: it has
/// one way to match, and arbiters only where VCs share an input of the crossbar.
std::vector<PartLimit> matrix_allocator_limits(const SwitchConfig& config);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
