#pragma once

#include <functional>

#include "testbench/random/configuration_text.h"

namespace netloom::test {

/// Makes a configuration for which `fails` holds smaller, as long as it goes on to hold: takes
/// sections, keys, elements and lines of files away, and numbers down. What is left has nothing
/// that could be taken away alone. `fails` is asked at most `tries` times.
ConfigurationText shrink(ConfigurationText configuration,
                         const std::function<bool(const ConfigurationText&)>& fails,
                         int tries = 1000);

}  // namespace netloom::test
