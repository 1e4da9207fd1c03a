formal_proof(switch_allocator input_first REACHABILITY)
formal_proof(switch_allocator output_first REACHABILITY SLOW SET Kind=1)
formal_proof(switch_allocator maximal REACHABILITY SLOW SET Iterations=2)
formal_proof(switch_allocator output_first_maximal REACHABILITY SLOW SET Kind=1 Iterations=2 Arbiter=1)
formal_proof(switch_allocator islip REACHABILITY SLOW SET Kind=2 Iterations=2 OneSize=1)
formal_proof(switch_allocator wormhole REACHABILITY SLOW SET Wormhole=1)
formal_proof(switch_allocator full REACHABILITY SLOW SET Full=1 Wormhole=1)
formal_proof(switch_allocator full_buffered REACHABILITY SLOW SET Full=1 Buffered=2 Iterations=4)
formal_proof(switch_allocator three_ports_cyclic REACHABILITY SLOW SET Ports=3 VcShift=0 Selection=1 Iterations=3)

formal_mutant(switch_allocator room_for_one_less switch_allocator.sv ">= needed" "> needed" REACHABILITY)
formal_mutant(switch_allocator room_for_a_phit switch_allocator.sv
  ": CompareWidth'(phits);" ": CompareWidth'(1);" REACHABILITY)
formal_mutant(switch_allocator room_for_no_bubble switch_allocator.sv
  "entering[q] ? CompareWidth'(2 * LargestFlit)" "1'b0 ? CompareWidth'(2 * LargestFlit)" REACHABILITY)
formal_mutant(switch_allocator channel_of_another switch_allocator.sv
  "(body_i[c] | ~owned[q])" "1'b1" REACHABILITY SET Wormhole=1)
formal_mutant(switch_allocator channel_kept switch_allocator.sv
  "else if (taken) owned_q <= ~last;" "else if (taken) owned_q <= 1'b1;" REACHABILITY SET Wormhole=1)
formal_mutant(switch_allocator output_pointers_stay switch_allocator.sv
  "assign output_used   = (Kind == 2) ? gen_iterations[0].taken : taken_o;" "assign output_used   = '0;" REACHABILITY)
formal_mutant(switch_allocator taken_twice switch_allocator.sv
  "assign outputs_taken = gen_iterations[i-1].outputs_next;" "assign outputs_taken = output_busy_i;"
  REACHABILITY SET Iterations=2)
formal_mutant(switch_allocator lengths_are_the_largest switch_allocator.sv
  "phits_i[32'(channel)*PhitsWidth +: PhitsWidth];" "PhitsWidth'(LargestFlit);" REACHABILITY)
