matrix_rule(dor_route "functions: dor")

formal_proof(dor_route 2)
formal_proof(dor_route 1 SET Dimensions=1 Width=6 Ports=5 Vcs=2 SLOW)
formal_proof(dor_route 3 SET Dimensions=3 Width=2 Ports=8 Vcs=3 SLOW)
formal_mutant(dor_route the_longer_way dor_route.sv
  "{up_hops, 1'b0} < {1'b0, size}" "{up_hops, 1'b0} > {1'b0, size}")
formal_mutant(dor_route ties_down dor_route.sv "tie & (ties_plus_i | ~here[0])" "1'b0")
formal_mutant(dor_route ring_without_its_last dor_route.sv
  "{1'b0, last} + (Width + 1)'(1)" "{1'b0, last}")
formal_mutant(dor_route mesh_is_a_ring dor_route.sv "= ring ? (" "= 1'b1 ? (")
formal_mutant(dor_route one_class dor_route.sv "dateline_i && !goes_over" "1'b0")
formal_mutant(dor_route classes_swapped dor_route.sv
  "dateline_i && !goes_over" "dateline_i && goes_over")
formal_mutant(dor_route delivers_on_a_class dor_route.sv "<< host_vcs_i" "<< class_vcs_i")
formal_mutant(dor_route changes_vc_inside_the_ring dor_route.sv
  "? vcs_o & ~(Vcs'(1) << input_vc_i)" "? '0")
formal_mutant(dor_route turns_back_inside_the_ring dor_route.sv
  "input_port_i == down_port + PortWidth'(!plus)" "input_port_i == down_port + PortWidth'(plus)")
formal_mutant(dor_route enters_lines dor_route.sv "!(elsewhere && ring) ? '0" "!elsewhere ? '0")

cosim_model(dor_route PARAMETERS -GDimensions=16 -GPorts=256)
cosim_mutant(broken_classes_dor_route dor_route dor_route.sv
  "dateline_i && !goes_over" "dateline_i && goes_over" SIZES 4)
cosim_mutant(broken_bubble_dor_route dor_route dor_route.sv
  "? vcs_o & ~(Vcs'(1) << input_vc_i)" "? '0" SIZES 4)
# Coordinates are compared as if they had a sign.
cosim_mutant(broken_sign_dor_route dor_route dor_route.sv
  "plus ? there < here" "plus ? $signed(there) < $signed(here)" SIZES 4)
