allowed_parameters(cyclic_search Count=2)
allowed_parameters(cyclic_search Count=513)

formal_proof(cyclic_search 8 SLOW)
formal_proof(cyclic_search 11 SET Count=11)
formal_proof(cyclic_search 16 SET Count=16 SLOW)
foreach(count 1 4)
  formal_proof(cyclic_search ${count} SET Count=${count} SLOW)
endforeach()
formal_mutant(cyclic_search never_wraps cyclic_search.sv "from_start == '0" "1'b0")
formal_mutant(cyclic_search not_one_hot cyclic_search.sv "from_start & ~below_from" "from_start")
formal_mutant(cyclic_search behind_start cyclic_search.sv
  "{Count{1'b1}} << start_i" "{Count{1'b1}} << start_i << 1")
formal_mutant(cyclic_search fixed_priority cyclic_search.sv
  "(from_start & ~below_from) | (requests_i & ~below & {Count{from_start == '0}})"
  "requests_i & ~below")
formal_mutant(cyclic_search steps_alike cyclic_search.sv
  "(below << (1 << step))" "(below << 1)")

cosim_model(cyclic_search PARAMETERS -GCount=11)
