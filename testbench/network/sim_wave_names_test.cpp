// `netloom run --trace` of switches whose names are no identifiers: scopes are legal, apart, and
// hierarchical as the switch is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/wave/wave_file.h"
#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// The declarations of a dump: scopes and signals by full name.
struct Header {
  std::vector<std::string> roots;
  std::set<std::string> scopes, signals;
};

/// Reads them strictly, by IEEE 1364-2005, section 18.2: every command has its $end, names are
/// identifiers, no scope is empty or opened twice.
Header read_header(const std::string& text) {
  static const std::regex identifier("[a-zA-Z_][a-zA-Z0-9_$]*");
  Header header;
  std::vector<std::string> open;
  std::vector<bool> used;
  std::istringstream words(text);
  std::string word;
  const auto take = [&] {
    EXPECT_TRUE(words >> word);
    return word;
  };
  const auto full = [&](const std::string& name) {
    std::string path;
    for (const std::string& scope : open) path += scope + ".";
    return path + name;
  };
  std::set<std::string> codes;
  while (words >> word && word != "$enddefinitions") {
    if (word == "$scope") {
      EXPECT_EQ(take(), "module");
      const std::string name = take();
      EXPECT_TRUE(std::regex_match(name, identifier)) << name;
      EXPECT_TRUE(header.scopes.insert(full(name)).second) << full(name) << " twice";
      if (open.empty()) header.roots.push_back(name);
      if (!used.empty()) used.back() = true;
      open.push_back(name);
      used.push_back(false);
      EXPECT_EQ(take(), "$end");
    } else if (word == "$upscope") {
      if (open.empty()) break;
      EXPECT_TRUE(used.back()) << "nothing in " << full("");
      open.pop_back();
      used.pop_back();
      EXPECT_EQ(take(), "$end");
    } else if (word == "$var") {
      if (open.empty()) break;
      EXPECT_EQ(take(), "wire");
      const int width = std::stoi(take());
      EXPECT_TRUE(codes.insert(take()).second) << word << " twice";
      const std::string name = take();
      EXPECT_TRUE(std::regex_match(name, identifier)) << name;
      EXPECT_TRUE(header.signals.insert(full(name)).second) << full(name) << " twice";
      used.back() = true;
      if (take() == "$end") {
        EXPECT_EQ(width, 1);
      } else {
        EXPECT_EQ(word, "[" + std::to_string(width - 1) + ":0]");
        EXPECT_EQ(take(), "$end");
      }
    } else {
      while (word != "$end" && words >> word) continue;
    }
  }
  EXPECT_EQ(word, "$enddefinitions");
  EXPECT_TRUE(open.empty());
  return header;
}

class WaveNames : public Program {};

TEST_F(WaveNames, AreIdentifiersThatAreApart) {
  folder.write("edges.txt", "a.b a_b\na_b a-b\na-b 7\n7 a.b\na a..b\na a.b\n");
  folder.write("c.yaml",
               "network: {topology: graph, file: edges.txt}\n"
               "routing: {function: shortest_path, vcs: {policy: davc, count: 4}}\n"
               "rtl: {blocks: [davc_vc], mode: shadow}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n"
               "simulation: {warmup: 0, measure: 300}\n");
  const Result result = run({"run", "c.yaml", "--trace", "t.vcd"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const Header header = read_header(read_file(folder.file("t.vcd")));
  EXPECT_THAT(header.roots,
              testing::UnorderedElementsAre("a_b_2", "a_b", "a_b_3", "_7", "a", "a__b"));
  EXPECT_THAT(header.signals, Contains("a_b_2.p0.in.vc0.vc_decision.rtl.candidates"));
  EXPECT_THAT(header.scopes, Contains("_7.p1.out.vc3"));

  // The save file shows all of them, under the names that the switches have.
  const std::string save_file = read_file(folder.file("t.gtkw"));
  std::istringstream lines(save_file);
  std::size_t shown = 0;
  for (std::string line; std::getline(lines, line);) {
    shown += header.signals.count(line.substr(0, line.find('[')));
  }
  EXPECT_EQ(shown, header.signals.size());
  EXPECT_THAT(save_file, HasSubstr("-a.b input port 0, VC 0\n"));
  EXPECT_THAT(save_file, HasSubstr("-a-b output port 0, VC 1\n"));
}

TEST_F(WaveNames, OfTopologiesStayAsTheyAre) {
  write_tree("rtl: {blocks: [interval, up_selector], mode: shadow}\n");
  const Result result = run({"run", "tree.yaml", "--trace", "t.vcd", "--trace-switches", "s0,s5"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const Header header = read_header(read_file(folder.file("t.vcd")));
  EXPECT_THAT(header.roots, ElementsAre("s0", "s5"));
  EXPECT_THAT(header.scopes, Contains("s0.p0.in.vc0.port_decision.rtl"));
}

TEST(WaveScopes, KeepLegalNamesAndMakeOthersLegal) {
  EXPECT_THAT(wave_scopes({"x y", "x_y", "x_y_2", "x.y", "", "é"}),
              ElementsAre("x_y_3", "x_y", "x_y_2", "x_y_4", "_", "__"));
}

}  // namespace
}  // namespace netloom::test
