#include "tlm/fabric_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "hw/config/network_sizes.h"
#include "hw/kernel/quantum_clock.h"
#include "routing/base/error.h"
#include "tlm/cycle_time.h"

namespace netloom {
inline namespace tlm {
namespace {

void require_positive(std::uint32_t value, const char* what) {
  if (value == 0) throw Error(fmt::format("TLM fabric: {} is 0; allowed: at least 1", what));
}

const TlmFabricConfig& checked(const TlmFabricConfig& config) {
  require_positive(config.phit, "phit");
  require_positive(config.header, "header");
  require_positive(config.most_data, "most_data");
  require_positive(config.outstanding, "outstanding");
  return config;
}

}  // namespace

FabricCore::FabricCore(sc_core::sc_module_name name, const FabricNetworkMaker& make_network,
                       const TlmFabricConfig& config)
    : sc_core::sc_module(name),
      config_(checked(config)),
      timing_(config.timing),
      network_(make_network(static_cast<std::uint32_t>(phits(0)))),
      hosts_(network_->hosts()),
      map_(config.map, static_cast<NodeId>(network().netlist().hosts.size())),
      zero_load_(network()),
      initiator_of_([](const ::tlm::tlm_generic_payload& /*payload*/) { return 0; }),
      requests_(&Transaction::request_came,
                [this](const Pointer& transaction) {
                  fabric_hosts_[transaction->destination]->take_request(transaction);
                }),
      responses_(&Transaction::response_came,
                 [this](const Pointer& transaction) { pass_response(transaction); }) {
  check_packets();
  const auto count = static_cast<NodeId>(network().netlist().hosts.size());
  for (NodeId id = 0; id < count; ++id) {
    fabric_hosts_.push_back(std::make_unique<FabricHost>(*this, id));
    hosts_.play(id, *fabric_hosts_.back());
  }
  network().run_freely([this] { return hosts_.idle(); }, [this] { return hosts_.may_go_on(); });
  SC_HAS_PROCESS(FabricCore);
  SC_METHOD(time_out);
  sensitive << time_out_;
  dont_initialize();
  SC_METHOD(links_have_failed);
  sensitive << fault_;
  dont_initialize();
}

FabricCore::~FabricCore() = default;

void FabricCore::check_packets() const {
  const NetworkConfig& network = hosts_.network().config();
  const auto most = static_cast<std::uint64_t>(network.nic.packet_phits);
  if (phits(config_.most_data) > most) {
    throw Error(fmt::format(
        "TLM fabric: a packet of {} bytes of data and {} of header has {} phits of {}; allowed: up "
        "to {} (packet_phits of the network)",
        config_.most_data, config_.header, phits(config_.most_data), config_.phit, most));
  }
  const auto least = static_cast<std::uint64_t>(smallest_packet(network));
  if (phits(0) < least) {
    throw Error(fmt::format(
        "TLM fabric: a packet of {} bytes of header has {} phits of {}; allowed: at least {} "
        "(smallest_packet of the network)",
        config_.header, phits(0), config_.phit, least));
  }
  if (config_.requests > 0 && network.nic.ejection_buffer == 0) {
    throw Error(
        fmt::format("TLM fabric: hosts take no more than {} requests at once, but what waits for "
                    "them has no buffer; allowed: nic.ejection_buffer of at least {} phits",
                    config_.requests, most));
  }
}

void FabricCore::end_of_elaboration() {
  for (const AddressRange& range : map_.ranges()) {
    if (!host(range.host).has_target()) {
      throw Error(
          fmt::format("TLM fabric: nothing is bound to the initiator socket of host {}, to "
                      "which the addresses {:#x} to {:#x} lead",
                      range.host, range.base, range.last()));
    }
  }
  for (NodeId id = 0; id < host_count(); ++id) {
    const bool bound = host(id).has_target() || host(id).has_initiator();
    if (bound && hosts_.player(id) != &host(id)) {
      throw Error(
          fmt::format("TLM fabric: host {} has a packet port, so that nothing can be bound "
                      "to its sockets",
                      id));
    }
  }
  if (config_.time_out == 0 && links_fail()) {
    SC_REPORT_WARNING("/netloom/tlm_fabric",
                      "links fail, and transactions have no time-out: approximately timed, one "
                      "whose packets are lost never ends; allowed: a time_out (tlm.time_out, "
                      "TlmFabricConfig::time_out) of more cycles than any response takes");
  }
  expect_fault();
}

void FabricCore::expect_fault() {
  if (const std::optional<Cycle> next = zero_load_.next_fault()) {
    fault_.notify(network().clock().until(*next));
  }
}

void FabricCore::links_have_failed() {
  if (loose()) invalidate(0, ~std::uint64_t{0});
  expect_fault();
}

std::size_t FabricCore::outstanding() const {
  return std::accumulate(
      fabric_hosts_.begin(), fabric_hosts_.end(), std::size_t{0},
      [](std::size_t sum, const auto& each) { return sum + each->unfinished(); });
}

void FabricCore::set_timing(FabricTiming timing) {
  if (timing == timing_) return;
  if (const std::size_t count = outstanding(); count > 0) {
    throw Error(
        fmt::format("TLM fabric: the timing cannot be changed while {} transactions are "
                    "outstanding; allowed: none",
                    count));
  }
  timing_ = timing;
  if (!loose()) invalidate(0, ~std::uint64_t{0});
}

void FabricCore::invalidate(std::uint64_t first, std::uint64_t last) {
  for (const auto& each : fabric_hosts_) {
    if (each->has_initiator()) each->initiator().invalidate_direct_mem_ptr(first, last);
  }
}

std::uint64_t FabricCore::phits(std::uint64_t bytes) const {
  return (config_.header + bytes + config_.phit - 1) / config_.phit;
}

std::vector<std::uint32_t> FabricCore::packets(std::uint64_t bytes) const {
  const std::uint64_t whole = bytes == 0 ? 0 : (bytes - 1) / config_.most_data;
  std::vector<std::uint32_t> result(whole, static_cast<std::uint32_t>(phits(config_.most_data)));
  result.push_back(static_cast<std::uint32_t>(phits(bytes - whole * config_.most_data)));
  return result;
}

Cycle FabricCore::request_latency(NodeId from, NodeId to,
                                  const ::tlm::tlm_generic_payload& payload) {
  if (from == to) return 0;
  return zero_load_.latency(from, to, packets(request_bytes(payload)));
}

Cycle FabricCore::response_latency(NodeId from, NodeId to,
                                   const ::tlm::tlm_generic_payload& payload) {
  if (from == to) return 0;
  return zero_load_.latency(to, from, packets(response_bytes(payload)));
}

std::uint64_t FabricCore::request_bytes(const ::tlm::tlm_generic_payload& payload) {
  return payload.is_write() ? payload.get_data_length() : 0;
}

std::uint64_t FabricCore::response_bytes(const ::tlm::tlm_generic_payload& payload) {
  return payload.is_read() ? payload.get_data_length() : 0;
}

std::optional<Cycle> FabricCore::find_latency(NodeId from, NodeId to, std::uint64_t bytes) {
  return from == to ? Cycle{0} : zero_load_.find_latency(from, to, packets(bytes));
}

bool FabricCore::has_way(NodeId from, NodeId to) {
  return find_latency(from, to, 0).has_value();
}

bool FabricCore::pass_loosely(NodeId from, NodeId to, std::uint64_t bytes,
                              sc_core::sc_time& delay) {
  if (from == to) return true;
  const auto wait = [&delay] {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  };
  const std::optional<Cycle> fault = zero_load_.next_fault();
  if (fault && network().clock().until(*fault) <= delay) wait();
  // Without a way, registers that are written until then may lead around what has failed.
  if (delay > sc_core::SC_ZERO_TIME && !has_way(from, to)) wait();
  const std::optional<Cycle> cycles = find_latency(from, to, bytes);
  if (cycles) delay += time_of(*cycles);
  return cycles.has_value();
}

void FabricCore::lose(::tlm::tlm_generic_payload& payload, const sc_core::sc_time& deadline,
                      sc_core::sc_time& delay) {
  ++lost_;
  payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
  if (config_.time_out == 0) return;
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  delay = deadline > now ? deadline - now : sc_core::SC_ZERO_TIME;
}

const AddressRange* FabricCore::range_of(const ::tlm::tlm_generic_payload& payload) const {
  const std::uint64_t address = payload.get_address();
  const AddressRange* const range = map_.find(address);
  if (range == nullptr) return nullptr;
  // What is streamed stays in its width.
  const std::uint64_t width = std::min(payload.get_data_length(), payload.get_streaming_width());
  return width > 0 && width - 1 > range->last() - address ? nullptr : range;
}

FabricCore::Pointer FabricCore::make_transaction(::tlm::tlm_generic_payload& payload, NodeId source,
                                                 const AddressRange& range) {
  auto transaction = std::make_shared<Transaction>();
  transaction->original = &payload;
  transaction->source = source;
  transaction->destination = range.host;
  transaction->initiator = initiator_of_(payload);
  transaction->copy = &pool_.copy_of(payload);
  transaction->copy->set_address(range.to_target(payload.get_address()));
  return transaction;
}

void FabricCore::send_request(const Pointer& transaction) {
  if (config_.order == FabricOrder::kPerInitiator) {
    requests_.issue(transaction);
    responses_.issue(transaction);
  }
  watch(transaction);
  send(transaction, false);
}

void FabricCore::send_response(const Pointer& transaction) {
  send(transaction, true);
}

void FabricCore::send(const Pointer& transaction, bool response) {
  const ::tlm::tlm_generic_payload& payload = *transaction->copy;
  NodeId from = transaction->source, to = transaction->destination;
  if (response) std::swap(from, to);
  const std::uint64_t bytes = response ? response_bytes(payload) : request_bytes(payload);
  if (from == to || loose()) {
    const std::optional<Cycle> cycles = find_latency(from, to, bytes);
    if (!cycles) {
      if (config_.time_out == 0) lose(transaction);
      return;
    }
    agenda_.after(time_of(*cycles), [this, transaction, response] {
      if (!transaction->lost) response ? response_came(transaction) : request_came(transaction);
    });
    return;
  }
  transaction->crosses = true;
  const auto part = std::make_shared<Part>(transaction, response);
  for (const std::uint32_t size : packets(bytes)) {
    const std::uint32_t number = hosts_.offer(from, {to, size, response, part});
    transaction->packets.emplace_back(from, number);
    if (response) fabric_hosts_[from]->sends(transaction, number);
  }
}

void FabricCore::arrived(const Part& part, const Arrival& arrival) {
  auto& packets = part.transaction->packets;
  packets.erase(
      std::find(packets.begin(), packets.end(), std::make_pair(arrival.source, arrival.number)));
  if (!packets.empty()) return;
  part.response ? response_came(part.transaction) : request_came(part.transaction);
}

void FabricCore::request_came(const Pointer& transaction) {
  if (config_.order == FabricOrder::kPerInitiator) {
    requests_.come(transaction);
  } else {
    fabric_hosts_[transaction->destination]->take_request(transaction);
  }
}

void FabricCore::response_came(const Pointer& transaction) {
  if (config_.order == FabricOrder::kPerInitiator) {
    responses_.come(transaction);
  } else {
    pass_response(transaction);
  }
}

void FabricCore::pass_response(const Pointer& transaction) {
  transaction->original->update_original_from(*transaction->copy);
  if (!loose()) transaction->original->set_dmi_allowed(false);
  return_copy(*transaction);
  transaction->answered = true;
  expect_time_out();
  fabric_hosts_[transaction->source]->answer(transaction);
}

void FabricCore::return_copy(Transaction& transaction) {
  if (transaction.where == Transaction::Copy::kReturned) return;
  transaction.where = Transaction::Copy::kReturned;
  std::exchange(transaction.copy, nullptr)->release();
}

void FabricCore::watch(const Pointer& transaction) {
  if (config_.time_out == 0) return;
  transaction->deadline = sc_core::sc_time_stamp() + time_of(config_.time_out);
  watched_.push_back(transaction);
  expect_time_out();
}

void FabricCore::expect_time_out() {
  while (!watched_.empty() && watched_.front()->answered) watched_.pop_front();
  time_out_.cancel();
  if (watched_.empty()) return;
  time_out_.notify(watched_.front()->deadline - sc_core::sc_time_stamp());
}

void FabricCore::time_out() {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  while (!watched_.empty() && (watched_.front()->answered || watched_.front()->deadline <= now)) {
    const Pointer transaction = watched_.front();
    watched_.pop_front();
    if (!transaction->answered) lose(transaction);
  }
  expect_time_out();
}

void FabricCore::lose(const Pointer& transaction) {
  ++lost_;
  transaction->original->set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
  give_up(transaction);
  fabric_hosts_[transaction->source]->answer(transaction);
  pass_over(transaction);
}

void FabricCore::pass_over(const Pointer& transaction) {
  if (config_.order != FabricOrder::kPerInitiator) return;
  requests_.pass_over(*transaction);
  responses_.pass_over(*transaction);
}

void FabricCore::give_up(const Pointer& transaction) {
  transaction->answered = true;
  transaction->lost = true;
  for (const auto& [from, number] : transaction->packets) hosts_.forget(from, number);
  transaction->packets.clear();
  // A target may go on with it: what it answers then comes to nobody.
  if (transaction->where == Transaction::Copy::kOnItsWay) return_copy(*transaction);
}

}  // namespace tlm
}  // namespace netloom
