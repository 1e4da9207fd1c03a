#include "sim/wave/part_tracer.h"

#include <fmt/format.h>

#include <utility>

namespace netloom {
inline namespace sim {

using structural::PortNumber;
using structural::WatchedPort;

PartTracer::PartTracer(WaveFile& file, const std::string& scope,
                       const structural::StructuralSwitch& of)
    : file_(file), ports_(structural::watched_ports(of)) {
  for (const WatchedPort& port : ports_) add(scope, port);
  if (parts_.empty()) return;
  first_ = parts_.front().first;
  shown_.resize(static_cast<std::size_t>(parts_.back().last - first_ + 1));
}

void PartTracer::add(const std::string& scope, const WatchedPort& port) {
  const std::size_t dot = port.name.rfind('.');
  const std::string part = port.name.substr(0, dot);
  const std::string pin = port.name.substr(dot + 1);
  port.numbers([&](const PortNumber& number) {
    const int signal = number.name.empty()
                           ? file_.add(scope + "." + part, pin, number.width)
                           : file_.add(scope + "." + port.name, number.name, number.width);
    if (number.mask) masks_.insert(signal);
    if (parts_.empty() || parts_.back().name != part) parts_.push_back({part, signal, signal});
    parts_.back().last = signal;
  });
}

void PartTracer::show(Cycle now) {
  int next = first_;
  for (const WatchedPort& port : ports_) {
    port.numbers([&](PortNumber number) {
      WaveFile::Value& shown = shown_[static_cast<std::size_t>(next - first_)];
      if (shown != number.value) file_.set(next, now, shown = std::move(number.value));
      ++next;
    });
  }
}

}  // namespace sim
}  // namespace netloom
