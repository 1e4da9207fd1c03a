# A small switch as a whole. Each takes half a minute, with several sizes of flits or two of two phits on two VCs
# four.
set(one_phit OneSize=1 LargestFlit=1 LargestPacket=1)
set(two_phits OneSize=1 InPhits=2 OutPhits=2)
set(two_vcs ${one_phit} VcShift=1 InPhits=1 OutPhits=1)
set(worms OneSize=1 LargestFlit=1 LargestPacket=2 InPhits=2 OutPhits=2)
set(long_worms ${worms} LargestPacket=3 VcShift=1)
set(two_phits_two_vcs ${two_phits} VcShift=1)
set(buffered InPhits=2 OutPhits=2 BufPhits=2 Speedup=2)

formal_proof(netloom_switch cut_through REACHABILITY SET ${two_phits} WatchedBit=21)
formal_proof(netloom_switch sizes REACHABILITY SLOW SET WatchedBit=37)
formal_proof(netloom_switch later REACHABILITY SLOW SET ${two_phits} Delay=2 RoutingDelay=2)
formal_proof(netloom_switch two_phits_two_vcs REACHABILITY SLOW SET ${two_phits_two_vcs})
formal_proof(netloom_switch store_and_forward REACHABILITY SLOW SET StoreForward=1 InPhits=2 OutPhits=2 WatchedBit=18)
formal_proof(netloom_switch wormhole REACHABILITY SLOW SET ${worms} WatchedBit=3)
formal_proof(netloom_switch buffered REACHABILITY SLOW SET ${buffered})
formal_proof(netloom_switch fair REACHABILITY SLOW SET ${one_phit} InPhits=2 OutPhits=2 Bound=3)
formal_proof(netloom_switch fair_vcs REACHABILITY SLOW SET ${two_vcs} Bound=6)
formal_proof(netloom_switch fair_output_first REACHABILITY SLOW SET ${two_vcs} Bound=8 Allocator=1 Arbiter=1)
formal_proof(netloom_switch fair_islip REACHABILITY SLOW SET ${two_vcs} Bound=8 Allocator=2 Iterations=2)
formal_proof(netloom_switch fair_three_ports REACHABILITY SLOW SET ${one_phit} Ports=3 InPhits=1 OutPhits=1 Bound=6)

formal_mutant(netloom_switch hops_stay netloom_switch.sv
  "+ HopsWidth'(header);" "+ '0;" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch hops_of_all_phits netloom_switch.sv
  "+ HopsWidth'(header);" "+ HopsWidth'(1);" REACHABILITY SET ${two_phits} WatchedBit=19)
formal_mutant(netloom_switch flag_changes netloom_switch.sv
  "others = phit[HopsAt-1:0];" "others = phit[HopsAt-1:0] | HopsAt'(header);" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch space_without_end netloom_switch.sv
  "assign space       = here;" "assign space       = '1;" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch packets_are_flits netloom_switch.sv
  ".Wormhole   ((LargestPacket > LargestFlit) ? 1 : 0)," ".Wormhole   (0)," REACHABILITY SET ${worms})
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
formal_mutant(netloom_switch output_free_too_soon crossbar.sv
  "assign busy_o[q] = busy_q;" "assign busy_o[q] = 1'b0;" REACHABILITY SET OneSize=1 InPhits=2 OutPhits=4)
formal_mutant(netloom_switch vc_of_the_head_alone crossbar.sv
  "grant_vc_i[q*VcWidth +: VcWidth] : vc_q;" "grant_vc_i[q*VcWidth +: VcWidth] : '0;"
  REACHABILITY SET ${two_phits_two_vcs})
formal_mutant(netloom_switch credit_not_taken output_port.sv
  "? CreditWidth'(taken_phits_i) : '0)" "? '0 : '0)" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch credit_lost output_port.sv
  "credits_q <= CreditWidth'(Credits);" "credits_q <= CreditWidth'(Credits - 1);" REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch buffer_overruns output_queue.sv
  "space_q - (taken_i ? SpaceWidth'(taken_phits_i) : '0)" "space_q" REACHABILITY SET ${buffered})
formal_mutant(netloom_switch unready_granted allocator_iteration.sv
  "able[c] = ready_i[c] & " "able[c] = " REACHABILITY SET ${two_phits})
formal_mutant(netloom_switch pointer_stays rr_arbiter.sv
  "end else if (used_i) begin" "end else if (used_i && 1'b0) begin" REACHABILITY SET ${one_phit} InPhits=2 OutPhits=2 Bound=3)
formal_mutant(netloom_switch channel_kept switch_allocator.sv
  "else if (taken) owned_q <= ~last;" "else if (taken) owned_q <= last;" REACHABILITY SET ${worms})
