#include "testbench/random/fault_draw.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "testbench/random/network_draw.h"

namespace netloom::test {
namespace {

class FaultDraw {
 public:
  FaultDraw(Draw& draw, const Netlist& netlist, int cycles, ConfigurationText& configuration)
      : draw_(draw), netlist_(netlist), cycles_(cycles), result_(configuration) {}

  void draw() {
    // In a fat-tree so many links or cables are tolerated, whichever they are; elsewhere one that
    // is drawn.
    int left = in_tree_ ? std::max<int>(1, most_ports(netlist_) / 2 - 1) : 1;
    const bool live = draw_.chance(0.6);
    int cycle = live ? draw_.between(1, cycles_) : 0;
    Json faults = Json::array();
    do {
      Json fault = Json::object();
      if (cycle > 0 || draw_.chance(0.2)) fault["cycle"] = cycle;
      if ((in_tree_ || cycle > 0) && draw_.chance(0.5)) {
        const char* part = draw_.one_of({"link", "link", "cable", "switch"});
        const std::string name = link_between_switches();
        fault[part] = std::string(part) == "switch" ? name.substr(0, name.find('.')) : name;
        --left;
      } else {
        left -= draw_random_fault(fault);
      }
      faults.push_back(std::move(fault));
      if (live) cycle += draw_.between(0, 200);
    } while (left > 0 && draw_.chance(0.5));
    result_.keys["faults"] = std::move(faults);
    if (live) result_.keys["simulation"]["drain"] = 20000;
  }

 private:
  std::string link_between_switches() {
    std::vector<std::string> names;
    for (const Link& link : netlist_.links) {
      if (link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch) {
        names.push_back(endpoint_name(netlist_, link.from));
      }
    }
    return draw_.one_of(names);
  }

  /// How many parts it draws.
  int draw_random_fault(Json& fault) {
    // In small trees few switches, alone, are tolerated.
    const std::string part =
        in_tree_ ? draw_.one_of({"link", "link", "link", "cable", "cable", "switch"})
                 : draw_.one_of({"link", "cable"});
    fault["random"] = part;
    int count = 1;
    if (in_tree_ && draw_.chance(0.4)) fault["count"] = count = draw_.between(1, 2);
    if (draw_.chance(0.3)) fault["spacing"] = fault.contains("cycle") ? draw_.between(0, 300) : 0;
    if (in_tree_ && part != "switch" && draw_.chance(0.3)) {
      fault["kind"] = draw_.one_of({"up", "down"});
    }
    if (in_tree_ && draw_.chance(0.2)) fault["stage"] = draw_.between(0, 1);
    if (draw_.chance(0.3)) fault["tolerated"] = fault.contains("cycle") ? draw_.chance(0.5) : true;
    return count;
  }

  Draw& draw_;
  const Netlist& netlist_;
  bool in_tree_ = netlist_.topology == "fat_tree";
  int cycles_;
  ConfigurationText& result_;
};

}  // namespace

void draw_faults(Draw& draw, const Netlist& netlist, int cycles, ConfigurationText& configuration) {
  FaultDraw(draw, netlist, cycles, configuration).draw();
}

}  // namespace netloom::test
