allowed_parameters(stage_digit Width=1 DigitWidth=8)
allowed_parameters(stage_digit Width=32 DigitWidth=1)

formal_proof(stage_digit 8)
formal_proof(stage_digit 24 SET Width=24 DigitWidth=7 SLOW)
formal_proof(stage_digit 3 SET Width=3 DigitWidth=7 SLOW)
formal_mutant(stage_digit mask_too_wide stage_digit.sv
  "{DigitWidth{1'b1}} << digit_bits_i" "{DigitWidth{1'b1}} << digit_bits_i << 1")
formal_mutant(stage_digit next_stage stage_digit.sv
  "stage_i * digit_bits_i" "(stage_i + 1) * digit_bits_i")
formal_mutant(stage_digit shift_too_narrow stage_digit.sv "logic [8:0]  " "logic [2:0]  ")
formal_mutant(stage_digit higher_keeps_digit stage_digit.sv
  "shifted >> digit_bits_i" "shifted" )

cosim_model(stage_digit)
