#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "tlm/address_map.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// How much of a transaction's time is modelled.
enum class FabricTiming : std::uint8_t {
  kApproximate,  ///< its packets cross the network, among all others
  kLoose,        ///< each way takes what it takes without contention (docs/timing.md); no packets
};

/// Which transactions stay in their order: requests of one initiator to one host as they come to
/// the target, and their responses as they come back.
enum class FabricOrder : std::uint8_t {
  kFree,         ///< none, unless the network keeps it
  kPerInitiator  ///< those with the same initiator's number, see TlmFabric::order_by
};

/// What a network is to transactions. Sizes are bytes, times cycles of a nanosecond.
struct TlmFabricConfig {
  std::vector<AddressRange> map;
  FabricTiming timing = FabricTiming::kApproximate;  ///< in the beginning
  FabricOrder order = FabricOrder::kFree;
  /// Of a phit, at least 1. A packet has as many phits as its header and data take.
  std::uint32_t phit = 8;
  /// Of a packet beside its data, at least 1: address, command, lengths, byte enables. A request to
  /// read, and the response to a write, are a header alone.
  std::uint32_t header = 8;
  /// The most data in a packet (MTU), at least 1: what is longer is cut.
  std::uint32_t most_data = 64;
  /// Transactions of a host that may be on their way at once, at least 1: the requests of others
  /// are not ended (END_REQ), and calls of b_transport wait.
  std::uint32_t outstanding = 16;
  /// Requests that a host has taken out of the network and whose responses have not left for it, at
  /// most: while there are as many, the packets of others wait in the buffer of its NIC
  /// (NicConfig::ejection_buffer), and behind that in the network. 0: hosts take all.
  std::uint32_t requests = 0;
  /// Until a transaction that has got no response ends with TLM_GENERIC_ERROR_RESPONSE, from when
  /// its request goes into the network; 0: never, but for what has no way where time is loose.
  Cycle time_out = 0;
};

}  // namespace tlm
}  // namespace netloom
