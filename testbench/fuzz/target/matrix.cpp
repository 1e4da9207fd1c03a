// Definitions of a matrix.

#include "routing/base/text_file.h"
#include "sim/matrix/definition.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run(const std::string& input) {
  const std::string path = input_file(input);
  accepts([&] { parse_matrix_definition(read_text(path), "m.yaml"); });
}

const TargetRegistry::Registration kTarget("matrix", {run});

}  // namespace
}  // namespace netloom::fuzz
