#pragma once

#include <vector>

#include "routing/base/visible.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The writes after which registers that the program `before` has set are as the program `after`
/// sets them: first what `after` sets otherwise, in its order; then what `before` alone sets goes
/// back to what it is in `reset`, registers that nobody has written, in the reverse order of
/// `before`. So what comes is there before what it replaces goes.
std::vector<RegisterWrite> register_changes(const std::vector<RegisterWrite>& before,
                                            const std::vector<RegisterWrite>& after,
                                            const RegisterFile& reset);

}  // namespace routing
}  // namespace netloom
