#include "testbench/hand/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "routing/base/error.h"
#include "routing/base/text_file.h"

namespace netloom::test {
namespace {

/// Reads "packets: A = h0:0, B = h1:0", cut at white space.
void read_letters(const TextLine& line, std::map<std::string, std::string>& letters) {
  const auto& words = line.words;
  for (std::size_t i = 1; i < words.size(); i += 3) {
    if (i + 2 >= words.size() || words[i].size() != 1 || words[i + 1] != "=") {
      throw Error(line.place + ": allowed: packets: LETTER = HOST:NUMBER, …");
    }
    std::string name = words[i + 2];
    if (name.back() == ',') name.pop_back();
    if (!letters.emplace(name, words[i]).second) {
      throw Error(fmt::format("{}: packet {} has two letters", line.place, name));
    }
  }
}

}  // namespace

const std::string& Timetable::cell(const std::string& place, std::size_t cycle) const {
  static const std::string empty = kEmpty;
  const auto row = rows_.find(place);
  return row == rows_.end() || cycle >= row->second.size() ? empty : row->second[cycle];
}

void Timetable::write(const std::string& place, std::size_t cycle, const std::string& cell) {
  if (const std::string& there = this->cell(place, cycle); there != kEmpty) {
    throw Error(fmt::format("{}, cycle {}: {} where {} is", place, cycle, cell, there));
  }
  replace(place, cycle, cell);
}

void Timetable::replace(const std::string& place, std::size_t cycle, const std::string& cell) {
  std::vector<std::string>& row = rows_[place];
  if (row.size() <= cycle) row.resize(cycle + 1, kEmpty);
  row[cycle] = cell;
  cycles_ = std::max(cycles_, cycle + 1);
}

std::vector<std::string> schedule_names() {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(NETLOOM_SCHEDULES)) {
    if (entry.is_directory()) result.push_back(entry.path().filename().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string schedule_file(const std::string& name, const std::string& file) {
  return std::string(NETLOOM_SCHEDULES) + "/" + name + "/" + file;
}

Schedule read_schedule(const std::string& path) {
  Schedule schedule;
  std::size_t cycles = 0;
  for_each_line(path, [&](const TextLine& line) {
    const auto& words = line.words;
    if (words[0] == "packets:") {
      read_letters(line, schedule.letters);
      return;
    }
    if (words[0] == "cycle") {
      cycles = words.size() - 1;
      for (std::size_t i = 0; i < cycles; ++i) {
        if (words[i + 1] != std::to_string(i)) {
          throw Error(fmt::format("{}: column {} is called {}", line.place, i, words[i + 1]));
        }
      }
      return;
    }
    if (cycles == 0 || words.size() != cycles + 2) {
      throw Error(fmt::format("{}: allowed: PLACE EVENT and {} cells", line.place, cycles));
    }
    const std::string place = words[0] + " " + words[1];
    if (schedule.table.rows().count(place) != 0) {
      throw Error(fmt::format("{}: {} has two rows", line.place, place));
    }
    for (std::size_t i = 0; i < cycles; ++i) schedule.table.replace(place, i, words[i + 2]);
  });
  if (cycles == 0) throw Error(path + ": no schedule");
  return schedule;
}

std::vector<std::string> differences(const Timetable& schedule, const Timetable& program) {
  std::set<std::string> places;
  for (const Timetable* table : {&schedule, &program}) {
    for (const auto& row : table->rows()) places.insert(row.first);
  }
  std::vector<std::string> result;
  for (const std::string& place : places) {
    for (std::size_t i = 0; i < std::max(schedule.cycles(), program.cycles()); ++i) {
      const std::string& expected = schedule.cell(place, i);
      const std::string& found = program.cell(place, i);
      if (expected == found) continue;
      result.push_back(fmt::format("{}, cycle {}: the schedule has {}, the program {}", place, i,
                                   expected, found));
    }
  }
  return result;
}

}  // namespace netloom::test
