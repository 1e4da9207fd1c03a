#include "routing/decision/class_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/candidates.h"
#include "routing/decision/vc_classes.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {
namespace {

/// The VCs of one port of a switch.
struct PortClasses {
  VcClasses in, out;
};

/// Ports whose links have as many VCs per class: the VCs of a class are those of class 0, moved by
/// the same number of bits.
struct AlikeOutputs {
  int of_each;
  std::vector<std::uint64_t> words;  ///< their channels, as a candidate set
};

/// Queues as a router sees them that knows the VCs of a class.
class ClassView final : public CongestionView {
 public:
  ClassView(const CongestionView& all, const std::vector<PortClasses>& ports, int first_class,
            int last_class)
      : all_(all), ports_(ports), first_class_(first_class), last_class_(last_class) {}

  Cycle cycle() const override { return all_.cycle(); }
  int phits_behind(int port) const override { return all_.phits_behind(port); }
  int phits_behind(int port, int vc) const override {
    const VcClasses& out = ports_[static_cast<std::size_t>(port)].out;
    int phits = 0;
    for (int each = first_class_; each <= last_class_; ++each) {
      phits += all_.phits_behind(port, out.first(each) + vc);
    }
    return phits;
  }
  const std::uint32_t* status(SwitchId other, int delay) const override {
    return all_.status(other, delay);
  }

 private:
  const CongestionView& all_;
  const std::vector<PortClasses>& ports_;
  int first_class_, last_class_;  ///< whose VCs count, together
};

class ClassRouter final : public ForwardingRouter {
 public:
  ClassRouter(std::unique_ptr<SwitchRouter> inner, int vc_shift, int classes,
              std::vector<PortClasses> ports)
      : ForwardingRouter(std::move(inner)),
        vc_shift_(vc_shift),
        classes_(classes),
        words_(candidate_words(static_cast<int>(ports.size()), vc_shift)),
        ports_(std::move(ports)) {
    for (std::size_t port = 0; port < ports_.size(); ++port) add_output(port);
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().route(asked, offered);
    });
  }
  void minimal(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().minimal(asked, offered);
    });
  }
  void route_apart(const RouteQuery& query, CandidateSet& minimal,
                   CandidateSet& others) const override {
    const int at = class_of(query);
    std::uint64_t minimal_words[kMostCandidateWords], other_words[kMostCandidateWords];
    CandidateSet own_minimal = emptied(minimal_words), own_others = emptied(other_words);
    inner().route_apart(question(query), own_minimal, own_others);
    add(minimal_words, at, minimal);
    add(other_words, at, others);
  }
  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().escape(asked, offered);
    });
  }
  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    collect(query, candidates, [this](const RouteQuery& asked, CandidateSet& offered) {
      inner().entering(asked, offered);
    });
  }

  std::uint16_t next_state(const RouteQuery& query, int port, int vc) const override {
    return inner().next_state(question(query), port, vc - output(port).first(class_of(query)));
  }
  std::uint16_t decide(const RouteQuery& query, const CongestionView& view,
                       const Draw& draw) const override {
    const int at = class_of(query);
    return inner().decide(question(query), ClassView(view, ports_, at, at), draw);
  }
  /// What others are told of a VC is how much waits on those of all classes that stand for it.
  void publish(const CongestionView& view, std::uint32_t* words) const override {
    inner().publish(ClassView(view, ports_, 0, classes_ - 1), words);
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    ForwardingRouter::explain(query, registers, explanation);
    const int at = class_of(query);
    for (auto& [port, text] : explanation.vcs) {
      const VcClasses& out = output(port);
      text += fmt::format("; VC 0 of message class {} is VC {}", at, out.first(at));
    }
  }
  void explain_decision(const RouteQuery& query, const CongestionView& view, const Draw& draw,
                        const RegisterFile& registers, Explanation& explanation) const override {
    const int at = class_of(query);
    inner().explain_decision(question(query), ClassView(view, ports_, at, at), draw, registers,
                             explanation);
  }

  void check_hop(const RouteQuery& query, int port, int vc) const override {
    const int at = class_of(query);
    const VcClasses& out = output(port);
    if (out.class_of(vc) != at) {
      throw Error(fmt::format(
          "a packet of message class {} leaves by port {} on VC {}, which is of class {}", at, port,
          vc, out.class_of(vc)));
    }
    inner().check_hop(question(query), port, vc - out.first(at));
  }

 private:
  RouteQuery question(const RouteQuery& query) const override {
    const VcClasses& in = ports_[static_cast<std::size_t>(query.input_port)].in;
    RouteQuery result = query;
    result.input_vc -= in.first(in.class_of(query.input_vc));
    return result;
  }
  int class_of(const RouteQuery& query) const {
    return ports_[static_cast<std::size_t>(query.input_port)].in.class_of(query.input_vc);
  }
  const VcClasses& output(int port) const { return ports_[static_cast<std::size_t>(port)].out; }

  void add_output(std::size_t port) {
    const int of_each = ports_[port].out.of_each;
    auto alike = std::find_if(alike_.begin(), alike_.end(), [of_each](const AlikeOutputs& each) {
      return each.of_each == of_each;
    });
    if (alike == alike_.end()) {
      alike = alike_.insert(alike, {of_each, std::vector<std::uint64_t>(words_, 0)});
    }
    CandidateSet(alike->words.data(), static_cast<int>(words_), vc_shift_)
        .add_vcs(static_cast<int>(port), 1 << vc_shift_);
  }

  CandidateSet emptied(std::uint64_t* words) const {
    std::fill_n(words, words_, 0);
    return {words, static_cast<int>(words_), vc_shift_};
  }
  /// Adds what was offered on the VCs of a class to the candidates among those of all.
  void add(const std::uint64_t* offered, int message_class, CandidateSet& candidates) const {
    for (const AlikeOutputs& alike : alike_) {
      const int shift = message_class * alike.of_each;
      // The VCs of a port stay in its group of bits, of which there are at most 64.
      for (std::size_t i = 0; i < words_; ++i) {
        candidates.words()[i] |= (offered[i] & alike.words[i]) << shift;
      }
    }
  }
  template <class Ask>
  void collect(const RouteQuery& query, CandidateSet& candidates, Ask ask) const {
    const int at = class_of(query);
    if (at == 0) {
      ask(question(query), candidates);
      return;
    }
    std::uint64_t words[kMostCandidateWords];
    CandidateSet offered = emptied(words);
    ask(question(query), offered);
    add(words, at, candidates);
  }

  int vc_shift_;
  int classes_;
  std::size_t words_;  ///< of a candidate set
  std::vector<PortClasses> ports_;
  std::vector<AlikeOutputs> alike_;
};

int divided(int vcs, int classes, const std::string& what) {
  if (vcs % classes == 0 && vcs <= kMaxVcChoices) return vcs / classes;
  throw Error(
      fmt::format("{} cannot be divided among {} message classes; allowed: a multiple of "
                  "{}, up to {}",
                  what, classes, classes, kMaxVcChoices));
}

}  // namespace

RoutingContext within_class(RoutingContext context) {
  const int classes = std::exchange(context.classes, 1);
  if (classes < 1 || classes > kMostMessageClasses) {
    throw Error(fmt::format("{} message classes; allowed: 1 to {}", classes, kMostMessageClasses));
  }
  if (classes == 1) return context;
  for (std::size_t kind = 0; kind < context.vcs.size(); ++kind) {
    context.vcs[kind] = divided(context.vcs[kind], classes,
                                fmt::format("{} VCs of links of the kind '{}'", context.vcs[kind],
                                            context.netlist->kinds[kind]));
  }
  context.injection_vcs = divided(context.injection_vcs, classes,
                                  fmt::format("{} injection VCs", context.injection_vcs));
  return context;
}

ClassRouting::ClassRouting(const RoutingContext& context, std::unique_ptr<RoutingFunction> inner)
    : ForwardingFunction(std::move(inner)), context_(context), ports_(*context.netlist) {}

std::unique_ptr<SwitchRouter> ClassRouting::make_router(SwitchId switch_id) {
  const auto classes_of = [this](int link) -> VcClasses {
    if (link < 0) return {};
    const Link& at = context_.netlist->links[static_cast<std::size_t>(link)];
    const bool injects = at.from.type == Endpoint::Type::kHost;
    return VcClasses::of(
        injects ? context_.injection_vcs : context_.vcs[static_cast<std::size_t>(at.kind)],
        context_.classes);
  };
  std::vector<PortClasses> ports(static_cast<std::size_t>(ports_.ports(switch_id)));
  for (std::size_t port = 0; port < ports.size(); ++port) {
    ports[port].in = classes_of(ports_.link_in(switch_id, static_cast<int>(port)));
    ports[port].out = classes_of(ports_.link_out(switch_id, static_cast<int>(port)));
  }
  return std::make_unique<ClassRouter>(inner().make_router(switch_id), context_.vc_shift,
                                       context_.classes, std::move(ports));
}

RoutingFunction& inner_of_classes(RoutingFunction& routing) {
  auto* const classes = dynamic_cast<ClassRouting*>(&routing);
  return classes == nullptr ? routing : classes->inner();
}

}  // namespace routing
}  // namespace netloom
