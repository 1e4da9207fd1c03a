matrix_rule(parity_sign "functions: rlm" "except: {variants: restriction=sign_only}")

allowed_parameters(parity_sign Ports=33)

formal_proof(parity_sign 3 SET Ports=3 SLOW)
formal_proof(parity_sign 6 SET Ports=6)
formal_proof(parity_sign 15 SET Ports=15 SLOW)
formal_mutant(parity_sign minimal_hops_are_misrouted parity_sign.sv
  "follows & ~minimal_ports_i" "follows")
formal_mutant(parity_sign second_as_first parity_sign.sv
  "second_i ? seconds : firsts" "firsts")
formal_mutant(parity_sign turns_to_minus parity_sign.sv
  "changes & ~plus & odd_minus" "(changes ^ plus) & odd_minus")
formal_mutant(parity_sign never_odd_plus parity_sign.sv
  "(changes | plus) & odd_plus" "(changes ^ plus) & odd_plus")
formal_mutant(parity_sign forgets_itself parity_sign.sv
  "position_i <= PositionWidth'(i)" "position_i < PositionWidth'(i)")

cosim_block(NAME broken_parity_sign AS parity_sign TOP broken_parity_sign
  SOURCES ${folder}/broken_parity_sign.sv ${rtl}/parity_sign.sv SUMMARY "lets any hop follow" SIZES 15)
