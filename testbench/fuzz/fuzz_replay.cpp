// fuzz_replay TARGET PATH...: gives a target every file that the paths lead to, in the order of
// their names, and ends as a fuzzer would at the first finding, or with 2 if a file cannot be read
// or a path leads to none. Without arguments: the names of the targets.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/file_bytes.h"
#include "testbench/fuzz/fuzz_target.h"

namespace {

namespace fs = std::filesystem;

constexpr unsigned kSecondsPerInput = 10;

std::vector<fs::path> files_of(int count, char** paths) {
  std::vector<fs::path> files;
  for (int i = 0; i < count; ++i) {
    if (!fs::is_directory(paths[i])) {
      files.emplace_back(paths[i]);
      continue;
    }
    const std::size_t before = files.size();
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(paths[i])) {
      if (!each.is_directory()) files.push_back(each.path());
    }
    if (files.size() == before) {
      throw netloom::Error(std::string(paths[i]) + ": there is no file in this folder");
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

int replay(int argc, char** argv) {
  using netloom::fuzz::TargetRegistry;
  const TargetRegistry& targets = TargetRegistry::instance();
  if (argc < 2) {
    for (const std::string& name : targets.names()) std::printf("%s\n", name.c_str());
    return 0;
  }
  const auto& target = targets.find(argv[1]);
  if (argc < 3) throw netloom::Error("no file or folder to read is given");
  const std::vector<fs::path> files = files_of(argc - 2, argv + 2);
  for (const fs::path& file : files) {
    const std::string input = netloom::file_bytes(file.string());
    // What a crash leaves behind is the name of its input.
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    alarm(kSecondsPerInput);
    netloom::fuzz::run_input(target, input);
    alarm(0);
  }
  std::printf("%zu inputs\n", files.size());
  return 0;
}

}  // namespace

// libsystemc, which netloom::sim brings with it, needs the symbol.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

int main(int argc, char** argv) {
  try {
    return replay(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_replay: error: %s\n", error.what());
    return 2;
  }
}
