#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

Measurement::Measurement(NodeId nodes, Cycle begin, Cycle end, const SampleSettings& samples)
    : begin_(begin),
      length_(end - begin),
      half_((end - begin) / 2),
      classes_(),
      offered_(nodes),
      accepted_(nodes),
      received_(nodes),
      time_series_(samples) {}

}  // namespace sim
}  // namespace netloom
