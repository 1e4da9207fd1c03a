largest_parameters(output_selection Ports=64 VcShift=2)
formal_proof(output_selection preferred_3)
formal_proof(output_selection preferred_5 SET Ports=5 VcShift=0 SLOW)
formal_proof(output_selection cyclic_3 SET Kind=1)
formal_proof(output_selection credits_3 SET Kind=2 CreditWidth=3)
formal_proof(output_selection credits_5 SET Kind=2 Ports=5 VcShift=0 SLOW)
formal_mutant(output_selection starts_at_a_channel output_selection.sv
  "ChannelWidth'(start_port_i) << VcShift" "ChannelWidth'(start_port_i)")
formal_mutant(output_selection highest_of_several output_selection.sv
  "credits_i[i*CreditWidth +: CreditWidth]} > most" "credits_i[i*CreditWidth +: CreditWidth]} >= most"
  SET Kind=2)
formal_mutant(output_selection unusable_too output_selection.sv "usable_i[i] && (" "(" SET Kind=2)
formal_mutant(output_selection hosts_not_before output_selection.sv
  "!found || {to_host_i[i >> VcShift]," "!found || {1'b0," SET Kind=2)
