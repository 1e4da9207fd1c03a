foreach(width 1 32)
  allowed_parameters(interval_match Width=${width} Subtract=1'b0)
  allowed_parameters(interval_match Width=${width} Subtract=1'b1)
endforeach()

# Both forms against the definition, and against each other at the widths of
# networks with up to 256, 16384 and a million nodes.
foreach(width 1 8 24 32)
  set(slow)
  if(NOT width EQUAL 24)
    set(slow SLOW)
  endif()
  formal_proof(interval_match compare_${width} SET Width=${width} ${slow})
  formal_proof(interval_match subtract_${width} SET Width=${width} Subtract=1 ${slow})
endforeach()
foreach(width 8 14 20)
  formal_proof(interval_match forms_${width} SPEC interval_forms SET Width=${width} SLOW)
endforeach()
formal_proof(interval_match forms_24 SPEC interval_forms SET Width=24)
formal_mutant(interval_match upper_bound_excluded interval_match.sv
  "destination_i <= uib_i" "destination_i < uib_i")
formal_mutant(interval_match never_cyclic interval_match.sv
  "(not_below | not_above)" "(not_below & not_above)")
formal_mutant(interval_match whole_ring_empty interval_match.sv "lib_i <= uib_i" "lib_i < uib_i")
formal_mutant(interval_match subtract_upper_bound_excluded interval_match.sv
  "distance <= length" "distance < length" SET Subtract=1)
formal_mutant(interval_match subtract_counts_from_zero interval_match.sv
  "distance = destination_i - lib_i" "distance = destination_i" SET Subtract=1)
formal_mutant(interval_match forms_differ interval_match.sv
  "length   = uib_i - lib_i" "length   = uib_i - lib_i - 1" SPEC interval_forms)

cosim_model(interval_match_forms SOURCES ${folder}/interval_match_forms.sv)
