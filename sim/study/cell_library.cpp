#include "sim/study/cell_library.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/lower_case.h"
#include "routing/base/number_from.h"
#include "routing/base/text_file.h"

namespace netloom {
inline namespace sim {

CellLibrary::CellLibrary(std::string file) : file_(std::move(file)) {
  read();
  gate_ = smallest("nand2");
  inverter_ = smallest("inv");
  if (gate_.empty()) refuse("it has no NAND of two inputs with an area");
  if (inverter_.empty()) refuse("it has no inverter with an area");
}

double CellLibrary::area(const std::string& cell) const {
  const auto found = areas_.find(cell);
  return found == areas_.end() ? 0 : found->second;
}

// library (NAME) { … cell (NAME) { … area : NUMBER; … ff (…) { … } … } … }
void CellLibrary::read() {
  const std::string text = read_text(file_);
  LibertyText liberty("--liberty " + file_, text);
  if (liberty.next_name() != "library") refuse("it has no group library (…)");
  using Kind = LibertyText::Kind;
  while (liberty.next()) {
    const LibertyText::Statement& statement = liberty.statement();
    const std::vector<LibertyText::Statement>& groups = liberty.groups();
    if (groups.size() < 2 || groups[0].name != "library" || groups[1].name != "cell") continue;
    const std::string& cell = groups[1].value;
    if (groups.size() == 2 && statement.kind == Kind::kAttribute && statement.name == "area") {
      areas_.emplace(cell, area_of(cell, statement));
    } else if (groups.size() == 3 && statement.kind == Kind::kBegin && statement.name == "ff") {
      flip_flops_.insert(cell);
    }
  }
}

double CellLibrary::area_of(const std::string& cell, const LibertyText::Statement& area) const {
  const std::optional<double> value = number_from<double>(area.value);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw Error(
      fmt::format("--liberty {}:{}: the area of the cell {} is {}; allowed: a number of 0 or more",
                  file_, area.line, cell, area.value.empty() ? "missing" : area.value));
}

std::string CellLibrary::smallest(const std::string& part) const {
  std::string found;
  for (const auto& [name, area] : areas_) {
    if (lower_case(name).find(part) == std::string::npos || area <= 0) continue;
    if (found.empty() || area < areas_.at(found)) found = name;
  }
  return found;
}

void CellLibrary::refuse(const std::string& reason) const {
  throw Error(fmt::format(
      "--liberty {}: {}; allowed: a library of cells in the Liberty format, with areas, a NAND "
      "of two inputs and an inverter (nand2, inv in their names)",
      file_, reason));
}

}  // namespace sim
}  // namespace netloom
