allowed_parameters(ft2ei_router Ports=3 FirstUp=3 Width=32 Exclusions=16)

formal_proof(ft2ei_router 3)
formal_proof(ft2ei_router 4 SET Ports=4 FirstUp=2 Width=5 Exclusions=2 SLOW)
formal_mutant(ft2ei_router destination_of_others ft2ei_router.sv
  ".destination_i(destination_i)" ".destination_i(destination_i + i)")
formal_mutant(ft2ei_router writes_all ft2ei_router.sv
  ".we_i         (port_we[i])" ".we_i         (we_i)")
formal_mutant(ft2ei_router ports_swapped ft2ei_router.sv
  "(allowed_ports_o[i])" "(allowed_ports_o[Ports-1-i])")

cosim_model(ft2ei_router)
