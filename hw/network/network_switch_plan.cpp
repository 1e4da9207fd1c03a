// What a switch of a network is made from, and the NICs that belong to it.

#include <algorithm>
#include <optional>
#include <tuple>

#include "hw/config/config_check.h"
#include "hw/network/network_impl.h"
#include "hw/structural/structural_model.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace hw {

int Network::Impl::vcs_of(const Link& link) const {
  if (link.from.type == Endpoint::Type::kHost) return config.nic.injection_vcs;
  return config.switches.vcs[index(link.kind)];
}

SwitchPlan Network::Impl::plan(const Netlist& netlist, SwitchId id, int largest_switch) {
  SwitchPlan result;
  result.id = id;
  result.name = netlist.switches[id].name;
  result.largest_switch = largest_switch;
  result.vc_shift = vc_shift;
  result.config = &config;
  result.scratch = &share(id).scratch;
  result.hosts = &hosts;
  result.control_packets = share(id).nic.traffic->sends_control();
  result.fetching = fetching;
  std::tie(result.smallest_flit, result.largest_flit) = flit_sizes(config);
  result.calendar_length = calendar.length;
  result.timers_length = calendar.timers;
  result.active_cycles = active_cycles[id];
  result.check_invariants = config.simulation.check_invariants;
  result.ports.resize(index(ports->ports(id)));
  if (config.floods()) {
    // One more, by which the switch's own control packets enter the crossbar.
    PortShape control;
    control.input_vcs = 1;
    control.input_buffer = control_phits(config);
    result.ports.push_back(control);
  }
  for (int port = 0; port < ports->ports(id); ++port) {
    PortShape& shape = result.ports[index(port)];
    if (const int in = ports->link_in(id, port); in >= 0) {
      const Link& link = netlist.links[index(in)];
      shape.input_vcs = vcs_of(link);
      shape.input_buffer = config.switches.input_buffer[index(link.kind)];
    }
    if (const int out = ports->link_out(id, port); out >= 0) {
      const Link& link = netlist.links[index(out)];
      shape.output_vcs = vcs_of(link);
      shape.output_buffer = config.switches.output_buffer[index(link.kind)];
      if (link.to.type == Endpoint::Type::kSwitch) {
        shape.credits = config.switches.input_buffer[index(link.kind)];
      } else if (bounded[link.to.index] != 0) {
        shape.credits = config.nic.ejection_buffer;
      }
    }
  }
  return result;
}

std::unique_ptr<FaultUnit> Network::Impl::fault_unit(const Netlist& netlist, SwitchId id,
                                                     RegisterFile& registers,
                                                     SwitchPlan& plan) const {
  if (config.faults.empty()) return nullptr;
  std::optional<FatTree> tree;
  if (config.floods() || config.fault_handling.emergency_path) {
    tree.emplace(fat_tree_of(netlist, "faults"));
  }
  auto unit = std::make_unique<FaultUnit>(tree, id, config.fault_handling, registers,
                                          control_phits(config));
  plan.output_ends.assign(plan.ports.size(), kNever);
  for (const LinkFault& fault : config.faults) {
    const Link& link = netlist.links[index(fault.link)];
    if (link.from.index == id) {
      Cycle& end = plan.output_ends[index(link.from.port)];
      end = std::min(end, fault.cycle);
      unit->output_will_fail(link.from.port, fault);
    }
    if (link.to.index == id && config.floods()) unit->input_will_fail(link.to.port, fault);
  }
  return unit;
}

void Network::Impl::attach_hosts(const Netlist& netlist, SwitchId id) {
  ThreadShare& share = this->share(id);
  SwitchModel& model = switches[id]->model();
  for (int port = 0; port < ports->ports(id); ++port) {
    const int in = ports->link_in(id, port);
    if (in >= 0 && netlist.links[index(in)].from.type == Endpoint::Type::kHost) {
      const Link& link = netlist.links[index(in)];
      const NodeId host = link.from.index;
      injection[host] = share.arena.make<InjectionSide>(
          share.nic, host, config.switches.input_buffer[index(link.kind)]);
      hosts[host] = {&model, port};
      model.attach(port, *injection[host], link.latency);
    }
    const int out = ports->link_out(id, port);
    if (out >= 0 && netlist.links[index(out)].to.type == Endpoint::Type::kHost) {
      const Link& link = netlist.links[index(out)];
      const NodeId host = link.to.index;
      ejection[host] = share.arena.make<EjectionSide>(share.nic, host);
      model.attach(port, *ejection[host], link.latency);
    }
  }
}

SwitchModelPtr Network::Impl::make_model(const SwitchPlan& plan, const RtlViewHook& rtl_view) {
  Arena& arena = share(plan.id).arena;
  switch (config.view(plan.id)) {
    case SwitchView::kFast:
      break;
    case SwitchView::kStructural:
      return arena.make<structural::StructuralModel>(plan, *pin_clock);
    case SwitchView::kRtl:
      return rtl_view(plan, *pin_clock, arena);
  }
  return make_switch_model(plan, arena);
}

}  // namespace hw
}  // namespace netloom
