#pragma once

// Included by the copies of source files that scripts/mutate changes: which of the changes is the
// one that this process has.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

// What a change makes the compiler see is meant.
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wdangling-else"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wshift-count-overflow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wunused-value"

namespace netloom::mutation {

constexpr unsigned kMost = 65536;  ///< numbers of changes are 1 to kMost - 1

/// From the environment: NETLOOM_MUTANT is the number of the change (0 or nothing: none);
/// NETLOOM_MUTANTS_REACHED names a file of kMost bytes, of which those become 1 whose change would
/// have been evaluated, in this process and in those that it starts.
struct State {
  unsigned active = 0;
  char unnoticed[kMost] = {};
  char* reached = unnoticed;

  State() {
    if (const char* number = std::getenv("NETLOOM_MUTANT")) {
      active = static_cast<unsigned>(std::atoi(number));
    }
    const char* path = std::getenv("NETLOOM_MUTANTS_REACHED");
    const int file = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void* bytes = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) reached = static_cast<char*>(bytes);
    close(file);
  }
};

inline State state;

/// Whether the change with this number is on. Constants that the compiler works out are never
/// changed.
constexpr bool on(unsigned number) {
  if (__builtin_is_constant_evaluated()) return false;
  if (state.reached == nullptr) return false;  // before the program's variables are made
  state.reached[number] = 1;
  return number == state.active;
}

}  // namespace netloom::mutation
