#include "sim/report/picture_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kFonts =
#define NETLOOM_FONTS(families) families
#define NETLOOM_COLOUR(name, light, dark)
#include "sim/report/picture_style.inc"
#undef NETLOOM_COLOUR
#undef NETLOOM_FONTS
    ;
constexpr std::size_t kSeriesColours = 10;
/// Of bars, in gnuplot's words: told apart without their colours.
constexpr std::array kFills = {"solid 0.85 border", "pattern 4 border", "empty border",
                               "pattern 2 border",  "pattern 5 border", "solid 0.3 border",
                               "pattern 1 border",  "pattern 6 border", "pattern 7 border"};
static_assert(kFills.size() == kBarFills);
/// gnuplot's numbers of dashes.
constexpr std::size_t kDashes = 5;
/// gnuplot's numbers of filled shapes; the number before each is the same shape, empty.
constexpr std::array kShapes = {7, 5, 9, 11, 13, 15};

/// "rgb(  0, 114, 178)" at the beginning of the text as #rrggbb, and its length.
std::optional<std::pair<std::string, std::size_t>> read_rgb(std::string_view text) {
  if (text.substr(0, 4) != "rgb(") return std::nullopt;
  const std::size_t end = text.find(')');
  if (end == std::string_view::npos) return std::nullopt;
  std::array<int, 3> parts{};
  const char* at = text.data() + 4;
  for (int& part : parts) {
    while (*at == ' ' || *at == ',') ++at;
    const auto [next, error] = std::from_chars(at, text.data() + end, part);
    if (error != std::errc{} || part > 255) return std::nullopt;
    at = next;
  }
  return std::pair(fmt::format("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2]), end + 1);
}

/// A tag of an SVG with all colours as #rrggbb. gnuplot's "black" is what nobody chose.
std::string with_plain_colours(std::string_view tag) {
  std::string result;
  while (!tag.empty()) {
    if (const auto rgb = read_rgb(tag)) {
      result += rgb->first;
      tag.remove_prefix(rgb->second);
      continue;
    }
    const bool opens = !result.empty() && (result.back() == '\'' || result.back() == '"');
    const char quote = opens ? result.back() : '\0';
    const auto is = [&](std::string_view word) {
      return opens && tag.size() > word.size() && tag.substr(0, word.size()) == word &&
             tag[word.size()] == quote;
    };
    if (is("black")) {
      result += colour("text").light;
      tag.remove_prefix(5);
    } else if (is("white") || is("#FFFFFF")) {
      tag.remove_prefix(is("white") ? 5 : 7);
      result += colour("background").light;
    } else {
      result += tag.front();
      tag.remove_prefix(1);
    }
  }
  return result;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else
      result += c;
  }
  return result;
}

/// A picture without any element of this name and what is in it; none is in another one.
std::string without(std::string text, const std::string& element) {
  const std::string end = "</" + element + ">";
  for (std::size_t from = 0; (from = text.find("<" + element, from)) != std::string::npos;) {
    const char next = text[from + element.size() + 1];
    if (next != '>' && next != ' ') {
      ++from;
      continue;
    }
    const std::size_t to = text.find(end, from);
    if (to == std::string::npos) break;
    text.erase(from, to + end.size() - from);
  }
  return text;
}

/// gnuplot's patterns have their colours in style attributes, where no rule for dark pages finds
/// them: the same as attributes of their own.
std::string without_styles(std::string text) {
  const std::string begin = "style='fill:none; stroke:";
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    text.replace(at, begin.size(), "fill='none' stroke='");
  }
  return text;
}

/// What the colours that a picture has become on a dark background.
std::string style_sheet(const std::string& picture) {
  std::string rules;
  for (const Colour& each : colours()) {
    if (picture.find(fmt::format("'{}'", each.light)) == std::string::npos &&
        picture.find(fmt::format("\"{}\"", each.light)) == std::string::npos) {
      continue;
    }
    for (const char* attribute : {"fill", "stroke", "color"}) {
      rules += fmt::format("[{0}=\"{1}\"]{{{0}:{2}}}\n", attribute, each.light, each.dark);
    }
  }
  return "<style>\n@media (prefers-color-scheme: dark) {\n" + rules + "}\n</style>\n";
}

}  // namespace

const std::vector<Colour>& colours() {
  static const std::vector<Colour> all = {
#define NETLOOM_FONTS(families)
#define NETLOOM_COLOUR(name, light, dark) {#name, light, dark},
#include "sim/report/picture_style.inc"
#undef NETLOOM_COLOUR
#undef NETLOOM_FONTS
  };
  return all;
}

const Colour& colour(const std::string& name) {
  const auto found = std::find_if(colours().begin(), colours().end(),
                                  [&](const Colour& each) { return each.name == name; });
  if (found == colours().end()) throw Error("there is no colour " + name);
  return *found;
}

const char* series_colour(std::size_t series) {
  return colour(fmt::format("series{}", series % kSeriesColours + 1)).light;
}

std::string curve_style(std::size_t series) {
  return fmt::format("{} lc rgb '{}' dt {}", kCurveLine, series_colour(series),
                     series / kShapes.size() % kDashes + 1);
}

std::string mark_style(std::size_t series) {
  return fmt::format("{} lc rgb '{}' pt {}", kPointSize, series_colour(series),
                     kShapes[series % kShapes.size()]);
}

std::string line_style(std::size_t series) {
  const bool wide = series / kDashes % 2 == 1;
  return fmt::format("{} lc rgb '{}' dt {}", wide ? kWideLine : kCurveLine, series_colour(series),
                     series % kDashes + 1);
}

std::string bar_style(std::size_t series) {
  return fmt::format("lc rgb '{}' fs {}", series_colour(series), kFills[series % kFills.size()]);
}

int empty_shape(std::size_t series) {
  return kShapes[series % kShapes.size()] - 1;
}

std::string svg_terminal(int width, int height) {
  return fmt::format(
      "svg noenhanced size {},{} fontscale 1.0 linewidth 1.2 font '{},11' "
      "background '{}'",
      width, height, kFonts, colour("background").light);
}

std::string png_terminal(int width, int height) {
  return fmt::format(
      "pngcairo noenhanced size {},{} fontscale 1.55 linewidth 2.4 pointscale 2.1 "
      "font 'DejaVu Sans,11' background '{}'",
      2 * width, 2 * height, colour("background").light);
}

std::string gnuplot_look() {
  return fmt::format(
      "set encoding utf8\n"
      "set pointintervalbox 0\n"
      "set style line 100 lc rgb '{grid}' lw 0.6\n"
      "set style line 101 lc rgb '{guide}' lw 1 dt 2\n"
      "set border 3 lc rgb '{axis}'\n"
      "set tics nomirror out scale 0.6 textcolor rgb '{text}'\n"
      "set xlabel textcolor rgb '{text}'\n"
      "set ylabel textcolor rgb '{text}'\n"
      "set title textcolor rgb '{text}'\n"
      "set key textcolor rgb '{text}'\n"
      "set grid ls 100\n",
      fmt::arg("grid", colour("grid").light), fmt::arg("guide", colour("guide").light),
      fmt::arg("axis", colour("axis").light), fmt::arg("text", colour("text").light));
}

std::string themed_svg(const std::string& picture, const std::string& title) {
  const std::string bare =
      without_styles(without(without(without(picture, "filter"), "title"), "desc"));
  std::string result;
  // Colours are in tags; text between them may look like one.
  for (std::string_view rest = bare; !rest.empty();) {
    const bool tag = rest.front() == '<';
    const std::size_t length = std::min(tag ? rest.find('>') : rest.find('<'), rest.size());
    const std::string_view part = rest.substr(0, length);
    result += tag ? with_plain_colours(part) : std::string(part);
    rest.remove_prefix(length);
  }
  const std::size_t root = result.find("<svg");
  const std::size_t body = root == std::string::npos ? root : result.find('>', root);
  if (body == std::string::npos) throw Error("gnuplot drew no SVG");
  return result.insert(body + 1, "\n<title>" + escaped(title) + "</title>\n" + style_sheet(result));
}

}  // namespace sim
}  // namespace netloom
