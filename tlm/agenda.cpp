#include "tlm/agenda.h"

namespace netloom {
inline namespace tlm {

Agenda::Agenda(sc_core::sc_module_name name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(work_off);
  sensitive << due_;
  dont_initialize();
}

void Agenda::after(const sc_core::sc_time& delay, std::function<void()> work) {
  work_.emplace(std::make_pair(sc_core::sc_time_stamp() + delay, told_++), std::move(work));
  due_.notify(delay);
}

void Agenda::work_off() {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  // What is told meanwhile is for the next delta cycle.
  for (const std::uint64_t told = told_; !work_.empty();) {
    const auto first = work_.begin();
    if (first->first.first > now || first->first.second >= told) break;
    const std::function<void()> work = std::move(first->second);
    work_.erase(first);
    work();
  }
  if (!work_.empty()) due_.notify(work_.begin()->first.first - now);
}

}  // namespace tlm
}  // namespace netloom
