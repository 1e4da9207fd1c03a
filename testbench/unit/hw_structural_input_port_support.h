#pragma once

#include <memory>
#include <vector>

#include "hw/structural/part/fifo_input_port.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom::test {

/// Port 1 of two, with two VCs (channels 2 and 3). Port 0 has an output buffer, port 1 none.
class InputPortAlone : public StructuralPart {
 protected:
  static constexpr int kPort = 1;
  static constexpr int kBuffered = 1;    ///< an output channel with a buffer
  static constexpr int kUnbuffered = 2;  ///< and one without

  InputPortAlone() : StructuralPart(2, 1) { shape(0).output_buffer = 8; }

  void build() {
    port_ = std::make_unique<structural::FifoInputPort>("input_port", of(), kPort);
    port_->flit_i(pins_.signal);
    port_->credit_o(credit_.signal);
    head_.bind_to(port_->head_o);
    request_.bind_to(port_->request_i);
    grant_.bind_to(port_->grant_i);
    crossing_.bind_to(port_->crossing_o);
  }
  void grant(int vc, Cycle cycle, int output) {
    structural::Grant value;
    value.valid = true;
    value.output = output;
    grant_[vc].in(cycle, value);
  }
  /// What crosses in each cycle from this one on, until nothing does.
  std::vector<int> crossed(int vc, Cycle from) {
    std::vector<int> phits;
    for (Cycle cycle = from; crossing_[vc].at_end(cycle).phits > 0; ++cycle) {
      phits.push_back(crossing_[vc].at_end(cycle).phits);
    }
    return phits;
  }
  std::vector<Cycle> credits() const {
    return credit_.cycles([](const structural::CreditPins& pins) { return !pins.credits.empty(); });
  }
  /// The packet at the front as the routing unit sees it; -1: none.
  int front(int vc, Cycle cycle) { return number_of(head_[vc].in_phase(cycle)); }
  /// … and after the grants of the cycle.
  int front_after_grants(int vc, Cycle cycle) { return number_of(head_[vc].at_end(cycle)); }
  static int number_of(const structural::Head& head) {
    return head.valid ? static_cast<int>(head.flit.tag.number) : -1;
  }

  Driven<structural::LinkPins> pins_{around_, Phase::kDrive};
  Shown<structural::CreditPins> credit_{around_, Phase::kEnd};
  Each<Shown<structural::Head>> head_{2, around_, Phase::kRoute};
  Each<Driven<structural::Request>> request_{2, around_, Phase::kRoute};
  Each<Driven<structural::Grant>> grant_{2, around_, Phase::kAllocate};
  Each<Shown<structural::Crossing>> crossing_{2, around_, Phase::kFollow};
  std::unique_ptr<structural::FifoInputPort> port_;
};

}  // namespace netloom::test
