#include "sim/sweep/point_structure.h"

#include <fmt/format.h>

namespace netloom {
inline namespace sim {
namespace {

enum class Kind { kObject, kArray, kText, kCount, kCountOrNull, kNumberOrNull, kFlagOrNull };

bool is_of(Kind kind, const Json& value) {
  switch (kind) {
    case Kind::kObject:
      return value.is_object();
    case Kind::kArray:
      return value.is_array();
    case Kind::kText:
      return value.is_string();
    case Kind::kCount:
      return value.is_number_unsigned();
    case Kind::kCountOrNull:
      return value.is_number_unsigned() || value.is_null();
    case Kind::kNumberOrNull:
      return value.is_number() || value.is_null();
    case Kind::kFlagOrNull:
      return value.is_boolean() || value.is_null();
  }
  return false;
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kObject:
      return "an object";
    case Kind::kArray:
      return "an array";
    case Kind::kText:
      return "a text";
    case Kind::kCount:
      return "a whole number";
    case Kind::kCountOrNull:
      return "a whole number or null";
    case Kind::kNumberOrNull:
      return "a number or null";
    case Kind::kFlagOrNull:
      return "true, false or null";
  }
  return "";
}

/// Notes the first thing that is wrong, with its path.
class Check {
 public:
  const std::string& problem() const { return problem_; }

  void is(const Json& value, const std::string& path, Kind kind) {
    if (problem_.empty() && !is_of(kind, value)) {
      problem_ = fmt::format("{} is not {}", path.empty() ? "it" : path, name_of(kind));
    }
  }

  /// The member if it is there and of that kind; else null.
  const Json* member(const Json& object, const std::string& path, const char* name, Kind kind) {
    if (!problem_.empty()) return nullptr;
    const auto found = object.find(name);
    if (found == object.end()) {
      problem_ = fmt::format("{}/{} is missing", path, name);
      return nullptr;
    }
    is(*found, path + '/' + name, kind);
    return problem_.empty() ? &*found : nullptr;
  }

 private:
  std::string problem_;
};

void check_failure(Check& check, const Json& failure) {
  if (failure.is_null()) return;
  check.is(failure, "/failure", Kind::kObject);
  for (const char* name : {"kind", "message"}) check.member(failure, "/failure", name, Kind::kText);
  for (const char* name : {"packet", "switch"}) {
    if (failure.contains(name)) check.member(failure, "/failure", name, Kind::kText);
  }
}

void check_latency(Check& check, const Json& point) {
  const Json* const latency = check.member(point, "", "latency", Kind::kObject);
  for (const char* name : {"network", "generation"}) {
    const std::string path = std::string("/latency/") + name;
    const Json* const each =
        latency != nullptr ? check.member(*latency, "/latency", name, Kind::kObject) : nullptr;
    if (each != nullptr) check.member(*each, path, "mean", Kind::kNumberOrNull);
  }
}

void check_reconfiguration(Check& check, const Json& point) {
  const Json* const faults = check.member(point, "", "reconfiguration", Kind::kArray);
  for (std::size_t i = 0; faults != nullptr && i < faults->size(); ++i) {
    const Json& fault = faults->at(i);
    const std::string path = fmt::format("/reconfiguration/{}", i);
    check.is(fault, path, Kind::kObject);
    for (const char* name : {"fault", "part"}) check.member(fault, path, name, Kind::kText);
    for (const char* name : {"cycle", "stranded"}) check.member(fault, path, name, Kind::kCount);
    for (const char* name : {"detected", "updated", "cycles"}) {
      check.member(fault, path, name, Kind::kCountOrNull);
    }
    const Json* const overlaps = check.member(fault, path, "overlaps", Kind::kArray);
    for (std::size_t other = 0; overlaps != nullptr && other < overlaps->size(); ++other) {
      check.is(overlaps->at(other), fmt::format("{}/overlaps/{}", path, other), Kind::kText);
    }
    if (fault.contains("overlaps_left_out")) {
      check.member(fault, path, "overlaps_left_out", Kind::kCount);
    }
    if (fault.contains("writes")) {
      for (const char* name : {"writes", "updates"}) check.member(fault, path, name, Kind::kCount);
      check.member(fault, path, "cycles_from_fault", Kind::kCountOrNull);
    }
  }
  const Json* const packets = check.member(point, "", "packets", Kind::kObject);
  for (const char* name : {"cut", "dropped", "deviated"}) {
    if (packets != nullptr) check.member(*packets, "/packets", name, Kind::kCount);
  }
}

void check_rtl(Check& check, const Json& point) {
  const Json* const rtl = check.member(point, "", "rtl", Kind::kObject);
  for (const char* name : {"decisions", "mismatches"}) {
    if (rtl != nullptr) check.member(*rtl, "/rtl", name, Kind::kCount);
  }
}

void check_time_series(Check& check, const Json& point) {
  const Json* const series = check.member(point, "", "time_series", Kind::kObject);
  const Json* const samples =
      series != nullptr ? check.member(*series, "/time_series", "samples", Kind::kArray) : nullptr;
  for (std::size_t i = 0; samples != nullptr && i < samples->size(); ++i) {
    const std::string path = fmt::format("/time_series/samples/{}", i);
    check.is(samples->at(i), path, Kind::kObject);
    check.member(samples->at(i), path, "from", Kind::kCount);
  }
}

}  // namespace

std::string structure_problem(const Json& point) {
  Check check;
  check.is(point, "", Kind::kObject);
  check.member(point, "", "load", Kind::kNumberOrNull);
  check.member(point, "", "seed", Kind::kCount);
  if (!check.problem().empty()) return check.problem();
  const auto failure = point.find("failure");
  if (failure == point.end()) return "/failure is missing";
  check_failure(check, *failure);
  // A point that failed has what there was until then.
  const bool whole = failure->is_null();
  if (whole || point.contains("accepted_load")) {
    for (const char* name : {"offered_load", "accepted_load", "completion_cycle"}) {
      check.member(point, "", name, Kind::kNumberOrNull);
    }
    for (const char* name : {"saturated", "stationary"}) {
      check.member(point, "", name, Kind::kFlagOrNull);
    }
    check_latency(check, point);
  }
  if (point.contains("reconfiguration")) check_reconfiguration(check, point);
  if (whole || point.contains("rtl")) check_rtl(check, point);
  if (point.contains("time_series")) check_time_series(check, point);
  return check.problem();
}

}  // namespace sim
}  // namespace netloom
