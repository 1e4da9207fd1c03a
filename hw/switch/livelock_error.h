#pragma once

#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Raised by Network::run when a packet has passed more switches than any way of the routing
/// function leads through: it goes in circles. The message has the packet and where it goes.
class LivelockError : public Error {
 public:
  LivelockError(const std::string& message, std::string packet)
      : Error(message), packet_(std::move(packet)) {}

  /// "h3:12", or "h3:h7:12" where NICs count packets by source and destination.
  const std::string& packet() const { return packet_; }

 private:
  std::string packet_;
};

}  // namespace hw
}  // namespace netloom
