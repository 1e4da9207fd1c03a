#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/registers/register_file.h"
#include "routing/registers/register_table.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

SwitchShape small_shape() {
  SwitchShape shape;
  shape.hosts = 8;
  shape.switches = 12;
  shape.ports = 4;
  shape.vcs = 2;
  shape.input_buffer = 80;
  shape.offsets = 18;
  shape.remote_counters = 6;
  shape.global_links = 3;
  shape.injection_ports = 3;
  shape.window = 200;
  shape.bucket = 10;
  return shape;
}

TEST(Bits, Log2IsTheLeastExponentThatReachesTheCount) {
  EXPECT_EQ(ceil_log2(0), 0);
  EXPECT_EQ(ceil_log2(1), 0);
  EXPECT_EQ(ceil_log2(2), 1);
  EXPECT_EQ(ceil_log2(3), 2);
  EXPECT_EQ(ceil_log2(4), 2);
  EXPECT_EQ(ceil_log2(5), 3);
  EXPECT_EQ(ceil_log2(~std::uint64_t{0}), 64);
}

TEST(Bits, HoldTheLastValue) {
  EXPECT_EQ(bits_for(0), 1);
  EXPECT_EQ(bits_for(1), 1);
  EXPECT_EQ(bits_for(2), 1);
  EXPECT_EQ(bits_for(3), 2);
  EXPECT_EQ(bits_for(4), 2);
  EXPECT_EQ(bits_for(5), 3);
  EXPECT_EQ(bits_for(std::uint64_t{1} << 24), 24);
  EXPECT_EQ(bits_for((std::uint64_t{1} << 24) + 1), 25);
  EXPECT_EQ(bits_for(~std::uint64_t{0}), 64);
}

TEST(RegisterTable, DeclaresEachRegisterOnceAndWholly) {
  SwitchShape largest;
  largest.hosts = 1u << 24;
  largest.switches = 1u << 16;
  largest.ports = 256;
  largest.vcs = 64;
  largest.input_buffer = 1 << 20;
  std::set<std::string> names;
  for (const RegisterInfo& info : register_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
    EXPECT_EQ(info.meaning.find('\n'), std::string::npos) << info.name;
    for (const SwitchShape& shape : {SwitchShape{}, small_shape(), largest}) {
      EXPECT_GE(info.bits(shape), 1) << info.name;
      const bool number = info.form == RegisterForm::kNumber;
      EXPECT_LE(info.bits(shape), number ? 32 : kMaxRegisterBits) << info.name;
    }
  }
}

// The written width of a register is what documents and SystemVerilog say; it has to be what the
// model uses.
TEST(RegisterTable, WidthsAreWhatTheirExpressionsSay) {
  const SwitchShape shape = small_shape();
  const std::vector<std::pair<std::string, int>> expected = {
      {"bits_for(switches)", 4},
      {"bits_for(hosts)", 3},
      {"bits_for(input_buffer + 1)", 7},
      {"bits_for(vcs)", 1},
      {"bits_for(ports)", 2},
      {"ports", 4},
      {"1", 1},
      {"8", 8},
      {"16", 16},
      {"2", 2},
      {"7", 7},
      {"bits_for(injection_ports * bucket + 1)", 5},                                // 0 … 30
      {"bits_for(injection_ports * window + 1)", 10},                               // 0 … 600
      {"bits_for(injection_ports * vcs * input_buffer + 1)", 9},                    // 0 … 480
      {"bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1)", 17},  // 0 … 108000
      {"bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1) + "
       "bits_for(global_links * global_links)",
       21},
  };
  for (const RegisterInfo& info : register_table()) {
    const auto it = std::find_if(expected.begin(), expected.end(),
                                 [&](const auto& entry) { return entry.first == info.width; });
    ASSERT_NE(it, expected.end()) << info.name << ": " << info.width;
    EXPECT_EQ(info.bits(shape), it->second) << info.name;
  }
}

int routing_bits(RegisterSet set, const SwitchShape& shape) {
  int bits = 0;
  for (const RegisterInfo& info : registers_of(set)) {
    if (info.register_class == RegisterClass::kRouting)
      bits += info.bits(shape) * info.count(shape);
  }
  return bits;
}

// Section 3.4.5 of [Fat-Trees 2010]: interval routing takes 2 * 2k log N. Section 4.3.5: FIR
// takes 2k (3 log N + 2k) bits; the OPERAND bits of DET-Lin, which the thesis does not have, 2k
// more. Section 3.4.5: FT2EI takes (2 + n_ei) 2k log N; the thesis does not count the bits that
// enable its exclusion intervals.
TEST(RegisterTable, RoutingBitsAreThoseOfTheThesis) {
  for (const int k : {2, 4, 8, 16, 32, 64, 128}) {
    for (const int log_hosts : {3, 10, 20, 24}) {
      SwitchShape shape;
      shape.hosts = 1u << log_hosts;
      shape.ports = 2 * k;
      shape.up_ports = k;
      EXPECT_EQ(routing_bits(RegisterSet::kInterval, shape), 2 * k * 2 * log_hosts);
      EXPECT_EQ(routing_bits(RegisterSet::kFir, shape), 2 * k * (3 * log_hosts + 2 * k));
      EXPECT_EQ(routing_bits(RegisterSet::kFirSource, shape),
                2 * k * (3 * log_hosts + 2 * k) + 2 * k);
      EXPECT_EQ(routing_bits(RegisterSet::kNone, shape), 0);
      for (const int exclusions : {0, 1, 2, 4}) {
        shape.exclusion_intervals = exclusions;
        EXPECT_EQ(routing_bits(RegisterSet::kFt2ei, shape),
                  (2 + exclusions) * 2 * k * log_hosts + k * exclusions);
      }
    }
  }
}

// Word addresses 0 and 1 of a port in netloom_regs_pkg, which the adapter of the RTL block uses.
TEST(RegisterTable, SoftwareProgramsLibAndUibOfEachPort) {
  std::vector<std::string> names;
  for (const RegisterInfo& info : registers_of(RegisterSet::kInterval)) {
    if (info.access == RegisterAccess::kReadWrite) {
      EXPECT_EQ(info.scope, RegisterScope::kPort);
      names.push_back(info.name);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"LIB", "UIB"}));
}

TEST(RegisterTable, OtherRoutingFunctionsHaveNoIntervals) {
  for (const RegisterInfo& info : registers_of(RegisterSet::kNone)) {
    EXPECT_NE(info.name, "LIB");
    EXPECT_TRUE(info.sets.empty()) << info.name;
  }
}

TEST(RegisterFile, WordsFollowTheTable) {
  const RegisterFile file(RegisterSet::kInterval, small_shape());
  EXPECT_EQ(file.address("SWITCH_ID", 0), 0u);
  EXPECT_EQ(file.address("LIB", 0), 4u);
  EXPECT_EQ(file.address("LIB", 3), 16u);
  EXPECT_EQ(file.address("UIB", 0), 20u);
  EXPECT_EQ(file.address("CREDITS", 0), 36u);
  EXPECT_EQ(file.address("ROUND_ROBIN_IN", 0), 36u + 4 * 8);
  std::uint64_t words = 0;
  for (const RegisterInfo& info : file.registers()) {
    words += static_cast<std::uint64_t>(file.count(info));
  }
  EXPECT_EQ(file.size(), 4 * words);
}

TEST(RegisterFile, KeepsTheBitsThatExist) {
  RegisterFile file(RegisterSet::kInterval, small_shape());
  const std::uint64_t address = file.address("LIB", 2);
  std::uint32_t value = 1;
  EXPECT_EQ(file.read(address, value), RegisterFile::Status::kOk);
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(file.write(address, 0xffffffffu), RegisterFile::Status::kOk);
  EXPECT_EQ(file.value("LIB", 2), 7u);
  EXPECT_EQ(file.value("LIB", 1), 0u);
  EXPECT_EQ(file.value("LIB", 3), 0u);
}

TEST(RegisterFile, RefusesWhatIsNotThere) {
  RegisterFile file(RegisterSet::kInterval, small_shape());
  std::uint32_t value = 0;
  EXPECT_EQ(file.read(file.size(), value), RegisterFile::Status::kUnmapped);
  EXPECT_EQ(file.read(2, value), RegisterFile::Status::kUnmapped);
  EXPECT_EQ(file.write(file.size(), 0), RegisterFile::Status::kUnmapped);
  EXPECT_EQ(file.write(file.address("CREDITS", 0), 0), RegisterFile::Status::kReadOnly);
  EXPECT_THAT(
      [&] { file.address("LIBX", 0); },
      ThrowsMessage<BrokenInvariant>(HasSubstr("unknown register 'LIBX'; known: SWITCH_ID, LIB")));
  EXPECT_THAT([&] { file.address("LIB", 4); }, ThrowsMessage<BrokenInvariant>(HasSubstr("0 to 3")));
  EXPECT_THROW(file.value("LIB", -1), BrokenInvariant);
}

TEST(RegisterFile, TellsOfAcceptedWritesOnly) {
  RegisterFile file(RegisterSet::kInterval, small_shape());
  std::vector<std::pair<std::string, int>> seen;
  file.on_write([&](const std::string& name, int index) { seen.emplace_back(name, index); });
  file.write(file.address("UIB", 3), 5);
  file.write(file.address("CREDITS", 1), 5);
  file.write(file.size(), 5);
  EXPECT_EQ(seen, (std::vector<std::pair<std::string, int>>{{"UIB", 3}}));
}

SwitchShape wide_shape() {
  SwitchShape shape = small_shape();
  shape.ports = 70;
  return shape;
}

TEST(RegisterFile, WideRegistersTakeConsecutiveWords) {
  RegisterFile file(RegisterSet::kFir, wide_shape());
  EXPECT_EQ(file.address("RRR", 0, 1), file.address("RRR", 0) + 4);
  EXPECT_EQ(file.address("RRR", 1), file.address("RRR", 0) + 12);
  EXPECT_EQ(file.address("CREDITS", 0), file.address("RRR", 69, 2) + 4);
  for (int word = 0; word < 3; ++word) {
    EXPECT_EQ(file.write(file.address("RRR", 5, word), 0xfedcba98u), RegisterFile::Status::kOk);
  }
  EXPECT_EQ(file.value("RRR", 5, 0), 0xfedcba98u);
  EXPECT_EQ(file.value("RRR", 5, 1), 0xfedcba98u);
  EXPECT_EQ(file.value("RRR", 5, 2), 0x18u) << "70 bits: six in the last word";
  EXPECT_EQ(file.text("RRR", 5), "0x18fedcba98fedcba98");
  EXPECT_EQ(file.text("RRR", 4), "0x0");
  EXPECT_EQ(file.value("RRR", 4, 2), 0u);
  EXPECT_EQ(file.value("RRR", 6, 0), 0u);
  file.write({"RRR", 6, 5, 1});
  EXPECT_EQ(file.value("RRR", 6, 1), 5u);
  EXPECT_EQ(file.text("RRR", 6), "0x500000000");
  EXPECT_THAT([&] { file.address("RRR", 5, 3); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("has no word 3; allowed: 0 to 2")));
  EXPECT_THAT([&] { file.address("LIB", 5, 1); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("has no word 1; allowed: 0 to 0")));
}

TEST(RegisterFile, ProgramsAndTexts) {
  RegisterFile file(RegisterSet::kFirSource, small_shape());
  EXPECT_EQ(file.text("MR", 0), "0x7") << "all ones after reset";
  EXPECT_EQ(file.text("LIB", 0), "0");
  file.write({"LIB", 3, 6});
  EXPECT_EQ(file.text("LIB", 3), "6");
  EXPECT_THAT(
      [&] {
        file.write({"CREDITS", 0, 1});
      },
      ThrowsMessage<BrokenInvariant>(HasSubstr("register CREDITS is read-only")));
  EXPECT_THAT(
      [&] {
        file.write({"ELIB", 0, 1});
      },
      ThrowsMessage<BrokenInvariant>(HasSubstr("unknown register 'ELIB'")));
}

TEST(RegisterFile, ExclusionIntervalsOfTheUpPorts) {
  SwitchShape shape = small_shape();
  shape.up_ports = 2;
  shape.exclusion_intervals = 3;
  RegisterFile file(RegisterSet::kFt2ei, shape);
  EXPECT_EQ(file.address("EUIB", 0), file.address("ELIB", 5) + 4);
  file.write({"EENABLE", 5, 3});
  EXPECT_EQ(file.value("EENABLE", 5), 1u) << "one bit";
  EXPECT_THAT([&] { file.address("ELIB", 6); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("0 to 5")));
  // A root switch has no up ports.
  shape.up_ports = 0;
  const RegisterFile root(RegisterSet::kFt2ei, shape);
  EXPECT_THAT([&] { root.address("ELIB", 0); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("a switch of this shape has none")));
}

TEST(RegisterFile, StatusComesFromTheModel) {
  RegisterFile file(RegisterSet::kInterval, small_shape());
  EXPECT_EQ(file.value("CREDITS", 5), 0u);
  file.provide("CREDITS", [](int index) { return 0x100u + static_cast<std::uint32_t>(index); });
  EXPECT_EQ(file.value("CREDITS", 5), 5u) << "bits above the width read as 0";
  EXPECT_THAT([&] { file.provide("LIB", [](int) { return 0u; }); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("LIB")));
  EXPECT_THAT(
      [&] {
        file.learn({{"CREDITS", 5, 1}});
      },
      ThrowsMessage<BrokenInvariant>(HasSubstr("CREDITS has its value from the model")));
}

}  // namespace
}  // namespace netloom
