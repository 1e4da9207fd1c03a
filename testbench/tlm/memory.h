#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "tlm/agenda.h"
#include "tlm/cycle_time.h"

namespace netloom::test {

/// How a target answers to a request by nb_transport.
enum class Answer {
  kCompleted,        ///< TLM_COMPLETED at once
  kResponse,         ///< TLM_UPDATED with BEGIN_RESP
  kEndThenResponse,  ///< TLM_UPDATED with END_REQ, and BEGIN_RESP later
  kFourPhases,       ///< TLM_ACCEPTED, END_REQ and BEGIN_RESP later
  kLateResponse,     ///< TLM_ACCEPTED, and BEGIN_RESP later, which ends the request, too
};

/// What a payload does to bytes that begin at its address, by the rules of the generic payload: a
/// read of `bytes`, or a write of them.
inline void access(::tlm::tlm_generic_payload& payload, unsigned char* bytes) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  unsigned char* const data = payload.get_data_ptr();
  for (unsigned int i = 0; i < payload.get_data_length(); ++i) {
    if (enables != nullptr && enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
      continue;
    }
    unsigned char& byte = bytes[i % payload.get_streaming_width()];
    if (payload.is_read()) data[i] = byte;
    if (payload.is_write()) byte = data[i];
  }
}

/// A memory that answers in one of the ways that the base protocol has, or in all by turns.
template <unsigned int kBusWidth>
class Memory : public sc_core::sc_module, public ::tlm::tlm_fw_transport_if<> {
 public:
  using Payload = ::tlm::tlm_generic_payload;
  using Phase = ::tlm::tlm_phase;

  ::tlm::tlm_target_socket<kBusWidth> socket{"socket"};

  Memory(sc_core::sc_module_name name, std::size_t size)
      : sc_core::sc_module(name), bytes(size), random_(size, 1) {
    socket.bind(*this);
  }

  std::vector<unsigned char> bytes;
  Cycle latency = 0;   ///< from a request to its response
  bool draws = false;  ///< its latency, up to `latency`, and its answers
  Answer answer = Answer::kCompleted;
  Cycle stalls = 0;  ///< if it draws: what one answer of a hundred takes in addition
  bool offers_dmi = false;
  bool is_stuck = false;  ///< it answers no more
  bool throws = false;    ///< it ends calls of b_transport by an exception
  std::uint64_t requests = 0;
  std::vector<double> times;  ///< of requests, in ns
  Payload* last = nullptr;    ///< the last request

  ::tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& phase,
                                       sc_core::sc_time& delay) override {
    if (phase == ::tlm::END_RESP) {
      agenda_.after(delay, [this] {
        responding_ = false;
        respond();
      });
      payload.release();
      return ::tlm::TLM_COMPLETED;
    }
    ++requests;
    last = &payload;
    times.push_back((sc_core::sc_time_stamp() + delay) / sc_core::sc_time(1, sc_core::SC_NS));
    if (is_stuck) {
      payload.acquire();
      return ::tlm::TLM_ACCEPTED;
    }
    Cycle cycles = latency;
    Answer how = answer;
    if (draws) {
      cycles = random_.below(static_cast<std::uint32_t>(latency + 1));
      how = static_cast<Answer>(random_.below(5));
      if (stalls > 0 && random_.below(100) == 0) {
        cycles += stalls;
        how = Answer::kEndThenResponse;
      }
    }
    if (responding_ && how == Answer::kResponse) how = Answer::kLateResponse;
    const sc_core::sc_time later = delay + time_of(cycles);
    switch (how) {
      case Answer::kCompleted:
        perform(payload);
        delay = later;
        return ::tlm::TLM_COMPLETED;
      case Answer::kResponse:
        payload.acquire();
        responding_ = true;
        perform(payload);
        phase = ::tlm::BEGIN_RESP;
        delay = later;
        return ::tlm::TLM_UPDATED;
      case Answer::kEndThenResponse:
        payload.acquire();
        respond_after(later, payload);
        phase = ::tlm::END_REQ;
        return ::tlm::TLM_UPDATED;
      case Answer::kFourPhases:
        payload.acquire();
        agenda_.after(delay + time_of(cycles / 2), [this, &payload] {
          Phase end = ::tlm::END_REQ;
          sc_core::sc_time none;
          socket->nb_transport_bw(payload, end, none);
        });
        respond_after(later, payload);
        return ::tlm::TLM_ACCEPTED;
      case Answer::kLateResponse:
        payload.acquire();
        respond_after(later, payload);
        return ::tlm::TLM_ACCEPTED;
    }
    return ::tlm::TLM_ACCEPTED;
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    if (throws) throw std::runtime_error("a broken memory");
    ++requests;
    last = &payload;
    times.push_back((sc_core::sc_time_stamp() + delay) / sc_core::sc_time(1, sc_core::SC_NS));
    perform(payload);
    delay += time_of(latency);
  }
  bool get_direct_mem_ptr(Payload& /*payload*/, ::tlm::tlm_dmi& dmi) override {
    dmi.set_start_address(0);
    dmi.set_end_address(bytes.size() - 1);
    if (!offers_dmi) return false;
    dmi.set_dmi_ptr(bytes.data());
    dmi.allow_read_write();
    dmi.set_read_latency(time_of(latency));
    return true;
  }
  unsigned int transport_dbg(Payload& payload) override {
    access(payload, bytes.data() + payload.get_address());
    return payload.get_data_length();
  }
  /// Answers what it has kept when it was stuck.
  void answer_late(Payload& payload) { respond_after(sc_core::SC_ZERO_TIME, payload); }

 private:
  void perform(Payload& payload) {
    const std::uint64_t width = std::min(payload.get_data_length(), payload.get_streaming_width());
    if (payload.get_address() + width > bytes.size()) {
      payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    access(payload, bytes.data() + payload.get_address());
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    payload.set_dmi_allowed(offers_dmi);
  }
  void respond_after(const sc_core::sc_time& delay, Payload& payload) {
    agenda_.after(delay, [this, &payload] {
      ready_.push_back(&payload);
      respond();
    });
  }
  void respond() {
    if (responding_ || ready_.empty()) return;
    Payload& payload = *ready_.front();
    ready_.pop_front();
    responding_ = true;
    perform(payload);
    Phase phase = ::tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    if (socket->nb_transport_bw(payload, phase, delay) == ::tlm::TLM_ACCEPTED) return;
    agenda_.after(delay, [this, &payload] {
      responding_ = false;
      payload.release();
      respond();
    });
  }

  Agenda agenda_{"agenda"};
  Random random_;
  std::deque<Payload*> ready_;
  bool responding_ = false;
};

}  // namespace netloom::test
