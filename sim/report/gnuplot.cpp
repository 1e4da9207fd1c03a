#include "sim/report/gnuplot.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "routing/base/output_file.h"
#include "sim/base/external_program.h"

namespace netloom {
inline namespace sim {
namespace {

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

}  // namespace sim
}  // namespace netloom
