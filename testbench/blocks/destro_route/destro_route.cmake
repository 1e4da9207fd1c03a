matrix_rule(destro_route "functions: [destro, det_lin]" "variants: implementation=arithmetic")
matrix_rule(destro_route "functions: destro_nonminimal")

allowed_parameters(destro_route Ports=256 Width=3)

formal_proof(destro_route 8)
formal_proof(destro_route 16 SET Ports=16 Width=8 SLOW)
formal_mutant(destro_route up_by_the_wrong_number destro_route.sv
  "by_source_i ? source_digit : destination_digit" "by_source_i ? destination_digit : source_digit")
formal_mutant(destro_route below_by_all_digits destro_route.sv
  "above_switch = position_i >> digits_below" "above_switch = position_i")
formal_mutant(destro_route turns_too_soon destro_route.sv
  "(last_stage_i | from_above_i)" "(last_stage_i | ~from_above_i)")
formal_mutant(destro_route up_by_fixed_arity destro_route.sv
  "PortWidth'(1) << digit_bits_i" "PortWidth'(Ports / 2)")

cosim_model(destro_route PARAMETERS -GPorts=256)
