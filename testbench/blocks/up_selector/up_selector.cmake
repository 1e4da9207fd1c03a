matrix_rule(up_selector "selections: [ff, ssp, sdp, sop, cp, sadp, adap_lin]")

allowed_parameters(up_selector Ports=4 Channels=4 Width=1)
allowed_parameters(up_selector Ports=256 Channels=600 Width=32)

formal_proof(up_selector 4)
formal_proof(up_selector 4_narrow SET Ports=4 Channels=4 Width=1 SLOW)
formal_proof(up_selector 5 SET Ports=5 Channels=12 Width=4 SLOW)
formal_mutant(up_selector pointer_stays up_selector.sv
  "used_port_i + PortWidth'(1)" "used_port_i")
formal_mutant(up_selector wraps_at_full_size up_selector.sv
  "(used_port_i == last_port_i)" "(used_port_i == '1)")
formal_mutant(up_selector moves_unused up_selector.sv "else if (used_i) begin" "else begin")
formal_mutant(up_selector vcs_ignored up_selector.sv
  "ChannelWidth'(preferred) << vc_shift_i" "ChannelWidth'(preferred)")
formal_mutant(up_selector unmasked up_selector.sv
  "shifted[PortWidth-1:0] & mask_i" "shifted[PortWidth-1:0]")

cosim_block(NAME broken_up_selector AS up_selector TOP broken_up_selector
  SOURCES ${folder}/broken_up_selector.sv SUMMARY "does not go on" SIZES 64)
# At sizes of small switches, all bits of which a test comes to.
cosim_block(NAME small_up_selector AS up_selector TOP up_selector
  SOURCES ${rtl}/up_selector.sv SIZES 2 4 6)
cosim_mutant(broken_reset_up_selector up_selector up_selector.sv
  "cyclic_port_q <= netloom_regs_pkg::CyclicPortReset[PortWidth-1:0]"
  "cyclic_port_q <= cyclic_port_q" SIZES 64)
cosim_mutant(broken_start_up_selector up_selector cyclic_search.sv
  "<< start_i)" "<< (Count == 4 ? IndexWidth'(start_i[0]) : start_i))" SIZES 4)
