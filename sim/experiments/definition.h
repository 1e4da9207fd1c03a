#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/config/document.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// The keys of an experiment's definition, checked by its schema, with what it is like; and the
/// parts that panels, claims and pictures have in common. Errors are "NAME:LINE: key: …".
class Definition {
 public:
  Definition(const std::string& text, const std::string& name);

  const nlohmann::json& values() const { return values_; }
  const std::vector<std::string>& curves() const { return curves_; }
  const std::vector<std::string>& panels() const { return panels_; }
  const std::vector<std::string>& variants() const { return variants_; }
  /// Error: there is one of that name already.
  void add_curve(const std::string& name, const KeyPath& path) { add(name, curves_, path); }
  void add_panel(const std::string& name, const KeyPath& path) { add(name, panels_, path); }
  void add_variant(const std::string& name, const KeyPath& path) { add(name, variants_, path); }

  [[noreturn]] void fail(const KeyPath& path, const std::string& message) const {
    document_.fail(path, message);
  }
  /// Error: it is not there.
  std::string required_text(const char* name) const;
  std::vector<Override> overrides(const nlohmann::json& map, const KeyPath& path,
                                  const char* name) const;
  /// A name that is one of those. Error: it is not.
  const std::string& known(const std::string& name, const std::vector<std::string>& names,
                           const KeyPath& path) const;
  Measure measure(const nlohmann::json& map, const KeyPath& path) const;
  /// Error: costs are asked for, and a curve has no network design.
  void check_costs(const Measure& measure, const KeyPath& path, const Experiment& experiment) const;

 private:
  void inherit();
  void add(const std::string& name, std::vector<std::string>& names, const KeyPath& path) const;
  /// A text that is a JSON pointer to something.
  std::string pointer(const nlohmann::json& map, const char* name, const KeyPath& path) const;

  Document document_;
  nlohmann::json values_;
  std::vector<std::string> panels_, curves_, variants_;
};

/// The text that a key holds, or an empty one.
std::string text_of(const nlohmann::json& map, const char* name);
std::vector<double> loads_of(const nlohmann::json& one_or_several);

}  // namespace sim
}  // namespace netloom
