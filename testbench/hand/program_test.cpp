#include "testbench/network/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "testbench/hand/schedule.h"
#include "testbench/network/value_change_dump.h"

namespace netloom::test {
namespace {

/// The files are configurations as users have them.
class ScheduledNetworks : public Program, public testing::WithParamInterface<std::string> {};

TEST_P(ScheduledNetworks, AreCompleteWhenTheScheduleIs) {
  const Result result =
      run({"run", schedule_file(GetParam(), "network.yaml"), "--json", "result.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const auto point =
      nlohmann::json::parse(read_file(folder.file("result.json"))).at("points").at(0);
  const Timetable table = read_schedule(schedule_file(GetParam(), "schedule.txt")).table;
  std::size_t last = 0;
  for (const auto& [place, cells] : table.rows()) {
    if (place.find(" receives") == std::string::npos) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != Timetable::kEmpty) last = std::max(last, i);
    }
  }
  EXPECT_EQ(point.at("completion_cycle").get<std::size_t>(), last);
}

/// What a schedule says of the signals of waveforms: whose phits, but not which; grants; levels.
/// Links of NICs and routing units have none, nor do ports of switches that no link enters.
Timetable visible_in_waves(const Timetable& schedule, const Dump& dump) {
  Timetable result;
  for (const auto& [row, cells] : schedule.rows()) {
    const std::size_t space = row.find(' ');
    const std::string place = row.substr(0, space);
    const std::string event = row.substr(space + 1);
    const auto cell = [&](const std::string& text) -> std::string {
      if (event == "credits" || event == "space") return text;
      if (text == Timetable::kEmpty) return text;
      if (event == "arrives" || event == "link") return text.substr(0, 1);
      if (event == "front" && text[1] == 'g') return "g";
      return Timetable::kEmpty;
    };
    const bool port = place.find(".p") != std::string::npos;
    if (!port || event == "routes" || event == "crosses") continue;
    const std::string scope = place.substr(0, place.find(".v"));
    if (event == "front" && dump.signals.count(scope + ".in.vc0.grant") == 0) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) result.replace(row, i, cell(cells[i]));
  }
  return result;
}

TEST_P(ScheduledNetworks, HaveTheirWaveforms) {
  const Result result =
      run({"run", schedule_file(GetParam(), "network.yaml"), "--trace", "waves.vcd"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const Dump dump = read_dump(read_file(folder.file("waves.vcd")));
  const Schedule schedule = read_schedule(schedule_file(GetParam(), "schedule.txt"));
  const Timetable visible = visible_in_waves(schedule.table, dump);
  const std::size_t cycles = schedule.table.cycles();

  Timetable waves;
  std::size_t output_grants = 0, grants = 0;
  for (const auto& [name, signal] : dump.signals) {
    // s0.p1.in.vc0.SIGNAL
    const std::size_t in = name.find(".in.vc"), out = name.find(".out.vc");
    const std::size_t last = name.rfind('.');
    const std::string scope = name.substr(0, last + 1), what = name.substr(last + 1);
    const bool input = in != std::string::npos;
    const std::string port = name.substr(0, input ? in : out);
    const std::string vc = scope.substr(port.size() + (input ? 6 : 7));
    const bool several = dump.signals.count(port + (input ? ".in.vc1." : ".out.vc1.") + "grant");
    const std::string place = port + (several ? ".v" + vc.substr(0, vc.size() - 1) : "") + " ";
    const auto at = [&](const char* other, std::size_t cycle) {
      return dump.signals.at(scope + other).at(cycle);
    };
    for (std::size_t i = 0; i < cycles; ++i) {
      if (what == "flit_valid" && signal.at(i) == 1) {
        const auto letter = schedule.letters.find(
            fmt::format("h{}:{}", at("flit_source", i), at("flit_packet", i)));
        waves.replace(
            place + (input ? "arrives" : "link"), i,
            letter != schedule.letters.end() ? letter->second : schedule.letters.at("control"));
      } else if (what == "grant" && signal.at(i) == 1 && input) {
        ++grants;
        waves.replace(place + "front", i, "g");
      } else if (what == "grant" && signal.at(i) == 1) {
        const std::string granted =
            port.substr(0, port.find('.')) + fmt::format(".p{}", at("grant_port", i));
        const std::string granted_vc = fmt::format(".v{}", at("grant_vc", i));
        const std::string cell = schedule.table.cell(granted + " front", i) +
                                 schedule.table.cell(granted + granted_vc + " front", i);
        EXPECT_NE(cell.find('g'), std::string::npos) << name << " in " << i << ": " << cell;
        ++output_grants;
      } else if (what == "credits" || what == "buffer_space") {
        const std::string row = place + (what == "credits" ? "credits" : "space");
        if (schedule.table.rows().count(row) == 0) {
          EXPECT_EQ(signal.at(i), signal.at(0)) << row << " in " << i;
        } else {
          waves.replace(row, i, std::to_string(signal.at(i)));
        }
      }
    }
  }
  EXPECT_GT(grants, 0u);
  EXPECT_GE(output_grants, grants);
  EXPECT_THAT(differences(visible, waves), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(ByHand, ScheduledNetworks, testing::ValuesIn(schedule_names()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace netloom::test
