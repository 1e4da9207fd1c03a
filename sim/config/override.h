#pragma once

#include <string>
#include <tuple>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A value that a key of the configuration gets beside its file.
struct Override {
  std::string key;               ///< its path
  std::string value;             ///< YAML
  std::string option = "--set";  ///< by which it came: how messages about it begin

  friend bool operator==(const Override& a, const Override& b) { return a.all() == b.all(); }
  friend bool operator<(const Override& a, const Override& b) { return a.all() < b.all(); }

 private:
  std::tuple<const std::string&, const std::string&, const std::string&> all() const {
    return {key, value, option};
  }
};

/// How messages about a key begin whose value came by an option: "--set switch.crossbar.delay", or,
/// with an option that is not given keys, "--seed (simulation.seeds)".
std::string given_key(const std::string& option, const std::string& key);

/// Whether nothing is left of an override when a later one follows, which sets the same key or what
/// it is a part of. Error: a key that is none.
bool supersedes(const Override& later, const Override& earlier);

}  // namespace sim
}  // namespace netloom
