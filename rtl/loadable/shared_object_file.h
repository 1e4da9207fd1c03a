#pragma once

#include <string>

namespace netloom {
inline namespace rtl {

/// Why a file cannot be a shared object for this program, by its ELF headers; empty if nothing in
/// them speaks against it. Loading what is cut off would end the program with SIGBUS.
std::string shared_object_problem(const std::string& path);

}  // namespace rtl
}  // namespace netloom
