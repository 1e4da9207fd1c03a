matrix_rule(fir "functions: [destro, det_lin]"
  "except: {variants: [implementation=arithmetic, implementation=table]}")

allowed_parameters(fir_port Ports=33 Width=1)

# With few and with two words of restrictions, without and with OPERAND; the default is in fir_router's proof, too.
formal_proof(fir_port 3 SLOW)
formal_proof(fir_port destination_8 SET Ports=8 Width=24 Operand=0)
formal_proof(fir_port destination_40 SET Ports=40 Width=24 Operand=0 SLOW)
formal_proof(fir_port source_40 SET Ports=40 Width=24 Operand=1 SLOW)
formal_mutant(fir_port no_restrictions fir_port.sv
  "match_o & ~|(all_matches_i & rrr_q)" "match_o")
formal_mutant(fir_port restricted_unless_all fir_port.sv
  "~|(all_matches_i & rrr_q)" "~&(all_matches_i & rrr_q)")
formal_mutant(fir_port unmasked fir_port.sv "(number & mr_q)" "(number)")
formal_mutant(fir_port operands_swapped fir_port.sv
  "operand_q ? source_i : destination_i" "operand_q ? destination_i : source_i")
formal_mutant(fir_port mask_resets_to_zero fir_port.sv
  "netloom_regs_pkg::MrReset[Width-1:0]" "'0")
formal_mutant(fir_port second_word_is_first fir_port.sv
  "we_i && addr_i == RrrAddr + AddrWidth'(i)" "we_i && addr_i == RrrAddr"
  SET Ports=40 Operand=0)

# Small enough to try everything.
cosim_model(fir_port PARAMETERS -GPorts=4 -GWidth=3 -GOperand=1'b1)
cosim_block(NAME broken_fir AS fir TOP broken_fir_port SOURCES ${folder}/broken_fir_port.sv
  SUMMARY "ignores restrictions" SIZES 16)
