matrix_rule(interval "functions: interval")

formal_proof(ir_port 6 SET Width=6 SLOW)
formal_proof(ir_port 24 SET Width=24)
formal_proof(ir_port 32 SET Width=32 SLOW)
formal_mutant(ir_port writes_without_enable ir_port.sv
  "lib_we = we_i & (addr_i" "lib_we = 1'b1 & (addr_i")
formal_mutant(ir_port writes_both ir_port.sv
  "uib_we = we_i & (addr_i == netloom_regs_pkg::IntervalUib)" "uib_we = we_i")
formal_mutant(ir_port reads_the_other ir_port.sv
  "IntervalUib) rdata_o[Width-1:0] = uib_q" "IntervalUib) rdata_o[Width-1:0] = lib_q")
formal_mutant(ir_port bounds_swapped ir_port.sv ".lib_i        (lib_q)" ".lib_i        (uib_q)")
formal_mutant(ir_port resets_to_everything ir_port.sv
  "netloom_regs_pkg::UibReset[Width-1:0]" "'1")

cosim_model(ir_port)
cosim_block(NAME broken AS interval TOP broken_ir_port SOURCES ${folder}/broken_ir_port.sv
  SUMMARY "excludes the upper bound")
cosim_block(NAME forgetful AS interval TOP forgetful_ir_port SOURCES ${folder}/forgetful_ir_port.sv
  SUMMARY "loses a bit of LIB")
