`include "refuse.svh"

// Flexible Interval Routing at a switch: all output ports compare the masked node numbers with their
// intervals at once, and those that match give way to each other as their restrictions say. What
// remains is offered: combinationally (allowed_ports_o), and kept in the allowed-ports register AR
// (ar_o) at the rising edge with route_i, where the selection function finds it.
//
// A register is addressed by {port, register of the port}.
//
// Source: [Fat-Trees 2010], section 4.2.1, Figures 4.8 and 4.9.

// The module that stands for one port: a user's own where the build names one.
`ifndef NETLOOM_FIR_PORT
`define NETLOOM_FIR_PORT fir_port
`endif

module fir_router #(
  parameter int Ports   = 8,     // 1 ... 256
  parameter int Width   = 24,    // bits of a node number, 1 ... 32
  parameter bit Operand = 1'b0,  // ports choose between destination and source
  // Derived.
  localparam int AddrWidth =
      netloom_regs_pkg::bits_for(Ports) + netloom_regs_pkg::FirSourceAddrWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  input  logic [Width-1:0]     destination_i,
  input  logic [Width-1:0]     source_i,
  output logic [Ports-1:0]     allowed_ports_o,
  input  logic                 route_i,
  output logic [Ports-1:0]     ar_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("fir_router: Ports; allowed: 1 ... 256");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("fir_router: Width; allowed: 1 ... 32");
  end

  localparam int RegisterWidth = netloom_regs_pkg::FirSourceAddrWidth;

  logic [Ports-1:0]         port_we;
  logic [RegisterWidth-1:0] port_addr;
  logic [Ports*32-1:0]      port_rdata;
  logic [Ports-1:0]         all_matches;
  logic [Ports-1:0]         ar_q;

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
    `NETLOOM_FIR_PORT #(
      .Ports  (Ports),
      .Width  (Width),
      .Operand(Operand)
    ) u_port (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (port_we[i]),
      .addr_i       (port_addr),
      .wdata_i      (wdata_i),
      .rdata_o      (port_rdata[i*32 +: 32]),
      .destination_i(destination_i),
      .source_i     (source_i),
      .match_o      (all_matches[i]),
      .all_matches_i(all_matches),
      .allowed_o    (allowed_ports_o[i])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_q <= '0;
    end else if (route_i) begin
      ar_q <= allowed_ports_o;
    end
  end

  assign ar_o = ar_q;

endmodule
