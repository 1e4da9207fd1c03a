// Applications on a virtual platform whose sixteen hosts a network connects, loosely and
// approximately timed, and what each run came to in a table. See README.md.
#include <sys/wait.h>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <systemc>

#include "arguments.h"
#include "halo.h"
#include "platform.h"
#include "sort.h"

namespace {

using netloom::FabricTiming;

constexpr int kRight = 0, kFailed = 1, kWrongArguments = 2;

struct Run {
  std::string configuration;
  std::string application;
  FabricTiming timing = FabricTiming::kLoose;
};

std::unique_ptr<Application> make_application(const Run& run, const Arguments& arguments) {
  if (run.application == "sort") {
    return std::make_unique<Sort>(Platform::kHosts, arguments.keys, arguments.seed);
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
  const std::string network = std::filesystem::path(run.configuration).stem().string();
  std::printf("%-11s %-12s %-6s %14.0f %8.2f %12llu %8llu %13.1f %18.3f  %s\n",
              run.application.c_str(), network.c_str(),
              run.timing == FabricTiming::kLoose ? "LT" : "AT", cycles, figures.wall,
              static_cast<unsigned long long>(figures.traffic.transactions),
              static_cast<unsigned long long>(figures.packets), latency / transactions,
              static_cast<double>(figures.traffic.bytes) / (cycles * Platform::kHosts),
              figures.right ? "right" : ("wrong: " + figures.difference).c_str());
}

int simulate(const Run& run, const Arguments& arguments) {
  try {
    tlm::tlm_global_quantum::instance().set(
        sc_core::sc_time(static_cast<double>(arguments.quantum), sc_core::SC_NS));
    const std::unique_ptr<Application> application = make_application(run, arguments);
    const netloom::TlmPlatform configuration(run.configuration, arguments.overrides);
    Platform platform("platform", configuration, run.timing, *application);
    const Figures figures = platform.run();
    print(run, figures);
    return figures.right ? kRight : kFailed;
  } catch (const std::exception& error) {
    std::cerr << "virtual_platform: error: " << run.configuration << ": " << error.what() << "\n";
    return kFailed;
  }
}

/// In a process of its own: SystemC has one simulation in each.
int simulate_apart(const Run& run, const Arguments& arguments) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) {
    std::perror("virtual_platform: error: fork");
    return kFailed;
  }
  if (child == 0) {
    const int status = simulate(run, arguments);
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  if (waitpid(child, &status, 0) == child && WIFEXITED(status)) return WEXITSTATUS(status);
  std::cerr << "virtual_platform: error: " << run.configuration << ": " << run.application
            << " ended by signal " << WTERMSIG(status) << "\n";
  return kFailed;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  Arguments arguments;
  try {
    arguments = parse_arguments(argc, argv);
  } catch (const ArgumentError& error) {
    std::cerr << "virtual_platform: error: " << error.what() << "\n";
    return kWrongArguments;
  }
  if (arguments.help) {
    std::cout << kUsage;
    return kRight;
  }
  print_head();
  int result = kRight;
  for (const std::string& configuration : arguments.configurations) {
    for (const std::string& application : arguments.applications) {
      for (const FabricTiming timing : arguments.timings) {
        const int status = simulate_apart({configuration, application, timing}, arguments);
        if (status != kRight) result = kFailed;
      }
    }
  }
  return result;
}
