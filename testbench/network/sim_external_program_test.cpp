// Other programs that the program runs: how they end, and what they may take.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "sim/base/external_program.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

class ExternalProgram : public testing::Test {
 protected:
  int run(const std::string& script, unsigned processor_seconds = 0) const {
    return run_program({"/bin/sh", "-c", script}, folder_.file(""), folder_.file("log"),
                       processor_seconds);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ExternalProgram, HasItsExitStatus) {
  EXPECT_EQ(run("exit 0"), 0);
  EXPECT_EQ(run("exit 7"), 7);
}

TEST_F(ExternalProgram, IsEndedWhenItsProcessorTimeIsUp) {
  EXPECT_THROW(run("while :; do :; done", 1), ProcessorTimeUp);
}

TEST_F(ExternalProgram, MayWaitLongerThanItsProcessorTime) {
  EXPECT_EQ(run("sleep 1.5", 1), 0);
}

TEST_F(ExternalProgram, EndedByASignalHasNoStatus) {
  try {
    run("kill -9 $$", 1);
    FAIL() << "the signal was taken for an exit status";
  } catch (const ProcessorTimeUp& error) {
    FAIL() << error.what();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("signal 9"));
  }
}

TEST(WatchedProgram, GivesItsLinesWhileItRuns) {
  // It goes on when it is told to: after its first line.
  TemporaryFolder folder;
  const std::string told = folder.file("told");
  std::vector<std::string> lines;
  const ProgramOutput output = run_watched(
      {"sh", "-c",
       "echo one; until [ -e " + told + " ]; do sleep 0.01; done; echo two; echo no >&2; exit 3"},
      [&](const std::string& line) {
        lines.push_back(line);
        folder.write("told", "");
      });
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(output.errors, "no\n");
  EXPECT_EQ(output.output, "");
  EXPECT_EQ(output.status, 3);
}

}  // namespace
}  // namespace netloom::test
