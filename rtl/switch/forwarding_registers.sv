`include "refuse.svh"

// The linear forwarding table of a switch: LFT, a register for each destination, with the output port to it;
// what is no port says that there is none. The head of each input port is looked up, combinationally.
//
// Software writes a word at the rising edge with we_i, and reads it combinationally. Behind the last
// destination there are no words: they read as 0 and ignore writes, and heads to there have no port.
//
// Source: docs/reference/registers.md, register set forwarding_table.
module forwarding_registers #(
  parameter int Destinations = 64,  // 1 ... 65536
  parameter int Ports        = 8,   // 1 ... 256
  // Derived.
  localparam int AddrWidth = netloom_regs_pkg::bits_for(Destinations),
  localparam int Width     = netloom_regs_pkg::lft_bits(Ports)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       we_i,
  input  logic [AddrWidth-1:0]       addr_i,
  input  logic [31:0]                wdata_i,
  output logic [31:0]                rdata_o,
  // Per input port, of its head.
  input  logic [Ports*AddrWidth-1:0] destinations_i,
  output logic [Ports*Width-1:0]     ports_o
);

  if (Destinations < 1 || Destinations > 65536) begin : gen_bad_destinations
    `NETLOOM_REFUSE("forwarding_registers: Destinations; allowed: 1 ... 65536");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("forwarding_registers: Ports; allowed: 1 ... 256");
  end

  function automatic logic exists(input logic [AddrWidth-1:0] destination);
    exists = {1'b0, destination} < (AddrWidth + 1)'(Destinations);
  endfunction

  logic [Destinations*Width-1:0] lft_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned d = 0; d < Destinations; d++) begin
        lft_q[d*Width +: Width] <= netloom_regs_pkg::LftReset[Width-1:0];
      end
    end else if (we_i) begin
      for (int unsigned d = 0; d < Destinations; d++) begin
        if (addr_i == AddrWidth'(d)) lft_q[d*Width +: Width] <= wdata_i[Width-1:0];
      end
    end
  end

  assign rdata_o = exists(addr_i) ? 32'(lft_q[32'(addr_i)*Width +: Width]) : '0;

  for (genvar p = 0; p < Ports; p++) begin : gen_ports
    logic [AddrWidth-1:0] destination;

    assign destination = destinations_i[p*AddrWidth +: AddrWidth];
    assign ports_o[p*Width +: Width] =
        exists(destination) ? lft_q[32'(destination)*Width +: Width] : '1;
  end

  logic unused;
  assign unused = ^wdata_i;

endmodule
