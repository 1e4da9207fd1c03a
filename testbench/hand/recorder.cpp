#include "testbench/hand/recorder.h"

#include <fmt/format.h>

#include "hw/switch/base/switch_model.h"
#include "routing/base/error.h"

namespace netloom::test {

Recorder::Recorder(const Config& config, const std::map<std::string, std::string>& letters)
    : config_(config),
      letters_(letters),
      ports_(config.netlist),
      vc_shift_(routing_context(config).vc_shift) {
  const SwitchConfig& switches = config.network.switches;
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    Observed& observed = switches_[id];
    for (int port = 0; port < ports_.ports(id); ++port) {
      const int index = ports_.link_out(id, port);
      if (index < 0) continue;
      const Link& link = config.netlist.links[static_cast<std::size_t>(index)];
      const auto kind = static_cast<std::size_t>(link.kind);
      for (int vc = 0; vc < switches.vcs[kind]; ++vc) {
        Output output;
        if (link.to.type == Endpoint::Type::kSwitch) {
          output.credits = output_place(id, port, vc, "credits");
          output.credits_now = switches.input_buffer[kind];
        }
        if (switches.output_buffer[kind] != 0) {
          output.space = output_place(id, port, vc, "space");
          output.space_now = switches.output_buffer[kind];
        }
        observed.outputs[port << vc_shift_ | vc] = output;
      }
    }
  }
}

// ---- Names.

const std::string& Recorder::letter(const Flit& flit) const {
  const std::string name =
      flit.for_switches()
          ? "control"
          : fmt::format("{}:{}", config_.netlist.hosts[flit.source()].name, flit.tag.number);
  const auto found = letters_.find(name);
  if (found == letters_.end()) throw Error("the schedule has no packet " + name);
  return found->second;
}

std::string Recorder::port_name(SwitchId id, int port) const {
  return fmt::format("{}.p{}", config_.netlist.switches[id].name, port);
}

std::string Recorder::input_place(const ObservedSwitch& at, int input, const char* event) const {
  const int port = at.port(input);
  int vcs = 1;
  // A port of a switch's own, for its control packets, is behind those of the netlist.
  if (port < ports_.ports(at.id)) {
    const Link& link = config_.netlist.links[static_cast<std::size_t>(ports_.link_in(at.id, port))];
    vcs = link.from.type == Endpoint::Type::kHost
              ? config_.network.nic.injection_vcs
              : config_.network.switches.vcs[static_cast<std::size_t>(link.kind)];
  }
  return port_name(at.id, port) + (vcs > 1 ? fmt::format(".v{} ", at.vc(input)) : " ") + event;
}

std::string Recorder::output_place(SwitchId id, int port, int vc, const char* event) const {
  const Link& link = config_.netlist.links[static_cast<std::size_t>(ports_.link_out(id, port))];
  const int vcs = config_.network.switches.vcs[static_cast<std::size_t>(link.kind)];
  return port_name(id, port) + (vcs > 1 ? fmt::format(".v{} ", vc) : " ") + event;
}

// ---- Phits.

void Recorder::write_phits(const std::string& place, const Flit& flit, Cycle first) {
  int& written = phits_[{place, letter(flit)}];
  for (int i = 0; i < flit.phits; ++i, ++written) {
    table_.write(place, first + static_cast<Cycle>(i), letter(flit) + std::to_string(written));
  }
}

void Recorder::injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  const int link = ports_.link_in(at.id, at.port(input));
  const std::string host =
      endpoint_name(config_.netlist, config_.netlist.links[static_cast<std::size_t>(link)].from);
  write_phits(host + " sends", flit, now);
}

void Recorder::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  write_phits(input_place(at, input, "arrives"), flit, now);
}

void Recorder::granted(const ObservedSwitch& at, int input, int /*output*/, const Flit& flit,
                       Cycle now, Cycle last) {
  table_.replace(input_place(at, input, "front"), now, letter(flit) + "g");
  const std::string place = input_place(at, input, "crosses");
  if (last - now + 1 == flit.phits) {
    write_phits(place, flit, now);
  } else {
    for (Cycle cycle = now; cycle <= last; ++cycle) table_.write(place, cycle, letter(flit));
  }
  switches_[at.id].fronts.erase(input);
}

void Recorder::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  write_phits(output_place(at.id, at.port(output), at.vc(output), "link"), flit, start);
}

void Recorder::delivered(const ObservedSwitch& /*at*/, int /*output*/, const Flit& flit,
                         Cycle now) {
  write_phits(config_.netlist.hosts[flit.destination].name + " receives", flit,
              now - flit.phits + 1);
}

// ---- The flits at the fronts.

void Recorder::at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  pass(at.id, now);
  Front front;
  front.letter = letter(flit);
  front.routes = flit.head();
  front.stored =
      config_.network.switches.switching == Switching::kStoreAndForward || flit.control();
  front.control = flit.for_switches();
  front.tail = Cycle{flit.arrival} + flit.phits - 1;
  switches_[at.id].fronts[input] = front;
}

void Recorder::routed(const ObservedSwitch& at, int input, const Flit& flit,
                      const RouteQuery& query, Cycle begin, Cycle ready) {
  pass(at.id, query.cycle);
  Front& front = switches_[at.id].fronts.at(input);
  front.routing = {begin, ready};
  // A routing unit of the whole switch begins after the allocation of the cycle.
  const std::string front_place = input_place(at, input, "front");
  if (table_.cell(front_place, query.cycle) == front.letter + "w") {
    table_.replace(front_place, query.cycle, state(front, query.cycle));
  }
  const std::string place = port_name(at.id, at.port(input)) + " routes";
  for (Cycle cycle = begin; cycle < ready; ++cycle) table_.write(place, cycle, letter(flit));
}

char Recorder::obstacle(const HeadStatus& status) {
  if (status.input_busy) return 'i';
  char result = '?';
  for (const OutputStatus& candidate : status.candidates) {
    const char each = [&] {
      switch (candidate.obstacle) {
        case Obstacle::kNone:
          return 'a';
        case Obstacle::kBusy:
          return 'b';
        case Obstacle::kOwned:
          return 'o';
        case Obstacle::kNoRoom:
          return 'c';
        case Obstacle::kBubble:
          return 'e';
        default:
          return '?';
      }
    }();
    if (each == 'a') return 'a';
    if (result != '?' && result != each) throw Error("a head waits for several things at once");
    result = each;
  }
  return result;
}

std::string Recorder::state(const Front& front, Cycle cycle) {
  const auto what = [&] {
    if (front.routes && !front.status.ready) {
      if (front.stored && cycle < front.tail) return 't';
      if (front.control) return 'p';
      return front.routing && cycle >= front.routing->first ? 'r' : 'w';
    }
    return obstacle(front.status);
  };
  return front.letter + what();
}

void Recorder::pass(SwitchId id, Cycle now) {
  Observed& observed = switches_[id];
  for (; observed.next < now; ++observed.next) {
    const Cycle cycle = observed.next;
    for (const auto& [channel, output] : observed.outputs) {
      if (!output.credits.empty()) {
        table_.write(output.credits, cycle, std::to_string(output.credits_now));
      }
      if (!output.space.empty()) {
        table_.write(output.space, cycle, std::to_string(output.space_now));
      }
    }
    for (const auto& [input, front] : observed.fronts) {
      const ObservedSwitch at{id, vc_shift_};
      table_.write(input_place(at, input, "front"), cycle, state(front, cycle));
    }
  }
}

void Recorder::allocating(const ObservedSwitch& at, Cycle now) {
  pass(at.id, now);
  for (auto& [input, front] : switches_[at.id].fronts) {
    front.status = at.model->head_status(input, now);
    table_.write(input_place(at, input, "front"), now, state(front, now));
  }
}

void Recorder::cycle_done(const ObservedSwitch& at, Cycle now) {
  Observed& observed = switches_[at.id];
  for (auto& [index, output] : observed.outputs) {
    const OutputStatus status = at.model->output_status(index, now);
    output.credits_now = status.credits;
    output.space_now = status.room;
    if (!output.credits.empty()) {
      table_.write(output.credits, now, std::to_string(output.credits_now));
    }
    if (!output.space.empty()) {
      table_.write(output.space, now, std::to_string(output.space_now));
    }
  }
  for (auto& [input, front] : observed.fronts) front.status = at.model->head_status(input, now);
  observed.next = now + 1;
}

const Timetable& Recorder::finish(Cycle end) {
  for (const auto& each : switches_) pass(each.first, end);
  return table_;
}

}  // namespace netloom::test
