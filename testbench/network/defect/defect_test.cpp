// A mistake in Netloom asks for a report, with all that this needs, whatever was asked for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/sweep/identity.h"
#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Defect : public Program {
 protected:
  Defect() {
    folder.write("c.yaml",
                 "network: {topology: mesh, k: [2, 3]}\n"
                 "routing: {function: broken}\n"
                 "traffic: {load: 0.25}\n"
                 "simulation: {warmup: 10, measure: 100, seeds: 7}\n");
  }

  /// That of a report: the text between braces is a configuration file.
  static nlohmann::json sent_in(const std::string& errors) {
    const std::size_t begin = errors.find("\n{");
    EXPECT_NE(begin, std::string::npos) << errors;
    return nlohmann::json::parse(errors.substr(begin + 1));
  }
};

TEST_F(Defect, ARouterThatAsksForWhatIsNotThereInACheck) {
  const Result result = run({"check", "c.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("range"), HasSubstr("a mistake in Netloom, not in the configuration"),
                    HasSubstr("Please report it, with the command and what follows:\n"),
                    HasSubstr(std::string("\nNetloom ") + version() + ", seed 7\n")));
  const nlohmann::json sent = sent_in(result.errors);
  EXPECT_EQ(sent.at("routing").at("function"), "broken");
  EXPECT_EQ(sent.at("network").at("k"), nlohmann::json::array({2, 3}));
}

TEST_F(Defect, ARouterThatAsksForWhatIsNotThereInARun) {
  const Result result = run({"run", "c.yaml", "--json", "c.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("load 0.25, seed 7: invariant: "),
                    HasSubstr("a mistake in Netloom, not in the configuration"),
                    HasSubstr(std::string("Netloom ") + version() + ", load 0.25, seed 7\n")));
  EXPECT_EQ(sent_in(result.errors).at("routing").at("function"), "broken");
}

TEST_F(Defect, AUsersMistakeIsNone) {
  const Result result = run({"check", "c.yaml", "--set", "routing.function=broke"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("broke"), Not(HasSubstr("report"))));
}

}  // namespace
}  // namespace netloom::test
