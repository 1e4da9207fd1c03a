#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace netloom::test {

/// Who is where in which cycle: rows are places ("s0.p1 arrives"), columns cycles from 0 on, cells
/// what docs/schedules.md says. An empty cell is ".".
class Timetable {
 public:
  static constexpr char kEmpty[] = ".";

  /// "." outside of what is written.
  const std::string& cell(const std::string& place, std::size_t cycle) const;
  /// Error: something is there.
  void write(const std::string& place, std::size_t cycle, const std::string& cell);
  void replace(const std::string& place, std::size_t cycle, const std::string& cell);

  std::size_t cycles() const { return cycles_; }
  const std::map<std::string, std::vector<std::string>>& rows() const { return rows_; }

 private:
  std::map<std::string, std::vector<std::string>> rows_;
  std::size_t cycles_ = 0;
};

/// A schedule from its file.
struct Schedule {
  Timetable table;
  /// The letter of each packet, by its name: "h0:1" for the second that host h0 sends, "control"
  /// for control packets of switches.
  std::map<std::string, std::string> letters;
};

/// The networks with schedules: the folders beside this file.
std::vector<std::string> schedule_names();
/// The path of a file of one of them.
std::string schedule_file(const std::string& name, const std::string& file);

/// Error ("FILE:LINE: …"): what the file is not.
Schedule read_schedule(const std::string& path);

/// What differs, one "PLACE, cycle CYCLE: the schedule has CELL, the program CELL" for each cell.
std::vector<std::string> differences(const Timetable& schedule, const Timetable& program);

}  // namespace netloom::test
