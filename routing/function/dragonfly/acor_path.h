#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "routing/function/dragonfly/acor_level.h"
#include "routing/function/dragonfly/path_choice.h"
#include "routing/function/dragonfly/valiant_rules.h"

namespace netloom {
inline namespace routing {

// What ACOR's paths are: of `acor` itself, and of `pb_acor`.

/// A choice whose path A has the length of an AcorLevel.
template <class Choice>
class WithAcorLevel final : public Choice {
 public:
  using Choice::Choice;

  PathA path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
               const CongestionView& view) override {
    return level_.path_a(view.cycle());
  }
  void registers_written(const RegisterFile& file) override {
    Choice::registers_written(file);
    level_.registers_written(file);
  }
  bool counts_injections() const override { return true; }
  void injected(int /*group*/, Cycle now, Cycle waited) override { level_.injected(now, waited); }
  std::uint32_t counter(const std::string& name, int /*index*/, Cycle now) override {
    return name == "ACOR_LEVEL" ? static_cast<std::uint32_t>(level_.level(now))
                                : level_.blocked(now);
  }

 private:
  AcorLevel level_;
};

/// Registers that the parameters of acor_parameters() set.
std::vector<RegisterWrite> acor_program(const ParameterMap& parameters);
/// within_group, and when path A becomes longer or shorter.
std::vector<Parameter> acor_parameters();
ValiantRules acor_rules(const ParameterMap& parameters);
/// VCs that these rules need.
std::map<std::string, int> acor_vcs(const ParameterMap& parameters);

}  // namespace routing
}  // namespace netloom
