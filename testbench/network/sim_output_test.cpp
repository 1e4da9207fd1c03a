// What the program writes is whole, or it says that it is not: for every option that writes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Arguments, and the file that they write.
struct Writer {
  std::string name;
  std::vector<std::string> arguments;
  std::string file;

  friend void PrintTo(const Writer& writer, std::ostream* out) { *out << writer.name; }
};

class Outputs : public Program {
 protected:
  Outputs() {
    write_tree();
    folder.write("samples.yaml",
                 "network: {topology: fat_tree, k: 2, n: 2}\n"
                 "traffic: {load: 0.4, packet_phits: 8}\n"
                 "simulation: {warmup: 100, measure: 200, sample_interval: 50}\n");
    folder.write("messages.txt", "0 0 1 64\n3 1 2 64\n");
    folder.write("trace.yaml",
                 "network: {topology: fat_tree, k: 2, n: 2}\n"
                 "traffic: {trace: messages.txt, packet_phits: 8}\n");
    folder.write("faults.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "routing: {function: ft2ei, exclusion_intervals: 1}\n"
                 "traffic: {load: 0.1}\n");
    folder.write("mesh.yaml",
                 "network: {topology: mesh, k: [3, 3]}\n"
                 "routing: {vcs: {policy: davc, count: 4}}\n"
                 "traffic: {load: 0.1}\n");
  }

  std::vector<std::string> parts() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.file(""))) {
      if (entry.path().extension() == ".part") names.push_back(entry.path().filename());
    }
    return names;
  }
};

class EveryOutput : public Outputs, public testing::WithParamInterface<Writer> {};

TEST_P(EveryOutput, OnAFullDiskIsAnErrorAndAWholeFileElse) {
  const Writer& writer = GetParam();
  const Result good = run(writer.arguments);
  ASSERT_THAT(good.errors, testing::Not(HasSubstr("cannot be written")));
  ASSERT_GT(fs::file_size(folder.file(writer.file)), 0u);
  ASSERT_THAT(parts(), IsEmpty());

  fs::remove(folder.file(writer.file));
  fs::create_symlink("/dev/full", folder.file(writer.file));
  const Result full = run(writer.arguments);
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.errors, HasSubstr(writer.file + ": cannot be written: No space left on device"));
  EXPECT_THAT(parts(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Writers, EveryOutput,
    testing::Values(
        Writer{"run_json", {"run", "tree.yaml", "--json", "o"}, "o"},
        Writer{"run_csv", {"run", "tree.yaml", "--csv", "o"}, "o"},
        Writer{"run_svg", {"run", "tree.yaml", "--plot", "o"}, "o.svg"},
        Writer{"run_png", {"run", "tree.yaml", "--plot", "o"}, "o.png"},
        Writer{"time_csv", {"run", "samples.yaml", "--time-csv", "o"}, "o"},
        Writer{"time_png", {"run", "samples.yaml", "--time-plot", "o"}, "o.png"},
        Writer{"vcd", {"run", "samples.yaml", "--trace", "o.vcd"}, "o.vcd"},
        Writer{"save_file", {"run", "samples.yaml", "--trace", "o.vcd"}, "o.gtkw"},
        Writer{"sweep_json", {"sweep", "samples.yaml", "--json", "o"}, "o"},
        Writer{"netlist", {"netlist", "tree.yaml", "--output", "o"}, "o"},
        Writer{"registers", {"netlist", "tree.yaml", "--registers", "--output", "o"}, "o"},
        Writer{"trace", {"trace", "trace.yaml", "--output", "o"}, "o"},
        Writer{"check_json", {"check", "tree.yaml", "--json", "o"}, "o"},
        Writer{"ids", {"check", "mesh.yaml", "--relabel", "--numberings", "2", "--ids", "o"}, "o"},
        Writer{"cost_json", {"cost", "tree.yaml", "--json", "o"}, "o"},
        Writer{"memory_csv", {"cost", "--memory", "interval", "--csv", "o"}, "o"},
        Writer{"memory_png", {"cost", "--memory", "interval", "--plot", "o"}, "o.png"},
        Writer{"faults_json", {"faults", "faults.yaml", "--count", "1", "--json", "o"}, "o"},
        Writer{"matrix_junit", {"matrix", "--only", "mesh/dor/single/vct", "--junit", "o"}, "o"},
        Writer{"repro_json",
               {"repro", "table-5.3", "--no-pictures", "--out", "made", "--json", "o"},
               "o"},
        Writer{"repro_readme",
               {"repro", "table-5.3", "--no-pictures", "--out", "made", "--document", "d"},
               "d/README.md"},
        Writer{"repro_page",
               {"repro", "table-5.3", "--no-pictures", "--out", "made", "--document", "d"},
               "d/table-5.3.md"},
        Writer{"repro_csv",
               {"repro", "table-5.3", "--no-pictures", "--out", "made", "--document", "d"},
               "d/table-5.3.csv"}),
    [](const auto& each) { return each.param.name; });

TEST_F(Outputs, AFullStandardOutputIsAnError) {
  fs::create_symlink("/dev/full", folder.file("stdout"));
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"schema"},
                                             {"list"},
                                             {"--help"},
                                             {"run", "tree.yaml"},
                                             {"run", "tree.yaml", "--print-config"},
                                             {"run", "tree.yaml", "--explain", "slowest"},
                                             {"check", "tree.yaml"},
                                             {"netlist", "tree.yaml"}}) {
    int status = 0;
    waitpid(start(arguments), &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 1) << arguments.back();
    EXPECT_THAT(read_file(folder.file("stderr")),
                HasSubstr("standard output cannot be written: No space left"));
  }
}

// A limit is met in the middle of a file, as the end of a disk is.
TEST_F(Outputs, AWaveformThatBecomesTooLargeLeavesNothing) {
  folder.write("stderr", "");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{20000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const Result result = run({"run", "samples.yaml", "--trace", "o.vcd"});
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("o.vcd: cannot be written: File too large"));
  EXPECT_FALSE(fs::exists(folder.file("o.vcd")));
  EXPECT_FALSE(fs::exists(folder.file("o.gtkw")));
  EXPECT_THAT(parts(), IsEmpty());
}

// `--json /dev/stdout > file`: the table is in the file too. With a link like /dev/stdout, not
// itself, so that no mistake of the program's replaces that of the machine.
TEST_F(Outputs, StandardOutputThatIsAFileTakesTwoOutputs) {
  fs::create_symlink("/proc/self/fd/1", folder.file("link"));
  const Result result = run({"check", "tree.yaml", "--json", "link"});
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("connectivity: all 56 pairs"));
  EXPECT_THAT(result.output, EndsWith("\n}\n"));
}

// ---- What gnuplot does.

class FakeGnuplot : public Outputs {
 protected:
  /// A gnuplot that does this instead.
  void write_gnuplot(const std::string& script) {
    fs::create_directory(folder.file("bin"));
    folder.write("bin/gnuplot", "#!/bin/sh\n" + script);
    chmod(folder.file("bin/gnuplot").c_str(), 0755);
    const char* path = std::getenv("PATH");
    before_ = path == nullptr ? "" : path;
    setenv("PATH", (folder.file("bin") + ":" + before_).c_str(), 1);
  }
  ~FakeGnuplot() override {
    if (!before_.empty()) setenv("PATH", before_.c_str(), 1);
  }

  void expect_failure(const std::string& message) const {
    const Result result = run({"run", "tree.yaml", "--plot", "o"});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.errors, HasSubstr(message));
    EXPECT_THAT(result.output, testing::Not(HasSubstr("o.svg")));
    EXPECT_FALSE(fs::exists(folder.file("o.svg")));
    EXPECT_FALSE(fs::exists(folder.file("o.png")));
  }

 private:
  std::string before_;
};

TEST_F(FakeGnuplot, ThatFailsIsAnErrorWithItsMessage) {
  write_gnuplot("cat > /dev/null\necho 'line 7: no such terminal' >&2\nexit 3\n");
  expect_failure("gnuplot failed with status 3: line 7: no such terminal");
}

TEST_F(FakeGnuplot, ThatDrawsHalfAPictureIsAnError) {
  write_gnuplot("cat > /dev/null\necho '<svg>'\necho 'disk quota exceeded' >&2\n");
  expect_failure("gnuplot drew no whole picture: disk quota exceeded");
}

TEST_F(FakeGnuplot, ThatDoesNotReadItsCommandsIsAnErrorIfItDrawsNothing) {
  write_gnuplot("exit 0\n");
  expect_failure("gnuplot drew no whole picture");
}

TEST_F(Outputs, PicturesAreWhole) {
  const Result result = run({"run", "tree.yaml", "--plot", "o"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, EndsWith("o.svg\no.png\n"));
  EXPECT_THAT(read_file(folder.file("o.svg")), StartsWith("<?xml"));
  EXPECT_THAT(read_file(folder.file("o.svg")), EndsWith("</svg>\n\n"));
  const std::string png = read_file(folder.file("o.png"));
  EXPECT_THAT(png, StartsWith("\x89PNG"));
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND");
}

}  // namespace
}  // namespace netloom::test
