// Summaries of experiments, of which the first page of a folder is made.

#include "routing/base/text_file.h"
#include "sim/experiments/summary.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_repro_summary(const std::string& input) {
  const std::string path = input_file(input);
  ExperimentSummary summary;
  if (!accepts([&] { summary = parse_summary(read_text(path), "e.summary.json"); })) return;
  const std::string written = summary_json(summary).dump(2);
  must_accept(
      [&] {
        const ExperimentSummary again = parse_summary(written, "written");
        require(summary_json(again).dump(2) == written, "written, it is read as another one");
        summary_page({{"e", again}});
      },
      written);
}

const TargetRegistry::Registration kReproSummary("repro_summary", {run_repro_summary});

}  // namespace
}  // namespace netloom::fuzz
