// Every picture that the program can draw, as its readers' renderers have to take it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/external_program.h"
#include "sim/report/chart.h"
#include "sim/report/chart_axis.h"
#include "testbench/network/program.h"
#include "testbench/outside/writers.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

class Pictures : public Program {
 protected:
  /// What docs/tools/check_pictures.py says about the pictures in the test's folder.
  static ProgramOutput check(const std::vector<std::string>& paths) {
    std::vector<std::string> command = {"python3", NETLOOM_CHECK_PICTURES};
    command.insert(command.end(), paths.begin(), paths.end());
    return run_filter(command, "");
  }

  void expect_sound(const std::string& path) const {
    const ProgramOutput result = check({path});
    EXPECT_EQ(result.status, 0) << result.errors;
  }
};

TEST_F(Pictures, OfAllCommandsAreSound) {
  for (const auto& [name, text] : inputs_of_writers()) folder.write(name, text);
  std::filesystem::create_directory(folder.file("out"));
  int pictures = 0;
  for (const Writer& writer : writers()) {
    for (const std::string& file : writer.files) {
      const std::filesystem::path path = folder.file(file);
      if (path.extension() != ".svg" || std::filesystem::exists(path)) continue;
      const Result result = run(writer.arguments);
      ASSERT_EQ(result.status, 0) << writer.name << ": " << result.errors;
      break;
    }
    for (const std::string& file : writer.files) {
      const std::string path = folder.file(file);
      if (!std::filesystem::exists(path)) continue;
      if (std::filesystem::path(file).extension() == ".svg") {
        SCOPED_TRACE(writer.name);
        expect_sound(path);
        ++pictures;
      }
      std::filesystem::remove(path);
    }
  }
  EXPECT_GE(pictures, 6);
}

/// All that a chart can have: intervals, more series than colours, saturated points, a name that
/// looks like markup.
Chart full_chart(Chart::Kind kind) {
  Chart chart;
  chart.kind = kind;
  chart.title = "a < b & 'c'";
  chart.x_title = "x";
  chart.y_title = "y";
  chart.diagonal = kind == Chart::Kind::kCurves;
  chart.saturation_leaves = true;
  chart.groups = {"g", "h"};
  for (int i = 0; i < 12; ++i) {
    const double y = 10 + i;
    chart.series.push_back({"stroke='black' " + std::to_string(i),
                            {{0, y, 1}, {1, y + 5, 0, true}, {1, 50 * y, 20, true}}});
  }
  return chart;
}

TEST_F(Pictures, NameWhatTheyShow) {
  write_tree();
  const auto title = [&](const std::vector<std::string>& command, const std::string& file) {
    const Result result = run(command);
    EXPECT_EQ(result.status, 0) << result.errors;
    const std::string svg = read_file(folder.file(file));
    const std::size_t begin = svg.find("<title>") + 7;
    return svg.substr(begin, svg.find("</title>") - begin);
  };
  EXPECT_EQ(title({"run", "tree.yaml", "--plot", "one"}, "one.svg"),
            "Latency and accepted load: fat_tree, interval, uniform");
  EXPECT_EQ(
      title({"sweep", "tree.yaml", "--vary", "routing.function=destro,det_lin", "--plot", "two"},
            "two.svg"),
      "Latency and accepted load: function=destro; function=det_lin");
  EXPECT_EQ(
      title({"run", "tree.yaml", "--set", "simulation.sample_interval=100", "--time-plot", "time"},
            "time.svg"),
      "Latency and accepted load over time: fat_tree, interval, uniform");
  EXPECT_EQ(title({"cost", "--memory", "fir", "--plot", "memory"}, "memory.svg"),
            "Memory of routing per switch over the nodes: FIR");
}

TEST_F(Pictures, OfExperimentsHaveTheTitlesOfThese) {
  const Result result = run({"repro", "table-5.3", "--out", folder.file("out")});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(
      read_file(folder.file("out/table-5.3.svg")),
      HasSubstr("<title>Cost of the networks, relative to the fat-tree with DESTRO</title>"));
}

TEST_F(Pictures, OfAllKindsAreSound) {
  for (const auto kind : {Chart::Kind::kCurves, Chart::Kind::kLines, Chart::Kind::kBars}) {
    for (const bool log : {false, true}) {
      std::vector<Chart> charts(3, full_chart(kind));
      for (Chart& chart : charts) chart.log_y = log;
      const std::string prefix = folder.file("picture");
      draw_charts(charts, prefix, "t");
      SCOPED_TRACE(std::to_string(static_cast<int>(kind)) + (log ? " log" : ""));
      expect_sound(prefix + ".svg");
      const std::string svg = read_file(prefix + ".svg");
      EXPECT_THAT(svg, HasSubstr("stroke='black' 11"));
    }
  }
}

TEST_F(Pictures, HaveTheNumbersAtBothEndsOfALogarithmicAxis) {
  for (const double begin : {1e-4, 0.1, 1., 2., 5., 10., 50., 100., 1e3, 1e4, 1e5, 1e6}) {
    Chart chart;
    chart.log_y = true;
    chart.series = {{"one", {{0, begin}, {1, 10 * begin}}}};
    const std::string prefix = folder.file("ends");
    draw_charts({chart}, prefix, "t");
    const std::string svg = read_file(prefix + ".svg");
    EXPECT_THAT(svg, HasSubstr("<text>" + mark_text(begin) + "</text>"));
    EXPECT_THAT(svg, HasSubstr("<text>" + mark_text(10 * begin) + "</text>"));
  }
}

TEST_F(Pictures, ThatAreNotSoundAreFound) {
  const auto expect_problem = [&](const std::string& content, const std::string& problem) {
    folder.write("bad.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>" +
                                content + "</svg>");
    const ProgramOutput result = check({folder.file("bad.svg")});
    EXPECT_NE(result.status, 0);
    EXPECT_THAT(result.errors, HasSubstr(problem));
  };
  expect_problem("<g>", "is not well-formed");
  expect_problem("<title>t</title><g transform='translate(3,4) scale(0.00)'/>", "scale(0.00)");
  expect_problem("<title>t</title><g transform='matrix(1,2,2,4,0,0)'/>", "matrix(1,2,2,4,0,0)");
  expect_problem("<title>t</title><g fill='#123456'/>", "is no colour of");
  expect_problem("<title>t</title><g fill='#0072b2'/>", "has no rule for dark pages");
  expect_problem("<title>t</title><g fill='url(#p)'/>", "fill url(#p) is no colour of");
  expect_problem("<title>t</title><g style='stroke:rgb(0,114,178)'/>", "has a colour");
  expect_problem("<g/>", "has no title");
}

}  // namespace
}  // namespace netloom::test
