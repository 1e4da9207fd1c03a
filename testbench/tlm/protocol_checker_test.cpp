// The checker of the base protocol finds what is against its rules, and nothing else.

#include "testbench/tlm/protocol_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "testbench/support/child_process.h"
#include "testbench/tlm/fabric_support.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using testing::HasSubstr;
using ::tlm::tlm_generic_payload;
using ::tlm::tlm_phase;
using ::tlm::tlm_sync_enum;

/// Initiator and target, who do what a test says.
struct Pair : sc_core::sc_module, ::tlm::tlm_fw_transport_if<>, ::tlm::tlm_bw_transport_if<> {
  ::tlm::tlm_initiator_socket<32> initiator{"initiator"};
  ::tlm::tlm_target_socket<32> target{"target"};
  ProtocolChecker<32> checker{"checker"};
  CountingMemoryManager manager;
  std::function<tlm_sync_enum(tlm_generic_payload&, tlm_phase&, sc_time&)> forward, backward;
  std::function<void(tlm_generic_payload&, sc_time&)> call;

  explicit Pair(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    initiator.bind(static_cast<::tlm::tlm_bw_transport_if<>&>(*this));
    target.bind(static_cast<::tlm::tlm_fw_transport_if<>&>(*this));
    initiator.bind(checker.from_initiator);
    checker.to_target.bind(target);
    forward = backward = [](auto&, auto&, auto&) { return ::tlm::TLM_ACCEPTED; };
    call = [](auto& payload, auto&) { payload.set_response_status(::tlm::TLM_OK_RESPONSE); };
  }

  tlm_generic_payload& payload() {
    tlm_generic_payload& result = manager.make();
    result.set_command(::tlm::TLM_WRITE_COMMAND);
    result.set_data_ptr(data);
    result.set_data_length(4);
    result.set_streaming_width(4);
    return result;
  }
  tlm_sync_enum send(tlm_generic_payload& payload, tlm_phase phase, double ns = 0) {
    sc_time delay(ns, SC_NS);
    return initiator->nb_transport_fw(payload, phase, delay);
  }
  tlm_sync_enum answer(tlm_generic_payload& payload, tlm_phase phase, double ns = 0) {
    if (phase == ::tlm::BEGIN_RESP) payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    sc_time delay(ns, SC_NS);
    return target->nb_transport_bw(payload, phase, delay);
  }

  tlm_sync_enum nb_transport_fw(tlm_generic_payload& of, tlm_phase& phase,
                                sc_time& delay) override {
    return forward(of, phase, delay);
  }
  tlm_sync_enum nb_transport_bw(tlm_generic_payload& of, tlm_phase& phase,
                                sc_time& delay) override {
    return backward(of, phase, delay);
  }
  void b_transport(tlm_generic_payload& of, sc_time& delay) override { call(of, delay); }
  bool get_direct_mem_ptr(tlm_generic_payload& /*of*/, ::tlm::tlm_dmi& /*dmi*/) override {
    return false;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
  unsigned int transport_dbg(tlm_generic_payload& /*of*/) override { return 0; }

  unsigned char data[4] = {1, 2, 3, 4};
};

/// What the checker says of what a test does, or "open" where something has not ended.
std::string said(const std::function<void(Pair&)>& actions) {
  return in_child([&]() -> std::string {
    Pair pair("pair");
    Program program("program", [&] { actions(pair); });
    sc_core::sc_start();
    std::string text;
    for (const std::string& each : pair.checker.violations()) text += each + "\n";
    return text + (pair.checker.open() > 0 ? "open" : "");
  });
}

TEST(ProtocolChecker, SaysNothingOfFourPhases) {
  EXPECT_EQ(said([](Pair& pair) {
              auto& payload = pair.payload();
              pair.send(payload, ::tlm::BEGIN_REQ, 1);
              pair.answer(payload, ::tlm::END_REQ, 2);
              pair.answer(payload, ::tlm::BEGIN_RESP, 3);
              pair.send(payload, ::tlm::END_RESP, 4);
            }),
            "");
}

TEST(ProtocolChecker, SaysNothingOfShorterWays) {
  EXPECT_EQ(said([](Pair& pair) {
              pair.forward = [](auto& payload, auto& phase, auto&) {
                if (phase != ::tlm::BEGIN_REQ) return ::tlm::TLM_COMPLETED;
                payload.set_response_status(::tlm::TLM_OK_RESPONSE);
                phase = ::tlm::BEGIN_RESP;
                return ::tlm::TLM_UPDATED;
              };
              auto& first = pair.payload();
              pair.send(first, ::tlm::BEGIN_REQ);
              pair.send(first, ::tlm::END_RESP);
              pair.forward = [](auto& payload, auto&, auto&) {
                payload.set_response_status(::tlm::TLM_OK_RESPONSE);
                return ::tlm::TLM_COMPLETED;
              };
              pair.send(pair.payload(), ::tlm::BEGIN_REQ);
              pair.forward = [](auto&, auto&, auto&) { return ::tlm::TLM_ACCEPTED; };
              pair.backward = [](auto&, auto& phase, auto&) {
                phase = ::tlm::END_RESP;
                return ::tlm::TLM_UPDATED;
              };
              auto& second = pair.payload();
              pair.send(second, ::tlm::BEGIN_REQ);
              pair.answer(second, ::tlm::BEGIN_RESP);
              sc_time delay;
              pair.initiator->b_transport(pair.payload(), delay);
            }),
            "");
}

struct Mistake {
  const char* what;
  std::function<void(Pair&)> actions;
};

TEST(ProtocolChecker, SaysWhatIsAgainstTheRules) {
  const Mistake mistakes[] = {
      {"open", [](Pair& pair) { pair.send(pair.payload(), ::tlm::BEGIN_REQ); }},
      {"BEGIN_REQ while another request is in progress",
       [](Pair& pair) {
         pair.send(pair.payload(), ::tlm::BEGIN_REQ);
         pair.send(pair.payload(), ::tlm::BEGIN_REQ);
       }},
      {"BEGIN_REQ twice",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.answer(payload, ::tlm::END_REQ);
         pair.send(payload, ::tlm::BEGIN_REQ);
       }},
      {"out of its order: END_RESP",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.send(payload, ::tlm::END_RESP);
       }},
      {"forward: END_REQ", [](Pair& pair) { pair.send(pair.payload(), ::tlm::END_REQ); }},
      {"backward: BEGIN_REQ", [](Pair& pair) { pair.answer(pair.payload(), ::tlm::BEGIN_REQ); }},
      {"of a transaction that has not begun: END_REQ",
       [](Pair& pair) { pair.answer(pair.payload(), ::tlm::END_REQ); }},
      {"after the end of the request: END_REQ",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.answer(payload, ::tlm::END_REQ);
         pair.answer(payload, ::tlm::END_REQ);
       }},
      {"BEGIN_RESP while another response is in progress",
       [](Pair& pair) {
         auto& first = pair.payload();
         auto& second = pair.payload();
         for (auto* each : {&first, &second}) {
           pair.send(*each, ::tlm::BEGIN_REQ);
           pair.answer(*each, ::tlm::END_REQ);
         }
         pair.answer(first, ::tlm::BEGIN_RESP);
         pair.answer(second, ::tlm::BEGIN_RESP);
       }},
      {"twice: BEGIN_RESP",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.answer(payload, ::tlm::BEGIN_RESP);
         pair.answer(payload, ::tlm::BEGIN_RESP);
       }},
      {"back in time: END_REQ",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ, 5);
         pair.answer(payload, ::tlm::END_REQ, 4);
       }},
      {"answer to END_REQ",
       [](Pair& pair) {
         pair.backward = [](auto&, auto&, auto&) { return ::tlm::TLM_COMPLETED; };
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.answer(payload, ::tlm::END_REQ);
       }},
      {"answer to BEGIN_REQ",
       [](Pair& pair) {
         pair.forward = [](auto&, auto&, auto&) { return ::tlm::TLM_UPDATED; };
         pair.send(pair.payload(), ::tlm::BEGIN_REQ);
       }},
      {"answer to BEGIN_RESP",
       [](Pair& pair) {
         pair.backward = [](auto&, auto&, auto&) { return ::tlm::TLM_UPDATED; };
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.answer(payload, ::tlm::BEGIN_RESP);
       }},
      {"a response that is incomplete",
       [](Pair& pair) {
         pair.forward = [](auto&, auto&, auto&) { return ::tlm::TLM_COMPLETED; };
         pair.send(pair.payload(), ::tlm::BEGIN_REQ);
       }},
      {"a request with a response",
       [](Pair& pair) {
         auto& payload = pair.payload();
         payload.set_response_status(::tlm::TLM_OK_RESPONSE);
         pair.send(payload, ::tlm::BEGIN_REQ);
       }},
      {"a request that allows DMI",
       [](Pair& pair) {
         auto& payload = pair.payload();
         payload.set_dmi_allowed(true);
         pair.send(payload, ::tlm::BEGIN_REQ);
       }},
      {"an attribute has been changed",
       [](Pair& pair) {
         auto& payload = pair.payload();
         pair.send(payload, ::tlm::BEGIN_REQ);
         pair.data[2] = 9;
         pair.answer(payload, ::tlm::BEGIN_RESP);
       }},
      {"b_transport goes back in time",
       [](Pair& pair) {
         pair.call = [](auto& payload, auto& delay) {
           payload.set_response_status(::tlm::TLM_OK_RESPONSE);
           delay = sc_core::SC_ZERO_TIME;
         };
         sc_time delay(5, SC_NS);
         pair.initiator->b_transport(pair.payload(), delay);
       }},
      {"no memory manager",
       [](Pair& pair) {
         static tlm_generic_payload payload;
         payload.set_data_ptr(pair.data);
         pair.send(payload, ::tlm::BEGIN_REQ);
       }},
  };
  for (const Mistake& each : mistakes) EXPECT_THAT(said(each.actions), HasSubstr(each.what));
}

}  // namespace
}  // namespace netloom::test
