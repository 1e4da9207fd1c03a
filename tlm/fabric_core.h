#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <tlm>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/network/external_hosts.h"
#include "hw/network/zero_load.h"
#include "routing/base/visible.h"
#include "tlm/address_map.h"
#include "tlm/agenda.h"
#include "tlm/fabric_config.h"
#include "tlm/fabric_host.h"
#include "tlm/fabric_network.h"
#include "tlm/payload_pool.h"
#include "tlm/transaction_order.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// What of a TlmFabric (fabric.h) does not depend on the width of its sockets.
class FabricCore : public sc_core::sc_module {
 public:
  using Pointer = std::shared_ptr<Transaction>;
  using InitiatorOf = std::function<std::uint64_t(const ::tlm::tlm_generic_payload&)>;

  FabricTiming timing() const { return timing_; }
  /// Throws the switch between the levels of time, from any process and at any time; from loosely
  /// to approximately timed, initiators are told that their pointers to memory (DMI) count no more.
  /// Error: transactions are outstanding.
  void set_timing(FabricTiming timing);

  /// Transactions that initiators have begun and that have not ended.
  std::size_t outstanding() const;
  /// Transactions that have ended by the time-out, until now.
  std::uint64_t lost() const { return lost_; }
  /// Cycles of a transaction that meets no others: its request, and its response.
  Cycle request_latency(NodeId from, NodeId to, const ::tlm::tlm_generic_payload& payload);
  Cycle response_latency(NodeId from, NodeId to, const ::tlm::tlm_generic_payload& payload);

  /// For hosts with a PacketPort.
  ExternalHosts& hosts() { return hosts_; }
  Network& network() { return hosts_.network(); }
  const AddressMap& map() const { return map_; }
  const TlmFabricConfig& config() const { return config_; }
  const PayloadPool& pool() const { return pool_; }

 protected:
  /// Error: a parameter that cannot be, and what the network says.
  FabricCore(sc_core::sc_module_name name, const FabricNetworkMaker& make_network,
             const TlmFabricConfig& config);
  ~FabricCore() override;

  std::size_t host_count() const { return fabric_hosts_.size(); }
  FabricHost& host(NodeId id) { return *fabric_hosts_[id]; }
  void set_initiator_of(InitiatorOf initiator_of) { initiator_of_ = std::move(initiator_of); }
  /// Error: a range leads to a host without a target, or sockets and a packet port have one host.
  void end_of_elaboration() override;

 private:
  friend class FabricHost;

  /// A packet of a request or response.
  struct Part final : PacketContent {
    Part(Pointer of, bool is_response) : transaction(std::move(of)), response(is_response) {}
    Pointer transaction;
    bool response;
  };

  bool loose() const { return timing_ == FabricTiming::kLoose; }
  bool programmed() const { return network_->programmed(); }
  Agenda& agenda() { return agenda_; }
  /// The range of all bytes of a payload; null: there is none.
  const AddressRange* range_of(const ::tlm::tlm_generic_payload& payload) const;
  /// A transaction whose address range is known.
  Pointer make_transaction(::tlm::tlm_generic_payload& payload, NodeId source,
                           const AddressRange& range);
  /// Its request goes on its way; its response does.
  void send_request(const Pointer& transaction);
  void send_response(const Pointer& transaction);
  /// A packet of it has arrived.
  void arrived(const Part& part, const Arrival& arrival);
  void return_copy(Transaction& transaction);
  void invalidate(std::uint64_t first, std::uint64_t last);

  void send(const Pointer& transaction, bool response);
  void request_came(const Pointer& transaction);
  void response_came(const Pointer& transaction);
  void pass_response(const Pointer& transaction);
  /// Phits of the packets that so many bytes become.
  std::vector<std::uint32_t> packets(std::uint64_t bytes) const;
  std::uint64_t phits(std::uint64_t bytes) const;
  void check_packets() const;
  void watch(const Pointer& transaction);
  void time_out();
  /// The first deadline of those that have no response.
  void expect_time_out();

  TlmFabricConfig config_;
  FabricTiming timing_;
  std::unique_ptr<FabricNetwork> network_;
  ExternalHosts& hosts_;
  AddressMap map_;
  PayloadPool pool_;
  Agenda agenda_{"agenda"};
  ZeroLoad zero_load_;
  std::vector<std::unique_ptr<FabricHost>> fabric_hosts_;
  InitiatorOf initiator_of_;
  TransactionOrder requests_, responses_;
  std::deque<Pointer> watched_;  ///< in the order of their deadlines
  sc_core::sc_event time_out_;
  std::uint64_t lost_ = 0;
};

}  // namespace tlm
}  // namespace netloom
