`include "refuse.svh"

// Access to the registers of all output ports, which are addressed by {port, register of the port}:
// hands a write to the port that it is for, and a read the value of that port. Ports that do not
// exist ignore writes and read as 0. Combinational.
module port_registers #(
  parameter int Ports         = 8,  // 1 ... 256
  parameter int RegisterWidth = 1,  // address bits of the registers of one port, 1 or more
  // Derived.
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports),
  localparam int AddrWidth = PortWidth + RegisterWidth
) (
  input  logic                     we_i,
  input  logic [AddrWidth-1:0]     addr_i,
  output logic [31:0]              rdata_o,
  // To and from the ports.
  output logic [Ports-1:0]         port_we_o,
  output logic [RegisterWidth-1:0] port_addr_o,
  input  logic [Ports*32-1:0]      port_rdata_i
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("port_registers: Ports; allowed: 1 ... 256");
  end
  if (RegisterWidth < 1) begin : gen_bad_register_width
    `NETLOOM_REFUSE("port_registers: RegisterWidth; allowed: 1 or more");
  end

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
