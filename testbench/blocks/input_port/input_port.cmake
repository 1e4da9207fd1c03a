allowed_parameters(input_port Vcs=3 Depth=5 LargestFlit=5 RoutingDelay=4 StoreForward=1 Channels=3 PortWidth=2)
largest_parameters(input_port Depth=65535 Vcs=2)
refused_parameter(input_port Depth 15 "LargestFlit or more")

formal_proof(input_port 2)
formal_proof(input_port 2_delay SET RoutingDelay=2)
formal_proof(input_port 2_deep SET Depth=4)
formal_proof(input_port 2_stores SET StoreForward=1)
formal_proof(input_port 1_stores SET Vcs=1 Depth=4 LargestFlit=3 RoutingDelay=2 StoreForward=1)
formal_proof(input_port 3 SET Vcs=3 Depth=2)
formal_mutant(input_port credit_with_the_head input_port.sv
  "credit_valid_o = phit_tail_o" "credit_valid_o = grant_i" DEPTH 8)
formal_mutant(input_port credit_of_the_vc_before input_port.sv
  "assign credit_vc_o    = vc" "assign credit_vc_o    = vc_q" DEPTH 8)
formal_mutant(input_port routes_the_granted_one input_port.sv
  "route_follows = grant_i && grant_vc_i == route_vc" "route_follows = 1'b0" DEPTH 8 SET Depth=4)
formal_mutant(input_port never_from_the_pins input_port.sv "on_pins[route_vc] ? flit_data_i" "1'b0 ? flit_data_i"
  DEPTH 8)
formal_mutant(input_port ready_before_the_tail input_port.sv
  "? flit_tail_i : flit_head_i)" "? flit_head_i : flit_head_i)" DEPTH 8 SET StoreForward=1)
formal_mutant(input_port ring_too_long input_port.sv
  "if (sum >= (CountWidth + 1)'(Depth)) sum" "if (sum > (CountWidth + 1)'(Depth)) sum" DEPTH 10)
formal_mutant(input_port stays_ready input_port.sv
"end else if (goes) begin
          ready_q <= 1'b0" "end else if (goes) begin
          ready_q <= 1'b1" DEPTH 8)
formal_mutant(input_port later_one_first input_port.sv
"    .first_i       (flit_vc_i),
    .then_valid_i  (follows != '0),
    .then_i        (grant_vc_i)" "    .first_i       (grant_vc_i),
    .then_valid_i  (follows != '0),
    .then_i        (flit_vc_i)" DEPTH 10)
