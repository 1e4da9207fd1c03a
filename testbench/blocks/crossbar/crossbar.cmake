# More would be a crossbar of many millions of gates.
largest_parameters(crossbar Ports=16)
allowed_parameters(crossbar Ports=3 PhitWidth=5 VcWidth=2 Delay=3 Speedup=2)

formal_proof(crossbar 2_1 SET Delay=1 SLOW)
formal_proof(crossbar 2_2)
formal_proof(crossbar 3_3 SET Ports=3 Delay=3 SLOW)
formal_proof(crossbar two_phits SET Speedup=2)
formal_mutant(crossbar busy_too_long crossbar.sv "busy_q  <= joined & ~tail" "busy_q  <= joined & ~(tail & busy_q)"
  DEPTH 6)
formal_mutant(crossbar vc_of_the_grant_before crossbar.sv
  "? grant_vc_i[q*VcWidth +: VcWidth] : vc_q" "? vc_q : vc_q" DEPTH 6)
formal_mutant(crossbar one_stage_too_few crossbar.sv
  "stages[Delay*StageWidth +: StageWidth]" "stages[(Delay-1)*StageWidth +: StageWidth]" DEPTH 6)
formal_mutant(crossbar forgets_the_input crossbar.sv
  "from      = grant_i[q] ? grant_input_i[q*PortWidth +: PortWidth] : input_q"
  "from      = grant_input_i[q*PortWidth +: PortWidth]" DEPTH 6)
