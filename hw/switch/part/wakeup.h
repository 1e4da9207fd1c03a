#pragma once

#include <utility>

#include "hw/switch/base/port_line.h"

namespace netloom {
inline namespace hw {

/// Who looks again when what has changed: a head that cannot go on sleeps until one of the outputs
/// that it may take changes. An optimisation, in no rule of docs/timing.md: a head that looks in
/// vain changes nothing.
///
/// In: heads that may go, that sleep and that are gone, and outputs that change. Out: who is awake.
/// A head with ways through one port sleeps at that port, one with several until any changes.
template <class Channels>
class Wakeup {
 public:
  using Mask = typename Channels::Mask;

  void build(PortLine<Mask>* lines) { lines_ = lines; }

  /// Input channels whose head looks in the next allocation: something has changed since it was
  /// found that it cannot go.
  const Mask& awake() const { return awake_; }

  // ---- What becomes of heads.

  /// The head has been routed, or its candidates have changed.
  void wake(int input) { awake_.set(input); }
  void wake(const Mask& inputs) { awake_ |= inputs; }
  /// It is gone, or somebody else says when it looks again.
  void leave(int input) { awake_.reset(input); }
  /// Lets the head of `input`, which may take `candidates`, sleep until one of them changes.
  void sleep(const Channels& channels, int input, const Mask& candidates) {
    if (sleep_at(channels, input, candidates, channels.port(candidates.first()))) return;
    awake_.reset(input);
    anywhere_.set(input);
  }
  /// The same if it can only go on through `port`; whether it can.
  bool sleep_at(const Channels& channels, int input, const Mask& candidates, int port) {
    if ((candidates - channels.of_port(port)).any()) return false;
    awake_.reset(input);
    lines_[port].sleepers.set(input);
    ports_.set(channels.first(port));
    return true;
  }

  // ---- What changes.

  /// An output of the port: it has room, a credit, or its crossbar output is free.
  void changed(const Channels& channels, int port) {
    awake_ |= anywhere_;
    anywhere_ = Mask();
    wake_at(channels, port);
  }
  /// These crossbar outputs are free again.
  void freed(const Channels& channels, const Mask& outputs) {
    awake_ |= anywhere_;
    anywhere_ = Mask();
    if (ports_.none()) return;
    for (Mask rest = outputs; rest.any(); rest.remove_first()) {
      wake_at(channels, channels.port(rest.first()));
    }
  }

 private:
  void wake_at(const Channels& channels, int port) {
    const int first = channels.first(port);
    if (!ports_.test(first)) return;
    ports_.reset(first);
    awake_ |= std::exchange(lines_[port].sleepers, Mask());
  }

  Mask awake_;
  Mask anywhere_;  ///< inputs that sleep until any output changes
  Mask ports_;     ///< first channel of each port at which someone sleeps
  PortLine<Mask>* lines_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
