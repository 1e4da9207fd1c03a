#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_folders.h"
#include "sim/base/process_pool.h"
#include "sim/base/progress.h"
#include "sim/base/text_columns.h"
#include "sim/cli/options.h"
#include "sim/cli/vary.h"
#include "sim/report/chart_axis.h"
#include "sim/report/curves.h"
#include "sim/report/defect_text.h"
#include "sim/report/files.h"
#include "sim/report/picture_style.h"
#include "sim/report/plot.h"
#include "sim/report/summary.h"
#include "sim/report/table.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/result_store.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

Config small_config(const std::vector<Override>& overrides = {}) {
  return parse_config(
      "network: {topology: fat_tree, k: 2, n: 2}\n"
      "traffic: {load: [0.1, 0.3], packet_phits: 4}\n"
      "simulation: {warmup: 100, measure: 200, seeds: [1, 2]}\n",
      "test.yaml", "", overrides);
}

Json point(double load, std::uint64_t seed, double accepted, double latency) {
  return {{"load", load},
          {"seed", seed},
          {"offered_load", load},
          {"accepted_load", accepted},
          {"latency",
           {{"network", {{"mean", latency}, {"p99", 2 * latency}}},
            {"generation", {{"mean", latency + 1}, {"p99", 2 * latency + 1}}}}},
          {"hops", {{"mean", 3.0}}},
          {"saturated", load > 0.2},
          {"stationary", true},
          {"completion_cycle", nullptr},
          {"rtl", {{"decisions", 10}, {"mismatches", 0}}},
          {"failure", nullptr}};
}

Series two_loads() {
  Series series;
  series.loaded = series_config(LoadedConfig(small_config()));
  series.points = {point(0.1, 1, 0.10, 20), point(0.1, 2, 0.12, 22), point(0.3, 1, 0.25, 40),
                   failed_point({0.3, 2, false}, "deadlock", "nothing moves")};
  return series;
}

TEST(Summary, MeansOverTheSeedsOfALoad) {
  const Json rows = summarise(two_loads().points);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["load"], 0.1);
  EXPECT_EQ(rows[0]["seeds"], 2);
  EXPECT_EQ(rows[0]["failed"], 0);
  EXPECT_DOUBLE_EQ(rows[0]["accepted_load"]["mean"], 0.11);
  // Standard deviation 0.01 sqrt(2), t(1) = 12.7062.
  EXPECT_NEAR(rows[0]["accepted_load"]["ci95"].get<double>(), 0.127062, 1e-6);
  EXPECT_DOUBLE_EQ(rows[0]["latency"]["network"]["p99"]["mean"], 42);
  EXPECT_EQ(rows[0]["saturated"], false);
  EXPECT_EQ(rows[1]["failed"], 1);
  EXPECT_TRUE(rows[1]["accepted_load"]["ci95"].is_null());
  EXPECT_EQ(rows[1]["saturated"], true);
}

TEST(Summary, OfALoadThatFailedAltogether) {
  const Json rows = summarise({failed_point({0.3, 2, false}, "crash", "signal 11")});
  EXPECT_TRUE(rows[0]["accepted_load"].is_null());
  EXPECT_TRUE(rows[0]["saturated"].is_null());
}

TEST(Report, Table) {
  const std::string text = summary_text({two_loads()});
  EXPECT_THAT(text, HasSubstr("0.1    0.1100 ±0.1271"));
  EXPECT_THAT(text, HasSubstr("1 of 2 failed, saturated"));
  EXPECT_THAT(text, Not(HasSubstr("nothing moves"))) << "said as an error, and once";
  EXPECT_THAT(text, Not(HasSubstr("RTL")));
}

TEST(Report, EveryMeasureOfTheTableHasItsInterval) {
  Series series = two_loads();
  series.points = {point(0.1, 1, 0.1000, 20.1), point(0.1, 2, 0.1002, 20.2),
                   point(0.1, 3, 0.1001, 20.3)};
  series.points[2]["hops"]["mean"] = 3.1;
  // t(2) = 4.30265, standard error of 20.1, 20.2, 20.3: 0.1 / sqrt(3). p99: twice that, whole
  // cycles.
  EXPECT_EQ(summary_text({series}),
            "load  accepted (±95 %)  network latency    p99  from generation        hops\n"
            " 0.1    0.1001 ±0.0002        20.2 ±0.2  40 ±1        21.2 ±0.2  3.03 ±0.14\n");
  // Nobody says of one run how good it is.
  series.points.resize(1);
  EXPECT_EQ(summary_text({series}),
            "load  accepted  network latency  p99  from generation  hops\n"
            " 0.1    0.1000             20.1   40             21.1  3.00\n");
}

TEST(Report, TableOfUsualNumbersIsNoWiderThanATerminal) {
  Series series = two_loads();
  series.points = {point(0.65, 1, 0.6500, 231.5), point(0.65, 2, 0.6511, 263.1),
                   point(0.65, 3, 0.6522, 247.9)};
  for (Json& each : series.points) {
    each["saturated"] = false;
    each["latency"]["generation"]["mean"] = 4 * each["latency"]["network"]["mean"].get<double>();
    each["hops"]["mean"] = 3.3 + each["accepted_load"].get<double>();
  }
  const std::string text = summary_text({series});
  EXPECT_THAT(text, HasSubstr("247.5 ±39.3  495 ±79     990.0 ±157.0"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), 80u) << line;
}

/// Of one run that is judged, with these intervals (null: none) of means and p99.
Json judged_point(const Json& network, const Json& p99, const Json& generation) {
  Json result = point(0.1, 1, 0.1, 20);
  const auto measure = [](const Json& half) {
    if (half.is_null()) return Json{{"standard_error", nullptr}, {"no_interval", "it is short"}};
    return Json{{"mean", 1}, {"standard_error", half}, {"batches", 32}};
  };
  result["precision"] = {{"verdict", "settled"},
                         {"accepted_load", measure(0.001)},
                         {"network_latency", measure(network)},
                         {"generation_latency", measure(generation)}};
  result["intervals"] = {{"accepted_load", 0.001},
                         {"latency",
                          {{"network", {{"mean", network}, {"p99", p99}}},
                           {"generation", {{"mean", generation}, {"p99", nullptr}}}}}};
  return result;
}

TEST(Report, TableSaysWhyAMeasureHasNoInterval) {
  const auto table = [](const Json& judged) {
    Series series = two_loads();
    series.config().run.auto_warmup = true;
    series.points = {judged};
    return summary_text({series});
  };
  const std::string header =
      "load  accepted (±95 %)  network latency    p99  from generation  hops\n";
  EXPECT_EQ(table(judged_point(0.5, 1.2, 0.6)),
            header + " 0.1    0.1000 ±0.0010        20.0 ±0.5  40 ±2        21.0 ±0.6  3.00\n")
      << "hops have none, and are judged by nothing";
  EXPECT_THAT(table(judged_point(0.5, 1.2, nullptr)),
              HasSubstr("  3.00  no interval of latency from generation: it is short\n"));
  const std::string without_p99 = table(judged_point(0.5, nullptr, 0.6));
  EXPECT_THAT(without_p99, HasSubstr("  3.00  no interval of p99: the run is too short\n"));
  EXPECT_THAT(without_p99, Not(HasSubstr("simulation.precision"))) << "it is about means";
  const std::string without_latency = table(judged_point(nullptr, nullptr, nullptr));
  EXPECT_THAT(without_latency,
              HasSubstr("  3.00  no interval of network latency, latency from generation: it is "
                        "short\nWith simulation.precision (5 %, say) "));
  Json saturated = judged_point(0.5, 1.2, nullptr);
  saturated["saturated"] = true;
  EXPECT_THAT(table(saturated), HasSubstr("  3.00  saturated\n"));
}

TEST(Report, NoIntervalIsRoundedToNothing) {
  Series series = two_loads();
  series.points.resize(2);
  series.points[0]["accepted_load"] = 0.10000;
  series.points[1]["accepted_load"] = 0.10000001;
  EXPECT_THAT(summary_text({series}), HasSubstr("0.1   0.1000 ±<0.0001"));
  series.points[1]["accepted_load"] = series.points[0]["accepted_load"];
  EXPECT_THAT(summary_text({series}), HasSubstr("0.1    0.1000 ±0.0000"));
}

TEST(Report, TableSaysWhatRtlDecided) {
  Series series = two_loads();
  series.config().rtl.blocks.push_back({"interval", "interval"});
  EXPECT_THAT(summary_text({series}),
              HasSubstr("RTL and model were compared in 30 decisions: 0 mismatches."));
}

TEST(Report, Columns) {
  EXPECT_EQ(aligned_columns({{"a", "±1", "x"}, {"bcd", "10", "yz"}}, {2}),
            "  a  ±1  x\nbcd  10  yz\n");
}

TEST(Report, DocumentOfOneConfiguration) {
  const Json document = result_document({two_loads()});
  EXPECT_EQ(document["version"], version());
  EXPECT_EQ(document["config"]["network"]["topology"], "fat_tree");
  EXPECT_EQ(document["points"].size(), 4u);
  EXPECT_EQ(document["summary"].size(), 2u);
  EXPECT_FALSE(document["points"][0].contains("series"));
}

TEST(Report, DocumentOfSeveralSeries) {
  std::vector<Series> series(2, two_loads());
  series[0].name = "a";
  series[1].name = "b";
  const Json document = result_document(series);
  EXPECT_FALSE(document.contains("config"));
  EXPECT_EQ(document["series"][1]["name"], "b");
  EXPECT_EQ(document["points"].size(), 8u);
  EXPECT_EQ(document["points"][7]["series"], "b");
}

TEST(Report, Csv) {
  std::vector<Series> series = {two_loads()};
  series[0].name = "a, \"b\"";
  const std::string text = result_csv(series);
  EXPECT_THAT(text, HasSubstr("series,load,seed,offered_load,accepted_load,network_mean"));
  EXPECT_THAT(text, HasSubstr("\n\"a, \"\"b\"\"\",0.1,1,0.1,0.1,20.0,,"));
  EXPECT_THAT(text, HasSubstr(",deadlock\n"));
}

TEST(Report, FilesAreWrittenAsAWholeOrNotAtAll) {
  const TemporaryFolder folder;
  write_file(folder.file("a"), "one");
  write_file(folder.file("a"), "two");
  std::string text;
  std::ifstream(folder.file("a")) >> text;
  EXPECT_EQ(text, "two");
  EXPECT_THAT([&] { write_file(folder.file("none/a"), "x"); },
              ThrowsMessage<Error>(HasSubstr("cannot be written: No such file")));
  EXPECT_THAT([&] { check_writable(folder.file("none/a")); },
              ThrowsMessage<Error>(HasSubstr("cannot be written: No such file")));
  EXPECT_THAT([&] { check_writable("/"); }, ThrowsMessage<Error>(HasSubstr("it is a folder")));
  EXPECT_NO_THROW(check_writable(folder.file("new")));
}

TEST(Report, LoadCharts) {
  Series series = two_loads();
  series.name = "it's_one";
  const std::vector<Chart> charts = load_charts({series}, true);
  ASSERT_EQ(charts.size(), 4u);
  // Mean network latency over accepted load: means over the seeds that succeeded.
  ASSERT_EQ(charts[0].series.size(), 1u);
  const std::vector<Chart::Point>& latency = charts[0].series[0].points;
  ASSERT_EQ(latency.size(), 2u);
  EXPECT_DOUBLE_EQ(latency[0].x, 0.11);
  EXPECT_DOUBLE_EQ(latency[0].y, 21);
  EXPECT_NEAR(latency[0].half, 12.7062, 1e-3);
  EXPECT_DOUBLE_EQ(latency[1].x, 0.25);
  EXPECT_DOUBLE_EQ(latency[1].half, 0);
  EXPECT_DOUBLE_EQ(charts[1].series[0].points[0].y, 22) << "from generation";
  EXPECT_NEAR(charts[1].series[0].points[0].half, 12.7062, 1e-3);
  EXPECT_DOUBLE_EQ(charts[2].series[0].points[0].y, 42) << "p99";
  EXPECT_NEAR(charts[2].series[0].points[0].half, 25.4124, 1e-3);
  EXPECT_TRUE(charts[2].log_y);
  EXPECT_DOUBLE_EQ(charts[3].series[0].points[0].x, 0.1) << "offered";
  EXPECT_FALSE(charts[3].log_y);
  EXPECT_TRUE(charts[3].diagonal);
  EXPECT_TRUE(charts[1].saturation_leaves);
  EXPECT_FALSE(charts[3].saturation_leaves);
  EXPECT_THAT(chart_script(charts, "svg"), HasSubstr("set label 'it''s_one' at "));
}

/// A curve of latencies with a saturated point far above the others.
Chart saturated_chart() {
  Chart chart;
  chart.x_title = "accepted load";
  chart.y_title = "latency";
  chart.saturation_leaves = true;
  chart.series = {{"one", {{0.1, 20}, {0.3, 30, 2}, {0.4, 55, 3, true}, {0.41, 900, 80, true}}}};
  return chart;
}

TEST(Report, PointsOfALoadAreSaturatedIfAnySeedIs) {
  std::vector<Json> points = {point(0.1, 1, 0.1, 20), point(0.2, 1, 0.2, 20),
                              point(0.2, 2, 0.2, 20), point(0.3, 1, 0.3, 20)};
  points[0]["saturated"] = false;
  points[1]["saturated"] = false;
  points[2]["saturated"] = true;
  points[3]["saturated"] = nullptr;
  const Chart::Series curve = load_curve("c", points, "/load", "/accepted_load");
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_FALSE(curve.points[0].saturated);
  EXPECT_TRUE(curve.points[1].saturated);
  EXPECT_FALSE(curve.points[2].saturated);
}

TEST(Report, NamesOfGroupsWithoutRoomSideBySideAreSlanted) {
  Chart chart;
  chart.kind = Chart::Kind::kBars;
  chart.groups = {"4-ary 2-tree", "4-ary 3-tree"};
  chart.series = {{"one", {{0, 1}, {1, 2}}}};
  EXPECT_THAT(chart_script({chart}, "svg"), Not(HasSubstr("rotate by")));
  chart.groups.resize(10, "4-ary 3-tree");
  EXPECT_THAT(chart_script({chart}, "svg"), HasSubstr("rotate by 45 right"));
}

/// The words of a style without its colour: what is left of it in grey.
std::string without_colour(const std::string& style) {
  return std::regex_replace(style, std::regex("lc rgb '[^']*'"), "");
}

TEST(Report, SeriesAreToldApartWithoutColours) {
  std::set<std::string> bars, curves, lines;
  for (std::size_t i = 0; i < kBarFills; ++i) bars.insert(without_colour(bar_style(i)));
  for (std::size_t i = 0; i < 30; ++i) {
    curves.insert(without_colour(curve_style(i) + ' ' + mark_style(i)));
  }
  for (std::size_t i = 0; i < 10; ++i) lines.insert(without_colour(line_style(i)));
  EXPECT_THAT(bars, SizeIs(kBarFills));
  EXPECT_THAT(curves, SizeIs(30));
  EXPECT_THAT(lines, SizeIs(10));
}

Chart bars_of(std::size_t count) {
  Chart chart;
  chart.kind = Chart::Kind::kBars;
  chart.groups = {"a group", "b group"};
  for (std::size_t i = 0; i < count; ++i) {
    chart.series.push_back({fmt::format("bar {}", i), {{1, 1}}});
  }
  return chart;
}

TEST(Report, BarsAreFilledInDifferentWaysOrNamedBelowThem) {
  const std::string few = chart_script({bars_of(kBarFills)}, "svg");
  const std::string many = chart_script({bars_of(kBarFills + 1)}, "svg");
  EXPECT_THAT(few, HasSubstr("set xtics ('a group' 0, 'b group' 1)"));
  for (std::size_t i = 0; i < kBarFills; ++i) {
    EXPECT_THAT(few, HasSubstr("with boxes " + bar_style(i) + " notitle")) << i;
    EXPECT_THAT(few, HasSubstr("with boxxyerror " + bar_style(i) + " notitle")) << "legend " << i;
    EXPECT_THAT(few, HasSubstr(fmt::format("set label 'bar {}' at ", i)));
    EXPECT_THAT(many, HasSubstr(fmt::format("'bar {0}' {0}", i))) << "below it";
  }
  EXPECT_THAT(many, Not(HasSubstr("set title 'a group'"))) << "it has no bars";
  EXPECT_THAT(many, HasSubstr("set title 'b group'"));
  EXPECT_THAT(many, Not(HasSubstr("set label")));
}

/// The numbers at the marks of an axis, and its ends.
std::string marks_text(const Axis& axis) {
  std::string text = fmt::format("{:g}:{:g}", axis.begin, axis.end);
  for (const Axis::Mark& each : axis.marks) text += " " + each.label;
  return text;
}

Chart chart_of(const std::vector<double>& values, bool log) {
  Chart chart;
  chart.log_x = chart.log_y = log;
  chart.series = {{"one", {}}};
  for (const double value : values) chart.series[0].points.push_back({value, value});
  return chart;
}

TEST(Report, IntervalsOfNeighboursAreABandAndOthersABar) {
  Chart chart = chart_of({1, 2, 3, 4, 5}, false);
  const auto give = [&](std::size_t point, double half) {
    chart.series[0].points[point].half = half;
  };
  give(0, 0.5);
  give(1, 0.25);
  give(4, 0.5);
  const std::string script = chart_script({chart}, "svg");
  EXPECT_THAT(script, HasSubstr("$data_0_0_bands << END_OF_DATA\n"
                                "1 1 0.5 1.5\n2 2 1.75 2.25\n\nEND_OF_DATA\n"));
  EXPECT_THAT(script, HasSubstr("$data_0_0_bars << END_OF_DATA\n5 5 4.5 5.5\n\nEND_OF_DATA\n"));
  EXPECT_THAT(script, HasSubstr("$data_0_0_bands using 1:3:4 with filledcurves"));
  give(1, 0);
  EXPECT_THAT(chart_script({chart}, "svg"), Not(HasSubstr("with filledcurves")));
}

// A run that was asked how good it is, and cannot say, is not drawn like one that is precise.
TEST(Report, APointWithoutAValidIntervalIsACross) {
  std::vector<Json> points = {point(0.1, 1, 0.1, 20), point(0.2, 1, 0.2, 30)};
  for (Json& each : points) {
    each["precision"] = {{"verdict", "settled"}};
    each["intervals"] = {{"latency", {{"network", {{"mean", 0.5}}}}}};
  }
  points[1]["intervals"]["latency"]["network"]["mean"] = nullptr;
  const auto drawn = [&points] {
    Chart chart;
    chart.series = {load_curve("c", points, "/accepted_load", "/latency/network/mean")};
    return std::pair(chart.series[0].points, chart_script({chart}, "svg"));
  };
  auto [places, script] = drawn();
  ASSERT_EQ(places.size(), 2u);
  EXPECT_FALSE(places[0].uncertain);
  EXPECT_TRUE(places[1].uncertain);
  EXPECT_THAT(script, HasSubstr("$data_0_0 using 1:($4 == 2 ? $2 : NaN) with points"));
  EXPECT_THAT(script, HasSubstr("set label 'no valid interval'"));
  points[1]["intervals"]["latency"]["network"]["mean"] = 0.0001;
  script = drawn().second;
  EXPECT_THAT(script, Not(HasSubstr("$4 == 2")));
  EXPECT_THAT(script, Not(HasSubstr("no valid interval")));
  // Nothing was asked of these.
  for (Json& each : points) each.erase("precision");
  EXPECT_FALSE(drawn().first[1].uncertain);
}

TEST(Report, LinearAxesEndAtTheNextStep) {
  const auto axis = [](double highest) { return marks_text(y_axis(chart_of({highest}, false))); };
  EXPECT_EQ(axis(0.56), "0:0.6 0 0.1 0.2 0.3 0.4 0.5 0.6");
  EXPECT_EQ(axis(0.6), "0:0.6 0 0.1 0.2 0.3 0.4 0.5 0.6");
  EXPECT_EQ(axis(0.95), "0:1 0 0.2 0.4 0.6 0.8 1");
  EXPECT_EQ(axis(4100), "0:5000 0 1k 2k 3k 4k 5k");
  EXPECT_EQ(axis(2.3e6), "0:2.5e+06 0 500k 1M 1.5M 2M 2.5M");
  EXPECT_EQ(axis(0), "0:1 0 0.2 0.4 0.6 0.8 1");
  EXPECT_EQ(marks_text(x_axis(chart_of({0.2, 0.7}, false))), "0:0.7 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7");
}

TEST(Report, LogarithmicAxesAreNotStretchedToDecades) {
  const auto axis = [](std::vector<double> values) {
    return marks_text(y_axis(chart_of(values, true)));
  };
  EXPECT_EQ(axis({1200, 17000}), "1000:20000 1k 2k 5k 10k 20k");
  EXPECT_EQ(axis({560, 1900}), "500:2000 500 600 700 800 900 1k 2k");
  EXPECT_EQ(axis({230, 480}), "200:500 200 300 400 500");
  EXPECT_EQ(axis({1000, 2000}), "1000:2000 1k 1.2k 1.4k 1.6k 1.8k 2k");
  EXPECT_EQ(axis({1000}), axis({1000, 2000}));
  EXPECT_EQ(axis({0.9, 6.8}), "0.5:10 0.5 1 2 5 10");
  EXPECT_EQ(axis({30, 300000}), "20:500000   100   1k   10k   100k  ") << "decades have numbers";
  EXPECT_EQ(axis({0, 3, 30}), "2:50 2 5 10 20 50") << "0 cannot be drawn";
  EXPECT_EQ(axis({}), "1:10 1 2 5 10");
  EXPECT_EQ(marks_text(x_axis(chart_of({16, 1024}, true))), "10:2000 10 20 50 100 200 500 1k 2k");
  Chart bars = chart_of({1, 6}, true);
  bars.kind = Chart::Kind::kBars;
  EXPECT_EQ(y_axis(bars).begin, 0.5) << "the lowest bar can be seen";
}

TEST(Report, IntervalsHardlyStretchAnAxis) {
  Chart chart = chart_of({100, 200}, true);
  chart.series[0].points[0].half = 150;
  chart.series[0].points[1].half = 5000;
  EXPECT_EQ(marks_text(y_axis(chart)), "100:200 100 120 140 160 180 200");
  EXPECT_THAT(chart_script({chart}, "svg"), HasSubstr("100 100 50 250\n200 200 50 5200\n"))
      << "what is below 0 is cut off";
  chart.log_y = false;
  EXPECT_EQ(y_axis(chart).end, 250) << "a quarter more than the highest";
  chart.series[0].points[1].half = 20;
  EXPECT_EQ(y_axis(chart).end, 250) << "220, and 250 of the other";
  chart.series[0].points[0].half = 0;
  EXPECT_EQ(y_axis(chart).end, 250) << "220 to the next step of 50";
}

TEST(Report, SaturatedPointsDoNotStretchTheAxis) {
  Chart chart = saturated_chart();
  EXPECT_EQ(y_axis(chart).end, 35) << "the interval of the highest that is not saturated: 32";
  const std::string script = chart_script({chart}, "svg");
  EXPECT_THAT(script, HasSubstr("set yrange [0:35]\n"));
  EXPECT_THAT(script, HasSubstr("with vectors")) << "an arrow, which is no mark of a series";
  EXPECT_THAT(script, HasSubstr("set label 'saturated, above the axis'"));
  EXPECT_THAT(script, Not(HasSubstr("set label 'saturated' "))) << "there is none in the axes";

  chart.log_y = true;
  EXPECT_EQ(marks_text(y_axis(chart)), "20:50 20 30 40 50");
  EXPECT_THAT(chart_script({chart}, "svg"),
              ContainsRegex("set yrange \\[19\\.99999998[0-9]*:50\\.00000005[0-9]*\\]\n"));
  chart.log_y = false;
  chart.series[0].points[2].y = 34;
  EXPECT_THAT(chart_script({chart}, "svg"), HasSubstr("set label 'saturated' "));
  chart.series[0].points.pop_back();
  EXPECT_THAT(chart_script({chart}, "svg"), Not(HasSubstr("above the axis")));
  EXPECT_THAT(chart_script({chart}, "svg"), Not(HasSubstr("with vectors")));

  chart = saturated_chart();
  chart.series.push_back({"two", {{0.1, 20}, {0.41, 800, 0, true}}});
  chart.series.push_back({"three", {{0.1, 20}, {0.3, 800, 0, true}}});
  const std::string arrows = chart_script({chart}, "svg");
  EXPECT_THAT(arrows, ContainsRegex("0\\.41 900 80 1 33\\.38[0-9]* 1\\.61")) << "12 of 260 pixels";
  EXPECT_THAT(arrows, ContainsRegex("0\\.41 800 0 1 31\\.63[0-9]* 1\\.61"))
      << "below the other one";
  EXPECT_THAT(arrows, ContainsRegex("0\\.3 800 0 1 33\\.38[0-9]* 1\\.61")) << "alone at its place";

  chart = saturated_chart();
  chart.saturation_leaves = false;
  EXPECT_EQ(y_axis(chart).end, 1000) << "accepted load has an end of its own";
  chart.saturation_leaves = true;
  for (Chart::Point& each : chart.series[0].points) each.saturated = true;
  EXPECT_EQ(y_axis(chart).end, 40) << "all are saturated: twice the lowest";
}

/// Relative luminance, as WCAG 2 defines it.
double luminance(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    const double value = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

double contrast(const std::string& a, const std::string& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

TEST(Report, ColoursStandOutOnLightAndDarkPages) {
  const Colour& background = colour("background");
  std::set<std::string> light;
  for (const Colour& each : colours()) {
    const std::string name = each.name;
    EXPECT_TRUE(light.insert(each.light).second) << name << ": what it becomes is not known";
    if (name.find("_box") != std::string::npos) {
      EXPECT_GE(contrast(each.light, colour("text").light), 7) << name;
      EXPECT_GE(contrast(each.dark, colour("text").dark), 5) << name;
    } else if (name != "background" && name != "grid") {
      // Of WCAG 2: 3 for graphics, 4.5 for text.
      const double least = name == "text" || name == "axis" ? 4.5 : 3;
      EXPECT_GE(contrast(each.light, background.light), least) << name;
      EXPECT_GE(contrast(each.dark, background.dark), least) << name;
    }
  }
}

TEST(Report, ThemesChangeNoWords) {
  const std::string svg = themed_svg(
      "<?xml version=\"1.0\"?>\n<svg width='1'>\n<title>Gnuplot</title><desc>x</desc>"
      "<g color='black' stroke='rgb(  0, 114, 178)'><title>a &lt; b</title>"
      "<text fill=\"white\">rgb(1, 2, 3) 'black'</text></g></svg>\n",
      "a < b & c");
  EXPECT_THAT(svg, HasSubstr("<title>a &lt; b &amp; c</title>"));
  EXPECT_THAT(svg, HasSubstr("<g color='#202020' stroke='#0072b2'><text fill=\"#ffffff\">rgb(1, 2, "
                             "3) 'black'</text></g></svg>"));
  EXPECT_THAT(svg, HasSubstr("@media (prefers-color-scheme: dark) {"));
  EXPECT_THAT(svg, HasSubstr("[stroke=\"#0072b2\"]{stroke:#58a6e8}"));
  EXPECT_THAT(svg, Not(HasSubstr("Gnuplot")));
}

/// A closed run with a time series of two intervals, the first of which has no packets.
Series with_time_series() {
  Series series;
  series.loaded = series_config(LoadedConfig(small_config()));
  series.config().traffic.loads.clear();
  series.points = {point(0.1, 1, 0.1, 20), point(0.1, 2, 0.1, 20)};
  for (Json& each : series.points) {
    each["load"] = nullptr;
    each["time_series"] = {{"interval", 100},
                           {"samples",
                            {{{"from", 0},
                              {"packets", 0},
                              {"accepted_load", 0.0},
                              {"network_latency", nullptr},
                              {"generation_latency", nullptr}},
                             {{"from", 100},
                              {"packets", 7},
                              {"accepted_load", 0.5},
                              {"network_latency", 30.5},
                              {"generation_latency", 40.0 + each["seed"].get<double>()}}}}};
  }
  return series;
}

TEST(Report, ListCurvesAreMeansOverTheSeeds) {
  std::vector<Json> points = {point(0.1, 1, 0.1, 20), point(0.1, 2, 0.1, 20),
                              point(0.2, 1, 0.2, 20)};
  points[0]["list"] = {1, 2, 3};
  points[1]["list"] = {3, 2, 5};
  points[2]["list"] = {9};
  const Chart::Series curve = list_curve("c", points, 0.1, "/list");
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_DOUBLE_EQ(curve.points[2].x, 2);
  EXPECT_DOUBLE_EQ(curve.points[2].y, 4);
  EXPECT_GT(curve.points[2].half, 0);
  EXPECT_DOUBLE_EQ(curve.points[1].half, 0);
  EXPECT_EQ(list_curve("c", points, 0.2, "/list").points.size(), 1u);
  EXPECT_TRUE(list_curve("c", points, 0.3, "/list").points.empty());
}

TEST(Report, TimeCharts) {
  const std::vector<Chart> charts = time_charts({with_time_series()}, true);
  ASSERT_EQ(charts.size(), 3u);
  ASSERT_EQ(charts[0].series.size(), 1u) << "the first seed";
  ASSERT_EQ(charts[0].series[0].points.size(), 1u);
  EXPECT_EQ(charts[0].series[0].points[0].x, 100);
  EXPECT_EQ(charts[0].series[0].points[0].y, 41);
  EXPECT_TRUE(charts[0].log_y);
  EXPECT_EQ(charts[1].series[0].points[0].y, 30.5);
  EXPECT_EQ(charts[2].series[0].points.size(), 2u) << "a load of 0 is a load";
  EXPECT_FALSE(charts[2].log_y);
}

TEST(Report, TimeChartsHaveACurvePerLoad) {
  Series series = with_time_series();
  series.name = "one";
  series.config().traffic.loads = {0.1, 0.2};
  series.points[0]["load"] = 0.1;
  series.points[1]["load"] = 0.2;
  const std::vector<Chart> charts = time_charts({series}, false);
  ASSERT_EQ(charts[0].series.size(), 2u);
  EXPECT_EQ(charts[0].series[1].name, "one, load 0.2, seed 2");
  series.config().run.seeds = {2};
  EXPECT_EQ(time_charts({series}, false)[0].series[1].name, "one, load 0.2");
  EXPECT_FALSE(charts[0].log_y);
}

TEST(Report, TimeSeriesCsv) {
  EXPECT_EQ(time_series_csv({with_time_series()}),
            "series,load,seed,from,packets,accepted_load,network_latency,generation_latency\n"
            ",,1,0,0,0.0,,\n"
            ",,1,100,7,0.5,30.5,41.0\n"
            ",,2,0,0,0.0,,\n"
            ",,2,100,7,0.5,30.5,42.0\n");
}

TEST(Report, TimeSeriesCsvWithQuartiles) {
  Series series = with_time_series();
  series.config().run.samples.quartiles = true;
  for (Json& each : series.points) {
    Json& samples = each["time_series"]["samples"];
    for (const char* latency : {"network_quartiles", "generation_quartiles"}) {
      samples[0][latency] = nullptr;
      samples[1][latency] = {{"q1", 10}, {"median", 20}, {"q3", 30}};
    }
  }
  EXPECT_THAT(time_series_csv({series}),
              testing::StartsWith(
                  "series,load,seed,from,packets,accepted_load,network_latency,generation_latency,"
                  "network_quartiles_q1,network_quartiles_median,network_quartiles_q3,"
                  "generation_quartiles_q1,generation_quartiles_median,generation_quartiles_q3\n"
                  ",,1,0,0,0.0,,,,,,,,\n"
                  ",,1,100,7,0.5,30.5,41.0,10,20,30,10,20,30\n"));
}

TEST(Report, SaysThatAcknowledgementsAreIdeal) {
  Series series = two_loads();
  series.config().network.nic.reorder_buffer = 20;
  EXPECT_THAT(summary_text({series}),
              HasSubstr("Reordering, 20 packets per source and destination, with ideal"));
  series.config().network.nic.reorder_buffer = kUnlimitedReorderBuffer;
  EXPECT_THAT(summary_text({series}), HasSubstr("Reordering, with buffers without limits."));
}

TEST(Vary, AllCombinations) {
  const auto all =
      variations({"routing.selection=sadp,ff", "switch.input_buffer={host: 1, up: 2}"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "selection=sadp, input_buffer={host: 1, up: 2}");
  EXPECT_EQ(all[1].overrides[0], (Override{"routing.selection", "ff", "--vary"}));
  EXPECT_EQ(all[1].overrides[1], (Override{"switch.input_buffer", "{host: 1, up: 2}", "--vary"}));
  EXPECT_EQ(variations({}).size(), 1u);
  EXPECT_TRUE(variations({})[0].name.empty());
  EXPECT_EQ(variations({"a=1,2", "b=3,4,5"}).size(), 6u);
  EXPECT_THAT([] { variations({"a=1,"}); }, ThrowsMessage<Error>(HasSubstr("a value is empty")));
  EXPECT_THAT([] { variations({"a"}); }, ThrowsMessage<Error>(HasSubstr("KEY.PATH=VALUE")));
}

TEST(Identity, HashIsFnv1a128) {
  EXPECT_EQ(content_hash(""), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(content_hash("a"), "d228cb696f1a8caf78912b704e4a8964");
  EXPECT_EQ(content_hash("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(Identity, LeavesOutWhatChangesNoResult) {
  const std::string identity = identity_of(small_config());
  for (const char* key :
       {"simulation.quantum=1", "simulation.idle_skipping=false", "simulation.shuffle=5",
        "simulation.specialised=false", "simulation.check_invariants=true", "simulation.seeds=[9]",
        "traffic.load=0.7"}) {
    EXPECT_EQ(identity_of(small_config({parse_assignment("", key)})), identity) << key;
  }
  for (const char* key :
       {"simulation.measure=201", "routing.selection=ff", "network.k=3", "traffic.packet_phits=5",
        "network.latency.up=2", "nic.reorder_buffer=unlimited"}) {
    EXPECT_NE(identity_of(small_config({parse_assignment("", key)})), identity) << key;
  }
}

TEST(Identity, GeneratedTracesCountByTheirParameters) {
  const auto identity = [](const std::string& trace) {
    return identity_of(
        parse_config("network: {topology: fat_tree, k: 2, n: 5}\n"
                     "traffic: {trace: {generator: disk" +
                         trace + "}}\n",
                     "test.yaml", ""));
  };
  EXPECT_EQ(identity(""), identity(", preset: 1"));
  EXPECT_NE(identity(""), identity(", preset: 2"));
  EXPECT_NE(identity(""), identity(", seed: 2"));
  EXPECT_NE(identity(""), identity(", tail: 0.2"));
}

TEST(Identity, FilesCountByTheirContents) {
  const TemporaryFolder folder;
  const auto identity = [&](const std::string& name, const char* text) {
    folder.write(name, text);
    return identity_of(
        small_config({{"traffic.pattern", "permutation"}, {"traffic.file", folder.file(name)}}));
  };
  EXPECT_EQ(identity("a", "0 1\n1 0\n"), identity("b", "0 1\n1 0\n"));
  EXPECT_NE(identity("a", "0 1\n1 0\n"), identity("b", "0 1\n1 2\n"));
}

TEST(Identity, RtlBlocksCountByTheirContents) {
  const TemporaryFolder folder;
  const std::string object = folder.file("block.so");
  std::filesystem::copy_file(rtl_block_file("interval"), object);
  const auto identity = [&](const std::string& block) {
    return identity_of(small_config({{"rtl.blocks", "[" + block + "]"}}), true);
  };
  const std::string before = identity(object);
  EXPECT_EQ(identity(object), before);
  std::ofstream(object, std::ios::app) << "more";
  EXPECT_NE(identity(object), before);
  EXPECT_NE(identity_of(small_config({{"rtl.blocks", "[interval]"}})), identity_of(small_config()));
}

TEST(ResultStore, KeepsPoints) {
  const TemporaryFolder folder;
  const Config config = small_config();
  const PointRequest request{0.1, 1, false};
  {
    ResultStore store(folder.file("r.sqlite"));
    const auto id = store.configuration("one", config);
    EXPECT_FALSE(store.find(id, request));
    store.add(id, request, point(0.1, 1, 0.1, 20));
    store.add(id, request, point(0.1, 1, 0.1, 21));
  }
  ResultStore store(folder.file("r.sqlite"));
  const auto id = store.configuration("one", config);
  EXPECT_EQ(store.find(id, request), point(0.1, 1, 0.1, 21));
  EXPECT_FALSE(store.find(id, {0.1, 2, false}));
  EXPECT_FALSE(store.find(id, {0.2, 1, false}));
  EXPECT_FALSE(store.find(id, {0.1, 1, true}));
  EXPECT_FALSE(store.find(id, {std::nullopt, 1, false}));
}

TEST(ResultStore, ConfigurationsDoNotMix) {
  const TemporaryFolder folder;
  const Config config = small_config();
  ResultStore store(folder.file("r.sqlite"));
  const auto one = store.configuration("one", config);
  const auto two = store.configuration("two", config);
  EXPECT_NE(one, two);
  EXPECT_EQ(one, store.configuration("one", config));
  const PointRequest request{1.0, 3, true};
  store.add(one, request, point(1, 3, 0.1, 20));
  EXPECT_TRUE(store.find(one, request));
  EXPECT_FALSE(store.find(two, request));
}

TEST(ResultStore, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  folder.write("text", std::string(2000, 'x'));
  EXPECT_THAT([&] { ResultStore store(folder.file("text")); },
              ThrowsMessage<Error>(HasSubstr("text: file is not a database")));
  EXPECT_THAT([&] { ResultStore store(folder.file("none/r.sqlite")); },
              ThrowsMessage<Error>(HasSubstr("cannot be written: No such file or directory")));
}

/// Something in the file is changed by another program.
void edit(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

/// As whoever writes into the file himself would.
void replace_result(const std::string& path, const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  edit(path, "UPDATE points SET result = " + quoted + "', hash = '" + content_hash(text) + "'");
}

/// Of a point whose text has been changed.
std::string with(const std::string& pointer, const Json& value) {
  Json changed = point(0.1, 1, 0.1, 20);
  changed[Json::json_pointer(pointer)] = value;
  return changed.dump();
}

std::string without(const std::string& key) {
  Json changed = point(0.1, 1, 0.1, 20);
  changed.erase(key);
  return changed.dump();
}

const std::vector<std::pair<std::string, std::string>>& other_structures() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"[1]", "it is not an object"},
      {"{}", "/load is missing"},
      {without("failure"), "/failure is missing"},
      {without("rtl"), "/rtl is missing"},
      {without("latency"), "/latency is missing"},
      {without("completion_cycle"), "/completion_cycle is missing"},
      {with("/load", "0.1"), "/load is not a number or null"},
      {with("/load", 0.2), "it is of another load"},
      {with("/load", nullptr), "it is of another load"},
      {with("/seed", 2), "it is of another seed"},
      {with("/seed", -1), "/seed is not a whole number"},
      {with("/failure", "none"), "/failure is not an object"},
      {with("/failure", {{"kind", 3}, {"message", ""}}), "/failure/kind is not a text"},
      {with("/saturated", 1), "/saturated is not true, false or null"},
      {with("/accepted_load", "x"), "/accepted_load is not a number or null"},
      {with("/latency/network", 3), "/latency/network is not an object"},
      {with("/rtl/mismatches", 0.5), "/rtl/mismatches is not a whole number"},
      {with("/reconfiguration", {{{"fault", "f"}}}), "/reconfiguration/0/part is missing"},
      {with("/reconfiguration", {{{"fault", "f"},
                                  {"part", "link"},
                                  {"cycle", 1},
                                  {"stranded", 0},
                                  {"detected", nullptr},
                                  {"updated", nullptr},
                                  {"cycles", nullptr},
                                  {"overlaps", Json::array()},
                                  {"overlaps_left_out", "7"}}}),
       "/reconfiguration/0/overlaps_left_out is not a whole number"},
      {with("/time_series", {{"samples", {1}}}), "/time_series/samples/0 is not an object"}};
  return all;
}

TEST(ResultStore, AResultOfAnotherStructureIsAnError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.sqlite");
  const PointRequest request{0.1, 1, false};
  {
    ResultStore store(path);
    store.add(store.configuration("one", small_config()), request, point(0.1, 1, 0.1, 20));
  }
  for (const auto& [text, problem] : other_structures()) {
    replace_result(path, text);
    ResultStore store(path);
    const auto id = store.configuration("one", small_config());
    EXPECT_THAT(
        [&] { store.find(id, request); },
        ThrowsMessage<Error>(path + ": the result of load '0.1', seed 1 is damaged: " + problem))
        << text;
  }
}

// Its results get hashes, which vouch for them.
TEST(ResultStore, AResultOfAnotherStructureInTheFirstFormatIsAnError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.sqlite");
  {
    ResultStore store(path);
    store.add(store.configuration("one", small_config()), {0.1, 1, false}, point(0.1, 1, 0.1, 20));
  }
  edit(path, "ALTER TABLE points DROP COLUMN hash; PRAGMA user_version = 1");
  edit(path, "UPDATE points SET result = '{\"load\": 0.1, \"seed\": 1}'");
  for (int opened = 0; opened < 2; ++opened) {  // nor is it taken for a newer one then
    EXPECT_THAT([&] { ResultStore store(path); },
                ThrowsMessage<Error>(
                    path + ": the result of load '0.1', seed 1 is damaged: /failure is missing"));
  }
}

TEST(ResultStore, SaysThatTheFileIsNotWhereItWas) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.sqlite");
  const std::string away = folder.file("away.sqlite");
  const PointRequest request{0.1, 1, false};
  const auto gone = ThrowsMessage<WriteError>(
      path +
      ": results are not stored there: the file was removed, renamed or replaced by another since "
      "it was opened");
  ResultStore store(path);
  const auto id = store.configuration("one", small_config());
  const auto add = [&] { store.add(id, request, point(0.1, 1, 0.1, 20)); };
  add();
  std::filesystem::rename(path, away);
  EXPECT_THAT(add, gone);
  EXPECT_THAT([&] { store.require_in_place(); }, gone);
  folder.write("r.sqlite", "");  // another file
  EXPECT_THAT(add, gone);
  std::filesystem::rename(away, path);
  EXPECT_NO_THROW(add());
  std::filesystem::remove(path);
  EXPECT_THAT(add, gone);
}

// A result that is no text of JSON, one that is, but not of a point, and one with another number.
TEST(ResultStore, ADamagedResultIsAnError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.sqlite");
  const PointRequest request{0.1, 1, false};
  for (const char* change : {"'{'", "'[1]'", "replace(result, '20.0', '21.0')"}) {
    {
      ResultStore store(path);
      store.add(store.configuration("one", small_config()), request, point(0.1, 1, 0.1, 20));
    }
    edit(path, std::string("UPDATE points SET result = ") + change);
    ResultStore store(path);
    const auto id = store.configuration("one", small_config());
    EXPECT_THAT([&] { store.find(id, request); },
                ThrowsMessage<Error>(HasSubstr("the result of load '0.1', seed 1 is damaged")))
        << change;
  }
}

TEST(ResultStore, FilesOfTheFirstFormatAreGoneOnWith) {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.sqlite");
  const PointRequest request{0.1, 1, false};
  {
    ResultStore store(path);
    store.add(store.configuration("one", small_config()), request, point(0.1, 1, 0.1, 20));
  }
  // It had no hashes.
  edit(path, "ALTER TABLE points DROP COLUMN hash; PRAGMA user_version = 1");
  for (int opened = 0; opened < 2; ++opened) {
    ResultStore store(path);
    const auto id = store.configuration("one", small_config());
    EXPECT_EQ(store.find(id, request), point(0.1, 1, 0.1, 20));
  }
}

TEST(ProcessPool, EveryTaskInItsProcess) {
  std::vector<std::string> outputs(20);
  int running = 0;
  run_in_processes(
      outputs.size(), 4,
      [&](std::size_t task) {
        ++running;  // in the child's memory only
        return std::string(task * 10000, 'x') + std::to_string(getpid());
      },
      [&](const TaskResult& result) {
        EXPECT_EQ(result.crash, "");
        outputs[result.task] = result.output;
      });
  EXPECT_EQ(running, 0);
  for (std::size_t task = 0; task < outputs.size(); ++task) {
    EXPECT_GT(outputs[task].size(), task * 10000);
    EXPECT_NE(outputs[task].substr(task * 10000), std::to_string(getpid()));
  }
}

TEST(ProcessPool, SaysHowAProcessEnded) {
  std::vector<std::string> crashes(3);
  std::vector<int> signals(3);
  run_in_processes(
      3, 2,
      [](std::size_t task) -> std::string {
        if (task == 0) raise(SIGKILL);
        if (task == 1) std::_Exit(5);
        return "fine";
      },
      [&](const TaskResult& result) {
        crashes[result.task] = result.crash;
        signals[result.task] = result.signal;
      });
  EXPECT_THAT(crashes, ElementsAre("was killed by signal 9 (Killed)", "ended with status 5", ""));
  EXPECT_THAT(signals, ElementsAre(SIGKILL, 0, 0));
}

// What a user can send: whoever gets it has the same point.
TEST(DefectText, HasAllThatAReportNeeds) {
  Series series = two_loads();
  EXPECT_EQ(defect_text({series}), "");  // a deadlock is none
  for (const char* kind : {"error", "livelock", "incomplete", "killed"}) {
    series.points[3] = failed_point({0.3, 2, false}, kind, "-");
    EXPECT_EQ(defect_text({series}), "") << kind;
  }
  for (const char* kind : {"invariant", "conservation", "order", "crash"}) {
    series.points[3] = failed_point({0.3, 2, false}, kind, "-");
    const std::string text = defect_text({two_loads(), series});
    EXPECT_THAT(text, HasSubstr("a mistake in Netloom, not in the configuration"));
    EXPECT_THAT(text, HasSubstr(std::string("\nNetloom ") + version() + ", load 0.3, seed 2\n"));
    const Config sent = parse_config(text.substr(text.rfind('\n') + 1), "report", "");
    const std::vector<PointRequest> points = points_of(sent, false);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_EQ(points[0].load, 0.3);
    EXPECT_EQ(points[0].seed, 2u);
    EXPECT_EQ(identity_of(sent, true), identity_of(series.config(), true));
  }
}

TEST(DefectText, NamesWhatStandsInForAModel) {
  Series series = two_loads();
  series.points[3] = failed_point({0.3, 2, false}, "order", "-");
  series.loaded = series_config(LoadedConfig(small_config({{"rtl.blocks", "[interval]"}})));
  EXPECT_THAT(defect_text({series}), HasSubstr("in Netloom, not in"));  // beside the model
  series.loaded = series_config(
      LoadedConfig(small_config({{"rtl.blocks", "[interval]"}, {"rtl.mode", "replace"}})));
  EXPECT_THAT(defect_text({series}),
              HasSubstr("in Netloom, or in the RTL in the place of its models (interval), not in"));
}

TEST(DefectText, NamesASwitchOfTheUsers) {
  const std::string file = rtl_folder() + "/switch/netloom_switch.sv";
  Series series = two_loads();
  const auto text = [&](const std::string& mode, const std::string& failure) {
    series.points[3] = failed_point({0.3, 2, false}, failure, "-");
    series.loaded =
        series_config(LoadedConfig(small_config({{"rtl.switch", file}, {"rtl.mode", mode}})));
    return defect_text({series});
  };
  const std::string replacing =
      "in Netloom, or in the switch in RTL in the place of its model (" + file + "), not in";
  EXPECT_THAT(text("replace", "invariant"), HasSubstr(replacing));
  EXPECT_THAT(text("replace", "crash"), HasSubstr(replacing));
  EXPECT_THAT(text("lockstep", "invariant"), HasSubstr("in Netloom, not in"));
  EXPECT_THAT(text("lockstep", "crash"),
              HasSubstr("or in the switch in RTL beside its model (" + file + "), not in"));
}

// What runs beside a model has no say in the network, but it can end the process.
TEST(DefectText, NamesWhatRanInAProcessThatDied) {
  Series series = two_loads();
  series.points[3] = failed_point({0.3, 2, false}, "crash", "-");
  series.loaded = series_config(LoadedConfig(small_config({{"rtl.blocks", "[interval]"}})));
  EXPECT_THAT(defect_text({series}),
              HasSubstr("in Netloom, or in the RTL beside its models (interval), not in"));
}

TEST(ProcessPool, AnErrorInTheParentEndsTheChildren) {
  EXPECT_THAT(
      [] {
        run_in_processes(
            4, 4,
            [](std::size_t task) -> std::string {
              if (task != 0) pause();
              return "";
            },
            [](const TaskResult&) { throw Error("no room"); });
      },
      ThrowsMessage<Error>("no room"));
}

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(3.2), "4 s");
  EXPECT_EQ(duration_text(150), "3 min");
  EXPECT_EQ(duration_text(7260), "2 h 1 min");
}

}  // namespace
}  // namespace netloom::test
