#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// Settings of one curve in one panel of an experiment that is computed, of which every one has to
/// be asked for.
class Settings {
 public:
  Settings(const Experiment& experiment, const Panel& panel, const Curve& curve, Scale scale,
           const Variant* variant);

  std::string text(const std::string& key, const std::string& otherwise);
  /// Error: not an integer.
  int number(const std::string& key, int otherwise);
  /// Integers and ranges, up to 1000 numbers: "1-3,8". Error: anything else.
  std::vector<int> numbers(const std::string& key, const std::string& otherwise);
  /// Error: not one of those that are known.
  std::string choice(const std::string& key, const std::vector<std::string>& known);

  /// All settings by their keys, as they were given.
  const std::map<std::string, std::string>& values() const { return values_; }

  /// Error: a setting that nobody asked for.
  void finish() const;

  /// Throws the Error that says `message` about the curve.
  [[noreturn]] void fail(const std::string& message) const;
  /// "fig-3.24, panel a, curve FT2EI".
  const std::string& place() const { return place_; }

 private:
  std::string place_;
  std::map<std::string, std::string> values_;
  std::vector<std::string> asked_;
};

}  // namespace sim
}  // namespace netloom
