#include "sim/wave/shadow_tracer.h"

#include <algorithm>
#include <tuple>

namespace netloom {
inline namespace sim {

ShadowTracer::ShadowTracer(WaveFile& file, const std::string& scope, const RtlShadow& of)
    : file_(file) {
  std::vector<const ShadowedSignal*> signals;
  for (const ShadowedSignal& each : of.signals()) signals.push_back(&each);
  // Those of a scope together.
  std::sort(signals.begin(), signals.end(), [](const ShadowedSignal* a, const ShadowedSignal* b) {
    return std::tie(a->port, a->vc, a->name) < std::tie(b->port, b->vc, b->name);
  });
  for (const ShadowedSignal* const each : signals) add(scope, *each);
}

void ShadowTracer::add(const std::string& scope, const ShadowedSignal& signal) {
  const std::string place = signal.place();
  const std::string inside = scope + ".shadow" + place + '.' + signal.name;
  const int model = file_.add(inside, "model", signal.width);
  const int rtl = file_.add(inside, "rtl", signal.width);
  if (signal.mask) masks_.insert({model, rtl});
  if (places_.empty() || places_.back().name != place) places_.push_back({place, model, rtl});
  places_.back().last = rtl;
  traced_.push_back({&signal, model, rtl, {}, {}});
}

void ShadowTracer::show(Cycle now) {
  for (Traced& each : traced_) {
    if (each.shown_model != each.signal->model) {
      file_.set(each.model, now, each.shown_model = each.signal->model);
    }
    if (each.shown_rtl != each.signal->rtl) {
      file_.set(each.rtl, now, each.shown_rtl = each.signal->rtl);
    }
  }
}

}  // namespace sim
}  // namespace netloom
