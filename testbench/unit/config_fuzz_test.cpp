// Random edits of valid configurations: the reader takes them or says what is wrong, and does
// nothing else. Deterministic: every test has its own seed.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "sim/config/config.h"
#include "testbench/unit/config_support.h"

namespace netloom::test {
namespace {

const std::vector<std::string>& originals() {
  static const std::vector<std::string> texts{
      kSmallConfig,
      R"(network: {topology: fat_tree, k: 2, n: 2, latency: {host: 1, up: 2, down: 3}}
switch:
  switching: wormhole
  flit_phits: 4
  input_buffer: {host: 16, up: 32, down: 32}
  crossbar: {kind: full, delay: 2, speedup: 2}
  allocator: {kind: islip, iterations: 2, arbiter: age}
routing: {selection: mc, vcs: {policy: free, count: 2}}
traffic: {pattern: hotspot, node: 1, load: [0.1, 0.2], nodes: [0, 1-3]}
nic: {injection_vcs: 2}
simulation: {warmup: 10, seeds: [1, 2]}
rtl: {blocks: [interval], mode: shadow}
)",
      R"(network:
  topology: mesh
  k: [3, 3]
traffic:
  load: 0.5
  phases:
  - pattern: uniform
  - from: 100
    mixture:
    - {pattern: complement, share: 0.25}
    - {share: 0.75}
faults: []
)",
  };
  return texts;
}

const std::vector<std::string>& fragments() {
  static const std::vector<std::string> pieces{":",
                                               ": ",
                                               "- ",
                                               "[",
                                               "]",
                                               "{",
                                               "}",
                                               ",",
                                               "\n",
                                               "  ",
                                               "\t",
                                               "#",
                                               "'",
                                               "\"",
                                               "&a ",
                                               "*a",
                                               "!!int ",
                                               "? ",
                                               "| ",
                                               "---\n",
                                               "...\n",
                                               "%YAML ",
                                               "null",
                                               "~",
                                               "true",
                                               "-1",
                                               "0",
                                               "1e400",
                                               ".nan",
                                               "0x10",
                                               "99999999999999999999",
                                               "0.5",
                                               "\xff",
                                               "\xc3\xa9",
                                               "\\u0000",
                                               "<<: ",
                                               "load",
                                               "network",
                                               "topology",
                                               "k: 2\n",
                                               "nodes: 0-99999999\n",
                                               std::string(1, '\0'),
                                               "file: /\n",
                                               "mixture: [{}]\n"};
  return pieces;
}

std::string mutated(std::string text, Random& random) {
  const std::uint32_t edits = 1 + random.below(4);
  for (std::uint32_t edit = 0; edit < edits; ++edit) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size() + 1));
    const std::size_t length = random.below(12);
    switch (random.below(6)) {
      case 0:
        text.insert(at, fragments()[random.below(static_cast<std::uint32_t>(fragments().size()))]);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at,
                    text.substr(random.below(static_cast<std::uint32_t>(text.size() + 1)), length));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
        break;
      case 4:
        text.replace(at, length,
                     fragments()[random.below(static_cast<std::uint32_t>(fragments().size()))]);
        break;
      default: {
        // A line twice, or a line somewhere else.
        const std::size_t begin =
            text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at);
        const std::size_t end = std::min(text.find('\n', begin + 1), text.size());
        const std::string line = text.substr(begin, end - begin);
        if (random.below(2) == 0) text.erase(begin, line.size());
        text.insert(random.below(static_cast<std::uint32_t>(text.size() + 1)), line);
      }
    }
    if (text.empty()) text = "\n";
  }
  return text;
}

/// Large networks that an edit may ask for would only take time.
bool is_small(const std::string& text) {
  std::size_t digits = 0;
  std::size_t longest = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    longest = std::max(longest, digits);
  }
  return longest <= 3 || text.find("network") == std::string::npos;
}

class ConfigFuzz : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ConfigFuzz, EditsGiveAConfigurationOrAnError) {
  Random random(GetParam(), 0);
  int accepted = 0;
  int rejected = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::string& original =
        originals()[random.below(static_cast<std::uint32_t>(originals().size()))];
    const std::string text = mutated(original, random);
    if (!is_small(text)) continue;
    try {
      const Config config = read(text);
      ++accepted;
      // What was taken can be printed and is then taken again.
      const Config again = read(print_config(config));
      ASSERT_EQ(again.resolved, config.resolved) << text;
    } catch (const Error& error) {
      ++rejected;
      const std::string message = error.what();
      ASSERT_EQ(message.compare(0, 7, "c.yaml:"), 0) << message << "\n" << text;
    } catch (const std::exception& error) {
      FAIL() << "not an Error: " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_GT(rejected, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ConfigFuzz, testing::Range<std::uint64_t>(1, 5));

TEST(ConfigFuzzOverrides, EditsOfOverridesGiveAConfigurationOrAnError) {
  Random random(77, 0);
  const std::vector<Override> overrides{{"traffic.load[0]", "0.5"},
                                        {"switch.crossbar", "{delay: 2}"},
                                        {"simulation.seeds", "[1, 2]"},
                                        {"network.latency.up", "4"}};
  for (int round = 0; round < 2000; ++round) {
    Override each = overrides[random.below(static_cast<std::uint32_t>(overrides.size()))];
    if (random.below(2) == 0) each.key = mutated(each.key, random);
    if (random.below(2) == 0) each.value = mutated(each.value, random);
    if (!is_small("network" + each.value)) continue;
    try {
      read("network: {topology: fat_tree, k: 2, n: 2}\ntraffic: {load: [0.1, 0.2]}\n", {each});
    } catch (const Error&) {
      // Said what is wrong.
    } catch (const std::exception& error) {
      FAIL() << "not an Error: " << error.what() << "\n" << each.key << "=" << each.value;
    }
  }
}

TEST(ConfigFuzzAliases, ABillionAliasesAreRefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j == 0 ? "" : ", ") + before;
    text += "]\n";
  }
  try {
    read(text);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "c.yaml:6: too many values; allowed: 1000000");
  }
}

TEST(ConfigFuzzDepth, DeepNestingIsRefused) {
  EXPECT_THROW(read(std::string(100000, '[')), Error);
  EXPECT_THROW(read("a: " + std::string(100000, '{')), Error);
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_THROW(read(deep), Error);
}

}  // namespace
}  // namespace netloom::test
