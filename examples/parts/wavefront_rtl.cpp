#include <fmt/format.h>

#include <memory>

#include "Vwavefront.h"
#include "hw/structural/part/matrix_allocator.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

/// The wavefront allocator in RTL (wavefront.sv), Verilated, one in each switch.
class WavefrontRtl : public MatrixAllocator {
 public:
  WavefrontRtl(sc_core::sc_module_name name, SwitchParameters& of)
      : MatrixAllocator(name, of), rtl_(std::make_unique<Vwavefront>()) {
    if (rows() > kSize) {
      throw Error(
          fmt::format("switch {}: the crossbar has {} inputs; allowed with wavefront_rtl: "
                      "up to {}",
                      of.plan.name, rows(), kSize));
    }
    rtl_->used_i = static_cast<CData>(rows());
    WavefrontRtl::reset();
  }

 protected:
  void reset() override {
    MatrixAllocator::reset();
    rtl_->clk_i = 0;
    rtl_->rst_ni = 1;
    rtl_->eval();
    rtl_->rst_ni = 0;
    rtl_->eval();
    rtl_->rst_ni = 1;
    rtl_->eval();
  }

  BitMatrix match(const BitMatrix& requests) override {
    BitMatrix granted(rows(), columns());
    for (int bit = 0; bit < kSize * kSize; ++bit) {
      const int row = bit / kSize, column = bit % kSize;
      const bool requested = row < rows() && column < columns() && requests.at(row, column);
      EData& word = rtl_->requests_i[bit / kWord];
      word = (word & ~(EData{1} << bit % kWord)) | EData{requested} << bit % kWord;
    }
    rtl_->eval();
    for (int bit = 0; bit < kSize * kSize; ++bit) {
      if ((rtl_->grants_o[bit / kWord] >> bit % kWord & 1) != 0) {
        granted.set(bit / kSize, bit % kSize);
      }
    }
    for (const int level : {1, 0}) {
      rtl_->clk_i = static_cast<CData>(level);
      rtl_->eval();
    }
    return granted;
  }

 private:
  static constexpr int kSize = 16;  ///< parameter Size of the module
  static constexpr int kWord = 32;  ///< bits

  std::unique_ptr<Vwavefront> rtl_;
};

const PartRegistry<Allocator>::Registration kWavefrontRtl(
    "wavefront_rtl", PartEntry<Allocator>::of<WavefrontRtl>("the allocator wavefront in RTL",
                                                            matrix_allocator_limits));

}  // namespace
}  // namespace structural
}  // namespace hw
}  // namespace netloom
