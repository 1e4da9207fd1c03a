#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "routing/base/error.h"
#include "sim/traffic/disk_trace.h"
#include "sim/traffic/trace.h"
#include "sim/traffic/trace_summary.h"
#include "testbench/unit/sim_support.h"

namespace netloom {

bool operator==(const TraceMessage& a, const TraceMessage& b) {
  return a.cycle == b.cycle && a.source == b.source && a.destination == b.destination &&
         a.bytes == b.bytes;
}

}  // namespace netloom

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Sent = RecordingInjector::Sent;

class TraceTest : public testing::Test {
 protected:
  std::vector<TraceMessage> read(const std::string& text) const {
    return read_trace(folder_.write("t.txt", text), 4, limits_);
  }
  auto reading(const std::string& text) const {
    return [this, text] { read(text); };
  }
  TemporaryFolder folder_;
  TraceLimits limits_{1000};
};

TEST_F(TraceTest, MessagesOfEachNodeInTime) {
  const auto trace =
      std::make_shared<Trace>(read("# cycle source destination bytes\n"
                                   "10 0 1 64\n"
                                   "5\t0 2 1   # earlier, though later in the file\r\n"
                                   "10 0 3 65\n"
                                   "7 3 0 8\n"),
                              4, 8);
  TraceSource source(trace, 4);
  EXPECT_THAT(all_sent(source, 0, kNever),
              ElementsAre(Sent{5, 2, 1}, Sent{10, 1, 8}, Sent{10, 3, 9}));
  EXPECT_EQ(source.first(1), kNever);
  EXPECT_THAT(all_sent(source, 3, kNever), ElementsAre(Sent{7, 0, 1}));
  EXPECT_EQ(source.last_generation(), Cycle{10});
}

TEST_F(TraceTest, TheShortestPacketIsAWholeMessageOrTheRestOfOne) {
  const auto smallest = [](std::uint64_t bytes, int packet_phits) {
    return Trace({{0, 0, 1, bytes}, {0, 1, 0, 1600}}, 2, 8).bounds(packet_phits).smallest_packet;
  };
  EXPECT_EQ(smallest(24, 100), 3);
  EXPECT_EQ(smallest(8 * 107, 100), 7) << "100 and 7 phits";
  EXPECT_EQ(smallest(8 * 300, 100), 100);
  EXPECT_EQ(smallest(1, 1), 1);
}

TEST_F(TraceTest, WhatIsWrittenIsReadBack) {
  const std::vector<TraceMessage> messages = {
      {3, 1, 2, 8192}, {3, 2, 0, 4294967295u}, {9, 3, 1, 1}};
  EXPECT_EQ(read(trace_text(messages)), messages);
}

TEST_F(TraceTest, Errors) {
  EXPECT_THAT(reading("1 0 1 8\n1 0 4 8\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:2: destination 4 is out of range")));
  EXPECT_THAT(reading("1 0 1\n"),
              ThrowsMessage<Error>(HasSubstr(
                  "t.txt:1: 3 values instead of 4; expected: cycle source destination bytes")));
  EXPECT_THAT(reading("1 2 2 8\n"), ThrowsMessage<Error>(HasSubstr("t.txt:1: node 2 sends to")));
  EXPECT_THAT(reading("1 2 3 0\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: a message has 1 byte")));
  EXPECT_THAT(reading("1 2 3 4294967296\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: bytes 4294967296 is out of range")));
  EXPECT_THAT(reading("1.5 2 3 1\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: '1.5' is not a non-negative integer")));
  // Long words are cut between characters.
  EXPECT_THAT(reading(std::string(39, 'x') + "\u00e9\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: '" + std::string(39, 'x') + "…' is not")));
  EXPECT_THAT(reading("1001 2 3 1\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: cycle 1001 is out of range")));
  EXPECT_THAT(reading("99999999999999999999999 2 3 1\n"),
              ThrowsMessage<Error>(HasSubstr("t.txt:1: cycle 99999999999999999999999 is out of")));
  EXPECT_THAT(reading("# nothing\n"), ThrowsMessage<Error>(HasSubstr("the trace has no messages")));
}

// What follows is not read, be it what it may.
TEST_F(TraceTest, WhatIsTooMuchIsRefusedAtItsLine) {
  const std::string rest(1 << 20, '\xFF');
  limits_.node_phits = 20;
  limits_.bytes_per_phit = 8;
  const std::string twenty = "1 0 1 80\n1 1 0 160\n2 0 1 73\n";
  EXPECT_EQ(read(twenty).size(), 3u);
  EXPECT_THAT(reading(twenty + "# comment\n3 0 2 1\n" + rest),
              ThrowsMessage<Error>(HasSubstr("t.txt:5: up to here node 0 has 21 phits to send, one "
                                             "a cycle; allowed: up to simulation.completion_limit "
                                             "(20)")));
  limits_ = TraceLimits{1000};
  limits_.memory = 100;
  EXPECT_EQ(read("1 0 1 80\n1 1 0 160\n").size(), 2u);
  EXPECT_THAT(reading(twenty + rest), ThrowsMessage<Error>(HasSubstr(
                                          "t.txt:3: 3 messages take 144 bytes of memory; allowed: "
                                          "up to simulation.memory_limit (100 bytes)")));
}

TEST_F(TraceTest, SummaryCountsPacketsAndFindsTheBusiestNodes) {
  const TraceSummary summary =
      summarise_trace({{0, 0, 3, 8000}, {5, 2, 1, 8}, {99, 0, 1, 1}}, 4, 8, 300);
  EXPECT_EQ(summary.messages, 3u);
  EXPECT_EQ(summary.packets, 6u) << "1000 phits are four packets";
  EXPECT_EQ(summary.phits, 1002u);
  EXPECT_EQ(summary.cycles, 100u);
  EXPECT_DOUBLE_EQ(summary.load, 1002.0 / 400);
  EXPECT_EQ(summary.sender.node, 0u);
  EXPECT_DOUBLE_EQ(summary.sender.load, 10.01);
  EXPECT_EQ(summary.receiver.node, 3u);
  EXPECT_DOUBLE_EQ(summary.receiver.load, 10.0);
}

class DiskTraceTest : public testing::TestWithParam<int> {
 protected:
  static constexpr NodeId kNodes = 128;

  static std::vector<TraceMessage> make(const DiskTraceParameters& parameters,
                                        std::uint64_t seed = 1) {
    return make_disk_trace(parameters, kNodes, seed);
  }
  /// All requests read, so that who is sent a command is a disk.
  static std::map<NodeId, double> requests_by_disk(DiskTraceParameters parameters) {
    parameters.reads = 1;
    parameters.command_bytes = 7;
    parameters.tail = 0;
    std::map<NodeId, double> requests;
    for (const TraceMessage& each : make(parameters)) {
      if (each.bytes == 7) ++requests[each.destination];
    }
    return requests;
  }
};

TEST_F(DiskTraceTest, IsMadeFromItsSeedAlone) {
  const DiskTraceParameters parameters;
  EXPECT_EQ(trace_text(make(parameters, 5)), trace_text(make(parameters, 5)));
  EXPECT_NE(make(parameters, 5), make(parameters, 6));
}

TEST_F(DiskTraceTest, StaysTheSame) {
  // Whoever has results of a seed finds them again: a change here is a change of all traces.
  const std::vector<TraceMessage> messages = make(disk_trace_preset(1));
  EXPECT_THAT(std::vector<TraceMessage>(messages.begin(), messages.begin() + 3),
              ElementsAre(TraceMessage{0, 126, 109, 64}, TraceMessage{23, 121, 109, 64},
                          TraceMessage{102, 77, 32, 8192}));
}

TEST_F(DiskTraceTest, EveryMessageIsBetweenAProcessorAndADisk) {
  std::set<NodeId> disks;
  for (const auto& [disk, count] : requests_by_disk({})) disks.insert(disk);
  EXPECT_EQ(disks.size(), 23u);
  Cycle last = 0;
  for (const TraceMessage& each : make({})) {
    ASSERT_LT(each.source, kNodes);
    ASSERT_LT(each.destination, kNodes);
    ASSERT_NE(disks.count(each.source), disks.count(each.destination));
    ASSERT_GE(each.cycle, last) << "in the order of time";
    ASSERT_GE(each.bytes, 1u);
    last = each.cycle;
  }
}

TEST_F(DiskTraceTest, EveryRequestHasAnAnswer) {
  DiskTraceParameters parameters;
  parameters.tail = 0;
  parameters.reads = 0.25;
  parameters.command_bytes = 7;
  std::map<std::pair<NodeId, NodeId>, int> data;
  std::map<std::pair<NodeId, NodeId>, int> commands;
  for (const TraceMessage& each : make(parameters)) {
    if (each.bytes == 7) {
      ++commands[{each.source, each.destination}];
    } else {
      ++data[{each.destination, each.source}];
    }
  }
  EXPECT_EQ(data, commands) << "the data of a pair go one way, as many commands the other";
}

TEST_F(DiskTraceTest, ReadsAndSizesHaveTheirShares) {
  DiskTraceParameters parameters;
  parameters.tail = 0;
  parameters.reads = 0.25;
  parameters.short_share = 0.3;
  parameters.long_share = 0.1;
  parameters.long_blocks = 4;
  parameters.command_bytes = 7;
  std::set<NodeId> disks;
  for (const auto& [disk, count] : requests_by_disk(parameters)) disks.insert(disk);
  double requests = 0;
  double reads = 0;
  std::map<std::uint64_t, double> sizes;
  for (const TraceMessage& each : make(parameters)) {
    if (each.bytes == 7) continue;
    ++requests;
    if (disks.count(each.source) != 0) ++reads;
    ++sizes[each.bytes];
  }
  const double tolerance = 5 * 0.5 / std::sqrt(requests);
  EXPECT_NEAR(reads / requests, 0.25, tolerance);
  EXPECT_NEAR(sizes[8192] / requests, 0.6, tolerance);
  double longer = 0;
  for (std::uint64_t blocks = 2; blocks <= 4; ++blocks) {
    EXPECT_NEAR(sizes[blocks * 8192] / requests, 0.1 / 3, tolerance) << blocks;
    longer += sizes[blocks * 8192];
  }
  EXPECT_NEAR(longer / requests, 0.1, tolerance);
  for (std::uint64_t part = 1; part < 16; ++part) {
    EXPECT_NEAR(sizes[part * 512] / requests, 0.3 / 15, tolerance) << part;
  }
  EXPECT_EQ(sizes.size(), 15u + 4u);
}

TEST_F(DiskTraceTest, PopularityOfDisksIsThatOfZipf) {
  DiskTraceParameters parameters;
  parameters.burst_disks = parameters.disks = 4;
  parameters.skew = 1;
  std::vector<double> counts;
  double sum = 0;
  for (const auto& [disk, count] : requests_by_disk(parameters)) {
    counts.push_back(count);
    sum += count;
  }
  std::sort(counts.rbegin(), counts.rend());
  ASSERT_EQ(counts.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(counts[i] / sum, 1.0 / static_cast<double>(i + 1) / (25.0 / 12), 0.02) << i;
  }
  parameters.skew = 0;
  for (const auto& [disk, count] : requests_by_disk(parameters)) {
    EXPECT_NEAR(count / sum, 0.25, 0.02);
  }
}

TEST_F(DiskTraceTest, ABurstHasFewNodesAndDisks) {
  DiskTraceParameters parameters;
  parameters.burst_nodes = 3;
  parameters.burst_disks = 2;
  parameters.burst = 1000000000;  // one burst to the end
  parameters.idle = 1;
  parameters.tail = 0;
  parameters.reads = 1;
  std::set<NodeId> nodes;
  for (const TraceMessage& each : make(parameters)) nodes.insert({each.source, each.destination});
  EXPECT_EQ(nodes.size(), 5u);
}

TEST_F(DiskTraceTest, AProcessorKeepsToADiskOfItsOwn) {
  DiskTraceParameters parameters;
  parameters.burst_nodes = 16;
  parameters.burst_disks = parameters.disks = 4;
  parameters.skew = 0;
  parameters.burst = 1000000000;  // one burst to the end
  parameters.tail = 0;
  parameters.reads = 1;
  parameters.command_bytes = 7;
  for (const double locality : {0.0, 0.5, 1.0}) {
    parameters.locality = locality;
    std::map<NodeId, std::map<NodeId, double>> requests;
    for (const TraceMessage& each : make(parameters)) {
      if (each.bytes == 7) ++requests[each.source][each.destination];
    }
    ASSERT_EQ(requests.size(), 16u);
    std::set<NodeId> own;
    for (const auto& [node, disks] : requests) {
      double most = 0;
      double sum = 0;
      NodeId favourite = 0;
      for (const auto& [disk, count] : disks) {
        if (count > most) favourite = disk;
        most = std::max(most, count);
        sum += count;
      }
      own.insert(favourite);
      EXPECT_NEAR(most / sum, locality + (1 - locality) / 4, 0.03) << locality;
      EXPECT_EQ(disks.size(), locality < 1 ? 4u : 1u);
    }
    EXPECT_GT(own.size(), 1u) << "each draws its own";
  }
}

TEST_F(DiskTraceTest, IsBurstyAndThenQuiet) {
  const DiskTraceParameters parameters = disk_trace_preset(1);
  const auto quiet_from = static_cast<Cycle>(0.9 * static_cast<double>(parameters.duration));
  constexpr Cycle kWindow = 10000;
  std::vector<double> counts(quiet_from / kWindow);
  double tail = 0;
  for (const TraceMessage& each : make(parameters)) {
    if (each.cycle / kWindow < counts.size()) {
      ++counts[each.cycle / kWindow];
    } else if (each.cycle > quiet_from + 20 * parameters.service) {
      EXPECT_EQ(each.bytes, parameters.command_bytes);
      ++tail;
    }
  }
  double mean = 0;
  for (const double count : counts) mean += count / static_cast<double>(counts.size());
  double variance = 0;
  double idle = 0;
  for (const double count : counts) {
    variance += (count - mean) * (count - mean) / static_cast<double>(counts.size());
    if (count == 0) ++idle;
  }
  EXPECT_GT(variance / mean, 20) << "of a Poisson process: 1";
  EXPECT_GT(idle / static_cast<double>(counts.size()), 0.3);
  const double expected = 2 * 0.09 * static_cast<double>(parameters.duration) /
                          static_cast<double>(parameters.tail_gap);
  EXPECT_NEAR(tail, expected, 5 * std::sqrt(2 * expected));
}

TEST_P(DiskTraceTest, PresetIsOfTheSizeThatTakesSeconds) {
  const DiskTraceParameters parameters = disk_trace_preset(GetParam());
  const TraceSummary summary = summarise_trace(make(parameters), kNodes, 8, 1024);
  EXPECT_GE(summary.packets, 10000u);
  EXPECT_LE(summary.packets, 100000u);
  EXPECT_GE(summary.cycles, parameters.duration * 9 / 10);
  for (const DiskTraceField& field : disk_trace_fields()) {
    const double value = std::visit(
        [&](auto member) { return static_cast<double>(parameters.*member); }, field.member);
    EXPECT_GE(value, field.minimum) << field.name;
    EXPECT_LE(value, field.maximum) << field.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, DiskTraceTest, testing::Range(1, kDiskTracePresets + 1));

TEST(DiskTracePresets, FourIsRelaxedAndFiveAndSixAreTheMostDemanding) {
  std::vector<double> load;
  for (int preset = 1; preset <= kDiskTracePresets; ++preset) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      sum +=
          summarise_trace(make_disk_trace(disk_trace_preset(preset), 128, seed), 128, 8, 1024).load;
    }
    load.push_back(sum);
  }
  EXPECT_EQ(std::min_element(load.begin(), load.end()) - load.begin(), 3);
  std::vector<double> others(load.begin(), load.begin() + 4);
  const double most = *std::max_element(others.begin(), others.end());
  EXPECT_GT(load[4], most);
  EXPECT_GT(load[5], load[4]);
}

}  // namespace
}  // namespace netloom::test
