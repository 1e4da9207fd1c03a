#pragma once

#include <string>
#include <vector>

#include "sim/config/config.h"
#include "testbench/matrix/combination.h"

namespace netloom {

/// What a rule of a definition is about. An empty list stands for all.
struct CombinationFilter {
  std::vector<std::string> topologies;
  std::vector<std::string> functions;
  std::vector<std::string> policies;
  std::vector<std::string> switchings;
  std::vector<std::string> variants;  ///< "defaults": the one without a name

  bool matches(const Combination& combination) const;
};

/// What the matrix is made of beside the registries: small networks, where each routing function
/// belongs, and what is expected of exceptions. Every name that a registry holds has to be in it;
/// MatrixPlan::problems says which is not.
struct MatrixDefinition {
  struct File {
    std::string name;
    std::string text;
  };
  /// What `what` ("network.k=2") is set to; in a network, switching mode, rule or variant.
  struct Named {
    std::string name;
    std::vector<Override> set;
  };
  /// Where routing functions are defined, and with which VC policies.
  struct Functions {
    std::vector<std::string> names;
    std::vector<std::string> topologies;
    std::vector<std::string> policies;
  };
  struct Rule {
    std::string place;  ///< "FILE:LINE: key: ", for messages
    CombinationFilter filter;
    std::vector<Override> set;            ///< settings, variants
    std::string name;                     ///< variants
    std::string because;                  ///< refused, may_deadlock
    std::vector<std::string> blocks;      ///< blocks
    std::vector<std::string> selections;  ///< blocks: only with these; empty: with all
    CombinationFilter except;             ///< blocks: not of these
    bool has_except = false;
  };

  std::string configuration;  ///< YAML that all combinations share
  std::vector<File> files;    ///< that configurations name
  std::vector<Named> networks;
  std::vector<Named> switchings;
  std::vector<Functions> functions;
  std::vector<Rule> settings;
  std::vector<Rule> variants;
  std::vector<Rule> refused;
  std::vector<Rule> may_deadlock;
  std::vector<Rule> blocks;
  std::vector<Rule> idle;  ///< blocks that are in the network, but never asked
};

/// Reads a definition. `name` stands for the file in messages. Error: "NAME:LINE: key: …".
MatrixDefinition parse_matrix_definition(const std::string& text, const std::string& name);

/// The definition that comes with the program (testbench/matrix/definition.yaml, with the rules of
/// blocks from testbench/blocks/), compiled into it.
const std::string& matrix_definition_text();

}  // namespace netloom
