#include "testbench/random/tally.h"

#include <fmt/format.h>

namespace netloom::test {
namespace {

double share(int part, int all) {
  return all == 0 ? 0 : static_cast<double>(part) / all;
}

}  // namespace

void Tally::add(const Json& report) {
  ++all_;
  ++statuses_[report.at("status").get<std::string>()];
  for (const auto& [key, value] : report.at("facts").items()) {
    ++facts_[key][value.get<std::string>()];
  }
  if (!report.at("findings").empty()) ++failed_;
}

int Tally::count(const std::string& fact, const std::string& value) const {
  const auto values = facts_.find(fact);
  if (values == facts_.end()) return 0;
  const auto found = values->second.find(value);
  return found == values->second.end() ? 0 : found->second;
}

std::string Tally::missed() const {
  std::string text;
  if (!drawn_) return text;
  const auto ran = statuses_.find("ran");
  const double running = share(ran == statuses_.end() ? 0 : ran->second, all_);
  if (running < kLeastRun) {
    text += fmt::format("{:.0f} % ran; needed: {:.0f} %\n", 100 * running, 100 * kLeastRun);
  }
  const int provoked = count("provoked", "yes");
  const int shown = provoked + count("provoked", "no");
  if (shown >= kEnoughCycles && share(provoked, shown) < kLeastProvoked) {
    text += fmt::format("{} of {} cycles that checks show could be provoked; needed: {:.0f} %\n",
                        provoked, shown, 100 * kLeastProvoked);
  }
  return text;
}

std::string Tally::text() const {
  std::string text;
  for (const auto& [key, values] : facts_) {
    std::string line;
    for (const auto& [value, count] : values) {
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", value, count);
    }
    text += fmt::format("{}: {}\n", key, line);
  }
  std::string line;
  for (const auto& [status, count] : statuses_) line += fmt::format(", {} {}", count, status);
  text += fmt::format("{} configurations{}; something does not hold of {}\n", all_, line, failed_);
  return text + missed();
}

}  // namespace netloom::test
