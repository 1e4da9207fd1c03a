#pragma once

#include <cstddef>
#include <string>

namespace netloom {
inline namespace sim {

/// Error, naming the package to install, if there is no gnuplot in the PATH.
void require_gnuplot();

/// What gnuplot draws: commands that set one of the terminals below and draw, with no output named.
/// WriteError, with what gnuplot says: it fails, or the picture is not whole.
std::string run_gnuplot(const std::string& script);

/// A text in gnuplot's quotes.
std::string gnuplot_text(const std::string& text);

/// Colour of the i-th series: apart also for colour-blind readers (Okabe & Ito).
const char* series_colour(std::size_t series);

/// Colour, point shape and, when the colours are used up, dashes of the i-th series.
std::string series_style(std::size_t series);

/// Terminal commands for pictures of so many pixels; PNG has twice as many, for sharp screens.
std::string svg_terminal(int width, int height);
std::string png_terminal(int width, int height);

/// Settings that all pictures share: encoding, grid, border, tics.
const char* gnuplot_look();

}  // namespace sim
}  // namespace netloom
