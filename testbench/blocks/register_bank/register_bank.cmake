largest_parameters(register_bank Ports=8 VcShift=2 Vcs=4 FirstUp=4 UpPorts=4)
allowed_parameters(register_bank Ports=3 Vcs=3 VcShift=2 CreditWidth=5 PortRegisters=2)
allowed_parameters(register_bank Ports=5 Vcs=1 VcShift=0 CreditWidth=32 PortRegisters=3)
allowed_parameters(register_bank Ports=40 PortRegisters=5 LastWords=2)
allowed_parameters(register_bank Ports=4 FirstUp=2 UpPorts=2 Exclusions=0)
allowed_parameters(register_bank Ports=4 PortRegisters=0 SwitchWords=2)
allowed_parameters(register_bank Ports=4 PortRegisters=0 Destinations=12 Davc=1)

formal_proof(register_bank 3)
formal_proof(register_bank 2_vcs_3 SET Ports=2 Vcs=3 VcShift=2 SLOW)
formal_proof(register_bank 5 SET Ports=5 Vcs=1 VcShift=0 PortRegisters=3 SLOW)
formal_proof(register_bank without_routing SET PortRegisters=0)
formal_proof(register_bank restrictions SET PortRegisters=4 LastWords=2)
formal_proof(register_bank of_the_switch SET PortRegisters=0 SwitchWords=2)
formal_proof(register_bank exclusions SET FirstUp=1 UpPorts=2 Exclusions=2)
formal_proof(register_bank destinations SET PortRegisters=0 Destinations=5)
formal_proof(register_bank more_destinations SET Ports=2 PortRegisters=0 Destinations=130 SLOW)
formal_mutant(register_bank words_apart register_bank.sv "1 + r*Ports + p*LastWords + w"
  "1 + r*Ports + w*Ports + p" SET PortRegisters=4 LastWords=2)
formal_mutant(register_bank intervals_swapped register_bank.sv
  "ExclusionWords*(i % Exclusions) + r" "ExclusionWords*((i + 1) % Exclusions) + r"
  SET FirstUp=1 UpPorts=2 Exclusions=2)
formal_mutant(register_bank exclusions_of_the_first_ports register_bank.sv
  "PortWidth'(FirstUp + i/Exclusions)" "PortWidth'(i/Exclusions)" SET FirstUp=1 UpPorts=2 Exclusions=2)
formal_mutant(register_bank of_the_switch_swapped register_bank.sv
  "route_addr_o = RouteAddrWidth'(r);" "route_addr_o = RouteAddrWidth'(SwitchWords - 1 - r);"
  SET PortRegisters=0 SwitchWords=2)
formal_mutant(register_bank destinations_from_the_next register_bank.sv
  "RouteAddrWidth'(word) - RouteAddrWidth'(FirstOfTable);" "RouteAddrWidth'(word) - RouteAddrWidth'(FirstOfTable - 1);"
  SET PortRegisters=0 Destinations=5)
formal_mutant(register_bank credits_of_destinations register_bank.sv
  "word < WordWidth'(DavcSwitch)) begin" "word <= WordWidth'(DavcSwitch)) begin" SET PortRegisters=0 Destinations=5)
formal_mutant(register_bank by_port register_bank.sv "w == 0 && word == WordWidth'(1 + r*Ports + p)"
  "w == 0 && word == WordWidth'(1 + p*PortRegisters + r)" SET PortRegisters=3)
formal_mutant(register_bank high_bits_ignored register_bank.sv
  "exists = paddr_i[1:0] == '0 && (paddr_i >> 2) < 32'(Words)"
  "exists = paddr_i[1:0] == '0 && 32'(word) < 32'(Words)")
formal_mutant(register_bank unaligned_too register_bank.sv "exists = paddr_i[1:0] == '0 && " "exists = ")
formal_mutant(register_bank writes_in_the_setup_cycle register_bank.sv
  "= psel_i & penable_i & pwrite_i & exists" "= psel_i & pwrite_i & exists")
formal_mutant(register_bank strobes_ignored register_bank.sv
  "(pwdata_i & strobes) | (value & ~strobes)" "pwdata_i")
formal_mutant(register_bank read_only_without_error register_bank.sv
  "(~exists | (pwrite_i & ~writable))" "(~exists)")
