#pragma once

#include <stdexcept>
#include <string>

namespace netloom {

/// Something the user can put right: a wrong configuration, netlist or request. The message says
/// where it is and what is allowed. Every error that leaves a Netloom library is of this type.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace netloom
