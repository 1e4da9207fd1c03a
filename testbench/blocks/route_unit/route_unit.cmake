largest_parameters(route_unit Ports=16 VcShift=2 Dimensions=4 Concentration=8 GroupSize=8 FirstUp=16)
allowed_parameters(route_unit Ports=3 VcShift=1 NodeWidth=2)
allowed_parameters(route_unit Ports=33 VcShift=0 NodeWidth=24)
allowed_parameters(route_unit Route=1 Ports=5 VcShift=1 CoordinateWidth=2 VcRule=2 Bubble=1)
allowed_parameters(route_unit Route=0 Ports=4 Davc=1 VcShift=2)
allowed_parameters(route_unit Route=3 Ports=8 DigitBits=2 NodeWidth=4 BySource=1)
allowed_parameters(route_unit Route=4 Ports=4 DigitBits=2 NodeWidth=4)
allowed_parameters(route_unit Route=5 Ports=33 Operand=1)
allowed_parameters(route_unit Route=6 Ports=8 FirstUp=4 VcShift=1 Davc=1)
allowed_parameters(route_unit Route=7 Ports=40 VcShift=1 Destinations=20 NodeWidth=5)
allowed_parameters(route_unit Route=8 Ports=7 VcShift=2 Concentration=2 GroupSize=4 Groups=9 InputPort=3)
allowed_parameters(route_unit Route=9 Ports=5 VcShift=1 NodeWidth=4 Davc=1)
allowed_parameters(route_unit Route=2 Ports=7 VcShift=2 Concentration=2 GroupSize=4 Groups=9 Davc=1)

formal_proof(route_unit 3)
formal_proof(route_unit 5 SET Ports=5 VcShift=0 NodeWidth=2 SLOW)
formal_mutant(route_unit every_port_offered route_unit.sv
  "& {Vcs{allowed_ports[q]}};" "& {Vcs{1'b1}};")
formal_mutant(route_unit first_vc_only route_unit.sv
  "{Vcs{allowed_ports[q]}};" "Vcs'(allowed_ports[q]);")
formal_mutant(route_unit digit_of_the_destination route_unit.sv
  "preferred_source_i ? source_i : destination_i" "preferred_source_i ? destination_i : destination_i")
formal_mutant(route_unit digit_unmasked route_unit.sv
  "PortWidth'(operand) & preferred_mask_i" "PortWidth'(operand)")
formal_mutant(route_unit matches_the_source route_unit.sv
  ".place_i        (place_i),
        .destination_i  (destination_i)" ".place_i        (place_i),
        .destination_i  (source_i)")
formal_proof(route_unit forwarded SPEC route_unit_forwarded)
formal_mutant(route_unit no_port_is_a_port route_unit.sv
  "forwarded_i == ForwardedWidth'(q);" "forwarded_i[PortWidth-1:0] == PortWidth'(q);"
  SPEC route_unit_forwarded SET Ports=4)
