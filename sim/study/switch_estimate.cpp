#include "sim/study/switch_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/study/switch_terms.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
inline namespace sim {
namespace {

struct FittedTerm {
  const char* part;
  const char* term;
  double coefficient;
};
struct FittedPart {
  const char* part;
  EstimateError error;
};
struct FittedSize {
  const char* size;
  double least, most;
};

#include "sim/study/switch_fit.inc"

constexpr const char* kAll = "switch";
constexpr const char* kPath = "longest path";

EstimateError error_of(const std::string& part) {
  for (const FittedPart& each : kFittedParts) {
    if (part == each.part) return each.error;
  }
  return {};
}

double fitted_sum(const std::string& part, const std::vector<SizeTerm>& terms) {
  double sum = 0;
  for (const FittedTerm& each : kFittedTerms) {
    if (part != each.part) continue;
    for (const SizeTerm& term : terms) {
      if (term.name == each.term) sum += each.coefficient * term.value;
    }
  }
  return sum;
}

bool is_routing_part(const std::string& part) {
  return part.rfind("routing", 0) == 0;
}

/// Flip-flops of the modules of a part, copies once.
std::uint64_t flip_flops_of(const PartTerms& part, const std::vector<ModuleState>& modules) {
  std::uint64_t sum = 0;
  for (const ModuleState& each : modules) {
    if (std::find(part.modules.begin(), part.modules.end(), each.module) == part.modules.end()) {
      continue;
    }
    sum += each.state.needed_flip_flops() + each.state.idle_flip_flops;
  }
  return sum;
}

}  // namespace

SwitchEstimate estimate(const ElaboratedSwitch& of, const std::vector<ModuleState>& modules) {
  constexpr double kFlipFlop =
      static_cast<double>(kFlipFlopTransistors) / static_cast<double>(kGateTransistors);
  SwitchEstimate result;
  double routing = 0;
  for (const PartTerms& part : part_terms(of)) {
    PartEstimate each;
    each.part = part.part;
    each.modules = part.modules;
    each.logic = fitted_sum(part.part, part.terms);
    each.flip_flops = kFlipFlop * static_cast<double>(flip_flops_of(part, modules));
    each.error = error_of(part.part);
    result.gate_equivalents += each.logic + each.flip_flops;
    if (is_routing_part(part.part)) routing += each.logic + each.flip_flops;
    if (each.error.switches == 0) result.extrapolated.push_back(part.part + " (not in the fit)");
    result.parts.push_back(std::move(each));
  }
  result.error = error_of(kAll);
  if (result.gate_equivalents > 0) result.routing_share = routing / result.gate_equivalents;
  result.period = fitted_sum(kPath, path_terms(of));
  result.period_error = error_of(kPath);
  for (const SizeTerm& size : switch_sizes(of)) {
    for (const FittedSize& fitted : kFittedSizes) {
      if (size.name != fitted.size) continue;
      if (size.value >= fitted.least && size.value <= fitted.most) continue;
      result.extrapolated.push_back(fitted.most == 0
                                        ? size.name + " (not in the fit)"
                                        : fmt::format("{} {:.0f} ({:.0f} … {:.0f})", size.name,
                                                      size.value, fitted.least, fitted.most));
    }
  }
  return result;
}

const char* fitted_library() {
  return kFittedLibrary;
}

}  // namespace sim
}  // namespace netloom
