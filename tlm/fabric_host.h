#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <tlm>
#include <unordered_map>

#include "hw/kernel/systemc.h"
#include "hw/network/external_hosts.h"
#include "routing/base/visible.h"
#include "tlm/transaction.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

class FabricCore;

/// A host of the fabric: the interfaces behind its target socket, to which initiators are bound,
/// and behind its initiator socket, to which a target is; and what arrives from the network.
///
/// Each call of a process outside takes effect when its annotated time has passed, in a process of
/// the fabric: so no call comes back into the one who made it.
class FabricHost final : public ::tlm::tlm_fw_transport_if<>,
                         public ::tlm::tlm_bw_transport_if<>,
                         public ExternalHost {
 public:
  using Payload = ::tlm::tlm_generic_payload;
  using Phase = ::tlm::tlm_phase;
  using Pointer = std::shared_ptr<Transaction>;
  using Initiators = sc_core::sc_port_b<::tlm::tlm_bw_transport_if<>>;
  using Targets = sc_core::sc_port_b<::tlm::tlm_fw_transport_if<>>;

  FabricHost(FabricCore& core, NodeId id) : core_(core), id_(id) {}

  /// The sockets' ports, which lead to who is bound.
  void connect(Initiators& initiators, Targets& targets) {
    initiators_ = &initiators;
    targets_ = &targets;
  }
  bool has_initiator() const { return initiators_->size() > 0; }
  bool has_target() const { return targets_->size() > 0; }
  ::tlm::tlm_bw_transport_if<>& initiator() { return *(*initiators_)[0]; }
  ::tlm::tlm_fw_transport_if<>& target() { return *(*targets_)[0]; }

  // ---- From initiators.
  ::tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& phase,
                                       sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, ::tlm::tlm_dmi& dmi) override;
  unsigned int transport_dbg(Payload& payload) override;

  // ---- From the target.
  ::tlm::tlm_sync_enum nb_transport_bw(Payload& payload, Phase& phase,
                                       sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  // ---- From the network.
  void arrived(const Arrival& arrival, std::shared_ptr<PacketContent> content) override;
  bool takes(const Arrival& arrival) override;
  void left(std::uint32_t number) override;
  bool waits_to_send() const override { return sending_ == held_; }

  /// A request for the target; a transaction that has its response, for the initiator.
  void take_request(const Pointer& transaction);
  void answer(const Pointer& transaction);
  /// This packet of its response is offered to the NIC.
  void sends(const Pointer& transaction, std::uint32_t number);

  /// Transactions whose requests have begun, and that have not ended, and calls of b_transport.
  std::size_t unfinished() const { return issued_.size() + waiting_calls_ + loose_calls_; }

 private:
  // At the initiator's side.
  void begin_request(Payload& payload);
  void admit();
  void begin_responses();
  void end_response(Payload& payload);
  void loose_transport(Payload& payload, sc_core::sc_time& delay);
  /// A call of b_transport has its response, or its process has been ended.
  void end_call(const Pointer& transaction);
  // At the target's side.
  void begin_requests();
  void end_request(const Pointer& transaction);
  void begin_response(const Pointer& transaction);
  void take_response(const Pointer& transaction);
  /// It no longer counts among those that the host holds.
  void release(const Pointer& transaction);

  /// "host 3, target socket: "
  std::string place(const char* socket) const;

  FabricCore& core_;
  NodeId id_;
  Initiators* initiators_ = nullptr;
  Targets* targets_ = nullptr;

  // At the initiator's side.
  Payload* requesting_ = nullptr;                 ///< between BEGIN_REQ and END_REQ
  Payload* responding_ = nullptr;                 ///< between BEGIN_RESP and END_RESP
  std::unordered_map<Payload*, Pointer> issued_;  ///< by nb_transport, until END_RESP
  std::deque<Pointer> waiting_;                   ///< to be admitted
  std::deque<Pointer> responses_;                 ///< for BEGIN_RESP
  std::uint32_t outstanding_ = 0;                 ///< admitted, until they have ended
  std::size_t waiting_calls_ = 0;                 ///< of b_transport, approximately timed
  std::size_t loose_calls_ = 0;

  // At the target's side.
  Pointer beginning_;                                ///< between BEGIN_REQ and END_REQ
  std::deque<Pointer> requests_;                     ///< for BEGIN_REQ
  std::unordered_map<Payload*, Pointer> at_target_;  ///< by copy
  // Where it holds so many requests only:
  std::uint32_t held_ = 0;                              ///< Transaction::held
  std::uint32_t sending_ = 0;                           ///< of those, what has been answered
  std::unordered_map<std::uint32_t, Pointer> leaving_;  ///< by packet of a response
};

}  // namespace tlm
}  // namespace netloom
