// The matrix of combinations: what it is made of, and that nothing is forgotten silently. The
// definitions here are small; `netloom matrix` runs the real one.

#include "testbench/matrix/matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"
#include "testbench/matrix/documents.h"
#include "testbench/matrix/plan.h"
#include "testbench/matrix/report.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAreArray;

MatrixDefinition definition_of(const std::string& more) {
  return parse_matrix_definition(
      "configuration: |\n"
      "  traffic: {pattern: uniform, load: 0.3, packet_phits: 4}\n"
      "  simulation: {warmup: 0, measure: 200, drain: 10000}\n"
      "networks:\n"
      "  - {topology: fat_tree, set: [network.k=2, network.n=2]}\n"
      "  - {topology: torus, set: ['network.k=[4]']}\n"
      "switchings: [{name: vct}, {name: wormhole, set: [switch.flit_phits=2]}]\n" +
          more,
      "mine.yaml");
}

constexpr const char* kTreeOnly =
    "functions: [{names: [destro, interval], topologies: fat_tree, policies: single}]\n";

const Combination* find(const MatrixPlan& plan, const std::string& name) {
  const auto it = std::find_if(plan.combinations.begin(), plan.combinations.end(),
                               [&](const Combination& each) { return each.name() == name; });
  return it == plan.combinations.end() ? nullptr : &*it;
}

TEST(MatrixPlan, TriesEverythingThatIsRegistered) {
  const MatrixPlan plan = plan_matrix(definition_of(kTreeOnly));
  const std::size_t functions = RoutingFunctionRegistry::instance().names().size();
  std::size_t base = 0;
  for (const Combination& each : plan.combinations) base += each.variant.empty() ? 1 : 0;
  EXPECT_EQ(base, 2 * functions * VcPolicyRegistry::instance().names().size() * 2);
  ASSERT_NE(find(plan, "fat_tree/interval/single/wormhole"), nullptr);
  EXPECT_EQ(find(plan, "fat_tree/interval/single/wormhole")->expected, Expectation::kGreen);
  EXPECT_EQ(find(plan, "fat_tree/interval/davc/vct")->expected, Expectation::kRefused);
  EXPECT_TRUE(find(plan, "fat_tree/interval/davc/vct")->defined);
  EXPECT_EQ(find(plan, "torus/interval/single/vct")->expected, Expectation::kRefused);
  EXPECT_FALSE(find(plan, "torus/interval/single/vct")->defined);
}

// Every other choice of a parameter, in the first switching mode.
TEST(MatrixPlan, ChoicesOfParametersAreVariants) {
  const MatrixPlan plan = plan_matrix(definition_of(kTreeOnly));
  ASSERT_NE(find(plan, "fat_tree/destro/single/vct/implementation=table"), nullptr);
  EXPECT_THAT(find(plan, "fat_tree/destro/single/vct/implementation=table")->set,
              Contains(Override{"routing.implementation", "table"}));
  EXPECT_NE(find(plan, "fat_tree/destro/single/vct/implementation=arithmetic"), nullptr);
  EXPECT_EQ(find(plan, "fat_tree/destro/single/vct/implementation=fir"), nullptr) << "the default";
  EXPECT_EQ(find(plan, "fat_tree/destro/single/wormhole/implementation=table"), nullptr);
}

TEST(MatrixPlan, SaysWhatTheDefinitionForgets) {
  const std::vector<std::string> problems = plan_matrix(definition_of(kTreeOnly)).problems;
  EXPECT_THAT(problems, Contains("topology 'mesh' is in no combination; the definition's networks "
                                 "lack it"));
  EXPECT_THAT(problems, Contains("routing function 'dor' is in no combination; the definition's "
                                 "functions lack it"));
  EXPECT_THAT(problems, Contains("VC policy 'davc' is in no combination; none of the definition's "
                                 "functions has it"));
  EXPECT_THAT(problems, Not(Contains(HasSubstr("'interval'"))));
}

// The definition that comes with the program leaves nothing out, until something is added.
TEST(MatrixPlan, WhatIsNewIsMissing) {
  const MatrixDefinition definition =
      parse_matrix_definition(matrix_definition_text(), "definition.yaml");
  EXPECT_THAT(plan_matrix(definition).problems, IsEmpty());

  const RoutingFunctionRegistry::Registration function(
      "new_function", RoutingFunctionRegistry::instance().find("ecmp"));
  const TopologyRegistry::Registration topology("new_topology",
                                                TopologyRegistry::instance().find("mesh"));
  EXPECT_THAT(plan_matrix(definition).problems,
              ElementsAre("topology 'new_topology' is in no combination; the definition's networks "
                          "lack it",
                          "routing function 'new_function' is in no combination; the definition's "
                          "functions lack it"));
}

TEST(MatrixPlan, RulesAreAboutSomething) {
  const MatrixPlan plan = plan_matrix(
      definition_of(std::string(kTreeOnly) +
                    "refused: [{topologies: torus, because: there is no such function}]\n"));
  EXPECT_THAT(plan.problems, Contains("mine.yaml:9: refused[0]: is about no combination"));
}

TEST(MatrixDefinition, SaysWhatIsWrong) {
  EXPECT_THAT(error_of([] { definition_of("functions: [{names: nothing, policies: single}]\n"); }),
              StartsWith("mine.yaml:8: functions[0].names: 'nothing' is not known; allowed: "));
  EXPECT_EQ(error_of([] {
              definition_of(std::string(kTreeOnly) + "settings: [{set: [routing.selection]}]\n");
            }),
            "mine.yaml:9: settings[0].set[0]: 'routing.selection' sets nothing; allowed: "
            "KEY.PATH=VALUE");
}

const Outcome& outcome(const MatrixResult& result, const std::string& name) {
  for (std::size_t i = 0; i < result.combinations.size(); ++i) {
    if (result.combinations[i].name() == name) return result.outcomes[i];
  }
  throw Error("no combination " + name);
}

MatrixResult run(const std::string& definition, const std::string& only) {
  MatrixOptions options;
  options.only = only;
  return run_matrix(definition_of(definition), options);
}

constexpr const char* kBlocks =
    "blocks:\n"
    "  - {blocks: rr_arbiter}\n"
    "  - {functions: interval, blocks: [interval, up_selector]}\n"
    "  - {functions: destro, blocks: [up_selector]}\n"
    "  - {functions: destro, blocks: fir, except: {variants: [implementation=table, "
    "implementation=arithmetic]}}\n"
    "  - {functions: destro, variants: implementation=arithmetic, blocks: destro_route}\n";

TEST(Matrix, ComparesAllDecisionsOfAllImplementations) {
  const MatrixResult result = run(std::string(kTreeOnly) + kBlocks, "fat_tree/interval/single/vct");
  ASSERT_EQ(result.combinations.size(), 1u);
  const Outcome& green = result.outcomes[0];
  EXPECT_THAT(green.failures, IsEmpty());
  EXPECT_EQ(green.status, Outcome::Status::kGreen);
  EXPECT_EQ(green.method, "acyclic channel dependency graph");
  EXPECT_GT(green.packets, 0u);
  std::vector<std::string> names;
  for (const BlockOutcome& block : green.blocks) {
    names.push_back(block.implementation);
    EXPECT_GE(block.decisions, green.packets) << block.implementation;
    EXPECT_EQ(block.mismatches, 0u);
  }
  EXPECT_THAT(names, ElementsAre("interval", "interval_length", "interval_subtract", "rr_arbiter",
                                 "up_selector"));
  EXPECT_TRUE(result.green());
}

TEST(Matrix, RefusalsAreExpectedOrRed) {
  const MatrixResult refused = run(kTreeOnly, "torus/interval/single/vct");
  EXPECT_TRUE(refused.green());
  EXPECT_EQ(refused.outcomes[0].status, Outcome::Status::kRefused);
  EXPECT_THAT(refused.outcomes[0].reason, HasSubstr("fat_tree"));
  EXPECT_THAT(matrix_junit(refused), HasSubstr("is refused, as it should be: "));

  const MatrixResult wrong =
      run("functions: [{names: interval, topologies: [fat_tree, torus], policies: single}]\n",
          "torus/interval/single/vct");
  EXPECT_FALSE(wrong.green());
  EXPECT_THAT(wrong.outcomes[0].failures, ElementsAre(StartsWith("is refused: ")));
  EXPECT_THAT(matrix_junit(wrong), HasSubstr("<failure message=\"torus/interval/single/vct: is "
                                             "refused: "));
}

TEST(Matrix, AcceptedByMistakeIsRed) {
  const MatrixResult result =
      run("functions: [{names: interval, topologies: fat_tree, policies: free}]\n",
          "fat_tree/interval/single/vct");
  EXPECT_FALSE(result.green());
  EXPECT_THAT(result.outcomes[0].failures,
              ElementsAre("is accepted, but the definition says that it is refused"));
}

// Shortest paths around a ring wait for each other.
TEST(Matrix, DeadlocksAreExpectedOrRed) {
  const std::string functions =
      "functions: [{names: ecmp, topologies: torus, policies: single}]\n"
      "blocks: [{blocks: [rr_arbiter, up_selector]}]\n";
  const MatrixResult red = run(functions, "torus/ecmp/single/vct");
  EXPECT_FALSE(red.green());
  EXPECT_THAT(red.outcomes[0].failures,
              Contains(StartsWith("check: deadlock is possible; a cycle of 4 channels")));

  const MatrixResult expected =
      run(functions + "may_deadlock: [{functions: ecmp, because: rings have no escape}]\n",
          "torus/ecmp/single/vct");
  EXPECT_TRUE(expected.green());
  EXPECT_EQ(expected.outcomes[0].status, Outcome::Status::kMayDeadlock);
  EXPECT_EQ(expected.outcomes[0].cycle, 4u);

  const MatrixResult better = run(std::string(kTreeOnly) + kBlocks +
                                      "may_deadlock: [{functions: interval, because: it might}]\n",
                                  "fat_tree/interval/single/vct");
  EXPECT_FALSE(better.green());
  EXPECT_THAT(better.outcomes[0].failures,
              ElementsAre("check: is free of deadlock, but the definition says that it is not"));
}

// A block that makes a decision unexpectedly, or none where it should.
TEST(Matrix, BlocksAreThoseOfTheDefinition) {
  const MatrixResult more = run(kTreeOnly, "fat_tree/interval/single/vct");
  EXPECT_THAT(more.outcomes[0].failures,
              Contains("RTL block implementation 'interval' makes a decision of it, but the "
                       "definition's blocks do not say so"));
  const MatrixResult fewer =
      run(std::string(kTreeOnly) + kBlocks + "  - {functions: interval, blocks: davc_vc}\n",
          "fat_tree/interval/single/vct");
  EXPECT_THAT(fewer.outcomes[0].failures,
              ElementsAre(StartsWith("RTL block 'davc_vc' makes no decision of ")));
}

TEST(Matrix, WhatIsInNoGreenCombinationIsForgotten) {
  const MatrixResult result = run(std::string(kTreeOnly) + kBlocks, "");
  EXPECT_FALSE(result.green());
  EXPECT_THAT(result.problems, Contains("RTL block implementation 'davc_vc' is in no green "
                                        "combination"));
  EXPECT_THAT(result.problems, Contains("selection function 'mc' is in no green combination"));
  EXPECT_THAT(result.problems, Contains("function of DAVC 'np' is in no green combination"));
  EXPECT_THAT(result.problems, Not(Contains(HasSubstr("'fir'"))));
  EXPECT_GT(outcome(result, "fat_tree/destro/single/vct/implementation=arithmetic").packets, 0u);
  EXPECT_THAT(matrix_junit(result),
              HasSubstr("<testcase classname=\"matrix.registries\" name=\"everything that is "
                        "registered is in a combination\" time=\"0.000\"><failure message=\""));
}

/// The rows of a table that begin so.
std::vector<std::string> rows_of(const std::string& text, const std::string& begin) {
  std::vector<std::string> rows;
  for (std::size_t at = text.find('\n' + begin); at != std::string::npos;
       at = text.find('\n' + begin, at + 1)) {
    rows.push_back(text.substr(at + 1, text.find('\n', at + 1) - at - 1));
  }
  return rows;
}

TEST(MatrixDocuments, EveryTopologyHasAPage) {
  const MatrixResult result = run(std::string(kTreeOnly) + kBlocks, "/destro/");
  const auto documents = matrix_documents(result, "netloom matrix --document FOLDER");
  std::vector<std::string> names;
  for (const auto& [name, text] : documents) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("README.md", "combinations.csv", "fat_tree.md", "torus.md"));
  EXPECT_THAT(matrix_document_names(result.combinations), UnorderedElementsAreArray(names));
  EXPECT_THAT(documents.at("README.md"), HasSubstr("\n    netloom matrix --document FOLDER\n"));
  // Policies that the definition does not allow and the program does.
  EXPECT_THAT(rows_of(documents.at("README.md"), "- fat_tree/destro/"), SizeIs(4));
  EXPECT_THAT(rows_of(documents.at("fat_tree.md"), "- fat_tree/destro/"), SizeIs(4));
  EXPECT_THAT(rows_of(documents.at("fat_tree.md"), "20 combinations: 4 green, "),
              ElementsAre(HasSubstr(", 12 refused as expected, 4 red.")));
  EXPECT_THAT(rows_of(documents.at("README.md"), "| ["),
              ElementsAre("| [fat_tree](fat_tree.md) | 20 | 4 | 0 | 12 | 4 |",
                          "| [torus](torus.md) | 18 | 0 | 0 | 18 | 0 |"));
}

TEST(MatrixDocuments, CombinationsThatDifferInOneThingShareARow) {
  const MatrixResult result = run(std::string(kTreeOnly) + kBlocks, "/destro/");
  const auto documents = matrix_documents(result, "netloom matrix");
  const std::string end = " | green | acyclic channel dependency graph | ff | ";
  EXPECT_THAT(
      rows_of(documents.at("fat_tree.md"), "| destro | single |"),
      ElementsAre(
          "| destro | single | vct, wormhole | defaults" + end + "fir, rr_arbiter, up_selector |",
          "| destro | single | vct | implementation=arithmetic" + end +
              "destro_route, rr_arbiter, up_selector |",
          "| destro | single | vct | implementation=table" + end + "rr_arbiter, up_selector |"));
  EXPECT_THAT(rows_of(documents.at("fat_tree.md"), "| destro | ascending, "),
              ElementsAre(HasSubstr("| vct, wormhole | defaults | ")));
  EXPECT_THAT(rows_of(documents.at("torus.md"), "| destro | "),
              ElementsAre("| destro | ascending, davc, dbbm, free, iodet, layered, single, voqnet, "
                          "voqsw | vct, wormhole | defaults | 18 | routing function … is defined "
                          "on fat-trees only; the topology here is 'torus' |"));
  // Each by itself, with its numbers.
  EXPECT_THAT(
      rows_of(documents.at("combinations.csv"), "fat_tree,destro,single,vct,"),
      ElementsAre(StartsWith("fat_tree,destro,single,vct,-,ff,green,"),
                  HasSubstr(",implementation=arithmetic,"), HasSubstr(",implementation=table,")));
}

TEST(MatrixDocuments, WhatIsRefusedIsWhereTheCountsSay) {
  const MatrixResult result = run(kTreeOnly, "torus/");
  std::size_t refused = 0;
  for (const std::string& row : rows_of(matrix_documents(result, "").at("torus.md"), "| ")) {
    const std::size_t message = row.rfind(" | ", row.size() - 3);
    const std::size_t number = row.rfind(" | ", message - 1);
    refused += std::strtoul(row.c_str() + number + 3, nullptr, 10);
  }
  EXPECT_EQ(refused, result.count(Outcome::Status::kRefused));
  EXPECT_GT(refused, 400u);
}

TEST(Matrix, OnlyHasToBeInAName) {
  EXPECT_EQ(error_of([] { run(kTreeOnly, "no such thing"); }),
            "no combination has 'no such thing' in its name; allowed: a part of "
            "TOPOLOGY/FUNCTION/POLICY/SWITCHING[/VARIANT]");
}

}  // namespace
}  // namespace netloom
