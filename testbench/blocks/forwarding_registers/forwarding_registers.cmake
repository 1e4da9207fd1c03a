largest_parameters_of_yosys(forwarding_registers Destinations=64 Ports=8)
formal_proof(forwarding_registers 5)
formal_proof(forwarding_registers 16 SET Destinations=16 Ports=4 SLOW)
formal_mutant(forwarding_registers reset_to_port_0 forwarding_registers.sv
  "netloom_regs_pkg::LftReset[Width-1:0]" "'0")
formal_mutant(forwarding_registers all_words_written forwarding_registers.sv
  "if (addr_i == AddrWidth'(d)) lft_q" "lft_q")
formal_mutant(forwarding_registers written_without_enable forwarding_registers.sv "end else if (we_i) begin"
  "end else begin")
formal_mutant(forwarding_registers looks_up_the_read_one forwarding_registers.sv
  "lft_q[32'(destination)*Width +: Width]" "lft_q[32'(addr_i)*Width +: Width]")
formal_mutant(forwarding_registers of_the_first_input forwarding_registers.sv
  "destinations_i[p*AddrWidth +: AddrWidth]" "destinations_i[0 +: AddrWidth]")
formal_mutant(forwarding_registers port_0_to_nobody forwarding_registers.sv ": '1;" ": '0;")
