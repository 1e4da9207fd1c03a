#pragma once

#include <stdexcept>
#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Something the user can put right: a wrong configuration, netlist or request. The message says
/// where it is and what is allowed.
///
/// Messages quote what users have written. Whatever that is, what() is text: UTF-8, in which
/// control characters but tabs and ends of lines, and bytes that are not UTF-8, stand as "\x1b".
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
};

/// A rule of the model that does not hold: a mistake in Netloom, or in what stands in for a part of
/// it (RTL in place of a model, a traffic source), and in nothing that a user has written. The
/// message says where and when; it is text as that of Error.
class BrokenInvariant : public std::logic_error {
 public:
  explicit BrokenInvariant(const std::string& message);
};

}  // namespace routing
}  // namespace netloom
