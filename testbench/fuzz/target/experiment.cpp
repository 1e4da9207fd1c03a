// Definitions of experiments.

#include "sim/experiments/experiment.h"

#include "routing/base/text_file.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run(const std::string& input) {
  const std::string path = input_file(input);
  accepts([&] { parse_experiment(read_text(path), "e.yaml"); });
}

const TargetRegistry::Registration kTarget("experiment", {run});

}  // namespace
}  // namespace netloom::fuzz
