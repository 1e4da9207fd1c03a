// Routing in a reduced unidirectional fat-tree (RUFT), for arities that are powers of two: a switch
// of stage s sends a packet to output port p_s of its destination p, in one-hot form. The stage is a
// strap. This is the block `ruft_route`. Combinational, without registers.
//
// Source: 002_93ff7ed2c806cfd2.txt, section 5.2.
module ruft_route #(
  parameter int unsigned Ports = 8,   // k, 2 ... 256
  parameter int unsigned Width = 24,  // bits of a node number, log2(Ports) ... 32
  // Derived, not to be set.
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  // Straps: constant while packets are routed.
  input  logic [3:0]       digit_bits_i,    // log2 k, 1 ... log2(Ports)
  input  logic [4:0]       stage_i,         // s
  // The head that is routed.
  input  logic [Width-1:0] destination_i,
  output logic [Ports-1:0] allowed_ports_o  // one-hot
);

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
