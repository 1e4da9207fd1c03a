#include "hw/structural/base/failed_links.h"

namespace netloom {
inline namespace hw {
namespace structural {

void FailedLinks::step(Cycle now) {
  while (unit_->next() <= now) {
    const FaultUnit::Action action = unit_->take();
    const auto port = static_cast<std::size_t>(action.port);
    if (action.kind == FaultUnit::Action::Kind::kOutputFails) {
      dead_[port] = 1;
    } else if (action.kind == FaultUnit::Action::Kind::kDetect) {
      unit_->detected(action.port, action.fault, now);
    } else {
      continue;  // the end of a link that has never worked
    }
    known_[port] = unit_->failed(action.port) ? 1 : 0;
  }
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
