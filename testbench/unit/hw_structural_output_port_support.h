#pragma once

#include <memory>
#include <vector>

#include "hw/structural/part/credit_output_port.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom::test {

/// Port 1 of two, with two VCs (channels 2 and 3), and room for 16 phits on each behind its link.
class StructuralOutput : public StructuralPart {
 protected:
  static constexpr int kPort = 1;

  StructuralOutput() : StructuralPart(2, 1) {}

  void build() {
    port_ = std::make_unique<structural::CreditOutputPort>("output_port", of(), kPort);
    port_->flit_o(pins_.signal);
    port_->credit_i(credit_.signal);
    taking_.bind_to(port_->taking_i);
    crossing_.bind_to(port_->crossing_i);
    state_.bind_to(port_->state_o);
  }
  /// The port has output buffers of so many phits.
  void build_with_buffer(int phits) {
    shape(kPort).output_buffer = phits;
    build();
  }
  void build_to_host() {
    of().leads_to_host[kPort] = 1;
    of().plan.ports[kPort].credits = 0;
    build();
  }

  /// The allocator grants the output VC to a flit.
  void grant(int vc, Cycle cycle, const Flit& flit, bool has_room = false) {
    structural::Taking taking;
    taking.valid = true;
    taking.tail = flit.tail();
    taking.phits = flit.phits;
    taking.has_room = has_room;
    taking_[vc].in(cycle, taking);
  }
  void reserve(int vc, Cycle cycle, int phits) {
    structural::Taking taking;
    taking.reserved = phits;
    taking_[vc].in(cycle, taking);
  }
  /// A flit comes out of the crossbar from a cycle on, so many phits a cycle.
  void cross(int vc, Cycle first, const Flit& flit, int speed = 1) {
    Cycle cycle = first;
    for (int left = flit.phits; left > 0; left -= speed, ++cycle) {
      structural::Crossing crossing;
      crossing.phits = left < speed ? left : speed;
      crossing.output = of().channel(kPort, vc);
      crossing.head = cycle == first;
      crossing.tail = left <= speed;
      crossing.stays = !crossing.tail;
      if (crossing.head) crossing.flit = flit;
      crossing_[vc].in(cycle, crossing);
    }
  }
  /// It is granted, and comes out of the crossbar a cycle later (X = 1).
  void grant_and_cross(int vc, Cycle granted, const Flit& flit, int speed = 1) {
    grant(vc, granted, flit);
    cross(vc, granted + 1, flit, speed);
  }
  void credit(int vc, Cycle cycle, int phits) {
    structural::CreditPins pins;
    pins.credits.push_back({vc, phits});
    credit_.in(cycle, pins);
  }

  /// Phits of the VC that may be granted in a cycle, as the allocator sees it.
  int room(int vc, Cycle cycle) { return state_[vc].in_phase(cycle).room; }
  int credits(int vc, Cycle cycle) { return state_[vc].in_phase(cycle).credits; }
  int waiting(int vc, Cycle cycle) { return state_[vc].in_phase(cycle).waiting; }

  std::vector<Cycle> on_link() const {
    return pins_.cycles([](const structural::LinkPins& pins) { return pins.flit_valid; });
  }
  std::vector<Cycle> heads() const {
    return pins_.cycles([](const structural::LinkPins& pins) { return pins.flit_head; });
  }
  std::vector<Cycle> tails() const {
    return pins_.cycles([](const structural::LinkPins& pins) { return pins.flit_tail; });
  }
  /// Numbers of the packets that have started, in order.
  std::vector<std::uint32_t> started() const {
    std::vector<std::uint32_t> result;
    for (const Cycle cycle : heads()) {
      result.push_back(pins_.at_end(cycle).flit_data.tag.number);
    }
    return result;
  }

  Shown<structural::LinkPins> pins_{around_, Phase::kEnd};
  Driven<structural::CreditPins> credit_{around_, Phase::kDrive};
  Each<Driven<structural::Taking>> taking_{2, around_, Phase::kAllocate};
  Each<Driven<structural::Crossing>> crossing_{2, around_, Phase::kDrive};
  Each<Shown<structural::OutputState>> state_{2, around_, Phase::kAllocate};
  std::unique_ptr<structural::CreditOutputPort> port_;
};

}  // namespace netloom::test
