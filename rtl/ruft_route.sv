`include "refuse.svh"

// Routing in a reduced unidirectional fat-tree (RUFT), for arities that are powers of two: a switch
// of stage s sends a packet to output port p_s of its destination p, in one-hot form. The stage is a
// strap. This is the block `ruft_route`. Combinational, without registers.
//
// Source: [Fat-Trees 2010], section 5.2.
module ruft_route #(
  parameter int Ports = 8,   // k, 2 ... 256
  parameter int Width = 24,  // bits of a node number, 1 ... 32
  // Derived.
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  // Straps: constant while packets are routed.
  input  logic [3:0]       digit_bits_i,    // log2 k, 1 ... log2(Ports)
  input  logic [4:0]       stage_i,         // s
  // The head that is routed.
  input  logic [Width-1:0] destination_i,
  output logic [Ports-1:0] allowed_ports_o  // one-hot
);

  if (Ports < 2 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("ruft_route: Ports; allowed: 2 ... 256");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("ruft_route: Width; allowed: 1 ... 32");
  end

  logic [PortWidth-1:0] port;
  logic [Width-1:0]     unused_higher;

  stage_digit #(
    .Width     (Width),
    .DigitWidth(PortWidth)
  ) u_destination (
    .number_i    (destination_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (port),
    .higher_o    (unused_higher)
  );

  assign allowed_ports_o = Ports'(1) << port;

endmodule
