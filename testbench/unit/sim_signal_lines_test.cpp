// In which lines of SystemVerilog a signal is.

#include <gtest/gtest.h>

#include <string>

#include "sim/rtl/signal_lines.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

TEST(LinesOfSignal, AreThoseOfItsCode) {
  const TemporaryFolder folder;
  const std::string one = folder.write("one.sv",
                                       "module one (output logic ready_o);  // ready_o: it is\n"
                                       "/* ready_o\n   ready_o */ logic ready_o_q, not_ready_o;\n"
                                       "assign ready_o = ready_o_q; /* ready_o = */\n"
                                       "endmodule\n"
                                       "// ready_o");
  const std::string other = folder.write("other.sv", "module other; /* ready_o");
  EXPECT_EQ(lines_of_signal({one, other}, "ready_o"), "\nready_o in " + one + ": lines 1, 4");
  EXPECT_EQ(lines_of_signal({other, one}, "not_ready_o"), "\nnot_ready_o in " + one + ": line 3");
  EXPECT_EQ(lines_of_signal({one, other}, "ready"), "");
  EXPECT_EQ(lines_of_signal({one}, ""), "");
  EXPECT_EQ(lines_of_signal({}, "ready_o"), "");
}

TEST(LinesOfDifference, InARegisterAreThoseByWhichItIsReadAndOfItsName) {
  const TemporaryFolder folder;
  const std::string file = folder.write("one.sv",
                                        "logic [7:0] credits_q; // credits_x\n"
                                        "assign prdata_o = credits;\n"
                                        "assign my_credits = credits_q;");
  EXPECT_EQ(lines_of_difference({file}, "CREDITS"),
            "\ncredits in " + file + ": line 2\ncredits_q in " + file +
                ": lines 1, 3\nprdata_o in " + file + ": line 2");
  EXPECT_EQ(lines_of_difference({file}, "my_credits"), "\nmy_credits in " + file + ": line 3");
  EXPECT_EQ(lines_of_difference({file}, ""), "");
}

}  // namespace
}  // namespace netloom::test
