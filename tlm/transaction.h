#pragma once

#include <cstddef>
#include <cstdint>
#include <tlm>
#include <utility>
#include <vector>

#include "hw/kernel/systemc.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// A transaction on its way from the host that issued it to the target behind another one, and
/// back.
struct Transaction {
  /// Where what stands for it at the target's side is.
  enum class Copy : std::uint8_t {
    kOnItsWay,  ///< there, or back
    kAtTarget,  ///< from BEGIN_REQ until the response has been taken
    kReturned,  ///< to the pool
  };

  ::tlm::tlm_generic_payload* original = nullptr;  ///< the initiator's
  ::tlm::tlm_generic_payload* copy = nullptr;      ///< a reference, unless it has been returned
  Copy where = Copy::kOnItsWay;
  NodeId source = 0;            ///< host of the initiator
  NodeId destination = 0;       ///< and of the target
  std::uint64_t initiator = 0;  ///< its number, for the order
  bool blocking = false;        ///< b_transport; else nb_transport
  sc_core::sc_event answered_event;
  sc_core::sc_time deadline;
  bool answered = false;  ///< the initiator has got the response, or is about to
  bool lost = false;      ///< by the time-out
  // Of the order: what has come before those that are to be before it.
  bool request_came = false;
  bool response_came = false;
  // Where hosts take so many requests only:
  bool crosses = false;     ///< its packets go through the network
  bool held = false;        ///< counts, at its destination
  std::size_t leaving = 0;  ///< packets of its response that have not left
  /// Packets on their way: hosts that sent them, and their numbers.
  std::vector<std::pair<NodeId, std::uint32_t>> packets;
};

}  // namespace tlm
}  // namespace netloom
