#pragma once

#include "hw/kernel/ranks.h"
#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

/// CommonError, with what it is and where: a process of the job is about to run something else than
/// the first. `mine`: objects of what has to be alike, as inputs_of_run() has them, and `options`.
void require_agreement(Ranks& ranks, const Json& mine);

}  // namespace sim
}  // namespace netloom
