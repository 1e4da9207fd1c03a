#include "testbench/lockstep/comparison.h"

#include <fmt/format.h>

#include <exception>
#include <optional>

#include "hw/structural/part_kinds.h"
#include "routing/base/error.h"
#include "sim/config/views.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "testbench/random/results.h"

namespace netloom::test {
namespace {

const std::string kGeneralCore = "its general core";

Json result_of(const Json& point) {
  return without(point, {"performance", "rtl"});
}

Comparison refused(Comparison::Status status, const std::string& reason) {
  Comparison result;
  result.status = status;
  result.reason = reason;
  return result;
}

/// Whether a point is the same in two networks; counts what both have. `alone`: of the first one.
bool same_point(const LockstepSide& first, const LockstepSide& other, const PointRequest& request,
                const Json& alone, Comparison& comparison) {
  const LockstepResult run = run_lockstep(first, other, request);
  ++comparison.runs;
  comparison.events += run.events;
  comparison.grants += run.grants;
  const auto differ = [&](const std::string& how) {
    comparison.status = Comparison::Status::kDifferent;
    comparison.reason = fmt::format("seed {}, {} and {}: {} events the same, {}", request.seed,
                                    first.name, other.name, run.events, how);
  };
  if (run.difference) {
    differ("then " + difference_text(first, other, request, *run.difference));
    return false;
  }
  for (const Json* point : {&run.first_point, &run.second_point}) {
    const std::string found = difference(result_of(alone), result_of(*point));
    if (found.empty()) continue;
    const std::string& of = point == &run.first_point ? kGeneralCore : other.name;
    differ(fmt::format("but not the results of {} alone and of {}: {}", first.name, of, found));
    return false;
  }
  if (succeeded(alone)) return true;
  comparison.failed_alike = true;
  const std::string kind = failure_kind(alone);
  if (kind == "deadlock" || kind == "incomplete") return true;
  differ("and both are wrong: " + failure_text(alone));
  return false;
}

}  // namespace

Json Comparison::json() const {
  return {static_cast<int>(status), reason, runs, events, grants, failed_alike};
}

Comparison Comparison::from(const Json& json) {
  Comparison result;
  result.status = static_cast<Status>(json.at(0).get<int>());
  result.reason = json.at(1);
  result.runs = json.at(2);
  result.events = json.at(3);
  result.grants = json.at(4);
  result.failed_alike = json.at(5);
  return result;
}

Comparison compare_sides(const LockstepSide& first, const std::vector<LockstepSide>& others) {
  Comparison result;
  try {
    for (const PointRequest& request : points_of(first.config, true)) {
      const Json alone = simulate_apart(first, request);
      if (failure_kind(alone) == "error" && !alone.contains("packets")) {
        return refused(Comparison::Status::kNoNetwork, failure_text(alone));
      }
      for (const LockstepSide& other : others) {
        if (!same_point(first, other, request, alone, result)) return result;
      }
    }
  } catch (const std::exception& error) {
    // A run that crashed, or only one of both that could not be simulated.
    result.status = Comparison::Status::kDifferent;
    result.reason = error.what();
  }
  return result;
}

Comparison compare_views(const std::string& path, const std::vector<Override>& overrides) {
  std::optional<LockstepSide> fast;
  try {
    const Config given = load_config(path, overrides);
    if (structural::foreign_part(given.network.switches.parts) != nullptr) {
      return refused(Comparison::Status::kOneView, "its switches have parts of their own");
    }
    fast = lockstep_side(path, overrides, "fast");
    LoadedConfig loaded(fast->config);
    require_enough_vcs(loaded);
    load_trace(fast->config);
  } catch (const Error& error) {
    return refused(Comparison::Status::kNoNetwork, error.what());
  }
  if (const auto refusal = structural_refusal(fast->config)) {
    return refused(Comparison::Status::kOneView, *refusal);
  }
  try {
    return compare_sides(*fast, {lockstep_side(path, overrides, "structural"),
                                 lockstep_side(path, overrides, kMixedViews)});
  } catch (const Error& error) {
    return refused(Comparison::Status::kDifferent, error.what());
  }
}

}  // namespace netloom::test
