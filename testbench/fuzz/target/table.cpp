// Tables of next hops.

#include <sstream>
#include <vector>

#include "routing/function/table/next_hops.h"
#include "routing/function/table/table_file.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

/// What matters of tables: the next hops to every host.
std::vector<PortSet> next_hops(const NextHopTables& tables) {
  std::vector<PortSet> result;
  for (SwitchId at = 0; at < small_tree().switches.size(); ++at) {
    for (NodeId host = 0; host < small_tree().hosts.size(); ++host) {
      result.push_back(tables.next_hops(at, tables.column_of(host)));
    }
  }
  return result;
}

void run_table(const std::string& input) {
  std::ostringstream text;
  std::vector<PortSet> read;
  const std::string path = input_file(input);
  const bool accepted = accepts([&] {
    const NextHopTables tables = read_tables(small_tree(), path);
    read = next_hops(tables);
    write_tables(small_tree(), tables, text);
  });
  if (!accepted) return;
  std::vector<PortSet> again;
  const std::string rewritten = input_file(text.str());
  must_accept([&] { again = next_hops(read_tables(small_tree(), rewritten)); }, text.str());
  require(again == read, "other tables are read than were written:\n" + text.str());
}

const TargetRegistry::Registration kTable("table", {run_table});

}  // namespace
}  // namespace netloom::fuzz
