#pragma once

#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A switch in RTL does not do what the model beside it does. The message says when, where, what
/// both have, and how the model stands.
class ShadowDifference : public Error {
 public:
  /// `signal`: the pin or register that differs; empty: none does.
  ShadowDifference(const std::string& message, Cycle cycle, std::string switch_name,
                   std::string signal)
      : Error(message),
        cycle_(cycle),
        switch_name_(std::move(switch_name)),
        signal_(std::move(signal)) {}

  Cycle cycle() const { return cycle_; }
  const std::string& switch_name() const { return switch_name_; }
  const std::string& signal() const { return signal_; }

 private:
  Cycle cycle_;
  std::string switch_name_;
  std::string signal_;
};

}  // namespace rtl
}  // namespace netloom
