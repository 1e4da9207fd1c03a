#include "hw/structural/part/host_end.h"

namespace netloom {
inline namespace hw {
namespace structural {

bool InjectionEnd::scheduled() const {
  return InputEnd::scheduled() || !credits_.empty() || (nic_.waiting() && nic_.link_free() > now());
}

void InjectionEnd::reset() {
  InputEnd::reset();
  credits_.clear();
}

void InjectionEnd::begin_cycle() {
  nic_.take_acknowledgements(now());
  credits_.take(now(), [this](const Credit& credit) { take_credit(credit); });
  while (nic_.next_generation() <= now()) nic_.generate(now());
  Flit flit;
  int vc = 0;
  if (nic_.link_free() > now() || !nic_.waiting() || !nic_.start_flit(now(), flit, vc)) return;
  flit.arrival = static_cast<std::uint32_t>(now() + latency_);
  add(flit, vc);
  nic_.occupy_link(now() + flit.phits);
  ++switch_.counters.link_flits;
  switch_.observe([&](SwitchObserver& observer) {
    observer.injected(switch_.observed, switch_.channel(port_, vc), flit, now());
  });
}

void InjectionEnd::take_credit(const Credit& credit) {
  switch_.observe([&](SwitchObserver& observer) {
    observer.nic_credited(switch_.observed, switch_.channel(port_, credit.vc), credit.phits, now());
  });
  nic_.credit(credit.vc, credit.phits);
}

void InjectionEnd::credit_leaves(const Credit& credit) {
  credits_.add(credit, now() + latency_);
}

void EjectionEnd::reset() {
  OutputEnd::reset();
  leaving_.clear();
}

void EjectionEnd::begin_cycle() {
  for (; !leaving_.empty() && leaving_.front().tail <= now(); leaving_.pop_front()) {
    deliver(leaving_.front());
  }
}

void EjectionEnd::flit_leaves(const Flit& flit, int vc) {
  leaving_.push_back({flit, vc, kNever});
}

void EjectionEnd::tail_leaves() {
  leaving_.back().tail = now() + latency_;
}

void EjectionEnd::coming(std::vector<Arrival>& arrivals) const {
  for (const Leaving& leaving : leaving_) {
    if (leaving.tail == kNever || !leaving.flit.tail()) continue;
    arrivals.push_back(arrival_of(leaving.flit, leaving.tail, leaving.vc));
  }
}

void EjectionEnd::deliver(const Leaving& leaving) {
  const Flit& flit = leaving.flit;
  switch_.observe([&](SwitchObserver& observer) {
    observer.delivered(switch_.observed, switch_.channel(port_, leaving.vc), flit, now());
  });
  nic_.take(flit, now(), outcome_);
  const std::vector<HostPlace>& places = *switch_.plan.hosts;
  for (const Cycle cycle : outcome_.wakes) {
    const HostPlace& place = places[flit.destination];
    place.stepped_by->wake_host(place.port, cycle);
  }
  for (const NodeId source : outcome_.acknowledged) {
    const HostPlace& place = places[source];
    place.stepped_by->acknowledge_host(place.port, flit.destination, now() + 1);
  }
  outcome_.wakes.clear();
  outcome_.acknowledged.clear();
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
