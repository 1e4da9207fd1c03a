refused_parameter(grid_destination Dimensions 33 "1 ... 32")

formal_proof(grid_destination 3x2)
formal_proof(grid_destination 4x4 SET Concentration=1 First=4 Second=4 SLOW)
formal_mutant(grid_destination dimensions_swapped grid_destination.sv
  "Sizes[(d-1)*32 +: 32]" "Sizes[d*32 +: 32]")
formal_mutant(grid_destination port_of_the_switch grid_destination.sv
  "32'(node_i) / 32'(Concentration)" "32'(node_i)")
formal_mutant(grid_destination coordinate_is_the_rest grid_destination.sv
  "Width'(higher % Size)" "Width'(higher)")
