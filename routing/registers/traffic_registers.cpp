#include <cstdint>

#include "routing/base/bits.h"
#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int weight_bits(const SwitchShape& /*shape*/) {
  return 7;
}

// Each injection port starts at most one packet in a cycle, and a packet has a phit at least.
int bucket_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.injection_ports) *
                      static_cast<std::uint64_t>(shape.bucket) +
                  1);
}

int injected_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.injection_ports) *
                      static_cast<std::uint64_t>(shape.window) +
                  1);
}

std::uint64_t most_stored(const SwitchShape& shape) {
  return static_cast<std::uint64_t>(shape.injection_ports) * static_cast<std::uint64_t>(shape.vcs) *
         static_cast<std::uint64_t>(shape.input_buffer);
}

int stored_bits(const SwitchShape& shape) {
  return bits_for(most_stored(shape) + 1);
}

int extended_bits(const SwitchShape& shape) {
  return bits_for(100 * (static_cast<std::uint64_t>(shape.injection_ports) *
                             static_cast<std::uint64_t>(shape.window) +
                         most_stored(shape)) +
                  1);
}

int remote_bits(const SwitchShape& shape) {
  return extended_bits(shape) + bits_for(static_cast<std::uint64_t>(shape.global_links) *
                                         static_cast<std::uint64_t>(shape.global_links));
}

const RegisterGroupRegistry::Registration kThresholds(
    "traffic_thresholds",
    {600,
     {{"UGAL_BENIGN", half_word_bits, Scope::kSwitch, 150, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "T as in UGAL_THRESHOLD for packets to a group with little traffic", "16"},
      {"UGAL_MIXED", half_word_bits, Scope::kSwitch, 0xffe2, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "the same for a group whose counter is above LOAD_LOW", "16"},
      {"UGAL_ADVERSARIAL", half_word_bits, Scope::kSwitch, 0xff6a, Access::kReadWrite,
       Class::kRouting, Form::kNumber, "the same for a group whose counter is above LOAD_HIGH",
       "16"},
      {"LOAD_LOW", half_word_bits, Scope::kSwitch, 3, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "LI_l in packets: up to this, traffic to a group is benign", "16"},
      {"LOAD_HIGH", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "LI_h in packets: above this, traffic to a group is adversarial", "16"}}});

const RegisterGroupRegistry::Registration kLevels(
    "extended_levels",
    {610,
     {{"INJECTED_WEIGHT", weight_bits, Scope::kSwitch, 100, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "percent: weight of an injected packet in an extended counter", "7"},
      {"STORED_WEIGHT", weight_bits, Scope::kSwitch, 10, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "w in percent: weight of a stored packet in an extended counter", "7"},
      {"GLOBAL_LIMIT", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "GPSTh in packets: above this, the extended counter of a group behind an own global link "
       "counts for SATURATED_LINKS",
       "16"},
      {"SATURATED_LINKS", half_word_bits, Scope::kSwitch, 3, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "SGC: with so many such counters, path A has a local hop in the source group",
       "16"},
      {"REMOTE_LIMIT", half_word_bits, Scope::kSwitch, 20, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "RCTh in packets: above this, a remote counter gives path A a local hop in the intermediate "
       "group",
       "16"}}});

const RegisterGroupRegistry::Registration kCounters(
    "traffic_counters",
    {620,
     {{"WINDOW_BUCKET", bucket_bits, Scope::kBucket, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber, "packets injected to a group in one bucket of the window",
       "bits_for(injection_ports * bucket + 1)"},
      {"INJECTED_PACKETS", injected_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber, "packets injected to a group within the window",
       "bits_for(injection_ports * window + 1)"}}});

const RegisterGroupRegistry::Registration kExtended(
    "extended_counters",
    {630,
     {{"STORED_PACKETS", stored_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber, "packets to a group that are in the injection queues",
       "bits_for(injection_ports * vcs * input_buffer + 1)"},
      {"EXTENDED_COUNTER", extended_bits, Scope::kOffset, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber,
       "G in hundredths of a packet: INJECTED_WEIGHT injected + STORED_WEIGHT stored",
       "bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1)"},
      {"REMOTE_COUNTER", remote_bits, Scope::kRemote, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber,
       "h R_k in hundredths of a packet: sum over j = 1-h ... h-1 of (h - |j|) G at the offset k h "
       "+ j",
       "bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1) + "
       "bits_for(global_links * global_links)"}}});

const RegisterSetRegistry::Registration kTpr(
    "tpr", {"the comparison of queues with a threshold by the traffic injected to each group, and "
            "the counters of that traffic: routing function `tpr`",
            {"ugal", "traffic_thresholds", "traffic_counters"}});

const RegisterSetRegistry::Registration kLia("lia",
                                             {"the same with extended and remote counters, which "
                                              "shorten Valiant paths: routing function `lia`",
                                              {"ugal", "traffic_thresholds", "extended_levels",
                                               "traffic_counters", "extended_counters"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
