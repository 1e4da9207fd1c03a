#pragma once

#include <map>
#include <set>
#include <string>

#include "sim/study/liberty_text.h"

namespace netloom {
inline namespace sim {

/// A library of cells in the Liberty format, as far as areas go.
class CellLibrary {
 public:
  /// Error: the file cannot be read, or is no such library with a NAND of two inputs and an
  /// inverter, which are known by their names (nand2, inv); an area is no number of 0 or more.
  explicit CellLibrary(std::string file);

  const std::string& file() const { return file_; }
  /// Of a NAND of two inputs: the smallest.
  double gate_area() const { return areas_.at(gate_); }
  /// The smallest inverter.
  const std::string& inverter() const { return inverter_; }
  /// 0 where there is no such cell.
  double area(const std::string& cell) const;
  bool is_flip_flop(const std::string& cell) const { return flip_flops_.count(cell) > 0; }

 private:
  void read();
  double area_of(const std::string& cell, const LibertyText::Statement& area) const;
  [[noreturn]] void refuse(const std::string& reason) const;
  /// The smallest of the cells with this in their names, which is in small letters; empty: none has
  /// an area.
  std::string smallest(const std::string& part) const;

  std::string file_;
  std::map<std::string, double> areas_;
  std::set<std::string> flip_flops_;
  std::string gate_, inverter_;
};

}  // namespace sim
}  // namespace netloom
