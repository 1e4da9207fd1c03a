// fuzz_replay TARGET PATH...: gives a target every file that the paths lead to, in the order of
// their names, and ends as a fuzzer would at the first finding. Without arguments: the names of the
// targets.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "routing/base/error.h"
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
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(paths[i])) {
      if (each.is_regular_file()) files.push_back(each.path());
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
  const std::vector<fs::path> files = files_of(argc - 2, argv + 2);
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw netloom::Error(file.string() + ": cannot be opened");
    const std::string input{std::istreambuf_iterator<char>(stream),
                            std::istreambuf_iterator<char>()};
    // What a crash leaves behind is the name of its input.
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    alarm(kSecondsPerInput);
    netloom::fuzz::run_input(target, input);
    alarm(0);
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
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
