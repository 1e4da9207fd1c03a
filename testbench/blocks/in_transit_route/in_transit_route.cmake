largest_parameters(in_transit_route NodesPerSwitch=4 SwitchesPerGroup=8 Groups=9 Ports=16 VcShift=3)
allowed_parameters(in_transit_route Rule=1 Restricted=0 NodesPerSwitch=1 SwitchesPerGroup=2 Groups=3 Ports=3 VcShift=2)
allowed_parameters(in_transit_route Rule=2 NodesPerSwitch=2 SwitchesPerGroup=5 Groups=3 Ports=9 VcShift=3 InputPort=4)

# Not slow: each rule, and input ports of hosts, of local and of global links.
formal_proof(in_transit_route rlm_from_host SLOW)
formal_proof(in_transit_route rlm_from_local SET InputPort=2)
formal_proof(in_transit_route rlm_from_global SET InputPort=4)
formal_proof(in_transit_route any_pair SET Restricted=0 InputPort=1 SLOW)
formal_proof(in_transit_route any_first SET Restricted=0 SwitchesPerGroup=3 GlobalPorts=1)
formal_proof(in_transit_route olm_from_host SET Rule=1 Restricted=0)
formal_proof(in_transit_route olm_from_local SET Rule=1 Restricted=0 InputPort=3 SLOW)
formal_proof(in_transit_route olm_from_global SET Rule=1 Restricted=0 InputPort=5)
formal_proof(in_transit_route par62_from_local SET Rule=2 Restricted=0 NodesPerSwitch=2 VcShift=3 InputPort=3)
formal_proof(in_transit_route par62_from_global SET Rule=2 Restricted=0 NodesPerSwitch=2 VcShift=3 InputPort=6 SLOW)
formal_mutant(in_transit_route leaves_any_group in_transit_route.sv
  "~same_group & (global_hops_i == '0)" "~same_group")
formal_mutant(in_transit_route leaves_its_own_group in_transit_route.sv
  "~same_group & (global_hops_i == '0)" "(global_hops_i == '0)")
formal_mutant(in_transit_route misroutes_twice in_transit_route.sv
  "local_hops_i == None && nearer_globals == '0" "nearer_globals == '0")
formal_mutant(in_transit_route passes_its_global_link in_transit_route.sv
  "local_hops_i == None && nearer_globals == '0" "local_hops_i == None" SET InputPort=2)
formal_mutant(in_transit_route detours_at_once in_transit_route.sv
  "if (local_hops_i == Minimal) other_ports" "if (local_hops_i == None) other_ports")
formal_mutant(in_transit_route goes_back in_transit_route.sv
  "& ~(Locals'(1) << (InputPort - FirstLocal))" "& {Locals{1'b1}}" SET Restricted=0 InputPort=2)
formal_mutant(in_transit_route any_pair_after_a_misrouted_hop in_transit_route.sv
  "nearer_locals & allowed" "nearer_locals" SET InputPort=2)
formal_mutant(in_transit_route need_not_leave in_transit_route.sv
  "if (!arrived && local_hops_i == BeforeGlobal)" "if (!arrived && local_hops_i == BeforeGlobal && same_group)")
formal_mutant(in_transit_route counts_itself in_transit_route.sv
  "Neighbour + PositionWidth'(Neighbour >= position_i)" "Neighbour" SET InputPort=2)
formal_mutant(in_transit_route olm_ascends in_transit_route.sv
  "misrouted_local_vcs = Vcs'(olm_misrouted_local_vcs)" "misrouted_local_vcs = Vcs'(olm_minimal_local_vcs)"
  SET Rule=1 Restricted=0 InputPort=5)
formal_mutant(in_transit_route par62_both_hops_on_one in_transit_route.sv
  "Vcs'(1) << {global_hops_i, local_hops_i != None}" "Vcs'(1) << {global_hops_i, 1'b0}"
  SET Rule=2 Restricted=0 NodesPerSwitch=2 VcShift=3 InputPort=3)
formal_mutant(in_transit_route minimal_links_are_others in_transit_route.sv
  "other_ports[FirstGlobal +: Globals] = ~nearer_globals" "other_ports[FirstGlobal +: Globals] = '1")
