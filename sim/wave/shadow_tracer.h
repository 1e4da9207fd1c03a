#pragma once

#include <set>
#include <string>
#include <vector>

#include "rtl/view/rtl_shadow.h"
#include "sim/wave/wave_file.h"

namespace netloom {
inline namespace sim {

/// Writes down what a switch in RTL and the model beside it show in each cycle, side by side: of
/// each pin and register the signals `model` and `rtl`.
class ShadowTracer {
 public:
  /// Adds their signals, below `scope`. All outlive it.
  ShadowTracer(WaveFile& file, const std::string& scope, const RtlShadow& of);

  /// Signals of a place in the switch.
  struct Place {
    std::string name;  ///< ".p1.vc0"; empty: the whole switch
    int first = 0, last = 0;
  };
  const std::vector<Place>& places() const { return places_; }
  /// Signals each bit of which has a meaning of its own.
  const std::set<int>& masks() const { return masks_; }

  void show(Cycle now);

 private:
  struct Traced {
    const ShadowedSignal* signal;
    int model, rtl;  ///< signals of the file
    WaveFile::Value shown_model, shown_rtl;
  };

  void add(const std::string& scope, const ShadowedSignal& signal);

  WaveFile& file_;
  std::vector<Traced> traced_;
  std::vector<Place> places_;
  std::set<int> masks_;
};

}  // namespace sim
}  // namespace netloom
