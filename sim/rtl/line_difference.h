#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/rtl/verilog_text.h"

namespace netloom {
inline namespace sim {

/// Lines of SystemVerilog that are in the place of others.
struct ChangedLines {
  LineRange lines;       ///< none: `first` is behind `last`, the line in front of the place
  std::string missing;   ///< the first of those that they replace; empty: they are more
  std::size_t size = 0;  ///< lines, here or there, whichever are more
};

/// Where the code of a text is not that of another; comments and white space do not count. Nothing:
/// it differs in more than `most` lines, as one that was not made from the other.
std::optional<std::vector<ChangedLines>> changed_lines(const std::string& text,
                                                       const std::string& other, std::size_t most);

}  // namespace sim
}  // namespace netloom
