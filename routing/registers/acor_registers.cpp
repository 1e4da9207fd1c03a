#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int two_bits(const SwitchShape& /*shape*/) {
  return 2;
}

const RegisterGroupRegistry::Registration kBlocked(
    "acor",
    {500,
     {{"ACOR_INTERVAL", half_word_bits, Scope::kSwitch, 500, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "cycles after which path A becomes shorter if few packets were blocked; 0 counts as 1",
       "16"},
      {"ACOR_INCREASE_1", half_word_bits, Scope::kSwitch, 15, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "more blocked packets than this lengthen path A from -G- to -GL", "16"},
      {"ACOR_INCREASE_2", half_word_bits, Scope::kSwitch, 50, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "more blocked packets than this lengthen path A from -GL to LGL", "16"},
      {"ACOR_DECREASE_1", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "fewer blocked packets than this shorten path A from -GL to -G-", "16"},
      {"ACOR_DECREASE_2", half_word_bits, Scope::kSwitch, 15, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "fewer blocked packets than this shorten path A from LGL to -GL", "16"},
      {"ACOR_LEVEL", two_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber, "present path A: 0 = -G-, 1 = -GL, 2 = LGL", "2"},
      {"ACOR_BLOCKED", half_word_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kCounters,
       Form::kNumber, "packets blocked at injection in the present interval", "16"}}});

const RegisterSetRegistry::Registration kAcor(
    "acor", {"blocked injections, and the length of Valiant paths that follows from them: routing "
             "function `acor`",
             {"acor"}});

const RegisterSetRegistry::Registration kPbAcor(
    "pb_acor", {"those of `piggyback` and of `acor`: routing function `pb_acor`",
                {"ugal", "saturation", "acor"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
