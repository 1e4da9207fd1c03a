`include "refuse.svh"

// The local ports by which a packet may take its next hop in a group of a dragonfly under the
// parity-sign restriction, one of them misrouted. Port i leads to the i-th other switch of the group
// in the order of their positions. This is the block `parity_sign`. Combinational.
//
//   second_i = 0  the packet has taken no local hop in this group. Ports to the switches from which a
//                 hop to a target may follow; the targets are behind the ports minimal_ports_i, and
//                 are no such switches themselves;
//   second_i = 1  a hop from previous_i has brought it. Ports that may follow that hop.
//
// Neither form knows how large the group is: ports that the switch does not have are ignored, and
// never minimal.
//
// Source: [RLM-OLM 2013], section III-B and Table I.
module parity_sign #(
  parameter int Ports = 7,  // local ports of a switch, 1 ... 255
  // Derived.
  localparam int PositionWidth = netloom_regs_pkg::bits_for(Ports + 1)
) (
  // Strap: constant while packets are routed.
  input  logic [PositionWidth-1:0] position_i,       // of this switch in its group
  // The head that is routed.
  input  logic                     second_i,
  input  logic [PositionWidth-1:0] previous_i,       // with second_i; not position_i
  input  logic [Ports-1:0]         minimal_ports_i,  // without second_i
  output logic [Ports-1:0]         allowed_ports_o
);

  if (Ports < 1 || Ports > 255) begin : gen_bad_ports
    `NETLOOM_REFUSE("parity_sign: Ports; allowed: 1 ... 255");
  end

  // Bit i of each belongs to port i, and to the switch behind it.
  logic [Ports-1:0] odd;           // at an odd position
  logic [Ports-1:0] plus;          // at a higher position than this one
  logic [Ports-1:0] changes;       // the parity of its position is not this one's
  logic [Ports-1:0] odd_targets;   // minimal ports to switches at odd positions
  logic [Ports-1:0] even_targets;
  logic [Ports-1:0] odd_minus;     // from there, a target is an odd- hop away
  logic [Ports-1:0] even_plus;
  logic [Ports-1:0] odd_plus;
  logic [Ports-1:0] even_minus;
  logic [Ports-1:0] follows;       // a hop to a target may follow the hop there
  logic [Ports-1:0] firsts;
  logic [Ports-1:0] seconds;

  // Bit i: one of the bits above i is set, or below.
  function automatic logic [Ports-1:0] any_above(input logic [Ports-1:0] bits);
    any_above = bits >> 1;
    for (int unsigned span = 1; span < Ports; span *= 2) any_above = any_above | any_above >> span;
  endfunction
  function automatic logic [Ports-1:0] any_below(input logic [Ports-1:0] bits);
    any_below = bits << 1;
    for (int unsigned span = 1; span < Ports; span *= 2) any_below = any_below | any_below << span;
  endfunction

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    logic [PositionWidth-1:0] via;

    assign plus[i] = position_i <= PositionWidth'(i);
    assign via     = PositionWidth'(i) + PositionWidth'(plus[i]);
    assign odd[i]  = via[0];

    parity_sign_pair #(
      .Width(PositionWidth)
    ) u_pair (
      .from_i   (previous_i),
      .via_i    (position_i),
      .to_i     (via),
      .allowed_o(seconds[i])
    );
  end

  assign changes      = odd ^ {Ports{position_i[0]}};
  assign odd_targets  = minimal_ports_i & odd;
  assign even_targets = minimal_ports_i & ~odd;
  assign odd_minus    = odd & any_below(even_targets) | ~odd & any_below(odd_targets);
  assign even_plus    = odd & any_above(odd_targets)  | ~odd & any_above(even_targets);
  assign odd_plus     = odd & any_above(even_targets) | ~odd & any_above(odd_targets);
  assign even_minus   = odd & any_below(odd_targets)  | ~odd & any_below(even_targets);

  // The pairs of parity_sign_pair, row by row: any hop follows odd-, only even- follows itself.
  assign follows = even_minus
                 | (changes | plus) & odd_plus
                 | (changes ^ plus) & even_plus
                 | changes & ~plus & odd_minus;

  assign firsts          = follows & ~minimal_ports_i;
  assign allowed_ports_o = second_i ? seconds : firsts;

endmodule
