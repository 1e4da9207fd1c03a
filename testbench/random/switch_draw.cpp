#include "testbench/random/switch_draw.h"

#include <utility>

#include "hw/structural/part_kinds.h"
#include "testbench/random/schema_draw.h"

namespace netloom::test {
namespace {

class SwitchDraw {
 public:
  SwitchDraw(Draw& draw, const Netlist& netlist, const SwitchBounds& bounds,
             ConfigurationText& configuration)
      : draw_(draw), netlist_(netlist), bounds_(bounds), result_(configuration) {}

  void draw() {
    Json& to = result_.keys["switch"];
    to = Json::object();
    if (bounds_.wormhole) {
      to["switching"] = "wormhole";
      to["flit_phits"] = bounds_.flit_phits;
    } else if (draw_.chance(0.45)) {
      to["switching"] = draw_.chance(0.8) ? "store_and_forward" : "vct";
    }
    if (draw_.chance(0.75)) {
      to["input_buffer"] =
          per_kind(draw_, netlist_.kinds, 0.3, [&] { return buffer(bounds_.least_flits); });
    }
    if (!bounds_.faults && draw_.chance(0.4)) {
      to["output_buffer"] = per_kind(draw_, netlist_.kinds, 0.3, [&] {
        return draw_.chance(0.15) ? 0 : buffer(bounds_.least_flits);
      });
    }
    draw_routing_delay(to);
    if (draw_.chance(0.3)) to["routing_units"] = draw_.one_of({"switch", "switch", "port"});
    if (draw_.chance(0.6)) {
      Json crossbar = Json::object();
      if (draw_.chance(0.5)) crossbar["kind"] = draw_.one_of({"full", "full", "multiplexed"});
      if (draw_.chance(0.5)) crossbar["delay"] = draw_.between(1, draw_.chance(0.1) ? 20 : 4);
      if (draw_.chance(0.5)) crossbar["speedup"] = draw_.between(1, 2);
      to["crossbar"] = std::move(crossbar);
    }
    if (draw_.chance(0.5)) {
      Json allocator = Json::object();
      draw_keys(draw_, map_schema({"switch", "allocator"}).keys, 0.5, allocator);
      to["allocator"] = std::move(allocator);
    }
    if (draw_.chance(0.2)) to["control_priority"] = draw_.chance(0.7);
    if (draw_.chance(0.05)) to["parts"] = parts();
    if (to.empty()) result_.keys.erase("switch");
  }

 private:
  /// The default ones: what others do is their own affair.
  Json parts() {
    const SwitchParts own;
    Json result = Json::object();
    for (const structural::PartKind& kind : structural::part_kinds()) {
      if (draw_.chance(0.5)) result[kind.key] = own.*kind.name;
    }
    return result;
  }

  /// Phits of a buffer that holds some flits, not always whole ones.
  int buffer(int flits) {
    return flits * bounds_.flit_phits + draw_.between(0, 3 * bounds_.flit_phits);
  }

  void draw_routing_delay(Json& to) {
    if (draw_.chance(0.35)) return;
    bool skips_stages = false;
    const Json latencies = result_.keys["network"].value("latency", Json::object());
    for (const Json& each : latencies) skips_stages = skips_stages || each.is_object();
    if (skips_stages || draw_.chance(0.85)) {
      to["routing_delay"] = draw_.chance(0.9) ? draw_.between(0, 4) : draw_.between(5, 24);
      return;
    }
    Json model = Json::object();
    for (const KeySchema& key : map_schema({"switch", "routing_delay"}).keys) {
      draw_keys(draw_, {key}, key.name == "base" ? 0.8 : 0.3, model);
    }
    if (model.contains("base")) model["base"] = draw_.between(0, 20);
    if (draw_.chance(bounds_.says_options ? 0.5 : 0.95)) model["options"] = draw_.between(1, 8);
    to["routing_delay"] = std::move(model);
  }

  Draw& draw_;
  const Netlist& netlist_;
  const SwitchBounds& bounds_;
  ConfigurationText& result_;
};

}  // namespace

void draw_switch(Draw& draw, const Netlist& netlist, const SwitchBounds& bounds,
                 ConfigurationText& configuration) {
  SwitchDraw(draw, netlist, bounds, configuration).draw();
}

}  // namespace netloom::test
