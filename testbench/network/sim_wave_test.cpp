// `netloom run --trace`: what the waveforms say is what the run counts, and nothing else depends on
// them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"
#include "testbench/network/value_change_dump.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Waves : public Program {
 protected:
  void write_config(const std::string& more = "") const {
    folder.write("c.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "traffic: {load: 0.4, packet_phits: 8}\n"
                 "simulation: {warmup: 0, measure: 1000}\n" +
                     more);
  }

  json traced_point(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run", "c.yaml", "--details", "--json", "r.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"][0];
  }
};

json comparable(json point) {
  for (const char* key : {"performance", "waves"}) point.erase(key);
  return point;
}

TEST_F(Waves, CountWhatTheRunCounts) {
  for (const char* more : {"", "switch: {output_buffer: 16, crossbar: {speedup: 2}}\n",
                           "switch: {switching: wormhole, flit_phits: 4, input_buffer: 16}\n"
                           "routing: {vcs: {policy: free, count: 2}}\n"}) {
    SCOPED_TRACE(more);
    write_config(more);
    const json plain = traced_point();
    const json traced = traced_point({"--trace", "t.vcd"});
    EXPECT_EQ(comparable(traced), comparable(plain));

    const Dump dump = read_dump(read_file(folder.file("t.vcd")));
    EXPECT_EQ(dump.first, 0u);
    EXPECT_EQ(dump.last, 1000u);
    int links = 0;
    for (const json& link : traced["links"]["each"]) {
      const auto from = link["from"].get<std::string>();  // s3.p1
      const auto to = link["to"].get<std::string>();
      if (from[0] != 's') continue;
      int vc = 0;
      for (const json& use : link["vcs"]) {
        const std::string place = fmt::format("{}.out.vc{}.", from, vc);
        const Dump::Signal& valid = dump.signals.at(place + "flit_valid");
        // Utilisation counts flits that have started.
        const double phits = use["utilisation"].get<double>() * 1000;
        EXPECT_NEAR(static_cast<double>(valid.cycles_high(1000)), phits, 8) << place;
        // What leaves comes in at the other end, a link latency later.
        if (to[0] == 's') {
          const Dump::Signal& in = dump.signals.at(fmt::format("{}.in.vc{}.flit_valid", to, vc));
          EXPECT_NEAR(static_cast<double>(in.cycles_high(1000)),
                      static_cast<double>(valid.cycles_high(999)), 1)
              << place;
        }
        ++vc;
        ++links;
      }
    }
    EXPECT_GT(links, 20);
    // Each flit is granted its output once.
    std::uint64_t in = 0, out = 0;
    for (const auto& [name, signal] : dump.signals) {
      if (name.find(".out.") != std::string::npos && name.find(".grant") + 6 == name.size()) {
        out += signal.cycles_high(1000);
      }
      if (name.find(".in.") != std::string::npos && name.find(".grant") + 6 == name.size()) {
        in += signal.cycles_high(1000);
      }
    }
    EXPECT_EQ(in, out);
    EXPECT_EQ(out, traced["performance"]["flit_hops"].get<std::uint64_t>());
  }
}

TEST_F(Waves, BuffersAndCreditsAddUp) {
  write_config("switch: {input_buffer: 32}\n");
  traced_point({"--trace", "t.vcd"});
  const Dump dump = read_dump(read_file(folder.file("t.vcd")));
  int looked = 0;
  for (const auto& [name, signal] : dump.signals) {
    if (name.find(".occupancy") == std::string::npos) continue;
    std::uint64_t most = 0;
    for (std::uint64_t time = 0; time < 1000; ++time) most = std::max(most, signal.at(time));
    EXPECT_LE(most, 32u) << name;
    looked += most > 0 ? 1 : 0;
  }
  EXPECT_GT(looked, 12);
  for (const auto& [name, signal] : dump.signals) {
    if (name.find(".credits") == std::string::npos) continue;
    EXPECT_EQ(signal.at(0), 32u) << name;
    for (const auto& [time, value] : signal.values) {
      EXPECT_LE(std::stoull(value, nullptr, 2), 32u) << name << " in " << time;
    }
  }
}

TEST_F(Waves, WindowIsACutOfTheWhole) {
  write_config();
  traced_point({"--trace", "all.vcd"});
  traced_point({"--trace", "part.vcd", "--trace-switches", "s2,7", "--trace-from", "300",
                "--trace-to", "500"});
  const Dump all = read_dump(read_file(folder.file("all.vcd")));
  const Dump part = read_dump(read_file(folder.file("part.vcd")));
  EXPECT_EQ(part.first, 300u);
  EXPECT_EQ(part.last, 500u);
  EXPECT_LT(part.signals.size(), all.signals.size() / 4);
  for (const auto& [name, signal] : part.signals) {
    EXPECT_THAT(name.substr(0, 3), testing::AnyOf("s2.", "s7."));
    const Dump::Signal& whole = all.signals.at(name);
    for (std::uint64_t time = 300; time < 500; ++time) {
      ASSERT_EQ(signal.at(time), whole.at(time)) << name << " in " << time;
    }
  }
}

TEST_F(Waves, LastCyclesAreTheEndOfTheWhole) {
  write_config();
  traced_point({"--trace", "all.vcd", "--trace-switches", "s2"});
  const Dump all = read_dump(read_file(folder.file("all.vcd")));
  for (const std::uint64_t cycles : {50, 600, 5000}) {
    const json traced = traced_point(
        {"--trace", "last.vcd", "--trace-switches", "s2", "--trace-last", std::to_string(cycles)});
    const std::uint64_t first = cycles < 1000 ? 1000 - cycles : 0;
    EXPECT_EQ(traced["waves"]["from"], first);
    const Dump last = read_dump(read_file(folder.file("last.vcd")));
    EXPECT_EQ(last.first, first);
    EXPECT_EQ(last.last, 1000u);
    EXPECT_EQ(last.signals.size(), all.signals.size());
    for (const auto& [name, signal] : last.signals) {
      for (std::uint64_t time = first; time < 1000; ++time) {
        ASSERT_EQ(signal.at(time), all.signals.at(name).at(time)) << name << " in " << time;
      }
    }
  }
}

TEST_F(Waves, SaveFileNamesSignalsOfTheDump) {
  write_config("rtl: {blocks: [interval, up_selector]}\n");
  traced_point({"--trace", "t.vcd", "--trace-switches", "s1"});
  const Dump dump = read_dump(read_file(folder.file("t.vcd")));
  std::istringstream lines(read_file(folder.file("t.gtkw")));
  std::map<std::string, int> named;
  int groups = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '@' || line[0] == '[') continue;
    if (line[0] == '-') {
      ++groups;
      continue;
    }
    const std::size_t range = line.find('[');
    const std::string name = line.substr(0, range);
    ASSERT_EQ(dump.signals.count(name), 1u) << line;
    EXPECT_EQ(dump.ranges.count(name), range == std::string::npos ? 0u : 1u) << line;
    if (range != std::string::npos) {
      EXPECT_EQ(dump.ranges.at(name), line.substr(range));
    }
    ++named[name];
  }
  EXPECT_EQ(named.size(), dump.signals.size());
  EXPECT_GT(groups, 8);
}

TEST_F(Waves, ModelAndRtlSideBySide) {
  for (const char* mode : {"shadow", "replace"}) {
    SCOPED_TRACE(mode);
    write_config(fmt::format("rtl: {{blocks: [interval, up_selector], mode: {}}}\n", mode));
    const json plain = traced_point();
    const json traced = traced_point({"--trace", "t.vcd"});
    EXPECT_EQ(comparable(traced), comparable(plain));
    const Dump dump = read_dump(read_file(folder.file("t.vcd")));
    std::uint64_t decisions = 0;
    for (const auto& [name, signal] : dump.signals) {
      const std::size_t model = name.find(".model.");
      if (model == std::string::npos) continue;
      std::string other = name;
      other.replace(model, 7, ".rtl.");
      const Dump::Signal& rtl = dump.signals.at(other);
      EXPECT_EQ(signal.values, rtl.values) << name;
      if (name.find("port_decision.model.valid") != std::string::npos) {
        decisions += signal.cycles_high(1000);
      }
    }
    EXPECT_EQ(decisions, traced["rtl"]["blocks"]["interval"]["decisions"].get<std::uint64_t>());
  }
}

TEST_F(Waves, RouteAndVcDecisionsOfRtl) {
  folder.write("c.yaml",
               "network: {topology: torus, k: [4, 4]}\n"
               "routing: {function: dor, vcs: {policy: iodet, count: {torus: 2}}}\n"
               "traffic: {load: 0.3, packet_phits: 4}\n"
               "rtl: {blocks: [dor_route, iodet_vc]}\n"
               "simulation: {warmup: 0, measure: 500}\n");
  traced_point({"--trace", "t.vcd"});
  const Dump dump = read_dump(read_file(folder.file("t.vcd")));
  for (const std::string decision : {"route_decision", "vc_decision"}) {
    int changing = 0;
    for (const auto& [name, signal] : dump.signals) {
      const std::size_t model = name.find("." + decision + ".model.");
      if (model == std::string::npos) continue;
      std::string other = name;
      other.replace(model, decision.size() + 8, "." + decision + ".rtl.");
      EXPECT_EQ(signal.values, dump.signals.at(other).values) << name;
      changing += signal.values.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(changing, 50) << decision;
  }
  // Going straight on, packets stay in a ring on their VC.
  EXPECT_GT(dump.signals.count("s0.p1.in.vc0.route_decision.rtl.entering_vcs"), 0u);
}

TEST_F(Waves, WhatCannotBeTraced) {
  write_config();
  const auto errors = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "c.yaml"});
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2);
    return result.errors;
  };
  EXPECT_THAT(errors({"--trace", "t.vcd", "--trace-switches", "s0,s12"}),
              HasSubstr("there is no switch 's12'; allowed: s0 to s11, or 0 to 11"));
  EXPECT_THAT(errors({"--trace", "missing/t.vcd"}), HasSubstr("missing/t.vcd: cannot be written"));
  EXPECT_THAT(errors({"--trace", "t.vcd", "--trace-from", "1000"}),
              HasSubstr("the run ends in cycle 999; allowed: 0 to 999"));
  EXPECT_THAT(errors({"--trace", "t.vcd", "--trace-from", "10", "--trace-to", "10"}),
              HasSubstr("allowed: from 11 on"));
  EXPECT_THAT(errors({"--trace", "t.vcd", "--trace-to", "2000"}), HasSubstr("allowed: 1 to 1000"));
  EXPECT_THAT(errors({"--trace", "t.fst"}), HasSubstr("allowed: FILE.vcd"));
  EXPECT_THAT(errors({"--trace-from", "10"}), HasSubstr("need --trace FILE"));
  EXPECT_THAT(errors({"--trace-last", "10"}), HasSubstr("need --trace FILE"));
  EXPECT_THAT(errors({"--trace", "t.vcd", "--trace-last", "10", "--trace-to", "20"}),
              HasSubstr("allowed: without --trace-from and --trace-to"));
  EXPECT_THAT(errors({"--trace", "t.vcd", "--explain", "0:0"}), HasSubstr("one of them at a time"));
}

}  // namespace
}  // namespace netloom::test
