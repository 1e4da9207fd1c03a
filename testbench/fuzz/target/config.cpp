// Configurations. Lines "# --set KEY=VALUE" are overrides; files that a configuration names are
// those of examples/.

#include "sim/config/config.h"

#include <algorithm>
#include <sstream>

#include "routing/base/text_file.h"
#include "sim/config/document.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

/// MiB. What is large takes long, whoever reads it: networks are limited by the key that limits
/// them.
constexpr const char* kMemory = "1";

bool has_long_numbers(const Node& node) {
  constexpr std::size_t kDigits = 2;
  if (node.text.size() > kDigits &&
      node.text.find_first_not_of("0123456789") == std::string::npos) {
    return true;
  }
  return std::any_of(node.elements.begin(), node.elements.end(), has_long_numbers);
}

/// Whether no parameter of the topology has more than two digits: in a network of a thousand
/// switches that is still within the limit, tables of routes take seconds in a fuzzer.
bool is_small(const std::string& text, const std::vector<Override>& overrides) {
  try {
    Document document(text, "c.yaml");
    for (const auto& [key, value] : overrides) document.set(key, value);
    const Node* network = document.find(KeyPath().key("network"));
    return network == nullptr ||
           std::none_of(network->entries.begin(), network->entries.end(),
                        [](const MapEntry& entry) { return has_long_numbers(entry.value); });
  } catch (const Error&) {
    return true;  // for the reader to say
  }
}

std::vector<Override> overrides_of(const std::string& input) {
  constexpr std::string_view kMark = "# --set ";
  std::vector<Override> overrides;
  std::istringstream lines(input);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (line.compare(0, kMark.size(), kMark) != 0 || equals == std::string::npos) continue;
    if (equals < kMark.size()) continue;
    overrides.emplace_back(line.substr(kMark.size(), equals - kMark.size()),
                           line.substr(equals + 1));
  }
  overrides.emplace_back("simulation.memory_limit", kMemory);
  return overrides;
}

void run(const std::string& input) {
  const std::vector<Override> overrides = overrides_of(input);
  const std::string path = input_file(input);
  Config config;
  const auto read = [&] {
    const std::string text = read_text(path);
    if (!is_small(text, overrides)) throw Error("too large for a fuzzer");
    config = parse_config(text, "c.yaml", NETLOOM_EXAMPLES, overrides);
  };
  if (!accepts(read)) return;
  const std::string printed = print_config(config);
  Config again;
  must_accept([&] { again = parse_config(printed, "printed.yaml", NETLOOM_EXAMPLES); }, printed);
  require(again.resolved == config.resolved,
          "another configuration is read than was printed:\n" + printed);
  require_same(config.netlist, again.netlist);
}

const TargetRegistry::Registration kTarget("config", {run});

}  // namespace
}  // namespace netloom::fuzz
