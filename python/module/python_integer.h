#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>

namespace netloom {
inline namespace python {

/// An integer, or what stands for one (has __index__, as NumPy's), from 0 to `maximum`; anything
/// else: none. What __index__ raises is raised, but for a TypeError.
std::optional<std::int64_t> integer_up_to(std::int64_t maximum, const pybind11::handle& value);

}  // namespace python
}  // namespace netloom
