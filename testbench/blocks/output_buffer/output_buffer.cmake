allowed_parameters(output_buffer Vcs=3 Depth=5 PhitWidth=3 LargestFlit=5 OneSize=0 Speedup=2 CreditWidth=3 Arbiter=1 Full=1)
largest_parameters(output_buffer Depth=65535 Vcs=2 CreditWidth=16)
refused_parameter(output_buffer CreditWidth 5 "enough for Depth")

formal_proof(output_buffer 2)
formal_proof(output_buffer 3_lrs SLOW SET Vcs=3 Arbiter=1)
formal_proof(output_buffer full SET Full=1 Speedup=2)
formal_mutant(output_buffer starts_without_credits output_buffer.sv
"front_valid
        & (" "front_valid
        & (1'b1 | " DEPTH 6)
formal_mutant(output_buffer forgets_the_vc output_buffer.sv
  "vc           = start_o ? start_vc_o : vc_q" "vc           = start_o ? start_vc_o : '0" DEPTH 6)
formal_mutant(output_buffer cuts_flits output_buffer.sv
  "busy         = rest_q != '0" "busy         = rest_q > PhitsWidth'(1)" DEPTH 6)
formal_mutant(output_buffer arbiter_stands output_buffer.sv
  ".used_i      (start_o)" ".used_i      (1'b0)" DEPTH 8)
formal_mutant(output_buffer credits_of_all output_buffer.sv
  "!to_host_i && start_vc_o == VcWidth'(v)" "!to_host_i" DEPTH 6)
