#include "testbench/lockstep/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "routing/base/error.h"
#include "testbench/lockstep/cases.h"

namespace netloom::test {
namespace {

using Status = Comparison::Status;

/// A number with commas: 1,234,567.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

/// Networks that only one view runs, other than random ones.
const std::set<std::string> kOneViewOnly = {"hand control_priority"};  // live faults

/// A reason without the rest of its lines.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

constexpr const char* kIntroduction =
    R"(Whether the [views](../views.md) of a switch do the same: the fast view of every network beside the structural one, and beside a mixture in which every other switch is structural. Every event at every port is compared, cycle by cycle: injection, arrival, grant, start on a link, the leaving of a buffer, the coming of its credit, delivery; then the whole result with details, to the last digit, which has to be that of the specialised core without an observer, too. What RTL counts of its decisions is no result.

| group | networks |
| --- | --- |
| features | `testbench/lockstep/features/`: between them they have every choice of a switch, every selection, and decisions at the source and in transit |
| golden | `testbench/golden/` |
| control | control packets with priority, of all sizes; no configuration sends them without live faults |
| hand | `testbench/hand/`, with [schedules](../schedules.md) |
| matrix | every combination of the [matrix](matrix/README.md) that is no error, in its small network, for 100 cycles and until it is empty; those that may deadlock, too |
| random | [random configurations](../guides/random_configurations.md), with every load and seed that they have; what ends with its workload and has no watchdog gets one |

`lockstep_configurations random --from SEED --count 1` tries one out again, `lockstep_configurations matrix --only NAME` a combination; of a random one that differs, it prints a small one that does.
)";

/// Differences that there were, and are not any more.
constexpr const char* kFound = R"(
## What it has found

Differences between the views as they were first written, who was wrong by the [contract](../timing.md), and what was changed:

| difference | by the contract | changed |
| --- | --- | --- |
| Full crossbar, several VCs of a port granted in one cycle, R > 0: the heads behind them went to the routing unit in the order in which outputs were granted | silent; it says now: by the numbers of their VCs | contract, fast view |
| Body flits of a worm waited for a routing unit that all ports share | structural view wrong: only heads are routed | structural view |
| Credits of a fast neighbour, which tells of them when flits are granted, were used in the order in which it tells, where flits leave in another | structural view wrong: from e + L on | structural view |
| Where outputs stall at random, a run that had nothing else to do ended as a deadlock | structural view wrong: a stall ends by itself | structural view |
| How many channels the message of a deadlock counts | structural view wrong | structural view |
)";

std::string sums(const std::vector<GroupResult>& groups) {
  std::string text =
      "| group | networks | compared | pairs of runs | events, the same in both | of these grants "
      "| "
      "different | one view only | no network |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const GroupResult& group : groups) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", group.name,
                        grouped(group.cases.size()), grouped(group.compared()),
                        grouped(static_cast<std::uint64_t>(group.runs())), grouped(group.events()),
                        grouped(group.grants()), group.count(Status::kDifferent),
                        group.count(Status::kOneView), group.count(Status::kNoNetwork));
  }
  return text;
}

/// Why there is one view only, without what differs from one network to the next.
std::string reason_of(const Comparison& comparison) {
  if (comparison.reason.rfind("a fault in cycle", 0) == 0) {
    return "switches tell each other of links that fail, which is in the fast view only";
  }
  return first_line(comparison.reason);
}

/// What of a group was not compared, a line for each reason.
std::string refusals(const GroupResult& group) {
  std::map<std::string, std::vector<std::string>> names;  // by reason
  for (const GroupResult::Case& each : group.cases) {
    if (each.comparison.status != Status::kOneView) continue;
    names[reason_of(each.comparison)].push_back(each.name);
  }
  std::string text;
  for (const auto& [reason, all] : names) {
    text += fmt::format("- {}, {} with one view only, because {}: {}.\n", group.name, all.size(),
                        reason, fmt::join(all, ", "));
  }
  if (const std::size_t none = group.count(Status::kNoNetwork)) {
    text += fmt::format("- {}, {} no network: refused when read, or before the run, in any view.\n",
                        group.name, none);
  }
  return text;
}

/// What part of its networks a group has; empty: all.
std::string note(const GroupResult& group) {
  if (group.whole) {
    const std::size_t all = matrix_combinations();
    return fmt::format(
        "\nThe matrix has {} combinations; the other {} are refused, as its definition says, and "
        "are no networks.\n",
        grouped(all), grouped(all - group.cases.size()));
  }
  if (group.seeds.empty()) return "";
  auto parts = group.seeds;
  std::sort(parts.begin(), parts.end());
  std::string text;
  std::uint64_t first = parts.front().first;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i + 1 < parts.size() && parts[i + 1].first == parts[i].second + 1) continue;
    text += fmt::format("{}{} to {}", text.empty() ? "" : ", ", grouped(first),
                        grouped(parts[i].second));
    if (i + 1 < parts.size()) first = parts[i + 1].first;
  }
  return fmt::format("\nSeeds of group {}: {}.\n", group.name, text);
}

}  // namespace

std::size_t GroupResult::count(Status status) const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(),
                    [status](const Case& each) { return each.comparison.status == status; }));
}

std::size_t GroupResult::compared() const {
  return count(Status::kSame) + count(Status::kDifferent);
}

std::size_t GroupResult::failed_alike() const {
  return static_cast<std::size_t>(std::count_if(
      cases.begin(), cases.end(), [](const Case& each) { return each.comparison.failed_alike; }));
}

std::uint64_t GroupResult::events() const {
  std::uint64_t sum = 0;
  for (const Case& each : cases) sum += each.comparison.events;
  return sum;
}

std::uint64_t GroupResult::grants() const {
  std::uint64_t sum = 0;
  for (const Case& each : cases) sum += each.comparison.grants;
  return sum;
}

int GroupResult::runs() const {
  int sum = 0;
  for (const Case& each : cases) sum += each.comparison.runs;
  return sum;
}

Json GroupResult::json() const {
  Json all = Json::array();
  for (const Case& each : cases) {
    all.push_back({each.name, each.may_be_none, each.comparison.json()});
  }
  return {{"name", name}, {"cases", std::move(all)}, {"seeds", seeds}, {"whole", whole}};
}

GroupResult GroupResult::from(const Json& json) {
  GroupResult result{json.at("name"), {}};
  for (const Json& each : json.at("cases")) {
    result.cases.push_back({each.at(0), each.at(1), Comparison::from(each.at(2))});
  }
  json.at("seeds").get_to(result.seeds);
  result.whole = json.at("whole");
  return result;
}

void GroupResult::add(const GroupResult& part) {
  std::set<std::string> names;
  for (const Case& each : cases) names.insert(each.name);
  for (const Case& each : part.cases) {
    if (names.count(each.name) > 0) {
      throw Error(fmt::format("{} {} is in two parts; allowed: in one", name, each.name));
    }
    cases.push_back(each);
  }
  seeds.insert(seeds.end(), part.seeds.begin(), part.seeds.end());
  whole = whole || part.whole;
}

std::vector<std::string> GroupResult::problems() const {
  std::vector<std::string> result;
  bool drawn = false;
  for (const Case& each : cases) {
    drawn = drawn || each.may_be_none;
    const Status status = each.comparison.status;
    if (status == Status::kDifferent || (status == Status::kNoNetwork && !each.may_be_none)) {
      result.push_back(name + " " + each.name + ": " + each.comparison.reason);
    } else if (status == Status::kOneView && !each.may_be_none &&
               kOneViewOnly.count(name + " " + each.name) == 0) {
      result.push_back(name + " " + each.name + ": one view only: " + reason_of(each.comparison));
    } else if (status == Status::kSame && each.comparison.events == 0 && !each.may_be_none) {
      result.push_back(name + " " + each.name + ": nothing happened");
    }
  }
  if (cases.empty()) result.push_back(name + ": no configuration");
  if (drawn && static_cast<double>(compared()) < kLeastCompared * static_cast<double>(cases.size()))
    result.push_back(fmt::format("{}: {} of {} configurations could be compared; needed: {:.0f} %",
                                 name, compared(), cases.size(), 100 * kLeastCompared));
  return result;
}

std::string summary(const GroupResult& group) {
  return fmt::format(
      "{}: {} configurations, {} compared in {} pairs of runs, {} events ({} grants), {} end in "
      "the "
      "same deadlock or the like, {} with one view only, {} no network, {} different",
      group.name, group.cases.size(), group.compared(), group.runs(), group.events(),
      group.grants(), group.failed_alike(), group.count(Status::kOneView),
      group.count(Status::kNoNetwork), group.count(Status::kDifferent));
}

std::string LockstepPage::text() const {
  std::string page =
      fmt::format("# Views in lockstep\n\n{}\nWritten on {} by\n\n", kIntroduction, date);
  for (const std::string& each : commands) page += "    " + each + '\n';
  page += '\n' + sums(groups);
  for (const GroupResult& group : groups) page += note(group);
  std::string refused, problems;
  for (const GroupResult& group : groups) {
    if (const std::size_t alike = group.failed_alike()) {
      page += fmt::format(
          "\nOf group {}, {} have a run that ends in a deadlock, or incomplete, and "
          "in all views in the same.\n",
          group.name, alike);
    }
    refused += refusals(group);
    for (const std::string& each : group.problems()) problems += "- " + first_line(each) + '\n';
  }
  page += "\n## What was not compared\n\n" + (refused.empty() ? "Nothing.\n" : refused);
  page += "\n## Differences\n\n" + (problems.empty() ? "None.\n" : problems);
  return page + kFound;
}

Json LockstepPage::json() const {
  Json all = Json::array();
  for (const GroupResult& group : groups) all.push_back(group.json());
  return {{"commands", commands}, {"date", date}, {"groups", std::move(all)}};
}

LockstepPage LockstepPage::from(const Json& json) {
  LockstepPage result{json.at("commands"), json.at("date"), {}};
  for (const Json& group : json.at("groups")) result.groups.push_back(GroupResult::from(group));
  return result;
}

void LockstepPage::add(const LockstepPage& part) {
  commands.insert(commands.end(), part.commands.begin(), part.commands.end());
  date = std::max(date, part.date);
  for (const GroupResult& group : part.groups) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const GroupResult& each) {
      return each.name == group.name;
    });
    if (same == groups.end()) {
      groups.push_back(group);
    } else {
      same->add(group);
    }
  }
}

}  // namespace netloom::test
