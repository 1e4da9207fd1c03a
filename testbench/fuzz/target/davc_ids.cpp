// Identifiers for DAVC.

#include <sstream>

#include "routing/davc/ids.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_davc_ids(const std::string& input) {
  DavcIds ids;
  const std::string path = input_file(input);
  if (!accepts([&] { ids = read_davc_ids(small_tree(), path); })) return;
  std::ostringstream text;
  write_davc_ids(small_tree(), ids, text);
  DavcIds again;
  const std::string rewritten = input_file(text.str());
  must_accept([&] { again = read_davc_ids(small_tree(), rewritten); }, text.str());
  require(again.nodes == ids.nodes && again.ports == ids.ports,
          "other identifiers are read than were written:\n" + text.str());
}

const TargetRegistry::Registration kDavcIds("davc_ids", {run_davc_ids});

}  // namespace
}  // namespace netloom::fuzz
