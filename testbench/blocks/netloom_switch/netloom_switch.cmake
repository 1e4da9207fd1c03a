# A small switch as a whole. docs/results/formal.md says how long each takes.
set(one_phit OneSize=1 LargestFlit=1 LargestPacket=1)
set(one_place ${one_phit} InPhits=1 OutPhits=1)
set(two_phits OneSize=1 InPhits=2 OutPhits=2)
set(two_vcs ${one_place} VcShift=1)
set(worms OneSize=1 LargestFlit=1 LargestPacket=2 InPhits=2 OutPhits=2)
set(two_phits_two_vcs ${two_phits} VcShift=1)
set(buffered InPhits=2 OutPhits=2 BufPhits=2 Speedup=2)
set(buffered_vcs ${two_vcs} BufPhits=1)
set(full ${two_vcs} BufPhits=1 Full=1)
set(bubble ${one_phit} Ports=3 Ring=1 Bubble=1 InPhits=1 OutPhits=2)
set(failing ${two_phits} Failing=1)
set(failing_first_stage InPhits=3 OutPhits=2 Failing=1 DownPorts=0)
set(failing_vcs ${two_phits_two_vcs} Failing=1 DownPorts=0)
set(failing_three_ports ${one_place} Ports=3 Failing=1 DownPorts=2)
set(hosts ${one_place} Ports=3 HostPorts=1 TransitPriority=1)

formal_proof(netloom_switch cut_through REACHABILITY SET ${two_phits} Bound=3 WatchedBit=21)
formal_proof(netloom_switch sizes REACHABILITY SLOW SET WatchedBit=37)
formal_proof(netloom_switch later REACHABILITY SLOW SET ${two_phits} Delay=2 RoutingDelay=2)
formal_proof(netloom_switch two_phits_two_vcs REACHABILITY SLOW SET ${two_phits_two_vcs})
formal_proof(netloom_switch store_and_forward REACHABILITY SLOW SET StoreForward=1 InPhits=2 OutPhits=2 WatchedBit=18)
formal_proof(netloom_switch wormhole REACHABILITY SLOW SET ${worms} WatchedBit=3)
formal_proof(netloom_switch buffered REACHABILITY SLOW SET ${buffered} Bound=3)
formal_proof(netloom_switch buffered_later REACHABILITY SLOW SET ${buffered} Delay=2)
formal_proof(netloom_switch buffered_vcs REACHABILITY SLOW SET ${buffered_vcs} Bound=6)
formal_proof(netloom_switch buffered_vcs_deep REACHABILITY SLOW SET ${two_vcs} BufPhits=2)
formal_proof(netloom_switch buffered_wormhole REACHABILITY SLOW SET ${worms} BufPhits=2 WatchedBit=3)
formal_proof(netloom_switch full REACHABILITY SLOW SET ${full})
formal_proof(netloom_switch full_unbuffered REACHABILITY SLOW SET ${two_vcs} Full=1)
formal_proof(netloom_switch bubble REACHABILITY SLOW SET ${bubble})
formal_proof(netloom_switch failing REACHABILITY SLOW SET ${failing})
formal_proof(netloom_switch failing_first_stage REACHABILITY SLOW SET ${failing_first_stage} WatchedBit=37)
formal_proof(netloom_switch failing_vcs REACHABILITY SLOW SET ${failing_vcs})
formal_proof(netloom_switch failing_full REACHABILITY SLOW SET ${two_vcs} Full=1 Failing=1)
formal_proof(netloom_switch failing_three_ports REACHABILITY SLOW SET ${failing_three_ports})
formal_proof(netloom_switch failing_fair REACHABILITY SLOW SET ${one_phit} InPhits=2 OutPhits=2 Failing=1 Bound=3)
formal_proof(netloom_switch hosts REACHABILITY SLOW SET ${hosts})
formal_proof(netloom_switch cyclic REACHABILITY SLOW SET ${one_place} Selection=1)
formal_proof(netloom_switch most_credits REACHABILITY SLOW SET ${one_phit} InPhits=1 OutPhits=2 Selection=2)
formal_proof(netloom_switch random REACHABILITY SLOW SET ${two_phits_two_vcs} Selection=3)
formal_proof(netloom_switch fair REACHABILITY SLOW SET ${one_phit} InPhits=2 OutPhits=2 Bound=3)
formal_proof(netloom_switch fair_vcs REACHABILITY SLOW SET ${two_vcs} Bound=6)
formal_proof(netloom_switch fair_output_first REACHABILITY SLOW SET ${two_vcs} Bound=8 Allocator=1 Arbiter=1)
formal_proof(netloom_switch fair_islip REACHABILITY SLOW SET ${two_vcs} Bound=8 Allocator=2 Iterations=2)
formal_proof(netloom_switch fair_three_ports REACHABILITY SLOW SET ${one_place} Ports=3 Bound=8)
formal_proof(netloom_switch reset REACHABILITY SLOW SET ${one_place} Copies=2)
formal_proof(netloom_switch reset_two_phits REACHABILITY SLOW SET ${two_phits} Copies=2)
formal_proof(netloom_switch reset_failing REACHABILITY SLOW SET ${one_place} Copies=2 Failing=1)
formal_proof(netloom_switch reset_cyclic REACHABILITY SLOW SET ${one_place} Copies=2 Selection=1)

formal_mutant(netloom_switch hops_stay netloom_switch.sv
  "+ HopsWidth'(header);" "+ '0;" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch hops_of_all_phits netloom_switch.sv
  "+ HopsWidth'(header);" "+ HopsWidth'(1);" REACHABILITY SET ${two_phits} WatchedBit=19)
formal_mutant(netloom_switch flag_changes netloom_switch.sv
  "others = phit[HopsAt-1:0];" "others = phit[HopsAt-1:0] | HopsAt'(header);" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch flag_changes_buffered netloom_switch.sv
  "others = phit[HopsAt-1:0];" "others = phit[HopsAt-1:0] | HopsAt'(header);" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch flag_of_the_tail_changes netloom_switch.sv
  "others = phit[HopsAt-1:0];" "others = phit[HopsAt-1:0] | HopsAt'(phit_last[Side+l] & ~phit_first[Side+l]);"
  REACHABILITY SET ${worms})
formal_mutant(netloom_switch space_without_end netloom_switch.sv
  "assign space       = here;" "assign space       = '1;" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch packets_are_flits netloom_switch.sv
  ".Wormhole   ((LargestPacket > LargestFlit) ? 1 : 0)," ".Wormhole   (0)," REACHABILITY SET ${worms})
formal_mutant(netloom_switch mark_missing netloom_switch.sv
  "others[DeviatedAt] = 1'b1;" "others[DeviatedAt] = 1'b0;" REACHABILITY SET ${failing})
formal_mutant(netloom_switch dead_link_granted netloom_switch.sv
  "(Failing == 1 && link_dead_i[i >> LaneShift])" "1'b0" REACHABILITY SET ${failing})
formal_mutant(netloom_switch lane_of_another_vc netloom_switch.sv
  "assign granted_vc[l*InVcWidth +: InVcWidth] = InVcWidth'(l);"
  "assign granted_vc[l*InVcWidth +: InVcWidth] = '0;" REACHABILITY SET ${full})
formal_mutant(netloom_switch credit_with_the_head input_port.sv
  "credit_valid_o[l]                          = tail;" "credit_valid_o[l]                          = grant_i[l];"
  REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch credit_of_another_vc input_port.sv
  "credit_vc_o[l*VcWidth +: VcWidth]          = vc;" "credit_vc_o[l*VcWidth +: VcWidth]          = '0;"
  REACHABILITY SET ${two_vcs})
formal_mutant(netloom_switch credit_of_the_largest input_port.sv
  "credit_phits_o[l*PhitsWidth +: PhitsWidth] = length;"
  "credit_phits_o[l*PhitsWidth +: PhitsWidth] = PhitsWidth'(LargestFlit);" REACHABILITY SET InPhits=3)
formal_mutant(netloom_switch phit_again input_port.sv
  "place_q  <= further(place, CountWidth'(leave));" "place_q  <= place;" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch input_never_busy input_port.sv
  "busy_o[l]                                = rest_q != '0;" "busy_o[l]                                = 1'b0;"
  REACHABILITY SET ${two_phits_two_vcs})
formal_mutant(netloom_switch flits_go_apart input_port.sv
  "candidates_q <= grant_output_i[Lane*Channels +: Channels];" "candidates_q <= '1;" REACHABILITY SET ${worms})
formal_mutant(netloom_switch output_free_too_soon crossbar.sv
  "assign busy_o[q] = busy_q;" "assign busy_o[q] = 1'b0;" REACHABILITY SET OneSize=1 InPhits=2 OutPhits=4)
formal_mutant(netloom_switch vc_of_the_head_alone crossbar.sv
  "grant_vc_i[q*VcWidth +: VcWidth] : vc_q;" "grant_vc_i[q*VcWidth +: VcWidth] : '0;"
  REACHABILITY SET ${two_phits_two_vcs})
formal_mutant(netloom_switch credit_not_taken output_port.sv
  "? CreditWidth'(taken_phits_i) : '0)" "? '0 : '0)" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch credit_lost output_port.sv
  "credits_q <= CreditWidth'(Credits);" "credits_q <= CreditWidth'(Credits - 1);" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch credit_lost_buffered output_port.sv
  "credits_q <= CreditWidth'(Credits);" "credits_q <= CreditWidth'(Credits - 1);" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch buffer_overruns output_queue.sv
  "space_q - (taken_i ? SpaceWidth'(taken_phits_i) : '0)" "space_q" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch space_lost output_queue.sv
  "+ (gone_i ? SpaceWidth'(gone_phits_i) : '0);" "+ SpaceWidth'(gone_i);" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch last_come_first_gone output_queue.sv
  "if (goes_i) read_q <= behind(read_q);" "if (goes_i) read_q <= write_q;" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch link_waits_for_all output_buffer.sv
  "assign start_o      = ~busy & (able != '0);" "assign start_o      = ~busy & (able == '1);"
  REACHABILITY SET ${buffered_vcs})
formal_mutant(netloom_switch link_stays_at_a_vc output_buffer.sv
  ".used_i      (start_o)," ".used_i      (1'b0)," REACHABILITY SET ${two_vcs} BufPhits=2)
formal_mutant(netloom_switch unready_granted allocator_iteration.sv
  "able[c] = ready_i[c] & " "able[c] = " REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch pointer_stays rr_arbiter.sv
  "end else if (used_i) begin" "end else if (used_i && 1'b0) begin" REACHABILITY
  SET ${one_phit} InPhits=2 OutPhits=2 Bound=3)
formal_mutant(netloom_switch pointer_without_reset rr_arbiter.sv
  "pointer_q <= '0;" "pointer_q <= pointer_q;" REACHABILITY SET ${one_place} Copies=2)
formal_mutant(netloom_switch register_without_reset ir_port.sv
  "lib_q <= netloom_regs_pkg::LibReset[Width-1:0];" "lib_q <= lib_q;" REACHABILITY SET ${one_place} Copies=2)
formal_mutant(netloom_switch cyclic_port_without_reset switch_allocator.sv
  "cyclic_port_q <= netloom_regs_pkg::CyclicPortReset[PortWidth-1:0];" "cyclic_port_q <= cyclic_port_q;"
  REACHABILITY SET ${one_place} Copies=2 Selection=1)
formal_mutant(netloom_switch bubble_of_one switch_allocator.sv
  "CompareWidth'(2 * LargestFlit)" "CompareWidth'(LargestFlit)" REACHABILITY SET ${bubble})
formal_mutant(netloom_switch channel_kept switch_allocator.sv
  "else if (taken) owned_q <= ~last;" "else if (taken) owned_q <= last;" REACHABILITY SET ${worms})
formal_mutant(netloom_switch dropped_credit_lost input_port.sv
  "credit_valid_o[l]                          = tail;"
  "credit_valid_o[l]                          = tail & (grant_output_i[l*Channels +: Channels] != '0);"
  REACHABILITY SET ${one_place} Failing=1)
formal_mutant(netloom_switch two_dropped_at_once netloom_switch.sv
  "& ~input_taken[i];" "& ~input_busy[i];" REACHABILITY SET ${failing_vcs})
formal_mutant(netloom_switch dropped_while_busy netloom_switch.sv
  "& ~input_taken[i];" "& (~input_taken[i] | input_busy[i]);" REACHABILITY SET ${failing_first_stage})
formal_mutant(netloom_switch unready_dropped netloom_switch.sv
  "& ready[(i << (VcShift - LaneShift)) + v] & ~input_taken[i]" "& ~input_taken[i]" REACHABILITY SET ${failing})
formal_mutant(netloom_switch granted_beside_a_drop netloom_switch.sv
  ".input_busy_i     (input_taken)," ".input_busy_i     (input_busy)," REACHABILITY SET ${failing_vcs})
formal_mutant(netloom_switch another_vc_dropped netloom_switch.sv
  "if (drops[First+v]) granted_vc = InVcWidth'(v);" "if (drops[First+v]) granted_vc = '0;"
  REACHABILITY SET ${failing_vcs})
formal_mutant(netloom_switch dropped_lane_of_another_vc netloom_switch.sv
  "= drops[First+l];" "= drops[First];" REACHABILITY SET ${two_vcs} Full=1 Failing=1)
formal_mutant(netloom_switch head_behind_a_drop_forgotten input_port.sv
  "follows[v] = goes[v] & last & " "follows[v] = goes[v] & (grant_output_i[Lane*Channels +: Channels] != '0) & "
  REACHABILITY SET ${failing_first_stage})
formal_mutant(netloom_switch dropped_flit_shows netloom_switch.sv
  ".grant_i      (taken)," ".grant_i      (taken | {Sides{drops != '0}})," REACHABILITY SET ${failing})
formal_mutant(netloom_switch failed_link_granted netloom_switch.sv
  ".failed_i    (link_failed_i)," ".failed_i    (link_dead_i)," REACHABILITY SET ${failing})
formal_mutant(netloom_switch dead_link_unknown netloom_switch.sv
  ".failed_i    (link_failed_i)," ".failed_i    (link_failed_i & ~link_dead_i)," REACHABILITY SET ${failing})
formal_mutant(netloom_switch every_input_is_the_first netloom_switch.sv
  ".InputPort(p)," ".InputPort(0)," REACHABILITY SET ${failing})
formal_mutant(netloom_switch every_input_is_the_first_down netloom_switch.sv
  ".InputPort(p)," ".InputPort(0)," REACHABILITY SET ${failing_three_ports})
formal_mutant(netloom_switch deviation_forgotten netloom_switch.sv
  ".deviated_i  (route_data[DeviatedAt])," ".deviated_i  (1'b0)," REACHABILITY SET ${failing})
formal_mutant(netloom_switch detours_go_up netloom_switch.sv
  ".DownPorts(DownPorts)" ".DownPorts(Ports)" REACHABILITY SET ${failing})
formal_mutant(netloom_switch detours_by_any_vc netloom_switch.sv
  ".offered_i   (offered_i)," ".offered_i   ('1)," REACHABILITY SET ${failing})
# What drops may do happens: claims that it never does are refuted.
formal_mutant(netloom_switch never_drops netloom_switch_spec.sv
  "Never           = 0," "Never           = 1," REACHABILITY SET ${failing})
formal_mutant(netloom_switch never_drops_vcs netloom_switch_spec.sv
  "Never           = 0," "Never           = 1," REACHABILITY SET ${failing_vcs})
formal_mutant(netloom_switch never_drops_full netloom_switch_spec.sv
  "Never           = 0," "Never           = 1," REACHABILITY SET ${two_vcs} Full=1 Failing=1)
formal_mutant(netloom_switch never_drops_beside_a_grant netloom_switch_spec.sv
  "Never           = 0," "Never           = 2," REACHABILITY SET ${failing})
formal_mutant(netloom_switch never_grants_behind_a_drop netloom_switch_spec.sv
  "Never           = 0," "Never           = 3," REACHABILITY SET ${failing_first_stage})
formal_mutant(netloom_switch never_drops_behind_a_drop netloom_switch_spec.sv
  "Never           = 0," "Never           = 4," REACHABILITY SET ${failing_first_stage})
