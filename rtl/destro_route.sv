`include "refuse.svh"

// Deterministic routing in a fat-tree (DESTRO) without registers, for arities that are powers of
// two. Straps say which switch <s, o> of which tree it is. A packet whose destination is below the
// switch goes down by link p_s of its destination p, any other up by link k + p_s. This is the
// block `destro_route`. Combinational.
//
// Variants, by strap:
//   by_source_i   DET-Lin: up by the digit of the source;
//   nonminimal_i  every packet goes up to the last stage: what came in from below goes up.
//
// Source: [Fat-Trees 2010], sections 4.2 (DESTRO), 4.3 (DET-Lin), 5.4 (non-minimal).
module destro_route #(
  parameter int Ports = 8,   // 2k, 4 ... 256
  parameter int Width = 24,  // bits of a node number, 1 ... 32
  // Derived.
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  // Straps: constant while packets are routed.
  input  logic [3:0]       digit_bits_i,   // log2 k, 1 ... log2(Ports) - 1
  input  logic [4:0]       stage_i,        // s
  input  logic [Width-1:0] position_i,     // o_{n-2} ... o_0 as a number
  input  logic             last_stage_i,   // s = n-1: there are no links up
  input  logic             by_source_i,
  input  logic             nonminimal_i,
  // The head that is routed.
  input  logic [Width-1:0] destination_i,
  input  logic [Width-1:0] source_i,
  input  logic             from_above_i,   // it came in by a link from the next stage
  output logic [Ports-1:0] allowed_ports_o // one-hot
);

  if (Ports < 4 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("destro_route: Ports; allowed: 4 ... 256");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("destro_route: Width; allowed: 1 ... 32");
  end

  localparam int DigitWidth = PortWidth - 1;

  logic [DigitWidth-1:0] destination_digit;
  logic [DigitWidth-1:0] source_digit;
  logic [DigitWidth-1:0] up_digit;
  logic [Width-1:0]      above_destination;
  logic [Width-1:0]      above_switch;
  logic [8:0]            digits_below;
  logic                  below;
  logic                  goes_down;
  logic [PortWidth-1:0]  port;

  stage_digit #(
    .Width     (Width),
    .DigitWidth(DigitWidth)
  ) u_destination (
    .number_i    (destination_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (destination_digit),
    .higher_o    (above_destination)
  );

  logic [Width-1:0] unused_above_source;

  stage_digit #(
    .Width     (Width),
    .DigitWidth(DigitWidth)
  ) u_source (
    .number_i    (source_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (source_digit),
    .higher_o    (unused_above_source)
  );

  // Below <s, o> are the nodes whose digits n-1 ... s+1 are o_{n-2} ... o_s.
  assign digits_below = stage_i * digit_bits_i;
  assign above_switch = position_i >> digits_below;
  assign below        = above_destination == above_switch;
  assign goes_down    = nonminimal_i ? (last_stage_i | from_above_i) : below;

  // Port k + j is j with the bit above the digit set.
  assign up_digit = by_source_i ? source_digit : destination_digit;
  assign port     = goes_down ? {1'b0, destination_digit}
                              : ({1'b0, up_digit} | (PortWidth'(1) << digit_bits_i));

  assign allowed_ports_o = Ports'(1) << port;

endmodule
