#include "testbench/random/shrink.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace netloom::test {
namespace {

using Pointer = Json::json_pointer;

class Shrinker {
 public:
  Shrinker(ConfigurationText configuration,
           const std::function<bool(const ConfigurationText&)>& fails, int tries)
      : smallest_(std::move(configuration)), fails_(fails), left_(tries) {}

  ConfigurationText shrink() {
    while (left_ > 0) {
      const int accepted = accepted_;
      // What takes the most away comes first.
      replace_sections();
      take_keys_away(Pointer());
      take_numbers_down(Pointer());
      shorten_files();
      if (accepted_ == accepted) break;
    }
    return std::move(smallest_);
  }

 private:
  bool accept(ConfigurationText candidate) {
    if (left_ <= 0 || candidate.keys == Json() ||
        (candidate.keys == smallest_.keys && candidate.files == smallest_.files)) {
      return false;
    }
    --left_;
    if (!fails_(candidate)) return false;
    smallest_ = std::move(candidate);
    ++accepted_;
    return true;
  }

  bool accept_keys(Json keys) {
    ConfigurationText candidate = smallest_;
    candidate.keys = std::move(keys);
    return accept(std::move(candidate));
  }

  /// By sections that are as simple as can be.
  void replace_sections() {
    const std::vector<std::pair<std::string, std::vector<Json>>> simple = {
        {"network",
         {{{"topology", "single_switch"}, {"hosts", 2}},
          {{"topology", "mesh"}, {"k", Json::array({2})}},
          {{"topology", "fat_tree"}, {"k", 2}, {"n", 2}},
          {{"topology", "dragonfly"}, {"h", 1}}}},
        {"traffic", {{{"load", 0.5}}, {{"burst", {{"packets", 1}}}}}}};
    for (const auto& [section, alternatives] : simple) {
      for (const Json& alternative : alternatives) {
        if (!smallest_.keys.contains(section) ||
            smallest_.keys[section].size() <= alternative.size()) {
          continue;
        }
        Json keys = smallest_.keys;
        keys[section] = alternative;
        if (accept_keys(std::move(keys))) break;
      }
    }
  }

  static std::vector<std::string> keys_of(const Json& value) {
    std::vector<std::string> keys;
    for (const auto& [key, each] : value.items()) keys.push_back(key);
    // Elements from the last on, so that the numbers of those before stay what they are.
    if (value.is_array()) std::reverse(keys.begin(), keys.end());
    return keys;
  }

  void take_keys_away(const Pointer& at) {
    if (!smallest_.keys.at(at).is_structured()) return;
    for (const std::string& key : keys_of(smallest_.keys.at(at))) {
      Json keys = smallest_.keys;
      Json& parent = keys.at(at);
      if (parent.is_array()) {
        parent.erase(std::stoul(key));
      } else {
        parent.erase(key);
      }
      if (accept_keys(std::move(keys))) continue;
      const Pointer child = at / key;
      if (smallest_.keys.at(at).is_array()) {
        take_keys_away(at / static_cast<std::size_t>(std::stoul(key)));
      } else {
        take_keys_away(child);
      }
    }
  }

  void take_numbers_down(const Pointer& at) {
    const Json value = smallest_.keys.at(at);
    if (value.is_structured()) {
      for (const std::string& key : keys_of(value)) {
        take_numbers_down(value.is_array() ? at / static_cast<std::size_t>(std::stoul(key))
                                           : at / key);
      }
      return;
    }
    if (!value.is_number_integer()) return;
    const auto number = value.get<std::int64_t>();
    for (const std::int64_t smaller :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, number / 2, number - 1}) {
      if (smaller >= number) continue;
      Json keys = smallest_.keys;
      keys.at(at) = smaller;
      if (!accept_keys(std::move(keys))) continue;
      take_numbers_down(at);
      return;
    }
  }

  /// Leaves out files that are not named any more, and lines: halves of them, then quarters, ….
  void shorten_files() {
    const std::map<std::string, std::string> files = smallest_.files;
    for (const auto& [name, text] : files) {
      ConfigurationText without = smallest_;
      without.files.erase(name);
      if (accept(std::move(without))) continue;
      for (std::size_t part = lines_of(smallest_.files[name]).size() / 2; part > 0; part /= 2) {
        for (std::size_t begin = 0; begin < lines_of(smallest_.files[name]).size();) {
          std::vector<std::string> lines = lines_of(smallest_.files[name]);
          const std::size_t end = std::min(begin + part, lines.size());
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                      lines.begin() + static_cast<std::ptrdiff_t>(end));
          ConfigurationText shorter = smallest_;
          shorter.files[name].clear();
          for (const std::string& line : lines) shorter.files[name] += line;
          if (!accept(std::move(shorter))) begin = end;
        }
      }
    }
  }

  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      lines.push_back(text.substr(begin, end - begin));
      begin = end;
    }
    return lines;
  }

  ConfigurationText smallest_;
  const std::function<bool(const ConfigurationText&)>& fails_;
  int left_;
  int accepted_ = 0;
};

}  // namespace

ConfigurationText shrink(ConfigurationText configuration,
                         const std::function<bool(const ConfigurationText&)>& fails, int tries) {
  return Shrinker(std::move(configuration), fails, tries).shrink();
}

}  // namespace netloom::test
