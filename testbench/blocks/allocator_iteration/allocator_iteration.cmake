formal_proof(allocator_iteration input_first REACHABILITY)
formal_proof(allocator_iteration output_first REACHABILITY SLOW SET OutputFirst=1)
formal_proof(allocator_iteration lrs REACHABILITY SLOW SET Arbiter=1)
formal_proof(allocator_iteration output_first_lrs REACHABILITY SLOW SET OutputFirst=1 Arbiter=1)
formal_proof(allocator_iteration cyclic REACHABILITY SLOW SET Ports=3 VcShift=0 Selection=1)
formal_proof(allocator_iteration output_first_cyclic REACHABILITY SLOW SET Ports=3 VcShift=0 OutputFirst=1 Selection=1)
formal_proof(allocator_iteration most_credits REACHABILITY SLOW SET Selection=2)
formal_proof(allocator_iteration three_ports REACHABILITY SLOW SET Ports=3)
formal_proof(allocator_iteration yielding REACHABILITY SET Ports=3 VcShift=0 Yielding=1)
formal_proof(allocator_iteration yielding_vcs REACHABILITY SLOW SET OutputFirst=1 Yielding=2)
formal_proof(allocator_iteration four_ports_lrs REACHABILITY SLOW SET Ports=4 VcShift=0 Arbiter=1)

formal_mutant(allocator_iteration takes_what_is_taken allocator_iteration.sv
  "assign free[c] = ~outputs_taken_i[Output]" "assign free[c] = ~outputs_taken_i[0]" REACHABILITY SLOW)
formal_mutant(allocator_iteration input_twice allocator_iteration.sv
  "ready_i[c] & ~inputs_taken_i[c >> SideShift]" "ready_i[c]" REACHABILITY)
formal_mutant(allocator_iteration unready_too allocator_iteration.sv
  "able[c] = ready_i[c] & " "able[c] = " REACHABILITY)
formal_mutant(allocator_iteration vc_of_the_input allocator_iteration.sv
  "if (selected[c*Channels + First + v]) vc = vc | VcWidth'(FirstVc + v)" "if (c % Vcs == v) vc = vc | VcWidth'(v)" REACHABILITY)
formal_mutant(allocator_iteration groups_are_heads allocator_iteration.sv
"        .Requesters(Channels),
        .GroupShift(SideShift)" "        .Requesters(Channels),
        .GroupShift(0)" REACHABILITY)
formal_mutant(allocator_iteration no_port_yields allocator_iteration.sv
  "(preferred != '0) ? preferred :" "1'b0 ? preferred :" REACHABILITY SET Yielding=1)
formal_mutant(allocator_iteration who_yields_is_never_served allocator_iteration.sv
  "(preferred != '0) ? preferred : requests" "preferred" REACHABILITY SET Yielding=1)
formal_mutant(allocator_iteration other_ports_yield allocator_iteration.sv
  "requests & ~YieldingChannels" "requests & YieldingChannels" REACHABILITY SET Yielding=1)
formal_mutant(allocator_iteration cyclic_port_forgotten allocator_iteration.sv
  "cyclic_port_o = cyclic_port_i" "cyclic_port_o = '0" REACHABILITY SET Ports=3 VcShift=0 Selection=1)
formal_mutant(allocator_iteration cyclic_by_input allocator_iteration.sv
"    if (OutputFirst == 0) begin
      for (int" "    if (OutputFirst == 1) begin
      for (int" REACHABILITY SET Ports=3 VcShift=0 Selection=1)
