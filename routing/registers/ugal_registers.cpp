#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

const RegisterGroupRegistry::Registration kComparison(
    "ugal",
    {400,
     {{"UGAL_THRESHOLD", half_word_bits, Scope::kSwitch, 0, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "T in phits, two's complement: a packet goes minimally if Q_MIN <= 2 Q_VLB + T", "16"}}});

const RegisterGroupRegistry::Registration kSaturation(
    "saturation", {410,
                   {{"PB_FACTOR", half_word_bits, Scope::kSwitch, 120, Access::kReadWrite,
                     Class::kRouting, Form::kNumber,
                     "F in percent: a global link is saturated if its queue is longer than F of "
                     "the mean of the switch's global links, and Z",
                     "16"},
                    {"PB_OFFSET", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite,
                     Class::kRouting, Form::kNumber, "Z in phits: see PB_FACTOR", "16"}}});

const RegisterSetRegistry::Registration kUgal(
    "ugal", {"the comparison of the queues of minimal and Valiant paths in dragonflies: routing "
             "functions `ugal_l`, `ugal_g` and `par`",
             {"ugal"}});

const RegisterSetRegistry::Registration kPiggyback(
    "piggyback", {"the same, and when a global link counts as saturated: routing function `pb`",
                  {"ugal", "saturation"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
