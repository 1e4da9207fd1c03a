// Definitions of a matrix, and what is planned from them.

#include "routing/base/text_file.h"
#include "testbench/matrix/definition.h"
#include "testbench/matrix/plan.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_matrix(const std::string& input) {
  const std::string path = input_file(input);
  accepts([&] {
    const MatrixDefinition definition = parse_matrix_definition(read_text(path), "m.yaml");
    for (const Combination& each : plan_matrix(definition).combinations) {
      require(!each.name().empty(), "a combination without a name");
    }
  });
}

const TargetRegistry::Registration kMatrix("matrix", {run_matrix});

}  // namespace
}  // namespace netloom::fuzz
