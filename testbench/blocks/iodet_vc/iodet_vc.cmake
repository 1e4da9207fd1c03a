matrix_rule(iodet_vc "policies: iodet")

allowed_parameters(iodet_vc Dimensions=3 Width=3 Vcs=2)

formal_proof(iodet_vc 2)
formal_proof(iodet_vc 3 SET Dimensions=3 Width=6 Vcs=4 SLOW)
formal_mutant(iodet_vc own_coordinate iodet_vc.sv
  ".dividend_i (there)" ".dividend_i (here)")
formal_mutant(iodet_vc one_class iodet_vc.sv "(dateline_i & ~goes_over)" "1'b0")
formal_mutant(iodet_vc classes_swapped iodet_vc.sv
  "(dateline_i & ~goes_over)" "(dateline_i & goes_over)")
formal_mutant(iodet_vc direction_ignored iodet_vc.sv
  "plus_i ? there < here : there > here" "there < here")
formal_mutant(iodet_vc first_dimension iodet_vc.sv
  "there = destination_i[i*Width +: Width]" "there = destination_i[Width-1:0]")

cosim_model(iodet_vc PARAMETERS -GDimensions=4)
cosim_block(NAME broken_iodet_vc AS iodet_vc TOP broken_iodet_vc SOURCES ${folder}/broken_iodet_vc.sv
  ${rtl}/iodet_vc.sv SUMMARY "looks at dimension 0 only" SIZES 4)
cosim_mutant(broken_sign_iodet_vc iodet_vc iodet_vc.sv
  "plus_i ? there < here" "plus_i ? $signed(there) < $signed(here)" SIZES 4)
