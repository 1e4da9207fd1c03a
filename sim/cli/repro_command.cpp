#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/base/process_pool.h"
#include "sim/base/text_columns.h"
#include "sim/cli/commands.h"
#include "sim/cli/help.h"
#include "sim/cli/options.h"
#include "sim/config/check.h"
#include "sim/experiments/library.h"
#include "sim/experiments/pictures.h"
#include "sim/experiments/produce.h"
#include "sim/experiments/report.h"
#include "sim/report/gnuplot.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

struct ReproOptions {
  std::vector<std::string> ids;
  std::string scale = "quick";
  std::string folder = "reproduction";
  std::string database;
  std::string json;
  std::string markdown;
  bool pictures = true;
  bool any_build = false;
  bool only_known = false;
  bool or_quick = false;
  int jobs = default_jobs();
  OverrideOptions overrides;
};

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
  std::vector<std::string> known;
  for (const ExperimentText& each : experiment_library()) known.push_back(each.id);
  throw Error(
      fmt::format("'{}' is not an experiment{}; allowed: all, list, {}, or a definition in "
                  "a .yaml file",
                  id, suggestion(id, known), fmt::join(known, ", ")));
}

std::vector<Experiment> chosen(const std::vector<std::string>& ids) {
  std::vector<std::string> each_id;
  for (const std::string& id : ids) {
    if (id != "all") {
      each_id.push_back(id);
      continue;
    }
    for (const ExperimentText& each : experiment_library()) each_id.push_back(each.id);
  }
  const auto same = [](const std::string& id, const std::string& other) {
    return id == other ||
           (is_definition_file(id) && is_definition_file(other) && same_file(id, other));
  };
  std::vector<Experiment> experiments;
  for (const std::string& id : distinct(each_id, same)) experiments.push_back(find_experiment(id));
  return experiments;
}

int list() {
  std::vector<std::vector<std::string>> rows = {{"experiment", "claims", "shows", "source"}};
  for (const Experiment& each : chosen({"all"})) {
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

/// What the document says before its first experiment.
std::string markdown_head(const ReproOptions& options, const std::vector<Experiment>& experiments,
                          const std::vector<Scale>& scales,
                          const std::vector<std::vector<Finding>>& findings) {
  std::size_t sums[4] = {};
  std::string table =
      "| experiment | shows | scale | holds | does not hold | no result |\n"
      "|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const std::size_t holds = count(findings[i], Verdict::kHolds);
    const std::size_t fails = count(findings[i], Verdict::kFails);
    const std::size_t explained = count(findings[i], Verdict::kExplained);
    const std::size_t none = count(findings[i], Verdict::kNoResult);
    table +=
        fmt::format("| {} | {} | {} | {} | {} | {} |\n", experiments[i].id, experiments[i].title,
                    scale_name(scales[i]), holds, fails + explained, none);
    sums[0] += holds;
    sums[1] += fails + explained;
    sums[2] += none;
  }
  std::string command = fmt::format("netloom repro {}", fmt::join(options.ids, " "));
  command += fmt::format(" --scale {}", options.scale);
  for (const std::string& each : options.overrides.set) command += " --set " + each;
  if (options.any_build) command += " --any-build";
  if (options.only_known) command += " --only-known";
  if (options.or_quick) command += " --or-quick";
  return fmt::format(
      "# Reproduction\n\n"
      "What the papers claim and what Netloom measures, written by\n\n"
      "    {}\n\n"
      "on {} with netloom {}. A claim is a measure of one curve, mostly against another one, and "
      "what is expected of it; the definitions are in `sim/experiments/definitions/` and explained "
      "in [Experiments](../guides/experiments.md), and their sources are keys of the "
      "[bibliography](../bibliography.md). Measured values are means over the seeds with their 95 "
      "% "
      "confidence interval, comparisons are made seed by seed. “Within noise” means that the "
      "interval reaches across the bound of what is expected.\n\n"
      "{}\n{} findings hold, {} do not, {} have no result.\n\n",
      command, today(), version(), table, sums[0], sums[1], sums[2]);
}

int repro(const ReproOptions& options) {
  if (options.ids.size() == 1 && options.ids.front() == "list") return list();
  NamedFiles files;
  for (const std::string& id : options.ids) {
    if (is_definition_file(id)) files.add_inputs({{"the experiment", id}});
  }
  files.add_output("--json", options.json);
  files.add_output("--markdown", options.markdown);
  const std::vector<Experiment> experiments = chosen(options.ids);
  if (options.or_quick && !(options.only_known && options.scale != "quick")) {
    throw Error(
        "repro: --or-quick is for reports; allowed: with --only-known, and --scale medium or "
        "paper");
  }
  if (options.pictures) require_gnuplot();
  make_folder(options.folder);

  ProduceOptions produce_options;
  produce_options.scale = scale_of(options.scale);
  produce_options.overrides = options.overrides.overrides();
  produce_options.jobs = options.jobs;
  produce_options.database =
      options.database.empty() ? options.folder + "/points.sqlite" : options.database;
  produce_options.any_build = options.any_build;
  produce_options.only_known = options.only_known;
  produce_options.progress = stderr_is_terminal();
  files.add_database("--db", produce_options.database);

  Json document = {{"version", version()}, {"experiments", Json::array()}};
  std::string sections;
  std::vector<std::vector<Finding>> findings;
  std::vector<Scale> scales;
  bool as_expected = true;
  Outputs outputs;
  for (const Experiment& experiment : experiments) {
    ProduceOptions each = produce_options;
    // Combinations of faults are counted anew each time: at paper scale for hours.
    const bool counts_faults = experiment.data == Experiment::Data::kFaults;
    if (options.or_quick && counts_faults) each.scale = Scale::kQuick;
    Production production = produce(experiment, each);
    if (options.or_quick && production.missing > 0) {
      each.scale = Scale::kQuick;
      production = produce(experiment, each);
    }
    ExperimentReport report;
    report.experiment = &experiment;
    report.scale = each.scale;
    report.overrides = produce_options.overrides;
    report.production = &production;
    report.findings = evaluate(experiment, production.results);
    if (options.pictures) {
      outputs.attempt([&] {
        report.pictures = draw_pictures(experiment, each.scale, production.results,
                                        options.folder + "/" + experiment.id);
      });
    }
    outputs.print((findings.empty() ? "" : "\n") + report_text(report));
    if (!production.not_stored.empty()) print_error(production.not_stored);
    if (production.failed > 0) {
      print_error(fmt::format("{}: {} of {} points failed: see above", experiment.id,
                              production.failed, production.points));
    }
    if (!options.markdown.empty()) {
      sections +=
          report_markdown(report, std::filesystem::path(options.markdown).parent_path().string());
    }
    document["experiments"].push_back(report_json(report));
    as_expected = as_expected && production.failed == 0 && production.missing == 0 &&
                  production.not_stored.empty() && count(report.findings, Verdict::kFails) == 0;
    findings.push_back(std::move(report.findings));
    scales.push_back(each.scale);
    // What has been done so far is kept if a later experiment fails.
    outputs.write(options.json, [&] { return document.dump(2) + '\n'; });
    outputs.write(options.markdown, [&] {
      const std::vector<Experiment> done(
          experiments.begin(), experiments.begin() + static_cast<std::ptrdiff_t>(findings.size()));
      return markdown_head(options, done, scales, findings) + sections;
    });
  }
  return outputs.status(as_expected ? kSuccess : kFailure);
}

void add_repro(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "repro", "Runs experiments of the papers and compares what is measured with what they claim");
  auto options = std::make_shared<ReproOptions>();
  command
      ->add_option(
          "ID", options->ids,
          "Experiments by id, 'all', or definitions of one's own (.yaml); 'list' lists them")
      ->required();
  command
      ->add_option("--scale", options->scale,
                   "How much is run, from minutes to all parameters of the papers")
      ->type_name("SCALE")
      ->check(CLI::IsMember(scale_names()))
      ->capture_default_str();
  command->add_option("--out", options->folder, "Folder for pictures and finished points")
      ->type_name("FOLDER")
      ->capture_default_str();
  command
      ->add_option("--db", options->database,
                   "SQLite file of all finished points (default: FOLDER/points.sqlite)")
      ->type_name("FILE");
  command->add_flag("--only-known", options->only_known,
                    "Simulates nothing: reports what the database has");
  command->add_flag(
      "--or-quick", options->or_quick,
      "With --only-known and a larger scale: the quick scale of experiments of which the database "
      "has not all points, or that count combinations of faults");
  command->add_flag("--any-build", options->any_build,
                    "Takes points of any build of this version: its models may not have changed");
  command->add_option("--json", options->json, "Writes findings and points as JSON")
      ->type_name("FILE");
  command->add_option("--markdown", options->markdown, "Writes the findings as a document")
      ->type_name("FILE");
  command->add_flag("!--no-pictures", options->pictures, "Draws nothing (gnuplot is not needed)");
  command->add_option("--jobs", options->jobs, "Points simulated at a time")
      ->type_name("NUMBER")
      ->transform(whole_number(1, kMostJobs))
      ->capture_default_str();
  options->overrides.add(*command);
  set_group(*command, "What is run",
            {"--scale", "--only-known", "--or-quick", "--any-build", "--jobs"});
  set_group(*command, "Results", {"--out", "--db", "--json", "--markdown", "--no-pictures"});
  set_examples(*command, {"netloom repro list", "netloom repro fig-4.13 --markdown report.md"});
  command->callback([options, &action] { action = [options] { return repro(*options); }; });
}

const CommandRegistry::Registration kRegistration("repro", {add_repro});

}  // namespace
}  // namespace sim
}  // namespace netloom
