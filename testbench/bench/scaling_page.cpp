#include "testbench/bench/scaling_page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iterator>

#include "routing/base/error.h"

namespace netloom::bench {

std::string grouped(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

void put_into(const std::string& page, const std::string& name, const std::string& text) {
  const std::string begin = "<!-- " + name + " -->", end = "<!-- " + name + " ends -->";
  std::ifstream in(page);
  std::string all((std::istreambuf_iterator<char>(in)), {});
  const auto from = all.find(begin), to = all.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    throw Error(page + " has no place between " + begin + " and " + end);
  }
  const std::string lines = text.back() == '\n' ? "\n" + text : text;
  all.replace(from + begin.size(), to - from - begin.size(), lines);
  if (!(std::ofstream(page) << all).flush()) throw Error("cannot write " + page);
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

}  // namespace netloom::bench
