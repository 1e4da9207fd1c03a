matrix_rule(ruft_route "functions: ruft")

allowed_parameters(ruft_route Ports=256 Width=3)

formal_proof(ruft_route 8)
formal_proof(ruft_route 16 SET Ports=16 Width=24 SLOW)
formal_mutant(ruft_route no_stage ruft_route.sv ".stage_i     (stage_i)" ".stage_i     (5'd0)")
formal_mutant(ruft_route not_one_hot ruft_route.sv "Ports'(1) << port" "Ports'(3) << port")
formal_mutant(ruft_route other_end ruft_route.sv
  "Ports'(1) << port" "{1'b1, {Ports-1{1'b0}}} >> port")

cosim_model(ruft_route PARAMETERS -GPorts=256)
