#pragma once

// SystemC's library knows by which standard of C++ it was compiled, and what is compiled by another
// one does not link with it: with a message of the linker, which does not say why.
#if __cplusplus != 201703L
#error Netloom and its SystemC are C++17, as what includes them has to be: -std=c++17, in CMake CXX_STANDARD 17
#endif

#include <systemc>
