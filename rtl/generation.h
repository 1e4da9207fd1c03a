#pragma once

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "routing/base/lower_case.h"
#include "routing/base/output_file.h"
#include "routing/base/visible.h"

// What the programs share that write files from tables.

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// "ROUND_ROBIN_IN" or "interval" to "RoundRobinIn", "Interval".
inline std::string camel_case(const std::string& name) {
  std::string result;
  bool start = true;
  for (const char c : lower_case(name)) {
    if (c == '_') {
      start = true;
      continue;
    }
    result += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    start = false;
  }
  return result;
}

/// The sizes that a width depends on: the identifiers in its expression but for the function.
inline std::vector<std::string> sizes_in(const std::string& width) {
  std::vector<std::string> result;
  std::string word;
  for (const char c : width + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    const bool is_new = std::find(result.begin(), result.end(), word) == result.end();
    if (!word.empty() && word != "bits_for" && is_new) result.push_back(word);
    word.clear();
  }
  return result;
}

struct GeneratedFile {
  std::string path;  ///< below the source directory
  std::string (*text)();
};

/// Whether a generated file is what it should be; if not, a line on standard error says so. `from`
/// is the table that it comes from.
inline bool is_as_generated(const std::string& path, const std::string& text, const char* from) {
  std::ifstream file(path, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (found == text) return true;
  std::fprintf(stderr, "%s is not what %s says; run the target generate_registers\n", path.c_str(),
               from);
  return false;
}

/// The program [--check] SOURCE_DIRECTORY, which writes files from the table `from`, or compares
/// them; its exit status.
inline int generate(int argc, char** argv, const char* from,
                    const std::vector<GeneratedFile>& files) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool check = !arguments.empty() && arguments[0] == "--check";
  if (arguments.size() != (check ? 2u : 1u)) {
    std::fprintf(stderr, "usage: %s [--check] SOURCE_DIRECTORY\n", argv[0]);
    return 2;
  }
  try {
    bool all_well = true;
    for (const GeneratedFile& file : files) {
      const std::string path = arguments.back() + '/' + file.path;
      if (check) {
        all_well = is_as_generated(path, file.text(), from) && all_well;
      } else {
        write_file(path, file.text());
      }
    }
    return all_well ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace rtl
}  // namespace netloom
