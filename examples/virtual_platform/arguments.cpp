#include "arguments.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

const char* const kUsage =
    "Usage: virtual_platform [options] CONFIGURATION...\n"
    "\n"
    "Sixteen hosts at each network run applications; the exit status is 0 if all answers are "
    "right,\n"
    "1 if not, or if a simulation fails, and 2 if arguments or configurations are wrong.\n"
    "\n"
    "  --app NAME        sort, halo, load (random traffic), or all, which are the first two (all)\n"
    "  --timing NAME     lt (loosely timed), at (approximately timed) or both (both)\n"
    "  --seed NUMBER     of what is sorted, and of the cells in the beginning (1)\n"
    "  --keys NUMBER     of each host, which are sorted: 1 to 1,000,000 (1024)\n"
    "  --cells NUMBER    along a side of each host's block: 1 to 1,000 (16)\n"
    "  --load NUMBER     bytes that a host offers in a cycle: 0.001 to 1,000 (1)\n"
    "  --quantum NUMBER  ns that processors may be ahead of time: 0 to 1,000,000 (1000)\n"
    "  --set KEY=VALUE   a value in all configurations\n"
    "  -h, --help        this\n";

namespace {

constexpr std::uint64_t kMostKeys = 1'000'000, kMostCells = 1'000, kMostQuantum = 1'000'000;

std::uint64_t number_of(const std::string& option, const std::string& text, std::uint64_t least,
                        std::uint64_t most) {
  const bool digits =
      !text.empty() && text.size() < 20 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::uint64_t number = digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
  if (digits && number >= least && number <= most) return number;
  throw ArgumentError(option + ": '" + text + "'; allowed: a number from " + std::to_string(least) +
                      " to " + std::to_string(most));
}

double load_of(const std::string& text) {
  char* end = nullptr;
  const double load = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && load >= 0.001 && load <= 1000) return load;
  throw ArgumentError("--load: '" + text + "'; allowed: a number from 0.001 to 1000");
}

netloom::Override override_of(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0) {
    throw ArgumentError("--set: '" + text + "'; allowed: KEY=VALUE");
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

std::vector<std::string> applications_of(const std::string& name) {
  if (name == "all") return {"sort", "halo"};
  if (name == "sort" || name == "halo" || name == "load") return {name};
  throw ArgumentError("--app: '" + name + "'; allowed: sort, halo, load, all");
}

std::vector<netloom::FabricTiming> timings_of(const std::string& name) {
  if (name == "lt") return {netloom::FabricTiming::kLoose};
  if (name == "at") return {netloom::FabricTiming::kApproximate};
  if (name == "both") {
    return {netloom::FabricTiming::kLoose, netloom::FabricTiming::kApproximate};
  }
  throw ArgumentError("--timing: '" + name + "'; allowed: lt, at, both");
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  Arguments result;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "-h" || option == "--help") {
      result.help = true;
      return result;
    }
    if (option.empty() || option[0] != '-') {
      result.configurations.push_back(option);
      continue;
    }
    const std::vector<std::string_view> known = {"--app",   "--timing", "--seed",    "--keys",
                                                 "--cells", "--load",   "--quantum", "--set"};
    if (std::find(known.begin(), known.end(), option) == known.end()) {
      throw ArgumentError("there is no option " + option + "; allowed: those of --help");
    }
    if (++i == argc) throw ArgumentError(option + " has no value");
    const std::string value = argv[i];
    if (option == "--app") {
      result.applications = applications_of(value);
    } else if (option == "--timing") {
      result.timings = timings_of(value);
    } else if (option == "--seed") {
      result.seed = number_of(option, value, 0, 1'000'000'000);
    } else if (option == "--keys") {
      result.keys = number_of(option, value, 1, kMostKeys);
    } else if (option == "--cells") {
      result.cells = number_of(option, value, 1, kMostCells);
    } else if (option == "--load") {
      result.load = load_of(value);
    } else if (option == "--quantum") {
      result.quantum = number_of(option, value, 0, kMostQuantum);
    } else {
      result.overrides.push_back(override_of(value));
    }
  }
  if (result.configurations.empty()) {
    throw ArgumentError("no configuration; allowed: one or more, like torus.yaml");
  }
  return result;
}
