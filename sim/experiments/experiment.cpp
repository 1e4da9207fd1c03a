#include "sim/experiments/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "routing/base/error.h"
#include "sim/config/check.h"
#include "sim/config/document.h"
#include "sim/config/schema_parts.h"
#include "sim/experiments/library.h"

namespace netloom {
namespace {

using namespace schema;
using nlohmann::json;

/// A measure that definitions call by a word.
struct NamedMeasure {
  const char* name;
  const char* pointer;
  Measure::Over over;  ///< kLoads: needs `load`, unless the points have none
  bool larger_is_better;
  const char* divisor = "";
};

constexpr NamedMeasure kMeasures[] = {
    {"throughput", "/accepted_load", Measure::Over::kLargest, true},
    {"accepted_load", "/accepted_load", Measure::Over::kLoads, true},
    {"accepted_share", "/accepted_load", Measure::Over::kLoads, true, "/offered_load"},
    {"switch_fairness", "/group_positions/jain", Measure::Over::kLoads, true},
    {"least_switch", "/group_positions/accepted_min", Measure::Over::kLoads, true,
     "/group_positions/accepted_mean"},
    {"network_latency", "/latency/network/mean", Measure::Over::kLoads, false},
    {"generation_latency", "/latency/generation/mean", Measure::Over::kLoads, false},
    {"completion_time", "/completion_cycle", Measure::Over::kOnlyPoint, false},
    {"minimal_share", "/paths/minimal", Measure::Over::kLoads, true},
    {"hops", "/hops/mean", Measure::Over::kLoads, false},
    {"vcs_used", "/links/vcs_used", Measure::Over::kLargest, false},
    {"reconfiguration", "/reconfiguration/0/cycles", Measure::Over::kOnlyPoint, false},
    {"cut", "/packets/cut", Measure::Over::kSum, false},
    {"dropped", "/packets/dropped", Measure::Over::kSum, false},
    {"deviated", "/packets/deviated", Measure::Over::kSum, false},
    {"out_of_order", "/packets/out_of_order", Measure::Over::kSum, false},
    {"crosspoints", "/crosspoints", Measure::Over::kOnlyPoint, false},
    {"network_cost", "/network_cost", Measure::Over::kOnlyPoint, false},
    {"register_bits", "/bits", Measure::Over::kLoads, false},
    {"not_tolerated", "/not_tolerated", Measure::Over::kLoads, false},
    {"disconnected", "/disconnected", Measure::Over::kLoads, false},
    {"victims", "/victims", Measure::Over::kLoads, false},
    {"tolerated_faults", "/tolerated_faults", Measure::Over::kOnlyPoint, true},
    {"paths", "/paths", Measure::Over::kOnlyPoint, true},
    {"lost_paths", "/lost_paths", Measure::Over::kOnlyPoint, false},
    {"lost_share", "/lost_share", Measure::Over::kOnlyPoint, false},
    {"value", "", Measure::Over::kLoads, false},
};

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const NamedMeasure& each : kMeasures) names.emplace_back(each.name);
  return names;
}

const NamedMeasure& named_measure(const std::string& name) {
  return *std::find_if(std::begin(kMeasures), std::end(kMeasures),
                       [&](const NamedMeasure& each) { return each.name == name; });
}

ValueSchema number() {
  return real(-kLargestInteger, kLargestInteger);
}

KeySchema needed(const char* name, const char* meaning, ValueSchema value) {
  KeySchema result = key(name, meaning, "", std::move(value));
  result.required = true;
  return result;
}

KeySchema optional(const char* name, const char* meaning, ValueSchema value) {
  return key(name, meaning, "", std::move(value));
}

KeySchema settings(const char* name, const char* meaning) {
  ValueSchema list = list_of(text());
  list.minimum_elements = 0;
  return optional_key(name, meaning, "", std::move(list), json::array());
}

std::vector<KeySchema> measure_keys() {
  return {
      needed("measure", "What is measured.", text(measure_names())),
      optional("pointer", "Of `value`: where in a point the number is, a JSON pointer.", text()),
      optional("load", "Load, or loads over which the mean is taken.",
               one_or_list(real(0, 1e9, true), true)),
      optional("cost", "The measure times the curve's network cost, or the cost per measure.",
               text({"times", "per"}))};
}

MapSchema expectation_schema() {
  MapSchema map;
  map.keys = {optional("at_least", "Smallest value with which the claim holds.", number()),
              optional("at_most", "Largest value with which the claim holds.", number()),
              optional("value", "The paper's value.", number()),
              optional("within", "Largest distance from the value.", real(0, 1e15, true))};
  return map;
}

MapSchema claim_schema() {
  MapSchema map;
  map.keys = {
      needed("says", "The statement, in one sentence.", text()),
      optional("where", "Where the source says so; default: the experiment's source.", text()),
      optional("paper", "The paper's value or relation as reports print it.", text())};
  for (KeySchema& each : measure_keys()) map.keys.push_back(std::move(each));
  const std::vector<KeySchema> rest = {
      needed("curve", "The curve that is measured.", text()),
      optional("against", "The curve that it is compared with.", text()),
      optional("best_of", "It is compared with the best of these.", list_of(text())),
      optional("worst_of", "It is compared with the worst of these.", list_of(text())),
      optional("median_of", "It is compared with the one in the middle.", list_of(text())),
      optional("against_panel",
               "It is compared with what is measured in this panel, of the same curve if no other "
               "is given.",
               text()),
      optional("against_load",
               "It is compared with what is measured at this load, or the mean over these, of the "
               "same curve if no other is given.",
               one_or_list(real(0, 1e9, true), true)),
      optional("form", "How two values are compared.",
               text({"value", "percent", "ratio", "difference"})),
      optional("panels", "Panels in which the claim is to hold; default: all.", list_of(text())),
      optional_key("across", "In each panel, or one number over all of them.", "",
                   text({"each", "largest", "smallest", "mean"}), "each"),
      needed("expect", "What the measured value has to be.", map_of(expectation_schema())),
      optional("fails_because", "Why it does not hold here, if that is known.", text())};
  map.keys.insert(map.keys.end(), rest.begin(), rest.end());
  return map;
}

const MapSchema& experiment_schema() {
  static const MapSchema schema = [] {
    MapSchema map;
    map.keys = {
        optional("like", "Another experiment: what is not given here is as there.", text()),
        optional("title", "What the figure or table shows.", text()),
        optional("source", "Seed file, section, figure or table.", text()),
        optional("notes", "How the reproduction differs from the paper.", text()),
        optional("data", "Where the points come from.",
                 text({"simulation", "memory", "cost", "crosspoints", "faults"})),
        optional("configuration", "Configuration (YAML) that all points share.", text()),
        settings("set", "Overrides for all points."),
        settings("quick", "Overrides at quick scale."),
        settings("paper", "Overrides at paper scale."),
        settings("medium", "Overrides at medium scale, after those at paper scale."),
        optional(
            "panels", "Networks or workloads: parts of the figure.",
            list_of(map_of(std::vector<KeySchema>{
                needed("name", "Short name.", text()), needed("title", "What it is.", text()),
                settings("set", "Overrides."),
                optional("only", "Overrides for some of the curves.",
                         list_of(map_of(
                             std::vector<KeySchema>{needed("curves", "Which.", list_of(text())),
                                                    settings("set", "Overrides.")}))),
                optional_key("in_quick", "Whether it is part of the quick scale.", "", boolean(),
                             true),
                optional_key("in_medium",
                             "Whether it is part of the medium scale: as in the quick scale if it "
                             "is part of that, else if the experiment or it has `medium`.",
                             "", boolean(), true),
                optional_key("in_paper", "Whether it is part of the paper scale.", "", boolean(),
                             true),
                optional("chart", "Picture of panels: the chart that it is a part of.", text()),
                optional("at", "Picture of panels: its place on the x axis.", number()),
                settings("quick", "Overrides at quick scale."),
                settings("paper", "Overrides at paper scale."),
                settings("medium", "Overrides at medium scale, after those at paper scale.")}))),
        optional("curves", "Mechanisms.",
                 list_of(map_of(std::vector<KeySchema>{
                     needed("name", "Name in pictures and tables.", text()),
                     settings("set", "Overrides."),
                     optional("cost",
                              "Network design of which the relative cost is taken, or a number (as "
                              "text) in its place.",
                              text())}))),
        optional("picture", "What is drawn.",
                 [] {
                   std::vector<KeySchema> keys = {
                       needed("kind", "What it shows.",
                              text({"none", "curves", "panels", "bars", "time_series", "list"})),
                       optional("x", "JSON pointer into a point.", text()),
                       optional("y", "JSON pointer into a point, into a sample, or to a list.",
                                text()),
                       optional_key("x_title", "Title of the axis.", "", text(), ""),
                       optional_key("y_title", "Title of the axis.", "", text(), ""),
                       optional_key("log", "Axes with a logarithmic scale.", "",
                                    list_of(text({"x", "y"})), json::array()),
                       optional("normalised_to", "Bars and panels: the curve whose value is 1.",
                                text())};
                   for (KeySchema& each : measure_keys()) {
                     each.required = false;
                     keys.push_back(std::move(each));
                   }
                   return map_of(std::move(keys));
                 }()),
        optional("claims", "What the paper says.", list_of(map_of(claim_schema())))};
    return map;
  }();
  return schema;
}

/// The text that a key holds, or an empty one.
std::string text_of(const json& map, const char* name) {
  return map.contains(name) ? map.at(name).get<std::string>() : std::string();
}

/// Turns the checked keys of one definition into an Experiment; checks what the schema cannot.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : document_(text, name) {
    values_ = Checker(document_, {}).map(document_.root(), KeyPath(), experiment_schema());
  }

  Experiment read(const std::string& id) {
    inherit();
    Experiment result;
    result.id = id;
    result.title = required_text("title");
    result.source = required_text("source");
    result.notes = text_of(values_, "notes");
    const std::string data = values_.value("data", "simulation");
    result.data = data == "memory"        ? Experiment::Data::kMemory
                  : data == "cost"        ? Experiment::Data::kCost
                  : data == "crosspoints" ? Experiment::Data::kCrosspoints
                  : data == "faults"      ? Experiment::Data::kFaults
                                          : Experiment::Data::kSimulation;
    if (result.data == Experiment::Data::kSimulation) {
      result.configuration = required_text("configuration");
    }
    result.set = overrides(values_, KeyPath(), "set");
    result.quick = overrides(values_, KeyPath(), "quick");
    result.paper = overrides(values_, KeyPath(), "paper");
    result.medium = overrides(values_, KeyPath(), "medium");
    read_curves(result);
    read_panels(result);
    if (values_.contains("picture")) result.picture = picture(result);
    const json claims = values_.value("claims", json::array());
    for (std::size_t i = 0; i < claims.size(); ++i) {
      result.claims.push_back(claim(claims[i], KeyPath().key("claims").element(i), result));
    }
    return result;
  }

 private:
  /// Takes over what another definition says and this one does not, and from those that it is like
  /// in turn. Claims are everyone's own.
  void inherit() {
    std::set<std::string> given = {"claims"};
    for (const MapEntry& entry : document_.root().entries) given.insert(entry.key);
    std::set<std::string> passed;
    for (std::string like = text_of(values_, "like"); !like.empty();) {
      const KeyPath path = KeyPath().key("like");
      const std::string* text = find_experiment_text(like);
      if (text == nullptr) {
        std::vector<std::string> known;
        for (const ExperimentText& each : experiment_library()) known.push_back(each.id);
        document_.fail(path, fmt::format("'{}' is not an experiment; allowed: {}", like,
                                         fmt::join(known, ", ")));
      }
      if (!passed.insert(like).second) {
        document_.fail(path, fmt::format("'{}' is like itself; allowed: another one", like));
      }
      const Document other(*text, like + ".yaml");
      const json values = Checker(other, {}).map(other.root(), KeyPath(), experiment_schema());
      like = text_of(values, "like");
      for (const MapEntry& entry : other.root().entries) {
        if (given.insert(entry.key).second) values_[entry.key] = values.at(entry.key);
      }
    }
  }

  std::string required_text(const char* name) {
    if (!values_.contains(name)) document_.fail(KeyPath().key(name), "is missing");
    return values_.at(name).get<std::string>();
  }

  std::vector<Override> overrides(const json& map, const KeyPath& path, const char* name) const {
    std::vector<Override> result;
    if (!map.contains(name)) return result;
    const json& list = map.at(name);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto text = list[i].get<std::string>();
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0) {
        document_.fail(path.key(name).element(i),
                       fmt::format("'{}' sets nothing; allowed: KEY.PATH=VALUE", text));
      }
      result.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return result;
  }

  void read_panels(Experiment& result) {
    const KeyPath path = KeyPath().key("panels");
    const json list = values_.value("panels", json::array());
    if (list.empty()) document_.fail(path, "is missing");
    for (std::size_t i = 0; i < list.size(); ++i) {
      Panel panel;
      panel.name = list[i].at("name").get<std::string>();
      panel.title = list[i].at("title").get<std::string>();
      panel.set = overrides(list[i], path.element(i), "set");
      panel.quick = overrides(list[i], path.element(i), "quick");
      panel.paper = overrides(list[i], path.element(i), "paper");
      panel.medium = overrides(list[i], path.element(i), "medium");
      panel.in_quick = list[i].at("in_quick").get<bool>();
      panel.in_paper = list[i].at("in_paper").get<bool>();
      panel.in_medium = list[i].at("in_medium").get<bool>();
      if (!panel.in_quick && !panel.in_paper) {
        document_.fail(path.element(i),
                       "is part of no scale; allowed: one of in_quick and in_paper may be false");
      }
      panel.chart = text_of(list[i], "chart");
      if (list[i].contains("at")) panel.at = list[i].at("at").get<double>();
      const json only = list[i].value("only", json::array());
      for (std::size_t j = 0; j < only.size(); ++j) {
        const KeyPath here = path.element(i).key("only").element(j);
        Panel::Only each;
        for (const json& name : only[j].at("curves")) {
          each.curves.push_back(known(name.get<std::string>(), curves_, here.key("curves")));
        }
        each.set = overrides(only[j], here, "set");
        panel.only.push_back(std::move(each));
      }
      check_new(panel.name, panels_, path.element(i));
      result.panels.push_back(std::move(panel));
    }
  }

  void read_curves(Experiment& result) {
    const KeyPath path = KeyPath().key("curves");
    const json list = values_.value("curves", json::array());
    if (list.empty()) document_.fail(path, "is missing");
    for (std::size_t i = 0; i < list.size(); ++i) {
      Curve curve;
      curve.name = list[i].at("name").get<std::string>();
      curve.set = overrides(list[i], path.element(i), "set");
      curve.cost = text_of(list[i], "cost");
      check_new(curve.name, curves_, path.element(i));
      result.curves.push_back(std::move(curve));
    }
  }

  void check_new(const std::string& name, std::vector<std::string>& names, const KeyPath& path) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      document_.fail(path.key("name"), fmt::format("'{}' is given twice; allowed: once", name));
    }
    names.push_back(name);
  }

  const std::string& known(const std::string& name, const std::vector<std::string>& names,
                           const KeyPath& path) const {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      document_.fail(path,
                     fmt::format("'{}' is not known; allowed: {}", name, fmt::join(names, ", ")));
    }
    return name;
  }

  static std::vector<double> loads(const json& one_or_several) {
    std::vector<double> result;
    for (const json& each :
         one_or_several.is_array() ? one_or_several : json::array({one_or_several})) {
      result.push_back(each.get<double>());
    }
    return result;
  }

  Measure measure(const json& map, const KeyPath& path) const {
    Measure result;
    result.name = map.at("measure").get<std::string>();
    const NamedMeasure& named = named_measure(result.name);
    result.pointer = map.contains("pointer") ? pointer(map, "pointer", path) : named.pointer;
    const bool takes_pointer = *named.pointer == '\0';
    if (takes_pointer != map.contains("pointer")) {
      document_.fail(path.key("pointer"),
                     takes_pointer ? "is missing; allowed: a JSON pointer into a point"
                                   : fmt::format("'{}' says itself what it is; allowed: nothing",
                                                 result.name));
    }
    if (takes_pointer) result.name = result.pointer;
    result.divisor = named.divisor;
    result.over = named.over;
    result.larger_is_better = named.larger_is_better;
    if (map.contains("load")) {
      if (named.over != Measure::Over::kLoads) {
        document_.fail(path.key("load"), fmt::format("'{}' is not measured at a load; allowed: "
                                                     "nothing",
                                                     result.name));
      }
      result.loads = loads(map.at("load"));
    } else if (named.over == Measure::Over::kLoads) {
      result.over = Measure::Over::kOnlyPoint;
    }
    const std::string cost = text_of(map, "cost");
    if (cost == "times") result.cost = Measure::Cost::kTimes;
    if (cost == "per") {
      result.cost = Measure::Cost::kPer;
      result.larger_is_better = !result.larger_is_better;
    }
    return result;
  }

  /// A text that is a JSON pointer to something.
  std::string pointer(const json& map, const char* name, const KeyPath& path) const {
    std::string result = text_of(map, name);
    try {
      if (!json::json_pointer(result).empty()) return result;
    } catch (const json::exception&) {
    }
    document_.fail(path.key(name), fmt::format("'{}' is no JSON pointer; allowed: like "
                                               "/latency/network/mean",
                                               result));
  }

  Reference reference(const json& map, const KeyPath& path) const {
    Reference result;
    int given = 0;
    const auto take = [&](const char* name, Reference::Pick pick) {
      if (!map.contains(name)) return;
      ++given;
      result.pick = pick;
      const json& list = map.at(name);
      for (const json& each : list.is_array() ? list : json::array({list})) {
        result.curves.push_back(known(each.get<std::string>(), curves_, path.key(name)));
      }
    };
    take("against", Reference::Pick::kBest);
    take("best_of", Reference::Pick::kBest);
    take("worst_of", Reference::Pick::kWorst);
    take("median_of", Reference::Pick::kMedian);
    if (given > 1) {
      document_.fail(path,
                     "is compared with several things; allowed: one of against, best_of, "
                     "worst_of, median_of");
    }
    return result;
  }

  Claim claim(const json& map, const KeyPath& path, const Experiment& experiment) const {
    Claim result;
    result.says = map.at("says").get<std::string>();
    result.where = map.contains("where") ? text_of(map, "where") : experiment.source;
    result.measure = measure(map, path);
    check_costs(result.measure, path, experiment);
    result.curve = known(map.at("curve").get<std::string>(), curves_, path.key("curve"));
    result.reference = reference(map, path);
    if (map.contains("against_panel")) {
      result.against_panel =
          known(text_of(map, "against_panel"), panels_, path.key("against_panel"));
      if (result.reference.curves.empty()) result.reference.curves = {result.curve};
    }
    if (map.contains("against_load")) {
      if (result.measure.loads.empty()) {
        document_.fail(path.key("against_load"),
                       "needs a load of its own to compare with; allowed: beside a load");
      }
      result.against_loads = loads(map.at("against_load"));
      if (result.reference.curves.empty()) result.reference.curves = {result.curve};
    }
    const bool compared = !result.reference.curves.empty();
    static const std::map<std::string, Claim::Form> forms = {
        {"value", Claim::Form::kValue},
        {"percent", Claim::Form::kPercent},
        {"ratio", Claim::Form::kRatio},
        {"difference", Claim::Form::kDifference}};
    const std::string form = map.contains("form") ? text_of(map, "form")
                             : compared           ? "percent"
                                                  : "value";
    result.form = forms.at(form);
    if ((result.form == Claim::Form::kValue) == compared) {
      document_.fail(
          path.key("form"),
          compared ? "'value' compares nothing; allowed: percent, ratio, difference"
                   : fmt::format("'{}' needs something to compare with; allowed: value", form));
    }
    static const std::map<std::string, Claim::Across> across = {
        {"each", Claim::Across::kEach},
        {"largest", Claim::Across::kLargest},
        {"smallest", Claim::Across::kSmallest},
        {"mean", Claim::Across::kMean}};
    result.across = across.at(map.at("across").get<std::string>());
    if (map.contains("panels")) {
      for (const json& each : map.at("panels")) {
        result.panels.push_back(known(each.get<std::string>(), panels_, path.key("panels")));
      }
    } else {
      result.panels = panels_;
    }
    expectation(map.at("expect"), path.key("expect"), result);
    if (map.contains("paper")) result.paper = text_of(map, "paper");
    result.fails_because = text_of(map, "fails_because");
    return result;
  }

  /// Bounds, and how reports print the paper's value if the claim does not say.
  void expectation(const json& map, const KeyPath& path, Claim& claim) const {
    const bool value = map.contains("value");
    const bool bounds = map.contains("at_least") || map.contains("at_most");
    if (value == bounds || value != map.contains("within")) {
      document_.fail(path,
                     "says nothing to check; allowed: value and within, or at_least and "
                     "at_most (one or both)");
    }
    const std::string unit = claim.form == Claim::Form::kPercent ? " %" : "";
    if (value) {
      const auto middle = map.at("value").get<double>();
      const auto within = map.at("within").get<double>();
      claim.at_least = middle - within;
      claim.at_most = middle + within;
      claim.paper = number_text(middle) + unit;
      return;
    }
    if (map.contains("at_least")) claim.at_least = map.at("at_least").get<double>();
    if (map.contains("at_most")) claim.at_most = map.at("at_most").get<double>();
    if (claim.at_least && claim.at_most && *claim.at_least > *claim.at_most) {
      document_.fail(path,
                     "nothing is both at least and at most that; allowed: at_least <= "
                     "at_most");
    }
    if (claim.at_least && claim.at_most) {
      claim.paper = number_text(*claim.at_least) + " to " + number_text(*claim.at_most) + unit;
    } else if (claim.at_least) {
      claim.paper = "≥ " + number_text(*claim.at_least) + unit;
    } else {
      claim.paper = "≤ " + number_text(*claim.at_most) + unit;
    }
  }

  Picture picture(const Experiment& experiment) const {
    const json& map = values_.at("picture");
    const KeyPath path = KeyPath().key("picture");
    Picture result;
    static const std::map<std::string, Picture::Kind> kinds = {
        {"none", Picture::Kind::kNone},
        {"curves", Picture::Kind::kCurves},
        {"panels", Picture::Kind::kPanels},
        {"bars", Picture::Kind::kBars},
        {"time_series", Picture::Kind::kTimeSeries},
        {"list", Picture::Kind::kList}};
    result.kind = kinds.at(map.at("kind").get<std::string>());
    result.x = text_of(map, "x");
    result.y = text_of(map, "y");
    result.x_title = text_of(map, "x_title");
    result.y_title = text_of(map, "y_title");
    for (const json& axis : map.at("log")) (axis == "x" ? result.log_x : result.log_y) = true;
    const bool axes = !result.x.empty() && !result.y.empty();
    if (result.kind == Picture::Kind::kCurves && !axes) {
      document_.fail(path, "curves need x and y; allowed: JSON pointers into a point");
    }
    if (result.kind == Picture::Kind::kTimeSeries && result.y.empty()) {
      document_.fail(path, "a time series needs y; allowed: a JSON pointer into a sample");
    }
    if (result.kind == Picture::Kind::kList) {
      if (!map.contains("y") || !map.contains("load") || map.at("load").is_array()) {
        document_.fail(path,
                       "a list needs y and a load; allowed: a JSON pointer to a list in the "
                       "points, and the load of these");
      }
      result.load = map.at("load").get<double>();
    }
    if (result.kind == Picture::Kind::kBars || result.kind == Picture::Kind::kPanels) {
      if (!map.contains("measure")) {
        document_.fail(path, fmt::format("{} need a measure; allowed: {}", text_of(map, "kind"),
                                         fmt::join(measure_names(), ", ")));
      }
      result.measure = measure(map, path);
    }
    if (map.contains("normalised_to")) {
      result.normalised_to =
          known(text_of(map, "normalised_to"), curves_, path.key("normalised_to"));
    }
    if (result.measure) check_costs(*result.measure, path, experiment);
    if (result.kind == Picture::Kind::kPanels) check_places(experiment);
    return result;
  }

  /// Panels over which something is drawn have a place.
  void check_places(const Experiment& experiment) const {
    for (std::size_t i = 0; i < experiment.panels.size(); ++i) {
      if (experiment.panels[i].at) continue;
      document_.fail(KeyPath().key("panels").element(i).key("at"),
                     "is missing; the picture is drawn over the panels");
    }
  }

  /// Every curve needs a network design if costs are asked for.
  void check_costs(const Measure& measure, const KeyPath& path,
                   const Experiment& experiment) const {
    if (measure.cost == Measure::Cost::kNone) return;
    for (const Curve& curve : experiment.curves) {
      if (!curve.cost.empty()) continue;
      document_.fail(path, fmt::format("counts the network's cost, but curve '{}' has no `cost`; "
                                       "allowed: a network design for every curve",
                                       curve.name));
    }
  }

  Document document_;
  json values_;
  std::vector<std::string> panels_, curves_;
};

}  // namespace

const char* scale_name(Scale scale) {
  switch (scale) {
    case Scale::kQuick:
      return "quick";
    case Scale::kMedium:
      return "medium";
    case Scale::kPaper:
      break;
  }
  return "paper";
}

const Panel& Experiment::panel(const std::string& name) const {
  return *std::find_if(panels.begin(), panels.end(),
                       [&](const Panel& each) { return each.name == name; });
}

const Curve& Experiment::curve(const std::string& name) const {
  return *std::find_if(curves.begin(), curves.end(),
                       [&](const Curve& each) { return each.name == name; });
}

std::vector<const Panel*> Experiment::panels_at(Scale scale) const {
  const auto runs = [&](const Panel& panel) {
    switch (scale) {
      case Scale::kQuick:
        return panel.in_quick;
      case Scale::kMedium:
        return panel.in_medium && (panel.in_quick || !medium.empty() || !panel.medium.empty());
      case Scale::kPaper:
        break;
    }
    return panel.in_paper;
  };
  std::vector<const Panel*> result;
  for (const Panel& each : panels) {
    if (runs(each)) result.push_back(&each);
  }
  return result;
}

std::vector<Override> Experiment::overrides(const Panel& panel, const Curve& curve,
                                            Scale scale) const {
  std::vector<Override> result;
  const auto add = [&result](const std::vector<Override>& list) {
    result.insert(result.end(), list.begin(), list.end());
  };
  add(set);
  add(panel.set);
  add(curve.set);
  for (const Panel::Only& each : panel.only) {
    const bool meant =
        std::find(each.curves.begin(), each.curves.end(), curve.name) != each.curves.end();
    if (meant) add(each.set);
  }
  // At medium scale too, a panel of the quick scale is run as it is there.
  const bool quickly = scale == Scale::kQuick || (scale == Scale::kMedium && panel.in_quick);
  add(quickly ? quick : paper);
  add(quickly ? panel.quick : panel.paper);
  if (scale == Scale::kMedium && !quickly) {
    add(medium);
    add(panel.medium);
  }
  return result;
}

Experiment parse_experiment(const std::string& text, const std::string& name) {
  const std::size_t slash = name.find_last_of('/');
  std::string id = slash == std::string::npos ? name : name.substr(slash + 1);
  if (id.size() > 5 && id.compare(id.size() - 5, 5, ".yaml") == 0) id.resize(id.size() - 5);
  return Reader(text, name).read(id);
}

}  // namespace netloom
