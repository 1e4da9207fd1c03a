// Shared objects of RTL blocks: what is refused, and how; one that is written by hand; and ports of
// all widths.

#include <elf.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "matcher_support.h"
#include "routed_network.h"
#include "routing/function/tree/interval.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"
#include "rtl/loadable/trial.h"
#include "rtl/own_blocks.h"
#include "rtl/rtl_folders.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;

std::string object(const std::string& name) {
  return std::string(NETLOOM_COSIM_OBJECTS) + "/" + name + ".so";
}

std::string error_of_loading(const std::string& path) {
  return error_of([&] { RtlBlockRegistry::instance().find(path); });
}

TEST(BlockObject, WhatIsNoneIsRefused) {
  const std::string folder = testing::TempDir();
  const std::string text = folder + "/not_an_object.so";
  std::ofstream(text) << "module m; endmodule\n";
  EXPECT_EQ(error_of_loading(folder + "/nowhere.so"),
            folder + "/nowhere.so: there is no such file");
  EXPECT_THAT(error_of_loading(text),
              AllOf(HasSubstr(text + ": cannot be loaded as a shared object with an RTL block"),
                    HasSubstr("`netloom rtl build` makes one")));
  EXPECT_THAT(error_of_loading(object("broken_symbol")),
              HasSubstr("a shared object without an RTL block (the function "
                        "netloom_block_interface is missing)"));
  EXPECT_THAT(error_of_loading(object("broken_magic")), HasSubstr("is not an RTL block"));
  EXPECT_THAT(error_of_loading(object("broken_version")),
              HasSubstr("built for version 3 of the interface of RTL blocks; allowed: 2"));
  EXPECT_THAT(error_of_loading(object("broken_field")),
              HasSubstr("its RTL block is incomplete: modules[0].eval is null"));
  EXPECT_THAT(error_of_loading(object("broken_storage")),
              HasSubstr("its RTL block is incomplete: modules[0].storage is null"));
  EXPECT_THAT(error_of_loading(object("broken_decision")),
              HasSubstr("makes the decision 'fortune'; allowed: davc_vc, "));
}

TEST(BlockObject, OneThatWouldEndTheProgramIsRefused) {
  EXPECT_THAT(
      error_of_loading(object("foreign_data")),
      HasSubstr(object("foreign_data") + ": a shared object without an RTL block (the function "
                                         "netloom_block_interface is no function)"));
  const auto refused_since = [](const std::string& name) {
    const std::string error = error_of_loading(object(name));
    EXPECT_THAT(error, AllOf(HasSubstr(object(name) + ": cannot be loaded as a shared object with "
                                                      "an RTL block (trying it "),
                             HasSubstr("`netloom rtl build` makes one")));
    return error;
  };
  EXPECT_THAT(refused_since("foreign_answer"),
              HasSubstr("(trying it ends the program by signal 11 (Segmentation fault))"));
  EXPECT_THAT(refused_since("foreign_start"),
              HasSubstr("(trying it ends the program by signal 11 (Segmentation fault))"));
  EXPECT_THAT(refused_since("foreign_abort"),
              HasSubstr("(trying it ends the program by signal 6 (Aborted))"));
  EXPECT_THAT(refused_since("foreign_exit"), HasSubstr("(trying it ends the program)"));
  EXPECT_THAT(refused_since("foreign_end"), HasSubstr("(trying it ends the program)"));
  EXPECT_THAT(refused_since("broken_create"),
              HasSubstr("(trying it ends the program by signal 11 (Segmentation fault))"));
  EXPECT_THAT(refused_since("foreign_exception"), HasSubstr("(trying it throws an exception)"));
}

TEST(BlockObject, WhatDoesNotComeBackIsEnded) {
  const auto waits = [] {
    for (;;) pause();
  };
  EXPECT_EQ(problem_of_trial(waits, std::chrono::seconds(1)), "takes longer than 1 s");
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The digits are those that sha256sum prints, of the file that stands for the table of registers.
TEST(BlockObject, OneWithOtherRegistersIsRefused) {
  const std::string package = rtl_folder() + "/generated/netloom_regs_pkg.sv";
  FILE* const program = popen(("sha256sum " + package).c_str(), "r");
  ASSERT_NE(program, nullptr);
  char sum[17] = "";
  EXPECT_NE(std::fgets(sum, sizeof sum, program), nullptr);
  pclose(program);
  EXPECT_EQ(error_of_loading(object("broken_map")),
            object("broken_map") +
                ": built for another register map (0123456789abcdef; that of this "
                "Netloom: " +
                sum + "); run `netloom rtl build` again");
  // One that was built of SystemVerilog has them.
  std::string bytes = bytes_of(rtl_block_file("interval"));
  const std::size_t place = bytes.find(sum);
  ASSERT_NE(place, std::string::npos);
  bytes[place] = bytes[place] == '0' ? '1' : '0';
  const std::string changed = fmt::format("{}/changed_{}.so", testing::TempDir(), getpid());
  std::ofstream(changed, std::ios::binary) << bytes;
  EXPECT_THAT(error_of_loading(changed), HasSubstr(changed + ": built for another register map ("));
  std::filesystem::remove(changed);
}

/// The bytes of a shared object that is in order.
std::string right_object() {
  return bytes_of(object("hand_written"));
}

std::string error_of_bytes(const std::string& bytes) {
  const std::string path = fmt::format("{}/bytes_{}.so", testing::TempDir(), getpid());
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string error = error_of_loading(path);
  std::filesystem::remove(path);
  EXPECT_THAT(error, AllOf(HasSubstr(path + ": cannot be loaded as a shared object with an RTL "
                                            "block ("),
                           HasSubstr("`netloom rtl build` makes one")));
  return error;
}

TEST(BlockObject, WhatIsCutOffIsRefusedAndNotLoaded) {
  const std::string whole = right_object();
  for (const std::size_t bytes : {0, 3}) {
    EXPECT_THAT(error_of_bytes(whole.substr(0, bytes)), HasSubstr("(it is not an ELF file)"));
  }
  std::vector<std::size_t> lengths = {4, sizeof(ElfW(Ehdr)) - 1, sizeof(ElfW(Ehdr)),
                                      sizeof(ElfW(Ehdr)) + 1, whole.size() - 1};
  for (std::size_t length = 200; length < whole.size(); length += 997) lengths.push_back(length);
  for (const std::size_t length : lengths) {
    EXPECT_THAT(error_of_bytes(whole.substr(0, length)),
                AllOf(HasSubstr("it is cut off: "),
                      HasSubstr(" its " + std::to_string(length) + " bytes")));
  }
}

TEST(BlockObject, WhatIsNoSharedObjectOfThisMachineIsRefusedAndNotLoaded) {
  const auto error_with = [](const auto& change) {
    std::string bytes = right_object();
    ElfW(Ehdr) header;
    std::memcpy(&header, bytes.data(), sizeof header);
    change(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    return error_of_bytes(bytes);
  };
  const char* const kOther = "(it is for another kind of machine than this program)";
  EXPECT_THAT(error_with([](auto& header) { header.e_ident[EI_CLASS] ^= 3; }), HasSubstr(kOther));
  EXPECT_THAT(error_with([](auto& header) { header.e_machine = EM_NONE; }), HasSubstr(kOther));
  EXPECT_THAT(error_with([](auto& header) { header.e_type = ET_REL; }),
              HasSubstr("(it is an ELF file, but not a shared object)"));
  EXPECT_THAT(error_with([](auto& header) { header.e_phoff = ~decltype(header.e_phoff){0}; }),
              HasSubstr("it is cut off: the table of its segments"));
  const std::string folder = fmt::format("{}/folder_{}.so", testing::TempDir(), getpid());
  std::filesystem::create_directory(folder);
  EXPECT_THAT(error_of_loading(folder), HasSubstr(folder + ": cannot be loaded as a shared object "
                                                           "with an RTL block (it is not a file)"));
  std::filesystem::remove(folder);
}

TEST(BlockObject, PortsHaveToBeThoseOfTheDecision) {
  const auto made = [](const std::string& name) {
    return error_of([&] { make_rtl(object(name), IntervalPorts(4), 4); });
  };
  EXPECT_THAT(made("broken_port"),
              AllOf(HasSubstr("RTL block implementation 'hand_written' (" + object("broken_port")),
                    HasSubstr("has no input 'destination_i', which the block 'interval' needs, "
                              "with a width of 24")));
  EXPECT_THAT(made("broken_direction"), HasSubstr("has no input 'destination_i'"));
  EXPECT_THAT(made("broken_width"),
              HasSubstr("input 'destination_i' has a width of 16; allowed: 24"));
  EXPECT_THAT(made("broken_place"),
              AllOf(HasSubstr("(" + object("broken_place")),
                    HasSubstr("its function storage returns null for input 'destination_i'")));
  EXPECT_THAT(made("broken_memory"),
              AllOf(HasSubstr("(" + object("broken_memory")),
                    HasSubstr("its function create returns null: it has no memory")));
  EXPECT_EQ(made("hand_written"), "");
}

TEST(BlockObject, OneWrittenByHandDecidesAsTheModel) {
  const IntervalTree tree(4, 2);
  for (SwitchId id = 0; id < tree.netlist.switches.size(); ++id) {
    const int ports = tree.netlist.switches[id].ports;
    IntervalPorts model(ports);
    const auto rtl = make_rtl(object("hand_written"), model, ports);
    model.registers_written(tree.programmed(id));
    rtl->registers_written(tree.programmed(id));
    for (NodeId destination = 0; destination < tree.netlist.hosts.size(); ++destination) {
      RouteQuery query;
      query.destination = destination;
      std::uint64_t expected = 0, found = 0;
      model.match(query, &expected);
      rtl->match(query, &found);
      EXPECT_EQ(found, expected) << "switch " << id << ", destination " << destination;
    }
  }
}

TEST(RtlBlockRegistry, KnowsWhichBlocksAreNetloomsOwn) {
  for (const std::string& name : own_block_names()) {
    EXPECT_TRUE(std::filesystem::exists(own_block_folder() + "/" + name + ".so")) << name;
  }
  EXPECT_THAT(own_block_names(), testing::Contains("interval_subtract"));
  EXPECT_THAT(own_block_names(), testing::IsSupersetOf(RtlDecisionRegistry::instance().names()));
}

TEST(RtlBlockRegistry, FoldersOfTheEnvironmentComeFirst) {
  namespace fs = std::filesystem;
  const std::string before = std::getenv("NETLOOM_RTL_PATH");
  const fs::path folder = fs::path(testing::TempDir()) / "netloom_blocks_of_ones_own";
  fs::create_directories(folder);
  fs::copy_file(object("hand_written"), folder / "rr_arbiter.so",
                fs::copy_options::overwrite_existing);
  setenv("NETLOOM_RTL_PATH", (folder.string() + ":" + before).c_str(), 1);
  EXPECT_EQ(rtl_block_file("rr_arbiter"), folder / "rr_arbiter.so");
  setenv("NETLOOM_RTL_PATH", before.c_str(), 1);
  EXPECT_THAT(rtl_block_file("rr_arbiter"), testing::EndsWith("/blocks/rr_arbiter.so"));
  fs::remove_all(folder);
}

/// Storage for a port, as an object has it.
struct Port {
  explicit Port(int width)
      : words(static_cast<std::size_t>(width + 63) / 64), pin(words.data(), width) {}
  std::vector<std::uint64_t> words;
  Pin pin;
};

class Pins : public testing::TestWithParam<int> {};

TEST_P(Pins, HoldWhatTheyAreGiven) {
  const int width = GetParam();
  const std::size_t count = static_cast<std::size_t>(width + 63) / 64;
  std::vector<std::uint64_t> all(count, ~std::uint64_t{0});
  std::vector<std::uint64_t> fitting = all;
  if (width % 64 != 0) fitting.back() >>= 64 - width % 64;
  Port port(width);
  port.pin.drive_bits(all.data(), static_cast<int>(count));
  EXPECT_EQ(port.words, fitting) << "bits above the width are 0";
  for (int bit = 0; bit < width; ++bit) {
    std::vector<std::uint64_t> one(count, 0);
    one[static_cast<std::size_t>(bit) / 64] = std::uint64_t{1} << bit % 64;
    port.pin.drive_bits(one.data(), static_cast<int>(count));
    EXPECT_EQ(port.words, one);
    EXPECT_TRUE(port.pin.bit(bit));
    EXPECT_TRUE(port.pin.has_only_bit(bit));
    EXPECT_FALSE(port.pin.has_only_bit(-1));
    EXPECT_EQ(port.pin.has_only_bit((bit + 1) % width), width == 1);
    // Beside others, at any place.
    for (const std::size_t first : {0, 1, 31, 60, 64, 100}) {
      std::vector<std::uint64_t> sum(count + 3, 0), expected = sum;
      sum[0] = expected[0] = 1;
      port.pin.add_bits(first, sum.data());
      const std::size_t place = first + static_cast<std::size_t>(bit);
      expected[place / 64] |= std::uint64_t{1} << place % 64;
      EXPECT_EQ(sum, expected) << "bit " << bit << " from " << first;
    }
  }
  port.pin.drive_bits(std::vector<std::uint64_t>(count, 0).data(), static_cast<int>(count));
  EXPECT_TRUE(port.pin.has_only_bit(-1));
  if (width <= 64) {
    port.pin.drive(~std::uint64_t{0});
    EXPECT_EQ(port.pin.value(), fitting[0]);
  }
}

TEST_P(Pins, AreDisturbedInAllBitsAndNoOthers) {
  const int width = GetParam();
  const std::size_t count = static_cast<std::size_t>(width + 63) / 64;
  Port port(width);
  Random random(1, 0);
  std::vector<std::uint64_t> high(count, 0), low(count, 0);
  for (int i = 0; i < 100; ++i) {
    port.pin.disturb(random);
    for (std::size_t word = 0; word < count; ++word) {
      high[word] |= port.words[word];
      low[word] |= ~port.words[word];
    }
  }
  for (int bit = 0; bit < static_cast<int>(count) * 64; ++bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit % 64;
    const std::size_t word = static_cast<std::size_t>(bit) / 64;
    EXPECT_EQ((high[word] & mask) != 0, bit < width) << "bit " << bit;
    EXPECT_NE(low[word] & mask, 0u) << "bit " << bit;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Pins,
                         testing::Values(1, 3, 8, 9, 16, 17, 32, 33, 63, 64, 65, 96, 100, 256));

}  // namespace
}  // namespace netloom
