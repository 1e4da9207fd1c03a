#pragma once

#include <string>

namespace netloom::bench {

/// With commas at the thousands.
std::string grouped(double value);

/// Puts a text in the place of that between the marks `<!-- name -->` and `<!-- name ends -->` of a
/// page. Error: they are not there, or the page cannot be written.
void put_into(const std::string& page, const std::string& name, const std::string& text);

/// "2026-11-26"
std::string today();

}  // namespace netloom::bench
