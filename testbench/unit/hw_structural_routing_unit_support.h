#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/structural/part/in_order_routing_unit.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom::test {

/// Units of a switch with three ports of four VCs. Packets to host 7 may take channels 1 and 6.
class RoutingUnitAlone : public StructuralPart {
 protected:
  RoutingUnitAlone() : StructuralPart(3, 2) {
    router_.ways[7] = {{0, 1}, {1, 2}};
    around_.in_each(Phase::kCross, [this](Cycle now) {
      for (const auto& [index, head] : followers_[now]) heads_[index].signal.write(head);
    });
  }

  /// The unit of port 1.
  void build(int routing_delay) { build(routing_delay, 4, 4); }
  /// The one of the switch.
  void build_for_all(int routing_delay) {
    config_.switches.routing_units = RoutingUnits::kSwitch;
    build(routing_delay, 0, 12);
  }

  static structural::Head head_of(const Flit& flit, bool complete = true) {
    structural::Head head;
    head.valid = true;
    head.complete = complete;
    head.flit = flit;
    return head;
  }
  /// A flit arrives at an empty VC.
  void arrive(int index, Cycle cycle, const Flit& flit, bool complete = true) {
    heads_[index].from(cycle, head_of(flit, complete));
  }
  void arrive(int index, Cycle cycle) { arrive(index, cycle, packet_to(7, 4)); }
  /// The flit at the front is granted; nothing comes behind it.
  void grant(int index, Cycle cycle, int output = 6) {
    structural::Grant value;
    value.valid = true;
    value.output = output;
    grants_[index].in(cycle, value);
    followers_[cycle].emplace_back(index, structural::Head());
  }
  /// … or this one.
  void grant_before(int index, Cycle cycle, const Flit& next, int output = 6) {
    grant(index, cycle, output);
    followers_[cycle].back().second = head_of(next);
  }
  void grant_before(int index, Cycle cycle) { grant_before(index, cycle, packet_to(7, 4)); }

  /// First cycle from `from` on in which the allocator may grant it.
  Cycle ready(int index, Cycle from = 0) {
    Cycle cycle = from;
    while (!requests_[index].in_phase(cycle).ready) ++cycle;
    return cycle;
  }

  Each<Driven<structural::Head>> heads_{12, around_, Phase::kArrive};
  Each<Driven<structural::Grant>> grants_{12, around_, Phase::kAllocate};
  Each<Driven<structural::Decision>> decisions_{12, around_, Phase::kDecide};
  Each<Shown<structural::Request>> requests_{12, around_, Phase::kAllocate};
  std::unique_ptr<structural::InOrderRoutingUnit> unit_;

 private:
  void build(int routing_delay, int first, int count) {
    config_.switches.routing_delay = routing_delay;
    unit_ = std::make_unique<structural::InOrderRoutingUnit>("routing_unit", of(), first, count);
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      unit_->head_i[at](heads_[i].signal);
      unit_->grant_i[at](grants_[i].signal);
      unit_->decision_i[at](decisions_[i].signal);
      unit_->request_o[at](requests_[i].signal);
    }
  }

  std::map<Cycle, std::vector<std::pair<int, structural::Head>>> followers_;
};

}  // namespace netloom::test
