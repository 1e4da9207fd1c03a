formal_proof(dragonfly_min 2_3_3)
formal_proof(dragonfly_min 1_2_4 SET NodesPerSwitch=1 SwitchesPerGroup=2 Groups=4 SLOW)
formal_mutant(dragonfly_min itself_is_a_neighbour dragonfly_min.sv
  "((position > 32'(position_i)) ? 32'd1 : 32'd0)" "32'd0")
formal_mutant(dragonfly_min position_is_the_switch dragonfly_min.sv
  "number % 32'(SwitchesPerGroup)" "number")
formal_mutant(dragonfly_min any_group dragonfly_min.sv "if (group == i) to_group" "if (group <= i) to_group")
