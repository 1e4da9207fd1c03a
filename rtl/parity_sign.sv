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

  logic [Ports-1:0] odd_targets;   // minimal ports to switches at odd positions
  logic [Ports-1:0] even_targets;
  logic [Ports-1:0] firsts;
  logic [Ports-1:0] seconds;

  assign even_targets    = minimal_ports_i & ~odd_targets;
  assign allowed_ports_o = second_i ? seconds : firsts;

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    localparam logic [Ports-1:0] Below = Ports'((Ports+1)'(1) << i) - Ports'(1);
    localparam logic [Ports-1:0] Above = ~Below & ~(Ports'(1) << i);

    // The switch behind this port, and the targets by the hop that leads to them from there.
    logic [PositionWidth-1:0] via;
    logic [1:0]               hop;
    logic [Ports-1:0]         odd_hops;
    logic [Ports-1:0]         even_hops;
    logic                     follows;

    assign via            = PositionWidth'(i) + PositionWidth'(position_i <= PositionWidth'(i));
    assign odd_targets[i] = minimal_ports_i[i] & via[0];
    assign odd_hops       = via[0] ? even_targets : odd_targets;
    assign even_hops      = via[0] ? odd_targets : even_targets;

    local_hop #(
      .Width(PositionWidth)
    ) u_local_hop (
      .from_i(position_i),
      .to_i  (via),
      .type_o(hop)
    );

    // The pairs of parity_sign_pair, row by row: any hop follows odd-, only even- follows itself.
    always_comb begin
      follows = (even_hops & Below) != '0;
      if (hop <= 2'd2) follows = follows | ((odd_hops & Above) != '0);
      if (hop <= 2'd1) follows = follows | ((even_hops & Above) != '0);
      if (hop == 2'd0) follows = follows | ((odd_hops & Below) != '0);
    end

    assign firsts[i] = follows & ~minimal_ports_i[i];

    parity_sign_pair #(
      .Width(PositionWidth)
    ) u_pair (
      .from_i   (previous_i),
      .via_i    (position_i),
      .to_i     (via),
      .allowed_o(seconds[i])
    );
  end

endmodule
