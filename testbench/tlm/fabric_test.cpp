// Hosts by TLM-2.0 (tlm/fabric.h).

#include "tlm/fabric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/tlm/platform.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two switches with two hosts each; from host 0 to host 3 a packet takes 2 + 3 + 1 + 2 * 2 cycles
/// and its phits, less one.
NetworkSetup line() {
  NetworkSetup setup(
      make_netlist("mesh",
                   {{"k", std::vector<std::int64_t>{2}}, {"concentration", std::int64_t{2}}},
                   {{"host", 2}, {"mesh", 3}}),
      "dor");
  setup.config.nic.packet_phits = 9;
  return setup;
}
constexpr Cycle kLinks = 2 + 3 + 2 + 2 * 2;

std::vector<unsigned char> numbered(std::size_t count, int from = 1) {
  std::vector<unsigned char> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(static_cast<unsigned char>(from + static_cast<int>(i)));
  }
  return result;
}

class FabricTimings : public testing::TestWithParam<FabricTiming> {
 protected:
  static TlmFabricConfig config() {
    TlmFabricConfig result;
    result.timing = GetParam();
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(Both, FabricTimings,
                         testing::Values(FabricTiming::kApproximate, FabricTiming::kLoose));

// A write has its data with the request, a read with the response: headers are one phit of eight
// bytes, and 16 bytes of data two more.
TEST_P(FabricTimings, ABlockingCallTakesWhatItsPacketsTakeAlone) {
  Platform<> platform(line(), config());
  platform.memories[3]->latency = 7;
  run(platform, [&] {
    Access write{true, platform.base(3) + 0x20, numbered(16)};
    sc_time delay;
    platform.initiators[0]->call(write, delay);
    EXPECT_EQ(write.status, ::tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(write.ended - write.begun, kLinks + 2 + 7 + kLinks);
    EXPECT_EQ(platform.memories[3]->times.back(), write.begun + kLinks + 2);
    Access read{false, platform.base(3) + 0x21, numbered(15, 100)};
    platform.initiators[0]->call(read, delay);
    EXPECT_EQ(read.data, numbered(15, 2));
    EXPECT_EQ(read.ended - read.begun, kLinks + 7 + kLinks + 2);
    const bool loose = GetParam() == FabricTiming::kLoose;
    EXPECT_EQ(now() > 0, !loose);
    EXPECT_EQ(delay > SC_ZERO_TIME, loose);
  });
  EXPECT_EQ(platform.fabric->network().counters().generated,
            GetParam() == FabricTiming::kLoose ? 0u : 4u);
}

TEST_P(FabricTimings, ANonBlockingCallDoes) {
  Platform<> platform(line(), config());
  platform.memories[3]->latency = 7;
  run(platform, [&] {
    for (const Answer answer : {Answer::kCompleted, Answer::kResponse, Answer::kEndThenResponse,
                                Answer::kFourPhases, Answer::kLateResponse}) {
      for (const int takes : {0, 1, 2}) {
        platform.memories[3]->answer = answer;
        platform.initiators[0]->takes = takes;
        Access write{true, platform.base(3) + 0x20, numbered(16, takes)};
        platform.initiators[0]->begin(write);
        sc_core::wait(platform.initiators[0]->any_ended());
        EXPECT_EQ(write.ended - write.begun, kLinks + 2 + 7 + kLinks);
        Access read{false, platform.base(3) + 0x21, numbered(15, 100)};
        platform.initiators[0]->begin(read, sc_time(3, SC_NS));
        sc_core::wait(platform.initiators[0]->any_ended());
        EXPECT_EQ(read.ended - read.begun, kLinks + 7 + kLinks + 2);
        EXPECT_EQ(read.data, numbered(15, takes + 1));
        sc_core::wait(5, SC_NS);
      }
    }
  });
}

// More bytes than a packet carries: 150 are 64, 64 and 22, with headers 9, 9 and 4 phits.
TEST_P(FabricTimings, CutsWhatIsLongerThanAPacket) {
  Platform<> platform(line(), config());
  run(platform, [&] {
    Access write{true, platform.base(3), numbered(150)};
    sc_time delay;
    platform.initiators[0]->call(write, delay);
    EXPECT_EQ(write.ended - write.begun, kLinks + 21 + kLinks);
    Access read{false, platform.base(3), numbered(150, 100)};
    platform.initiators[0]->call(read, delay);
    EXPECT_EQ(read.data, numbered(150));
    EXPECT_EQ(read.ended - read.begun, kLinks + kLinks + 21);
  });
  EXPECT_EQ(platform.fabric->network().counters().generated,
            GetParam() == FabricTiming::kLoose ? 0u : 8u);
}

TEST_P(FabricTimings, TheOwnHostIsNotBehindTheNetwork) {
  Platform<> platform(line(), config());
  platform.memories[0]->latency = 5;
  run(platform, [&] {
    Access write{true, platform.base(0) + 8, numbered(8)};
    sc_time delay;
    platform.initiators[0]->call(write, delay);
    EXPECT_EQ(write.status, ::tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(write.ended - write.begun, 5);
    EXPECT_EQ(platform.memories[0]->bytes[15], 8);
    platform.initiators[0]->begin(write);
    sc_core::wait(platform.initiators[0]->any_ended());
    EXPECT_EQ(write.ended - write.begun, 5);
  });
}

TEST_P(FabricTimings, AnswerAddressesThatLeadNowhere) {
  TlmFabricConfig changed = config();
  changed.map = {{0x1000, 0x100, 1, true}, {0x1100, 0x100, 2, true}};
  Platform<> platform(line(), changed);
  run(platform, [&] {
    // Before, behind, and across the end of a range.
    for (const std::uint64_t address : {0xfff, 0x1200, 0x11ff, 0x10fc}) {
      Access access{true, address, numbered(8)};
      sc_time delay;
      platform.initiators[0]->call(access, delay);
      EXPECT_EQ(access.status, ::tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
      access.status = ::tlm::TLM_OK_RESPONSE;
      platform.initiators[0]->begin(access);
      if (platform.initiators[0]->outstanding() > 0) {
        sc_core::wait(platform.initiators[0]->any_ended());
      }
      EXPECT_EQ(access.status, ::tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
    }
    // What is streamed stays in its width.
    Access access{true, 0x11fc, numbered(8), {}, 4};
    sc_time delay;
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(platform.memories[2]->bytes[0xff], 8);
    EXPECT_EQ(platform.memories[1]->requests, 0u);
  });
}

TEST_P(FabricTimings, TargetsSeeRelativeOrWholeAddresses) {
  TlmFabricConfig changed = config();
  changed.map = {{0x100, 0x100, 1, false}, {0x900, 0x100, 1, true}};
  Platform<> platform(line(), changed);
  run(platform, [&] {
    Access whole{true, 0x123, numbered(1, 7)}, relative{true, 0x923, numbered(1, 8)};
    sc_time delay;
    platform.initiators[0]->call(whole, delay);
    platform.initiators[0]->call(relative, delay);
    EXPECT_EQ(platform.memories[1]->bytes[0x123], 7);
    EXPECT_EQ(platform.memories[1]->bytes[0x23], 8);
  });
}

/// An extension that counts copies, and says who an initiator is.
struct Tag final : ::tlm::tlm_extension<Tag> {
  explicit Tag(std::uint64_t number_in) : number(number_in) { ++alive; }
  ~Tag() override { --alive; }
  tlm_extension_base* clone() const override { return new Tag(number); }
  void copy_from(const tlm_extension_base& other) override {
    number = static_cast<const Tag&>(other).number;
  }
  operator std::uint64_t() const { return number; }
  std::uint64_t number;
  static inline int alive = 0;
};

TEST_P(FabricTimings, ExtensionsGoThereAndBack) {
  Platform<> platform(line(), config());
  platform.memories[3]->answer = Answer::kFourPhases;
  platform.memories[3]->latency = 20;
  std::uint64_t back = 0;
  run(platform, [&] {
    ::tlm::tlm_generic_payload* sent = nullptr;
    platform.initiators[0]->prepare = [&](auto& payload) {
      payload.set_auto_extension(new Tag(5));
      sent = &payload;
    };
    platform.initiators[0]->ended = [&](Access& /*access*/) {
      back = sent->template get_extension<Tag>()->number;
    };
    Access access{true, platform.base(3), numbered(8)};
    platform.initiators[0]->begin(access);
    sc_core::wait(30, SC_NS);
    ASSERT_NE(platform.memories[3]->last, nullptr);
    Tag* const there = platform.memories[3]->last->get_extension<Tag>();
    ASSERT_NE(there, nullptr);
    EXPECT_NE(there, sent->get_extension<Tag>()) << "a copy";
    EXPECT_EQ(there->number, 5u);
    there->number = 6;
    ASSERT_EQ(platform.initiators[0]->outstanding(), 1u);
    sc_core::wait(platform.initiators[0]->any_ended());
  });
  EXPECT_EQ(back, 6u);
  EXPECT_EQ(Tag::alive, 0);
}

// A target that keeps a payload keeps one of the fabric's.
TEST(Fabric, TargetsNeverHoldTheInitiatorsPayload) {
  Platform<> platform(line());
  platform.memories[3]->answer = Answer::kFourPhases;
  run(platform, [&] {
    ::tlm::tlm_generic_payload* sent = nullptr;
    platform.initiators[0]->prepare = [&](auto& payload) { sent = &payload; };
    Access access{true, platform.base(3), numbered(8)};
    platform.initiators[0]->begin(access);
    sc_core::wait(platform.initiators[0]->any_ended());
    EXPECT_NE(platform.memories[3]->last, sent);
    EXPECT_NE(platform.memories[3]->last->get_data_ptr(), access.data.data());
  });
  EXPECT_EQ(platform.fabric->pool().size(), 1u);
}

TEST(Fabric, MemoryCanBeLookedAtAtOnce) {
  Platform<> platform(line());
  std::fill(platform.memories[3]->bytes.begin(), platform.memories[3]->bytes.end(), 9);
  run(platform, [&] {
    ::tlm::tlm_generic_payload payload;
    std::vector<unsigned char> data(32, 1);
    payload.set_command(::tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(data.data());
    payload.set_data_length(32);
    payload.set_streaming_width(32);
    payload.set_address(platform.base(3) + 0x1000 - 12);
    EXPECT_EQ(platform.initiators[1]->socket->transport_dbg(payload), 12u) << "as far as it goes";
    EXPECT_EQ(std::count(data.begin(), data.end(), 9), 12);
    EXPECT_EQ(payload.get_data_length(), 32u);
    EXPECT_EQ(payload.get_address(), platform.base(3) + 0x1000 - 12);
    payload.set_address(5);
    EXPECT_EQ(platform.initiators[1]->socket->transport_dbg(payload), 0u);
  });
  EXPECT_EQ(now(), 0);
}

TEST(Fabric, PassesDirectMemoryThroughWhereTimeIsLoose) {
  TlmFabricConfig config;
  config.map = {{0x10000, 0x800, 1, true}, {0x20000, 0x400, 2, false}, {0x30000, 0x400, 3, true}};
  Platform<> platform(line(), config);
  for (auto& each : platform.memories) each->offers_dmi = true;
  platform.memories[1]->latency = 4;
  run(platform, [&] {
    sc_core::wait(1, SC_NS);
    ::tlm::tlm_generic_payload payload;
    ::tlm::tlm_dmi dmi;
    payload.set_command(::tlm::TLM_READ_COMMAND);
    payload.set_data_length(4);
    payload.set_address(0x10004);
    const auto ask = [&](std::uint64_t address) {
      payload.set_address(address);
      return platform.initiators[0]->socket->get_direct_mem_ptr(payload, dmi);
    };
    EXPECT_FALSE(ask(0x10004));
    EXPECT_EQ(dmi.get_start_address(), 0u);
    EXPECT_EQ(dmi.get_end_address(), ~sc_dt::uint64{0});
    platform.fabric->set_timing(FabricTiming::kLoose);
    ASSERT_TRUE(ask(0x10004));
    EXPECT_EQ(dmi.get_start_address(), 0x10000u);
    EXPECT_EQ(dmi.get_end_address(), 0x107ffu) << "as far as the range goes";
    EXPECT_EQ(dmi.get_dmi_ptr(), platform.memories[1]->bytes.data());
    // Host 1 is at the same switch: 2 + 2 + 2 cycles there, and for four bytes one more back.
    EXPECT_EQ(dmi.get_read_latency(), sc_time(4 + 6 + 7, SC_NS));
    // The target's memory, from 0 to 0xfff, is nowhere in the second range.
    EXPECT_FALSE(ask(0x8000));
    EXPECT_EQ(dmi.get_start_address(), 0x8000u);
    EXPECT_EQ(dmi.get_end_address(), 0x8000u);
    // From the target back through the map, to all initiators.
    platform.memories[1]->socket->invalidate_direct_mem_ptr(0x700, 0xfff);
    for (auto& each : platform.initiators) {
      EXPECT_THAT(each->invalidated, ElementsAre("0x10700 to 0x107ff"));
      each->invalidated.clear();
    }
    platform.fabric->set_timing(FabricTiming::kApproximate);
    EXPECT_THAT(platform.initiators[2]->invalidated, ElementsAre("0x0 to 0xffffffffffffffff"));
    EXPECT_FALSE(ask(0x10004));
  });
}

// END_REQ is kept back until there is room.
TEST(Fabric, LimitsWhatIsOnItsWay) {
  TlmFabricConfig config;
  config.outstanding = 2;
  Platform<> platform(line(), config);
  platform.memories[3]->latency = 50;
  platform.memories[3]->answer = Answer::kEndThenResponse;
  std::vector<Access> accesses(4, Access{true, platform.base(3), numbered(8)});
  run(platform, [&] {
    std::vector<double> ended_requests;
    for (Access& access : accesses) {
      platform.initiators[0]->begin(access);
      while (platform.initiators[0]->requesting()) sc_core::wait(1, SC_NS);
      ended_requests.push_back(now());
    }
    EXPECT_LE(ended_requests[1], 2);
    EXPECT_GE(ended_requests[2], accesses[0].ended);
    EXPECT_LE(ended_requests[2], accesses[0].ended + 1);
    while (platform.initiators[0]->outstanding() > 0) sc_core::wait(1, SC_NS);
  });
  for (const Access& access : accesses) EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
}

TEST(Fabric, LimitsBlockingCalls) {
  TlmFabricConfig config;
  config.outstanding = 1;
  Platform<> platform(line(), config);
  std::vector<Access> accesses(3, Access{true, platform.base(3), numbered(8)});
  std::vector<std::unique_ptr<Program>> programs;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    programs.push_back(std::make_unique<Program>(fmt::format("caller_{}", i).c_str(), [&, i] {
      sc_time delay;
      platform.initiators[0]->call(accesses[i], delay);
    }));
  }
  run(platform, [] {});
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    EXPECT_EQ(accesses[i].ended, static_cast<double>((i + 1) * (2 * kLinks + 1)));
  }
}

/// What scp::tlm_extensions::initiator_id is to its users: its conversion is not const.
class InitiatorId : public ::tlm::tlm_extension<InitiatorId> {
 public:
  InitiatorId(std::uint64_t id) : id_(id) {}
  tlm_extension_base* clone() const override { return new InitiatorId(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const InitiatorId&>(other);
  }
  operator std::uint64_t() { return id_; }

 private:
  std::uint64_t id_;
};

/// The order in which the responses to four writes come back, of which the first one is long and
/// the second one of another initiator. Each takes its time, whatever is before it.
template <class Extension>
std::string order_of_responses(FabricOrder order) {
  return in_child([&]() -> std::string {
    TlmFabricConfig config;
    config.order = order;
    config.timing = FabricTiming::kLoose;
    Platform<> platform(line(), config);
    platform.fabric->template order_by<Extension>();
    platform.memories[3]->answer = Answer::kEndThenResponse;
    std::vector<Access> accesses;
    for (const std::size_t length : {64, 1, 1, 32}) {
      accesses.push_back({true, platform.base(3) + 0x100 * accesses.size(), numbered(length)});
    }
    std::vector<std::uint64_t> initiators{1, 2, 1, 1};
    platform.initiators[0]->prepare = [&](auto& payload) {
      payload.set_auto_extension(new Extension(initiators.front()));
      initiators.erase(initiators.begin());
    };
    std::string result;
    platform.initiators[0]->ended = [&](Access& access) {
      result += std::to_string((access.address - platform.base(3)) / 0x100);
    };
    run(platform, [&] {
      for (Access& access : accesses) platform.initiators[0]->begin(access);
      while (platform.initiators[0]->outstanding() > 0) sc_core::wait(1, SC_NS);
    });
    return testing::Test::HasFailure() ? "failed" : result;
  });
}

TEST(Fabric, KeepsTheOrderOfAnInitiatorWhereItIsAskedTo) {
  EXPECT_EQ(order_of_responses<Tag>(FabricOrder::kFree), "1230");
  EXPECT_EQ(order_of_responses<Tag>(FabricOrder::kPerInitiator), "1023");
  EXPECT_EQ(order_of_responses<InitiatorId>(FabricOrder::kPerInitiator), "1023");
}

TEST(Fabric, TheTimingChangesWhereNothingIsOutstanding) {
  Platform<> platform(line());
  run(platform, [&] {
    Access access{true, platform.base(3), numbered(8)};
    platform.initiators[0]->begin(access);
    EXPECT_THAT(
        [&]() -> std::string {
          try {
            platform.fabric->set_timing(FabricTiming::kLoose);
          } catch (const Error& error) {
            return error.what();
          }
          return "";
        }(),
        HasSubstr("cannot be changed while 1 transactions are outstanding"));
    sc_core::wait(platform.initiators[0]->any_ended());
    sc_core::wait(1, SC_NS);
    for (const FabricTiming timing :
         {FabricTiming::kLoose, FabricTiming::kApproximate, FabricTiming::kLoose}) {
      platform.fabric->set_timing(timing);
      sc_time delay;
      platform.initiators[0]->call(access, delay);
      EXPECT_EQ(access.ended - access.begun, 2 * kLinks + 1);
    }
  });
}

// ---- Time-outs.

TEST(Fabric, EndsWhatIsNotAnsweredOnce) {
  TlmFabricConfig config;
  config.time_out = 200;
  Platform<> platform(line(), config);
  run(platform, [&] {
    platform.memories[3]->is_stuck = true;
    Access access{true, platform.base(3), numbered(8)};
    platform.initiators[0]->begin(access);
    sc_core::wait(platform.initiators[0]->any_ended());
    EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(now(), 200);
    EXPECT_EQ(platform.fabric->lost(), 1u);
    EXPECT_EQ(platform.fabric->pool().in_use(), 1u) << "the target has it";
    // What it answers then comes to nobody.
    platform.memories[3]->answer_late(*platform.memories[3]->last);
    sc_core::wait(300, SC_NS);
    EXPECT_EQ(platform.fabric->pool().in_use(), 0u);
    EXPECT_EQ(access.ended, 200);
    platform.memories[3]->is_stuck = false;
    Access call{true, platform.base(3), numbered(8)};
    sc_time delay;
    platform.initiators[0]->call(call, delay);
    EXPECT_EQ(call.status, ::tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(call.ended - call.begun, 2 * kLinks + 1);
  });
}

TEST(Fabric, EndsABlockingCallThatIsNotAnswered) {
  TlmFabricConfig config;
  config.time_out = 200;
  config.order = FabricOrder::kPerInitiator;
  Platform<> platform(line(), config);
  run(platform, [&] {
    platform.memories[3]->is_stuck = true;
    Access access{true, platform.base(3), numbered(8)};
    sc_time delay;
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(access.ended - access.begun, 200);
    platform.memories[3]->is_stuck = false;
    platform.memories[3]->answer_late(*platform.memories[3]->last);
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
  });
}

// A response that comes when time is over, or a request that does, finds nobody.
TEST(Fabric, TakesPacketsThatComeTooLate) {
  for (const Cycle time_out : {5, 15, 20, 24}) {
    const std::string text = in_child([&]() -> std::string {
      TlmFabricConfig config;
      config.time_out = time_out;
      Platform<> platform(line(), config);
      run(platform, [&] {
        std::vector<Access> accesses(3, Access{true, platform.base(3), numbered(64)});
        for (Access& access : accesses) platform.initiators[0]->begin(access);
        sc_core::wait(500, SC_NS);
        EXPECT_EQ(accesses[2].status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
        EXPECT_EQ(platform.fabric->network().counters().in_network, 0u);
      });
      return testing::Test::HasFailure() ? "failed" : "";
    });
    EXPECT_EQ(text, "") << time_out;
  }
}

// ---- A transaction alone takes the same in both timings, in many networks.

struct Subject {
  std::string name;
  std::function<NetworkSetup()> setup;
  friend void PrintTo(const Subject& each, std::ostream* out) { *out << each.name; }
};

class FabricLatency : public testing::TestWithParam<Subject> {};

TEST_P(FabricLatency, IsTheSameInBothTimings) {
  NetworkSetup setup = GetParam().setup();
  setup.config.nic.packet_phits = 9;
  Platform<64> platform(setup);
  const auto hosts = static_cast<NodeId>(setup.netlist.hosts.size());
  int compared = 0;
  run(platform, [&] {
    Random random(3, 0);
    for (NodeId from = 0; from < hosts; ++from) {
      for (NodeId to = 0; to < hosts; ++to) {
        if (hosts > 12 && random.below(hosts) >= 8) continue;
        platform.memories[to]->latency = random.below(9);
        Access access{random.below(2) == 0, platform.base(to), numbered(1 + random.below(64))};
        sc_time delay;
        platform.fabric->set_timing(FabricTiming::kLoose);
        platform.initiators[from]->call(access, delay);
        const double loose = access.ended - access.begun;
        platform.fabric->set_timing(FabricTiming::kApproximate);
        sc_core::wait(SC_ZERO_TIME);
        delay = SC_ZERO_TIME;
        platform.initiators[from]->call(access, delay);
        EXPECT_EQ(access.ended - access.begun, loose) << from << " to " << to;
        platform.initiators[from]->begin(access);
        sc_core::wait(platform.initiators[from]->any_ended());
        EXPECT_EQ(access.ended - access.begun, loose) << from << " to " << to;
        ++compared;
        sc_core::wait(100, SC_NS);  // credits come back
      }
    }
  });
  EXPECT_GE(compared, 20);
}

INSTANTIATE_TEST_SUITE_P(
    Of, FabricLatency,
    testing::Values(
        Subject{"Mesh",
                [] {
                  return NetworkSetup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{3, 2}}},
                                                   {{"host", 2}, {"mesh", 4}}),
                                      "dor");
                }},
        Subject{"Torus",
                [] {
                  NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{4, 3}}},
                                                  {{"host", 1}, {"torus", 3}}),
                                     "dor");
                  setup.config.switches.routing_delay = 3;
                  setup.config.switches.crossbar_delay = 2;
                  return setup;
                }},
        Subject{"AdaptiveTree",
                [] {
                  NetworkSetup setup(
                      make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}},
                                   {{"host", 1}, {"up", 5}, {"down", 7}}),
                      "interval");
                  setup.config.switches.switching = Switching::kStoreAndForward;
                  return setup;
                }},
        Subject{"Dragonfly",
                [] {
                  NetworkSetup setup(
                      make_netlist(
                          "dragonfly",
                          {{"h", std::int64_t{1}}, {"a", std::int64_t{4}}, {"p", std::int64_t{1}}},
                          {{"host", 2}, {"local", 3}, {"global", 20}}),
                      "min");
                  setup.vc_policy = "ascending";
                  setup.vcs(3);
                  setup.output_buffers(18);
                  setup.config.switches.speedup = 2;
                  return setup;
                }},
        // Decided at the source, by queues that are empty.
        Subject{"SourceAdaptiveDragonfly",
                [] {
                  NetworkSetup setup(
                      make_netlist(
                          "dragonfly",
                          {{"h", std::int64_t{1}}, {"a", std::int64_t{4}}, {"p", std::int64_t{1}}},
                          {{"host", 2}, {"local", 3}, {"global", 20}}),
                      "ugal_l");
                  setup.vc_policy = "ascending";
                  setup.vcs(4);
                  setup.config.switches.routing_delay = 0;
                  return setup;
                }},
        Subject{"Wormhole",
                [] {
                  NetworkSetup setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{3, 2}}},
                                                  {{"host", 2}, {"mesh", 4}}),
                                     "dor");
                  setup.config.switches.switching = Switching::kWormhole;
                  setup.config.switches.flit_phits = 2;
                  return setup;
                }},
        Subject{"StructuralView",
                [] {
                  NetworkSetup setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{3, 2}}},
                                                  {{"host", 2}, {"mesh", 4}}),
                                     "dor");
                  setup.config.views.assign(6, SwitchView::kStructural);
                  return setup;
                }}),
    [](const auto& each) { return each.param.name; });

// ---- What cannot be.

std::string refused(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  } catch (const sc_core::sc_report& report) {
    return report.what();
  }
  return "";
}

std::string refused_config(const std::function<void(TlmFabricConfig&)>& change) {
  return in_child([&]() -> std::string {
    TlmFabricConfig config;
    config.map = {{0, 16, 0, true}};
    change(config);
    return refused([&] { Platform<> platform(line(), config); });
  });
}

TEST(FabricConfig, SaysWhatIsAllowed) {
  EXPECT_EQ(refused_config([](auto& config) {
              config.map = {{0x100, 0x100, 1, true}, {0x1000, 1, 1, true}, {0x80, 0x81, 2, true}};
            }),
            "address map: 0x80 to 0x100 (host 2) and 0x100 to 0x1ff (host 1) overlap");
  EXPECT_EQ(refused_config([](auto& config) {
              config.map = {{0x100, 0, 1, true}};
            }),
            "address map: 0 bytes from 0x100 on; allowed: at least 1, up to address "
            "0xffffffffffffffff");
  EXPECT_EQ(refused_config([](auto& config) {
              config.map = {{0xffffffffffffff00, 0x101, 1, true}};
            }),
            "address map: 257 bytes from 0xffffffffffffff00 on; allowed: at least 1, up to address "
            "0xffffffffffffffff");
  EXPECT_EQ(refused_config([](auto& config) {
              config.map = {{0x100, 0x100, 4, true}};
            }),
            "address map: 0x100 to 0x1ff (host 4); allowed: hosts below 4");
  EXPECT_EQ(refused_config([](auto& config) { config.phit = 0; }),
            "TLM fabric: phit is 0; allowed: at least 1");
  EXPECT_EQ(refused_config([](auto& config) { config.header = 0; }),
            "TLM fabric: header is 0; allowed: at least 1");
  EXPECT_EQ(refused_config([](auto& config) { config.most_data = 0; }),
            "TLM fabric: most_data is 0; allowed: at least 1");
  EXPECT_EQ(refused_config([](auto& config) { config.outstanding = 0; }),
            "TLM fabric: outstanding is 0; allowed: at least 1");
  EXPECT_EQ(refused_config([](auto& config) { config.most_data = 65; }),
            "TLM fabric: a packet of 65 bytes of data and 8 of header has 10 phits of 8; allowed: "
            "up to 9 (packet_phits of the network)");
  EXPECT_EQ(refused_config([](auto& config) {
              config.map = {{0, ~std::uint64_t{0}, 0, true}};
            }),
            "");
}

TEST(FabricConfig, SaysThatPacketsAreTooSmall) {
  NetworkSetup setup = line();
  setup.config.smallest_packet = 4;
  EXPECT_EQ(refused([&] { Platform<> platform(setup); }),
            "TLM fabric: a packet of 8 bytes of header has 1 phits of 8; allowed: at least 4 "
            "(smallest_packet of the network)");
}

TEST(FabricConfig, SaysThatARangeHasNoTarget) {
  NetworkSetup setup = line();
  const auto routing = make_routing_function(setup);
  TlmFabricConfig config;
  config.map = {{0x100, 0x100, 2, true}};
  TlmFabric<> fabric("fabric", network_from(setup.netlist, *routing, setup.config), config);
  EXPECT_EQ(refused([] { sc_core::sc_start(SC_ZERO_TIME); }),
            "TLM fabric: nothing is bound to the initiator socket of host 2, to which the "
            "addresses 0x100 to 0x1ff lead");
}

TEST(Fabric, RefusesCallsAgainstTheRules) {
  Platform<> platform(line());
  platform.memories[3]->answer = Answer::kEndThenResponse;
  platform.memories[3]->latency = 10;
  ::tlm::tlm_generic_payload payload;
  Access access{true, Platform<>::base(3), numbered(8)};
  access.put_into(payload);
  Program thread("program", [&] {
    ::tlm::tlm_phase phase = ::tlm::BEGIN_REQ;
    sc_time delay;
    auto& fabric = platform.fabric->target_sockets[0].get_base_interface();
    EXPECT_EQ(refused([&] { fabric.nb_transport_fw(payload, phase, delay); }),
              "TLM fabric: host 0, target socket: a payload without memory manager; allowed with "
              "nb_transport: those with one");
    phase = ::tlm::END_RESP;
    EXPECT_EQ(refused([&] { fabric.nb_transport_fw(payload, phase, delay); }),
              "TLM fabric: host 0, target socket: END_RESP comes against the rules of the base "
              "protocol; allowed: BEGIN_REQ, and END_RESP after BEGIN_RESP");
    CountingMemoryManager manager;
    phase = ::tlm::BEGIN_REQ;
    auto& first = manager.make();
    access.put_into(first);
    fabric.nb_transport_fw(first, phase, delay);
    phase = ::tlm::BEGIN_REQ;
    auto& second = manager.make();
    access.put_into(second);
    EXPECT_THAT(refused([&] { fabric.nb_transport_fw(second, phase, delay); }),
                HasSubstr("BEGIN_REQ comes against the rules of the base protocol; allowed: one "
                          "request at a time, until END_REQ, and a transaction once"));
    auto& from_target = platform.fabric->initiator_sockets[3].get_base_interface();
    phase = ::tlm::BEGIN_RESP;
    EXPECT_THAT(refused([&] { from_target.nb_transport_bw(second, phase, delay); }),
                HasSubstr("host 3, initiator socket: BEGIN_RESP comes against the rules of the "
                          "base protocol; allowed: END_REQ, then BEGIN_RESP, of a transaction "
                          "that has begun"));
  });
  sc_core::sc_start(1, SC_NS);
  EXPECT_TRUE(thread.done);
}

}  // namespace
}  // namespace netloom::test
