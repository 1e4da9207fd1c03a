#include "sim/base/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/base/messages.h"

namespace netloom {
inline namespace sim {

Progress::Progress(bool enabled, std::size_t points, double work, const char* what)
    : enabled_(enabled && points > 0),
      is_line_(stderr_is_terminal()),
      what_(what),
      points_(points),
      work_(work),
      start_(std::chrono::steady_clock::now()) {
  if (!is_line_) return;
  show_sometimes(true);
  shown_ = {};  // what comes next is shown at once
}

Progress::~Progress() {
  clear();  // the results take the line
}

void Progress::clear() const {
  if (!enabled_ || !is_line_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void Progress::finished(double work, double underway) {
  ++finished_;
  done_ += work;
  underway_ = underway;
  show_sometimes(finished_ == points_);
}

void Progress::underway(double work) {
  underway_ = work;
  show_sometimes(false);
}

void Progress::show_sometimes(bool at_once) {
  // What is finished by the thousand would be slowed down by being shown each time.
  constexpr std::chrono::milliseconds kBetween(100);
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || (!at_once && now - shown_ < kBetween)) return;
  shown_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (is_line_) {
    std::fputs(("\r\033[K" + text(elapsed)).c_str(), stderr);
    std::fflush(stderr);
  } else if (elapsed >= next_) {
    print_note(text(elapsed));
    next_ = elapsed + std::max(kFirst, elapsed / 4);
  }
}

std::string Progress::text(double elapsed) const {
  const std::string line = fmt::format("{} of {} {}", finished_, points_, what_);
  const double done = done_ + underway_;
  if (done <= 0 || finished_ == points_) return line;
  return line + fmt::format(", about {} left", duration_text(elapsed * (work_ - done) / done));
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  const long minutes = (whole + 30) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace sim
}  // namespace netloom
