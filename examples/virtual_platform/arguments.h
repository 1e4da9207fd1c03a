#pragma once

#include <netloom/sim/config/override.h>
#include <netloom/tlm/fabric_config.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// What the command line asks for: everything of each list with everything of the others.
struct Arguments {
  std::vector<std::string> configurations;
  std::vector<std::string> applications = {"sort", "halo"};
  std::vector<netloom::FabricTiming> timings = {netloom::FabricTiming::kLoose,
                                                netloom::FabricTiming::kApproximate};
  std::vector<netloom::Override> overrides;  ///< of the configurations
  std::uint64_t seed = 1;                    ///< of keys and cells
  std::uint64_t keys = 1024;                 ///< of each host
  std::uint64_t cells = 16;                  ///< along a side of each host's block
  double load = 1;                           ///< bytes that a host offers in a cycle
  std::uint64_t quantum = 1000;              ///< ns
  bool help = false;
};

/// The message says what is allowed.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

extern const char* const kUsage;

/// Error: ArgumentError.
Arguments parse_arguments(int argc, const char* const* argv);
