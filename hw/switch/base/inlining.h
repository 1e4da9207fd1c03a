#pragma once

/// For the parts of a cycle that are separate functions only to be read.
#define NETLOOM_ALWAYS_INLINE __attribute__((always_inline)) inline
/// For what is seldom needed and would lengthen the way of every packet.
#define NETLOOM_NEVER_INLINE __attribute__((noinline))
