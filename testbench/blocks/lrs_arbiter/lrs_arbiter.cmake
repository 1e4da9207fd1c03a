matrix_rule(lrs_arbiter "variants: arbiter=least_recently_served")

allowed_parameters(lrs_arbiter Requesters=2)
allowed_parameters(lrs_arbiter Requesters=3)
allowed_parameters(lrs_arbiter Requesters=33)

foreach(requesters 1 2)
  formal_proof(lrs_arbiter ${requesters} SET Requesters=${requesters} SLOW)
endforeach()
formal_proof(lrs_arbiter 4)
formal_proof(lrs_arbiter 5 SET Requesters=5 SLOW)
formal_mutant(lrs_arbiter stays_before_others lrs_arbiter.sv
  "else if (served[i]) lower_first_q[First+j-i-1] <= 1'b0"
  "else if (served[i]) lower_first_q[First+j-i-1] <= 1'b1")
formal_mutant(lrs_arbiter higher_one_stays lrs_arbiter.sv
  "else if (served[j])" "else if (1'b0)")
formal_mutant(lrs_arbiter moves_unused lrs_arbiter.sv "Requesters'(used_i)" "Requesters'(1)")
formal_mutant(lrs_arbiter grants_several lrs_arbiter.sv
  "~after_lower & ~after_higher" "~after_lower")
formal_mutant(lrs_arbiter fixed_priority lrs_arbiter.sv "served = Requesters'(used_i) <<"
  "served = Requesters'(1'b0 & used_i) <<")

# At sizes of small switches, all bits of which a test comes to.
cosim_block(NAME small_lrs_arbiter AS lrs_arbiter TOP lrs_arbiter SOURCES ${rtl}/lrs_arbiter.sv
  SIZES 1 2 3 4 5)
cosim_mutant(broken_granted_lrs_arbiter lrs_arbiter lrs_arbiter.sv
  "(used_i) << used_index_i" "(used_i) << index_o" SIZES 8)
