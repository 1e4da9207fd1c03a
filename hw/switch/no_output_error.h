#pragma once

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {

/// The routing of a switch offers a packet nothing. The message names switch, packet and input.
class NoOutputError : public Error {
 public:
  using Error::Error;
};

}  // namespace hw
}  // namespace netloom
