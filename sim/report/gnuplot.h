#pragma once

#include <string>

namespace netloom {
inline namespace sim {

/// Error, naming the package to install, if there is no gnuplot in the PATH.
void require_gnuplot();

/// What gnuplot draws: commands that set a terminal and draw, with no output named.
/// WriteError, with what gnuplot says: it fails, or the picture is not whole.
std::string run_gnuplot(const std::string& script);

/// A text in gnuplot's quotes.
std::string gnuplot_text(const std::string& text);

}  // namespace sim
}  // namespace netloom
