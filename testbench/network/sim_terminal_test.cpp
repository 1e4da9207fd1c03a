// What the program says to people at a terminal: how far it is, and its help; and how soon.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <utility>

#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/base/text_columns.h"
#include "sim/cli/help.h"
#include "testbench/network/program.h"
#include "testbench/support/sanitized.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Terminal : public Program {
 protected:
  /// What a command says on standard error if that is a terminal.
  std::string said(const std::vector<std::string>& arguments) const {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    EXPECT_GE(terminal, 0);
    EXPECT_EQ(grantpt(terminal), 0);
    EXPECT_EQ(unlockpt(terminal), 0);
    const std::string name = ptsname(terminal);
    // The other end stays open, so that what was written there is not lost.
    const int other_end = open(name.c_str(), O_RDWR | O_NOCTTY);
    const Result result = run(arguments, [&] { dup2(other_end, 2); });
    EXPECT_EQ(result.status, 0) << result.output;
    EXPECT_EQ(fcntl(terminal, F_SETFL, O_NONBLOCK), 0);
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t count = 0; (count = read(terminal, part.data(), part.size())) > 0;) {
      text.append(part.data(), static_cast<std::size_t>(count));
    }
    close(other_end);
    close(terminal);
    return text;
  }
};

TEST_F(Terminal, CheckSaysHowFarItIs) {
  folder.write("mesh.yaml",
               "network: {topology: mesh, k: [6, 6]}\nrouting: {vcs: {policy: davc, count: 12}}\n");
  const std::string text =
      said({"check", "mesh.yaml", "--relabel", "--numberings", "20", "--json", "o.json"});
  EXPECT_THAT(text, HasSubstr("0 of 72 destinations followed"));
  EXPECT_THAT(text, testing::ContainsRegex("1 of 72 destinations followed, about [0-9]+ s left"));
  EXPECT_THAT(text, HasSubstr("72 of 72 destinations followed\r"));
  EXPECT_THAT(text, testing::ContainsRegex("1 of 20 numberings tried, about [0-9]+ s left"));
  const std::string whole = read_file(folder.file("o.json"));

  const Result alone =
      run({"check", "mesh.yaml", "--relabel", "--numberings", "20", "--json", "o.json"});
  EXPECT_THAT(alone.errors, IsEmpty()) << "no terminal";
  EXPECT_EQ(read_file(folder.file("o.json")), whole);
}

TEST_F(Terminal, CostSaysHowFarItIs) {
  write_tree();
  EXPECT_THAT(said({"cost", "tree.yaml"}), HasSubstr("8 of 8 destinations followed"));
  EXPECT_THAT(run({"cost", "tree.yaml"}).errors, IsEmpty());
}

TEST_F(Terminal, ReadingRegistersAndMakingATraceSayHowFarTheyAre) {
  write_tree();
  EXPECT_THAT(said({"netlist", "tree.yaml", "--registers", "--output", "o.txt"}),
              HasSubstr("12 of 12 switches read"));
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 4, n: 3}\n"
               "traffic: {trace: {generator: disk, disks: 4, burst_nodes: 16, burst_disks: 4}}\n");
  const std::string text = said({"trace", "trace.yaml", "--output", "t.txt"});
  EXPECT_THAT(text, testing::ContainsRegex("0 of 1 traces, about [0-9]+ s left"));
  const std::string whole = read_file(folder.file("t.txt"));
  EXPECT_THAT(run({"trace", "trace.yaml", "--output", "t.txt"}).errors, IsEmpty());
  EXPECT_EQ(read_file(folder.file("t.txt")), whole);
}

TEST_F(Terminal, APointSaysHowFarItIsAndRunsAsAlways) {
  folder.write("mesh.yaml",
               "network: {topology: mesh, k: [6, 6]}\ntraffic: {load: 0.3}\n"
               "simulation: {warmup: 1000, measure: 1000000, seeds: [1]}\n");
  const auto point = [&] {
    nlohmann::json result = nlohmann::json::parse(read_file(folder.file("o.json")))["points"][0];
    result.erase("performance");
    return result;
  };
  EXPECT_THAT(said({"run", "mesh.yaml", "--json", "o.json"}),
              testing::ContainsRegex("0 of 1 points, about [0-9]+ s left"));
  const nlohmann::json told = point();
  EXPECT_THAT(run({"run", "mesh.yaml", "--json", "o.json"}).errors, IsEmpty()) << "no terminal";
  EXPECT_EQ(point(), told);
}

TEST_F(Terminal, LockstepSaysHowFarItIs) {
  folder.write("mesh.yaml",
               "network: {topology: mesh, k: [6, 6]}\ntraffic: {load: 0.2}\n"
               "simulation: {warmup: 1000, measure: 2000, seeds: [1, 2]}\n");
  const std::string text = said({"lockstep", "mesh.yaml"});
  EXPECT_THAT(text, HasSubstr("0 of 2 points"));
  EXPECT_THAT(text, testing::ContainsRegex("[01] of 2 points, about [0-9]+ s left"));
  const Result alone = run({"lockstep", "mesh.yaml", "--set", "simulation.measure=100"});
  EXPECT_EQ(alone.status, 0);
  EXPECT_THAT(alone.errors, IsEmpty()) << "no terminal";
}

TEST_F(Terminal, BuildingABlockSaysHowFarItIs) {
  folder.write("olm_vc.sv", read_file(rtl_folder() + "/olm_vc.sv"));
  const std::vector<std::string> command = {"rtl",    "build", "olm_vc.sv",   "--as",
                                            "olm_vc", "-o",    "a \"block.so"};
  const std::string text = said(command);
  // It is Verilated and compiled, once; what is around it, and the linker.
  EXPECT_THAT(text, HasSubstr("0 of 4 steps"));
  EXPECT_THAT(text, testing::ContainsRegex("[1-3] of 4 steps, about [0-9]+ s left"));
  EXPECT_THAT(text, HasSubstr("4 of 4 steps\r"));
  const std::string object = read_file(folder.file("a \"block.so"));
  EXPECT_THAT(object, HasSubstr("a \"block")) << "its name is that of the file";
  EXPECT_THAT(run(command).errors, IsEmpty()) << "no terminal";
}

/// Commands as words, all that have a help of their own.
std::vector<std::vector<std::string>> commands_in(const std::string& help) {
  std::vector<std::vector<std::string>> commands = {{}, {"rtl", "build"}};
  const std::size_t begin = help.find("\nCommands:\n");
  const std::size_t end = help.find("\n\n", begin + 1);
  for (const std::string& line : lines_of(help.substr(begin + 1, end - begin))) {
    if (line.rfind("  ", 0) == 0 && line[2] != ' ')
      commands.push_back({line.substr(2, line.find(' ', 2) - 2)});
  }
  return commands;
}

TEST_F(Terminal, HelpOfTheProgramFitsAScreen) {
  // Not the one of the tests, which has a command more.
  const ProgramOutput help = run_filter({NETLOOM_ITSELF, "--help"}, "");
  EXPECT_EQ(help.status, 0);
  EXPECT_LE(lines_of(help.output).size(), kHelpLines) << help.output;
}

/// Sets COLUMNS for the commands that are run.
class Columns {
 public:
  explicit Columns(const char* columns) {
    columns != nullptr ? setenv("COLUMNS", columns, 1) : unsetenv("COLUMNS");
  }
  ~Columns() { unsetenv("COLUMNS"); }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;
};

TEST_F(Terminal, HelpHasTheColumnsOfTheTerminal) {
  const auto widest = [&](const char* said) {
    const Columns columns(said);
    std::size_t most = 0;
    for (const std::string& line : lines_of(run({"run", "--help"}).output)) {
      most = std::max(most, columns_of(line));
    }
    return most;
  };
  const std::size_t without = widest(nullptr);
  EXPECT_THAT(without, testing::AllOf(testing::Gt(70u), testing::Le(80u)));
  EXPECT_EQ(widest("200"), without) << "no more than 80";
  EXPECT_EQ(widest("no number"), without);
  EXPECT_THAT(widest("60"), testing::AllOf(testing::Gt(50u), testing::Le(60u)));
  EXPECT_EQ(widest("10"), widest("60")) << "no less than 60";
}

TEST_F(Terminal, HelpFitsAndShowsAnExample) {
  const Columns columns(nullptr);
  const std::string all = run({"--help"}).output;
  const auto commands = commands_in(all);
  EXPECT_THAT(commands, SizeIs(2 + 15));
  for (std::vector<std::string> command : commands) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(command, " ")));
    std::string called = "netloom";
    for (const std::string& word : command) called += " " + word;
    command.emplace_back("--help");
    const Result result = run(command);
    EXPECT_EQ(result.status, 0);
    const std::vector<std::string> lines = lines_of(result.output);
    EXPECT_LE(lines.size(), kHelpLines);
    for (const std::string& line : lines) EXPECT_LE(columns_of(line), kHelpColumns) << line;
    EXPECT_THAT(result.output, HasSubstr("\nUsage: " + called));

    // Examples are of this command, with options that it has.
    const std::size_t examples = result.output.find("\nExample");
    ASSERT_NE(examples, std::string::npos);
    const std::string options = result.output.substr(0, examples);
    int shown = 0;
    for (const std::string& line : lines_of(result.output.substr(examples + 1))) {
      if (line.rfind("  ", 0) != 0) continue;
      ++shown;
      EXPECT_EQ(line.find("  " + called), 0u) << line;
      if (command.size() == 1) continue;  // of other commands
      const std::regex option("(^| )(--?[a-z][a-z-]*)");
      for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at) {
        if ((*at)[2] == "--help") continue;
        EXPECT_THAT(options, HasSubstr((*at)[2].str())) << line;
      }
    }
    EXPECT_GE(shown, 1);
  }
}

TEST_F(Terminal, HelpAllExplainsWhatHelpOnlyNames) {
  const Columns columns(nullptr);
  int commands_with_rare_options = 0;
  for (std::vector<std::string> command : commands_in(run({"--help"}).output)) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(command, " ")));
    command.emplace_back("--help");
    const std::string help = run(command).output;
    command.back() = "--help-all";
    const Result result = run(command);
    EXPECT_EQ(result.status, 0);
    EXPECT_GE(lines_of(result.output).size(), lines_of(help).size());
    for (const std::string& line : lines_of(result.output)) {
      EXPECT_LE(columns_of(line), kHelpColumns) << line;
    }
    const std::size_t rare = help.find("\n--help-all explains also ");
    if (rare == std::string::npos) {
      EXPECT_THAT(result.output, testing::StartsWith(help.substr(0, help.find("\nExample"))));
    } else {
      ++commands_with_rare_options;
    }
    // Every option of either is in the other: as a line of its own, or by name.
    const std::regex option("\n  (?:-[a-z], )?(--[a-z0-9-]+)");
    std::size_t options = 0;
    for (std::sregex_iterator at(result.output.begin(), result.output.end(), option), end;
         at != end; ++at) {
      ++options;
      EXPECT_THAT(help, testing::ContainsRegex("[ \n]" + (*at)[1].str() + "[ ,\n]"));
    }
    std::size_t explained = 0;
    for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
      ++explained;
      EXPECT_THAT(result.output, HasSubstr((*at)[1].str()));
    }
    EXPECT_EQ(explained < options, rare != std::string::npos);
  }
  EXPECT_GE(commands_with_rare_options, 6);
}

TEST_F(Terminal, OutputHasAShortNameInAllCommands) {
  int commands = 0;
  for (std::vector<std::string> command : commands_in(run({"--help"}).output)) {
    command.emplace_back("--help");
    const std::string help = run(command).output;
    if (help.find("--output ") == std::string::npos) continue;
    EXPECT_THAT(help, HasSubstr("  -o, --output ")) << command.front();
    ++commands;
  }
  EXPECT_EQ(commands, 4) << "rtl, rtl build, netlist, trace";
  write_tree();
  ASSERT_EQ(run({"netlist", "tree.yaml", "-o", "n.yaml"}).status, 0);
  EXPECT_EQ(read_file(folder.file("n.yaml")), run({"netlist", "tree.yaml"}).output);
}

/// Instructions that it takes until a command that does nothing has ended; none without valgrind.
std::optional<std::uint64_t> instructions_of(const std::string& command) {
  if (find_program("valgrind").empty()) return std::nullopt;
  const ProgramOutput result = run_filter(
      {"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", NETLOOM_ITSELF, command},
      "");
  EXPECT_EQ(result.status, 0) << result.errors;
  std::smatch match;
  if (!std::regex_search(result.errors, match, std::regex("Collected : ([0-9]+)"))) {
    ADD_FAILURE() << result.errors;
    return std::nullopt;
  }
  return std::stoull(match[1]);
}

TEST_F(Terminal, StartsAtOnce) {
#ifndef NDEBUG
  GTEST_SKIP() << "counts instructions of optimised code";
#endif
  if (kSanitized) GTEST_SKIP() << "counts instructions of code without sanitizers";
  if (find_program("valgrind").empty()) GTEST_SKIP() << "no valgrind";
  // 20 ms are more than 20 million instructions on any processor that simulates networks; half of
  // those that there are, are the dynamic linker's. `list` also opens every RTL block.
  for (const auto& [command, most] :
       {std::pair("--version", 18'000'000), std::pair("--help", 18'000'000),
        std::pair("list", 26'000'000)}) {
    const std::optional<std::uint64_t> count = instructions_of(command);
    ASSERT_TRUE(count);
    EXPECT_LE(*count, static_cast<std::uint64_t>(most)) << command;
  }
}

}  // namespace
}  // namespace netloom::test
