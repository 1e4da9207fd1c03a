#pragma once

#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace rtl {

/// A switch in RTL does not do what the model beside it does. The message says when, where, what
/// both have, and how the model stands.
class ShadowDifference : public Error {
 public:
  ShadowDifference(const std::string& message, Cycle cycle, std::string switch_name)
      : Error(message), cycle_(cycle), switch_name_(std::move(switch_name)) {}

  Cycle cycle() const { return cycle_; }
  const std::string& switch_name() const { return switch_name_; }

 private:
  Cycle cycle_;
  std::string switch_name_;
};

}  // namespace rtl
}  // namespace netloom
