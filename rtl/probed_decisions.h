#pragma once

#include <memory>
#include <utility>

#include "routing/decision/port_matcher.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/vc_decision.h"
#include "rtl/decision_probe.h"

namespace netloom {

/// Decides as another port matcher, and shows its answers to a probe.
class ProbedPortMatcher final : public PortMatcher {
 public:
  /// `probe` outlives it.
  ProbedPortMatcher(std::unique_ptr<PortMatcher> deciding, SwitchId id, DecisionProbe::Side side,
                    DecisionProbe& probe)
      : deciding_(std::move(deciding)), id_(id), side_(side), probe_(probe) {}

  void registers_written(const RegisterFile& file) override { deciding_->registers_written(file); }
  void match(const RouteQuery& query, std::uint64_t* ports) override {
    deciding_->match(query, ports);
    probe_.matched(id_, side_, query, ports);
  }
  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    deciding_->explain(query, registers, explanation);
  }

 private:
  std::unique_ptr<PortMatcher> deciding_;
  SwitchId id_;
  DecisionProbe::Side side_;
  DecisionProbe& probe_;
};

/// The same for decisions about virtual channels.
class ProbedVcDecision final : public VcDecision {
 public:
  /// `probe` outlives it.
  ProbedVcDecision(std::unique_ptr<VcDecision> deciding, SwitchId id, DecisionProbe::Side side,
                   DecisionProbe& probe)
      : deciding_(std::move(deciding)), id_(id), side_(side), probe_(probe) {}

  void registers_written(const RegisterFile& file) override { deciding_->registers_written(file); }
  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const std::uint64_t result = deciding_->vcs(head, hop);
    probe_.decided_vcs(id_, side_, head, hop, result);
    return result;
  }
  std::string explain(const RouteQuery& head, const VcHop& hop,
                      const RegisterFile& registers) const override {
    return deciding_->explain(head, hop, registers);
  }

 private:
  std::unique_ptr<VcDecision> deciding_;
  SwitchId id_;
  DecisionProbe::Side side_;
  DecisionProbe& probe_;
};

/// The same for selections; the model's, which the query has, is shown beside.
class ProbedPortSelector final : public PortSelector {
 public:
  /// `probe` outlives it.
  ProbedPortSelector(std::unique_ptr<PortSelector> deciding, SwitchId id, DecisionProbe& probe)
      : deciding_(std::move(deciding)), id_(id), probe_(probe) {}

  int select(const SelectionQuery& query) override {
    probe_.selected(id_, DecisionProbe::Side::kModel, query, query.selected);
    const int result = deciding_->select(query);
    probe_.selected(id_, DecisionProbe::Side::kRtl, query, result);
    return result;
  }
  void used(int port) override { deciding_->used(port); }

 private:
  std::unique_ptr<PortSelector> deciding_;
  SwitchId id_;
  DecisionProbe& probe_;
};

}  // namespace netloom
