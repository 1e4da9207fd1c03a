formal_proof(misrouting_registers 8 SLOW)
formal_proof(misrouting_registers 3 SET Width=3)
formal_proof(misrouting_registers restricted SET CongestionRule=1)
formal_mutant(misrouting_registers swapped misrouting_registers.sv
  "if (of_enable) enable_q" "if (!of_enable) enable_q")
formal_mutant(misrouting_registers reads_the_other misrouting_registers.sv
  "rdata_o     = of_enable ?" "rdata_o     = !of_enable ?")
formal_mutant(misrouting_registers enabled_when_written misrouting_registers.sv
  "enable_q <= wdata_i[0]" "enable_q <= 1'b1")
formal_mutant(misrouting_registers offset_is_the_factor misrouting_registers.sv
  "if (of_offset) offset_q" "if (of_factor) offset_q" SET CongestionRule=1)
formal_mutant(misrouting_registers off_after_reset misrouting_registers.sv
  "netloom_regs_pkg::MisrouteEnableReset[0]" "1'b0")
