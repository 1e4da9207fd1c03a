// Stored results: the SQLite file of a sweep, of any content. The point that is asked for is found
// as it is in corpus/stored_result/, is missing, or is said to be damaged; and whatever is found
// can be reported.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "sim/experiments/evaluate.h"
#include "sim/report/curves.h"
#include "sim/report/failure_text.h"
#include "sim/report/files.h"
#include "sim/report/table.h"
#include "sim/run/point.h"
#include "sim/sweep/result_store.h"
#include "testbench/fuzz/fuzz_target.h"
#include "testbench/fuzz/sim_inputs.h"

namespace netloom::fuzz {
namespace {

namespace fs = std::filesystem;

/// Where SQLite can lock files and have others beside them, without a disk.
class Folder {
 public:
  Folder() : path_("/dev/shm/netloom-fuzz-XXXXXX") {
    require(mkdtemp(path_.data()) != nullptr, "no folder can be made: " + path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file_with(const std::string& bytes) const {
    for (const fs::directory_entry& each : fs::directory_iterator(path_)) fs::remove(each);
    std::ofstream(path_ + "/results", std::ios::binary) << bytes;
    return path_ + "/results";
  }

 private:
  std::string path_;
};

/// Files of the first format say nothing from which damage could be told.
bool is_first_format(const std::string& input) {
  constexpr std::size_t kUserVersion = 60;  // offset in the file, 4 bytes with the highest first
  return input.size() > kUserVersion + 3 &&
         input.substr(kUserVersion, 4) == std::string("\0\0\0\1", 4);
}

/// What reads stored points.
void report(const Json& point) {
  static const Experiment experiment = parse_experiment(
      "title: t\nsource: s\nconfiguration: |\n  {}\npanels: [{name: a, title: A}]\n"
      "curves: [{name: c}]\npicture: {kind: curves, x: /accepted_load, y: /latency/network/mean}\n"
      "claims: [{says: s, measure: accepted_load, curve: c, expect: {at_least: 0}}]\n",
      "e.yaml");
  Series series;
  series.points = {point, point_of(0.3, 2)};
  series.config().run.samples.quartiles = true;
  series.config().traffic.loads = {0.3};
  require(!summary_text({series}).empty(), "a result without a table");
  if (!succeeded(point)) require(!failure_text(series, point).empty(), "a failure without a text");
  require(result_document({series}).contains("summary"), "a result without a summary");
  result_csv({series});
  time_series_csv({series});
  load_curve("c", series.points, "/accepted_load", "/latency/network/mean");
  list_curve("c", series.points, 0.3, "/switches/accepted");
  time_curve("c", point, "/network_latency");
  ExperimentResults results;
  results.add("a", "c", series.points);
  require(!evaluate(experiment, results, Scale::kQuick).empty(), "a claim without a finding");
}

void run_stored_result(const std::string& input) {
  static const Folder folder;
  const Json seed_point = point_of(0.3, 1);
  const Json new_point = point_of(0.3, 2);
  const std::string path = folder.file_with(input);
  accepts([&] {
    ResultStore store(path);
    const std::int64_t configuration = store.configuration("fuzz", Config());
    const std::optional<Json> found = store.find(configuration, {0.3, 1});
    require(!found || *found == seed_point || is_first_format(input),
            "another point is found than was stored");
    if (found) report(*found);
    store.add(configuration, {0.3, 2}, new_point);
    require(store.find(configuration, {0.3, 2}) == new_point,
            "a point that was added is not found");
  });
}

const TargetRegistry::Registration kStoredResult("stored_result", {run_stored_result});

}  // namespace
}  // namespace netloom::fuzz
