#include "sim/report/gnuplot.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string_view>

#include "routing/base/output_file.h"
#include "sim/base/external_program.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                 "#56B4E9", "#000000", "#8C6D1F", "#999999", "#6A3D9A"};
constexpr std::array kShapes = {7, 5, 9, 11, 13, 15};

/// Whether a picture goes on to the end that its format has.
bool is_whole(const std::string& picture) {
  // The end of the last chunk of a PNG file: IEND and its CRC.
  const bool png = picture.rfind("\x89PNG", 0) == 0;
  const std::string_view end = png ? "IEND\xae\x42\x60\x82" : "</svg>";
  const std::size_t found = picture.rfind(end);
  return found != std::string::npos &&
         picture.find_first_not_of('\n', found + end.size()) == std::string::npos;
}

}  // namespace

void require_gnuplot() {
  if (find_program("gnuplot").empty()) {
    throw Error(
        "pictures need gnuplot, which is not in the PATH; Debian and Ubuntu: apt-get install "
        "gnuplot-nox");
  }
}

std::string run_gnuplot(const std::string& script) {
  require_gnuplot();
  const ProgramOutput result = run_filter({"gnuplot"}, script);
  if (result.status != 0) {
    throw WriteError(
        fmt::format("gnuplot failed with status {}{}", result.status,
                    result.errors.empty() ? " and without a word" : ": " + result.errors));
  }
  if (!is_whole(result.output)) {
    throw WriteError("gnuplot drew no whole picture: " +
                     (result.errors.empty() ? "its output ends early; a full disk or a limit of "
                                              "file sizes may be the reason"
                                            : result.errors));
  }
  std::fputs(result.errors.c_str(), stderr);
  return result.output;
}

std::string gnuplot_text(const std::string& text) {
  // In single quotes only the quote itself is special.
  std::string result = "'";
  for (const char c : text) {
    if (c == '\n') continue;
    result += c == '\'' ? std::string("''") : std::string(1, c);
  }
  return result + "'";
}

const char* series_colour(std::size_t series) {
  return kColours[series % kColours.size()];
}

std::string series_style(std::size_t series) {
  return fmt::format("lc rgb '{}' pt {} dt {}", series_colour(series),
                     kShapes[series % kShapes.size()], series / kColours.size() + 1);
}

std::string svg_terminal(int width, int height) {
  return fmt::format(
      "svg noenhanced size {},{} fontscale 1.0 linewidth 1.2 font 'DejaVu Sans,Helvetica,"
      "sans-serif,11' background '#ffffff'",
      width, height);
}

std::string png_terminal(int width, int height) {
  return fmt::format(
      "pngcairo noenhanced size {},{} fontscale 1.55 linewidth 2 font 'DejaVu Sans,11' "
      "background '#ffffff'",
      2 * width, 2 * height);
}

const char* gnuplot_look() {
  return "set encoding utf8\n"
         "set pointintervalbox 0\n"
         "set style line 100 lc rgb '#d8d8d8' lw 0.6\n"
         "set style line 101 lc rgb '#9a9a9a' lw 1 dt 2\n"
         "set border 3 lc rgb '#404040'\n"
         "set tics nomirror out scale 0.6 textcolor rgb '#202020'\n"
         "set grid ls 100\n";
}

}  // namespace sim
}  // namespace netloom
