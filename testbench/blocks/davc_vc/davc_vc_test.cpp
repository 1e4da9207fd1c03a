#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "Vdavc_rule_forms.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/davc/davc_vcs.h"
#include "routing/registers/register_file.h"
#include "rtl/decision/vc_deciding.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr DavcFunction kFunctions[] = {DavcFunction::kNode, DavcFunction::kPort,
                                       DavcFunction::kNodePort};

class DavcRuleForms : public testing::Test {
 protected:
  /// All functions against the C++ one: `rises` is the output for these inputs.
  void check(std::uint32_t inbound, std::uint32_t outbound, std::uint32_t node,
             std::uint32_t next_node, bool full) {
    model.inbound_port_i = inbound;
    model.outbound_port_i = outbound;
    model.node_i = node;
    model.next_node_i = next_node;
    model.eval();
    for (const DavcFunction function : kFunctions) {
      const int rises = (full ? model.full_o : model.small_o) >> static_cast<int>(function) & 1;
      ASSERT_EQ(rises, DavcRule(function).next_vc(0, inbound, outbound, node, next_node))
          << "function " << static_cast<int>(function) << ", ports " << inbound << " to "
          << outbound << ", nodes " << node << " to " << next_node;
    }
  }

  VerilatedInstance<Vdavc_rule_forms> instance;
  Vdavc_rule_forms& model = *instance;
};

TEST_F(DavcRuleForms, ExhaustiveAtThreeBits) {
  for (std::uint32_t i = 0; i < 1u << 12; ++i) {
    ASSERT_NO_FATAL_FAILURE(check(i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9, false));
  }
}

TEST_F(DavcRuleForms, CornersAndRandomAtFullWidth) {
  const std::uint32_t ports[] = {0, 1, 127, 128, 254, 255};
  const std::uint32_t nodes[] = {0, 1, 0x7fffff, 0x800000, 0xfffffe, 0xffffff};
  for (const std::uint32_t inbound : ports) {
    for (const std::uint32_t outbound : ports) {
      for (const std::uint32_t node : nodes) {
        for (const std::uint32_t next : nodes) {
          ASSERT_NO_FATAL_FAILURE(check(inbound, outbound, node, next, true));
        }
      }
    }
  }
  Random random(1, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t inbound = random.below(256);
    const std::uint32_t node = random.below(1u << 24);
    // Often equal, which is where the functions differ.
    const std::uint32_t outbound = random.below(2) == 0 ? inbound : random.below(256);
    const std::uint32_t next = random.below(4) == 0 ? node : random.below(1u << 24);
    ASSERT_NO_FATAL_FAILURE(check(inbound, outbound, node, next, true));
  }
}

constexpr std::uint32_t kVcs = 64;  ///< the most that a decision can name

/// The registers of a switch with so many ports, in a network that has as many switches as the
/// block can tell apart.
RegisterFile make_file(int ports) {
  SwitchShape shape;
  shape.switches = 1u << 24;
  shape.ports = ports;
  shape.davc = true;
  return {kNoRegisters, shape};
}

std::unique_ptr<VcDecision> make_davc_vc(const std::string& implementation, DavcFunction function,
                                         int ports) {
  const DavcVcs reference(DavcRule(function), ports);
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  EXPECT_TRUE(entry.implements(reference, ports));
  return entry.make_as<VcDecision>(reference, ports, 1);
}

/// Draws all identifiers anew. Some are equal.
void renumber(RegisterFile& file, Random& random) {
  const int ports = file.shape().ports;
  const auto node = [&random] { return random.below(8) == 0 ? 77 : random.below(1u << 24); };
  file.write({"NODE_ID", 0, node()});
  for (int port = 0; port < ports; ++port) {
    file.write({"PORT_ID", port, random.below(static_cast<std::uint32_t>(ports))});
    file.learn({{"NEIGHBOUR_ID", port, node()}, {"NEIGHBOUR_PORT", port, random.below(256)}});
  }
}

// In switches of every Verilated size, full and not; VCs with the last one, beyond which there is
// none.
TEST(DavcVc, DecidesAsTheModel) {
  for (const std::string& implementation : right_implementations("davc_vc")) {
    for (const int ports : {2, 5, 8, 9, 23, 32}) {
      for (const DavcFunction function : kFunctions) {
        SCOPED_TRACE(implementation + ", " + std::to_string(ports) + " ports, function " +
                     std::to_string(static_cast<int>(function)));
        DavcVcs model(DavcRule(function), ports);
        const auto rtl = make_davc_vc(implementation, function, ports);
        RegisterFile file = make_file(ports);
        Random random(static_cast<std::uint64_t>(ports), 0);
        Cycle now = 0;
        for (int numbering = 0; numbering < 5; ++numbering) {
          // After reset first, and last: then in the middle of it all.
          if (numbering == 4) {
            reset(*rtl);
            now = 0;
            file = make_file(ports);
          } else if (numbering > 0) {
            renumber(file, random);
          }
          model.registers_written(file);
          rtl->registers_written(file);
          for (int i = 0; i < 2000; ++i) {
            const auto count = static_cast<std::uint32_t>(ports);
            RouteQuery head;
            head.cycle = now += random.below(3);
            head.input_port = static_cast<int>(random.below(count));
            head.input_vc = static_cast<int>(random.below(8) == 0 ? kVcs - 1 : random.below(kVcs));
            const VcHop hop{static_cast<int>(random.below(count)), false};
            ASSERT_EQ(rtl->vcs(head, hop), model.vcs(head, hop))
                << "input port " << head.input_port << ", VC " << head.input_vc << ", output port "
                << hop.output_port;
          }
        }
      }
    }
  }
}

// Figure 3 of [DAVC 2018], F_N: from switch 7 to switch 6 the VC rises. To switch 9 it would
// stay.
TEST(DavcVc, IsWhatThePaperSays) {
  const auto rtl = make_davc_vc("davc_vc", DavcFunction::kNode, 3);
  RegisterFile file = make_file(3);
  file.write({"NODE_ID", 0, 7});
  file.learn({{"NEIGHBOUR_ID", 1, 6}, {"NEIGHBOUR_ID", 2, 9}});
  rtl->registers_written(file);
  EXPECT_EQ(rtl->vcs({}, {1, false}), 0b10u);
  EXPECT_EQ(rtl->vcs({}, {2, false}), 0b01u);
}

TEST(DavcVc, TheLocalInputPortIsNotTheInboundPort) {
  const auto rtl = make_davc_vc("davc_vc", DavcFunction::kPort, 4);
  RegisterFile file = make_file(4);
  for (int port = 0; port < 4; ++port) {
    file.write({"PORT_ID", port, static_cast<std::uint32_t>(port)});
  }
  // Sent by port 2 of the neighbour, it comes in at port 1.
  file.learn({{"NEIGHBOUR_PORT", 1, 2}});
  rtl->registers_written(file);
  RouteQuery head;
  head.input_port = 1;
  EXPECT_EQ(rtl->vcs(head, {2, false}), 0b10u);
  EXPECT_EQ(rtl->vcs(head, {3, false}), 0b01u);
}

TEST(VcShadow, ShowsTheRegistersOfSwitchAndPorts) {
  RtlSwitchCounters counters;
  RefereedVcDecision shadow(
      {RtlMode::kShadow, {"broken_davc_vc", "davc_vc", "s9", 9, 4}, &counters},
      std::make_unique<DavcVcs>(DavcRule(DavcFunction::kNodePort), 4),
      make_davc_vc("broken_davc_vc", DavcFunction::kNodePort, 4));
  RegisterFile file = make_file(4);
  file.write({"NODE_ID", 0, 9});
  file.write({"PORT_ID", 2, 2});
  file.learn({{"NEIGHBOUR_ID", 2, 5}, {"NEIGHBOUR_PORT", 1, 3}});
  shadow.registers_written(file);
  RouteQuery head;
  head.input_port = 1;
  head.input_vc = 3;
  EXPECT_THAT(
      [&] {
        shadow.vcs(head, {2, false});
      },
      ThrowsMessage<Error>(
          AllOf(HasSubstr("RTL block 'davc_vc' (implementation 'broken_davc_vc')"),
                HasSubstr("registers of the switch: NODE_ID = 9; registers of the input port: "
                          "PORT_ID = 0, NEIGHBOUR_ID = 0, NEIGHBOUR_PORT = 3; registers of the "
                          "output port: PORT_ID = 2, NEIGHBOUR_ID = 5, NEIGHBOUR_PORT = 0"),
                HasSubstr("the reference says VCs {4}, the RTL says {3}"))));
}

}  // namespace
}  // namespace netloom
