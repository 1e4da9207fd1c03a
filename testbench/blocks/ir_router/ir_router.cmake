allowed_parameters(ir_router Ports=33 Width=32)

formal_proof(ir_router 3)
formal_proof(ir_router 5 SET Ports=5 Width=8 SLOW)
formal_mutant(ir_router destination_of_others ir_router.sv
  ".destination_i(destination_i)" ".destination_i(destination_i + i)")
formal_mutant(ir_router ports_swapped ir_router.sv
  ".match_o      (allowed_ports_o[i])" ".match_o      (allowed_ports_o[Ports-1-i])")
formal_mutant(ir_router writes_all ir_router.sv ".we_i         (port_we[i])" ".we_i         (we_i)")

cosim_model(ir_router)
