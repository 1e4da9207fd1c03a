#include <algorithm>
#include <filesystem>

#include "testbench/lockstep/cases.h"

namespace netloom::test {
namespace {

LockstepCase file_case(const std::string& name, const std::string& path) {
  return {name, false, [path] { return compare_views(path); }};
}

void sort_by_name(std::vector<LockstepCase>& cases) {
  std::sort(cases.begin(), cases.end(),
            [](const LockstepCase& a, const LockstepCase& b) { return a.name < b.name; });
}

}  // namespace

std::vector<LockstepCase> feature_cases() {
  std::vector<LockstepCase> cases;
  for (const auto& each : std::filesystem::directory_iterator(NETLOOM_FEATURES)) {
    if (each.path().extension() != ".yaml") continue;
    cases.push_back(file_case(each.path().stem().string(), each.path().string()));
  }
  sort_by_name(cases);
  return cases;
}

std::vector<LockstepCase> hand_cases() {
  std::vector<LockstepCase> cases;
  for (const auto& each : std::filesystem::directory_iterator(NETLOOM_SCHEDULES)) {
    if (!each.is_directory()) continue;
    cases.push_back(file_case(each.path().filename().string(), each.path() / "network.yaml"));
  }
  sort_by_name(cases);
  return cases;
}

}  // namespace netloom::test
