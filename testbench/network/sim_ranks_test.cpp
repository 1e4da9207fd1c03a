// Networks that several processes run together, under mpirun.

#include <dirent.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "testbench/network/program.h"
#include "testbench/network/split_networks.h"
#include "testbench/support/mpirun.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Results without what was asked for.
json without_config(json document) {
  document.erase("config");
  return document;
}

constexpr const char* kDeadlock =
    "network: {topology: dragonfly, p: 2, a: 4, h: 2, latency: {local: 10, global: 100}}\n"
    "switch:\n"
    "  {switching: wormhole, flit_phits: 10, input_buffer: {host: 32, local: 32, global: 256}}\n"
    "routing: {function: rlm, restriction: none, threshold: 255}\n"
    "nic: {injection_vcs: 3}\n"
    "traffic: {pattern: uniform, burst: {packets: 200}, packet_phits: 80}\n"
    "simulation: {watchdog: 2000}\n";

class ProgramRanks : public Program {
 protected:
  void SetUp() override {
    if (std::string(NETLOOM_MPIRUN).empty()) GTEST_SKIP() << "this build has no MPI";
  }

  /// Starts a job; `name` is that of start().
  pid_t start_job(const std::vector<std::string>& arguments_of_mpirun,
                  const std::string& name = "") const {
    return start(
        {},
        [=] {
          let_mpirun_share_cores(folder.file("mpi" + name));
          std::vector<const char*> all = {NETLOOM_MPIRUN};
          for (const std::string& each : arguments_of_mpirun) all.push_back(each.c_str());
          all.push_back(nullptr);
          execv(NETLOOM_MPIRUN, const_cast<char**>(all.data()));
        },
        name);
  }
  /// Starts so many processes of the program.
  pid_t start_ranks(int ranks, const std::vector<std::string>& arguments,
                    const std::string& name = "") const {
    std::vector<std::string> all = {"-n", std::to_string(ranks), NETLOOM_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return start_job(all, name);
  }
  /// Starts two processes, of which the second is given something else.
  pid_t start_differing(const std::vector<std::string>& first,
                        const std::vector<std::string>& second,
                        const std::string& name = "") const {
    std::vector<std::string> all = {"-n", "1", NETLOOM_PROGRAM};
    all.insert(all.end(), first.begin(), first.end());
    all.insert(all.end(), {":", "-n", "1"});
    all.insert(all.end(), second.begin(), second.end());
    return start_job(all, name);
  }
  Result run_differing(const std::vector<std::string>& first,
                       const std::vector<std::string>& second) const {
    return end_of(start_differing(first, second));
  }

  /// Jobs that are refused, and what each says. They are started together, as mpirun waits a second
  /// in which nothing happens when one ends so.
  struct Refusal {
    std::vector<std::string> arguments;
    std::string said;
  };
  template <typename Start>
  void expect_refusals(const std::vector<Refusal>& refusals, const Start& start_one) const {
    std::vector<pid_t> jobs;
    for (const Refusal& each : refusals) {
      jobs.push_back(start_one(each.arguments, std::to_string(jobs.size())));
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Result result = end_of(jobs[i], std::to_string(i));
      EXPECT_EQ(result.status, 2);
      EXPECT_EQ(result.output, "");
      EXPECT_THAT(result.errors, HasSubstr(refusals[i].said));
    }
  }
  Result run_ranks(int ranks, const std::vector<std::string>& arguments) const {
    return end_of(start_ranks(ranks, arguments));
  }

  /// What a run of a configuration says and writes, on so many processes; 1: without mpirun.
  struct Outcome {
    int status;
    std::string output;
    json results;
    std::map<std::string, std::string> files;  ///< that are the same to the byte, by name
  };
  Outcome outcome(int ranks, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"run",       "net.yaml", "--json", "out.json",
                                          "--details", "--csv",    "out.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = ranks == 1 ? run(arguments) : run_ranks(ranks, arguments);
    EXPECT_EQ(result.signal, 0);
    Outcome found{result.status, result.output, results(folder.file("out.json")), {}};
    for (const char* name :
         {"out.csv", "time.csv", "time.svg", "curves.svg", "waves.vcd", "waves.gtkw"}) {
      found.files[name] = read_file(folder.file(name));
      std::filesystem::remove(folder.file(name));
    }
    EXPECT_NE(found.files["out.csv"], "") << result.errors;
    return found;
  }

  /// One process, and several, come to the same, which is the result.
  Outcome expect_same(const std::string& text, const std::vector<int>& ranks = {2},
                      const std::vector<std::string>& more = {}) {
    folder.write("net.yaml", text);
    Outcome one = outcome(1, more);
    for (const int several : ranks) {
      const Outcome all = outcome(several, more);
      EXPECT_EQ(all.status, one.status);
      EXPECT_EQ(all.output, one.output);
      EXPECT_EQ(all.results, one.results) << several << " ranks";
      EXPECT_TRUE(all.files == one.files) << several << " ranks";
    }
    return one;
  }

  /// One process and two, with windows of other lengths, say the same of a packet in a run that
  /// fails, and of the switches until then.
  void expect_same_until_it_fails(const std::string& text, const std::string& packet) {
    folder.write("net.yaml", text);
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--explain", packet},
          std::vector<std::string>{"--trace", "waves.vcd"}}) {
      const Outcome one = outcome(1, more), two = outcome(2, more);
      for (const char* key : {"explanation", "waves", "failure"}) {
        const json::json_pointer place(std::string("/points/0/") + key);
        EXPECT_EQ(one.results.contains(place), two.results.contains(place)) << key;
        if (!one.results.contains(place)) continue;
        EXPECT_EQ(two.results.at(place), one.results.at(place));
      }
      EXPECT_EQ(two.status, 1);
      EXPECT_TRUE(two.files.at("waves.vcd") == one.files.at("waves.vcd"));
    }
  }
};

TEST_F(ProgramRanks, ChangeNoResult) {
  expect_same(dragonfly("olm"), {2, 3, 4});
}

TEST_F(ProgramRanks, ChangeNoResultOfSeveralThreadsEach) {
  expect_same(dragonfly("min"), {2}, {"--set", "simulation.threads=2"});
}

// Ranks, threads of each, and regions: a few of all mixtures, or every one.
TEST_F(ProgramRanks, ChangeNoResultInMixturesWithThreadsAndRegions) {
  for (const std::string& text : {dragonfly("olm"), far_mesh()}) {
    folder.write("net.yaml", text);
    const Outcome one = outcome(1, {});
    for (int ranks = 1; ranks <= 4; ++ranks) {
      for (int threads = 1; ranks * threads <= 16 && threads <= 8; ++threads) {
        const int regions = ranks * threads + (threads + ranks) % 3;
        const bool few = ranks + threads == 5 && (ranks == 2 || ranks == 3);
        if (regions > 16 || (!thorough() && !few)) continue;
        const Outcome all =
            outcome(ranks, {"--set", fmt::format("simulation.threads={}", threads), "--set",
                            fmt::format("simulation.regions={}", regions)});
        EXPECT_EQ(all.output, one.output);
        EXPECT_EQ(without_config(all.results), without_config(one.results))
            << ranks << " ranks, " << threads << " threads, " << regions << " regions";
        EXPECT_EQ(all.files, one.files);
      }
    }
  }
}

TEST_F(ProgramRanks, ChangeNoResultOfFarLinks) {
  expect_same(far_mesh(), {2, 4});
}

// Of one phit each, so many packets are on far links in a window that a message has several parts.
TEST_F(ProgramRanks, ChangeNoResultWhereMessagesAreLong) {
  const Outcome one = expect_same(
      "network: {topology: dragonfly, h: 3, latency: {host: 1, local: 1, global: 2000}}\n"
      "switch: {input_buffer: {global: 8000}}\n"
      "routing: {function: min}\n"
      "traffic: {load: 0.6, packet_phits: 1}\n"
      "simulation: {warmup: 3000, measure: 3000}\n",
      {2});
  EXPECT_TRUE(one.results.at("points").at(0).at("failure").is_null());
  const json performance =
      json::parse(read_file(folder.file("out.json"))).at("points").at(0).at("performance");
  const double windows =
      performance.at("cycles").get<double>() / performance.at("window").get<double>();
  EXPECT_GT(performance.at("rank_bytes").get<double>() / 2 / windows, 1.5 * (1 << 18));
}

TEST_F(ProgramRanks, ChangeNoStatistics) {
  expect_same(dragonfly("min"), {2},
              {"--set", "simulation.sample_interval=100", "--set",
               "simulation.sample_quartiles=true", "--set", "simulation.sample_by=generation",
               "--time-csv", "time.csv", "--time-plot", "time", "--plot", "curves"});
}

// Where it begins to measure and where it ends follows from what all ranks have counted.
TEST_F(ProgramRanks, ChangeNoPrecision) {
  const Outcome judged = expect_same(
      far_mesh(), {2}, {"--set", "simulation.precision=0.05", "--set", "simulation.warmup=auto"});
  EXPECT_EQ(judged.results.at("points").at(0).at("precision").at("verdict"), "precise");
}

TEST_F(ProgramRanks, ChangeNoReadingOfCounters) {
  expect_same(dragonfly("lia"), {2},
              {"--set", "simulation.counters=[EXTENDED_COUNTER]", "--set",
               "simulation.counter_interval=100"});
}

TEST_F(ProgramRanks, ChangeNoReply) {
  expect_same(dragonfly("min", ", request_reply: {reply_phits: 8, delay: 3}"));
}

TEST_F(ProgramRanks, ChangeNoApplication) {
  expect_same(kApplication);
}

// Control packets, and what the switches have done about each fault.
TEST_F(ProgramRanks, ChangeNothingOfFaults) {
  expect_same(kFaults);
}

TEST_F(ProgramRanks, ChangeNothingOfWhatTheFabricManagerWrites) {
  expect_same(kCentralFaults);
  expect_same(kUpDownFaults);
}

TEST_F(ProgramRanks, ChangeNothingOfWhatSwitchesPublish) {
  expect_same(dragonfly("pb"));
}

TEST_F(ProgramRanks, ChangeNoDecisionOfRtl) {
  expect_same(kRtl);
}

TEST_F(ProgramRanks, ChangeNoWaveform) {
  const Outcome traced = expect_same(dragonfly("olm"), {2, 4}, {"--trace", "waves.vcd"});
  EXPECT_GT(traced.files.at("waves.vcd").size(), 100000u);
  EXPECT_THAT(traced.output, HasSubstr("waveforms of 36 switches, cycles 0 to 999: waves.vcd"));
}

TEST_F(ProgramRanks, ChangeNoWaveformOfAFewSwitchesAndCycles) {
  const Outcome traced = expect_same(
      far_mesh(), {3},
      {"--trace", "waves.vcd", "--trace-switches", "s0,s6,s15", "--trace-from", "700", "--trace-to",
       "2100", "--set", "traffic.load=[0.3, 0.1]", "--set", "simulation.threads=2"});
  EXPECT_THAT(traced.output, HasSubstr("the first of 2 points: load 0.3, seed 1"));
}

TEST_F(ProgramRanks, ChangeNoWaveformOfFaultsAndOfRtl) {
  expect_same(kFaults, {2}, {"--trace", "waves.vcd"});
  expect_same(kRtl, {3}, {"--trace", "waves.vcd", "--set", "rtl.mode=shadow"});
}

TEST_F(ProgramRanks, ChangeNoExplanation) {
  const Outcome slowest = expect_same(dragonfly("olm"), {2, 4}, {"--explain", "slowest"});
  EXPECT_THAT(slowest.output, HasSubstr("delivered in cycle"));
  expect_same(far_mesh(), {3}, {"--explain", "h3:2", "--set", "simulation.threads=2"});
}

// The packet goes from rank to rank, and is lost in one that has not seen the others of its way.
TEST_F(ProgramRanks, ChangeNoExplanationOfALostPacket) {
  const Outcome lost = expect_same(
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "routing: {function: ft2ei}\n"
      "faults: [{cycle: 210, link: s4.p0}]\n"
      "traffic: {load: 0.6, packet_phits: 16}\n"
      "simulation: {warmup: 200, measure: 200}\n",
      {3}, {"--explain", "lost"});
  EXPECT_THAT(lost.output, HasSubstr("lost in cycle"));
}

// Switches learn from their neighbours when the links come up.
TEST_F(ProgramRanks, ChangeNoHandshake) {
  expect_same(
      "network: {topology: random_regular, switches: 12, ports: 6, degree: 4, graph_seed: 3,\n"
      "          latency: {link: 9}}\n"
      "routing: {function: ecmp, vcs: {policy: davc, davc: np, count: 4}}\n"
      "traffic: {load: 0.3, packet_phits: 4}\n"
      "simulation: {warmup: 100, measure: 400}\n");
}

// The failure, what had been measured by then, and the exit status.
TEST_F(ProgramRanks, FailInTheSameWay) {
  folder.write("table.txt", "s0 * 2\ns1 h0 1\ns1 * 1 2\ns2 h3 2\ns2 * 1\ns3 * 1\n");
  folder.write("one.txt", "0 0 3 32\n");
  expect_same(
      "network: {topology: mesh, k: [4]}\n"
      "routing: {function: table, file: table.txt, selection: ff}\n"
      "traffic: {trace: one.txt, packet_phits: 4}\n",
      {2, 3});
}

// Each rank has every other switch of the circle.
TEST_F(ProgramRanks, FailInTheSameWayInCirclesBetweenThem) {
  folder.write("table.txt", "s0 * 2\ns1 h0 1\ns1 * 1 2\ns2 h3 2\ns2 * 1\ns3 * 1\n");
  folder.write("one.txt", "0 0 3 32\n");
  folder.write("regions.txt", "s0 0\ns1 1\ns2 1\ns3 1\n");
  expect_same(
      "network: {topology: mesh, k: [4]}\n"
      "routing: {function: table, file: table.txt, selection: ff}\n"
      "traffic: {trace: one.txt, packet_phits: 4}\n"
      "simulation: {regions_file: regions.txt}\n");
}

// Packets go in circles on both ranks, and in one window both runs end: that of the first cycle
// counts, whichever rank has it. A message that would come later keeps the run from looking for
// circles before.
TEST_F(ProgramRanks, FailAsTheFirstOfThemDoes) {
  folder.write("line.txt", "s0 s1\ns2 s3\ns1 s2\n");
  folder.write("table.txt", "s0 * 1\ns1 s0 1\ns1 * 1 2\ns2 s3 1\ns2 * 1 2\ns3 * 1\n");
  folder.write("regions.txt", "s0 0\ns1 0\ns2 1\ns3 1\n");
  for (const int first : {0, 3}) {
    const int second = 3 - first;
    folder.write("two.txt",
                 fmt::format("0 {} {} 4\n2 {} {} 4\n2000 0 3 4\n", first, second, second, first));
    expect_same(
        "network: {topology: graph, file: line.txt, hosts_per_switch: 1, latency: {link: 20}}\n"
        "routing: {function: table, file: table.txt, selection: ff}\n"
        "traffic: {trace: two.txt, packet_phits: 4}\n"
        "simulation: {regions_file: regions.txt}\n");
    EXPECT_EQ(results(folder.file("out.json")).at("points").at(0).at("failure").at("packet").dump(),
              fmt::format("\"h{}:0\"", first));
  }
}

// The watchdog looks while packets are on their way: when nothing moves in either rank, and when
// the first one has nothing more to do.
TEST_F(ProgramRanks, AreWatchedTogether) {
  folder.write("one.txt", "0 0 5 32\n");
  folder.write("regions.txt", "s0 0\ns1 0\ns2 1\ns3 1\ns4 1\ns5 1\n");
  expect_same(
      "network: {topology: mesh, k: [6], latency: {mesh: 100}}\n"
      "routing: {function: dor}\n"
      "traffic: {trace: one.txt, packet_phits: 4}\n"
      "simulation: {watchdog: 20, regions_file: regions.txt}\n");
}

TEST_F(ProgramRanks, FindTheSameDeadlock) {
  expect_same(kDeadlock);
  EXPECT_EQ(results(folder.file("out.json")).at("points").at(0).at("failure").at("kind"),
            "deadlock");
}

TEST_F(ProgramRanks, ExplainTheSameInADeadlock) {
  const Outcome stuck = expect_same(kDeadlock, {3}, {"--explain", "h20:32"});
  EXPECT_EQ(stuck.status, 1);
  EXPECT_THAT(stuck.output, HasSubstr("still in the network when the run ends in cycle 8000"));
}

// With a quantum of one cycle, one process stops in the cycle in which a switch fails, and ranks
// only at the end of a window. The last message is never sent, as in FailAsTheFirstOfThemDoes.
TEST_F(ProgramRanks, SayTheSameOfWhatWasBeforeAFailure) {
  folder.write("line.txt", "s0 s1\ns2 s3\ns1 s2\n");
  folder.write("table.txt", "s0 * 1\ns1 s0 1\ns1 * 1 2\ns2 s3 1\ns2 * 1 2\ns3 * 1\n");
  folder.write("two.txt", "0 0 3 4\n2 3 0 4\n2000 0 3 4\n");
  expect_same_until_it_fails(
      "network: {topology: graph, file: line.txt, hosts_per_switch: 1, latency: {link: 20}}\n"
      "routing: {function: table, file: table.txt, selection: ff}\n"
      "traffic: {trace: two.txt, packet_phits: 4}\n"
      "simulation: {quantum: 1}\n",
      "h3:0");
}

TEST_F(ProgramRanks, SayOnceWhatIsWrong) {
  folder.write("net.yaml", dragonfly("min"));
  const Result key = run_ranks(2, {"run", "net.yaml", "--set", "traffic.lod=1"});
  EXPECT_EQ(key.status, 2);
  const std::size_t first = key.errors.find("netloom: error: ");
  ASSERT_NE(first, std::string::npos) << key.errors;
  EXPECT_EQ(key.errors.find("netloom: error: ", first + 1), std::string::npos) << key.errors;
  EXPECT_THAT(key.errors, HasSubstr("traffic.lod"));

  expect_refusals(
      {{{"--threads", "20"},
        "2 ranks (mpirun -n) of 20 threads each for a network that 36 can run; allowed: up to 36 "
        "in all"},
       {{"--set", "simulation.regions=none"},
        "2 ranks (mpirun -n) of 1 thread each for 1 region; allowed: up to one for each"},
       {{"--threads", "2", "--set", "simulation.regions=3"},
        "2 ranks (mpirun -n) of 2 threads each for 3 regions"}},
      [this](const std::vector<std::string>& more, const std::string& name) {
        std::vector<std::string> arguments = {"run", "net.yaml"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return start_ranks(2, arguments, name);
      });
}

TEST_F(ProgramRanks, SayOnceThatAKindOfSwitchIsNoneOfRtl) {
  folder.write("net.yaml",
               "network: {topology: fat_tree, k: 8, n: 2}\n"
               "routing: {function: interval, vcs: {count: 64, policy: free}}\n"
               "switch: {input_buffer: 8, crossbar: {kind: full}}\n"
               "traffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"
               "simulation: {warmup: 10, measure: 10}\n"
               "views: {default: fast, s3: rtl}\n");
  const Result result = run_ranks(2, {"run", "net.yaml"});
  EXPECT_EQ(result.status, 2) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("switch s3: a full crossbar in RTL"));
  const std::size_t first = result.errors.find("netloom: error: ");
  ASSERT_NE(first, std::string::npos) << result.errors;
  EXPECT_EQ(result.errors.find("netloom: error: ", first + 1), std::string::npos) << result.errors;
}

// A file of the machine that another process is on may be an older one.
TEST_F(ProgramRanks, RunTheSame) {
  folder.write("net.yaml", dragonfly("min"));
  const std::string traced =
      "network: {topology: mesh, k: [4]}\nrouting: {function: dor}\n"
      "traffic: {packet_phits: 4, trace: ";
  folder.write("one.txt", "0 0 3 32\n");
  folder.write("other.txt", "0 0 2 32\n");
  folder.write("traced.yaml", traced + "one.txt}\n");
  folder.write("second.yaml", traced + "other.txt}\n");
  expect_refusals(
      {{{"net.yaml", "--set", "simulation.measure=900"},
        "netloom: error: simulation.measure is 900 in rank 1 and "},
       {{"net.yaml", "--set", "traffic.load=0.125"},
        "netloom: error: traffic.load is [0.125] in rank 1 and [0.3] in rank 0"},
       {{"net.yaml", "--details"},
        "netloom: error: --details is true in rank 1 and false in rank 0"},
       {{"net.yaml", "--explain", "slowest"},
        "netloom: error: --explain is \"slowest\" in rank 1 and \"\" in rank 0"},
       {{"second.yaml"}, "traffic.trace: rank 1 has a file with other contents than rank 0"}},
      [this](const std::vector<std::string>& second, const std::string& name) {
        std::vector<std::string> arguments = {NETLOOM_PROGRAM, "run"};
        arguments.insert(arguments.end(), second.begin(), second.end());
        const char* const first = second.front() == "net.yaml" ? "net.yaml" : "traced.yaml";
        return start_differing({"run", first}, arguments, name);
      });
}

// All but the first are silent, as what is wrong is wrong in all of them.
TEST_F(ProgramRanks, SayWhatIsWrongWithOneOfThem) {
  folder.write("net.yaml", dragonfly("min"));
  EXPECT_THAT(run_differing({"run", "net.yaml"}, {NETLOOM_PROGRAM, "run", "none.yaml"}).errors,
              HasSubstr("netloom: error: rank 1: none.yaml: the file cannot be read"));
  folder.write("libmpi.so.40", "");
  const Result result = run_differing(
      {"run", "net.yaml"},
      {"env", "LD_LIBRARY_PATH=" + folder.file("."), NETLOOM_PROGRAM, "run", "net.yaml"});
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.errors,
              HasSubstr("netloom: error: rank 1 of 2: 2 processes were started together, but MPI "
                        "cannot be loaded: "));
}

// mpirun's own standard error is where it ends; what is a terminal there is a pipe here.
TEST_F(ProgramRanks, SayHowFarTheyAre) {
  folder.write("net.yaml", dragonfly("min"));
  const pid_t job = start_ranks(2, {"run", "net.yaml", "--set", "simulation.measure=1000000000"});
  const std::string said = folder.file("stderr");
  for (int tries = 0; tries < 240 && read_file(said).empty(); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
  kill(job, SIGTERM);
  EXPECT_THAT(end_of(job).errors,
              testing::ContainsRegex("netloom: 0 of 1 points, about [0-9]+ (s|min|h)"));
}

TEST_F(ProgramRanks, DoOnePointAndNothingElse) {
  folder.write("net.yaml", dragonfly("min"));
  expect_refusals(
      {{{"run", "net.yaml", "--set", "traffic.load=[0.1, 0.2]"},
        "2 processes (mpirun) run one point together, and there are 2; allowed: one load and one "
        "seed"},
       {{"check", "net.yaml"},
        "2 processes were started together (mpirun), but this is done by one"}},
      [this](const std::vector<std::string>& arguments, const std::string& name) {
        return start_ranks(2, arguments, name);
      });
}

TEST_F(ProgramRanks, SayWhatCannotBeExplained) {
  folder.write("net.yaml", dragonfly("min"));
  const auto errors = [this](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run", "net.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result one = run(arguments), two = run_ranks(2, arguments);
    EXPECT_EQ(one.status, 2);
    EXPECT_EQ(two.status, 2);
    EXPECT_THAT(two.errors, HasSubstr(one.errors));
    return two.errors;
  };
  EXPECT_THAT(errors({"--explain", "fastest"}), HasSubstr("nor a path class of the routing"));
  EXPECT_THAT(errors({"--explain", "deviated"}), HasSubstr("there is no such packet in this run"));
}

// A limit is that of each process, which has its share of the network.
TEST_F(ProgramRanks, HaveTheirShareOfTheMemory) {
  const std::string large =
      "network: {topology: dragonfly, h: 2, latency: {host: 1, local: 4, global: 20}}\n"
      "switch: {input_buffer: 6000}\n"
      "routing: {function: min}\n"
      "traffic: {load: 0.1, packet_phits: 1}\n"
      "simulation: {warmup: 10, measure: 100, memory_limit: ";
  folder.write("net.yaml", large + "50}\n");
  EXPECT_THAT(run({"run", "net.yaml"}).errors, HasSubstr("a run takes about "));
  EXPECT_EQ(run_ranks(2, {"run", "net.yaml"}).status, 0);
  folder.write("net.yaml", large + "30}\n");
  const Result refused = run_ranks(2, {"run", "net.yaml"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("each of 2 processes takes about "));
  EXPECT_THAT(refused.errors, HasSubstr("allowed: up to 30 MiB"));
}

// As a process is started by another MPI's mpirun: it would be alone, and so would the others.
TEST_F(ProgramRanks, AreThoseThatMpiKnows) {
  folder.write("net.yaml", dragonfly("min"));
  const Result result = run({"run", "net.yaml"}, [] {
    setenv("PMI_SIZE", "2", 1);
    setenv("PMI_RANK", "0", 1);
  });
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors,
              HasSubstr("2 processes were started together, of which MPI knows 1; allowed: "));
}

/// The processes of the program with a text in their command lines.
std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> result;
  DIR* const folder = opendir("/proc");
  while (const dirent* const entry = readdir(folder)) {
    const std::string line = read_file(std::string("/proc/") + entry->d_name + "/cmdline");
    if (line.rfind(NETLOOM_PROGRAM, 0) != 0 || line.find(text) == std::string::npos) continue;
    result.push_back(std::atoi(entry->d_name));
  }
  closedir(folder);
  return result;
}

TEST_F(ProgramRanks, EndTogetherIfOneDies) {
  folder.write("net.yaml", dragonfly("min"));
  const std::string file = folder.file("killed.json");
  const pid_t job =
      start_ranks(2, {"run", "net.yaml", "--json", file, "--set", "simulation.measure=1000000000"});
  std::vector<pid_t> ranks;
  for (int tries = 0; ranks.size() < 2 && tries < 600; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ranks = processes_with(file);
  }
  ASSERT_EQ(ranks.size(), 2u);
  std::this_thread::sleep_for(std::chrono::seconds(1));  // until they run
  kill(ranks.back(), SIGKILL);
  const Result result = end_of(job);  // or the test takes too long
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.errors, testing::ContainsRegex("rank [01].* exited on signal 9"));
  EXPECT_THAT(processes_with(file), testing::IsEmpty());
}

}  // namespace
}  // namespace netloom::test
