#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/topology.h"
#include "routing/registers/register_file.h"
#include "tlm/fabric_manager.h"
#include "tlm/register_target.h"

#if defined(__SANITIZE_ADDRESS__)
// Leaks are looked for on the stack where the program ends. After an exception out of a thread of
// SystemC, AddressSanitizer takes that thread's for it, which is gone.
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

SwitchShape small_shape() {
  SwitchShape shape;
  shape.hosts = 1024;
  shape.switches = 12;
  shape.ports = 4;
  shape.vcs = 2;
  shape.input_buffer = 80;
  return shape;
}

SwitchShape wide_shape() {
  SwitchShape shape = small_shape();
  shape.ports = 70;
  return shape;
}

/// An initiator that sends one transaction at a time.
class Initiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Initiator, 32> socket;

  explicit Initiator(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}

  ::tlm::tlm_response_status send(::tlm::tlm_generic_payload& payload) {
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    delay = sc_core::sc_time(3, sc_core::SC_NS);
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }

  sc_core::sc_time delay;
};

/// A register target and its initiator, outside of any network.
class RegisterTargetTest : public testing::Test {
 protected:
  RegisterTargetTest() {
    initiator.socket.bind(target.socket);
    wide.socket.bind(wide_target.socket);
  }

  /// A payload for one word.
  ::tlm::tlm_generic_payload& word(::tlm::tlm_command command, std::uint64_t address) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    return payload;
  }

  RegisterFile file{"interval", small_shape()};
  RegisterTarget target{"target", file};
  Initiator initiator{"initiator"};
  RegisterFile wide_file{"fir", wide_shape()};
  RegisterTarget wide_target{"wide_target", wide_file};
  Initiator wide{"wide"};
  ::tlm::tlm_generic_payload payload;
  std::array<unsigned char, 16> data{};
};

TEST_F(RegisterTargetTest, WordsAreLittleEndian) {
  data = {0x34, 0x02, 0xff, 0xff};
  EXPECT_EQ(initiator.send(word(::tlm::TLM_WRITE_COMMAND, file.address("LIB", 1))),
            ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(file.value("LIB", 1), 0x234u) << "ten bits of a node number";
  data.fill(0xaa);
  EXPECT_EQ(initiator.send(word(::tlm::TLM_READ_COMMAND, file.address("LIB", 1))),
            ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(data[0], 0x34);
  EXPECT_EQ(data[1], 0x02);
  EXPECT_EQ(data[2], 0x00);
  EXPECT_EQ(data[3], 0x00);
  EXPECT_EQ(data[4], 0xaa);
  EXPECT_EQ(initiator.delay, sc_core::sc_time(3, sc_core::SC_NS));
}

TEST_F(RegisterTargetTest, ByteEnables) {
  const std::uint64_t address = file.address("UIB", 2);
  file.write(address, 0x155);
  std::array<unsigned char, 4> enables = {0x00, 0xff, 0x00, 0x00};
  data = {0xff, 0x02, 0xff, 0xff};
  word(::tlm::TLM_WRITE_COMMAND, address).set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(4);
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(file.value("UIB", 2), 0x255u);

  data.fill(0xaa);
  word(::tlm::TLM_READ_COMMAND, address).set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(4);
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(data[0], 0xaa);
  EXPECT_EQ(data[1], 0x02);
  EXPECT_EQ(data[2], 0xaa);

  // A shorter pattern repeats: bytes 0 and 2.
  enables = {0xff, 0x00};
  data = {0x01, 0x00, 0x00, 0x00};
  word(::tlm::TLM_WRITE_COMMAND, address).set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(2);
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(file.value("UIB", 2), 0x201u);

  enables = {0xff, 0x7f, 0xff, 0xff};
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  payload.set_byte_enable_length(0);
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_F(RegisterTargetTest, ErrorResponses) {
  const auto read = ::tlm::TLM_READ_COMMAND;
  const auto write = ::tlm::TLM_WRITE_COMMAND;
  EXPECT_EQ(initiator.send(word(read, file.size())), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(initiator.send(word(write, ~std::uint64_t{3})), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  for (const std::uint64_t offset : {1u, 2u, 3u}) {
    EXPECT_EQ(initiator.send(word(read, 4 + offset)), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  for (const unsigned length : {1u, 2u, 3u, 5u, 8u}) {
    word(read, 4).set_data_length(length);
    payload.set_streaming_width(length);
    EXPECT_EQ(initiator.send(payload), ::tlm::TLM_BURST_ERROR_RESPONSE) << length;
  }
  word(read, 4).set_streaming_width(2);
  EXPECT_EQ(initiator.send(payload), ::tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(initiator.send(word(write, file.address("CREDITS", 3))),
            ::tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(initiator.send(word(read, file.address("CREDITS", 3))), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(initiator.send(word(::tlm::TLM_IGNORE_COMMAND, 2)), ::tlm::TLM_OK_RESPONSE);
}

TEST_F(RegisterTargetTest, DebugTransportMovesWholeWords) {
  const std::uint64_t address = file.address("LIB", 2);
  data = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0};
  word(::tlm::TLM_WRITE_COMMAND, address).set_data_length(14);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 12u);
  EXPECT_EQ(file.value("LIB", 2), 1u);
  EXPECT_EQ(file.value("LIB", 3), 2u);
  EXPECT_EQ(file.value("UIB", 0), 3u);
  EXPECT_EQ(file.value("UIB", 1), 0u);

  data.fill(0);
  word(::tlm::TLM_READ_COMMAND, address).set_data_length(8);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 8u);
  EXPECT_EQ(data[0], 1);
  EXPECT_EQ(data[4], 2);

  // The last word is mapped, the one after it is not.
  word(::tlm::TLM_READ_COMMAND, file.size() - 4).set_data_length(8);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 4u);
  EXPECT_EQ(initiator.socket->transport_dbg(word(::tlm::TLM_READ_COMMAND, 6)), 0u);
  EXPECT_EQ(
      initiator.socket->transport_dbg(word(::tlm::TLM_WRITE_COMMAND, file.address("CREDITS", 0))),
      0u);
}

// RRR of a switch with 70 ports takes three words, the last of which has six bits.
TEST_F(RegisterTargetTest, WordsOfAWideRegisterAreWordsOfTheirOwn) {
  const std::uint64_t last = wide_file.address("RRR", 7, 2);
  data = {0x81, 0xff, 0xff, 0xff};
  EXPECT_EQ(wide.send(word(::tlm::TLM_WRITE_COMMAND, last)), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(wide_file.value("RRR", 7, 2), 0x01u);
  EXPECT_EQ(wide_file.value("RRR", 7, 1), 0u);
  EXPECT_EQ(wide_file.value("RRR", 8, 0), 0u);

  // Byte 1 of the middle word only.
  std::array<unsigned char, 4> enables = {0x00, 0xff, 0x00, 0x00};
  data = {0x11, 0x22, 0x33, 0x44};
  word(::tlm::TLM_WRITE_COMMAND, last - 4).set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(4);
  EXPECT_EQ(wide.send(payload), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(wide_file.value("RRR", 7, 1), 0x2200u);
  EXPECT_EQ(wide_file.text("RRR", 7), "0x10000220000000000");

  // An access is one word, however wide the register is.
  word(::tlm::TLM_READ_COMMAND, last - 8).set_data_length(12);
  payload.set_streaming_width(12);
  EXPECT_EQ(wide.send(payload), ::tlm::TLM_BURST_ERROR_RESPONSE);
  data.fill(0xaa);
  EXPECT_EQ(wide.socket->transport_dbg(payload), 12u);
  EXPECT_EQ(data[5], 0x22);
  EXPECT_EQ(data[8], 0x01);
  EXPECT_EQ(wide.send(word(::tlm::TLM_READ_COMMAND, last + 2)), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(wide.send(word(::tlm::TLM_READ_COMMAND, wide_file.size())),
            ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(RegisterTargetTest, DirectMemoryIsRefused) {
  ::tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(word(::tlm::TLM_READ_COMMAND, 4), dmi));
  payload.set_dmi_allowed(true);
  initiator.send(payload);
  EXPECT_FALSE(payload.is_dmi_allowed());
}

/// A fat-tree's registers, each switch's behind its target, and a manager bound to them.
class FabricManagerTest : public testing::Test {
 protected:
  void build(std::int64_t k, std::int64_t n, const std::string& function = "interval") {
    const TopologyEntry& entry = TopologyRegistry::instance().find("fat_tree");
    const ParameterMap given = {{"k", k}, {"n", n}};
    netlist = entry.make(resolve_parameters(entry.parameters, given, "fat_tree"))->netlist({});
    RoutingContext context;
    context.netlist = &netlist;
    context.vcs.assign(netlist.kinds.size(), 1);
    context.vc_policy = "single";
    const RoutingFunctionEntry& routing_entry = RoutingFunctionRegistry::instance().find(function);
    context.parameters = resolve_parameters(routing_entry.parameters, {}, function);
    routing = routing_entry.make(context);

    std::vector<FabricManager::ManagedSwitch> managed;
    for (const SwitchInfo& info : netlist.switches) {
      SwitchShape shape;
      shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
      shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
      shape.ports = info.ports;
      managed.push_back({static_cast<SwitchId>(managed.size()), shape});
      files.push_back(std::make_unique<RegisterFile>(routing->register_set(), shape));
    }
    manager = std::make_unique<FabricManager>("manager", *routing, managed);
  }

  void bind_all() {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string name = "target_" + std::to_string(i);
      targets.push_back(std::make_unique<RegisterTarget>(name.c_str(), *files[i]));
      manager->sockets[i].bind(targets.back()->socket);
    }
  }

  Netlist netlist;
  std::unique_ptr<RoutingFunction> routing;
  std::vector<std::unique_ptr<RegisterFile>> files;
  std::vector<std::unique_ptr<RegisterTarget>> targets;
  std::unique_ptr<FabricManager> manager;
};

// The intervals of Figure 3.2 ([Fat-Trees 2010], section 3.1), read back over TLM.
TEST_F(FabricManagerTest, ProgramsFigure3_2AtTimeZero) {
  build(2, 3);
  bind_all();
  EXPECT_FALSE(manager->programmed());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_TRUE(manager->programmed());
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(manager->words(), 2u * (8 * 4 + 4 * 2));

  const auto bounds = [this](SwitchId id, int port) {
    return std::pair(manager->read(id, "LIB", port), manager->read(id, "UIB", port));
  };
  using Interval = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(bounds(0, 0), Interval(0, 0));
  EXPECT_EQ(bounds(0, 1), Interval(1, 1));
  EXPECT_EQ(bounds(0, 2), Interval(2, 7));
  EXPECT_EQ(bounds(0, 3), Interval(2, 7));
  EXPECT_EQ(bounds(4, 0), Interval(0, 1));
  EXPECT_EQ(bounds(4, 1), Interval(2, 3));
  EXPECT_EQ(bounds(11, 1), Interval(4, 7));
  EXPECT_THAT([&] { manager->read(11, "LIB", 2); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("0 to 1")));
  EXPECT_THAT([&] { manager->read(12, "LIB", 0); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("0 to 11")));
}

TEST_F(FabricManagerTest, EverySwitchGetsItsProgram) {
  build(4, 3);
  bind_all();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (SwitchId id = 0; id < files.size(); ++id) {
    for (const RegisterWrite& write : routing->register_program(id)) {
      EXPECT_EQ(files[id]->value(write.name, write.index), write.value);
      EXPECT_EQ(manager->read(id, write.name, write.index), write.value);
    }
  }
}

// … and more while the network runs, each in its cycle.
TEST_F(FabricManagerTest, WritesLaterWhatItIsTold) {
  build(2, 3);
  bind_all();
  std::vector<std::pair<std::size_t, double>> told;
  manager->write_later(
      {{5, 4, {"LIB", 2, 7}}, {5, 4, {"UIB", 2, 3}}, {9, 0, {"LIB", 2, 1}}},
      [&](std::size_t place) { told.emplace_back(place, sc_core::sc_time_stamp().to_double()); });
  sc_core::sc_start(4, sc_core::SC_NS);
  EXPECT_TRUE(manager->programmed());
  EXPECT_THAT(told, testing::IsEmpty());
  sc_core::sc_start(2, sc_core::SC_NS);
  EXPECT_EQ(files[4]->value("LIB", 2), 7u);
  EXPECT_EQ(files[4]->value("UIB", 2), 3u);
  EXPECT_EQ(files[0]->value("LIB", 2), 2u);
  sc_core::sc_start(4, sc_core::SC_NS);
  EXPECT_EQ(files[0]->value("LIB", 2), 1u);
  const double nanosecond = sc_core::sc_time(1, sc_core::SC_NS).to_double();
  EXPECT_THAT(told, testing::ElementsAre(std::pair(std::size_t{0}, 5 * nanosecond),
                                         std::pair(std::size_t{1}, 5 * nanosecond),
                                         std::pair(std::size_t{2}, 9 * nanosecond)));
}

TEST_F(FabricManagerTest, ProgramsRegistersWiderThanAWord) {
  build(32, 2, "destro");
  bind_all();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_TRUE(manager->programmed());
  // 64 ports: LIB, UIB, MR and two words of RRR each; 32 in the root switches, with one.
  EXPECT_EQ(manager->words(), 32u * 64 * 5 + 32u * 32 * 4);
  EXPECT_EQ(files[3]->text("RRR", 31), "0x0");
  EXPECT_EQ(files[3]->text("RRR", 40), "0xffffffff") << "up links yield to the 32 down links";
  EXPECT_EQ(manager->read(3, "RRR", 40, 0), 0xffffffffu);
  EXPECT_EQ(manager->read(3, "RRR", 40, 1), 0u);

  EXPECT_THAT([&] { manager->read(3, "RRR", 40, 2); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("no word 2; allowed: 0 to 1")));
}

/// Registers whose bit 1 is stuck at 0, or that answer after some time.
class FaultyTarget : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<FaultyTarget, 32> socket;

  FaultyTarget(sc_core::sc_module_name name, bool stuck, ::tlm::tlm_response_status status,
               sc_core::sc_time latency)
      : sc_module(name), socket("socket"), stuck_(stuck), status_(status), latency_(latency) {
    socket.register_b_transport(this, &FaultyTarget::b_transport);
  }

 private:
  void b_transport(::tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* data = payload.get_data_ptr();
    std::array<unsigned char, 4>& word = words_[payload.get_address()];
    for (std::size_t i = 0; i < 4; ++i) {
      if (payload.is_write()) {
        word[i] = stuck_ && i == 0 ? static_cast<unsigned char>(data[i] & ~2u) : data[i];
      } else {
        data[i] = word[i];
      }
    }
    delay += latency_;
    payload.set_response_status(status_);
  }

  bool stuck_;
  ::tlm::tlm_response_status status_;
  sc_core::sc_time latency_;
  std::map<std::uint64_t, std::array<unsigned char, 4>> words_;
};

class FaultyFabricTest : public FabricManagerTest {
 protected:
  /// The message with which programming ends. The network is one switch.
  std::string error_with(bool stuck, ::tlm::tlm_response_status status, sc_core::sc_time latency) {
    build(4, 1);
    FaultyTarget target("faulty", stuck, status, latency);
    manager->sockets[0].bind(target.socket);
    EXPECT_THROW(sc_core::sc_start(1, sc_core::SC_US), sc_core::sc_report);
    EXPECT_FALSE(manager->programmed());
    try {
      manager->rethrow_error();
    } catch (const BrokenInvariant& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(FaultyFabricTest, ValueThatDoesNotReadBack) {
  EXPECT_EQ(error_with(true, ::tlm::TLM_OK_RESPONSE, sc_core::SC_ZERO_TIME),
            "register LIB[2] of switch 0 reads back as 0 after 2 was written");
}

TEST_F(FaultyFabricTest, SwitchThatRefuses) {
  EXPECT_EQ(error_with(false, ::tlm::TLM_GENERIC_ERROR_RESPONSE, sc_core::SC_ZERO_TIME),
            "register LIB[0] of switch 0: the write was answered with "
            "TLM_GENERIC_ERROR_RESPONSE");
}

TEST_F(FaultyFabricTest, WordOfAWideRegisterThatCannotBeRead) {
  build(64, 1, "destro");
  FaultyTarget target("faulty", false, ::tlm::TLM_OK_RESPONSE, sc_core::SC_ZERO_TIME);
  manager->sockets[0].bind(target.socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THAT(
      [&] { manager->read(0, "RRR", 5, 1); },
      ThrowsMessage<BrokenInvariant>("word 1 of register RRR[5] of switch 0 cannot be read"));
}

TEST_F(FaultyFabricTest, SwitchThatTakesTime) {
  EXPECT_THAT(error_with(false, ::tlm::TLM_OK_RESPONSE, sc_core::sc_time(1, sc_core::SC_NS)),
              AllOf(HasSubstr("16 ns"), HasSubstr("must not take time")));
}

}  // namespace
}  // namespace netloom
