#pragma once

#include "hw/structural/base/signals.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// Follows the phits on the pins of a link: a flit is on them in as many cycles as it has phits,
/// one after the other, and its wires beside the phits say so (docs/timing.md, rule 7).
class PhitWatch {
 public:
  /// What is wrong with the pins in this cycle, which is the one after the last; null: nothing.
  const char* see(const LinkPins& pins) {
    if (!pins.flit_valid) return phits_left_ > 0 ? "a cycle without a phit within a flit" : nullptr;
    if (pins.flit_head) {
      if (phits_left_ > 0) return "the first phit of a flit within another";
      flit_ = pins.flit_data;
      vc_ = pins.flit_vc;
      phits_left_ = flit_.phits;
    }
    if (phits_left_ == 0) return "a phit without the first one of its flit";
    if (pins.flit_vc != vc_) return "phits of a flit on two VCs";
    --phits_left_;
    if (pins.flit_tail && phits_left_ > 0) return "flit_tail before the last phit of a flit";
    if (!pins.flit_tail && phits_left_ == 0) return "the last phit of a flit without flit_tail";
    if (pins.flit_first != flit_.head()) return "flit_first is not as in the header";
    if (pins.flit_last != flit_.tail()) return "flit_last is not as in the header";
    return nullptr;
  }

 private:
  Flit flit_;  ///< that is on the link, or the last one
  int vc_ = 0;
  int phits_left_ = 0;  ///< that have not come yet
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
