#include <gtest/gtest.h>

#include "Vcyclic_search.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

constexpr unsigned kCount = 11;  // no power of two

// All sets of requests and all starts.
TEST(CyclicSearch, Exhaustive) {
  VerilatedInstance<Vcyclic_search> search;
  for (unsigned requests = 0; requests < 1u << kCount; ++requests) {
    for (unsigned start = 0; start < kCount; ++start) {
      drive(search->requests_i, requests);
      drive(search->start_i, start);
      search->eval();
      if (requests == 0) {
        ASSERT_EQ(search->valid_o, 0);
        ASSERT_EQ(search->grant_o, 0);
        ASSERT_EQ(search->index_o, 0);
        continue;
      }
      unsigned expected = start;
      while ((requests >> expected & 1) == 0) expected = (expected + 1) % kCount;
      ASSERT_EQ(search->valid_o, 1);
      ASSERT_EQ(search->index_o, expected) << "requests " << requests << ", start " << start;
      ASSERT_EQ(search->grant_o, 1u << expected);
    }
  }
}

}  // namespace
}  // namespace netloom
