matrix_rule(ft2ei "functions: ft2ei")

# With no, some and many exclusion intervals; with some they are in ft2ei_router's proof, too.
formal_proof(ft2ei_port 0 SET Exclusions=0)
formal_proof(ft2ei_port 2 SET Width=24 SLOW)
formal_proof(ft2ei_port 4 SET Width=6 Exclusions=4 SLOW)
formal_mutant(ft2ei_port always_in_force ft2ei_port.sv
  "in_interval & enable_q" "in_interval")
formal_mutant(ft2ei_port last_exclusion_ignored ft2ei_port.sv
  "~|hit[Intervals-1:1]" "~|hit[Intervals-2:1]")
formal_mutant(ft2ei_port enabled_after_reset ft2ei_port.sv
  "netloom_regs_pkg::EenableReset[0]" "1'b1")
formal_mutant(ft2ei_port enable_shared ft2ei_port.sv
  "netloom_regs_pkg::Ft2eiEenable) + AddrWidth'(Base)" "netloom_regs_pkg::Ft2eiEenable)")
formal_mutant(ft2ei_port all_must_exclude ft2ei_port.sv
  "~|hit[Intervals-1:1]" "~&hit[Intervals-1:1]")

cosim_model(ft2ei_port PARAMETERS -GWidth=3 -GExclusions=2)
cosim_block(NAME broken_ft2ei AS ft2ei TOP broken_ft2ei_port
  SOURCES ${folder}/broken_ft2ei_port.sv ${rtl}/ft2ei_port.sv SUMMARY "ignores the last exclusion interval"
  SIZES 2)
