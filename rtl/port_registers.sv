// Access to the registers of all output ports, which are addressed by {port, register of the port}:
// hands a write to the port that it is for, and a read the value of that port. Ports that do not
// exist ignore writes and read as 0. Combinational.
module port_registers #(
  parameter int unsigned Ports         = 8,  // 2 or more
  parameter int unsigned RegisterWidth = 1,  // address bits of the registers of one port
  // Derived, not to be set.
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned AddrWidth = PortWidth + RegisterWidth
) (
  input  logic                     we_i,
  input  logic [AddrWidth-1:0]     addr_i,
  output logic [31:0]              rdata_o,
  // To and from the ports.
  output logic [Ports-1:0]         port_we_o,
  output logic [RegisterWidth-1:0] port_addr_o,
  input  logic [Ports*32-1:0]      port_rdata_i
);

  logic [PortWidth-1:0] port;
  logic [Ports-1:0]     selected;

  assign port        = addr_i[AddrWidth-1:RegisterWidth];
  assign port_addr_o = addr_i[RegisterWidth-1:0];
  assign port_we_o   = selected & {Ports{we_i}};

  for (genvar i = 0; i < Ports; i++) begin : gen_selected
    assign selected[i] = port == PortWidth'(i);
  end

  always_comb begin
    rdata_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (selected[i]) rdata_o = port_rdata_i[i*32 +: 32];
    end
  end

endmodule
