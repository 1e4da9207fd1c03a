#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "routing/base/types.h"
#include "routing/decision/candidates.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

/// Turns the allowed-ports register of a port matcher into (port, VC) candidates. `Matcher` points
/// to what decides: MatcherInPlace, or a std::unique_ptr<PortMatcher>.
template <class Matcher>
class PortMatchRouter final : public SwitchRouter {
 public:
  PortMatchRouter(Matcher matcher, OutputVcs outputs)
      : matcher_(std::move(matcher)),
        outputs_(std::move(outputs)),
        words_((outputs_.ports() + 63) / 64) {
    for (int port = 0; port < outputs_.ports(); ++port) {
      if (outputs_.mask(port) != 0) linked_[port / 64] |= std::uint64_t{1} << port % 64;
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    if (outputs_.vc_shift() == 0) {
      // One VC: the allowed-ports register is the candidate set.
      std::uint64_t* words = candidates.words();
      matcher_->match(query, words);
      words[0] &= linked_[0];
      for (int i = 1; i < words_; ++i) words[i] &= linked_[i];
      return;
    }
    route_vcs(query, candidates);
  }

  void registers_written(const RegisterFile& file) override { matcher_->registers_written(file); }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    matcher_->explain(query, registers, explanation);
    for (int port = 0; port < outputs_.ports(); ++port) {
      if (outputs_.mask(port) == 0) explanation.ports.erase(port);
    }
  }

 private:
  /// Apart, so that the other case has no frame.
  __attribute__((noinline)) void route_vcs(const RouteQuery& query,
                                           CandidateSet& candidates) const {
    std::uint64_t allowed[kWords] = {};
    matcher_->match(query, allowed);
    for (int i = 0; i < words_; ++i) allowed[i] &= linked_[i];
    for_each_bit(allowed, static_cast<std::size_t>(words_),
                 [&](int port) { outputs_.add(port, candidates.words()); });
  }

  static constexpr int kWords = kMaxPorts / 64;

  Matcher matcher_;
  OutputVcs outputs_;
  int words_;
  /// A port that leads nowhere keeps its reset values and must not be offered.
  std::uint64_t linked_[kWords] = {};
};

/// A C++ model as a member of its router: one pointer less to follow per decision, and its
/// comparison is compiled into the packet path. As behind a pointer, a constant router may ask it:
/// match() is not constant for the sake of Verilated blocks, whose inputs every question drives.
template <class Model>
struct MatcherInPlace {
  Model* operator->() const { return &model; }
  mutable Model model;
};

/// The router of a switch whose decision `model` makes (a final PortMatcher), or what the context's
/// hook puts into its place.
template <class Model>
std::unique_ptr<SwitchRouter> make_port_match_router(const RoutingContext& context,
                                                     SwitchId switch_id, OutputVcs outputs,
                                                     Model model) {
  if (!context.hooks.port_matcher) {
    return std::make_unique<PortMatchRouter<MatcherInPlace<Model>>>(
        MatcherInPlace<Model>{std::move(model)}, std::move(outputs));
  }
  const int ports = outputs.ports();
  return std::make_unique<PortMatchRouter<std::unique_ptr<PortMatcher>>>(
      context.hooks.port_matcher(switch_id, ports, std::make_unique<Model>(std::move(model))),
      std::move(outputs));
}

}  // namespace routing
}  // namespace netloom
