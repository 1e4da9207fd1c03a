allowed_parameters(output_queue Depth=5 PhitWidth=3 LargestFlit=5 Speedup=2)
largest_parameters(output_queue Depth=65535)
refused_parameter(output_queue Depth 15 "LargestFlit or more")

formal_proof(output_queue 2)
formal_proof(output_queue 2_fast SET Speedup=2)
formal_proof(output_queue 5_fast SET Depth=5 LargestFlit=3 Speedup=2 SLOW)
formal_mutant(output_queue never_from_the_crossbar output_queue.sv
  "empty ? phit_data_i[PhitWidth-1:0] : buffer_q[read_q]" "buffer_q[read_q]" DEPTH 6)
formal_mutant(output_queue space_with_the_first output_queue.sv
  "(gone_i ? SpaceWidth'(gone_phits_i) : '0)" "SpaceWidth'(goes_i)" DEPTH 6)
formal_mutant(output_queue second_is_lost output_queue.sv
  "write_next = behind(write_next);" "write_next = behind(write_q);" DEPTH 6 SET Speedup=2)
formal_mutant(output_queue length_of_another output_queue.sv ": flits_q[read_q];" ": flits_q[0];" DEPTH 8)
formal_mutant(output_queue ring_too_long output_queue.sv
  "(place == PlaceWidth'(Depth - 1)) ? '0" "(place == PlaceWidth'(Depth)) ? '0" DEPTH 8)
