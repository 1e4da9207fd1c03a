#include "hw/switch/base/fault_unit.h"

#include <algorithm>

#include "routing/ft2ei/tree_faults.h"

namespace netloom {
inline namespace hw {

FaultUnit::FaultUnit(const std::optional<FatTree>& tree, SwitchId switch_id,
                     const FaultHandling& handling, RegisterFile& registers, int control_phits)
    : tree_(tree),
      id_(switch_id),
      handling_(handling),
      registers_(registers),
      control_phits_(control_phits),
      has_up_(tree_ && has_up_links(*tree_, switch_id)),
      failed_(static_cast<std::size_t>(registers.shape().ports)),
      silent_(failed_.size()) {
  if (tree_) lost_.emplace(*tree_);
}

void FaultUnit::plan(Cycle cycle, Action::Kind kind, int port, int fault,
                     const CyclicInterval& interval, bool up) {
  Action action;
  action.cycle = cycle;
  action.kind = kind;
  action.port = port;
  action.fault = fault;
  action.interval = interval;
  action.up = up;
  agenda_.push(action);
}

void FaultUnit::output_will_fail(int port, const LinkFault& fault) {
  plan(fault.cycle, Action::Kind::kOutputFails, port, fault.fault, {}, false);
  if (fault.cycle == 0) {
    failed_[static_cast<std::size_t>(port)] = 1;  // the registers are programmed for it
    return;
  }
  plan(fault.cycle + static_cast<Cycle>(handling_.detection), Action::Kind::kDetect, port,
       fault.fault, {}, false);
}

void FaultUnit::input_will_fail(int port, const LinkFault& fault) {
  plan(fault.cycle, Action::Kind::kInputFails, port, fault.fault, {}, false);
}

void FaultUnit::detected(int port, int fault, Cycle now) {
  failed_[static_cast<std::size_t>(port)] = 1;
  FaultWork& work = this->work(fault);
  if (work.detected == FaultWork::kNoCycle) work.detected = now;
  if (handling_.way == FaultWay::kCentral) return;
  if (port >= tree_->k()) {
    plan(now + static_cast<Cycle>(handling_.update), Action::Kind::kUpdate, port, fault,
         all_nodes(*tree_), false);
    return;
  }
  plan(now + static_cast<Cycle>(handling_.generation), Action::Kind::kSend, 0, fault,
       nodes_below_link(*tree_, id_, port), !at_last_stage());
}

void FaultUnit::arrived(int channel, Cycle now) {
  plan(now + static_cast<Cycle>(handling_.processing), Action::Kind::kProcess, channel, 0, {},
       false);
}

FaultUnit::Forwarding FaultUnit::process(const Flit& flit, int input_port, Cycle now) {
  const bool from_below = input_port < tree_->k();
  const CyclicInterval interval{flit.destination, flit.interval_end()};
  if (from_below && !at_last_stage()) return upwards();
  const auto stage_of_fault = static_cast<int>(flit.source());
  if (from_below || tree_->stage(id_) + 1 > stage_of_fault) {
    return downwards(stage_of_fault, interval);
  }
  if (!nodes_below(*tree_, id_).covers(interval, tree_->hosts())) {
    plan(now + static_cast<Cycle>(handling_.update), Action::Kind::kUpdate, input_port,
         static_cast<int>(flit.tag.number), interval, false);
  }
  return {};
}

FaultUnit::Forwarding FaultUnit::departure(const Action& send) const {
  return send.up ? upwards() : downwards(tree_->stage(id_), send.interval);
}

FaultUnit::Forwarding FaultUnit::downwards(int stage_of_fault,
                                           const CyclicInterval& interval) const {
  Forwarding result;
  for (int port = 0; port < tree_->k(); ++port) {
    if (!failed(port)) {
      result.ports.push_back(port);
      continue;
    }
    // The switch behind the link that the packet is about has nothing to exclude; one that cannot
    // send here either has excluded all nodes.
    const bool last_hop = tree_->stage(id_) == stage_of_fault;
    const bool needless = nodes_below_link(*tree_, id_, port).covers(interval, tree_->hosts()) ||
                          silent_[static_cast<std::size_t>(port)] != 0;
    if (!last_hop || !needless) ++result.stranded;
  }
  return result;
}

std::vector<int> FaultUnit::emergency_ports(int input_port) const {
  std::vector<int> ports;
  if (!handling_.emergency_path || tree_->stage(id_) == 0) return ports;
  for (int port = 0; port < tree_->k(); ++port) {
    if (!failed(port) && port != input_port) ports.push_back(port);
  }
  if (ports.empty() && input_port < tree_->k() && !failed(input_port)) ports.push_back(input_port);
  return ports;
}

FaultUnit::Forwarding FaultUnit::upwards() const {
  Forwarding result;
  std::vector<int> healthy;
  for (int link = 0; link < tree_->k(); ++link) {
    const int port = tree_->k() + link;
    if (failed(port)) continue;
    healthy.push_back(link);
    if (read(link).empty()) result.ports.push_back(port);
  }
  if (!result.ports.empty()) {
    result.any_one = true;
    return result;
  }
  // Links that together lead to all nodes, each the one that leads to the most of the rest.
  std::vector<NodeId> rest;
  for (NodeId node = 0; node < tree_->hosts(); ++node) {
    if (!nodes_below(*tree_, id_).contains(node)) rest.push_back(node);
  }
  while (!rest.empty() && !healthy.empty()) {
    std::vector<NodeId> least;
    std::size_t best = 0;
    for (std::size_t i = 0; i < healthy.size(); ++i) {
      const ExclusionSet exclusions = read(healthy[i]);
      std::vector<NodeId> left;
      std::copy_if(rest.begin(), rest.end(), std::back_inserter(left),
                   [&](NodeId node) { return exclusions.excludes(node); });
      if (i == 0 || left.size() < least.size()) {
        least = std::move(left);
        best = i;
      }
    }
    if (least.size() == rest.size()) break;  // none leads to any of them
    result.ports.push_back(tree_->k() + healthy[best]);
    healthy.erase(healthy.begin() + static_cast<std::ptrdiff_t>(best));
    rest = std::move(least);
  }
  // To a switch that has failed with all its links nothing comes, and nobody needs to be told by
  // it.
  const bool cut_off = std::find(silent_.begin(), silent_.end(), 0) == silent_.end();
  if (!rest.empty() && !cut_off) ++result.stranded;
  return result;
}

ExclusionSet FaultUnit::read(int up) const {
  const int count = registers_.shape().exclusion_intervals;
  ExclusionSet result(count, tree_->hosts());
  for (int i = 0; i < count; ++i) {
    const int index = up * count + i;
    if (registers_.value("EENABLE", index) == 0) continue;
    result.set(i, {registers_.value("ELIB", index), registers_.value("EUIB", index)});
  }
  return result;
}

void FaultUnit::write(int up, const ExclusionSet& exclusions) {
  const int count = registers_.shape().exclusion_intervals;
  const ExclusionSet before = read(up);
  for (int i = 0; i < count; ++i) {
    const int index = up * count + i;
    if (before.enabled(i) && !exclusions.enabled(i)) registers_.write({"EENABLE", index, 0});
    if (!exclusions.enabled(i)) continue;
    if (!before.enabled(i) || before.interval(i) != exclusions.interval(i)) {
      registers_.write({"ELIB", index, exclusions.interval(i).lower});
      registers_.write({"EUIB", index, exclusions.interval(i).upper});
    }
    if (!before.enabled(i)) registers_.write({"EENABLE", index, 1});
  }
}

void FaultUnit::update(const Action& action, Cycle now) {
  const int up = action.port - tree_->k();
  ExclusionSet exclusions = read(up);
  FaultWork& work = this->work(action.fault);
  ++work.updates;
  work.updated = now;
  if (exclusions.store(action.interval) == ExclusionSet::Outcome::kCovered) return;
  write(up, exclusions);
  if (tree_->stage(id_) == 0) return;
  std::vector<ExclusionSet> all;
  for (int link = 0; link < tree_->k(); ++link) all.push_back(read(link));
  for (const CyclicInterval& run : lost_->of(id_, all.data())) {
    const bool known = std::any_of(told_.begin(), told_.end(), [&](const CyclicInterval& each) {
      return each.covers(run, tree_->hosts());
    });
    if (known) continue;
    told_.push_back(run);
    plan(now + static_cast<Cycle>(handling_.generation), Action::Kind::kSend, 0, action.fault, run,
         false);
  }
}

Flit FaultUnit::control_packet(const Action& send, Cycle now) const {
  Flit flit;
  flit.set_source(static_cast<NodeId>(tree_->stage(id_)));
  flit.destination = send.interval.lower;
  flit.set_interval_end(send.interval.upper);
  flit.tag.number = static_cast<std::uint32_t>(send.fault);
  flit.tag.generated = static_cast<std::uint32_t>(now);
  flit.phits = static_cast<std::uint16_t>(control_phits_);
  flit.packet_phits = 0;
  flit.set_head(true);
  flit.set_tail(true);
  flit.set_control(true);
  return flit;
}

}  // namespace hw
}  // namespace netloom
