#include "testbench/random/run_draw.h"

#include <algorithm>
#include <utility>

namespace netloom::test {

void draw_nic(Draw& draw, const NicBounds& bounds, ConfigurationText& configuration) {
  Json to = Json::object();
  if (draw.chance(0.4)) to["injection_buffer"] = bounds.packet_phits * draw.between(1, 6);
  if (bounds.layers > 0) {
    if (bounds.layers > 1 || draw.chance(0.5)) to["injection_vcs"] = bounds.layers;
  } else if (draw.chance(0.3)) {
    to["injection_vcs"] = draw.between(1, 4);
  }
  if (draw.chance(0.3)) {
    to["injection_vc_choice"] = draw.one_of({"round_robin", "destination", "random"});
  }
  if (bounds.reorders) {
    if (draw.chance(0.3)) {
      to["reorder_buffer"] = "unlimited";
    } else {
      to["reorder_buffer"] = draw.between(1, 6);
    }
  }
  if (!to.empty()) configuration.keys["nic"] = std::move(to);
}

int draw_simulation(Draw& draw, ConfigurationText& configuration) {
  Json& to = configuration.keys["simulation"];
  const int warmup = draw.between(0, 200);
  const int measure = draw.between(50, 500);
  to = {{"warmup", warmup}, {"measure", measure}};
  if (draw.chance(0.5)) to["drain"] = draw.chance(0.3) ? draw.between(0, 300) : 200000;
  if (draw.chance(0.15)) {
    const int seed = draw.between(0, 99);
    to["seeds"] = Json::array({seed, seed + draw.between(1, 9)});
  } else if (draw.chance(0.7)) {
    to["seeds"] = draw.between(0, 9999);
  }
  if (draw.chance(0.1)) to["stationary_bound"] = draw.between(1, 100) / 100.0;
  if (draw.chance(0.2)) {
    to["sample_interval"] = draw.between(1, 100);
    if (draw.chance(0.5)) {
      to["sample_by"] = draw.one_of({"arrival", "injection", "generation"});
    }
    if (draw.chance(0.4)) to["sample_quartiles"] = draw.chance(0.8);
  }
  if (draw.chance(0.1)) to["counter_interval"] = draw.between(1, 80);
  if (draw.chance(0.2)) to["completion_limit"] = draw.between(500000, 2000000);
  for (const char* interval : {"sample_interval", "counter_interval"}) {
    if (!to.contains(interval)) continue;
    to["completion_limit"] = 1000000;
    to[interval] = std::max(to[interval].get<int>(), 10);  // no more than are allowed
  }
  if (draw.chance(0.2)) to["idle_skipping"] = draw.chance(0.3);
  if (draw.chance(0.2)) to["shuffle"] = draw.between(0, 99);
  if (draw.chance(0.3)) to["check_invariants"] = draw.chance(0.6);
  if (draw.chance(0.2)) to["specialised"] = draw.chance(0.3);
  if (draw.chance(0.15)) to["mixed_cores"] = draw.chance(0.8);
  if (draw.chance(0.15)) to["stall_probability"] = draw.between(0, 60) / 100.0;
  if (draw.chance(0.1)) to["hop_factor"] = draw.between(1, 4);
  to["watchdog"] = draw.one_of({37, 500, 5000, 20000, 0});
  if (to.at("watchdog") == 20000 && draw.chance(0.8)) to.erase("watchdog");
  if (draw.chance(0.05)) {
    if (draw.chance(0.5)) {
      to["memory_limit"] = "machine";
    } else {
      to["memory_limit"] = draw.between(2000, 4000);
    }
  }
  return warmup + measure;
}

void draw_precision(Draw& draw, int cycles, ConfigurationText& configuration) {
  Json& to = configuration.keys["simulation"];
  const bool settles = draw.chance(0.6);
  if (settles) to["warmup"] = "auto";
  if (!settles || draw.chance(0.7)) to["precision"] = draw.between(1, 200) / 1000.0;
  if (draw.chance(0.4)) to["confidence"] = draw.between(501, 999) / 1000.0;
  to["at_most"] = cycles + draw.between(1, 3000);
  to.erase("drain");
}

}  // namespace netloom::test
