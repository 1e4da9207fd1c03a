#include "testbench/random/program_runs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "testbench/random/results.h"
#include "testbench/support/mpirun.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

class ProgramRuns {
 public:
  explicit ProgramRuns(Examined& examined) : it_(examined) {}

  void look() {
    if (it_.program.empty()) return;
    const bool all = std::all_of(it_.reference.begin(), it_.reference.end(), [](const Json& point) {
      return succeeded(point) && !falls_short_of_precision(point);
    });
    const std::string json = it_.folder + "/result.json";
    std::vector<std::string> arguments = {"run", it_.path, "--details", "--json",
                                          json,  "--jobs", "1"};
    add_tables(arguments, "result");
    const Ending run = run_program(arguments);
    expect_status("run", run, {all ? 0 : 1});
    if (run.status == (all ? 0 : 1)) compare_points("run --json", json);
    if (!it_.check.is_null()) {
      const bool good = it_.check.at("connected").get<bool>() && it_.check.at("free").get<bool>();
      const Ending ending = run_program({"check", it_.path, "--json", it_.folder + "/check.json"});
      expect_status("check", ending, {!good});
    }
    explain();
    run_on_ranks(all);
  }

 private:
  struct Ending {
    int status = -1;  ///< below 0: a signal
    std::string errors;
  };

  Ending run_program(const std::vector<std::string>& arguments) const {
    return run_command(it_.program, arguments);
  }

  Ending run_command(const std::string& command, const std::vector<std::string>& arguments) const {
    const std::string errors = it_.folder + "/errors.txt";
    std::vector<char*> argv = {const_cast<char*>(command.c_str())};
    for (const std::string& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
    argv.push_back(nullptr);
    const pid_t process = fork();
    if (process == 0) {
      limit_time();
      const int null = open("/dev/null", O_WRONLY);
      const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (null < 0 || file < 0 || dup2(null, 1) < 0 || dup2(file, 2) < 0) _exit(126);
      execv(command.c_str(), argv.data());
      _exit(127);
    }
    int status = 0;
    if (process < 0 || waitpid(process, &status, 0) < 0) throw Error("no process can be had");
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), text_of_file(errors)};
  }

  /// `silent`: that which needs no message.
  void expect_status(const std::string& command, const Ending& ending,
                     const std::vector<int>& allowed, int silent = 0) {
    const bool said = ending.status == 0 || ending.status == silent ||
                      ending.errors.find("netloom: error: ") != std::string::npos;
    if (said && std::find(allowed.begin(), allowed.end(), ending.status) != allowed.end()) return;
    it_.find("program", fmt::format("netloom {}: {} {}; {}", command,
                                    ending.status < 0 ? "signal" : "exit status",
                                    std::abs(ending.status), ending.errors));
  }

  void compare_points(const std::string& command, const std::string& json) {
    const Json points = Json::parse(text_of_file(json)).at("points");
    if (points.size() != it_.reference.size()) {
      it_.find("program", fmt::format("netloom {}: {} points", command, points.size()));
      return;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string found = difference(without(it_.reference[i], {"performance"}),
                                           without(points[i], {"performance"}));
      if (!found.empty()) {
        it_.find("program", fmt::format("netloom {} has another result: {}", command, found));
      }
    }
  }

  /// The options for the tables of a run, with these names.
  void add_tables(std::vector<std::string>& arguments, const std::string& name) const {
    arguments.insert(arguments.end(), {"--csv", it_.folder + '/' + name + ".csv"});
    if (it_.config->run.samples.interval == 0) return;
    arguments.insert(arguments.end(), {"--time-csv", it_.folder + '/' + name + ".time.csv"});
  }

  void compare_tables(const std::string& name) {
    for (const char* end : {".csv", ".time.csv"}) {
      if (text_of_file(it_.folder + "/result" + end) == text_of_file(it_.folder + '/' + name + end))
        continue;
      it_.find("program", fmt::format("netloom run (mpirun) has another table: {}{}", name, end));
    }
  }

  void explain() {
    const std::string packet = it_.draw.chance(0.6)
                                   ? "slowest"
                                   : fmt::format("{}:0", it_.draw.between(0, it_.hosts() - 1));
    const std::string json = it_.folder + "/explained.json";
    const Ending ending = run_program(
        {"run", it_.path, "--details", "--explain", packet, "--json", json, "--jobs", "1"});
    // There may be no such packet, which the explanation says; with a reorder buffer the
    // destination belongs to its name.
    expect_status("run --explain " + packet, ending, {0, 1, 2}, 1);
    if (ending.status != 0) return;
    const Json points = Json::parse(text_of_file(json)).at("points");
    it_.compare("program", "with --explain " + packet, points.at(0));
  }

  /// As several processes, of several threads each, of one point that several can run.
  void run_on_ranks(bool good) {
    const int most = it_.config->most_threads;
    if (std::string(NETLOOM_MPIRUN).empty() || most < 2 || it_.reference.size() != 1) return;
    if (!it_.draw.chance(thorough() ? kRanksIfThorough : kRanks)) return;
    const Json& point = it_.reference[0];
    if (point.is_null() || point.at("performance").at("cycles") > kMostCycles) return;
    const int ranks = it_.draw.between(2, std::min(4, most));
    const int threads = it_.draw.between(1, std::min(4, most / ranks));
    const std::string json = it_.folder + "/ranks.json";
    std::vector<std::string> arguments = {"run", it_.path, "--details", "--json", json};
    add_tables(arguments, "ranks");
    const Ending ending = run_ranks(ranks, threads, arguments);
    expect_status("run (mpirun)", ending, {good ? 0 : 1});
    if (ending.status != (good ? 0 : 1)) return;
    compare_points("run --json (mpirun)", json);
    compare_tables("ranks");
    look_closer_on_ranks(ranks, threads);
  }

  Ending run_ranks(int ranks, int threads, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"-n", std::to_string(ranks), it_.program});
    arguments.insert(arguments.end(), {"--set", fmt::format("simulation.threads={}", threads),
                                       "--set", "simulation.regions=auto"});
    if (it_.config->resolved.at("simulation").contains("regions_file")) {
      arguments.insert(arguments.end(), {"--set", "simulation.regions_file=null"});
    }
    let_mpirun_share_cores(it_.folder + "/mpi");
    return run_command(NETLOOM_MPIRUN, arguments);
  }

  /// What a look at a run shows.
  struct Look {
    int status = 0;
    Json points;
    std::string waves;
  };

  /// One process and several explain the same, or write the same waveforms.
  void look_closer_on_ranks(int ranks, int threads) {
    const std::string json = it_.folder + "/closer.json", waves = it_.folder + "/closer.vcd";
    std::vector<std::string> arguments = {"run", it_.path, "--json", json};
    if (it_.draw.chance(0.5)) {
      arguments.insert(arguments.end(), {"--trace", waves, "--trace-switches", "0,1"});
    } else {
      // With a reorder buffer the destination belongs to the name of a packet.
      const bool any = it_.config->network.nic.reorders() || it_.draw.chance(0.5);
      const int host = it_.draw.between(0, it_.hosts() - 1);
      arguments.insert(arguments.end(), {"--explain", any ? "slowest" : fmt::format("{}:1", host)});
    }
    const auto seen = [&](const Ending& ending) {
      Look result{ending.status, Json::parse(text_of_file(json)).value("points", Json::array()),
                  text_of_file(waves)};
      for (Json& point : result.points) point.erase("performance");
      return result;
    };
    const auto no_results = [&] { write_file(json, "{}"); };
    no_results();  // there may be no such packet
    const Look one = seen(run_program(arguments));
    no_results();
    const Look several = seen(run_ranks(ranks, threads, arguments));
    const std::string found = difference(one.points, several.points);
    if (found.empty() && one.status == several.status && one.waves == several.waves) return;
    it_.find("program", fmt::format("netloom run {} {} (mpirun): exit status {} and {}; {}",
                                    arguments[4], arguments[5], one.status, several.status,
                                    found.empty() ? "waveforms may differ" : found));
  }

  /// The part of those that can that are run on ranks: it takes longer than all else.
  static constexpr double kRanks = 0.15;
  static constexpr double kRanksIfThorough = 0.5;
  /// Beside other processes each exchange of messages may take milliseconds.
  static constexpr int kMostCycles = 5000;

  Examined& it_;
};

}  // namespace

void look_at_program(Examined& examined) {
  ProgramRuns(examined).look();
}

}  // namespace netloom::test
