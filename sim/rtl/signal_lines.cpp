#include "sim/rtl/signal_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/lower_case.h"
#include "routing/base/text_file.h"
#include "sim/rtl/line_difference.h"
#include "sim/rtl/signal_drivers.h"
#include "sim/rtl/verilog_text.h"

namespace netloom {
inline namespace sim {
namespace {

/// Of a report, that a person reads it; and in which a copy may differ from what it was made of.
constexpr std::size_t kMostLines = 10;
/// Characters of a line of code.
constexpr std::size_t kLongestCode = 160;

/// And not a pin, whose name is in small letters.
bool is_register(const std::string& signal) {
  return !signal.empty() && std::isupper(static_cast<unsigned char>(signal[0])) != 0;
}

/// "CREDITS_1_word_0": "credits".
std::string register_stem(std::string name) {
  name = name.substr(0, name.find("_word_"));
  std::size_t end = name.find_last_not_of("0123456789");
  while (end != std::string::npos && end + 1 < name.size() && name[end] == '_') {
    name.resize(end);
    end = name.find_last_not_of("0123456789");
  }
  return lower_case(std::move(name));
}

/// A file of the user, and how far it is Netloom's.
struct OwnFile {
  bool is_own = false;    ///< the user's
  bool is_copy = false;   ///< made from Netloom's file of this name
  bool is_equal = false;  ///< line by line
  std::vector<std::string> lines;
  std::vector<ChangedLines> changes;  ///< of a copy
};

class LinesReport {
 public:
  LinesReport(const SwitchSources& sources, std::vector<DriverPlace> places)
      : sources_(sources), places_(std::move(places)) {
    for (const SwitchSources::File& file : sources.files()) files_.push_back(read(file));
  }

  /// Empty: no line of the user's drives it.
  std::string text(const std::string& signal) const {
    std::vector<std::size_t> named;  ///< places
    std::set<std::pair<std::size_t, std::size_t>> lines;
    const bool all_equal = std::all_of(files_.begin(), files_.end(), [](const OwnFile& each) {
      return !each.is_own || each.is_equal;
    });
    const std::vector<Change> changes = changes_by_distance();
    for (std::size_t place = 0; place < places_.size(); ++place) {
      const OwnFile& file = files_[places_[place].file];
      const bool is_told = std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
        return is_at(change, places_[place]);
      });
      if (!file.is_own || is_told || (file.is_equal && !all_equal)) continue;
      const bool is_new = lines.emplace(places_[place].file, places_[place].lines.first).second;
      if (is_new) named.push_back(place);
    }
    std::string result = text_of_changes(changes, signal);
    const std::size_t room = kMostLines - std::min(kMostLines, changes.size());
    const std::size_t shown = std::min(room, named.size());
    if (shown > 0) result += fmt::format("\nwhat drives {}, the nearest first:", signal);
    for (std::size_t i = 0; i < shown; ++i) {
      const DriverPlace& place = places_[named[i]];
      result += line_text(place.file, place.lines);
    }
    if (shown > 0 && shown < named.size()) {
      result += fmt::format("\n  and {} more", named.size() - shown);
    }
    return result;
  }

 private:
  struct Change {
    std::size_t file = 0;
    const ChangedLines* what = nullptr;
    std::size_t place = 0;  ///< the nearest in it; their number: none is
  };

  static OwnFile read(const SwitchSources::File& file) {
    OwnFile result;
    result.is_own = file.given;
    const std::string text = read_text(file.path);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) result.lines.push_back(line);
    if (file.own.empty()) return result;
    if (auto changes = changed_lines(text, read_text(file.own), kMostLines)) {
      result.is_copy = true;
      result.is_equal = changes->empty();
      result.changes = std::move(*changes);
    }
    return result;
  }

  static bool is_at(const Change& change, const DriverPlace& place) {
    const LineRange lines = change.what->lines;
    return place.file == change.file && place.lines.first <= lines.last &&
           lines.first <= place.lines.last;
  }

  std::vector<Change> changes_by_distance() const {
    std::vector<Change> result;
    for (std::size_t file = 0; file < files_.size(); ++file) {
      for (const ChangedLines& each : files_[file].changes) {
        Change change = {file, &each, 0};
        while (change.place < places_.size() && !is_at(change, places_[change.place])) {
          ++change.place;
        }
        result.push_back(change);
      }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Change& a, const Change& b) { return a.place < b.place; });
    return result;
  }

  std::string text_of_changes(const std::vector<Change>& changes, const std::string& signal) const {
    if (changes.empty()) return "";
    std::string result = "\nnot as in Netloom's file of the same name:";
    for (std::size_t i = 0; i < std::min(kMostLines, changes.size()); ++i) {
      const LineRange lines = changes[i].what->lines;
      if (lines.first <= lines.last) {
        result += line_text(changes[i].file, lines);
      } else {
        result += fmt::format("\n  {}:{}: behind it there is not: {}",
                              sources_.files()[changes[i].file].path, lines.last,
                              shortened(changes[i].what->missing, kLongestCode));
      }
    }
    if (changes.size() > kMostLines) {
      result += fmt::format("\n  and {} more", changes.size() - kMostLines);
    }
    if (changes.front().place < places_.size()) {
      result += fmt::format("\n  the way from {} to the first: {}", signal,
                            way_to(changes.front().place));
    }
    return result;
  }

  /// "netloom_switch.sv:1086, 540, input_port.sv:204"
  std::string way_to(std::size_t place) const {
    std::vector<std::size_t> way;
    for (; place != DriverPlace::kNowhere; place = places_[place].from) way.push_back(place);
    std::string result;
    std::size_t file = sources_.files().size();
    for (auto each = way.rbegin(); each != way.rend(); ++each) {
      const DriverPlace& at = places_[*each];
      if (!result.empty()) result += ", ";
      if (at.file != file) {
        result += std::filesystem::path(sources_.files()[at.file].path).filename().string() + ":";
      }
      result += fmt::format("{}", at.lines.first);
      file = at.file;
    }
    return result;
  }

  std::string line_text(std::size_t file, LineRange lines) const {
    const std::vector<std::string>& all = files_[file].lines;
    std::string code = lines.first <= all.size() ? all[lines.first - 1] : "";
    code.erase(0, std::min(code.find_first_not_of(" \t"), code.size()));
    return fmt::format("\n  {}:{}: {}", sources_.files()[file].path, lines.first,
                       shortened(code, kLongestCode));
  }

  const SwitchSources& sources_;
  std::vector<DriverPlace> places_;
  std::vector<OwnFile> files_;  ///< as the sources'
};

std::string driving_lines(const std::vector<std::string>& files, const std::string& signal,
                          const std::string& register_name) {
  const SwitchSources sources(files);
  const std::string pin = register_name.empty() ? signal.substr(0, signal.find('.')) : "prdata_o";
  return LinesReport(sources, drivers_of(sources, {pin}, register_name)).text(signal);
}

}  // namespace

std::string lines_of_signal(const std::vector<std::string>& files, const std::string& signal) {
  std::string result;
  for (const std::string& file : files) {
    std::set<std::size_t> lines;
    for (const VerilogToken& token : verilog_tokens(read_text(file))) {
      if (token.is_name && token.text == signal) lines.insert(token.line);
    }
    if (lines.empty()) continue;
    result += fmt::format("\n{} in {}: line{} {}", signal, file, lines.size() > 1 ? "s" : "",
                          fmt::join(lines, ", "));
  }
  return result;
}

std::string lines_of_difference(const std::vector<std::string>& files, const std::string& signal) {
  if (files.empty() || signal.empty()) return "";
  const std::string name = is_register(signal) ? register_stem(signal) : "";
  const std::string driving = driving_lines(files, signal, name);
  if (!driving.empty()) return driving;
  if (name.empty()) return lines_of_signal(files, signal);
  std::set<std::string> names = {"prdata_o"};
  for (const std::string& file : files) {
    for (const VerilogToken& token : verilog_tokens(read_text(file))) {
      if (token.is_name && token.text.compare(0, name.size(), name) == 0) names.insert(token.text);
    }
  }
  std::string result;
  for (const std::string& each : names) result += lines_of_signal(files, each);
  return result;
}

}  // namespace sim
}  // namespace netloom
