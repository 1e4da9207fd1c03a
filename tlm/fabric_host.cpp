#include "tlm/fabric_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "tlm/cycle_time.h"
#include "tlm/fabric_core.h"
#include "tlm/scope_exit.h"

namespace netloom {
inline namespace tlm {
namespace {

/// Phases that a protocol of the user's own adds to those of the base protocol, which may be
/// ignored.
bool is_extended(const ::tlm::tlm_phase& phase) {
  return static_cast<unsigned int>(phase) > ::tlm::END_RESP;
}

[[noreturn]] void throw_unexpected(const std::string& place, const ::tlm::tlm_phase& phase,
                                   const char* allowed) {
  throw Error(fmt::format("{}{} comes against the rules of the base protocol; allowed: {}", place,
                          phase.get_name(), allowed));
}

}  // namespace

std::string FabricHost::place(const char* socket) const {
  return fmt::format("TLM fabric: host {}, {} socket: ", id_, socket);
}

// ---- At the initiator's side.

::tlm::tlm_sync_enum FabricHost::nb_transport_fw(Payload& payload, Phase& phase,
                                                 sc_core::sc_time& delay) {
  if (is_extended(phase)) return ::tlm::TLM_ACCEPTED;
  if (phase == ::tlm::BEGIN_REQ) {
    if (!payload.has_mm()) {
      throw Error(place("target") +
                  "a payload without memory manager; allowed with nb_transport: those with one");
    }
    if (requesting_ != nullptr || issued_.count(&payload) > 0) {
      throw_unexpected(place("target"), phase,
                       "one request at a time, until END_REQ, and a transaction once");
    }
    requesting_ = &payload;
    payload.acquire();
    issued_.emplace(&payload, nullptr);
    core_.agenda().after(delay, [this, &payload] { begin_request(payload); });
    return ::tlm::TLM_ACCEPTED;
  }
  if (phase != ::tlm::END_RESP || responding_ != &payload) {
    throw_unexpected(place("target"), phase, "BEGIN_REQ, and END_RESP after BEGIN_RESP");
  }
  core_.agenda().after(delay, [this, &payload] { end_response(payload); });
  return ::tlm::TLM_COMPLETED;
}

void FabricHost::begin_request(Payload& payload) {
  const AddressRange* const range = core_.range_of(payload);
  if (range == nullptr) {
    // Nothing is sent for it, but it ends as others do.
    auto transaction = std::make_shared<Transaction>();
    transaction->original = &payload;
    transaction->where = Transaction::Copy::kReturned;
    transaction->answered = true;
    issued_[&payload] = transaction;
  } else {
    issued_[&payload] = core_.make_transaction(payload, id_, *range);
  }
  waiting_.push_back(issued_[&payload]);
  admit();
}

void FabricHost::admit() {
  while (!waiting_.empty() && outstanding_ < core_.config().outstanding) {
    const Pointer transaction = waiting_.front();
    waiting_.pop_front();
    ++outstanding_;
    if (!transaction->blocking) {
      requesting_ = nullptr;
      Phase phase = ::tlm::END_REQ;
      sc_core::sc_time delay;
      initiator().nb_transport_bw(*transaction->original, phase, delay);
    }
    if (!transaction->answered) {
      core_.send_request(transaction);
      continue;
    }
    transaction->original->set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    answer(transaction);
  }
}

void FabricHost::answer(const Pointer& transaction) {
  if (transaction->blocking) {
    transaction->answered_event.notify();
    return;
  }
  responses_.push_back(transaction);
  begin_responses();
}

void FabricHost::begin_responses() {
  if (responding_ != nullptr || responses_.empty()) return;
  Payload& payload = *responses_.front()->original;
  responses_.pop_front();
  responding_ = &payload;
  Phase phase = ::tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const ::tlm::tlm_sync_enum status = initiator().nb_transport_bw(payload, phase, delay);
  if (status == ::tlm::TLM_ACCEPTED) return;
  if (status == ::tlm::TLM_UPDATED && phase != ::tlm::END_RESP) {
    throw_unexpected(place("target"), phase, "END_RESP after BEGIN_RESP");
  }
  core_.agenda().after(delay, [this, &payload] { end_response(payload); });
}

void FabricHost::end_response(Payload& payload) {
  responding_ = nullptr;
  --outstanding_;
  issued_.erase(&payload);
  payload.release();
  begin_responses();
  admit();
}

void FabricHost::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (core_.loose()) {
    loose_transport(payload, delay);
    return;
  }
  ++waiting_calls_;
  const ScopeExit counted([this] { --waiting_calls_; });
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (const AddressRange* const range = core_.range_of(payload)) {
    const Pointer transaction = core_.make_transaction(payload, id_, *range);
    transaction->blocking = true;
    waiting_.push_back(transaction);
    const ScopeExit ended([this, &transaction] { end_call(transaction); });
    core_.agenda().after(sc_core::SC_ZERO_TIME, [this] { admit(); });
    sc_core::wait(transaction->answered_event);
  } else {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
}

void FabricHost::end_call(const Pointer& transaction) {
  const auto waits = std::find(waiting_.begin(), waiting_.end(), transaction);
  if (waits != waiting_.end()) {
    waiting_.erase(waits);
    core_.return_copy(*transaction);
    return;
  }
  if (!transaction->answered) {
    core_.give_up(transaction);
    core_.pass_over(transaction);
  }
  --outstanding_;
  core_.agenda().after(sc_core::SC_ZERO_TIME, [this] { admit(); });
}

void FabricHost::loose_transport(Payload& payload, sc_core::sc_time& delay) {
  const AddressRange* const range = core_.range_of(payload);
  if (range == nullptr) {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  ++loose_calls_;
  const ScopeExit counted([this] { --loose_calls_; });
  // In the first delta cycle of the simulation the switches do not know their ways yet.
  while (!core_.programmed()) sc_core::wait(sc_core::SC_ZERO_TIME);
  const NodeId to = range->host;
  const sc_core::sc_time deadline =
      sc_core::sc_time_stamp() + delay + time_of(core_.config().time_out);
  if (!core_.pass_loosely(id_, to, FabricCore::request_bytes(payload), delay)) {
    core_.lose(payload, deadline, delay);
    return;
  }
  // Where the response may be lost, what is read comes back with it only.
  const std::uint64_t address = payload.get_address();
  const Pointer transaction =
      core_.links_fail() ? core_.make_transaction(payload, id_, *range) : nullptr;
  Payload& passed = transaction ? *transaction->copy : payload;
  passed.set_address(range->to_target(address));
  const ScopeExit returned([&] {
    if (transaction) {
      core_.return_copy(*transaction);
    } else {
      payload.set_address(address);
    }
  });
  core_.host(to).target().b_transport(passed, delay);
  if (!core_.pass_loosely(to, id_, FabricCore::response_bytes(payload), delay)) {
    core_.lose(payload, deadline, delay);
  } else if (transaction) {
    payload.update_original_from(passed);
  }
}

bool FabricHost::get_direct_mem_ptr(Payload& payload, ::tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.allow_none();
  const std::uint64_t address = payload.get_address();
  const AddressRange* const range = core_.map().find(address);
  if (!core_.loose() || !core_.programmed()) {
    dmi.set_start_address(0);
    dmi.set_end_address(~sc_dt::uint64{0});
    return false;
  }
  if (range == nullptr) {
    dmi.set_start_address(address);
    dmi.set_end_address(address);
    return false;
  }
  if (!core_.has_way(id_, range->host) || !core_.has_way(range->host, id_)) {
    dmi.set_start_address(range->base);
    dmi.set_end_address(range->last());
    return false;
  }
  payload.set_address(range->to_target(address));
  const bool granted = core_.host(range->host).target().get_direct_mem_ptr(payload, dmi);
  payload.set_address(address);
  // What the target says, of the range.
  const std::uint64_t first = range->to_target(range->base), last = range->to_target(range->last());
  const std::uint64_t start = std::max<std::uint64_t>(dmi.get_start_address(), first);
  if (granted) dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (start - dmi.get_start_address()));
  dmi.set_start_address(range->from_target(start));
  dmi.set_end_address(range->from_target(std::min<std::uint64_t>(dmi.get_end_address(), last)));
  if (granted) {
    const sc_core::sc_time network = time_of(core_.request_latency(id_, range->host, payload) +
                                             core_.response_latency(id_, range->host, payload));
    dmi.set_read_latency(dmi.get_read_latency() + network);
    dmi.set_write_latency(dmi.get_write_latency() + network);
  }
  return granted;
}

unsigned int FabricHost::transport_dbg(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const AddressRange* const range = core_.map().find(address);
  if (range == nullptr) return 0;
  const unsigned int length = payload.get_data_length();
  const std::uint64_t behind = range->last() - address;  // bytes, without the first
  if (length > 0 && length - 1 > behind) {
    payload.set_data_length(static_cast<unsigned int>(behind + 1));
  }
  payload.set_address(range->to_target(address));
  const unsigned int done = core_.host(range->host).target().transport_dbg(payload);
  payload.set_address(address);
  payload.set_data_length(length);
  return done;
}

// ---- At the target's side.

void FabricHost::arrived(const Arrival& arrival, std::shared_ptr<PacketContent> content) {
  const auto* const part = dynamic_cast<const FabricCore::Part*>(content.get());
  if (part == nullptr) {
    throw Error(
        fmt::format("TLM fabric: host {} has sent a packet to host {}; allowed: to hosts "
                    "that have a packet port, too",
                    arrival.source, id_));
  }
  core_.arrived(*part, arrival);
}

bool FabricHost::takes(const Arrival& arrival) {
  const std::uint32_t most = core_.config().requests;
  return most == 0 || arrival.response || held_ < most;
}

void FabricHost::sends(const Pointer& transaction, std::uint32_t number) {
  if (!transaction->held) return;
  if (transaction->leaving++ == 0) ++sending_;
  leaving_.emplace(number, transaction);
}

void FabricHost::left(std::uint32_t number) {
  const auto found = leaving_.find(number);
  if (found == leaving_.end()) return;
  const Pointer transaction = found->second;
  leaving_.erase(found);
  if (--transaction->leaving > 0) return;
  --sending_;
  release(transaction);
}

void FabricHost::release(const Pointer& transaction) {
  if (!transaction->held) return;
  transaction->held = false;
  --held_;
  core_.hosts().take_more(id_);
}

void FabricHost::take_request(const Pointer& transaction) {
  if (core_.config().requests > 0 && transaction->crosses) {
    transaction->held = true;
    ++held_;
  }
  requests_.push_back(transaction);
  begin_requests();
}

void FabricHost::begin_requests() {
  while (!beginning_ && !requests_.empty()) {
    const Pointer transaction = requests_.front();
    requests_.pop_front();
    if (transaction->lost) {
      release(transaction);
      continue;
    }
    transaction->where = Transaction::Copy::kAtTarget;
    at_target_.emplace(transaction->copy, transaction);
    beginning_ = transaction;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    switch (target().nb_transport_fw(*transaction->copy, phase, delay)) {
      case ::tlm::TLM_ACCEPTED:
        break;
      case ::tlm::TLM_COMPLETED:
        core_.agenda().after(delay, [this, transaction] {
          end_request(transaction);
          take_response(transaction);
        });
        break;
      case ::tlm::TLM_UPDATED:
        if (phase == ::tlm::END_REQ) {
          core_.agenda().after(delay, [this, transaction] { end_request(transaction); });
        } else if (phase == ::tlm::BEGIN_RESP) {
          core_.agenda().after(delay, [this, transaction] { begin_response(transaction); });
        } else {
          throw_unexpected(place("initiator"), phase, "END_REQ or BEGIN_RESP after BEGIN_REQ");
        }
        break;
    }
  }
}

::tlm::tlm_sync_enum FabricHost::nb_transport_bw(Payload& payload, Phase& phase,
                                                 sc_core::sc_time& delay) {
  if (is_extended(phase)) return ::tlm::TLM_ACCEPTED;
  const auto found = at_target_.find(&payload);
  const bool begun = found != at_target_.end();
  if (begun && phase == ::tlm::END_REQ && beginning_ == found->second) {
    core_.agenda().after(delay, [this, transaction = found->second] { end_request(transaction); });
  } else if (begun && phase == ::tlm::BEGIN_RESP) {
    core_.agenda().after(delay,
                         [this, transaction = found->second] { begin_response(transaction); });
  } else {
    throw_unexpected(place("initiator"), phase,
                     "END_REQ, then BEGIN_RESP, of a transaction that has begun");
  }
  return ::tlm::TLM_ACCEPTED;
}

void FabricHost::end_request(const Pointer& transaction) {
  if (beginning_ != transaction) return;
  beginning_ = nullptr;
  begin_requests();
}

void FabricHost::begin_response(const Pointer& transaction) {
  Phase phase = ::tlm::END_RESP;
  sc_core::sc_time delay;
  target().nb_transport_fw(*transaction->copy, phase, delay);
  end_request(transaction);
  take_response(transaction);
}

void FabricHost::take_response(const Pointer& transaction) {
  at_target_.erase(transaction->copy);
  transaction->where = Transaction::Copy::kOnItsWay;
  if (transaction->lost) {
    core_.return_copy(*transaction);
    release(transaction);
  } else {
    core_.send_response(transaction);
  }
}

void FabricHost::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  for (const AddressRange& range : core_.map().ranges()) {
    if (range.host != id_) continue;
    const std::uint64_t start = std::max<std::uint64_t>(first, range.to_target(range.base));
    const std::uint64_t end = std::min<std::uint64_t>(last, range.to_target(range.last()));
    if (start <= end) core_.invalidate(range.from_target(start), range.from_target(end));
  }
}

}  // namespace tlm
}  // namespace netloom
