#include "sim/run/counter_readings.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "routing/registers/register_file.h"
#include "sim/statistics/spread.h"

namespace netloom {
inline namespace sim {
namespace {

/// Names of the instances of a register in a switch.
std::vector<std::string> instance_names(const RegisterInfo& info, const SwitchShape& shape) {
  const int count = info.count(shape);
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    int number = i;
    if (info.scope == RegisterScope::kOffset) number = i + 1;
    if (info.scope == RegisterScope::kRemote) {
      number = i < count / 2 ? i + 1 : count / 2 - i - 1;  // R_1, R_2, …, R_-1, R_-2, …
    }
    names.push_back(std::to_string(number));
  }
  return names;
}

/// Extended counters are in hundredths of a packet, remote ones are h R_k.
double unit_of(const RegisterInfo& info, const SwitchShape& shape) {
  if (info.name == "EXTENDED_COUNTER") return 0.01;
  if (info.name == "REMOTE_COUNTER") return 0.01 / shape.global_links;
  return 1;
}

}  // namespace

CounterReadings::CounterReadings(Network& network, std::uint32_t switches,
                                 const std::vector<std::string>& names)
    : network_(network), switches_(switches) {
  for (SwitchId id = 0; id < switches_; ++id) {
    if (network_.has(id)) own_.push_back(id);
  }
  for (const std::string& name : names) {
    const RegisterFile& file = network_.registers(own_.front());
    const auto info = std::find_if(file.registers().begin(), file.registers().end(),
                                   [&](const RegisterInfo& each) { return each.name == name; });
    Counter counter;
    counter.name = name;
    counter.instances = instance_names(*info, file.shape());
    counter.unit = unit_of(*info, file.shape());
    counter.sums.resize(switches_ * counter.instances.size());
    counters_.push_back(std::move(counter));
  }
}

void CounterReadings::read() {
  ++readings_;
  for (Counter& counter : counters_) {
    const std::size_t instances = counter.instances.size();
    const std::size_t row = counter.over_switches.size();
    counter.over_switches.resize(row + instances);
    for (const SwitchId id : own_) {
      const RegisterFile& file = network_.registers(id);
      for (std::size_t i = 0; i < instances; ++i) {
        const std::uint32_t value = file.value(counter.name, static_cast<int>(i));
        counter.sums[id * instances + i] += value;
        counter.over_switches[row + i] += value;
      }
    }
  }
}

void CounterReadings::gather() {
  for (Counter& counter : counters_) {
    network_.ranks().sum(counter.sums);
    network_.ranks().sum(counter.over_switches);
  }
}

Json CounterReadings::json(bool details) const {
  Json registers = Json::object();
  for (const Counter& counter : counters_) {
    Json& of_register = registers[counter.name] = Json::object();
    const std::size_t instances = counter.instances.size();
    for (std::size_t i = 0; i < instances; ++i) {
      std::vector<double> means;
      for (std::size_t at = i; readings_ != 0 && at < counter.sums.size(); at += instances) {
        const double sum = counter.unit * static_cast<double>(counter.sums[at]);
        means.push_back(sum / static_cast<double>(readings_));
      }
      const std::optional<Spread> spread = spread_of(means);
      Json& each = of_register[counter.instances[i]] = {
          {"min", spread ? Json(spread->minimum) : Json(nullptr)},
          {"mean", spread ? Json(spread->mean) : Json(nullptr)},
          {"max", spread ? Json(spread->maximum) : Json(nullptr)}};
      if (!details) continue;
      Json& series = each["series"] = Json::array();
      for (std::size_t at = i; at < counter.over_switches.size(); at += instances) {
        series.push_back(counter.unit * static_cast<double>(counter.over_switches[at]) / switches_);
      }
      each["switches"] = std::move(means);
    }
  }
  return {{"readings", readings_}, {"registers", std::move(registers)}};
}

}  // namespace sim
}  // namespace netloom
