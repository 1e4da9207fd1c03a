allowed_parameters(routing_queue Heads=3 Delay=4)
largest_parameters_of_yosys(routing_queue Heads=16)

formal_proof(routing_queue 1_1 SET Heads=1 Delay=1 SLOW)
formal_proof(routing_queue 3_1 SET Delay=1)
formal_proof(routing_queue 3_2)
formal_proof(routing_queue 4_3 SET Heads=4 Delay=3 SLOW)
formal_mutant(routing_queue one_cycle_less routing_queue.sv "&& rest_q == '0" "&& rest_q <= DelayWidth'(1)" DEPTH 6)
formal_mutant(routing_queue counts_without_a_head routing_queue.sv
  "if (line_length != '0) rest_q <=" "rest_q <=" DEPTH 6)
formal_mutant(routing_queue then_before_first routing_queue.sv
  "line_length = line_length + (LengthWidth + 1)'(first_valid_i);" " " DEPTH 6)
formal_mutant(routing_queue then_upside_down routing_queue.sv
  "for (int unsigned h = 0; h < Heads; h++) begin" "for (int h = Heads - 1; h >= 0; h--) begin" DEPTH 6)
formal_mutant(routing_queue last_come_first routing_queue.sv
  "assign routed_o       = line[HeadWidth-1:0]"
  "assign routed_o       = line[(32'(line_length)-1)*HeadWidth +: HeadWidth]" DEPTH 6)
formal_mutant(routing_queue stays_in_front routing_queue.sv
  "waiting_q <= line[HeadWidth +: Heads*HeadWidth]" "waiting_q <= line[Heads*HeadWidth-1:0]" DEPTH 8)
