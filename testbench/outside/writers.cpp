#include "testbench/outside/writers.h"

#include <utility>

namespace netloom::test {

const std::vector<Writer>& writers() {
  static const std::vector<Writer> all = {
      // Commands that print.
      {"run", {"run", "tree.yaml"}},
      {"run_config", {"run", "tree.yaml", "--print-config"}, {"--print-config"}},
      {"run_explain", {"run", "tree.yaml", "--explain", "slowest"}, {"--explain"}},
      {"check", {"check", "tree.yaml"}},
      {"cost", {"cost", "tree.yaml"}},
      {"cost_memory", {"cost", "--memory", "interval"}},
      {"faults", {"faults", "faults.yaml", "--count", "1"}},
      {"netlist", {"netlist", "tree.yaml"}},
      {"registers", {"netlist", "tree.yaml", "--registers"}},
      {"regions", {"netlist", "tree.yaml", "--regions"}, {"--regions"}},
      {"modules", {"netlist", "tree.yaml", "--modules", "s0"}, {"--modules"}},
      {"trace", {"trace", "trace.yaml"}},
      {"trace_summary", {"trace", "trace.yaml", "--summary"}, {"--summary"}},
      {"lockstep", {"lockstep", "tree.yaml"}},
      {"compare", {"compare", "samples.yaml", "./samples.yaml"}},
      {"matrix", {"matrix", "--only", "mesh/dor/single/wormhole"}},
      {"list", {"list"}},
      {"repro_list", {"repro", "list"}},
      {"schema", {"schema"}},
      {"help", {"--help"}},
      {"version", {"--version"}},
      // One file each.
      {"run_json", {"run", "tree.yaml", "--json", "out/o"}, {"--json"}, {"out/o"}},
      {"run_csv", {"run", "tree.yaml", "--csv", "out/o"}, {"--csv"}, {"out/o"}},
      {"run_time_csv", {"run", "samples.yaml", "--time-csv", "out/o"}, {"--time-csv"}, {"out/o"}},
      {"run_plot",
       {"run", "tree.yaml", "--plot", "out/o"},
       {"--plot"},
       {"out/o.svg", "out/o.png"},
       true,
       false,
       "gnuplot"},
      {"run_time_plot",
       {"run", "samples.yaml", "--time-plot", "out/o"},
       {"--time-plot"},
       {"out/o.svg", "out/o.png"},
       true,
       false,
       "gnuplot"},
      {"run_trace",
       {"run", "samples.yaml", "--trace", "out/o.vcd"},
       {"--trace"},
       {"out/o.vcd", "out/o.gtkw"},
       false},
      {"rtl_build",
       {"rtl", "build", "block.sv", "--as", "interval", "--output", "out/o.so"},
       {"--output"},
       {"out/o.so"},
       false},
      {"compare_json",
       {"compare", "samples.yaml", "./samples.yaml", "--seeds", "8", "--confidence", "90", "--json",
        "out/o"},
       {"--seeds", "--confidence", "--json"},
       {"out/o"}},
      {"saturation_json",
       {"saturation", "tree.yaml", "--lowest", "0.5", "--highest", "1", "--resolution", "0.5",
        "--confidence", "90", "--json", "out/o"},
       {"--lowest", "--highest", "--resolution", "--confidence", "--json"},
       {"out/o"}},
      {"check_json", {"check", "tree.yaml", "--json", "out/o"}, {"--json"}, {"out/o"}},
      {"check_ids",
       {"check", "mesh.yaml", "--relabel", "--numberings", "2", "--ids", "out/o"},
       {"--ids"},
       {"out/o"}},
      {"cost_json", {"cost", "tree.yaml", "--json", "out/o"}, {"--json"}, {"out/o"}},
      {"cost_csv", {"cost", "--memory", "interval", "--csv", "out/o"}, {"--csv"}, {"out/o"}},
      {"cost_plot",
       {"cost", "--memory", "interval", "--plot", "out/o"},
       {"--plot"},
       {"out/o.svg", "out/o.png"},
       true,
       false,
       "gnuplot"},
      {"cost_markdown",
       {"cost", "--blocks", "--only", "olm_vc", "--no-frequency", "--jobs", "1", "--markdown",
        "out/o.md"},
       {"--markdown"},
       {"out/o.md"},
       true,
       false,
       "yosys"},
      {"faults_json",
       {"faults", "faults.yaml", "--count", "1", "--json", "out/o"},
       {"--json"},
       {"out/o"}},
      {"netlist_output",
       {"netlist", "tree.yaml", "--output", "out/o"},
       {"--output"},
       {"out/o"},
       false},
      {"registers_output",
       {"netlist", "tree.yaml", "--registers", "--output", "out/o"},
       {"--output"},
       {"out/o"},
       false},
      {"regions_output",
       {"netlist", "tree.yaml", "--regions", "--output", "out/o"},
       {"--output"},
       {"out/o"},
       false},
      {"modules_output",
       {"netlist", "tree.yaml", "--modules", "s0", "--output", "out/o"},
       {"--output"},
       {"out/o"},
       false},
      {"trace_output",
       {"trace", "trace.yaml", "--output", "out/o"},
       {"--output"},
       {"out/o"},
       false},
      {"matrix_junit",
       {"matrix", "--only", "mesh/dor/single/wormhole", "--junit", "out/o.xml"},
       {"--junit"},
       {"out/o.xml"}},
      {"matrix_document",
       {"matrix", "--only", "mesh/dor/single/wormhole", "--document", "out"},
       {"--document"},
       {"out/README.md", "out/combinations.csv", "out/mesh.md"}},
      {"repro_json",
       {"repro", "table-5.3", "--no-pictures", "--out", "made", "--json", "out/o"},
       {"--json"},
       {"out/o"}},
      {"repro_document",
       {"repro", "table-5.3", "--out", "made", "--document", "out"},
       {"--document"},
       {"out/README.md", "out/table-5.3.md", "out/table-5.3.csv", "out/table-5.3.svg",
        "out/table-5.3.summary.json"},
       true,
       false,
       "gnuplot"},
      // Points that are kept.
      {"sweep_db",
       {"sweep", "tree.yaml", "--jobs", "1", "--db", "out/o.sqlite"},
       {"--db"},
       {"out/o.sqlite"},
       false,
       false,
       {},
       true},
      {"sweep_resumed",
       {"sweep", "tree.yaml", "--jobs", "1", "--db", "out/o.sqlite"},
       {"--db"},
       {"out/o.sqlite"},
       false,
       true},
      {"sweep_all",
       {"sweep", "samples.yaml", "--db", "out/o.sqlite", "--json", "out/o.json", "--csv",
        "out/o.csv", "--time-csv", "out/time.csv", "--plot", "out/o", "--time-plot", "out/time"},
       {"--json", "--csv", "--time-csv", "--plot", "--time-plot"},
       {"out/o.sqlite", "out/o.json", "out/o.csv", "out/time.csv", "out/o.svg", "out/o.png",
        "out/time.svg", "out/time.png"},
       false,
       false,
       "gnuplot"},
      {"repro_out",
       {"repro", "mine.yaml", "--any-build", "--jobs", "1", "--out", "out"},
       {"--out"},
       {"out/points.sqlite", "out/mine.svg", "out/mine.png"},
       false,
       false,
       "gnuplot"},
      {"repro_db",
       {"repro", "mine.yaml", "--any-build", "--jobs", "1", "--no-pictures", "--out", "made",
        "--db", "out/o.sqlite"},
       {"--db"},
       {"out/o.sqlite"},
       false},
  };
  return all;
}

const std::vector<std::string>& options_that_write_nothing() {
  static const std::vector<std::string> all = {"--help",
                                               "--version",
                                               "--set",
                                               "--seed",
                                               "--log",
                                               "--jobs",
                                               "--details",
                                               "--vary",
                                               "--scale",
                                               "--only-known",
                                               "--with-quick",
                                               "--any-build",
                                               "--plan",
                                               "--budget",
                                               "--verify",
                                               "--most-seconds",
                                               "--draw",
                                               "--no-pictures",
                                               "--relabel",
                                               "--numberings",
                                               "--only",
                                               "--definition",
                                               "--registers",
                                               "--synth",
                                               "--switch",
                                               "--liberty",
                                               "--phit-width",
                                               "--memory",
                                               "--k",
                                               "--nodes",
                                               "--blocks",
                                               "--no-frequency",
                                               "--count",
                                               "--samples",
                                               "--part",
                                               "--at-most",
                                               "--format",
                                               "--exclusion-intervals",
                                               "--trace-from",
                                               "--trace-to",
                                               "--trace-switches",
                                               "--trace-last",
                                               "--cycles",
                                               "--threads",
                                               "--views",
                                               "--hosts",
                                               "--kind",
                                               "--first-seed",
                                               "--sources",
                                               "--waves"};  // which writes where views differ
  return all;
}

const std::vector<std::pair<std::string, std::string>>& inputs_of_writers() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"tree.yaml",
       "network: {topology: fat_tree, k: 2, n: 2}\n"
       "traffic: {load: [0.1, 0.4], packet_phits: 8}\n"
       "simulation: {warmup: 100, measure: 200}\n"},
      {"samples.yaml",
       "network: {topology: fat_tree, k: 2, n: 2}\n"
       "traffic: {load: 0.4, packet_phits: 8}\n"
       "simulation: {warmup: 100, measure: 200, sample_interval: 50}\n"},
      {"block.sv",
       "module block #(parameter int Width = 24) (\n"
       "  input logic clk_i, rst_ni, we_i,\n"
       "  input logic [netloom_regs_pkg::IntervalAddrWidth-1:0] addr_i,\n"
       "  input logic [31:0] wdata_i,\n"
       "  output logic [31:0] rdata_o,\n"
       "  input logic [Width-1:0] destination_i,\n"
       "  output logic match_o);\n"
       "  assign rdata_o = wdata_i;\n"
       "  assign match_o = destination_i == '0;\n"
       "endmodule\n"},
      {"messages.txt", "0 0 1 64\n3 1 2 64\n"},
      {"trace.yaml",
       "network: {topology: fat_tree, k: 2, n: 2}\n"
       "traffic: {trace: messages.txt, packet_phits: 8}\n"},
      {"faults.yaml",
       "network: {topology: fat_tree, k: 2, n: 3}\n"
       "routing: {function: ft2ei, exclusion_intervals: 1}\n"
       "traffic: {load: 0.1}\n"},
      {"mesh.yaml",
       "network: {topology: mesh, k: [3, 3]}\n"
       "routing: {vcs: {policy: davc, count: 4}}\n"
       "traffic: {load: 0.1}\n"},
      {"mine.yaml",
       "title: A figure of mine\n"
       "source: mine\n"
       "configuration: |\n"
       "  network: {topology: fat_tree, k: 2, n: 2}\n"
       "  traffic: {load: [0.1, 0.4], packet_phits: 8}\n"
       "  simulation: {warmup: 100, measure: 200}\n"
       "panels: [{name: a, title: 2-ary 2-tree}]\n"
       "curves: [{name: DESTRO, set: [routing.function=destro]}]\n"
       "picture: {kind: curves, x: /accepted_load, y: /latency/network/mean}\n"
       "claims:\n"
       "  - {says: DESTRO keeps the order, measure: out_of_order, curve: DESTRO, "
       "expect: {value: 0, within: 0.5}}\n"}};
  return all;
}

}  // namespace netloom::test
