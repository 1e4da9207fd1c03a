#pragma once

#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Whether standard error is a terminal.
bool stderr_is_terminal();

/// "netloom: error: …" on standard error. If that cannot be written, there is nobody to be told; so
/// with the others.
void print_error(const std::string& message);

/// "netloom: warning: …" on standard error.
void print_warning(const std::string& message);

/// "netloom: …" on standard error.
void print_note(const std::string& message);

}  // namespace sim
}  // namespace netloom
