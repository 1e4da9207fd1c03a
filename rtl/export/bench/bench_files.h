// What netloom_bench.sv reads, by its name in the folder of the Makefile.

#pragma once

#include <cstdio>
#include <fstream>

/// Whether it is there; else says what is not.
inline bool bench_files_found() {
  for (const char* const file : {"bench/program.hex", "bench/stimulus.hex", "bench/expected.hex"}) {
    if (std::ifstream(file)) continue;
    std::fprintf(stderr,
                 "%s cannot be read: the bench has to be started in the folder of its Makefile\n",
                 file);
    return false;
  }
  return true;
}
