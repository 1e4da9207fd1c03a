#pragma once

#include <string>

#include "routing/base/types.h"

namespace netloom {
inline namespace rtl {

/// Which RTL decides where, for messages.
struct RtlIdentity {
  std::string implementation;
  std::string block;
  std::string switch_name;
  SwitchId switch_id = 0;
  int ports = 0;
  int vc_shift = 0;  ///< of channel numbers, where the decision has them

  /// "RTL block 'fir' (implementation 'mine')".
  std::string rtl() const {
    return "RTL block '" + block + "' (implementation '" + implementation + "')";
  }
  /// "cycle 5 at switch 's3' (number 3)".
  std::string place(Cycle cycle) const {
    return "cycle " + std::to_string(cycle) + " at switch '" + switch_name + "' (number " +
           std::to_string(switch_id) + ")";
  }
};

/// "packet 7 at input port 1, VC 0, from source 3 to destination 5".
template <class Query>
std::string packet_of(const Query& query) {
  return "packet " + std::to_string(query.number) + " at input port " +
         std::to_string(query.input_port) + ", VC " + std::to_string(query.input_vc) +
         ", from source " + std::to_string(query.source) + " to destination " +
         std::to_string(query.destination);
}

}  // namespace rtl
}  // namespace netloom
