`include "refuse.svh"

// FT2EI at a switch: all output ports compare the destination with their intervals and exclusion
// intervals at once, and those that allow it are the allowed-ports register (AR) that the selection
// function chooses from. Combinational from destination_i to allowed_ports_o.
//
// The ports from FirstUp on have exclusion intervals; a switch of 2k ports needs them at its k up
// links, and a root switch (FirstUp = Ports) nowhere. A register is addressed by {port, register of
// the port}.
//
// Source: [Fat-Trees 2010], section 3.2.

// The module that stands for one port: a user's own where the build names one.
`ifndef NETLOOM_FT2EI_PORT
`define NETLOOM_FT2EI_PORT ft2ei_port
`endif

module ft2ei_router #(
  parameter int Ports      = 8,   // 1 ... 256
  parameter int FirstUp    = 0,   // first port with exclusion intervals, 0 ... Ports
  parameter int Width      = 24,  // bits of a node number, 1 ... 32
  parameter int Exclusions = 2,   // exclusion intervals of each of these, 0 ... 16
  // Derived.
  localparam int AddrWidth =
      netloom_regs_pkg::bits_for(Ports) + netloom_regs_pkg::Ft2eiAddrWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  input  logic [Width-1:0]     destination_i,
  output logic [Ports-1:0]     allowed_ports_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("ft2ei_router: Ports; allowed: 1 ... 256");
  end
  if (FirstUp < 0 || FirstUp > Ports) begin : gen_bad_first_up
    `NETLOOM_REFUSE("ft2ei_router: FirstUp; allowed: 0 ... Ports");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("ft2ei_router: Width; allowed: 1 ... 32");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("ft2ei_router: Exclusions; allowed: 0 ... 16");
  end

  localparam int RegisterWidth = netloom_regs_pkg::Ft2eiAddrWidth;

  logic [Ports-1:0]         port_we;
  logic [RegisterWidth-1:0] port_addr;
  logic [Ports*32-1:0]      port_rdata;

  port_registers #(
    .Ports        (Ports),
    .RegisterWidth(RegisterWidth)
  ) u_registers (
    .we_i        (we_i),
    .addr_i      (addr_i),
    .rdata_o     (rdata_o),
    .port_we_o   (port_we),
    .port_addr_o (port_addr),
    .port_rdata_i(port_rdata)
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_ports
    `NETLOOM_FT2EI_PORT #(
      .Width     (Width),
      .Exclusions((i < FirstUp) ? 0 : Exclusions)
    ) u_port (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (port_we[i]),
      .addr_i       (port_addr),
      .wdata_i      (wdata_i),
      .rdata_o      (port_rdata[i*32 +: 32]),
      .destination_i(destination_i),
      .match_o      (allowed_ports_o[i])
    );
  end

endmodule
