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
formal_proof(output_selection random_3 SPEC random_selection)
formal_proof(output_selection random_5 SPEC random_selection SET Ports=5 VcShift=0)
formal_mutant(output_selection random_of_all output_selection.sv
  "count = count + CountWidth'(usable_i[i])" "count = count + CountWidth'(1)" SPEC random_selection)
formal_mutant(output_selection random_among_all output_selection.sv
  "passed        = passed + CountWidth'(usable_i[i])" "passed        = passed + CountWidth'(1)" SPEC random_selection)
formal_mutant(output_selection random_unusable_too output_selection.sv
  "usable_i[i] && passed ==" "passed ==" SPEC random_selection)
