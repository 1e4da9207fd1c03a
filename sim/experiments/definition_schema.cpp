#include "sim/experiments/definition_schema.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "sim/config/schema_parts.h"
#include "sim/experiments/measures.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

ValueSchema number() {
  return real(-kLargestInteger, kLargestInteger);
}

KeySchema optional(const char* name, const char* meaning, ValueSchema value) {
  return key(name, meaning, "", std::move(value));
}

ValueSchema list_or_none(ValueSchema element) {
  ValueSchema list = list_of(std::move(element));
  list.minimum_elements = 0;
  return list;
}

KeySchema settings(const char* name, const char* meaning) {
  return optional_key(name, meaning, "", list_or_none(text()), json::array());
}

KeySchema only() {
  return optional(
      "only", "Overrides for some of the curves.",
      list_of(map_of(std::vector<KeySchema>{required_key("curves", "Which.", list_of(text())),
                                            settings("set", "Overrides.")})));
}

std::vector<KeySchema> measure_keys() {
  return {
      optional("measure", "What is measured.", text(measure_names())),
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
              optional("more_than", "It holds with larger values.", number()),
              optional("less_than", "It holds with smaller values.", number()),
              optional("value", "The value that the paper prints.", number()),
              optional("within", "Largest distance from the value.", real(0, 1e15, true)),
              optional("reading_error",
                       "The same where the value is read off a picture, or said to be about that.",
                       real(0, 1e15, true))};
  return map;
}

MapSchema claim_schema() {
  MapSchema map;
  map.keys = {
      required_key("says",
                   "The statement, in one sentence; {curve} and {against} stand for the names.",
                   text()),
      optional("quote", "The sentence of the source.", text()),
      optional("where", "Where the source says so; default: the experiment's source.", text()),
      optional("paper", "The paper's value or relation as reports print it.", text())};
  for (KeySchema& each : measure_keys()) map.keys.push_back(std::move(each));
  const std::vector<KeySchema> rest = {
      optional("curve", "The curve that is measured; of several, each makes a claim.",
               one_or_list(text(), true)),
      optional("against", "The curve that it is compared with; each of several makes a claim.",
               one_or_list(text(), true)),
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
      optional("against_measure",
               "It is compared with this measure, of the same curve if no other is given.",
               text(measure_names())),
      optional("form", "How two values are compared.",
               text({"value", "percent", "ratio", "difference"})),
      optional("panels", "Panels in which the claim is to hold; default: all.", list_of(text())),
      optional_key("across", "In each panel, or one number over all of them.", "",
                   text({"each", "largest", "smallest", "mean"}), "each"),
      optional("expect", "What the measured value has to be.", map_of(expectation_schema())),
      optional_key("invariant", "True by construction: checked, but no statement of the paper.", "",
                   boolean(), false),
      optional("not_testable", "Why nothing is measured, in the place of that.", text()),
      optional("fails_because", "What is known of why it does not hold here.", text()),
      optional("explained_by", "Variants in one of which it holds where it does not here.",
               list_of(text()))};
  map.keys.insert(map.keys.end(), rest.begin(), rest.end());
  return map;
}

}  // namespace

const MapSchema& experiment_schema() {
  static const MapSchema schema = [] {
    MapSchema map;
    map.keys = {
        optional("like", "Another experiment: what is not given here is as there.", text()),
        optional("title", "What the figure or table shows.", text()),
        optional("source", "What it is of: a paper, section, figure or table.", text()),
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
                required_key("name", "Short name.", text()),
                required_key("title", "What it is.", text()), settings("set", "Overrides."), only(),
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
                     required_key("name", "Name in pictures and tables.", text()),
                     settings("set", "Overrides."),
                     optional("cost",
                              "Network design of which the relative cost is taken, or a number (as "
                              "text) in its place.",
                              text())}))),
        optional("variants", "The experiment with one thing changed.",
                 list_or_none(map_of(std::vector<KeySchema>{
                     required_key("name", "Short name.", text()),
                     required_key("title", "What it changes.", text()),
                     settings("set", "Overrides, after all others."), only(),
                     optional("panels", "That it has; default: all.", list_of(text())),
                     optional("curves", "That it has; default: all.", list_of(text()))}))),
        optional("picture", "What is drawn.",
                 [] {
                   std::vector<KeySchema> keys = {
                       required_key(
                           "kind", "What it shows.",
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
                   for (KeySchema& each : measure_keys()) keys.push_back(std::move(each));
                   return map_of(std::move(keys));
                 }()),
        optional("claims", "What the paper says.", list_of(map_of(claim_schema())))};
    return map;
  }();
  return schema;
}

}  // namespace sim
}  // namespace netloom
