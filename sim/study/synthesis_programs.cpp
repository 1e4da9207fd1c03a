#include "sim/study/synthesis_programs.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/base/external_program.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// What is to be said of a folder that may be the reason.
std::string room_text(const TemporaryFolder& folder) {
  return folder.is_full()
             ? fmt::format("; {}, the folder for temporary files (TMPDIR), is full", folder.path())
             : "";
}

/// The lines of a log that say what went wrong; without such, all of it.
std::string errors_of(const std::string& log) {
  std::ifstream file(log);
  std::string errors;
  std::string all;
  for (std::string line; std::getline(file, line);) {
    all += "\n  " + line;
    if (line.find("ERROR") != std::string::npos) errors += "\n  " + line;
  }
  return errors.empty() ? all : errors;
}

/// Path of a program.
std::string require_program(const char* what, const char* program, const char* packages) {
  std::string path = find_program(program);
  if (path.empty()) {
    throw Error(
        fmt::format("{} needs {}, which is not in the PATH; Debian and Ubuntu: apt-get install {} "
                    "(scripts/install_dependencies synthesis)",
                    what, program, packages));
  }
  return path;
}

}  // namespace

std::string require_yosys() {
  return require_program("synthesis", "yosys", "yosys nextpnr-ice40");
}

std::string require_sta() {
  return require_program("--liberty: the longest path", "sta", "opensta");
}

void run_yosys(const std::string& yosys, const std::string& script, const TemporaryFolder& folder,
               const std::string& what) {
  write_file(folder.file("script.ys"), script);
  const int status =
      run_program({yosys, "-q", "-s", "script.ys"}, folder.path(), folder.file("log"));
  if (status != 0) {
    throw Error(
        fmt::format("yosys cannot synthesise {}:{}", what, failure_text(yosys, status, folder)));
  }
}

json read_json(const TemporaryFolder& folder, const char* name) {
  const std::string path = folder.file(name);
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  json document = json::parse(file, nullptr, false);
  if (document.is_discarded()) {
    const std::string room = room_text(folder);
    throw Error(path + ": is not whole" +
                (room.empty() ? "; there may have been no room for it" : room));
  }
  return document;
}

std::string failure_text(const std::string& program, int status, const TemporaryFolder& folder) {
  const std::string errors = errors_of(folder.file("log"));
  return (errors.empty() ? fmt::format(" {} ended with status {} and without a word",
                                       fs::path(program).filename().string(), status)
                         : errors) +
         room_text(folder);
}

std::string quoted(const std::string& path) {
  return '"' + path + '"';
}

std::map<std::string, std::uint64_t> cells_of(const json& module) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [name, cell] : module.at("cells").items()) {
    ++counts[cell.at("type").get<std::string>()];
  }
  return counts;
}

bool is_gate_level(const std::string& cell) {
  return cell.rfind("$_", 0) == 0;
}

bool is_flip_flop(const std::string& cell) {
  return cell.find("DFF") != std::string::npos;
}

std::uint64_t transistors_of(const std::string& cell) {
  constexpr std::array<std::pair<const char*, std::uint64_t>, 6> kKnown = {
      {{"$_NOT_", kNotTransistors},
       {"$_NAND_", kGateTransistors},
       {"$_NOR_", kGateTransistors},
       {"$_DFF_P_", kFlipFlopTransistors},
       {"$_DFF_PN0_", kFlipFlopTransistors},
       {"$_DFF_PN1_", kFlipFlopTransistors}}};
  std::string known;
  for (const auto& [name, transistors] : kKnown) {
    if (cell == name) return transistors;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw Error(fmt::format(
      "synthesis leaves a cell {}, whose transistors are not known; allowed: {}, so no latches",
      cell, known));
}

std::uint64_t count_of(const std::map<std::string, std::uint64_t>& cells, const std::string& text) {
  std::uint64_t count = 0;
  for (const auto& [type, number] : cells) {
    if (type.find(text) != std::string::npos) count += number;
  }
  return count;
}

}  // namespace sim
}  // namespace netloom
