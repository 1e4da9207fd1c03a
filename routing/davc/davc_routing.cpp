#include "routing/davc/davc_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/davc/davc_vcs.h"
#include "routing/davc/pairs.h"
#include "routing/decision/candidates.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace routing {
namespace {

const VcPolicyRegistry::Registration kDavc(
    "davc", {"Dynamic Assignment of Virtual Channels, from the ids of switches and ports "
             "(docs/guides/davc.md)"});

/// The router of one switch: the inner router, and behind it the decision of DAVC.
class DavcRouter final : public ForwardingRouter {
 public:
  DavcRouter(std::unique_ptr<SwitchRouter> inner, int inner_vc_shift,
             std::unique_ptr<VcDecision> decision, bool decides_itself, OutputVcs outputs,
             const Netlist& netlist, const PortMap& ports, const DavcLabels& labels,
             const DavcSettings& settings, SwitchId switch_id)
      : ForwardingRouter(std::move(inner)),
        inner_vc_shift_(inner_vc_shift),
        words_(candidate_words(outputs.ports(), inner_vc_shift)),
        decision_(std::move(decision)),
        outputs_(std::move(outputs)),
        netlist_(netlist),
        ports_(ports),
        labels_(labels),
        rule_(settings.rule),
        clamp_(settings.clamp),
        id_(switch_id) {
    const auto count = static_cast<std::size_t>(outputs_.ports());
    sides_.resize(count);
    for (std::size_t port = 0; port < count; ++port) {
      Side& side = sides_[port];
      const int in = ports.link_in(switch_id, static_cast<int>(port));
      const int out = ports.link_out(switch_id, static_cast<int>(port));
      side.from_host = in >= 0 && link(in).from.type == Endpoint::Type::kHost;
      side.to_host = out >= 0 && link(out).to.type == Endpoint::Type::kHost;
      side.vcs = outputs_.count(static_cast<int>(port));
    }
    if (decides_itself && inner_vc_shift == 0 && !clamp_) {
      std::vector<bool> from_host(count), to_host(count);
      for (std::size_t port = 0; port < count; ++port) {
        from_host[port] = sides_[port].from_host;
        to_host[port] = sides_[port].to_host;
      }
      pairs_.emplace(outputs_, from_host, to_host);
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().route(asked, offered);
    });
  }

  std::uint16_t next_state(const RouteQuery& query, int port, int /*vc*/) const override {
    return ForwardingRouter::next_state(query, port, 0);
  }

  void minimal(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().minimal(asked, offered);
    });
  }
  void route_apart(const RouteQuery& query, CandidateSet& minimal,
                   CandidateSet& others) const override {
    SwitchRouter::route_apart(query, minimal, others);
  }
  /// The order of the labels needs no escape, and no bubbles.
  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    route(query, candidates);
  }
  void entering(const RouteQuery& /*query*/, CandidateSet& /*candidates*/) const override {}

  void registers_written(const RegisterFile& file) override {
    ForwardingRouter::registers_written(file);
    decision_->registers_written(file);
    stale_ = true;
  }
  void register_written(const RegisterFile& file, const std::string& name, int index) override {
    ForwardingRouter::register_written(file, name, index);
    decision_->registers_written(file);
    stale_ = true;
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    ForwardingRouter::explain(query, registers, explanation);
    explanation.vcs.clear();  // those of the inner function, which has none
    RouteQuery head = query;
    const bool injected = sides_[static_cast<std::size_t>(query.input_port)].from_host;
    if (injected) head.input_vc = 0;
    for (int port = 0; port < outputs_.ports(); ++port) {
      const Side& out = sides_[static_cast<std::size_t>(port)];
      if (out.vcs == 0) continue;
      std::string& text = explanation.vcs[port];
      text = out.to_host ? "links to hosts need no transition"
                         : (injected ? "injected on VC 0; " : "") +
                               decision_->explain(head, {port, false}, registers);
      if (clamp_ && !out.to_host) text += fmt::format("; clamped to VC {}", out.vcs - 1);
    }
  }
  /// Strictly in the order of the labels, by the ids that the network was given, whatever the
  /// registers hold and whoever decides.
  void check_hop(const RouteQuery& query, int port, int vc) const override {
    const Side& in = sides_[static_cast<std::size_t>(query.input_port)];
    const Side& out = sides_[static_cast<std::size_t>(port)];
    if (in.from_host || out.to_host) return;  // nothing waits for injection, nor behind ejection
    if (clamp_) return;
    const DavcLabel before = labels_.label(ports_.link_in(id_, query.input_port), query.input_vc);
    const DavcLabel after = labels_.label(ports_.link_out(id_, port), vc);
    if (rule_.less(before, after)) return;
    throw Error(fmt::format(
        "DAVC: a packet of {} to {} goes from {} to {}, which does not raise the label of the "
        "channel: (vc {}, port {}, node {}) to (vc {}, port {}, node {})",
        netlist_.hosts[query.source].name, netlist_.hosts[query.destination].name,
        channel(ports_.link_in(id_, query.input_port), query.input_vc),
        channel(ports_.link_out(id_, port), vc), before.vc, before.port, before.node, after.vc,
        after.port, after.node));
  }

 private:
  /// The inner router knows no VCs.
  RouteQuery question(const RouteQuery& query) const override { return without_vc(query); }

  /// What is wired to one port.
  struct Side {
    bool from_host = false, to_host = false;
    int vcs = 0;  ///< of the link that leaves; 0: none does
  };

  const Link& link(int index) const { return netlist_.links[static_cast<std::size_t>(index)]; }

  std::string channel(int index, int vc) const {
    return fmt::format("{}.vc{}", endpoint_name(netlist_, link(index).from), vc);
  }

  static RouteQuery without_vc(RouteQuery query) {
    query.input_vc = 0;
    return query;
  }

  template <class Ask>
  void collect(const RouteQuery& query, CandidateSet& candidates, Ask ask) const {
    std::uint64_t words[kMostCandidateWords];
    std::fill_n(words, words_, 0);
    CandidateSet offered(words, static_cast<int>(words_), inner_vc_shift_);
    ask(without_vc(query), offered);
    if (pairs_) {
      if (stale_) refresh();
      if (pairs_->add(query.input_port, query.input_vc, words, candidates)) return;
    }
    for_each_candidate(words, words_, inner_vc_shift_,
                       [&](int port, int /*vc*/) { add(query, port, candidates); });
  }

  void add(const RouteQuery& query, int port, CandidateSet& candidates) const {
    const Side& out = sides_[static_cast<std::size_t>(port)];
    if (out.to_host) {
      outputs_.add(port, candidates);
      return;
    }
    RouteQuery head = query;
    if (sides_[static_cast<std::size_t>(query.input_port)].from_host) head.input_vc = 0;
    const std::uint64_t vcs = decision_->vcs(head, {port, false});
    if (vcs == 0) return;
    int vc = __builtin_ctzll(vcs);
    if (vc >= out.vcs) {
      if (!clamp_) return;
      vc = out.vcs - 1;
    }
    candidates.add(port, vc);
  }

  /// What the registers hold now, once and for all heads: they are written one by one.
  void refresh() const {
    RouteQuery head;
    pairs_->build([&](int in, int out) {
      head.input_port = in;
      return decision_->vcs(head, {out, false}) == 1;
    });
    stale_ = false;
  }

  // What every head needs comes first.
  int inner_vc_shift_;
  mutable bool stale_ = true;               ///< pairs_ are not what the registers say
  std::size_t words_;                       ///< of a candidate set of the inner router
  mutable std::optional<DavcPairs> pairs_;  ///< none: the decision is asked for each port
  std::unique_ptr<VcDecision> decision_;
  OutputVcs outputs_;
  const Netlist& netlist_;
  const PortMap& ports_;
  const DavcLabels& labels_;
  DavcRule rule_;
  bool clamp_;
  SwitchId id_;
  std::vector<Side> sides_;
};

}  // namespace

DavcRouting::DavcRouting(const RoutingContext& context, std::unique_ptr<RoutingFunction> inner,
                         const RoutingContext& inner_context)
    : ForwardingFunction(std::move(inner)),
      context_(context),
      settings_(context.davc),
      inner_context_(inner_context),
      labels_(*context.netlist, *settings_),
      ports_(*context.netlist) {}

std::unique_ptr<SwitchRouter> DavcRouting::make_router(SwitchId switch_id) {
  const int ports = ports_.ports(switch_id);
  std::unique_ptr<VcDecision> decision = std::make_unique<DavcVcs>(settings_->rule, ports);
  if (context_.hooks.vc_decision) {
    decision = context_.hooks.vc_decision(switch_id, ports, std::move(decision));
  }
  return std::make_unique<DavcRouter>(
      inner().make_router(switch_id), inner_context_.vc_shift, std::move(decision),
      !context_.hooks.vc_decision,
      OutputVcs(context_, ports_, VcPolicyRegistry::instance().find("free"), switch_id),
      *context_.netlist, ports_, labels_, *settings_, switch_id);
}

void DavcRouting::complete_shape(SwitchId switch_id, SwitchShape& shape) const {
  ForwardingFunction::complete_shape(switch_id, shape);
  shape.davc = true;
}

std::vector<RegisterWrite> DavcRouting::register_program(SwitchId switch_id) const {
  std::vector<RegisterWrite> program = ForwardingFunction::register_program(switch_id);
  program.push_back({"NODE_ID", 0, settings_->ids.nodes[switch_id]});
  const std::vector<std::uint32_t>& ports = settings_->ids.ports[switch_id];
  for (std::size_t port = 0; port < ports.size(); ++port) {
    program.push_back({"PORT_ID", static_cast<int>(port), ports[port]});
  }
  return program;
}

bool DavcRouting::in_order() const {
  return ForwardingFunction::in_order() && context_.vcs.front() == 1;
}

}  // namespace routing
}  // namespace netloom
