largest_parameters(switch_random Users=32)

formal_proof(switch_random 16 SLOW)
formal_proof(switch_random 4 SET Users=4 Place=0)
formal_mutant(switch_random shifted_less switch_random.sv "word ^ (word << 13)" "word ^ (word << 12)")
formal_mutant(switch_random the_other_way switch_random.sv "first ^ (first >> 7)" "first ^ (first << 7)")
formal_mutant(switch_random two_steps switch_random.sv "second ^ (second << 17)" "second")
formal_mutant(switch_random stands_still switch_random.sv "else word_q <= third" "else word_q <= word")
formal_mutant(switch_random loaded_a_cycle_late switch_random.sv
  "assign word   = load_i ? word_i : word_q" "assign word   = word_q")
formal_mutant(switch_random all_alike switch_random.sv "User  = Places*i + Place" "User  = Place")
formal_mutant(switch_random of_another_place switch_random.sv "User  = Places*i + Place" "User  = Places*i")
formal_mutant(switch_random same_distance_below switch_random.sv "User/Distances % Distances" "User % Distances")
formal_mutant(switch_random wires_again_after_64 switch_random.sv "39*User + User/(Distances*Distances)" "39*User"
  SET Users=90 Place=0)
