// Configurations. Lines "# --set KEY=VALUE" are overrides; files that a configuration names are
// those of examples/.

#include "sim/config/config.h"

#include <sstream>

#include "routing/base/text_file.h"
#include "testbench/fuzz/fuzz_target.h"
#include "testbench/fuzz/sim_inputs.h"

namespace netloom::fuzz {
namespace {

std::vector<Override> overrides_of(const std::string& input) {
  constexpr std::string_view kMark = "# --set ";
  std::vector<Override> overrides;
  std::istringstream lines(input);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (line.compare(0, kMark.size(), kMark) != 0 || equals == std::string::npos) continue;
    if (equals < kMark.size()) continue;
    overrides.push_back(
        {line.substr(kMark.size(), equals - kMark.size()), line.substr(equals + 1)});
  }
  overrides.push_back(memory_limit());
  return overrides;
}

void run_config(const std::string& input) {
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

const TargetRegistry::Registration kConfig("config", {run_config});

}  // namespace
}  // namespace netloom::fuzz
