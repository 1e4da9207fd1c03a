set(length SPEC ir_port DEFINE IR_PORT_LENGTH=1)
formal_proof(ir_port_length 6 ${length} SET Width=6)
formal_proof(ir_port_length 16 ${length} SET Width=16 SLOW)
formal_mutant(ir_port_length matches_the_bound ir_port_length.sv
  ".length_i     (length_q)" ".length_i     (uib)" ${length})
formal_mutant(ir_port_length lower_bound_keeps_length ir_port_length.sv
  "length_d = uib_d - lib_d" "length_d = uib_d - lib_q" ${length})
formal_mutant(ir_port_length reads_the_length ir_port_length.sv
  "rdata_o[Width-1:0] = uib" "rdata_o[Width-1:0] = length_q" ${length})

cosim_model(ir_port_length)
