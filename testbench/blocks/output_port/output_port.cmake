# A flit that fits into the buffer: CreditWidth has room for its phits.
largest_parameters(output_port Credits=65535 CreditWidth=16)

formal_proof(output_port 2)
formal_proof(output_port host SET Credits=0)
formal_proof(output_port 3 SET Vcs=3 Credits=20 LargestFlit=7 CreditWidth=5 SLOW)
formal_proof(output_port full SET Vcs=3 Full=1)
formal_mutant(output_port other_vcs_too output_port.sv
  "credit_valid_i[Lane] && credit_vc_i[Lane*VcWidth +: VcWidth] == VcWidth'(v)" "credit_valid_i[Lane]")
formal_mutant(output_port lowest_only output_port.sv
  "credit_valid_i[Lane] &&" "credit_valid_i[Lane] && (Lane == 0 || !credit_valid_i[0]) &&" SET Vcs=3 Full=1)
formal_mutant(output_port counts_the_grant_now output_port.sv
  "credits_o[v*CreditWidth +: CreditWidth] = credits" "credits_o[v*CreditWidth +: CreditWidth] = credits - CreditWidth'(taken_i)")
formal_mutant(output_port returned_next_cycle output_port.sv
  "credits_o[v*CreditWidth +: CreditWidth] = credits" "credits_o[v*CreditWidth +: CreditWidth] = credits_q")
formal_mutant(output_port takes_one output_port.sv
  "? CreditWidth'(taken_phits_i) : '0" "? CreditWidth'(1) : '0")
formal_mutant(output_port host_has_none output_port.sv "credits_o = '1" "credits_o = '0" SET Credits=0)
