#pragma once

#include <string>

namespace netloom {
inline namespace sim {

/// A text that links to a file in the same folder.
std::string markdown_link(const std::string& text, const std::string& file);

/// A table cell: bars would end it, and so would ends of lines.
std::string markdown_cell(const std::string& text);

}  // namespace sim
}  // namespace netloom
