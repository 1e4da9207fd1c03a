matrix_rule(table_route "functions: [ecmp, shortest_path, table]")

formal_proof(table_route 3)
formal_proof(table_route 40 SET Ports=40 Vcs=3 SLOW)
formal_proof(table_route 8 SET Ports=8 Vcs=64 SLOW)
formal_mutant(table_route writes_without_enable table_route.sv
  "we_i && written_exists" "written_exists")
formal_mutant(table_route writes_all_words table_route.sv
  "written_exists && word == WordWidth'(i)" "written_exists")
formal_mutant(table_route loses_the_last_destination table_route.sv
  "assign exists = {1'b0, destination_i} <" "assign exists = {1'b0, destination_i} + 1 <")
formal_mutant(table_route looks_up_the_written_one table_route.sv
  "32'(table_q[destination_i])" "32'(table_q[written_destination])")
formal_mutant(table_route reads_the_first_word table_route.sv
  "rdata_o = read_words[i*32 +: 32]" "rdata_o = read_words[31:0]")
formal_mutant(table_route vcs_are_the_ports table_route.sv
  "entry[PortWords*32 +: Vcs]" "entry[0 +: Vcs]")
formal_mutant(table_route lowest_port_only table_route.sv
  "allowed_ports_o = entry[Ports-1:0]" "allowed_ports_o = entry[Ports-1:0] & -entry[Ports-1:0]")

cosim_model(table_route PARAMETERS -GDestinations=37 -GPorts=40 -GVcs=5)
cosim_model(table_route NAME large_table_route PARAMETERS -GDestinations=1024 -GPorts=256)
cosim_mutant(broken_choice_table_route table_route table_route.sv
  "allowed_ports_o = entry[Ports-1:0]" "allowed_ports_o = entry[Ports-1:0] & -entry[Ports-1:0]"
  SIZES 64)
cosim_mutant(broken_enable_table_route table_route table_route.sv
  "we_i && written_exists" "written_exists" SIZES 64)
cosim_mutant(broken_memory_table_route table_route table_route.sv
  "<= wdata_i[Bits-1:0]" "<= wdata_i[Bits-1:0] & ~Bits'(8)" SIZES 64)
cosim_mutant(broken_vcs_table_route table_route table_route.sv
  "vcs_o           = entry[PortWords*32 +: Vcs]" "vcs_o           = entry[PortWords*32 +: Vcs] << 1"
  SIZES 64)
