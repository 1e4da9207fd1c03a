// Applications on a virtual platform whose sixteen hosts a network connects, loosely and
// approximately timed, and what each run came to in a table. See README.md.
#include <netloom/routing/base/error.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "arguments.h"
#include "halo.h"
#include "load.h"
#include "platform.h"
#include "sort.h"

namespace {

using netloom::FabricTiming;

constexpr int kRight = 0, kFailed = 1, kWrongArguments = 2;

struct Run {
  std::string path;
  const netloom::TlmPlatform& configuration;
  std::string name;
  Application& application;
  FabricTiming timing;

  const char* timing_name() const { return timing == FabricTiming::kLoose ? "LT" : "AT"; }
};

std::unique_ptr<Application> make_application(const std::string& name, const Arguments& arguments) {
  if (name == "sort") {
    return std::make_unique<Sort>(Platform::kHosts, arguments.keys, arguments.seed);
  }
  if (name == "load") {
    return std::make_unique<Load>(Platform::kHosts, arguments.load, arguments.seed);
  }
  return std::make_unique<Halo>(Platform::kHosts, arguments.cells, arguments.seed);
}

void print_head() {
  std::printf("%-11s %-12s %-6s %14s %8s %12s %8s %13s %18s  %s\n", "application", "network",
              "timing", "simulated (ns)", "wall (s)", "transactions", "packets", "mean (cycles)",
              "bytes/(host*cycle)", "answer");
}

void print(const Run& run, const Figures& figures) {
  // A cycle is a nanosecond.
  const double cycles = figures.end / sc_core::sc_time(1, sc_core::SC_NS);
  const double latency = figures.traffic.latency / sc_core::sc_time(1, sc_core::SC_NS);
  const auto transactions = static_cast<double>(figures.traffic.transactions);
  const std::string network = std::filesystem::path(run.path).stem().string();
  std::printf("%-11s %-12s %-6s %14.0f %8.2f %12llu %8llu %13.1f %18.3f  %s\n", run.name.c_str(),
              network.c_str(), run.timing_name(), cycles, figures.wall,
              static_cast<unsigned long long>(figures.traffic.transactions),
              static_cast<unsigned long long>(figures.packets), latency / transactions,
              static_cast<double>(figures.traffic.bytes) / (cycles * Platform::kHosts),
              figures.right ? "right" : ("wrong: " + figures.difference).c_str());
}

int complain(const Run& run, const std::string& what) {
  std::cerr << "virtual_platform: error: " << run.path << ": " << run.name << ", "
            << run.timing_name() << ": " << what << "\n";
  return kFailed;
}

int simulate(const Run& run, const Arguments& arguments) {
  try {
    tlm::tlm_global_quantum::instance().set(
        sc_core::sc_time(static_cast<double>(arguments.quantum), sc_core::SC_NS));
    Platform platform("platform", run.configuration, run.timing, run.application);
    const Figures figures = platform.run();
    print(run, figures);
    return figures.right ? kRight : kFailed;
  } catch (const std::exception& error) {
    return complain(run, error.what());
  }
}

/// In a process of its own: SystemC has one simulation in each.
int simulate_apart(const Run& run, const Arguments& arguments) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return complain(run, std::string("no process: ") + std::strerror(errno));
  if (child == 0) {
    const int status = simulate(run, arguments);
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  if (waitpid(child, &status, 0) == child && WIFEXITED(status)) return WEXITSTATUS(status);
  return complain(run, "ended by signal " + std::to_string(WTERMSIG(status)));
}

int run_all(const Arguments& arguments) {
  std::vector<std::unique_ptr<Application>> applications;
  for (const std::string& name : arguments.applications) {
    applications.push_back(make_application(name, arguments));
  }
  // What is wrong with any is said before the first simulation.
  std::vector<std::unique_ptr<netloom::TlmPlatform>> configurations;
  for (const std::string& path : arguments.configurations) {
    configurations.push_back(std::make_unique<netloom::TlmPlatform>(path, arguments.overrides));
    for (const auto& application : applications) {
      try {
        Platform::windows_of(*configurations.back(), *application);
      } catch (const netloom::Error& error) {
        throw netloom::Error(path + ": " + error.what());
      }
    }
  }
  print_head();
  int result = kRight;
  for (std::size_t c = 0; c < configurations.size(); ++c) {
    for (std::size_t a = 0; a < applications.size(); ++a) {
      for (const FabricTiming timing : arguments.timings) {
        const Run run = {arguments.configurations[c], *configurations[c], arguments.applications[a],
                         *applications[a], timing};
        if (simulate_apart(run, arguments) != kRight) result = kFailed;
      }
    }
  }
  return result;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  try {
    const Arguments arguments = parse_arguments(argc, argv);
    if (arguments.help) {
      std::cout << kUsage;
      return kRight;
    }
    return run_all(arguments);
  } catch (const std::runtime_error& error) {
    std::cerr << "virtual_platform: error: " << error.what() << "\n";
    return kWrongArguments;
  }
}
