#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// Points that a statement is judged by: of one curve in one panel.
struct Need {
  std::string panel;
  std::string curve;
  std::optional<std::vector<double>> loads;  ///< at these; none: all that it has
};

/// What a claim needs in one of its panels, so that it can be judged there.
std::vector<Need> needs_of(const Claim& claim, const std::string& panel);

/// The statements of a claim at a scale, each with the panels that it is about: one for each panel,
/// or one for all of them. Of a variant: in the panels that it has.
std::vector<std::vector<std::string>> statements_of(const Experiment& experiment,
                                                    const Claim& claim, Scale scale,
                                                    const Variant* variant = nullptr);

}  // namespace sim
}  // namespace netloom
