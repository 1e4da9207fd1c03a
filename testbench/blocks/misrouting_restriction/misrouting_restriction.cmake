largest_parameters(misrouting_restriction Ports=64 VcShift=2)
formal_proof(misrouting_restriction three_links SET Links=14)
formal_proof(misrouting_restriction one_link SET Ports=2 VcShift=0 WaitingWidth=1 Links=2)
formal_proof(misrouting_restriction all SET Ports=2 VcShift=0 WaitingWidth=8 Links=3)
formal_mutant(misrouting_restriction no_factor_is_a_factor misrouting_restriction.sv "factor_i == '0 ||" "1'b0 ||")
formal_mutant(misrouting_restriction as_many_too misrouting_restriction.sv "waiting > bound" "waiting >= bound")
formal_mutant(misrouting_restriction mean_of_all_ports misrouting_restriction.sv "if (Links[p]) sum" "sum")
formal_mutant(misrouting_restriction sum_for_the_mean misrouting_restriction.sv
  "assign waiting = Width'(waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth]) * Width'(Hundreds)"
  "assign waiting = Width'(waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth]) * Width'(100)")
formal_mutant(misrouting_restriction offset_in_percent misrouting_restriction.sv
  "Width'(offset_i) * Width'(Hundreds)" "Width'(offset_i)")
formal_mutant(misrouting_restriction other_vcs misrouting_restriction.sv
  "SumWidth'(waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth])"
  "SumWidth'(waiting_i[p*Vcs*WaitingWidth +: WaitingWidth])")
formal_mutant(misrouting_restriction overflow misrouting_restriction.sv
  "+ netloom_regs_pkg::MisrouteFactorBits + 1" "+ netloom_regs_pkg::MisrouteFactorBits - 1")
