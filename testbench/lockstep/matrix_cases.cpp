#include <string>
#include <vector>

#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "testbench/lockstep/cases.h"
#include "testbench/matrix/definition.h"
#include "testbench/matrix/plan.h"
#include "testbench/matrix/trial.h"

namespace netloom::test {
namespace {

constexpr const char* kMatrixName = "matrix.yaml";

MatrixDefinition definition() {
  return parse_matrix_definition(matrix_definition_text(), "definition.yaml");
}

/// As long as is needed for contention at every switch. Networks that may deadlock stop soon.
std::vector<Override> short_run() {
  return {
      {"simulation.measure", "100"}, {"simulation.drain", "3000"}, {"simulation.watchdog", "500"}};
}

Comparison compare_combination(const std::string& folder, const Combination& given) {
  const std::string path = folder + '/' + kMatrixName;
  // Which RTL could decide is not asked.
  Combination combination = given;
  combination.expected = Expectation::kMayDeadlock;
  const Json examined = examine({read_text(path), folder}, combination);
  if (examined.contains("refused")) {
    Comparison result;
    result.status = Comparison::Status::kNoNetwork;
    result.reason = examined.at("refused").get<std::string>();
    return result;
  }
  std::vector<Override> set = combination.set;
  for (const auto& [key, value] : examined.at("set").items()) {
    set.push_back({key, value.get<std::string>()});
  }
  for (const Override& each : short_run()) set.push_back(each);
  return compare_views(path, set);
}

}  // namespace

std::vector<LockstepCase> matrix_cases(std::size_t every, const std::string& folder) {
  const MatrixDefinition from = definition();
  for (const MatrixDefinition::File& file : from.files) {
    write_file(folder + '/' + file.name, file.text);
  }
  write_file(folder + '/' + kMatrixName, from.configuration);
  std::vector<LockstepCase> cases;
  std::size_t number = 0;
  for (const Combination& each : plan_matrix(from).combinations) {
    if (each.expected == Expectation::kRefused || number++ % every != 0) continue;
    cases.push_back(
        {each.name(), false, [folder, each] { return compare_combination(folder, each); }});
  }
  return cases;
}

std::size_t matrix_combinations() {
  return plan_matrix(definition()).combinations.size();
}

}  // namespace netloom::test
