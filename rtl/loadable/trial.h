#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace netloom {
inline namespace rtl {

/// Does something in a process of its own, which leaves nothing behind. What it does there that it
/// must not do here: "ends the program by signal 11 (Segmentation fault)". Empty: nothing; an Error
/// or std::bad_alloc that it throws is no harm. What has not come back after the limit is ended.
/// std::runtime_error: there is no process.
std::string problem_of_trial(const std::function<void()>& act,
                             std::chrono::seconds limit = std::chrono::seconds(30));

}  // namespace rtl
}  // namespace netloom
