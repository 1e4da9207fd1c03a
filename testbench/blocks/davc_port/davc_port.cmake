formal_proof(davc_port 8)
formal_proof(davc_port 200 SET Ports=200 NodeWidth=24 SLOW)
formal_mutant(davc_port software_fills_all davc_port.sv
  "learn_i && addr_i == netloom_regs_pkg::DavcNeighbourId"
  "(learn_i || we_i) && addr_i == netloom_regs_pkg::DavcNeighbourId")
formal_mutant(davc_port handshake_renames davc_port.sv
  "we_i && addr_i == netloom_regs_pkg::DavcPortId" "(we_i || learn_i) && addr_i == '0")
formal_mutant(davc_port learns_into_both davc_port.sv
  "learn_i && addr_i == netloom_regs_pkg::DavcNeighbourPort" "learn_i && addr_i != '0")
formal_mutant(davc_port reads_its_own_port davc_port.sv
  "rdata_o[NeighbourWidth-1:0] = neighbour_port_q" "rdata_o[PortWidth-1:0] = port_id_q")
