allowed_parameters(port_registers Ports=256 RegisterWidth=6)

formal_proof(port_registers 5)
formal_proof(port_registers 8 SET Ports=8 RegisterWidth=6 SLOW)
formal_mutant(port_registers writes_all port_registers.sv
  "selected & {Ports{we_i}}" "{Ports{we_i}}")
formal_mutant(port_registers writes_on_read port_registers.sv
  "selected & {Ports{we_i}}" "selected")
formal_mutant(port_registers off_by_one port_registers.sv
  "PortWidth'(i)" "PortWidth'(i + 1)")
formal_mutant(port_registers first_port_for_all port_registers.sv
  "port_rdata_i[i*32 +: 32]" "port_rdata_i[31:0]")
