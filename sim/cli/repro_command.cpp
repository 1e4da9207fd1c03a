#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/base/text_columns.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/repro_document.h"
#include "sim/config/check.h"
#include "sim/experiments/budget.h"
#include "sim/experiments/library.h"
#include "sim/experiments/pictures.h"
#include "sim/experiments/produce.h"
#include "sim/experiments/report.h"
#include "sim/report/gnuplot.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/verify.h"

namespace netloom {
inline namespace sim {
namespace {

struct ReproOptions {
  std::vector<std::string> ids;
  std::string scale = "quick";
  std::string folder = "reproduction";
  std::string database;
  std::string json;
  std::string document;
  bool pictures = true;
  bool any_build = false;
  bool only_known = false;
  bool with_quick = false;
  bool plan = false;
  double budget = 0;       ///< processor hours; 0: as many as it takes
  std::size_t verify = 0;  ///< points
  double most_seconds = 30;
  std::uint64_t draw = 1;
  int jobs = default_jobs();
  OverrideOptions overrides;
};

/// Ids that may have been meant by one that there is not.
constexpr std::size_t kMostSuggestions = 5;

/// Of a user's own, and no id.
bool is_definition_file(const std::string& id) {
  return std::filesystem::path(id).extension() == ".yaml";
}

/// An experiment by its id, or from a user's file.
Experiment find_experiment(const std::string& id) {
  if (const std::string* text = find_experiment_text(id)) {
    return parse_experiment(*text, id + ".yaml");
  }
  if (is_definition_file(id)) return parse_experiment(read_text(id), id);
  if (id == "list") throw Error("'list' stands alone; allowed: netloom repro list");
  std::vector<std::string> known;
  for (const ExperimentText& each : experiment_library()) known.push_back(each.id);
  const std::vector<std::string> close = close_words(id, known, kMostSuggestions);
  throw Error(fmt::format(
      "'{}' is not an experiment{}; allowed: the {} that `netloom repro list` prints, "
      "all, or a definition in a .yaml file",
      id, close.empty() ? "" : fmt::format(" (did you mean {}?)", joined(close)), known.size()));
}

/// What `netloom repro` is given, each once, with the ids that `all` stands for.
std::vector<std::string> each_id(const std::vector<std::string>& ids) {
  std::vector<std::string> result;
  for (const std::string& id : ids) {
    if (id != "all") {
      result.push_back(id);
      continue;
    }
    for (const ExperimentText& each : experiment_library()) result.push_back(each.id);
  }
  return distinct(result, [](const std::string& id, const std::string& other) {
    return id == other ||
           (is_definition_file(id) && is_definition_file(other) && same_file(id, other));
  });
}

int list() {
  std::vector<std::vector<std::string>> rows = {{"experiment", "claims", "shows", "source"}};
  for (const ExperimentText& text : experiment_library()) {
    const Experiment each = parse_experiment(text.text, text.id + ".yaml");
    rows.push_back({each.id, std::to_string(each.claims.size()), each.title, each.source});
  }
  write_output("", aligned_columns(rows, {0, 2, 3}));
  return kSuccess;
}

constexpr Scale kScales[] = {Scale::kQuick, Scale::kMedium, Scale::kPaper};

std::vector<std::string> scale_names() {
  std::vector<std::string> names;
  for (const Scale each : kScales) names.emplace_back(scale_name(each));
  return names;
}

Scale scale_of(const std::string& name) {
  return *std::find_if(std::begin(kScales), std::end(kScales),
                       [&](Scale each) { return scale_name(each) == name; });
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

/// The options on which results depend.
std::string options_text(const ReproOptions& options) {
  std::string text = "--scale " + options.scale;
  for (const Setting& each : options.overrides.settings()) text += " " + each.given;
  if (options.any_build) text += " --any-build";
  if (options.only_known) text += " --only-known";
  if (options.with_quick) text += " --with-quick";
  return text;
}

/// The points that come with Netloom's sources.
constexpr const char* kShippedPoints = "docs/results/reproduction/points.sqlite.gz";

/// Points of a database, simulated again.
int verify_points(const ReproOptions& options) {
  VerifyOptions verify_options;
  verify_options.database = options.database.empty() ? kShippedPoints : options.database;
  verify_options.points = options.verify;
  verify_options.seconds = options.most_seconds;
  verify_options.seed = options.draw;
  verify_options.jobs = options.jobs;
  verify_options.progress = stderr_is_terminal();
  const VerifyOutcome outcome = verify(verify_options);
  std::string text;
  for (const std::string& each : outcome.differences) text += each + "\n";
  text += fmt::format(
      "{} of {} points that were drawn are equal to the digit; {} of the {} in {} took at most {} "
      "seconds and could be drawn\n",
      outcome.simulated - outcome.differences.size(), outcome.simulated, outcome.can_be,
      outcome.stored, verify_options.database, verify_options.seconds);
  write_output("", text);
  return outcome.differences.empty() && outcome.simulated > 0 ? kSuccess : kFailure;
}

/// Whether any statement could be judged.
bool has_result(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& each) {
    return each.verdict != Verdict::kNotRun && each.verdict != Verdict::kNotTestable;
  });
}

/// An experiment at a scale.
struct Made {
  Production production;
  ExperimentReport report;
};

std::unique_ptr<Made> make_report(const Experiment& experiment, const ProduceOptions& options) {
  auto made = std::make_unique<Made>();
  made->production = produce(experiment, options);
  made->report.experiment = &experiment;
  made->report.scale = options.scale;
  made->report.overrides = options.overrides;
  made->report.production = &made->production;
  judge(made->report);
  return made;
}

/// Whether something does not hold of which the definition does not know it.
bool has_surprise(const std::vector<Finding>& findings) {
  return !broken_invariants(findings).empty() ||
         std::any_of(findings.begin(), findings.end(), [](const Finding& each) {
           return each.verdict == Verdict::kFails && each.claim->fails_because.empty();
         });
}

/// What a budget was spent on.
std::string spent_text(const BudgetOutcome& spent) {
  return fmt::format(
      "{} points were simulated in {:.2f} processor hours, {} of them failed; {} "
      "more were not reached\n\n",
      spent.simulated, spent.processor_hours, spent.failed, spent.not_begun);
}

/// What the experiments have at a scale. Points of `data` that is computed are not in a database.
int print_plan(const std::vector<Experiment>& experiments, const ProduceOptions& options) {
  std::vector<std::vector<std::string>> rows = {
      {"experiment", "claims", "statements", "invariants", "variants", "points", "not run"}};
  for (const Experiment& experiment : experiments) {
    const std::vector<Finding> findings = evaluate(experiment, ExperimentResults(), options.scale);
    const std::size_t statements = VerdictCounts(findings).all();
    Production production;
    if (experiment.data == Experiment::Data::kSimulation) {
      ProduceOptions only_known = options;
      only_known.only_known = true;
      production = produce(experiment, only_known);
    }
    rows.push_back({experiment.id, std::to_string(experiment.claims.size()),
                    std::to_string(statements), std::to_string(findings.size() - statements),
                    std::to_string(experiment.variants.size()), std::to_string(production.points),
                    std::to_string(production.missing)});
  }
  write_output("", aligned_columns(rows, {0}));
  return kSuccess;
}

int repro(const ReproOptions& options) {
  if (options.verify > 0) {
    if (!options.ids.empty()) {
      throw Error("repro: --verify draws from all points; allowed: no experiments beside it");
    }
    return verify_points(options);
  }
  if (options.ids.empty()) {
    throw Error("repro: no experiment is named; allowed: ids, definitions, all, or list");
  }
  if (options.ids.size() == 1 && options.ids.front() == "list") return list();
  NamedFiles files;
  for (const std::string& id : options.ids) {
    if (is_definition_file(id)) files.add_inputs({{"the experiment", id}});
  }
  files.add_output("--json", options.json);
  const std::vector<std::string> ids = each_id(options.ids);
  std::vector<Experiment> experiments;
  for (const std::string& id : ids) experiments.push_back(find_experiment(id));
  if (options.with_quick && !(options.only_known && options.scale != "quick")) {
    throw Error(
        "repro: --with-quick is for reports; allowed: with --only-known, and --scale medium or "
        "paper");
  }
  ProduceOptions produce_options;
  produce_options.scale = scale_of(options.scale);
  produce_options.overrides = options.overrides.overrides();
  produce_options.jobs = options.jobs;
  produce_options.database =
      options.database.empty() ? options.folder + "/points.sqlite" : options.database;
  produce_options.any_build = options.any_build;
  produce_options.only_known = options.only_known;
  if (options.plan) {
    produce_options.database = options.database;
    return print_plan(experiments, produce_options);
  }
  if (options.pictures) require_gnuplot();
  make_folder(options.folder);
  if (options.pictures) {
    for (const Experiment& each : experiments) {
      check_writable(options.folder + "/" + each.id + ".svg");
    }
  }
  produce_options.progress = stderr_is_terminal();
  files.add_database("--db", produce_options.database);
  if (options.budget > 0) {
    const BudgetOutcome spent = spend(experiments, produce_options, options.budget);
    write_output("", spent_text(spent));
    if (!spent.not_stored.empty()) print_error(spent.not_stored);
    produce_options.only_known = true;
  }
  ReproDocument pages(options.document);
  pages.prepare(experiments, files);

  Json document = {{"version", version()}, {"experiments", Json::array()}};
  bool as_expected = true;
  Outputs outputs;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const Experiment& experiment = experiments[i];
    const std::unique_ptr<Made> made = make_report(experiment, produce_options);
    std::unique_ptr<Made> quick;
    if (options.with_quick) {
      ProduceOptions smaller = produce_options;
      smaller.scale = Scale::kQuick;
      quick = make_report(experiment, smaller);
      if (!has_result(quick->report.findings)) quick.reset();
    }
    ExperimentReport& report = made->report;
    const Production& production = made->production;
    bool drawn = !options.pictures;
    if (options.pictures) {
      // Of the smaller scale where there is nothing of the other one.
      Made& from = quick && !has_result(report.findings) ? *quick : *made;
      outputs.attempt([&] {
        report.pictures = draw_pictures(experiment, from.report.scale, from.production.results,
                                        options.folder + "/" + experiment.id);
        drawn = true;
      });
    }
    outputs.print((i == 0 ? "" : "\n") + report_text(report));
    if (quick) outputs.print("\n" + report_text(quick->report));
    if (!production.not_stored.empty()) print_error(production.not_stored);
    if (production.failed > 0) {
      print_error(fmt::format("{}: {} of {} points failed: see above", experiment.id,
                              production.failed, production.points));
    }
    if (production.imprecise > 0) {
      print_error(
          fmt::format("{}: {} of {} points did not come to what simulation.precision and "
                      "warmup ask for within simulation.at_most",
                      experiment.id, production.imprecise, production.points));
    }
    document["experiments"].push_back(report_json(report));
    as_expected = as_expected && production.failed == 0 && production.missing == 0 &&
                  production.imprecise == 0 && production.not_stored.empty() &&
                  !has_surprise(report.findings);
    // What has been done so far is kept if a later experiment fails.
    outputs.write(options.json, [&] { return json_file_text(document); });
    // A page that was to have a picture is not written without.
    if (drawn) {
      pages.add(report, quick ? &quick->report : nullptr,
                {ids[i], options_text(options), today(), version()}, outputs);
    }
  }
  return outputs.status(as_expected ? kSuccess : kFailure);
}

void add_repro(Command& program) {
  Command command = program.add_command(
      "repro", "Runs experiments of the papers and compares them with the claims");
  auto options = std::make_shared<ReproOptions>();
  command.option("ID", options->ids, "Experiments by id, definitions (.yaml), all, or list");
  command.option("--scale", options->scale, "How much is run, from minutes on")
      .type_name("SCALE")
      .one_of(scale_names())
      .show_default();
  command.option("--out", options->folder, "Folder for pictures and finished points")
      .type_name("FOLDER")
      .show_default();
  command
      .option("--db", options->database,
              "SQLite file of all finished points (default: FOLDER/points.sqlite)")
      .type_name("FILE");
  command.flag("--only-known", options->only_known,
               "Simulates nothing: reports what the database has");
  command.flag(
      "--with-quick", options->with_quick,
      "With --only-known and a larger scale: also what the database has of the quick scale");
  command.flag("--plan", options->plan, "Simulates nothing: prints what there is to run");
  command.option("--budget", options->budget, "Processor hours; first what decides most claims")
      .type_name("HOURS")
      .decimal_number(1e-9, 1e6);
  command
      .option("--verify", options->verify,
              "Simulates so many points of the database again, drawn at random, and compares all "
              "digits (default database: docs/results/reproduction/points.sqlite.gz)")
      .type_name("NUMBER")
      .whole_number(1, 1000000);
  command
      .option("--most-seconds", options->most_seconds,
              "With --verify: only points that took at most that long are drawn")
      .type_name("SECONDS")
      .decimal_number(0.001, 1e6)
      .show_default();
  command.option("--draw", options->draw, "With --verify: another number draws other points")
      .type_name("NUMBER")
      .whole_number(0, static_cast<std::uint64_t>(kLargestInteger))
      .show_default();
  command.flag("--any-build", options->any_build,
               "Takes points of any build of this version: its models may not have changed");
  command.option("--json", options->json, "Writes findings and points as JSON").type_name("FILE");
  command
      .option("--document", options->document,
              "Writes the findings as pages: README.md and one for each experiment, with its "
              "picture and all findings as CSV; keeps other pages")
      .type_name("FOLDER");
  command.flag("!--no-pictures", options->pictures, "Draws nothing (gnuplot is not needed)");
  command.option("--jobs", options->jobs, "Points simulated at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs)
      .show_default();
  options->overrides.add(command);
  command.group("What is run", {"--scale", "--plan", "--budget", "--only-known", "--with-quick",
                                "--any-build", "--jobs"});
  command.group("Points again", {"--verify", "--most-seconds", "--draw"});
  command.group("Results", {"--out", "--db", "--json", "--document", "--no-pictures"});
  command.rare({"--with-quick", "--any-build", "--db", "--no-pictures", "--set", "--seed",
                "--verify", "--most-seconds", "--draw"});
  command.examples({"netloom repro list", "netloom repro fig-4.13 --document report"});
  command.run([options] { return repro(*options); });
}

const CommandRegistry::Registration kReproCommand("repro", {add_repro});

}  // namespace
}  // namespace sim
}  // namespace netloom
