#include "hw/structural/part/matrix_allocator.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

/// The wavefront allocator: on one diagonal of the request matrix after the other, each request is
/// granted whose row and column are free still. The requests of a diagonal do not contend with each
/// other, so that in hardware a grant runs through the matrix like a wave. Which diagonal begins
/// moves on by one in each cycle with a grant. No request is left whose row and column are free.
/// Source: [Tamir 1993].
class WavefrontAllocator : public MatrixAllocator {
 public:
  WavefrontAllocator(sc_core::sc_module_name name, SwitchParameters& of)
      : MatrixAllocator(name, of) {}

 protected:
  void reset() override {
    MatrixAllocator::reset();
    first_ = 0;
  }

  BitMatrix match(const BitMatrix& requests) override {
    bool any = false;
    BitMatrix granted(rows(), columns());
    std::vector<bool> row_taken(static_cast<std::size_t>(rows()));
    std::vector<bool> column_taken(static_cast<std::size_t>(columns()));
    for (int diagonal = first_; diagonal < first_ + columns(); ++diagonal) {
      for (int row = 0; row < rows(); ++row) {
        const int column = (diagonal + row) % columns();
        const auto r = static_cast<std::size_t>(row);
        const auto c = static_cast<std::size_t>(column);
        if (!requests.at(row, column) || row_taken[r] || column_taken[c]) continue;
        granted.set(row, column);
        any = true;
        row_taken[r] = true;
        column_taken[c] = true;
      }
    }
    if (any) first_ = (first_ + 1) % columns();
    return granted;
  }

 private:
  int first_ = 0;  ///< diagonal
};

const PartRegistry<Allocator>::Registration kWavefront(
    "wavefront",
    PartEntry<Allocator>::of<WavefrontAllocator>(
        "matches as many as possible at once, diagonal by diagonal", matrix_allocator_limits));

}  // namespace
}  // namespace structural
}  // namespace hw
}  // namespace netloom
