#include <gtest/gtest.h>

// Test programs have their own main; libsystemc's needs the symbol all the same.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
