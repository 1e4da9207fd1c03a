#pragma once

#include "routing/base/error.h"

namespace netloom {

/// The routing of a switch offers a packet nothing. The message names switch, packet and input.
class NoOutputError : public Error {
 public:
  using Error::Error;
};

}  // namespace netloom
