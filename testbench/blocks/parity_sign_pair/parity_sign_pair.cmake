formal_proof(parity_sign_pair 3 SET Width=3 SLOW)
formal_proof(parity_sign_pair 4 SET Width=4)
formal_proof(parity_sign_pair 8 SET Width=8 SLOW)
formal_mutant(parity_sign_pair order_reversed parity_sign_pair.sv
  "second >= first" "second <= first")
formal_mutant(parity_sign_pair equal_forbidden parity_sign_pair.sv
  "second >= first" "second > first")
formal_mutant(parity_sign_pair everything_allowed parity_sign_pair.sv "second >= first" "1'b1")

cosim_model(parity_sign_pair)
# With all bits that networks may have.
cosim_model(parity_sign_pair NAME parity_sign_pair_8 PARAMETERS -GWidth=8)
