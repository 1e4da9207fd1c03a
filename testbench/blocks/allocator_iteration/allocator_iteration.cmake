# The specification refutes mistakes, in a third of a minute each; that it holds has not been proven to the
# end, and is not a test.
formal_mutant(allocator_iteration takes_what_is_taken allocator_iteration.sv
  "assign free[c] = ~outputs_taken_i[Output]" "assign free[c] = ~outputs_taken_i[0]" SLOW)
formal_mutant(allocator_iteration input_twice allocator_iteration.sv
  "ready_i[c] & ~inputs_taken_i[c >> SideShift]" "ready_i[c]")
formal_mutant(allocator_iteration unready_too allocator_iteration.sv
  "able[c] = ready_i[c] & " "able[c] = ")
formal_mutant(allocator_iteration vc_of_the_input allocator_iteration.sv
  "if (selected[c*Channels + First + v]) vc = vc | VcWidth'(FirstVc + v)" "if (c % Vcs == v) vc = vc | VcWidth'(v)")
formal_mutant(allocator_iteration groups_are_heads allocator_iteration.sv
"        .Requesters(Channels),
        .GroupShift(SideShift)" "        .Requesters(Channels),
        .GroupShift(0)")
formal_mutant(allocator_iteration cyclic_port_forgotten allocator_iteration.sv
  "cyclic_port_o = cyclic_port_i" "cyclic_port_o = '0" SET Ports=3 VcShift=0 Selection=1)
formal_mutant(allocator_iteration cyclic_by_input allocator_iteration.sv
"    if (OutputFirst == 0) begin
      for (int" "    if (OutputFirst == 1) begin
      for (int" SET Ports=3 VcShift=0 Selection=1)
