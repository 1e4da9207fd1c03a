#include "routing/function/dragonfly/traffic_routing.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "routing/base/error.h"
#include "routing/function/dragonfly/traffic_ugal.h"
#include "routing/function/dragonfly/window_counters.h"

namespace netloom {
inline namespace routing {
namespace {

int number(const ParameterMap& parameters, const char* name) {
  return static_cast<int>(integer_parameter(parameters, name));
}

/// A register of a switch that a parameter sets.
struct TrafficSetting {
  const char* parameter;
  const char* register_name;
};

constexpr TrafficSetting kCounting[] = {{"threshold_benign", "UGAL_BENIGN"},
                                        {"threshold_mixed", "UGAL_MIXED"},
                                        {"threshold_adversarial", "UGAL_ADVERSARIAL"},
                                        {"load_low", "LOAD_LOW"},
                                        {"load_high", "LOAD_HIGH"}};
constexpr TrafficSetting kExtended[] = {{"injected_weight", "INJECTED_WEIGHT"},
                                        {"stored_weight", "STORED_WEIGHT"},
                                        {"global_limit", "GLOBAL_LIMIT"},
                                        {"saturated_links", "SATURATED_LINKS"},
                                        {"remote_limit", "REMOTE_LIMIT"}};

/// UGAL with traffic counters: TPR, and LIA where they are extended.
class TrafficRouting final : public UgalRouting {
 public:
  TrafficRouting(const RoutingContext& context, const std::string& function,
                 const ValiantRules& rules, bool extended)
      : UgalRouting(context, function, rules),
        hooks_(context.hooks),
        parameters_(context.parameters),
        user_("routing function '" + function + "'"),
        extended_(extended),
        window_(number(parameters_, "window")),
        bucket_(number(parameters_, "bucket")) {
    if (window_ % bucket_ != 0) {
      throw Error(fmt::format("{}: window {} is not a multiple of bucket {}; allowed: one that is",
                              user_, window_, bucket_));
    }
    if (!extended) return;
    for (int position = 0; position < topology().a(); ++position) {
      if (connected(position) != connected_by_palmtree(position)) {
        throw Error(fmt::format(
            "{}: the remote counters rest on global links of each switch to consecutive groups; "
            "allowed: arrangement palmtree with all a h / t + 1 groups",
            user_));
      }
    }
  }

  std::string register_set() const override { return extended_ ? "lia" : "tpr"; }

  void complete_shape(SwitchId switch_id, SwitchShape& shape) const override {
    const TrafficCounterShape counters = counter_shape(switch_id);
    shape.offsets = counters.offsets;
    shape.remote_counters = extended_ ? 2 * counters.remote_each() : 0;
    shape.global_links = counters.global_links;
    shape.injection_ports = topology().p();
    shape.window = window_;
    shape.bucket = bucket_;
    for (const RegisterInfo& info : registers_of(register_set())) {
      if (info.register_class == RegisterClass::kCounters && info.bits(shape) > 32) {
        throw Error(
            fmt::format("{}: {} would have {} bits; allowed: up to 32 (smaller window or "
                        "injection queues)",
                        user_, info.name, info.bits(shape)));
      }
    }
  }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program = UgalRouting::register_program(switch_id);
    const auto add = [&](const TrafficSetting& setting) {
      program.push_back({setting.register_name, 0,
                         static_cast<std::uint16_t>(number(parameters_, setting.parameter))});
    };
    for (const TrafficSetting& setting : kCounting) add(setting);
    if (extended_) {
      for (const TrafficSetting& setting : kExtended) add(setting);
    }
    return program;
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId switch_id) const override {
    const TrafficCounterShape shape = counter_shape(switch_id);
    std::unique_ptr<TrafficCounters> counters = std::make_unique<WindowCounters>(shape);
    if (hooks_.traffic_counters) {
      counters = hooks_.traffic_counters(switch_id, topology().p(), std::move(counters));
    }
    return std::make_unique<TrafficUgal>(topology().group(switch_id), topology().groups(), shape,
                                         std::move(counters));
  }

  TrafficCounterShape counter_shape(SwitchId switch_id) const {
    TrafficCounterShape shape;
    shape.offsets = topology().groups() - 1;
    shape.global_links = topology().h();
    shape.window = window_;
    shape.bucket = bucket_;
    shape.extended = extended_;
    shape.connected = connected(topology().position(switch_id));
    return shape;
  }

  /// Offsets of the groups behind the global links of a switch, in the order of the ports.
  std::vector<int> connected(int position) const {
    std::vector<int> offsets;
    for (int i = 0; i < topology().h(); ++i) {
      const int group = topology().group_behind(topology().switch_id(0, position),
                                                topology().first_global_port() + i);
      if (group > 0) offsets.push_back(group);
    }
    return offsets;
  }
  std::vector<int> connected_by_palmtree(int position) const {
    std::vector<int> offsets;
    const int groups = topology().groups();
    const int each = topology().a() / topology().links_between_groups();
    for (int m = 1; m <= topology().h(); ++m) {
      offsets.push_back((topology().h() * (position % each) + m) % groups);
    }
    return offsets;
  }

  DecisionHooks hooks_;
  ParameterMap parameters_;
  std::string user_;
  bool extended_;
  int window_;
  int bucket_;
};

std::vector<Parameter> counting_parameters() {
  constexpr double kLeast = -32768, kMost = 32767, kPackets = 65535;
  return {
      whole_number("window", "cycles over which injected packets are counted", 200, 1, 65536),
      whole_number("bucket", "cycles of the window that are counted together; divides it", 1, 1,
                   65536),
      whole_number("load_low",
                   "LI_l, packets: up to this count in the window, traffic to a group is benign "
                   "(register LOAD_LOW)",
                   3, 0, kPackets),
      whole_number("load_high",
                   "LI_h, packets: above this count, it is adversarial (register LOAD_HIGH)", 5, 0,
                   kPackets),
      whole_number("threshold_benign",
                   "T, phits, for packets to a group with benign traffic: 15 packets of 10 phits "
                   "(register UGAL_BENIGN)",
                   150, kLeast, kMost),
      whole_number("threshold_mixed",
                   "T, phits, between benign and adversarial (register UGAL_MIXED)", -30, kLeast,
                   kMost),
      whole_number("threshold_adversarial",
                   "T, phits, with adversarial traffic (register UGAL_ADVERSARIAL)", -150, kLeast,
                   kMost)};
}

}  // namespace

std::unique_ptr<RoutingFunction> make_traffic_routing(const RoutingContext& context,
                                                      const std::string& function,
                                                      const ValiantRules& rules, bool extended) {
  return std::make_unique<TrafficRouting>(context, function, rules, extended);
}

std::vector<Parameter> traffic_parameters() {
  std::vector<Parameter> parameters = ugal_parameters(QueueBehind::kVc);
  for (Parameter& each : counting_parameters()) parameters.push_back(std::move(each));
  return parameters;
}

}  // namespace routing
}  // namespace netloom
