#pragma once

#include "sim/run/fabric.h"
#include "sim/traffic/silent_source.h"

namespace netloom {
inline namespace sim {

/// A network to look at: elaborated, after the fabric manager has programmed it.
struct ProgrammedFabric {
  explicit ProgrammedFabric(LoadedConfig& loaded) : fabric(loaded, silence) { fabric.run(1); }

  SilentSource silence;
  Fabric fabric;
};

}  // namespace sim
}  // namespace netloom
