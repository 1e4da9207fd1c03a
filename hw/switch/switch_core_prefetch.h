#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/kernel/prefetch.h"
#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// What a switch brings into the cache before it runs.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch(int step, Cycle from, Cycle to) const {
  if (step == 0) {
    prefetch_memory(this, core_.fetching == Fetching::kComing ? core_.hot_bytes() : sizeof(*this));
    return;
  }
  if (!core_.runs(from, to)) return;
  if (core_.fetching == Fetching::kComing) {
    prefetch_coming(step, from, to);
  } else if (step == 1) {
    prefetch_channels(from, to);
  } else {
    prefetch_flits(from, to);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_channels(Cycle from, Cycle to) const {
  // What is granted meanwhile lets go of its ports later; beyond so many cycles it is too far away.
  constexpr std::int32_t kFarthest = 64;
  core_.calendar.prefetch(from, to,
                          to + static_cast<Cycle>(std::min(core_.largest_flit, kFarthest)));
  prefetch_memory(core_.lines, core_.shapes.size() * sizeof(*core_.lines));
  core_.inputs.prefetch(core_.numbers);
  if (core_.triggers()) core_.misrouting.prefetch(core_.numbers);
  core_.outputs.prefetch(core_.numbers);
  core_.hosts.prefetch_ports();
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_flits(Cycle from, Cycle to) const {
  const bool buffers = core_.outputs.buffers().any();
  Mask fronts = core_.inputs.occupied();
  Mask staged = core_.outputs.buffers().staged();
  core_.calendar.for_active(from, to, [&](Cycle now) {
    fronts |= core_.calendar.at(now).arrived;
    if (!buffers) return;
    core_.calendar.for_events(now, [&](Event event) {
      if (event.kind() == EventKind::kOutputStage) staged.set(event.channel());
    });
  });
  for (; fronts.any(); fronts.remove_first()) core_.inputs[fronts.first()].prefetch_front();
  for (; buffers && staged.any(); staged.remove_first()) {
    core_.outputs.buffers()[staged.first()].prefetch_front();
  }
  core_.hosts.prefetch_sides(core_);
}

/// The calendar; ports and VCs; flits and NICs.
template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_coming(int step, Cycle from, Cycle to) const {
  if (step == 1) {
    core_.calendar.prefetch(from, to, to);
    return;
  }
  Mask heads = core_.inputs.ready();
  Mask credited;
  for (Cycle now = from; now < to; ++now) {
    const auto& bucket = core_.calendar.at(now);
    heads |= bucket.arrived;
    credited |= bucket.credited;
    if (bucket.count == 0) continue;
    core_.calendar.for_events(now, [&](Event event) {
      core_.hosts.prefetch_event(core_.numbers.port(event.channel()), event.kind(), step == 3);
    });
  }
  if (step == 3) {
    for (; heads.any(); heads.remove_first()) core_.inputs[heads.first()].prefetch_front();
    return;
  }
  for (; heads.any(); heads.remove_first()) {
    core_.inputs.prefetch_channel(heads.first());
    prefetch_line(core_.lines + core_.numbers.port(heads.first()));
  }
  for (; credited.any(); credited.remove_first()) {
    core_.outputs.prefetch_channel(credited.first());
  }
}

}  // namespace hw
}  // namespace netloom
