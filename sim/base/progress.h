#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace netloom {
inline namespace sim {

/// Says on standard error how far something is and how long it will take: on a terminal in one line
/// that is written anew, elsewhere in lines that come the less often the longer it takes.
class Progress {
 public:
  /// `work`: of all points that have to be simulated, in any unit; `what` they are called.
  Progress(bool enabled, std::size_t points, double work, const char* what = "points");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more point; and what has been done of those that are not finished.
  void finished(double work, double underway = 0);
  /// What has been done of those that are not finished.
  void underway(double work);
  /// Leaves the line to something else that is printed. The next time it is shown again.
  void clear() const;

 private:
  static constexpr double kFirst = 5;

  void show_sometimes(bool at_once);
  std::string text(double elapsed) const;

  bool enabled_;
  bool is_line_;          ///< that is written anew
  double next_ = kFirst;  ///< seconds from the start to the next of the lines
  const char* what_;
  std::size_t points_;
  std::size_t finished_ = 0;
  double work_;
  double done_ = 0;
  double underway_ = 0;
  std::chrono::steady_clock::time_point shown_;
  std::chrono::steady_clock::time_point start_;
};

/// "45 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

}  // namespace sim
}  // namespace netloom
