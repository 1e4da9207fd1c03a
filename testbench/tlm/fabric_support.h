#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "testbench/support/test_network.h"
#include "testbench/tlm/memory.h"
#include "testbench/tlm/protocol_checker.h"
#include "tlm/fabric.h"

namespace netloom::test {

/// Payloads of initiators, which counts the references to them.
class CountingMemoryManager final : public ::tlm::tlm_mm_interface {
 public:
  ~CountingMemoryManager() override {
    for (auto* each : free_) delete each;
  }
  /// With one reference.
  ::tlm::tlm_generic_payload& make() {
    if (free_.empty()) free_.push_back(new ::tlm::tlm_generic_payload(this));
    ::tlm::tlm_generic_payload& payload = *free_.back();
    free_.pop_back();
    ++in_use;
    payload.acquire();
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    payload.set_dmi_allowed(false);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    return payload;
  }
  void free(::tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(payload);
    --in_use;
  }

  int in_use = 0;

 private:
  std::vector<::tlm::tlm_generic_payload*> free_;
};

/// A read or write that an initiator issues.
struct Access {
  bool write = false;
  std::uint64_t address = 0;
  std::vector<unsigned char> data;
  std::vector<unsigned char> enables = {};
  unsigned int width = 0;  ///< of streaming; 0: all data
  // What has come of it.
  ::tlm::tlm_response_status status = ::tlm::TLM_INCOMPLETE_RESPONSE;
  double begun = 0, ended = 0;  ///< ns

  void put_into(::tlm::tlm_generic_payload& payload) {
    payload.set_command(write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned int>(data.size()));
    payload.set_streaming_width(width == 0 ? static_cast<unsigned int>(data.size()) : width);
    payload.set_byte_enable_ptr(enables.empty() ? nullptr : enables.data());
    payload.set_byte_enable_length(static_cast<unsigned int>(enables.size()));
  }
};

/// An initiator, whose transactions a test's thread begins and waits for.
template <unsigned int kBusWidth>
class Initiator : public sc_core::sc_module, public ::tlm::tlm_bw_transport_if<> {
 public:
  using Payload = ::tlm::tlm_generic_payload;
  using Phase = ::tlm::tlm_phase;

  ::tlm::tlm_initiator_socket<kBusWidth> socket{"socket"};

  explicit Initiator(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    socket.bind(*this);
  }

  CountingMemoryManager payloads;
  /// How it takes a response: 0: TLM_COMPLETED, 1: TLM_UPDATED with END_RESP, 2: TLM_ACCEPTED and
  /// END_RESP later, by turns after the first.
  int takes = 0;
  Cycle takes_cycles = 0;  ///< until END_RESP
  std::vector<std::string> invalidated;
  std::function<void(Access&)> ended;  ///< told of each that has
  /// Changes a payload before it goes out.
  std::function<void(Payload&)> prepare;

  /// By b_transport.
  void call(Access& access, sc_core::sc_time& delay) {
    Payload& payload = payloads.make();
    access.put_into(payload);
    if (prepare) prepare(payload);
    access.begun = now(delay);
    socket->b_transport(payload, delay);
    access.ended = now(delay);
    access.status = payload.get_response_status();
    payload.release();
  }
  /// By nb_transport, from a thread: waits until the request has ended.
  void begin(Access& access, const sc_core::sc_time& annotated = sc_core::SC_ZERO_TIME) {
    while (requesting_ != nullptr) sc_core::wait(request_ended_);
    Payload& payload = payloads.make();
    access.put_into(payload);
    if (prepare) prepare(payload);
    accesses_[&payload] = &access;
    requesting_ = &payload;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_core::sc_time delay = annotated;
    access.begun = now(delay);
    switch (socket->nb_transport_fw(payload, phase, delay)) {
      case ::tlm::TLM_ACCEPTED:
        break;
      case ::tlm::TLM_UPDATED:
        requesting_ = nullptr;
        break;
      case ::tlm::TLM_COMPLETED:
        requesting_ = nullptr;
        finish(payload, delay);
        break;
    }
  }
  std::size_t outstanding() const { return accesses_.size(); }
  const sc_core::sc_event& any_ended() const { return any_ended_; }
  bool requesting() const { return requesting_ != nullptr; }

  ::tlm::tlm_sync_enum nb_transport_bw(Payload& payload, Phase& phase,
                                       sc_core::sc_time& delay) override {
    if (requesting_ == &payload) {
      requesting_ = nullptr;
      request_ended_.notify(sc_core::SC_ZERO_TIME);
    }
    if (phase == ::tlm::END_REQ) return ::tlm::TLM_ACCEPTED;
    finish(payload, delay);
    const int how = takes;
    if (takes > 0) takes = takes % 3 + 1;
    switch (how % 3) {
      case 0:
        delay += time_of(takes_cycles);
        payload.release();
        return ::tlm::TLM_COMPLETED;
      case 1:
        phase = ::tlm::END_RESP;
        delay += time_of(takes_cycles);
        payload.release();
        return ::tlm::TLM_UPDATED;
      default:
        agenda_.after(delay + time_of(takes_cycles), [this, &payload] {
          Phase end = ::tlm::END_RESP;
          sc_core::sc_time none;
          socket->nb_transport_fw(payload, end, none);
          payload.release();
        });
        return ::tlm::TLM_ACCEPTED;
    }
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    invalidated.push_back(fmt::format("{:#x} to {:#x}", first, last));
  }

 private:
  static double now(const sc_core::sc_time& delay) {
    return (sc_core::sc_time_stamp() + delay) / sc_core::sc_time(1, sc_core::SC_NS);
  }
  void finish(Payload& payload, const sc_core::sc_time& delay) {
    const auto found = accesses_.find(&payload);
    Access& access = *found->second;
    access.ended = now(delay);
    access.status = payload.get_response_status();
    accesses_.erase(found);
    if (ended) ended(access);
    any_ended_.notify(sc_core::SC_ZERO_TIME);
  }

  Agenda agenda_{"agenda"};
  Payload* requesting_ = nullptr;
  std::map<Payload*, Access*> accesses_;
  sc_core::sc_event request_ended_, any_ended_;
};

/// What a test does, in a thread of its own.
class Program : public sc_core::sc_module {
 public:
  Program(sc_core::sc_module_name name, std::function<void()> work)
      : sc_core::sc_module(name), work_(std::move(work)) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }
  bool done = false;

 private:
  void run() {
    work_();
    done = true;
    sc_core::wait(never_);
  }
  std::function<void()> work_;
  sc_core::sc_event never_;
};

}  // namespace netloom::test
