#pragma once

#include <string>
#include <vector>

#include "sim/cli/options.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// One combination of the values of all `--vary` options: its name ("selection=sadp, vcs=2") and
/// what it sets.
struct Variation {
  std::string name;
  std::vector<Override> overrides;
};

/// All combinations of "key.path=v1,v2,…", the last key changing fastest; one without name and
/// overrides for no keys. Commas in brackets, braces and quotes do not separate values. `set`: what
/// other options set before. Error: no "=", an empty value, or a key that has been set or varied,
/// be it as a whole or a part of it.
std::vector<Variation> variations(const std::vector<std::string>& vary,
                                  std::vector<Setting> set = {});

}  // namespace sim
}  // namespace netloom
