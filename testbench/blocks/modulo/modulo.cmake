allowed_parameters(modulo Width=40 DivisorWidth=33)

formal_proof(modulo 8_4)
formal_proof(modulo 10_5 SET Width=10 DivisorWidth=5 SLOW)
formal_mutant(modulo keeps_the_divisor modulo.sv
  "rest >= {1'b0, divisor_i}" "rest > {1'b0, divisor_i}")
formal_mutant(modulo lowest_bit_first modulo.sv "dividend_i[Width-1-i]" "dividend_i[i]")
formal_mutant(modulo no_subtraction modulo.sv "rest = rest - {1'b0, divisor_i}" "rest = '0")

cosim_model(modulo PARAMETERS -GWidth=10 -GDivisorWidth=4)
