formal_proof(interval_length_match 8 SET Width=8)
formal_proof(interval_length_match 20 SET Width=20 SLOW)
formal_mutant(interval_length_match upper_bound_excluded interval_length_match.sv
  "distance <= length_i" "distance < length_i")
formal_mutant(interval_length_match counts_from_zero interval_length_match.sv
  "distance = destination_i - lib_i" "distance = destination_i")
formal_mutant(interval_length_match counts_down interval_length_match.sv
  "destination_i - lib_i" "lib_i - destination_i")
