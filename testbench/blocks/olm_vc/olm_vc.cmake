matrix_rule(olm_vc "functions: olm")

allowed_parameters(olm_vc LocalVcs=1 GlobalVcs=5)

formal_proof(olm_vc 3_2)
formal_proof(olm_vc 2_1 SET LocalVcs=2 GlobalVcs=1 SLOW)
formal_proof(olm_vc 4_3 SET LocalVcs=4 GlobalVcs=3 SLOW)
formal_mutant(olm_vc global_hops_stay olm_vc.sv
  "from_local_i ? {1'b0, input_vc_i} : next" "{1'b0, input_vc_i}")
formal_mutant(olm_vc local_hops_stay olm_vc.sv
  "next_local  = from_host_i ? '0 : next" "next_local  = from_host_i ? '0 : {1'b0, input_vc_i}")
formal_mutant(olm_vc misroutes_above olm_vc.sv "~({LocalVcs{1'b1}} << next)" "{LocalVcs{1'b1}}")
formal_mutant(olm_vc misroutes_on_one olm_vc.sv
  "~({LocalVcs{1'b1}} << next)" "LocalVcs'(1) << input_vc_i")

cosim_block(NAME broken_olm_vc AS olm_vc TOP broken_olm_vc SOURCES ${folder}/broken_olm_vc.sv
  ${rtl}/olm_vc.sv SUMMARY "misroutes below its VC")
