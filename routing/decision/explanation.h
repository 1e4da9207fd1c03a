#pragma once

#include <map>
#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Why a switch decides about a head as it does, in words: what the parts of a routing function say
/// of their decision, from the header, the registers and the place of the switch. Made for a reader
/// only; nothing is decided by it.
struct Explanation {
  std::vector<std::string> decision;  ///< about all ports
  std::map<int, std::string> ports;   ///< by output port: what offers or excludes it
  std::map<int, std::string> vcs;     ///< by output port: the rule of its VCs
};

}  // namespace routing
}  // namespace netloom
