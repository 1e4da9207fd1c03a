#include "sim/traffic/workload.h"

#include "routing/error.h"
#include "sim/traffic/burst_source.h"
#include "sim/traffic/request_reply_source.h"
#include "sim/traffic/synthetic_source.h"
#include "sim/traffic/trace.h"

namespace netloom {

std::shared_ptr<const Trace> load_trace(const Config& config) {
  const TrafficConfig& traffic = config.traffic;
  if (traffic.kind != TrafficConfig::Kind::kTrace) return nullptr;
  return std::make_shared<Trace>(traffic.trace, static_cast<NodeId>(config.netlist.hosts.size()),
                                 traffic.bytes_per_phit, config.run.completion_limit);
}

std::unique_ptr<Workload> make_workload(const Config& config, std::optional<double> load,
                                        std::uint64_t seed, std::shared_ptr<const Trace> trace) {
  const TrafficConfig& traffic = config.traffic;
  const auto nodes = static_cast<NodeId>(config.netlist.hosts.size());
  if (traffic.kind == TrafficConfig::Kind::kTrace) {
    return std::make_unique<TraceSource>(std::move(trace), nodes);
  }
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
      reply.packet_phits = static_cast<std::uint32_t>(config.network.nic.packet_phits);
      reply.numbers_per_pair = config.network.nic.reorder_buffer > 0;
      return std::make_unique<RequestReplySource>(std::move(plan), nodes, traffic.packet_phits,
                                                  reply, stop, seed);
    }
    default:
      return std::make_unique<SyntheticSource>(std::move(plan), nodes, traffic.packet_phits, stop,
                                               seed);
  }
}

}  // namespace netloom
