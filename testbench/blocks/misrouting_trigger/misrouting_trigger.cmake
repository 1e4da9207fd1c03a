formal_proof(misrouting_trigger 5)
formal_proof(misrouting_trigger 1 SET Channels=1 Width=2)
formal_proof(misrouting_trigger 9 SET Channels=9 Width=2 SLOW)
formal_mutant(misrouting_trigger minimal_or_not misrouting_trigger.sv "(minimal != '0) ? minimal :" "1'b0 ? minimal :")
formal_mutant(misrouting_trigger always_enabled misrouting_trigger.sv "& {Channels{enable_i}}" "& {Channels{1'b1}}")
formal_mutant(misrouting_trigger as_full_too misrouting_trigger.sv
  "fills_i[i*Width +: Width] < bound" "fills_i[i*Width +: Width] <= bound")
formal_mutant(misrouting_trigger bound_of_the_fullest misrouting_trigger.sv
"    bound = '1;" "    bound = '0;" SET Channels=2)
formal_mutant(misrouting_trigger bound_of_any misrouting_trigger.sv
  "if (minimal_i[i] && bounds_i" "if (bounds_i")
formal_mutant(misrouting_trigger all_may_be_left misrouting_trigger.sv "may_leave = may_leave_i[i]" "may_leave = 1'b1")
formal_mutant(misrouting_trigger all_of_equals_decide misrouting_trigger.sv
  "may_leave = may_leave_i[i]" "may_leave = may_leave & may_leave_i[i]")
formal_mutant(misrouting_trigger others_decide_too misrouting_trigger.sv "== bound && minimal_i[i]" "== bound")
formal_mutant(misrouting_trigger bound_of_those_that_can_be_taken misrouting_trigger.sv
  "if (minimal_i[i] && bounds_i" "if (minimal[i] && bounds_i")
