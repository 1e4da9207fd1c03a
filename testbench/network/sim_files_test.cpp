// What the program takes as inputs and outputs, and what it refuses before it does anything.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kMark = "\xEF\xBB\xBF";

/// Commands that are refused: exit status 2, and one line that says why.
class Files : public Program {
 protected:
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_THAT(result.errors, HasSubstr(message)) << testing::PrintToString(arguments);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_EQ(result.output, "");
  }

  void write_faulty_tree() const {
    folder.write("ft2ei.yaml",
                 "network: {topology: fat_tree, k: 2, n: 2}\n"
                 "routing: {function: ft2ei}\n"
                 "traffic: {load: 0.1}\n");
  }
};

TEST_F(Files, ConfigurationWithByteOrderMarkAndCrLf) {
  write_tree();
  std::string text = kMark;
  for (const char c : read_file(folder.file("tree.yaml"))) {
    text += c == '\n' ? "\r\n" : std::string(1, c);
  }
  folder.write("windows.yaml", text);
  ASSERT_EQ(run({"run", "tree.yaml", "--csv", "a.csv"}).status, 0);
  ASSERT_EQ(run({"run", "windows.yaml", "--csv", "b.csv"}).status, 0);
  EXPECT_EQ(read_file(folder.file("a.csv")), read_file(folder.file("b.csv")));
}

TEST_F(Files, EdgeListAndTraceWithByteOrderMark) {
  folder.write("graph.txt", kMark + "A B\r\nB C\r\nC A\r\n");
  folder.write("trace.txt", kMark + "0 0 1 8\r\n5 1 2 8\r\n");
  folder.write("pairs.txt", kMark + "0 1\r\n1 2\r\n2 0\r\n");
  folder.write("graph.yaml",
               "network: {topology: graph, file: graph.txt}\ntraffic: {trace: trace.txt}\n");
  const Result result = run({"run", "graph.yaml", "--json", "a.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const json document = json::parse(read_file(folder.file("a.json")));
  EXPECT_EQ(document["points"][0]["packets"]["delivered"], 2);
  EXPECT_THAT(run({"netlist", "graph.yaml"}).output, Not(HasSubstr("s3")));
  folder.write("pairs.yaml",
               "network: {topology: graph, file: graph.txt}\n"
               "traffic: {load: 0.1, pattern: permutation, file: pairs.txt}\n");
  EXPECT_EQ(run({"run", "pairs.yaml"}).status, 0);
}

TEST_F(Files, TextThatIsNotUtf8) {
  write_tree();
  folder.write("graph.txt", "A B\nB \xFF\n\xFF\x41 A\n");
  folder.write("graph.yaml",
               "network:\n  topology: graph\n  file: graph.txt\ntraffic: {load: 0.1}\n");
  expect_refused({"run", "graph.yaml"},
                 "graph.txt:2: the byte at offset 6 of the file, 0xff, is not UTF-8");
  folder.write("c.yaml", read_file(folder.file("tree.yaml")) + "# \xFF\n");
  expect_refused({"run", "c.yaml"}, "c.yaml:4: the byte at offset");
  folder.write("m.yaml", "# \xFF\n");
  expect_refused({"matrix", "--definition", "m.yaml"}, "m.yaml:1: the byte at offset 2");
  expect_refused({"repro", "m.yaml"}, "m.yaml:1: the byte at offset 2");
  folder.write("t.txt", "0 0 1 8 # \xFF\n");
  folder.write("t.yaml", "network: {topology: fat_tree, k: 2, n: 3}\ntraffic: {trace: t.txt}\n");
  expect_refused({"run", "t.yaml"}, "t.txt:1: the byte at offset 10");
  expect_refused({"sweep", "tree.yaml", "--vary", "routing.selection=\xFF"},
                 "argument 4: byte 18, 0xff, is not UTF-8");
}

TEST_F(Files, InputsThatAreNoFiles) {
  write_tree();
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  for (const auto& [path, what] :
       {std::pair("/dev/zero", "/dev/zero: is a device; allowed: a regular file"),
        {"pipe",
         "pipe: is a pipe, of which there is nothing left when it has been read once; "
         "allowed: a regular file"},
        {".", ".: is a folder; allowed: a regular file"},
        {"none", "none: the file cannot be read: No such file or directory"}}) {
    for (const char* command : {"run", "sweep", "check", "cost", "netlist", "trace"}) {
      expect_refused({command, path}, what);
    }
    expect_refused({"faults", path, "--count", "1"}, what);
    expect_refused({"matrix", "--definition", path}, what);
    expect_refused({"run", "tree.yaml", "--set", std::string("network={file: ") + path + "}"},
                   what);
    expect_refused(
        {"run", "tree.yaml", "--set", std::string("network={topology: graph, file: ") + path + "}"},
        what);
    expect_refused({"run", "tree.yaml", "--set", std::string("traffic={trace: ") + path + "}"},
                   what);
    expect_refused({"run", "tree.yaml", "--set",
                    std::string("traffic={load: 0.1, pattern: permutation, file: ") + path + "}"},
                   what);
    expect_refused(
        {"run", "tree.yaml", "--set", std::string("routing={function: table, file: ") + path + "}"},
        what);
    expect_refused(
        {"run", "tree.yaml", "--set",
         std::string("routing={function: ecmp, vcs: {policy: davc, count: 4, ids_file: ") + path +
             "}}"},
        what);
  }
  expect_refused({"sweep", "tree.yaml", "--db", "/dev/null"},
                 "/dev/null: is a device; allowed: a regular file");
}

TEST_F(Files, OutputsAreNoInputs) {
  write_tree();
  write_faulty_tree();
  folder.write("graph.txt", "A B\nB C\nC A\n");
  folder.write("graph.yaml", "network: {topology: graph, file: graph.txt}\ntraffic: {load: 0.1}\n");
  const std::string tree = read_file(folder.file("tree.yaml"));
  const std::string over = ", which is the same file; allowed: a file of its own";
  const std::string over_tree = "would overwrite the configuration (tree.yaml)" + over;
  std::filesystem::create_hard_link(folder.file("tree.yaml"), folder.file("hard"));
  std::filesystem::create_symlink("tree.yaml", folder.file("soft"));
  std::filesystem::create_symlink("tree.yaml", folder.file("soft.svg"));
  for (const std::string path : {"tree.yaml", "./tree.yaml", "hard", "soft"}) {
    for (const char* option : {"--json", "--csv", "--time-csv"}) {
      expect_refused({"run", "tree.yaml", option, path},
                     std::string(option) + " " + path + ": " + over_tree);
      expect_refused({"sweep", "tree.yaml", option, path},
                     std::string(option) + " " + path + ": " + over_tree);
    }
    expect_refused({"sweep", "tree.yaml", "--db", path}, "--db " + path + ": " + over_tree);
    expect_refused({"run", "tree.yaml", "--trace", path}, "--trace " + path + ": " + over_tree);
    expect_refused({"check", "tree.yaml", "--json", path}, over_tree);
    expect_refused({"cost", "tree.yaml", "--json", path}, over_tree);
    expect_refused({"netlist", "tree.yaml", "--output", path}, over_tree);
  }
  expect_refused({"run", "tree.yaml", "--plot", "soft"}, "--plot soft.svg: " + over_tree);
  expect_refused({"faults", "ft2ei.yaml", "--count", "1", "--json", "ft2ei.yaml"},
                 "would overwrite the configuration (ft2ei.yaml)");
  expect_refused({"netlist", "graph.yaml", "--output", "graph.txt"},
                 "--output graph.txt: would overwrite network.file (graph.txt)" + over);
  folder.write("t.txt", "0 0 1 8\n");
  folder.write("t.yaml", "network: {topology: fat_tree, k: 2, n: 2}\ntraffic: {trace: t.txt}\n");
  expect_refused({"trace", "t.yaml", "--output", "t.txt"}, "would overwrite traffic.trace (t.txt)");
  folder.write("m.yaml", "# a definition\n");
  expect_refused({"repro", "m.yaml", "--json", "m.yaml"},
                 "--json m.yaml: would overwrite the experiment (m.yaml)" + over);
  expect_refused({"matrix", "--definition", "m.yaml", "--junit", "m.yaml"},
                 "--junit m.yaml: would overwrite --definition (m.yaml)" + over);
  EXPECT_EQ(read_file(folder.file("tree.yaml")), tree);
}

TEST_F(Files, OutputsAreDifferent) {
  write_tree();
  std::filesystem::create_directory(folder.file("sub"));
  folder.write("there", "");
  std::filesystem::create_symlink("sub/nothing", folder.file("to_nothing"));
  for (const auto& [one, other] : {std::pair("out", "out"),
                                   {"out", "./out"},
                                   {"out", "sub/../out"},
                                   {"there", "sub/../there"},
                                   {"sub/nothing", "to_nothing"}}) {
    expect_refused({"run", "tree.yaml", "--json", one, "--csv", other},
                   "--csv " + std::string(other) + ": would overwrite --json " + one +
                       ", which is the same file; allowed: a file of its own");
  }
  expect_refused({"run", "tree.yaml", "--plot", "p", "--csv", "p.svg"},
                 "--plot p.svg: would overwrite --csv p.svg");
  expect_refused({"run", "tree.yaml", "--seed", "1", "--trace", "t.vcd", "--json", "t.gtkw"},
                 "--trace t.gtkw: would overwrite --json t.gtkw");
  expect_refused({"sweep", "tree.yaml", "--json", "tree.sqlite"},
                 "--db tree.sqlite: would overwrite --json tree.sqlite");
  expect_refused({"cost", "--memory", "fir", "--json", "x", "--csv", "x"},
                 "--csv x: would overwrite --json x");
  expect_refused({"matrix", "--junit", "sub/README.md", "--document", "sub"},
                 "--document sub/README.md: would overwrite --junit sub/README.md");
  expect_refused({"matrix", "--junit", "sub/mesh.md", "--document", "./sub"},
                 "--document ./sub/mesh.md: would overwrite --junit sub/mesh.md");
  expect_refused({"matrix", "--document", "there"}, "there: cannot be made: ");
  expect_refused({"check", "tree.yaml", "--json", "x", "--ids", "x", "--relabel"},
                 "--ids x: would overwrite --json x");
  for (const char* name : {"README.md", "table-5.3.md", "table-5.3.csv", "table-5.3.svg"}) {
    const std::string file = std::string("sub/") + name;
    expect_refused({"repro", "table-5.3", "--no-pictures", "--json", file, "--document", "sub"},
                   "--document " + file + ": would overwrite --json " + file);
  }
  // Two experiments of one name would share a page.
  folder.write(
      "sub/table-5.3.yaml",
      "like: table-5.3\nclaims:\n  - {says: s, measure: network_cost, curve: RUFT ideal, expect: "
      "{at_least: 0}}\n");
  expect_refused({"repro", "table-5.3", "sub/table-5.3.yaml", "--no-pictures", "--document", "d"},
                 "--document d/table-5.3.md: would overwrite --document d/table-5.3.md");
  // Nothing is replaced there.
  EXPECT_EQ(run({"run", "tree.yaml", "--json", "/dev/null", "--csv", "/dev/null"}).status, 0);
}

TEST_F(Files, EmptyValuesOfOptions) {
  write_tree();
  for (const char* option : {"--json", "--csv", "--plot", "--time-csv", "--time-plot", "--trace",
                             "--seed", "--jobs", "--set", "--explain"}) {
    expect_refused({"run", "tree.yaml", option, ""}, option);
  }
  expect_refused({"run", ""}, "CONFIG: an empty text is not allowed");
  expect_refused({"sweep", "tree.yaml", "--db", ""}, "--db: an empty text is not allowed");
  expect_refused({"sweep", "tree.yaml", "--vary", ""}, "--vary: an empty text is not allowed");
  expect_refused({"netlist", "tree.yaml", "--output", ""}, "--output: an empty text");
  expect_refused({"matrix", "--only", ""}, "--only: an empty text is not allowed");
  expect_refused({"repro", "table-5.3", "--out", ""}, "--out: an empty text is not allowed");
}

TEST_F(Files, AKeyIsVariedOnce) {
  write_tree();
  expect_refused(
      {"sweep", "tree.yaml", "--vary", "network.k=2", "--vary", "network.k=3"},
      "--vary network.k=3: network.k is varied twice; allowed: once, with all its values");
}

TEST_F(Files, ErrorsOfOverridesNameTheirOption) {
  write_tree();
  const std::string wrong = "network.k: 1 is out of range";
  expect_refused({"sweep", "tree.yaml", "--vary", "network.k=2,1"}, "--vary " + wrong);
  expect_refused({"sweep", "tree.yaml", "--set", "network.k=1", "--vary", "traffic.load=0.1,0.2"},
                 "--set " + wrong);
  expect_refused({"sweep", "tree.yaml", "--vary", "network..k=2"},
                 "--vary network..k: is not a key");
}

TEST_F(Files, WhatIsSetIsKept) {
  write_tree();
  const struct {
    std::vector<std::string> options;
    const char* message;
  } kCases[] = {
      {{"--set", "network.k=2", "--set", "network.k=3"},
       "--set network.k=3: nothing would be left of --set network.k=2; allowed: one of them"},
      {{"--set", "traffic.load[0]=0.1", "--set", "traffic.load.0=0.2"},
       "--set traffic.load.0=0.2: nothing would be left of --set traffic.load[0]=0.1"},
      {{"--set", "routing.selection=ff", "--set", "routing={function: destro}"},
       "--set routing={function: destro}: nothing would be left of --set routing.selection=ff"},
      {{"--seed", "3", "--set", "simulation.seeds=[1, 2]"},
       "--seed 3: nothing would be left of --set simulation.seeds=[1, 2]"},
  };
  for (const auto& each : kCases) {
    for (const char* command : {"run", "sweep", "check"}) {
      std::vector<std::string> arguments = {command, "tree.yaml"};
      arguments.insert(arguments.end(), each.options.begin(), each.options.end());
      expect_refused(arguments, each.message);
    }
  }
  // A part of a whole, and each time the element that is first by then.
  const Result part =
      run({"run", "tree.yaml", "--set", "traffic={load: [0.1, 0.2, 0.3], packet_phits: 4}", "--set",
           "traffic.packet_phits=2", "--set", "traffic.load[0]=null", "--set",
           "traffic.load[0]=null", "--print-config"});
  EXPECT_EQ(part.status, 0) << part.errors;
  EXPECT_THAT(part.output, HasSubstr("packet_phits: 2"));
  EXPECT_THAT(part.output, HasSubstr("0.3"));
  EXPECT_THAT(part.output, testing::Not(HasSubstr("0.2")));
}

TEST_F(Files, WhatIsSetIsNotVaried) {
  write_tree();
  const auto sweep = [](const std::vector<std::string>& options) {
    std::vector<std::string> command = {"sweep", "tree.yaml"};
    command.insert(command.end(), options.begin(), options.end());
    return command;
  };
  expect_refused(sweep({"--vary", "network.k=4", "--set", "network.k=5"}),
                 "--vary network.k=4: nothing would be left of --set network.k=5; allowed: one of "
                 "them");
  expect_refused(sweep({"--vary", "routing={function: destro}", "--set", "routing.selection=ff"}),
                 "--vary routing={function: destro}: nothing would be left of --set "
                 "routing.selection=ff");
  expect_refused(sweep({"--seed", "3", "--vary", "simulation.seeds=4,5"}),
                 "--vary simulation.seeds=4,5: nothing would be left of --seed 3");
  expect_refused(sweep({"--vary", "routing.selection=ff", "--vary", "routing={function: destro}"}),
                 "nothing would be left of --vary routing.selection=ff");
  // A part of what has been set leaves the rest of it.
  const Result part = run(sweep({"--set", "routing={function: interval}", "--set",
                                 "simulation.measure=20", "--vary", "routing.selection=ff,sadp"}));
  EXPECT_EQ(part.status, 0) << part.errors;
}

TEST_F(Files, WhatADatabaseHasBesideItIsTaken) {
  write_tree();
  expect_refused({"sweep", "tree.yaml", "--db", "a.db", "--json", "a.db-wal"},
                 "would overwrite --");
}

TEST_F(Files, NumbersOfOptions) {
  write_tree();
  write_faulty_tree();
  const std::vector<std::vector<std::string>> commands = {
      {"run", "tree.yaml", "--seed"},
      {"run", "tree.yaml", "--jobs"},
      {"run", "tree.yaml", "--trace", "t.vcd", "--trace-from"},
      {"run", "tree.yaml", "--trace", "t.vcd", "--trace-to"},
      {"sweep", "tree.yaml", "--seed"},
      {"check", "tree.yaml", "--numberings"},
      {"cost", "tree.yaml", "--seed"},
      {"cost", "--memory", "fir", "--k"},
      {"cost", "--memory", "fir", "--nodes"},
      {"cost", "--memory", "ft2ei", "--exclusion-intervals"},
      {"cost", "--blocks", "--jobs"},
      {"faults", "ft2ei.yaml", "--count"},
      {"faults", "ft2ei.yaml", "--count", "1", "--samples"},
      {"faults", "ft2ei.yaml", "--count", "1", "--at-most"},
      {"faults", "ft2ei.yaml", "--count", "1", "--jobs"},
      {"matrix", "--jobs"},
      {"netlist", "tree.yaml", "--seed"},
      {"repro", "table-5.3", "--jobs"},
      {"trace", "tree.yaml", "--seed"}};
  for (const std::vector<std::string>& command : commands) {
    for (const char* value : {"-1", "1x", "99999999999999999999999", "nan", " 1", "0x10"}) {
      std::vector<std::string> arguments = command;
      arguments.emplace_back(value);
      expect_refused(arguments, command.back() + ": '" + value + "' is not allowed; allowed: ");
    }
  }
  // Decimal, whatever it begins with.
  const auto seed_of = [&](const std::string& seed) {
    EXPECT_EQ(run({"run", "tree.yaml", "--seed", seed, "--json", "a.json"}).status, 0);
    return json::parse(read_file(folder.file("a.json")))["points"][0]["seed"];
  };
  EXPECT_EQ(seed_of("010"), 10);
  EXPECT_EQ(seed_of("9007199254740991"), 9007199254740991);
}

/// The names of the series in a result, and how many points it has.
std::pair<std::vector<std::string>, std::size_t> series_in(const std::string& path) {
  const json document = json::parse(read_file(path));
  std::vector<std::string> names;
  for (const json& each : document.value("series", json::array())) names.push_back(each["name"]);
  return {names, document["points"].size()};
}

TEST_F(Files, WhatIsGivenTwiceCountsOnce) {
  write_tree();
  folder.write("copy.yaml", read_file(folder.file("tree.yaml")));
  std::filesystem::create_symlink("tree.yaml", folder.file("link.yaml"));
  const std::string seed = "--seed";
  const auto sweep = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"sweep", "--json", "a.json", "--seed", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    std::filesystem::remove(folder.file("tree.sqlite"));
    return result.errors;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(sweep({"tree.yaml", "--vary", "network.k=2,3,2"}),
            "netloom: warning: k=2 is given twice; it counts once\n");
  EXPECT_EQ(series_in(folder.file("a.json")), std::pair(Names{"k=2", "k=3"}, std::size_t{4}));
  EXPECT_EQ(sweep({"tree.yaml", "--vary", "traffic.load=0.1,0.10"}),
            "netloom: warning: load=0.10 is the same configuration as load=0.1; it counts once\n");
  EXPECT_EQ(series_in(folder.file("a.json")).second, 1u);
  for (const char* again : {"tree.yaml", "./tree.yaml", "link.yaml"}) {
    EXPECT_EQ(sweep({"tree.yaml", again}),
              std::string("netloom: warning: ") + again + " is given twice; it counts once\n");
    EXPECT_EQ(series_in(folder.file("a.json")), std::pair(Names{}, std::size_t{2}));
  }
  EXPECT_EQ(sweep({"tree.yaml", "copy.yaml"}),
            "netloom: warning: copy is the same configuration as tree; it counts once\n");
  EXPECT_EQ(series_in(folder.file("a.json")).second, 2u);
  // Loads and seeds in a configuration are refused.
  expect_refused({"run", "tree.yaml", "--set", "simulation.seeds=[1, 1]"},
                 "simulation.seeds[1]: 1 is given twice; allowed: once");
  const Result memory = run({"cost", "--memory", "fir", "--k", "4,4"});
  EXPECT_EQ(memory.errors, "netloom: warning: 4 is given twice; it counts once\n");
  EXPECT_EQ(memory.output, run({"cost", "--memory", "fir", "--k", "4"}).output);
}

}  // namespace
}  // namespace netloom::test
