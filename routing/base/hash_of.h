#pragma once

#include <cstdint>
#include <string_view>

#include "routing/base/random.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// 64 bits by which to tell texts apart; of several one after another, with that of those before.
inline std::uint64_t hash_of(std::string_view text, std::uint64_t before = 0) {
  std::uint64_t hash = before;
  for (const char c : text) hash = Random::mix(hash ^ static_cast<unsigned char>(c));
  return hash;
}

}  // namespace routing
}  // namespace netloom
