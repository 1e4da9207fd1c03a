set(subtract SPEC ir_port DEFINE IR_PORT_SUBTRACT=1)
formal_proof(ir_port_subtract 6 ${subtract} SET Width=6)
formal_proof(ir_port_subtract 24 ${subtract} SET Width=24 SLOW)
formal_mutant(ir_port_subtract never_enabled ir_port_subtract.sv
  ".we_i         (we_i)" ".we_i         (1'b0)" ${subtract})
formal_mutant(ir_port_subtract address_stuck ir_port_subtract.sv
  ".addr_i       (addr_i)" ".addr_i       (1'b0)" ${subtract})
formal_mutant(ir_port_subtract destination_shifted ir_port_subtract.sv
  ".destination_i(destination_i)" ".destination_i(destination_i >> 1)" ${subtract})

cosim_model(ir_port_subtract)
