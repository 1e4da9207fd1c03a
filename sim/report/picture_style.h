#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// How all pictures look: colours (picture_style.inc), fonts, lines, marks, sizes.

/// A colour by its meaning, in hexadecimal digits as SVG has it.
struct Colour {
  const char* name;
  const char* light;  ///< on a light background; no two are the same
  const char* dark;   ///< on a dark one
};

const std::vector<Colour>& colours();

/// Error: there is no colour of this name.
const Colour& colour(const std::string& name);

/// Colour of the i-th series; after the last comes the first again.
const char* series_colour(std::size_t series);

/// gnuplot's words for the line and for the marks of the i-th series of curves. Dashes and shape
/// tell 30 series apart without colours.
std::string curve_style(std::size_t series);
std::string mark_style(std::size_t series);
/// gnuplot's words for width, colour and dashes of a line without marks. Width and dashes tell ten
/// apart without colours.
std::string line_style(std::size_t series);
/// How many fillings of bars there are.
constexpr std::size_t kBarFills = 9;
/// gnuplot's words for colour and filling of the bars of the i-th series.
std::string bar_style(std::size_t series);
/// The same shape, empty: what is drawn of a saturated point.
int empty_shape(std::size_t series);

/// gnuplot's terminals for pictures of so many pixels; PNG has twice as many, for sharp screens.
std::string svg_terminal(int width, int height);
std::string png_terminal(int width, int height);

/// gnuplot's settings that all pictures share: encoding, line styles, grid, border, tics.
std::string gnuplot_look();

/// Widths of lines and sizes of marks, in gnuplot's words.
constexpr const char* kCurveLine = "lw 1.4";
constexpr const char* kWideLine = "lw 2.6";
constexpr const char* kErrorLine = "lw 1";
constexpr const char* kBand = "fillstyle transparent solid 0.22 noborder";
/// The line that curves are compared with, as gnuplot_look() defines it.
constexpr const char* kGuideLine = "ls 101";
constexpr const char* kPointSize = "ps 0.65";

/// An SVG by gnuplot as all renderers, light and dark pages can show it: with `title`, with the
/// colours of picture_style.inc in hexadecimal digits and a style sheet that gives them their dark
/// values where a reader prefers these, and without what gnuplot has in it for its own web pages.
/// What it shows on a light page stays the same.
std::string themed_svg(const std::string& picture, const std::string& title);

}  // namespace sim
}  // namespace netloom
