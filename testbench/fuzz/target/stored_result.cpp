// Stored results: the SQLite file of a sweep, of any content. The point that is asked for is found
// as it is in corpus/stored_result/, is missing, or is said to be damaged.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "sim/sweep/result_store.h"
#include "testbench/fuzz/fuzz_target.h"

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

void run(const std::string& input) {
  static const Folder folder;
  const Json seed_point = {{"load", 0.3}, {"seed", 1}, {"failure", nullptr}};
  const Json new_point = {{"load", 0.3}, {"seed", 2}, {"failure", nullptr}};
  const std::string path = folder.file_with(input);
  accepts([&] {
    ResultStore store(path);
    const std::int64_t configuration = store.configuration("fuzz", Config());
    const std::optional<Json> found = store.find(configuration, {0.3, 1});
    require(!found || *found == seed_point || is_first_format(input),
            "another point is found than was stored");
    store.add(configuration, {0.3, 2}, new_point);
    require(store.find(configuration, {0.3, 2}) == new_point,
            "a point that was added is not found");
  });
}

const TargetRegistry::Registration kTarget("stored_result", {run});

}  // namespace
}  // namespace netloom::fuzz
