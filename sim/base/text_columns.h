#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Columns that a text in UTF-8 takes on the terminal.
std::size_t columns_of(const std::string& text);

/// "not precise" of "not_precise".
std::string with_spaces(std::string name);

/// Rows of words as text in aligned columns, two blanks apart. Columns are aligned to the right,
/// those listed in `left` to the left.
std::string aligned_columns(const std::vector<std::vector<std::string>>& rows,
                            const std::vector<std::size_t>& left = {});

}  // namespace sim
}  // namespace netloom
