#include "sim/report/plot.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "routing/error.h"
#include "sim/report/files.h"
#include "sim/report/summary.h"

namespace netloom {
namespace {

/// Colours that remain apart for colour-blind readers (Okabe & Ito), and filled point shapes.
constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                 "#E69F00", "#56B4E9", "#000000", "#8C6D1F"};
constexpr std::array kShapes = {7, 5, 9, 11, 13, 15};

constexpr const char* kPngTerminal =
    "pngcairo noenhanced size 2000,860 fontscale 1.55 linewidth 2 font 'DejaVu Sans,11' "
    "background '#ffffff'";
constexpr const char* kSvgTerminal =
    "svg noenhanced size 1000,430 fontscale 1.0 linewidth 1.2 font 'DejaVu Sans,Helvetica,"
    "sans-serif,11' background '#ffffff'";

bool gnuplot_exists() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/gnuplot").c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// In gnuplot's single quotes only the quote itself is special.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\n') continue;
    result += c == '\'' ? std::string("''") : std::string(1, c);
  }
  return result + "'";
}

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

std::string style_of(std::size_t series) {
  return fmt::format("lc rgb '{}' pt {}", kColours[series % kColours.size()],
                     kShapes[series % kShapes.size()]);
}

/// Confidence bars, and the curves over them. `columns`: x:y, `bars`: x:y:half interval.
std::string curves(const std::vector<std::string>& data, const std::vector<Series>& series,
                   const char* columns, const char* bars, bool titles) {
  std::string text;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (data[i].empty()) continue;
    text += fmt::format("{}$data{} using {} with yerrorbars lw 1 ps 0 {} notitle",
                        text.empty() ? "" : ", ", i, bars, style_of(i));
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (data[i].empty()) continue;
    const std::string title =
        titles && !series[i].name.empty() ? "title " + quoted(series[i].name) : "notitle";
    text += fmt::format(", $data{} using {} with linespoints lw 1.5 ps 1.1 {} {}", i, columns,
                        style_of(i), title);
  }
  return text;
}

void run_gnuplot(const std::string& script) {
  std::fflush(nullptr);
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  // A gnuplot that ends early is told by its exit status.
  sigaction(SIGPIPE, &ignore, &before);
  FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot != nullptr) std::fwrite(script.data(), 1, script.size(), gnuplot);
  const int status = gnuplot == nullptr ? -1 : pclose(gnuplot);
  sigaction(SIGPIPE, &before, nullptr);
  if (status != 0) throw Error("--plot: gnuplot failed; its message is above");
}

}  // namespace

void require_gnuplot() {
  if (!gnuplot_exists()) {
    throw Error(
        "--plot needs gnuplot, which is not in the PATH; Debian and Ubuntu: apt-get install "
        "gnuplot-nox");
  }
}

std::string plot_script(const std::vector<Series>& series, const std::string& terminal,
                        const std::string& output) {
  std::vector<std::string> data;
  std::string script = fmt::format("set terminal {}\nset output {}\n", terminal, quoted(output));
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
  script +=
      "set encoding utf8\n"
      "set pointintervalbox 0\n"
      "set style line 100 lc rgb '#d8d8d8' lw 0.6\n"
      "set style line 101 lc rgb '#9a9a9a' lw 1 dt 2\n"
      "set border 3 lc rgb '#404040'\n"
      "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
      "set grid ls 100\n"
      "set multiplot layout 1,2 margins 0.07,0.985,0.15,0.94 spacing 0.09,0\n";
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
  for (const auto& [suffix, terminal] :
       {std::pair(".svg", kSvgTerminal), std::pair(".png", kPngTerminal)}) {
    run_gnuplot(plot_script(series, terminal, prefix + suffix));
  }
}

}  // namespace netloom
