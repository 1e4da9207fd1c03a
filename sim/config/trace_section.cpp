#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "routing/base/joined.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/traffic/disk_trace.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr const char* kRunSeed = "run";
constexpr int kMostBytesPerPhit = 65536;

json value_of(const DiskTraceField& field, const DiskTraceParameters& parameters) {
  return std::visit([&](auto member) { return json(parameters.*member); }, field.member);
}

/// What a field is in the presets, in words.
std::string preset_text(const DiskTraceField& field) {
  std::vector<std::string> values;
  bool alike = true;
  for (int preset = 1; preset <= kDiskTracePresets; ++preset) {
    values.push_back(number_text(value_of(field, disk_trace_preset(preset)).get<double>()));
    alike = alike && values.back() == values.front();
  }
  return alike ? values.front() : fmt::format("that of the preset: {}", joined(values));
}

KeySchema field_key(const DiskTraceField& field) {
  const bool whole = std::holds_alternative<std::uint64_t DiskTraceParameters::*>(field.member);
  ValueSchema value =
      whole ? integer(field.minimum, field.maximum) : real(field.minimum, field.maximum);
  return derived_key(field.name, field.meaning, field.unit, std::move(value), preset_text(field));
}

KeySchema trace_key() {
  KeySchema generator =
      key("generator",
          "What makes the trace: disk: bursts of reads and writes between processors "
          "and disks.",
          "", text({"disk"}));
  generator.required = true;
  std::vector<KeySchema> keys = {
      std::move(generator),
      optional_key("preset",
                   "Intensity: 4 is relaxed; in 5 and 6 the bursts are close to each other.", "",
                   integer(1, kDiskTracePresets), 1),
      optional_key("seed", "Seed of the trace: run = that of the run, or one for all runs.", "",
                   or_words(integer(0, kLargestInteger), {kRunSeed}), kRunSeed)};
  for (const DiskTraceField& field : disk_trace_fields()) keys.push_back(field_key(field));
  ValueSchema value = text();
  value.map = map_of(std::move(keys)).map;
  return key("trace",
             "Messages with their cycles: a file with lines of \"cycle source destination bytes\" "
             "and comments after # (a relative path starts at the folder of the configuration "
             "file), or a generator.",
             "", std::move(value));
}

TrafficConfig::GeneratedTrace read_generator(const Reader& reader, json& section) {
  const KeyPath path = key_path("traffic", "trace");
  const std::size_t nodes = reader.config().netlist.hosts.size();
  const Cycle completion_limit = reader.config().run.completion_limit;
  TrafficConfig::GeneratedTrace result;
  result.disk = disk_trace_preset(section.at("preset"));
  if (section.at("seed").is_number()) result.seed = section.at("seed").get<std::uint64_t>();
  DiskTraceParameters& disk = result.disk;
  for (const DiskTraceField& field : disk_trace_fields()) {
    if (section.contains(field.name)) {
      std::visit([&](auto member) { section.at(field.name).get_to(disk.*member); }, field.member);
    } else {
      section[field.name] = value_of(field, disk);
    }
  }
  if (disk.disks >= nodes) {
    reader.fail(path.key("disks"),
                fmt::format("{} disks leave no processor among the {} nodes; allowed: 1 to {}",
                            disk.disks, nodes, nodes - 1));
  }
  if (disk.short_share + disk.long_share > 1) {
    reader.fail(path.key("long_share"),
                fmt::format("{:g} and a short_share of {:g} are more than 1 together; allowed: "
                            "up to {:g}",
                            disk.long_share, disk.short_share, 1 - disk.short_share));
  }
  if (disk.duration > completion_limit) {
    reader.fail(path.key("duration"),
                fmt::format("{} cycles are more than simulation.completion_limit; allowed: up "
                            "to {}",
                            disk.duration, completion_limit));
  }
  return result;
}

}  // namespace

std::vector<KeySchema> trace_keys() {
  return {trace_key(), derived_key("bytes_per_phit", "Bytes in a phit; only with trace.", "bytes",
                                   integer(1, kMostBytesPerPhit),
                                   std::to_string(TrafficConfig().bytes_per_phit))};
}

void read_trace(Reader& reader, json& traffic) {
  TrafficConfig& to = reader.config().traffic;
  to.kind = TrafficConfig::Kind::kTrace;
  if (!traffic.contains("bytes_per_phit")) traffic["bytes_per_phit"] = to.bytes_per_phit;
  to.bytes_per_phit = traffic.at("bytes_per_phit");
  json& trace = traffic["trace"];
  if (trace.is_object()) {
    to.generated_trace = read_generator(reader, trace);
  } else {
    to.trace = reader.input_file(key_path("traffic", "trace"), trace.get<std::string>());
  }
}

}  // namespace sim
}  // namespace netloom
