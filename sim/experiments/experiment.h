#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// How much of an experiment is run.
enum class Scale {
  kQuick,   ///< minutes
  kMedium,  ///< the quick scale, and panels of the paper scale with shorter runs
  kPaper,   ///< all parameters of the paper
};

/// "quick", "medium" or "paper".
const char* scale_name(Scale scale);

/// A number that is read from the points of one curve, once per seed.
struct Measure {
  enum class Over {
    kOnlyPoint,  ///< closed workloads: there is one point per seed
    kLoads,      ///< mean over the listed loads
    kLargest,    ///< largest over all loads
    kSum,        ///< over all loads
  };
  enum class Cost { kNone, kTimes, kPer };
  enum class Source {
    kRuns,          ///< of simulations: a sample, whatever its size
    kCombinations,  ///< of combinations of faults: all, or a sample
    kCounted,       ///< nothing in it is drawn
  };

  std::string name;     ///< as the definition spells it
  std::string pointer;  ///< JSON pointer into a point: "/accepted_load"; `value`: as given
  std::string unit;     ///< empty: none, or `value`
  std::string divisor;  ///< the number that it is divided by, a JSON pointer; "": by none
  Source source = Source::kRuns;
  Over over = Over::kOnlyPoint;
  std::vector<double> loads;
  bool larger_is_better = false;
  Cost cost = Cost::kNone;  ///< the curve's network cost times the number, or per it
};

/// What a claim's curve is compared with: one curve, or the one of several whose mean is the best,
/// the worst, or in the middle.
struct Reference {
  enum class Pick { kBest, kWorst, kMedian };
  Pick pick = Pick::kBest;
  std::vector<std::string> curves;  ///< empty: compared with nothing
};

/// What a claim expects of a number. At least one bound is given.
struct Range {
  std::optional<double> at_least, at_most;     ///< bounds that belong to it
  std::optional<double> more_than, less_than;  ///< bounds that do not

  bool has(double x) const {
    return (!at_least || x >= *at_least) && (!at_most || x <= *at_most) &&
           (!more_than || x > *more_than) && (!less_than || x < *less_than);
  }
  /// Whether it has two bounds, which both lie between two numbers.
  bool is_between(double low, double high) const {
    const std::optional<double>& least = at_least ? at_least : more_than;
    const std::optional<double>& most = at_most ? at_most : less_than;
    return least && most && low <= *least && *most <= high;
  }
};

/// A statement of a paper as data: what is measured, and what is expected of it.
struct Claim {
  enum class Form {
    kValue,       ///< a
    kPercent,     ///< 100 (a / b - 1)
    kRatio,       ///< a / b
    kDifference,  ///< a - b
  };
  enum class Across { kEach, kLargest, kSmallest, kMean };

  std::string says;   ///< the statement, in one sentence
  std::string quote;  ///< the source's own sentence; empty: not given
  std::string where;  ///< section, figure or table of the source
  std::string paper;  ///< the paper's value or relation, as printed in reports
  Measure measure;
  std::string curve;
  Reference reference;
  Form form = Form::kValue;
  std::vector<std::string> panels;  ///< in which it is to hold
  std::string against_panel;        ///< where the reference is measured; empty: in the same panel
  std::optional<Measure> against_measure;  ///< what is measured of it; none: the same
  std::vector<double> against_loads;       ///< loads at which it is; empty: those of the measure
  Across across = Across::kEach;           ///< in each of them, or for one number over all of them
  Range expected;
  std::optional<double> within;  ///< of a printed number: how far it may be away, as a share of it
  bool invariant = false;        ///< true by construction: checked, but no statement of the source
  std::string not_testable;      ///< why nothing can be measured; empty: it can
  std::string fails_because;     ///< a remark for where it does not hold
  /// Variants of the experiment, in one of which it holds where it does not here: their runs
  /// explain the failure.
  std::vector<std::string> explained_by;
};

/// What only some curves are given.
struct Only {
  std::vector<std::string> curves;
  std::vector<Override> set;
};

/// One network or workload of an experiment: a part of a figure.
struct Panel {
  std::string name;
  std::string title;
  std::vector<Override> set;
  std::vector<Only> only;
  bool in_quick = true, in_medium = true, in_paper = true;
  std::string chart;         ///< Picture::Kind::kPanels: title of the chart that it is a part of
  std::optional<double> at;  ///< Picture::Kind::kPanels: its place on the x axis
  std::vector<Override> quick, medium, paper;  ///< set at that scale only; medium: after paper
};

/// One mechanism: a curve of each panel.
struct Curve {
  std::string name;
  std::vector<Override> set;
  std::string cost;  ///< network design whose relative cost counts; empty = none
};

/// What is drawn.
struct Picture {
  enum class Kind {
    kNone,
    kCurves,      ///< a chart per panel, over the points of a curve
    kPanels,      ///< a measure over the panels
    kBars,        ///< a measure, with a group of bars per panel
    kTimeSeries,  ///< a chart per panel, over the samples of a point
    kList,        ///< a chart per panel, over the elements of a list in the points of one load
  };
  Kind kind = Kind::kNone;
  std::string x, y;  ///< JSON pointers into a point (time series: into a sample; list: to it)
  double load = 0;   ///< list: of the points
  std::string x_title, y_title;
  bool log_x = false, log_y = false;
  std::optional<Measure> measure;  ///< bars, panels
  std::string normalised_to;       ///< bars, panels: curve whose value is 1; empty = none
};

/// The experiment with one thing changed: a rule, a size, a reading of the text.
struct Variant {
  std::string name;
  std::string title;
  std::vector<Override> set;                ///< applied after all others of the experiment
  std::vector<Only> only;                   ///< applied after `set`; other curves are as they were
  std::vector<std::string> panels, curves;  ///< that it has
};

/// A figure or table of a paper: configurations, what the paper claims about them, and how it is
/// drawn. The pages of docs/results/reproduction/ are written from these.
struct Experiment {
  enum class Data { kSimulation, kMemory, kCost, kCrosspoints, kFaults };

  std::string id;  ///< "fig-4.13"
  std::string title;
  std::string source;  ///< paper and section: "[LIA 2025], section 6.4"
  std::string notes;   ///< how the reproduction differs, for the report
  Data data = Data::kSimulation;
  std::string configuration;  ///< YAML; simulations only
  std::vector<Override> set, quick, medium, paper;
  std::vector<Panel> panels;
  std::vector<Curve> curves;
  std::vector<Variant> variants;  ///< what counts is the experiment itself, which is none of them
  Picture picture;
  std::vector<Claim> claims;

  const Panel& panel(const std::string& name) const;
  const Curve& curve(const std::string& name) const;
  const Variant& variant(const std::string& name) const;
  std::size_t index_of(const Variant& variant) const {
    return static_cast<std::size_t>(&variant - variants.data());
  }
  /// The experiment itself, which is null, and its variants.
  std::vector<const Variant*> boards() const;
  /// "fig-4.13, variant shared, panel a, curve FF"
  std::string place(const Variant* variant, const Panel& panel, const Curve& curve) const;
  /// Panels that are run at a scale. `variant`: that it has; null: of the experiment itself.
  std::vector<const Panel*> panels_at(Scale scale, const Variant* variant = nullptr) const;
  /// Curves that a variant has; null: all.
  std::vector<const Curve*> curves_of(const Variant* variant) const;
  /// All overrides of one curve in one panel, in the order in which they are applied.
  std::vector<Override> overrides(const Panel& panel, const Curve& curve, Scale scale,
                                  const Variant* variant = nullptr) const;
};

/// Reads a definition; docs/reference/experiment_files.md has its keys. `name` stands for the file
/// in messages, and, without folder and .yaml, is the experiment's id. Error: "NAME:LINE: key: …".
Experiment parse_experiment(const std::string& text, const std::string& name);

}  // namespace sim
}  // namespace netloom
