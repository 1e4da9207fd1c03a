#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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

/// The value of a written width: a sum of products of numbers, sizes, brackets and bits_for(...).
class Width {
 public:
  Width(std::string text, const SwitchShape& shape) : text_(std::move(text)), shape_(shape) {}

  std::uint64_t value() {
    const std::uint64_t result = sum();
    EXPECT_EQ(at_, text_.size()) << text_;
    return result;
  }

 private:
  static std::uint64_t of(int size) { return static_cast<std::uint64_t>(size); }

  std::uint64_t sum() {
    std::uint64_t result = product();
    while (take(" + ")) result += product();
    return result;
  }

  std::uint64_t product() {
    std::uint64_t result = factor();
    while (take(" * ")) result *= factor();
    return result;
  }

  std::uint64_t factor() {
    if (take("bits_for(")) return static_cast<std::uint64_t>(bits_for(inner()));
    if (take("(")) return inner();
    const std::size_t end = std::min(text_.find_first_of(" )", at_), text_.size());
    const std::string word = text_.substr(at_, end - at_);
    at_ = end;
    if (word.find_first_not_of("0123456789") == std::string::npos) return std::stoull(word);
    const std::map<std::string, std::uint64_t> sizes = {
        {"hosts", shape_.hosts},
        {"switches", shape_.switches},
        {"ports", of(shape_.ports)},
        {"vcs", of(shape_.vcs)},
        {"input_buffer", of(shape_.input_buffer)},
        {"output_buffer", of(shape_.output_buffer)},
        {"up_ports", of(shape_.up_ports)},
        {"exclusion_intervals", of(shape_.exclusion_intervals)},
        {"offsets", of(shape_.offsets)},
        {"remote_counters", of(shape_.remote_counters)},
        {"global_links", of(shape_.global_links)},
        {"injection_ports", of(shape_.injection_ports)},
        {"window", of(shape_.window)},
        {"bucket", of(shape_.bucket)}};
    return sizes.at(word);
  }

  std::uint64_t inner() {
    const std::uint64_t result = sum();
    EXPECT_TRUE(take(")")) << text_;
    return result;
  }

  bool take(const std::string& token) {
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  std::string text_;
  SwitchShape shape_;
  std::size_t at_ = 0;
};

TEST(RegisterTable, WrittenWidthsAreReadAsArithmetic) {
  const SwitchShape shape = small_shape();
  EXPECT_EQ(Width("16", shape).value(), 16u);
  EXPECT_EQ(Width("bits_for(input_buffer + 1)", shape).value(), 7u);
  EXPECT_EQ(Width("2 + 3 * (ports + 1) + bits_for(hosts)", shape).value(), 20u);
}

// The written width of a register is what documents and SystemVerilog say; it has to be what the
// model uses.
TEST(RegisterTable, WidthsAreWhatTheirExpressionsSay) {
  SwitchShape large = small_shape();
  large.hosts = 1000;
  large.switches = 300;
  large.ports = 37;
  large.vcs = 5;
  large.global_links = 7;
  large.injection_ports = 9;
  for (const RegisterInfo& info : register_table()) {
    for (const SwitchShape& shape : {SwitchShape{}, small_shape(), large}) {
      EXPECT_EQ(static_cast<std::uint64_t>(info.bits(shape)), Width(info.width, shape).value())
          << info.name << ": " << info.width;
    }
  }
}

int routing_bits(const std::string& set, const SwitchShape& shape) {
  int bits = 0;
  for (const RegisterInfo& info : registers_of(set)) {
    if (info.register_class == RegisterClass::kRouting)
      bits += info.bits(shape) * info.count(shape);
  }
  return bits;
}

// Section 3.4.5 of [Fat-Trees 2010]: interval routing takes 2 * 2k log N. Section 4.3.5: FIR
// takes 2k (3 log N + 2k) bits; the OPERAND bits of DET-Lin, which [Fat-Trees 2010] does not have,
// 2k more. Section 3.4.5 there: FT2EI takes (2 + n_ei) 2k log N; [Fat-Trees 2010] does not count
// the bits that enable its exclusion intervals.
TEST(RegisterTable, RoutingBitsAreThoseOfTheThesis) {
  for (const int k : {2, 4, 8, 16, 32, 64, 128}) {
    for (const int log_hosts : {3, 10, 20, 24}) {
      SwitchShape shape;
      shape.hosts = 1u << log_hosts;
      shape.ports = 2 * k;
      shape.up_ports = k;
      EXPECT_EQ(routing_bits("interval", shape), 2 * k * 2 * log_hosts);
      EXPECT_EQ(routing_bits("fir", shape), 2 * k * (3 * log_hosts + 2 * k));
      EXPECT_EQ(routing_bits("fir_source", shape), 2 * k * (3 * log_hosts + 2 * k) + 2 * k);
      EXPECT_EQ(routing_bits(kNoRegisters, shape), 0);
      for (const int exclusions : {0, 1, 2, 4}) {
        shape.exclusion_intervals = exclusions;
        EXPECT_EQ(routing_bits("ft2ei", shape),
                  (2 + exclusions) * 2 * k * log_hosts + k * exclusions);
      }
    }
  }
}

// Word addresses 0 and 1 of a port in netloom_regs_pkg, which the adapter of the RTL block uses.
TEST(RegisterTable, SoftwareProgramsLibAndUibOfEachPort) {
  std::vector<std::string> names;
  for (const RegisterInfo& info : registers_of("interval")) {
    if (info.access == RegisterAccess::kReadWrite) {
      EXPECT_EQ(info.scope, RegisterScope::kPort);
      names.push_back(info.name);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"LIB", "UIB"}));
}

TEST(RegisterTable, OtherRoutingFunctionsHaveNoIntervals) {
  for (const RegisterInfo& info : registers_of(kNoRegisters)) {
    EXPECT_NE(info.name, "LIB");
    EXPECT_TRUE(info.sets.empty()) << info.name;
  }
}

TEST(RegisterFile, WordsFollowTheTable) {
  const RegisterFile file("interval", small_shape());
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
  RegisterFile file("interval", small_shape());
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
  RegisterFile file("interval", small_shape());
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
  RegisterFile file("interval", small_shape());
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
  RegisterFile file("fir", wide_shape());
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
  RegisterFile file("fir_source", small_shape());
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
  RegisterFile file("ft2ei", shape);
  EXPECT_EQ(file.address("EUIB", 0), file.address("ELIB", 5) + 4);
  file.write({"EENABLE", 5, 3});
  EXPECT_EQ(file.value("EENABLE", 5), 1u) << "one bit";
  EXPECT_THAT([&] { file.address("ELIB", 6); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("0 to 5")));
  // A root switch has no up ports.
  shape.up_ports = 0;
  const RegisterFile root("ft2ei", shape);
  EXPECT_THAT([&] { root.address("ELIB", 0); },
              ThrowsMessage<BrokenInvariant>(HasSubstr("a switch of this shape has none")));
}

TEST(RegisterFile, StatusComesFromTheModel) {
  RegisterFile file("interval", small_shape());
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
