#include "sim/run/make_workload.h"

#include <fmt/format.h>

#include "routing/base/error.h"
#include "sim/config/memory.h"
#include "sim/traffic/application_source.h"
#include "sim/traffic/burst_source.h"
#include "sim/traffic/disk_trace.h"
#include "sim/traffic/request_reply_source.h"
#include "sim/traffic/synthetic_source.h"
#include "sim/traffic/trace.h"

namespace netloom {
inline namespace sim {

namespace {

NodeId node_count(const Config& config) {
  return static_cast<NodeId>(config.netlist.hosts.size());
}

/// Error: a host has more to send than it can until then.
void require_completion(const Config& config, const char* key, const TrafficBounds& bounds) {
  const Cycle limit = config.run.completion_limit;
  if (bounds.most_phits <= limit) return;
  throw Error(
      fmt::format("traffic.{}: a node has {} phits to send, one a cycle; allowed: up to "
                  "simulation.completion_limit ({})",
                  key, bounds.most_phits, limit));
}

std::vector<TraceMessage> generated_messages(const Config& config, std::uint64_t seed,
                                             const std::function<void(double share)>& told = {}) {
  const TrafficConfig::GeneratedTrace& generated = *config.traffic.generated_trace;
  std::vector<TraceMessage> messages =
      make_disk_trace(generated.disk, node_count(config), generated.seed.value_or(seed), told);
  const Cycle limit = config.run.completion_limit;
  if (messages.back().cycle > limit) {
    throw Error(
        fmt::format("traffic.trace: the generated trace goes on to cycle {}; allowed: up to "
                    "simulation.completion_limit ({})",
                    messages.back().cycle, limit));
  }
  return messages;
}

TraceLimits limits_of_file(const Config& config) {
  TraceLimits limits;
  limits.last_cycle = config.run.completion_limit;
  limits.memory = memory_limit(config.run.memory_limit);
  limits.bytes_per_phit = config.traffic.bytes_per_phit;
  return limits;
}

std::shared_ptr<const Trace> make_trace(const Config& config, std::uint64_t seed) {
  const NodeId nodes = node_count(config);
  const int bytes_per_phit = config.traffic.bytes_per_phit;
  if (!config.traffic.generated_trace) {
    TraceLimits limits = limits_of_file(config);
    limits.node_phits = config.run.completion_limit;
    return std::make_shared<Trace>(read_trace(config.traffic.trace, nodes, limits), nodes,
                                   bytes_per_phit);
  }
  auto trace = std::make_shared<Trace>(generated_messages(config, seed), nodes, bytes_per_phit);
  require_completion(config, "trace", trace->bounds(config.network.nic.packet_phits));
  return trace;
}

std::unique_ptr<Workload> make_application(const Config& config, std::uint64_t seed) {
  const TrafficConfig::Application& from = config.traffic.application;
  ApplicationRun run;
  run.iterations = from.iterations;
  run.packet_phits = static_cast<std::uint32_t>(config.traffic.packet_phits);
  run.compute = from.compute;
  run.numbers_per_pair = config.network.nic.reorders();
  const NodeId nodes = node_count(config);
  auto source = std::make_unique<ApplicationSource>(
      ApplicationRegistry::instance().find(from.name).make({from.tasks, from.message_packets, seed},
                                                           from.parameters),
      run,
      from.random_placement ? random_placement(from.tasks, nodes, seed)
                            : consecutive_placement(from.tasks),
      nodes);
  require_completion(config, "application", source->bounds(config.network.nic.packet_phits));
  return source;
}

/// Whether each point of a sweep has a trace of its own.
bool differs_by_seed(const TrafficConfig& traffic) {
  return traffic.generated_trace && !traffic.generated_trace->seed;
}

}  // namespace

std::vector<TraceMessage> trace_messages(const Config& config, std::uint64_t seed,
                                         const std::function<void(double share)>& told) {
  if (config.traffic.generated_trace) return generated_messages(config, seed, told);
  return read_trace(config.traffic.trace, node_count(config), limits_of_file(config));
}

std::shared_ptr<const Trace> load_trace(const Config& config) {
  const TrafficConfig& traffic = config.traffic;
  if (traffic.kind != TrafficConfig::Kind::kTrace || differs_by_seed(traffic)) return nullptr;
  return make_trace(config, config.run.seeds.front());
}

TrafficBounds known_bounds(const Config& config, const Trace* trace) {
  const int packet_phits = config.network.nic.packet_phits;
  if (trace != nullptr) return trace->bounds(packet_phits);
  const TrafficConfig::Kind kind = config.traffic.kind;
  if (kind != TrafficConfig::Kind::kBurst && kind != TrafficConfig::Kind::kApplication) return {};
  return make_workload(config, std::nullopt, config.run.seeds.front(), nullptr)
      ->bounds(packet_phits);
}

std::unique_ptr<Workload> make_workload(const Config& config, std::optional<double> load,
                                        std::uint64_t seed, std::shared_ptr<const Trace> trace) {
  const TrafficConfig& traffic = config.traffic;
  const NodeId nodes = node_count(config);
  if (traffic.kind == TrafficConfig::Kind::kTrace) {
    if (trace == nullptr) trace = make_trace(config, seed);
    return std::make_unique<TraceSource>(std::move(trace), nodes);
  }
  if (traffic.kind == TrafficConfig::Kind::kApplication) return make_application(config, seed);
  TrafficPlan plan(config.netlist, traffic, load, seed);
  const Cycle stop = config.run.drain > 0 ? config.run.warmup + config.run.measure : kNever;
  switch (traffic.kind) {
    case TrafficConfig::Kind::kBurst:
      if (traffic.phases.size() > 1) {
        throw Error("traffic.phases: a burst is generated in cycle 0; allowed: one phase");
      }
      return std::make_unique<BurstSource>(std::move(plan), traffic.burst_packets,
                                           traffic.packet_phits, seed);
    case TrafficConfig::Kind::kRequestReply: {
      ReplyConfig reply;
      reply.phits = static_cast<std::uint32_t>(traffic.reply_phits > 0 ? traffic.reply_phits
                                                                       : traffic.packet_phits);
      reply.delay = static_cast<Cycle>(traffic.reply_delay);
      return std::make_unique<RequestReplySource>(std::move(plan), nodes, traffic.packet_phits,
                                                  reply, stop, seed);
    }
    default:
      return std::make_unique<SyntheticSource>(std::move(plan), nodes, traffic.packet_phits, stop,
                                               seed);
  }
}

}  // namespace sim
}  // namespace netloom
