// What runs say in which an RTL block decides wrongly.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "routing/decision/port_matcher.h"
#include "routing/decision/vc_decision.h"
#include "rtl/block_registry.h"
#include "sim/config/config.h"
#include "sim/run/point.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// Offers nothing.
class SilentMatcher final : public PortMatcher {
 public:
  explicit SilentMatcher(int ports) : words_((ports + 63) / 64) {}
  void registers_written(const RegisterFile& /*file*/) override {}
  void match(const RouteQuery& /*query*/, std::uint64_t* ports) override {
    std::fill_n(ports, words_, 0);
  }

 private:
  int words_;
};

class SilentVcs final : public VcDecision {
 public:
  void registers_written(const RegisterFile& /*file*/) override {}
  std::uint64_t vcs(const RouteQuery& /*head*/, const VcHop& /*hop*/) override { return 0; }
};

/// Registers a block that offers nothing, for the routing function "interval" or DAVC.
void add_silent_block(const std::string& block) {
  RtlBlockEntry entry;
  entry.block = block;
  const auto all = [](const Decision&, int) { return true; };
  if (block == "interval") {
    entry.stands_for<PortMatcher, PortMatcher>(all,
                                               [](const PortMatcher&, int ports, std::uint64_t) {
                                                 return std::make_unique<SilentMatcher>(ports);
                                               });
  } else {
    entry.stands_for<VcDecision, VcDecision>(
        all, [](const VcDecision&, int, std::uint64_t) { return std::make_unique<SilentVcs>(); });
  }
  RtlBlockRegistry::Registration("silent", entry);
}

/// The failure of a run with such a block among those given.
std::string failure_with(const std::string& blocks, const std::string& mode) {
  const Config config = parse_config(
      "network: {topology: fat_tree, k: 2, n: 2}\n"
      "routing: {function: interval, vcs: {policy: davc, count: 2}}\n"
      "rtl: {blocks: [" +
          blocks + "], mode: " + mode +
          "}\n"
          "traffic: {load: 0.5, packet_phits: 4}\n"
          "simulation: {warmup: 0, measure: 200}\n",
      "c.yaml", "");
  const Json point = simulate_point(config, {0.5, 1}, nullptr);
  return succeeded(point) ? "" : failure_text(point);
}

constexpr const char* kInterval = "{name: interval, implementation: silent}";
constexpr const char* kDavc = "{name: davc_vc, implementation: silent}";

TEST(RtlFailure, ReplaceNamesTheBlockThatOffersNoPort) {
  add_silent_block("interval");
  EXPECT_THAT(failure_with(kInterval, "replace"),
              AllOf(ContainsRegex("no output for packet 0 from host [0-3] to host [0-3] at s"),
                    EndsWith("; RTL block 'interval' (implementation 'silent') offered nothing")));
}

TEST(RtlFailure, ReplaceNamesTheBlockThatOffersNoVcAndNoOther) {
  add_silent_block("davc_vc");
  EXPECT_THAT(failure_with(std::string("interval, ") + kDavc, "replace"),
              AllOf(HasSubstr("no output for packet "),
                    EndsWith("; RTL block 'davc_vc' (implementation 'silent') offered nothing"),
                    Not(HasSubstr("'interval'"))));
}

TEST(RtlFailure, ShadowNamesTheNumberOfThePacket) {
  add_silent_block("interval");
  EXPECT_THAT(failure_with(kInterval, "shadow"),
              AllOf(HasSubstr("RTL block 'interval' (implementation 'silent') differs"),
                    ContainsRegex("for packet 0 at input port [0-3], VC 0, from source [0-3] to "
                                  "destination [0-3]")));
}

TEST(RtlFailure, ShadowNamesTheNumberOfThePacketWhoseVcIsDecided) {
  add_silent_block("davc_vc");
  EXPECT_THAT(failure_with(kDavc, "shadow"),
              AllOf(HasSubstr("RTL block 'davc_vc' (implementation 'silent') differs"),
                    ContainsRegex("for packet [0-9]+ at input port [0-3], VC [0-9], from source")));
}

}  // namespace
}  // namespace netloom::test
