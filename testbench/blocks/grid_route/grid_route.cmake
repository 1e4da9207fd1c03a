largest_parameters(grid_route Ports=32 VcShift=2 Dimensions=4 Concentration=8)
allowed_parameters(grid_route Ports=5 VcShift=1 CoordinateWidth=2 VcRule=2 Bubble=1)

formal_proof(grid_route 3_2)
formal_proof(grid_route 4_2_lowest SET First=4 Concentration=2 VcRule=1 InputPort=2 Bubble=1)
formal_proof(grid_route 5_3_iodet SET First=5 Second=3 VcRule=2 InputPort=2 SLOW)
formal_proof(grid_route 4_4_mesh SET First=4 Second=4 FirstIsRing=0 VcRule=2 Dateline=0 ClassVcs=3)
formal_mutant(grid_route packets_take_any_vc_of_their_class grid_route.sv
  "end else if (VcRule == 1) begin" "end else if (VcRule == 3) begin"
  SET First=4 Concentration=2 VcRule=1 InputPort=2 Bubble=1)
formal_mutant(grid_route last_is_the_size grid_route.sv "Sizes[d*32 +: 32] - 32'd1" "Sizes[d*32 +: 32]")
formal_mutant(grid_route down_is_up grid_route.sv "plus      = allowed_ports_o[Concentration + 2*d + 1]"
  "plus      = allowed_ports_o[Concentration + 2*d]" SET First=5 Second=3 VcRule=2 InputPort=2)
formal_mutant(grid_route hosts_as_switches grid_route.sv "(q < Concentration) ? class_vcs" "(q < 0) ? class_vcs"
  SET First=4 Concentration=2 VcRule=1 HostVcs=2)
formal_mutant(grid_route bubbles_nowhere grid_route.sv "(Bubble == 1) ? entering_vcs" "(Bubble == 2) ? entering_vcs"
  SET First=4 Concentration=2 VcRule=1 InputPort=2 Bubble=1)
