largest_parameters(tree_route Ports=32 FirstUp=32)
allowed_parameters(tree_route Kind=1 Ports=4)
allowed_parameters(tree_route Kind=1 Ports=2 Nonminimal=1)
allowed_parameters(tree_route Kind=2 Ports=4 DigitBits=2)
allowed_parameters(tree_route Kind=3 Ports=33 Operand=1)
allowed_parameters(tree_route Kind=4 Ports=3 FirstUp=3 Exclusions=0)

formal_proof(tree_route destro)
formal_proof(tree_route det_lin SET Ports=8 DigitBits=2 BySource=1)
formal_proof(tree_route last_stage SET Ports=2)
formal_proof(tree_route nonminimal SET Nonminimal=1)
formal_proof(tree_route nonminimal_from_above SET Nonminimal=1 InputPort=2)
formal_proof(tree_route ruft SET Kind=2 Ports=4 DigitBits=2)
formal_proof(tree_route fir SPEC tree_route_fir)
formal_proof(tree_route fir_destination SPEC tree_route_fir SET Ports=2 Operand=0 SLOW)
formal_proof(tree_route ft2ei SPEC tree_route_ft2ei)
formal_mutant(tree_route stage_is_the_position tree_route.sv
  "place_i[StageWidth+1 +: NodeWidth]" "place_i[0 +: NodeWidth]")
formal_mutant(tree_route from_above_in_half_of_the_ports tree_route.sv
  "(InputPort >= Arity)" "(InputPort >= Ports)" SET Nonminimal=1 InputPort=2)
formal_mutant(tree_route up_by_the_destination tree_route.sv "(BySource == 1)" "(BySource == 2)"
  SET Ports=8 DigitBits=2 BySource=1)
formal_mutant(tree_route ruft_in_the_first_stage tree_route.sv
  ".stage_i        (place_i)," ".stage_i        ('0)," SET Kind=2 Ports=4 DigitBits=2)
formal_mutant(tree_route fir_without_operands tree_route.sv "1'(Operand)" "1'b0" SPEC tree_route_fir)
formal_mutant(tree_route fir_registers_overlap tree_route.sv
  "{port, port_addr[FirWidth-1:0]}" "{port, 1'b0, port_addr[FirWidth-2:0]}" SPEC tree_route_fir)
formal_mutant(tree_route exclusions_everywhere tree_route.sv ".FirstUp   (FirstUp)" ".FirstUp   (0)"
  SPEC tree_route_ft2ei)
