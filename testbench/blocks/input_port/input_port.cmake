allowed_parameters(input_port Vcs=3 Depth=5 LargestFlit=5 LargestPacket=5 RoutingDelay=4 StoreForward=1 Channels=3 PortWidth=2)
allowed_parameters(input_port Vcs=3 LargestPacket=40 Speedup=2 Full=1)
largest_parameters(input_port Depth=65535 Vcs=2)
refused_parameter(input_port Depth 15 "LargestFlit or more")

formal_proof(input_port 2)
formal_proof(input_port 2_delay SET RoutingDelay=2 SLOW)
formal_proof(input_port 2_deep SET Depth=4 SLOW)
formal_proof(input_port 2_stores SET StoreForward=1 SLOW)
formal_proof(input_port 1_stores SLOW SET Vcs=1 Depth=4 LargestFlit=3 RoutingDelay=2 StoreForward=1)
formal_proof(input_port 3 SET Vcs=3 Depth=2 SLOW)
formal_proof(input_port 2_fast SET Speedup=2 SLOW)
formal_proof(input_port 1_fast SET Vcs=1 Depth=5 LargestFlit=4 Speedup=2 SLOW)
formal_proof(input_port 2_full SET Full=1 SLOW)
formal_proof(input_port 2_full_fast SET Full=1 Speedup=2 SLOW)
formal_proof(input_port 2_worms SET LargestPacket=5 SLOW)
formal_proof(input_port 2_worms_fast SET LargestPacket=5 Speedup=2 SLOW)
formal_mutant(input_port credit_with_the_head input_port.sv
  "credit_valid_o[l]                          = tail" "credit_valid_o[l] = grant_i[l]" DEPTH 8)
formal_mutant(input_port routes_all_flits input_port.sv
  "(flits_q == '0) & ~body_q" "(flits_q == '0)" DEPTH 8 SET LargestPacket=5)
formal_mutant(input_port worm_waits_a_cycle input_port.sv
  "(body_q & (flits != '0))" "(body_q & (flits_q != '0))" DEPTH 8 SET LargestPacket=5)
formal_mutant(input_port worm_is_led_astray input_port.sv
  "candidates_q <= grant_output_i[Lane*Channels +: Channels]" "candidates_q <= candidates_q" DEPTH 8
  SET LargestPacket=5)
formal_mutant(input_port worm_leaves_its_way input_port.sv
  "minimal_q    <= grant_output_i[Lane*Channels +: Channels]" "minimal_q    <= minimal_q" DEPTH 8
  SET LargestPacket=5)
formal_mutant(input_port all_is_minimal input_port.sv
  "minimal_q    <= route_minimal_i" "minimal_q    <= route_candidates_i" DEPTH 8)
formal_mutant(input_port last_flit_too_long input_port.sv
  "last ? PhitsWidth'(rest_q) : PhitsWidth'(LargestFlit)" "PhitsWidth'(LargestFlit)" DEPTH 8 SET LargestPacket=5)
formal_mutant(input_port credit_of_the_vc_before input_port.sv
  "credit_vc_o[l*VcWidth +: VcWidth]          = vc" "credit_vc_o[l*VcWidth +: VcWidth] = vc_q" DEPTH 8)
formal_mutant(input_port routes_the_granted_one input_port.sv
  "route_follows = goes[route_vc]" "route_follows = 1'b0" DEPTH 8 SET Depth=4)
formal_mutant(input_port never_from_the_pins input_port.sv "on_pins[route_vc] ? flit_data_i" "1'b0 ? flit_data_i"
  DEPTH 8)
formal_mutant(input_port ready_before_the_tail input_port.sv
  "? flit_tail_i : flit_head_i)" "? flit_head_i : flit_head_i)" DEPTH 8 SET StoreForward=1)
formal_mutant(input_port ring_too_long input_port.sv
  "if (sum >= (CountWidth + 1)'(Depth)) sum" "if (sum > (CountWidth + 1)'(Depth)) sum" DEPTH 10)
formal_mutant(input_port stays_ready input_port.sv
"end else if (goes[v]) begin
          ready_q <= 1'b0" "end else if (goes[v]) begin
          ready_q <= 1'b1" DEPTH 8)
formal_mutant(input_port later_one_first input_port.sv
"    .first_valid_i (comes != '0),
    .first_i       (flit_vc_i),
    .then_i        (follows)" "    .first_valid_i (follows != '0),
    .first_i       (grant_vc_i),
    .then_i        (comes)" DEPTH 10)
formal_mutant(input_port two_at_any_time input_port.sv
  "rest > PhitsWidth'(1) && !from_link;" "rest > PhitsWidth'(1);" DEPTH 8
  SET Vcs=1 Depth=5 LargestFlit=4 Speedup=2)
formal_mutant(input_port second_from_the_buffer input_port.sv
  "{second_comes ? flit_data_i :" "{1'b0 ? flit_data_i :" DEPTH 8 SET Speedup=2)
formal_mutant(input_port first_from_the_buffer input_port.sv
  "data        = from_link ? flit_data_i :" "data        = 1'b0 ? flit_data_i :" DEPTH 8
  SET Vcs=1 Depth=5 LargestFlit=4 Speedup=2)
