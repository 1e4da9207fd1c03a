#pragma once

#include <cstdint>

#include "testbench/random/configuration_text.h"

namespace netloom::test {

/// Draws the configuration of a small network and a short run: from the schema, and from what goes
/// together, of which the definition of the matrix says where routing functions are defined, and
/// the registries which patterns, applications and RTL blocks a network can have. The same seed
/// gives the same configuration. Nearly all can be run; a few are unfit on purpose.
ConfigurationText draw_configuration(std::uint64_t seed);

}  // namespace netloom::test
