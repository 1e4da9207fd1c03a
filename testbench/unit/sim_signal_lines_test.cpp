// In which lines of SystemVerilog a signal is, and which drive it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "routing/base/text_file.h"
#include "rtl/rtl_folders.h"
#include "sim/rtl/line_difference.h"
#include "sim/rtl/signal_lines.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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

TEST(LinesOfDifference, WithoutAModuleAreThoseByWhichARegisterIsReadAndOfItsName) {
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

/// The lines that drive ready_o of the module `top`, of this text, as "3 7 5"; its lines are
/// numbered.
std::string driving(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("top.sv", text);
  const std::string report = lines_of_difference({file}, "ready_o");
  const std::string begin = "\nwhat drives ready_o, the nearest first:";
  EXPECT_EQ(report.substr(0, begin.size()), begin) << report;
  std::string result;
  for (std::size_t at = report.find(file + ":"); at != std::string::npos;
       at = report.find(file + ":", at + 1)) {
    const std::size_t number = at + file.size() + 1;
    result +=
        (result.empty() ? "" : " ") + report.substr(number, report.find(':', number) - number);
  }
  return result;
}

TEST(LinesOfDifference, FollowAssignmentsAndTheirConditions) {
  EXPECT_EQ(driving("module top (input logic clk_i, input a, b, output logic ready_o, other_o);\n"
                    "  localparam int N = 3;\n"
                    "  logic [N-1:0] one, two; logic c;\n"
                    "  // assign ready_o = c;\n"
                    "  assign other_o = c;\n"
                    "  assign ready_o = one[c] && $onehot(two) && \"assign ready_o = other_o;\";\n"
                    "  always_ff @(posedge clk_i) begin\n"
                    "    if (a <= b)\n"
                    "      one <= '0;\n"
                    "    else case (two)\n"
                    "      2'b1, 2'd2: one[0] <= 1'b1;\n"
                    "      default: ;\n"
                    "    endcase\n"
                    "  end\n"
                    "  if (N > 2) begin : gen_two\n"
                    "    logic [1:0] inner;\n"
                    "    for (genvar i = 0; i < 2; i++) assign inner[i] = ~a;\n"
                    "  end\n"
                    "  assign {two, c} =\n"
                    "      {1'b0, gen_two.inner};\n"
                    "endmodule\n"),
            "6 9 11 19 8 10 17 15");
}

TEST(LinesOfDifference, FollowFunctionsMacrosAndDeclarations) {
  EXPECT_EQ(driving("`define OTHER(x) \\\n"
                    "  assign ready_o = x;\n"
                    "module top (ready_o, a); output ready_o; input a;\n"
                    "`ifdef SOMETHING\n"
                    "  assign ready_o = 1'b0;\n"
                    "`else\n"
                    "  assign ready_o = turned(b);\n"
                    "`endif\n"
                    "  `OTHER(a)\n"
                    "  function automatic logic turned(input logic x);\n"
                    "    return ~x;\n"
                    "  endfunction\n"
                    "  wire b = a;\n"
                    "endmodule\n"),
            "5 7 11 13");
}

TEST(LinesOfDifference, FollowPortsIntoInstancesAndOutAgain) {
  const std::string below =
      "module below (input logic in_i, output logic out_o, input logic not_i);\n"  // 1
      "  assign out_o = in_i;\n"
      "endmodule\n"
      "module top (output logic ready_o, input logic in_i);\n"
      "  logic not_i, from;\n"
      "  assign from = in_i;\n"
      "  assign not_i = 1'b0;\n";
  EXPECT_EQ(driving(below + "  below u (.in_i(from), .out_o(ready_o),\n .not_i);\nendmodule\n"),
            "8 2 6");
  EXPECT_EQ(driving(below + "  below u (from,\n  ready_o,\n not_i);\nendmodule\n"), "9 2 8 6");
  EXPECT_EQ(driving("`define THIS below  // a name\n" + below +
                    "  `THIS u (from,\n  ready_o,\n not_i);\nendmodule\n"),
            "10 3 9 7");
  EXPECT_EQ(driving(below + "  logic out_o;\n  assign ready_o = out_o;\n"
                            "  below #(.N(1)) u[1:0] (.*);\nendmodule\n"),
            "9 10 2");
  EXPECT_EQ(driving(below + "  below u (.out_o(ready_o), .*),\n v (\n.out_o(from), .*);\n"
                            "endmodule\n"),
            "8 2");
}

TEST(LinesOfDifference, OfARegisterAreThoseThatDriveWhatHasItsNameAnywhere) {
  const TemporaryFolder folder;
  folder.write("bank.sv",
               "module bank (output logic [7:0] out_o, input logic [7:0] in_i);\n"
               "  logic [7:0] credits_q;\n"
               "  assign out_o = credits_q;\n"
               "  always_comb credits_q = in_i;\n"
               "endmodule\n");
  const std::string file = folder.write("top.sv",
                                        "module top (output logic [7:0] prdata_o);\n"
                                        "  bank u_bank (.out_o(prdata_o), .in_i('1));\n"
                                        "endmodule\n");
  EXPECT_EQ(lines_of_difference({file}, "CREDITS_0_word_1"),
            "\nwhat drives CREDITS_0_word_1, the nearest first:\n  " + file +
                ":2: bank u_bank (.out_o(prdata_o), .in_i('1));\n  " + folder.file("bank.sv") +
                ":4: always_comb credits_q = in_i;\n  " + folder.file("bank.sv") +
                ":3: assign out_o = credits_q;");
}

/// A module that is in itself, and files that do not end as they should.
TEST(LinesOfDifference, EndWithAnyText) {
  EXPECT_EQ(driving("module top (output ready_o, input a);\n"
                    "  top u (.ready_o(ready_o), .a(~a));\n"
                    "endmodule\n"),
            "2");
  const std::string whole = read_text(rtl_folder() + "/switch/netloom_switch.sv");
  const TemporaryFolder folder;
  for (std::size_t size = 0; size < whole.size(); size += 997) {
    const std::string file = folder.write("netloom_switch.sv", whole.substr(0, size));
    EXPECT_NO_THROW(lines_of_difference({file}, "watch_ready_o")) << size;
  }
}

/// Copies of Netloom's own switch and of one of its modules.
class CopiedSwitch : public testing::Test {
 protected:
  static std::string own(const std::string& name) {
    return read_text(rtl_folder() + "/switch/" + name);
  }
  static void replace(std::string& text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
  }
  /// Where it begins.
  static std::size_t line_of(const std::string& text, const std::string& part) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(part));
    return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
  }
  std::string report(const std::string& signal) const {
    return lines_of_difference({switch_}, signal);
  }

  const TemporaryFolder folder_;
  const std::string switch_ = folder_.write("netloom_switch.sv", own("netloom_switch.sv"));
};

TEST_F(CopiedSwitch, LeadsToTheLineInWhichAModuleBesideItDiffers) {
  std::string queue = own("routing_queue.sv");
  const std::string wrong = "HeadWidth'(h ^ 1);";
  replace(queue, "HeadWidth'(h);", wrong);
  replace(queue, "// Source:", "// Another comment, and one line more.\n\n// Source:");
  const std::string file = folder_.write("routing_queue.sv", queue);
  const std::string place = "\n  " + file + ":" + std::to_string(line_of(queue, wrong)) + ": if ";
  const std::string assignment =
      std::to_string(line_of(own("netloom_switch.sv"), "assign watch_ready_o "));
  EXPECT_THAT(report("watch_ready_o"),
              AllOf(HasSubstr("\nnot as in Netloom's file of the same name:" + place),
                    HasSubstr(wrong +
                              "\n  the way from watch_ready_o to the first: "
                              "netloom_switch.sv:" +
                              assignment + ", "),
                    HasSubstr(", input_port.sv:"), HasSubstr(", routing_queue.sv:"),
                    HasSubstr("\nwhat drives watch_ready_o, the nearest first:\n  " + file + ":"),
                    HasSubstr("\n  and "), Not(HasSubstr(switch_ + ":"))));
  // Every pin depends on who is routed.
  for (const char* const pin : {"watch_candidates_o", "watch_taken_o", "watch_room_o",
                                "flit_valid_o", "flit_data_o.destination", "credit_valid_o",
                                "credit_vc_o", "CREDITS_word_0", "ROUND_ROBIN_OUT"}) {
    EXPECT_THAT(report(pin), AllOf(HasSubstr(place), HasSubstr("\n  the way from ")));
  }
}

TEST_F(CopiedSwitch, LeadsToWhereALineIsMissing) {
  std::string queue = own("routing_queue.sv");
  const std::string gone = "      waiting_q <= '0;\n";
  const std::size_t line = line_of(queue, gone);
  replace(queue, gone, "");
  const std::string file = folder_.write("routing_queue.sv", queue);
  EXPECT_THAT(report("watch_ready_o"),
              HasSubstr("\nnot as in Netloom's file of the same name:\n  " + file + ":" +
                        std::to_string(line - 1) + ": behind it there is not: waiting_q <= '0;"));
}

TEST_F(CopiedSwitch, ThatIsNetloomsHasItsNearestLines) {
  EXPECT_THAT(
      report("watch_ready_o"),
      AllOf(HasSubstr("\nwhat drives watch_ready_o, the nearest first:\n  " + switch_ + ":"),
            HasSubstr(": assign watch_ready_o      = ready;\n"), HasSubstr("\n  and "),
            Not(HasSubstr("not as in"))));
}

TEST(ChangedLines, AreThoseOfTheCode) {
  const auto text = [](const std::string& a, const std::string& b) {
    std::string result;
    const auto changes = changed_lines(a, b, 2);
    if (!changes) return std::string("others");
    for (const ChangedLines& each : *changes) {
      result += std::to_string(each.lines.first) + "-" + std::to_string(each.lines.last) + "/" +
                each.missing + " ";
    }
    return result;
  };
  EXPECT_EQ(text("a\nb\n", "a // x\n\n/* y\n*/  b"), "");
  EXPECT_EQ(text("a\n\nx\nc\n", "a\nb\nc\n"), "3-3/b ");
  EXPECT_EQ(text("a\nc\n", "a\nb\nc\n"), "2-1/b ");
  EXPECT_EQ(text("a\nb\nx\ny\nc\n", "a\nb\nc\n"), "3-4/ ");
  EXPECT_EQ(text("x\nb\nc\ny", "a\nb\nc\n"), "1-1/a 4-4/ ");
  EXPECT_EQ(text("a\nb\nc\n", "x\ny\nz\n"), "others");
  EXPECT_EQ(text("a\nb\nc\n", ""), "others");
}

}  // namespace
}  // namespace netloom::test
