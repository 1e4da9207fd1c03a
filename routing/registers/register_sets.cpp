#include <vector>

#include "routing/registers/register_table.h"

namespace netloom {
inline namespace routing {

const std::vector<RegisterSet>& register_sets() {
  static const std::vector<RegisterSet> sets = {
      RegisterSet::kInterval,   RegisterSet::kFir,  RegisterSet::kFirSource, RegisterSet::kFt2ei,
      RegisterSet::kMisrouting, RegisterSet::kUgal, RegisterSet::kPiggyback, RegisterSet::kAcor,
      RegisterSet::kPbAcor,     RegisterSet::kTpr,  RegisterSet::kLia,       RegisterSet::kDavc};
  return sets;
}

const char* register_set_name(RegisterSet set) {
  switch (set) {
    case RegisterSet::kNone:
      return "none";
    case RegisterSet::kInterval:
      return "interval";
    case RegisterSet::kFir:
      return "fir";
    case RegisterSet::kFirSource:
      return "fir_source";
    case RegisterSet::kFt2ei:
      return "ft2ei";
    case RegisterSet::kMisrouting:
      return "misrouting";
    case RegisterSet::kUgal:
      return "ugal";
    case RegisterSet::kPiggyback:
      return "piggyback";
    case RegisterSet::kAcor:
      return "acor";
    case RegisterSet::kPbAcor:
      return "pb_acor";
    case RegisterSet::kTpr:
      return "tpr";
    case RegisterSet::kLia:
      return "lia";
    case RegisterSet::kDavc:
      return "davc";
  }
  return "";
}

const char* register_set_meaning(RegisterSet set) {
  switch (set) {
    case RegisterSet::kNone:
      return "no routing registers";
    case RegisterSet::kInterval:
      return "one cyclic interval per port: routing function `interval`";
    case RegisterSet::kFir:
      return "Flexible Interval Routing: interval, mask and restrictions per port: routing "
             "function `destro` with `implementation: fir`";
    case RegisterSet::kFirSource:
      return "the same, with ports that compare the source instead of the destination: routing "
             "function `det_lin` with `implementation: fir`";
    case RegisterSet::kFt2ei:
      return "an interval per port, and exclusion intervals at the up ports: routing function "
             "`ft2ei`";
    case RegisterSet::kMisrouting:
      return "the trigger of in-transit misrouting in dragonflies: routing functions `par62`, "
             "`rlm` "
             "and `olm`";
    case RegisterSet::kUgal:
      return "the comparison of the queues of minimal and Valiant paths in dragonflies: routing "
             "functions `ugal_l`, `ugal_g` and `par`";
    case RegisterSet::kPiggyback:
      return "the same, and when a global link counts as saturated: routing function `pb`";
    case RegisterSet::kAcor:
      return "blocked injections, and the length of Valiant paths that follows from them: routing "
             "function `acor`";
    case RegisterSet::kPbAcor:
      return "those of `piggyback` and of `acor`: routing function `pb_acor`";
    case RegisterSet::kTpr:
      return "the comparison of queues with a threshold by the traffic injected to each group, and "
             "the counters of that traffic: routing function `tpr`";
    case RegisterSet::kLia:
      return "the same with extended and remote counters, which shorten Valiant paths: routing "
             "function `lia`";
    case RegisterSet::kDavc:
      return "what Dynamic Assignment of Virtual Channels compares, beside any of the other sets: "
             "VC policy `davc`";
  }
  return "";
}

bool names_destinations(RegisterSet set) {
  switch (set) {
    case RegisterSet::kInterval:
    case RegisterSet::kFir:
    case RegisterSet::kFirSource:
    case RegisterSet::kFt2ei:
      return true;
    case RegisterSet::kNone:
    case RegisterSet::kMisrouting:
    case RegisterSet::kUgal:
    case RegisterSet::kPiggyback:
    case RegisterSet::kAcor:
    case RegisterSet::kPbAcor:
    case RegisterSet::kTpr:
    case RegisterSet::kLia:
    case RegisterSet::kDavc:
      return false;
  }
  return false;
}

const char* register_class_name(RegisterClass register_class) {
  switch (register_class) {
    case RegisterClass::kRouting:
      return "routing";
    case RegisterClass::kCounters:
      return "counters";
    case RegisterClass::kBuffers:
      return "buffers";
    case RegisterClass::kCredits:
      return "credits";
    case RegisterClass::kArbitration:
      return "arbitration";
    case RegisterClass::kIdentity:
      return "identity";
  }
  return "";
}

}  // namespace routing
}  // namespace netloom
