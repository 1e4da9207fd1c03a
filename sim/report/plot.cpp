#include "sim/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "routing/error.h"
#include "sim/report/gnuplot.h"
#include "sim/report/summary.h"

namespace netloom {
namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 430;

/// Offered load, accepted load and its interval, latency and its interval; one line per load.
std::string data_of(const Series& series) {
  std::vector<std::array<double, 5>> lines;
  for (const Json& row : summarise(series.points)) {
    const Json& accepted = row.at("accepted_load");
    if (accepted.is_null() || row.at("load").is_null()) continue;
    const Json& latency = row.at("latency").at("network").at("mean");
    const auto half = [](const Json& estimate) {
      const Json& ci = estimate.at("ci95");
      return ci.is_null() ? 0.0 : ci.get<double>();
    };
    lines.push_back({row.at("load").get<double>(), accepted.at("mean").get<double>(),
                     half(accepted), latency.at("mean").get<double>(), half(latency)});
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const auto& line : lines) text += fmt::format("{}\n", fmt::join(line, " "));
  return text;
}

/// Confidence bars, and the curves over them. `columns`: x:y, `bars`: x:y:half interval.
std::string curves(const std::vector<std::string>& data, const std::vector<Series>& series,
                   const char* columns, const char* bars, bool titles) {
  std::string text;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (data[i].empty()) continue;
    text += fmt::format("{}$data{} using {} with yerrorbars lw 1 ps 0 {} notitle",
                        text.empty() ? "" : ", ", i, bars, series_style(i));
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (data[i].empty()) continue;
    const std::string title =
        titles && !series[i].name.empty() ? "title " + gnuplot_text(series[i].name) : "notitle";
    text += fmt::format(", $data{} using {} with linespoints lw 1.5 ps 1.1 {} {}", i, columns,
                        series_style(i), title);
  }
  return text;
}

}  // namespace

std::string plot_script(const std::vector<Series>& series, const std::string& terminal,
                        const std::string& output) {
  std::vector<std::string> data;
  std::string script =
      fmt::format("set terminal {}\nset output {}\n", terminal, gnuplot_text(output));
  double largest = 0;
  double largest_accepted = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    data.push_back(data_of(series[i]));
    script += fmt::format("$data{} << END_OF_DATA\n{}END_OF_DATA\n", i, data.back());
    for (const double load : series[i].config.traffic.loads) largest = std::max(largest, load);
    for (const Json& row : summarise(series[i].points)) {
      const Json& accepted = row.at("accepted_load");
      if (accepted.is_null()) continue;
      largest_accepted = std::max(largest_accepted, accepted.at("mean").get<double>());
    }
  }
  script += gnuplot_look();
  script += "set multiplot layout 1,2 margins 0.07,0.985,0.15,0.94 spacing 0.09,0\n";
  script +=
      fmt::format("set xrange [0:{}]\n", largest_accepted > 0 ? largest_accepted * 1.08 : 1.0) +
      "set yrange [0:*]\n"
      "set key top left Left reverse samplen 2 spacing 1.15 opaque noautotitle\n"
      "set xlabel 'accepted load, phits/(node·cycle)'\n"
      "set ylabel 'mean network latency, cycles'\n"
      "plot " +
      curves(data, series, "2:4", "2:4:5", true) + "\n";
  script += fmt::format("set xrange [0:{0}]\nset yrange [0:{0}]\n", largest * 1.03) +
            "unset key\n"
            "set xlabel 'offered load, phits/(node·cycle)'\n"
            "set ylabel 'accepted load, phits/(node·cycle)'\n"
            "plot x with lines ls 101 notitle, " +
            curves(data, series, "1:2", "1:2:3", false) + "\n";
  script += "unset multiplot\nunset output\n";
  return script;
}

void plot_series(const std::vector<Series>& series, const std::string& prefix) {
  const bool something = std::any_of(series.begin(), series.end(),
                                     [](const Series& each) { return !data_of(each).empty(); });
  if (!something) throw Error("--plot: there is no point with a load that did not fail");
  require_gnuplot();
  for (const auto& [suffix, terminal] : {std::pair(".svg", svg_terminal(kWidth, kHeight)),
                                         std::pair(".png", png_terminal(kWidth, kHeight))}) {
    run_gnuplot(plot_script(series, terminal, prefix + suffix));
  }
}

}  // namespace netloom
