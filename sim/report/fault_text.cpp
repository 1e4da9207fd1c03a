#include "sim/report/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace netloom {
inline namespace sim {
namespace {

/// "load 0.5, seed 2".
std::string place_text(const Json& point) {
  std::string text;
  if (point.at("load").is_number())
    text = fmt::format("load {:g}, ", point.at("load").get<double>());
  return text + fmt::format("seed {}", point.at("seed").get<std::uint64_t>());
}

/// "s18.p1 (link), cycle 2000".
std::string name_text(const Json& fault) {
  return fmt::format("{} ({}), cycle {}", fault.at("fault").get<std::string>(),
                     fault.at("part").get<std::string>(), fault.at("cycle").get<std::uint64_t>());
}

std::string warning_text(const Json& point, const Json& fault) {
  std::string text;
  const std::string place = place_text(point) + ": " + name_text(fault) + ": ";
  const auto stranded = fault.at("stranded").get<std::uint64_t>();
  if (fault.at("detected").is_null()) {
    text += place + "no switch had detected it by the end of the run\n";
  } else if (fault.contains("writes")) {
    const auto writes = fault.at("writes").get<std::uint64_t>();
    const auto done = fault.at("updates").get<std::uint64_t>();
    if (done < writes) {
      text += place + fmt::format("{} of {} register writes were not over by the end of the run\n",
                                  writes - done, writes);
    }
  } else if (fault.at("updated").is_null() && stranded == 0) {
    text += place + "no register had been updated by the end of the run\n";
  }
  if (stranded > 0) {
    text += place + fmt::format(
                        "{} control packet{} found no way on, so that not every switch may "
                        "know of it\n",
                        stranded, stranded == 1 ? "" : "s");
  }
  if (!fault.at("overlaps").empty()) {
    std::string others;
    for (const Json& other : fault.at("overlaps")) {
      others += (others.empty() ? "" : ", ") + other.get<std::string>();
    }
    if (fault.contains("overlaps_left_out")) {
      others += fmt::format(" and {} others", fault.at("overlaps_left_out").get<std::uint64_t>());
    }
    text += place + "the network was being reconfigured for " + others + " at the same time\n";
  }
  return text;
}

}  // namespace

std::string fault_text(const Series& series) {
  std::uint64_t faults = 0, reconfigured = 0, cycles = 0, longest = 0;
  std::uint64_t longest_from_fault = 0;  // that the fabric manager has routed around
  std::uint64_t cut = 0, dropped = 0, deviated = 0;
  std::string warnings;
  for (const Json& point : series.points) {
    if (!point.contains("reconfiguration")) continue;
    for (const Json& fault : point.at("reconfiguration")) {
      ++faults;
      warnings += warning_text(point, fault);
      if (fault.at("cycles").is_null()) continue;
      const auto took = fault.at("cycles").get<std::uint64_t>();
      ++reconfigured;
      cycles += took;
      longest = std::max(longest, took);
      if (!fault.contains("cycles_from_fault")) continue;
      longest_from_fault =
          std::max(longest_from_fault, fault.at("cycles_from_fault").get<std::uint64_t>());
    }
    const Json& packets = point.at("packets");
    cut += packets.at("cut").get<std::uint64_t>();
    dropped += packets.at("dropped").get<std::uint64_t>();
    deviated += packets.at("deviated").get<std::uint64_t>();
  }
  if (faults == 0) return "";
  std::string text = fmt::format("Faults during the runs: {}.", faults);
  if (reconfigured > 0) {
    text += fmt::format(" Reconfiguration took {:.1f} cycles on average, {} at most.",
                        static_cast<double>(cycles) / static_cast<double>(reconfigured), longest);
  }
  if (longest_from_fault > 0) {
    text += fmt::format(" The fabric manager's last write came {} cycles after the fault at most.",
                        longest_from_fault);
  }
  text += fmt::format("\nPackets: {} cut on a wire, {} dropped, {} deviated.\n", cut, dropped,
                      deviated);
  return text + warnings;
}

}  // namespace sim
}  // namespace netloom
