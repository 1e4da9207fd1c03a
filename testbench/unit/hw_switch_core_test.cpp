#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw/nic/nic.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/core_width.h"
#include "routing/base/error.h"
#include "testbench/support/sources.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Sends everything by one port.
class OnePortRouter : public SwitchRouter {
 public:
  explicit OnePortRouter(int port) : port_(port) {}

  void route(const RouteQuery& /*query*/, CandidateSet& candidates) const override {
    candidates.add(port_, 0);
  }
  void check_hop(const RouteQuery& query, int port, int /*vc*/) const override {
    if (refuses)
      throw Error("refused: input " + std::to_string(query.input_port) + " to output " +
                  std::to_string(port));
  }

  bool refuses = false;

 private:
  int port_;
};

/// What core a switch is to run on.
struct Wanted {
  std::string name;
  bool specialised = true;  ///< SimulationConfig::specialised
  int vc_shift = 0;
  int ports = 3;          ///< of the largest switch
  Features features = 0;  ///< of the core that it is to run on, the checks apart
  int channels = 32;

  friend void PrintTo(const Wanted& wanted, std::ostream* out) { *out << wanted.name; }
};

std::vector<Wanted> wanted() {
  std::vector<Wanted> result;
  for (const int channels : {32, 64, 128, 256, 1024, 4096}) {
    const auto of_core = [&](Features features) {
      return channels <= 256 ? features : kAllFeatures - kChecks;
    };
    const auto name = [&](const char* kind) { return kind + std::to_string(channels); };
    result.push_back({name("General"), false, 1, channels / 2, kAllFeatures - kChecks, channels});
    result.push_back({name("OneVc"), true, 0, channels, of_core(0), channels});
    result.push_back({name("Vcs"), true, 1, channels / 2, of_core(kManyVcs), channels});
  }
  // One port's VCs do not fit into a word.
  result.push_back({"ManyVcs", true, 7, 2, kAllFeatures - kChecks, 1024});
  return result;
}

/// Switches of three ports without a network around them, each with a host at port 0.
class SwitchCoreTest : public testing::TestWithParam<Wanted> {
 protected:
  static constexpr int kBuffer = 4;  ///< phits of each input VC: one packet

  SwitchCoreTest() : source_(kSwitches) {
    config_.switches.vcs = {1};
    config_.switches.input_buffer = {kBuffer};
    config_.switches.output_buffer = {0};
    config_.nic.packet_phits = kBuffer;
    config_.simulation.specialised = GetParam().specialised;
    nic_.config = &config_.nic;
    nic_.hosts = kSwitches;
    nic_.traffic = &source_;
    nic_.arena = &arena_;
    hosts_.resize(kSwitches);
  }

  /// `credits`: for the buffers behind ports 1 and 2.
  SwitchModel& add(SwitchRouter& router, bool checks, int credits = kBuffer) {
    SwitchPlan plan;
    plan.id = static_cast<SwitchId>(switches_.size());
    plan.name = "s" + std::to_string(plan.id);
    plan.ports.assign(3, {1, kBuffer, 1, 0, credits});
    plan.ports[0].credits = 0;
    plan.vc_shift = GetParam().vc_shift;
    plan.largest_switch = GetParam().ports;
    plan.config = &config_;
    plan.smallest_flit = plan.largest_flit = kBuffer;
    plan.active_cycles = &active_cycles_[plan.id];
    plan.router = &router;
    plan.control_packets = control_packets_;
    plan.check_invariants = checks;
    plan.scratch = &scratch_;
    plan.hosts = &hosts_;
    switches_.push_back(make_switch_model(plan, arena_));
    return *switches_.back();
  }

  void attach_host(SwitchModel& model, NodeId host, int credits = kBuffer) {
    hosts_[host] = {&model, 0};
    injection_.push_back(arena_.make<InjectionSide>(nic_, host, credits));
    ejection_.push_back(arena_.make<EjectionSide>(nic_, host));
    model.attach(0, *injection_.back(), 1);
    model.attach(0, *ejection_.back(), 1);
  }

  /// Comes before attach_host(), which asks for the first of them.
  void send(NodeId source, NodeId destination, int packets) {
    Message message;
    message.destination = destination;
    message.phits = kBuffer;
    for (int i = 0; i < packets; ++i) source_.send(source, static_cast<Cycle>(i), message);
  }

  /// The link of one cycle from an output port to port 1 of another switch.
  void connect(SwitchModel& from, int port, SwitchModel& to) {
    from.connect(port, to, 1, 1, {&mailbox_, &mailbox_, false});
  }

  /// A cycle of these, one after the other.
  void run(const std::vector<SwitchModel*>& models, Cycle cycles) {
    for (Cycle now = 0; now < cycles; ++now) {
      for (SwitchModel* model : models) model->run(now, now + 1);
      mailbox_.deliver();
    }
  }

  static constexpr std::size_t kSwitches = 2;
  NetworkConfig config_;
  bool control_packets_ = false;
  Arena arena_{std::size_t{1} << 20};
  Scratch scratch_{arena_};
  std::uint64_t active_cycles_[kSwitches] = {};
  NicShared nic_;
  test::ScriptedSource source_;
  std::vector<HostPlace> hosts_;
  std::vector<ArenaPtr<InjectionSide>> injection_;
  std::vector<ArenaPtr<EjectionSide>> ejection_;
  OnePortRouter to_host_{0}, to_link_{1};
  Mailbox mailbox_;
  std::vector<SwitchModelPtr> switches_;
};

TEST_P(SwitchCoreTest, IsTheSameWithAndWithoutChecks) {
  for (const bool checks : {false, true}) {
    const CoreDescription core = add(to_host_, checks).core();
    EXPECT_EQ(features_text(core.features & ~Features{kChecks}),
              features_text(GetParam().features));
    EXPECT_EQ(core.channels, GetParam().channels);
    EXPECT_EQ(core.checks, checks || kAlwaysChecks);
  }
}

TEST_P(SwitchCoreTest, IsTheGeneralOneForControlPackets) {
  control_packets_ = true;
  EXPECT_FALSE(add(to_host_, false).core().specialised());
}

TEST_P(SwitchCoreTest, ChecksThatNothingIsWrong) {
  send(0, 1, 8);
  SwitchModel& from = add(to_link_, true);
  SwitchModel& to = add(to_host_, true);
  connect(from, 1, to);
  attach_host(from, 0);
  attach_host(to, 1);
  run({&from, &to}, 200);
  EXPECT_EQ(source_.packets.size(), 8u);
}

TEST_P(SwitchCoreTest, ChecksWhatTheRoutingPromises) {
  send(0, 1, 1);
  OnePortRouter router(1);
  router.refuses = true;
  SwitchModel& from = add(router, true);
  SwitchModel& to = add(to_host_, true);
  connect(from, 1, to);
  attach_host(from, 0);
  EXPECT_THAT([&] { run({&from}, 100); }, ThrowsMessage<Error>("refused: input 0 to output 1"));
}

TEST_P(SwitchCoreTest, ChecksInputBuffers) {
  send(0, 1, 3);
  SwitchModel& from = add(to_link_, true, 3 * kBuffer);
  SwitchModel& to = add(to_host_, true);
  connect(from, 1, to);
  attach_host(from, 0);
  EXPECT_THAT([&] { run({&from}, 100); },
              ThrowsMessage<BrokenInvariant>(HasSubstr(": s0: buffer overrun behind s0.p1.vc0")));
}

TEST_P(SwitchCoreTest, ChecksInjection) {
  send(0, 1, 3);  // the second stays, as nobody empties the buffer behind the link
  SwitchModel& from = add(to_link_, true);
  SwitchModel& to = add(to_host_, true);
  connect(from, 1, to);
  attach_host(from, 0, 3 * kBuffer);
  EXPECT_THAT([&] { run({&from}, 100); },
              ThrowsMessage<BrokenInvariant>(HasSubstr(": s0: injection overruns s0.p0.vc0")));
}

TEST_P(SwitchCoreTest, ChecksCredits) {
  send(0, 1, 1);
  SwitchModel& from = add(to_link_, true);
  SwitchModel& to = add(to_host_, true);
  // Credits for what comes by port 1 go to port 2, which has all of them.
  connect(from, 1, to);
  connect(from, 2, to);
  attach_host(from, 0);
  attach_host(to, 1);
  // Heads leave host 0 in cycle 0, s0 in cycle 2, and s1 in cycle 5, whose credit takes one cycle
  // after the tail.
  EXPECT_THAT(
      [&] {
        run({&from, &to}, 100);
      },
      ThrowsMessage<BrokenInvariant>("cycle 9: s0: more credits than buffer behind s0.p2.vc0"));
}

/// A switch on a specialised core, and one on the general core: what they send each other goes by
/// mailboxes.
class OnAnotherCore : public SwitchCoreTest {
 protected:
  SwitchModel& add_general(SwitchRouter& router) {
    config_.simulation.specialised = false;
    SwitchModel& result = add(router, true);
    config_.simulation.specialised = true;
    return result;
  }
  /// Host 0 at `from` sends eight packets to host 1 at `to`.
  void send_eight(SwitchModel& from, SwitchModel& to) {
    EXPECT_NE(from.core().features, to.core().features);
    connect(from, 1, to);
    attach_host(from, 0);
    attach_host(to, 1);
    run({&from, &to}, 100);
    std::vector<Cycle> delivered;
    for (const DeliveredPacket& packet : source_.packets) delivered.push_back(packet.delivered);
    // The first one takes 3 links of one cycle, twice one for routing and one for the crossbar, and
    // its other 3 phits. The buffer has room for one packet: the credit for a head that leaves s0
    // in cycle g comes back when it has left s1, from g + 3 to g + 6, and one cycle on the wire.
    EXPECT_THAT(delivered, testing::ElementsAre(10, 17, 24, 31, 38, 45, 52, 59));
    EXPECT_EQ(from.credits(1, 0), kBuffer);
    EXPECT_EQ(to.buffered_phits(1, 0), 0);
  }
};

TEST_P(OnAnotherCore, FlitsAndCreditsComeAsOnOne) {
  send(0, 1, 8);
  SwitchModel& from = add(to_link_, true);
  send_eight(from, add_general(to_host_));
}

TEST_P(OnAnotherCore, FlitsAndCreditsGoAsOnOne) {
  send(0, 1, 8);
  SwitchModel& from = add_general(to_link_);
  send_eight(from, add(to_host_, true));
}

TEST_P(OnAnotherCore, ChecksBuffersWhenAFlitComes) {
  send(0, 1, 3);
  SwitchModel& from = add(to_link_, true, 3 * kBuffer);
  SwitchModel& to = add_general(to_host_);
  connect(from, 1, to);
  attach_host(from, 0);
  EXPECT_THAT([&] { run({&from}, 100); },
              ThrowsMessage<BrokenInvariant>(HasSubstr(": s1: buffer overrun at s1.p1.vc0")));
}

std::vector<Wanted> specialised() {
  std::vector<Wanted> result = wanted();
  result.erase(
      std::remove_if(result.begin(), result.end(),
                     [](const Wanted& each) { return each.features == kAllFeatures - kChecks; }),
      result.end());
  return result;
}

INSTANTIATE_TEST_SUITE_P(Cores, OnAnotherCore, testing::ValuesIn(specialised()),
                         [](const auto& each) { return each.param.name; });

INSTANTIATE_TEST_SUITE_P(Cores, SwitchCoreTest, testing::ValuesIn(wanted()),
                         [](const auto& each) { return each.param.name; });

TEST(CoreDescription, IsPutIntoWords) {
  EXPECT_EQ((CoreDescription{kChecks, true, 64}.text()),
            "specialised, up to 64 channels, with checks");
  EXPECT_EQ((CoreDescription{kManyVcs | kTrigger, false, 256}.text()),
            "specialised (many_vcs, trigger), up to 256 channels, without checks");
  EXPECT_EQ((CoreDescription{kAllFeatures, true, 1024}.text()),
            "general, up to 1024 channels, with checks");
}

TEST(CoreWidth, IsTheNarrowestWithRoom) {
  const std::vector<int> widths = {32, 64, 128, 256, 1024, 4096};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    EXPECT_EQ(core_width(widths[i], 0), widths[i]);
    if (i == 0) continue;
    EXPECT_EQ(core_width(widths[i - 1] + 1, 0), widths[i]);
  }
  EXPECT_EQ(core_width(128, 6), 128);
  EXPECT_EQ(core_width(128, 7), 1024) << "the VCs of a port do not fit into a word";
  EXPECT_EQ(core_width(256, 7), 1024);
}

}  // namespace
}  // namespace netloom
