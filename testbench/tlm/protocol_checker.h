#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

namespace netloom::test {

/// Stands between an initiator and a target and passes on what they say to each other, and writes
/// down what is against the rules of TLM-2.0's base protocol (IEEE 1666-2011, 15.2): phases in
/// their order and direction, one request and one response at a time, times that do not go back,
/// what may be answered to a call, and who may change which attribute.
template <unsigned int kBusWidth>
class ProtocolChecker : public sc_core::sc_module,
                        public ::tlm::tlm_fw_transport_if<>,
                        public ::tlm::tlm_bw_transport_if<> {
 public:
  using Payload = ::tlm::tlm_generic_payload;
  using Phase = ::tlm::tlm_phase;
  using Sync = ::tlm::tlm_sync_enum;

  ::tlm::tlm_target_socket<kBusWidth> from_initiator{"from_initiator"};
  ::tlm::tlm_initiator_socket<kBusWidth> to_target{"to_target"};

  explicit ProtocolChecker(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    from_initiator.bind(*this);
    to_target.bind(*this);
  }

  /// What was against the rules, first things first; at the end also transactions that have none.
  const std::vector<std::string>& violations() const { return violations_; }
  /// Those that have begun, and not ended.
  std::size_t open() const { return open_.size() + calls_; }
  /// Those that have ended.
  std::uint64_t ended() const { return ended_; }

  Sync nb_transport_fw(Payload& payload, Phase& phase, sc_core::sc_time& delay) override {
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
    const bool begins = phase == ::tlm::BEGIN_REQ;
    if (begins) {
      begin(payload, at);
    } else if (phase == ::tlm::END_RESP) {
      expect(payload, phase, State::kResponding);
      pass(payload, phase, at);
    } else {
      note(payload, "forward", phase);
    }
    if (!begins) end(payload);  // before the call, in which its memory may come to be used again
    const Sync status = to_target->nb_transport_fw(payload, phase, delay);
    const sc_core::sc_time then = sc_core::sc_time_stamp() + delay;
    if (!begins) {
      if (status == ::tlm::TLM_UPDATED) note(payload, "answer to END_RESP", phase);
      return status;
    }
    if (status == ::tlm::TLM_UPDATED) {
      if (phase == ::tlm::END_REQ || phase == ::tlm::BEGIN_RESP) {
        take_backward(payload, phase, then);
      } else {
        note(payload, "answer to BEGIN_REQ", phase);
      }
    } else if (status == ::tlm::TLM_COMPLETED) {
      check_response(payload);
      pass(payload, phase, then);
      requesting_ = requesting_ == &payload ? nullptr : requesting_;
      end(payload);
    }
    return status;
  }

  Sync nb_transport_bw(Payload& payload, Phase& phase, sc_core::sc_time& delay) override {
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
    const bool responds = phase == ::tlm::BEGIN_RESP;
    if (responds || phase == ::tlm::END_REQ) {
      take_backward(payload, phase, at);
    } else {
      note(payload, "backward", phase);
    }
    const Sync status = from_initiator->nb_transport_bw(payload, phase, delay);
    if (!responds) {
      if (status != ::tlm::TLM_ACCEPTED) note(payload, "answer to END_REQ", phase);
      return status;
    }
    if (status == ::tlm::TLM_ACCEPTED) return status;
    if (status == ::tlm::TLM_UPDATED && phase != ::tlm::END_RESP) {
      note(payload, "answer to BEGIN_RESP", phase);
    }
    pass(payload, phase, sc_core::sc_time_stamp() + delay);
    end(payload);
    return status;
  }

  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
    const Attributes before(payload);
    check_request(payload);
    ++calls_;
    to_target->b_transport(payload, delay);
    --calls_;
    ++ended_;
    if (sc_core::sc_time_stamp() + delay < at) say(payload, "b_transport goes back in time");
    check_unchanged(payload, before);
    check_response(payload);
  }

  bool get_direct_mem_ptr(Payload& payload, ::tlm::tlm_dmi& dmi) override {
    return to_target->get_direct_mem_ptr(payload, dmi);
  }
  unsigned int transport_dbg(Payload& payload) override {
    return to_target->transport_dbg(payload);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    from_initiator->invalidate_direct_mem_ptr(first, last);
  }

 private:
  enum class State { kRequesting, kRequested, kResponding };

  /// What nobody but the initiator sets, until it has the response.
  struct Attributes {
    explicit Attributes(const Payload& payload)
        : command(payload.get_command()),
          length(payload.get_data_length()),
          data(payload.get_data_ptr()),
          enables(payload.get_byte_enable_ptr()),
          enable_length(payload.get_byte_enable_length()),
          width(payload.get_streaming_width()) {
      if (payload.is_write()) written.assign(data, data + length);
      if (enables != nullptr) enabled.assign(enables, enables + enable_length);
    }
    bool operator==(const Attributes& other) const {
      return command == other.command && length == other.length && data == other.data &&
             enables == other.enables && enable_length == other.enable_length &&
             width == other.width && written == other.written && enabled == other.enabled;
    }

    ::tlm::tlm_command command;
    unsigned int length;
    unsigned char* data;
    unsigned char* enables;
    unsigned int enable_length;
    unsigned int width;
    std::vector<unsigned char> written, enabled;
  };
  struct Open {
    State state;
    sc_core::sc_time last;
    Attributes attributes;
  };

  void say(const Payload& payload, const std::string& what) {
    violations_.push_back(fmt::format("{} {}: {} {:#x}: {}", sc_core::sc_time_stamp().to_string(),
                                      name(), payload.is_write() ? "write" : "read",
                                      payload.get_address(), what));
  }
  void note(const Payload& payload, const std::string& where, const Phase& phase) {
    say(payload, fmt::format("{}: {}", where, phase.get_name()));
  }

  void begin(Payload& payload, const sc_core::sc_time& at) {
    if (requesting_ != nullptr) say(payload, "BEGIN_REQ while another request is in progress");
    if (open_.count(&payload) > 0) say(payload, "BEGIN_REQ twice");
    if (!payload.has_mm()) say(payload, "no memory manager");
    check_request(payload);
    requesting_ = &payload;
    open_.erase(&payload);
    open_.emplace(&payload, Open{State::kRequesting, at, Attributes(payload)});
  }
  void take_backward(Payload& payload, const Phase& phase, const sc_core::sc_time& at) {
    const auto found = open_.find(&payload);
    if (found == open_.end()) {
      note(payload, "of a transaction that has not begun", phase);
      return;
    }
    pass(payload, phase, at);
    State& state = found->second.state;
    if (phase == ::tlm::END_REQ && state != State::kRequesting) {
      note(payload, "after the end of the request", phase);
    }
    if (state == State::kRequesting) requesting_ = nullptr;
    if (phase == ::tlm::END_REQ) {
      state = State::kRequested;
      return;
    }
    if (state == State::kResponding) note(payload, "twice", phase);
    if (responding_ != nullptr) say(payload, "BEGIN_RESP while another response is in progress");
    responding_ = &payload;
    state = State::kResponding;
    check_unchanged(payload, found->second.attributes);
    check_response(payload);
  }
  void expect(Payload& payload, const Phase& phase, State state) {
    const auto found = open_.find(&payload);
    if (found == open_.end() || found->second.state != state) {
      note(payload, "out of its order", phase);
    }
  }
  /// A phase of a transaction takes effect at some time.
  void pass(Payload& payload, const Phase& phase, const sc_core::sc_time& at) {
    const auto found = open_.find(&payload);
    if (found == open_.end()) return;
    if (at < found->second.last) note(payload, "back in time", phase);
    found->second.last = at;
  }
  void end(Payload& payload) {
    if (responding_ == &payload) responding_ = nullptr;
    ended_ += open_.erase(&payload);
  }
  void check_request(const Payload& payload) {
    if (payload.get_response_status() != ::tlm::TLM_INCOMPLETE_RESPONSE) {
      say(payload, "a request with a response");
    }
    if (payload.is_dmi_allowed()) say(payload, "a request that allows DMI");
    if (payload.get_data_ptr() == nullptr && payload.get_data_length() > 0) {
      say(payload, "no data");
    }
  }
  void check_response(const Payload& payload) {
    if (payload.get_response_status() == ::tlm::TLM_INCOMPLETE_RESPONSE) {
      say(payload, "a response that is incomplete");
    }
  }
  void check_unchanged(const Payload& payload, const Attributes& before) {
    if (!(Attributes(payload) == before)) say(payload, "an attribute has been changed");
  }

  std::map<Payload*, Open> open_;
  Payload* requesting_ = nullptr;
  Payload* responding_ = nullptr;
  std::size_t calls_ = 0;
  std::uint64_t ended_ = 0;
  std::vector<std::string> violations_;
};

}  // namespace netloom::test
