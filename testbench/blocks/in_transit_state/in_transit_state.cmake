formal_proof(in_transit_state 16 SLOW)
formal_proof(in_transit_state 4 SET Width=4)
formal_mutant(in_transit_state hops_to_groups_not_counted in_transit_state.sv
  "state_o[1:0] = global_hops + 2'd1" "state_o[1:0] = global_hops")
formal_mutant(in_transit_state local_hops_of_the_group_before in_transit_state.sv
  "state_o      = '0;" "state_o      = state_i;")
formal_mutant(in_transit_state misrouted_is_minimal in_transit_state.sv "minimal_i ? 2'd1 : 2'd2" "2'd1")
formal_mutant(in_transit_state misrouted_once_more in_transit_state.sv
  "2'd2:    state_o = Width'({2'd2, global_hops})" "2'd2:    state_o = Width'({2'd3, global_hops})")
formal_mutant(in_transit_state no_global_hop_has_to_follow in_transit_state.sv
  "default: state_o = Width'({2'd3, global_hops})" "default: state_o = Width'({2'd1, global_hops})")
