allowed_parameters(switch_arbiter Kind=0 Requesters=12 GroupShift=2)
allowed_parameters(switch_arbiter Kind=1 Requesters=12 GroupShift=2)

formal_proof(switch_arbiter round_robin_1 SET Requesters=1 SLOW)
formal_proof(switch_arbiter round_robin_5 SET Requesters=5 SLOW)
formal_proof(switch_arbiter round_robin_6_groups SET Requesters=6 GroupShift=1)
formal_proof(switch_arbiter least_recently_served_1 SET Kind=1 Requesters=1 SLOW)
formal_proof(switch_arbiter least_recently_served_4 SET Kind=1)
formal_mutant(switch_arbiter groups_ignored switch_arbiter.sv "3'(GroupShift)" "3'd0"
  SET Requesters=6 GroupShift=1)
formal_mutant(switch_arbiter last_one_left_out switch_arbiter.sv "IndexWidth'(Requesters - 1)"
  "IndexWidth'(Requesters - 2)")
formal_mutant(switch_arbiter kinds_swapped switch_arbiter.sv "if (Kind == 0) begin : gen_round_robin"
  "if (Kind == 1) begin : gen_round_robin")
formal_mutant(switch_arbiter list_moves_unused switch_arbiter.sv ".used_i      (used_i)" ".used_i      (1'b1)"
  SET Kind=1)
