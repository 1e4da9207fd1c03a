// What is given to fuzz_replay was read, or it says what was not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::EndsWith;
using testing::Not;

using FuzzReplay = Program;

TEST_F(FuzzReplay, ReadsEveryFile) {
  folder.write("one", "");
  std::filesystem::create_directories(folder.file("more/below"));
  folder.write("more/two", "0 1\n");
  folder.write("more/below/three", "no permutation\n");
  const Result result = run({"permutation", "one", "more"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.output, "more/below/three\nmore/two\none\n3 inputs\n");
}

TEST_F(FuzzReplay, FailsIfThereIsNothingToRead) {
  folder.write("one", "");
  std::filesystem::create_directories(folder.file("empty/below"));
  std::filesystem::create_directory(folder.file("more"));
  std::filesystem::create_symlink("nowhere", folder.file("more/broken"));
  using Case = std::pair<std::vector<std::string>, std::string>;
  for (const auto& [paths, error] : {
           Case{{"/nonexistent"}, "/nonexistent: cannot be read: No such file or directory"},
           Case{{"one", "two"}, "two: cannot be read: No such file or directory"},
           Case{{"more"}, "more/broken: cannot be read: No such file or directory"},
           Case{{"one", "empty"}, "empty: there is no file in this folder"},
           Case{{}, "no file or folder to read is given"},
       }) {
    std::vector<std::string> arguments = {"permutation"};
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.errors, "fuzz_replay: error: " + error + "\n");
    EXPECT_THAT(result.output, Not(EndsWith(" inputs\n")));
  }
}

}  // namespace
}  // namespace netloom::test
