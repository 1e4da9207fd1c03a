#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace netloom::test {

/// A value change dump, read back.
struct Dump {
  struct Signal {
    std::string code;
    int width = 1;
    /// Value from each of these times on.
    std::map<std::uint64_t, std::string> values;

    /// Times at which it is 1, up to `end`.
    std::uint64_t cycles_high(std::uint64_t end) const {
      std::uint64_t sum = 0;
      for (auto it = values.begin(); it != values.end(); ++it) {
        const auto next = std::next(it);
        const std::uint64_t until = next == values.end() ? end : next->first;
        if (it->second == "1") sum += until - it->first;
      }
      return sum;
    }
    std::uint64_t at(std::uint64_t time) const {
      const auto after = values.upper_bound(time);
      return after == values.begin() ? 0 : std::stoull(std::prev(after)->second, nullptr, 2);
    }
  };

  std::map<std::string, Signal> signals;  ///< by full name, without the range
  std::map<std::string, std::string> ranges;
  std::uint64_t first = 0, last = 0;
};

inline Dump read_dump(const std::string& text) {
  Dump dump;
  std::map<std::string, std::vector<std::string>> names;  // by code
  std::vector<std::string> scopes;
  std::istringstream words(text);
  std::string word;
  std::uint64_t time = 0;
  bool timed = false;
  while (words >> word) {
    if (word == "$scope") {
      words >> word >> word;
      scopes.push_back(word);
    } else if (word == "$upscope") {
      EXPECT_FALSE(scopes.empty());
      scopes.pop_back();
    } else if (word == "$var") {
      Dump::Signal signal;
      std::string name;
      words >> word >> signal.width >> signal.code >> name >> word;
      std::string full;
      for (const std::string& scope : scopes) full += scope + ".";
      full += name;
      if (word != "$end") dump.ranges[full] = word;
      names[signal.code].push_back(full);
      EXPECT_TRUE(dump.signals.emplace(full, signal).second) << full << " twice";
    } else if (word[0] == '#') {
      time = std::stoull(word.substr(1));
      if (!timed) dump.first = time;
      EXPECT_TRUE(!timed || time > dump.last) << "time goes back at " << word;
      timed = true;
      dump.last = time;
    } else if (timed && (word[0] == '0' || word[0] == '1')) {
      for (const std::string& name : names.at(word.substr(1))) {
        dump.signals.at(name).values[time] = word.substr(0, 1);
      }
    } else if (timed && word[0] == 'b') {
      const std::string value = word.substr(1);
      words >> word;
      for (const std::string& name : names.at(word)) {
        EXPECT_LE(static_cast<int>(value.size()), dump.signals.at(name).width);
        dump.signals.at(name).values[time] = value;
      }
    }
  }
  EXPECT_TRUE(scopes.empty());
  return dump;
}

}  // namespace netloom::test
