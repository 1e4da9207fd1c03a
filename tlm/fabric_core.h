#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
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
  /// Transactions that have ended with TLM_GENERIC_ERROR_RESPONSE because of the network, until
  /// now: by the time-out, or because there was no way.
  std::uint64_t lost() const { return lost_; }
  /// Cycles of a transaction that meets no others, now: its request, and its response. Error: there
  /// is no way.
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
  /// Warns where what is lost would never end.
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
  bool links_fail() const { return !hosts_.network().config().faults.empty(); }
  Agenda& agenda() { return agenda_; }
  /// The range of all bytes of a payload; null: there is none.
  const AddressRange* range_of(const ::tlm::tlm_generic_payload& payload) const;
  /// A transaction whose address range is known.
  Pointer make_transaction(::tlm::tlm_generic_payload& payload, NodeId source,
                           const AddressRange& range);
  /// Its request goes on its way; its response does.
  void send_request(const Pointer& transaction);
  void send_response(const Pointer& transaction);
  /// Adds to a delay what so many bytes take from host to host without contention, with the network
  /// as it is when the delay has passed: to be called by a thread, which waits for it where links
  /// fail meanwhile. False: there is no way.
  bool pass_loosely(NodeId from, NodeId to, std::uint64_t bytes, sc_core::sc_time& delay);
  /// Of so many bytes without contention, as the network is now; none: there is no way.
  std::optional<Cycle> find_latency(NodeId from, NodeId to, std::uint64_t bytes);
  bool has_way(NodeId from, NodeId to);
  /// A blocking call ends without its response, which had until `deadline` to come.
  void lose(::tlm::tlm_generic_payload& payload, const sc_core::sc_time& deadline,
            sc_core::sc_time& delay);
  /// Nobody waits for its response any more.
  void give_up(const Pointer& transaction);
  /// Those behind it do not wait for it.
  void pass_over(const Pointer& transaction);
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
  static std::uint64_t request_bytes(const ::tlm::tlm_generic_payload& payload);
  static std::uint64_t response_bytes(const ::tlm::tlm_generic_payload& payload);
  void watch(const Pointer& transaction);
  void time_out();
  /// It ends with an error.
  void lose(const Pointer& transaction);
  /// Links fail: pointers to memory behind them count no more.
  void links_have_failed();
  void expect_fault();
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
  sc_core::sc_event fault_;
  std::uint64_t lost_ = 0;
};

}  // namespace tlm
}  // namespace netloom
