allowed_parameters(fir_router Ports=33 Width=32)

formal_proof(fir_router 3)
formal_proof(fir_router destination_4 SET Ports=4 Width=5 Operand=0 SLOW)
formal_mutant(fir_router ar_always fir_router.sv "else if (route_i) begin" "else begin")
formal_mutant(fir_router ar_unresolved fir_router.sv
  "ar_q <= allowed_ports_o" "ar_q <= all_matches")
formal_mutant(fir_router sees_only_itself fir_router.sv
  ".all_matches_i(all_matches)" ".all_matches_i(all_matches & (Ports'(1) << i))")
formal_mutant(fir_router ar_without_reset fir_router.sv "ar_q <= '0" "ar_q <= ar_q")

# Two words of restrictions, the second one not full.
cosim_model(fir_router PARAMETERS -GPorts=40 -GOperand=1'b1)
cosim_model(fir_router NAME fir_router_64 PARAMETERS -GPorts=64)
