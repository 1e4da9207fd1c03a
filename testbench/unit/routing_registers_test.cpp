#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/error.h"
#include "routing/register_file.h"
#include "routing/register_table.h"

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
  return shape;
}

TEST(RegisterTable, BitsForHoldTheLastValue) {
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
      EXPECT_LE(info.bits(shape), 32) << info.name;
    }
  }
}

// The written width of a register is what documents and SystemVerilog say; it has to be what the
// model uses.
TEST(RegisterTable, WidthsAreWhatTheirExpressionsSay) {
  const SwitchShape shape = small_shape();
  const std::vector<std::pair<std::string, int>> expected = {
      {"bits_for(switches)", 4}, {"bits_for(hosts)", 3}, {"bits_for(input_buffer + 1)", 7},
      {"bits_for(vcs)", 1},      {"bits_for(ports)", 2},
  };
  for (const RegisterInfo& info : register_table()) {
    const auto it = std::find_if(expected.begin(), expected.end(),
                                 [&](const auto& entry) { return entry.first == info.width; });
    ASSERT_NE(it, expected.end()) << info.name << ": " << info.width;
    EXPECT_EQ(info.bits(shape), it->second) << info.name;
  }
}

// Adaptive interval routing needs two bounds per port: 2 * 2k * log2 N bits. Section 3.4 of
// 002_93ff7ed2c806cfd2.txt counts (2 + n_ei) * 2k * log2 N with n_ei exclusion intervals.
TEST(RegisterTable, RoutingBitsOfIntervalRouting) {
  const SwitchShape shape = small_shape();
  int bits = 0;
  for (const RegisterInfo& info : registers_of(RegisterSet::kInterval)) {
    if (info.register_class != RegisterClass::kRouting) continue;
    bits += info.bits(shape) * RegisterFile(RegisterSet::kInterval, shape).count(info);
  }
  EXPECT_EQ(bits, 2 * 4 * 3);
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
  EXPECT_THAT([&] { file.address("LIBX", 0); },
              ThrowsMessage<Error>(HasSubstr("unknown register 'LIBX'; known: SWITCH_ID, LIB")));
  EXPECT_THAT([&] { file.address("LIB", 4); }, ThrowsMessage<Error>(HasSubstr("0 to 3")));
  EXPECT_THROW(file.value("LIB", -1), Error);
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

TEST(RegisterFile, StatusComesFromTheModel) {
  RegisterFile file(RegisterSet::kInterval, small_shape());
  EXPECT_EQ(file.value("CREDITS", 5), 0u);
  file.provide("CREDITS", [](int index) { return 0x100u + static_cast<std::uint32_t>(index); });
  EXPECT_EQ(file.value("CREDITS", 5), 5u) << "bits above the width read as 0";
  EXPECT_THAT([&] { file.provide("LIB", [](int) { return 0u; }); },
              ThrowsMessage<Error>(HasSubstr("LIB")));
}

}  // namespace
}  // namespace netloom
