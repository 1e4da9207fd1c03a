#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/external_program.h"
#include "sim/base/temporary_folder.h"
#include "sim/study/cell_library.h"
#include "sim/study/liberty_text.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Areas, and which cells are flip-flops.
using Cells = std::map<std::string, std::pair<double, bool>>;

/// Libraries in a folder of their own.
class Libraries : public testing::Test {
 protected:
  std::string file(const std::string& text) const {
    std::ofstream(folder_.file("cells.lib")) << text;
    return folder_.file("cells.lib");
  }
  /// Empty: it is none, which refused() says.
  std::string refused(const std::string& text) const {
    try {
      const CellLibrary library(file(text));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }
  /// … and as what `make area` reads libraries with says.
  std::string refused_by_awk(const std::string& text) const {
    return run_awk(text) == 0 ? "" : read(folder_.file("log"));
  }
  Cells cells_by_awk(const std::string& text) const {
    EXPECT_EQ(run_awk(text), 0);
    std::istringstream lines(read(folder_.file("log")));
    Cells result;
    std::string name;
    double area = 0;
    for (bool flip_flop = false; lines >> name >> area >> flip_flop;) {
      result[name] = {area, flip_flop};
    }
    return result;
  }
  /// Both read the library so.
  void expect(const std::string& text, const Cells& cells) const {
    ASSERT_THAT(refused(text), IsEmpty()) << text;
    const CellLibrary library(folder_.file("cells.lib"));
    for (const auto& [name, cell] : cells) {
      EXPECT_EQ(library.area(name), cell.first) << name << text;
      EXPECT_EQ(library.is_flip_flop(name), cell.second) << name << text;
    }
    if (awk_.empty()) return;
    EXPECT_EQ(cells_by_awk(text), cells) << text;
  }

  const std::string awk_ = find_program("awk");

 private:
  int run_awk(const std::string& text) const {
    return run_program({awk_, "-v", "file=" + file(text), "-f",
                        NETLOOM_SOURCE_DIR "/rtl/export/area/liberty.awk", "cells.lib"},
                       folder_.path(), folder_.file("log"));
  }
  static std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
  }

  TemporaryFolder folder_{"netloom-test"};
};

const Cells kCells = {{"INVX1", {16, false}}, {"NAND2X1", {24, false}}, {"DFF", {96.5, true}}};

TEST_F(Libraries, AreReadHoweverTheirLinesAre) {
  const char* const kTexts[] = {
      // One statement a line.
      "library (a) {\n cell (INVX1) {\n  area : 16;\n }\n cell (\"NAND2X1\") {\n  area : 24;\n }\n"
      " cell (DFF) {\n  area : 96.5;\n  ff (IQ, IQN) {\n  }\n }\n}\n",
      // One line, without blanks, and with as many as there may be.
      "library(a){cell(INVX1){area:16;}cell(NAND2X1){area:24;}cell(DFF){area:96.5;ff(IQ,IQN){}}}",
      "\tlibrary ( a ) { cell ( INVX1 ) { area : 16 ; } cell ( \"NAND2X1\" ) { area : 24 ; }\r\n"
      "cell(DFF) { ff ( IQ , IQN ) { } area : 96.5 ; } ; } ;",
      // A statement on several lines.
      "library\n(a)\n{\ncell\n(INVX1)\n{\narea\n:\n16\n;\n}\ncell(\nNAND2X1\n)\n{\narea\n:\n24\n}\n"
      "cell (DFF) { area : \\\n 96.5; ff (\"IQ,\\\n IQN\") {} } }",
      // No semicolons.
      "library (a) {\n cell (INVX1) { area : 16 }\n cell (NAND2X1) { area : \"24\"\n footprint : "
      "x\n }"
      "\n cell (DFF) { area : 9.65e1\n values (\"1, 2\", \\\n \"3\")\n ff (IQ, IQN) { } }\n}",
      // Comments, with what would be statements in them.
      "/* library (b) { cell (INVX1) { area : 1; */ library (a) { // } cell (INVX1) { area : 2; }\n"
      "cell (INVX1) { /* area : 3;\n */ area : 16/* um2 */; }\n"
      "cell (NAND2X1) { area : 24; } cell (DFF) { area : 96.5; ff (IQ /* ) */, IQN) { } } }",
      // Quotes, with what would be statements in them.
      "library (a) { comment : \"; } cell (INVX1) { area : 1; /* \\\" // \";\n"
      "cell (INVX1) { area : 16; pin (Y) { function : \"!A\"; } } cell (NAND2X1) { area : 24; }\n"
      "note (\"a\\\"; area : 5;\");\ncell (DFF) { area : 96.5; ff (\"IQ\", \"IQN\") { } } }",
      // Groups within groups, and areas and flip-flops that are of no cell.
      "library (a) {\n operating_conditions (typical) { area : 1; ff (x, y) {} }\n"
      " cell (INVX1) { pin (Y[3:0]) { area : 2; timing () { area : 3; ff (x, y) {} } } area : 16; "
      "}\n"
      " cell (NAND2X1) { test_cell () { ff (x, y) {} area : 4; } area : 24; area : 5; }\n"
      " cell (DFF) { ff (IQ, IQN) { area : 6; } area : 96.5; }\n area : 7;\n"
      " group (x) { cell (OTHER) { area : 8; } }\n}\n",
  };
  for (const char* const text : kTexts) expect(text, kCells);
}

TEST_F(Libraries, KnowTheirSmallestCells) {
  const CellLibrary library(
      file("library (a) { cell (inv_2) { area : 2; } cell (INV_1) { area : 1; } cell (invz) { area "
           ": 0; } cell (sky__nand2_2) { area : 5; } cell (sky__nand2_1) { area : 3; } "
           "cell (nand3) { area : 1; } }"));
  EXPECT_EQ(library.gate_area(), 3);
  EXPECT_EQ(library.inverter(), "INV_1");
  EXPECT_EQ(library.area("$mem_v2"), 0);
}

TEST_F(Libraries, OtherFilesAreNone) {
  const struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"", ": it has no group library (…)"},
      {"module a; endmodule\n", ": it has no group library (…)"},
      {"network: {topology: fat_tree}\n", ": it has no group library (…)"},
      {"cell (NAND2X1) { area : 4; }", ": it has no group library (…)"},
      {"library (a) {\n}\n", ": it has no NAND of two inputs with an area"},
      {"library (a) { cell (INVX1) { area : 2; } cell (NAND2X1) { } }", ": it has no NAND of two"},
      {"library (a) {\n cell (X) {\n  area : 2;\n\n", ":2: the group cell (X) has no end"},
      {"library (a) {\n}\n}\n", ":3: } ends no group"},
      {"library (a) {\n cell (X) {\n  area 2;\n }\n}", ":3: neither : nor ( is behind area"},
      {"library (a) {\n cell X {\n }\n}", ":2: neither : nor ( is behind cell"},
      {"library (a) {\n\n : x;\n}", ":3: : where a name is expected"},
      {"library (a) {\n values (1,\n 2\n }", ":2: the ( behind values has no )"},
      {"library (a) {\n values (1,\n 2\n", ":2: the ( behind values has no )"},
      {"library (a) {\n/* }\n", ":2: the comment has no end"},
      {"library (a) {\n note : \"x;\n}\n", ":2: the \" has no second one"},
      {"library (a) {\n cell (X) {\n  area : big;\n }\n}",
       ":3: the area of the cell X is big; allowed: a number of 0 or more"},
      {"library (a) {\n cell (X) {\n  area : -4;\n }\n}", ":3: the area of the cell X is -4"},
      {"library (a) {\n cell (X) {\n  area : ;\n }\n}", ":3: the area of the cell X is missing"},
  };
  for (const auto& each : kCases) {
    const std::string refusal = refused(each.text);
    EXPECT_THAT(refusal, StartsWith("--liberty ")) << each.text;
    EXPECT_THAT(refusal, HasSubstr(std::string("cells.lib") + each.message)) << each.text;
    if (awk_.empty()) continue;
    EXPECT_THAT(refused_by_awk(each.text), HasSubstr(std::string("cells.lib") + each.message))
        << each.text;
  }
  EXPECT_THAT(refused("library (a) { cell (NAND2X1) { area : 4; } }"),
              HasSubstr("no inverter with an area; allowed: a library of cells"));
  EXPECT_THROW(CellLibrary("nowhere.lib"), Error);
}

TEST(LibertyText, IsReadStatementByStatement) {
  const std::string kText =
      "library (a) {\n unit (1, \"pF\");\n cell (NAND2X1) { pin (Y) { function : \"(A B)'\";\n"
      "max : 2 * VDD } } }\n";
  LibertyText liberty("a.lib", kText);
  std::ostringstream read;
  EXPECT_EQ(liberty.next_name(), "library");
  while (liberty.next()) {
    const LibertyText::Statement& each = liberty.statement();
    read << liberty.groups().size() << ' ' << each.line << ' ' << static_cast<int>(each.kind) << ' '
         << each.name << '=' << each.value << '\n';
  }
  EXPECT_TRUE(liberty.groups().empty());
  EXPECT_EQ(read.str(),
            "1 1 1 library=a\n1 2 0 unit=1,pF\n2 3 1 cell=NAND2X1\n3 3 1 pin=Y\n"
            "3 3 0 function=(A B)'\n3 4 0 max=2 * VDD\n3 4 2 =\n2 4 2 =\n1 4 2 =\n");
}

}  // namespace
}  // namespace netloom
