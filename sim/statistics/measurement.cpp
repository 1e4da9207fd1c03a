#include "sim/statistics/measurement.h"

namespace netloom {

Measurement::Measurement(NodeId nodes, Cycle begin, Cycle end, Cycle sample_interval)
    : begin_(begin),
      length_(end - begin),
      half_((end - begin) / 2),
      sample_interval_(sample_interval),
      classes_(),
      offered_(nodes),
      accepted_(nodes),
      received_(nodes) {}

void Measurement::sample(const DeliveredPacket& packet) {
  const std::size_t index = packet.delivered / sample_interval_;
  if (index >= samples_.size()) samples_.resize(index + 1);
  add(samples_[index], packet, packet.delivered - packet.injected,
      packet.delivered - packet.generated);
}

}  // namespace netloom
