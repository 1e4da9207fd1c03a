// in_transit_route, port by port and VC by VC. A packet goes on along its minimal way, but for three things: behind
// a misrouted local hop only if the pair of hops is allowed, after two local hops in its source group by any global
// port, and nowhere but to its node at its own switch. It may leave that way from its source group by any global port
// that is not on it, after a minimal local hop also by another one, not back, to a switch with global links; and
// elsewhere, if it has taken no local hop in the group, by a local hop from behind which an allowed one is minimal.
// Pairs of hops are those of [RLM-OLM 2013], Table I. VCs: RLM that of the global hops, PAR-6/2 one for each hop, OLM by ranks,
// local VC v having 2v and global VC v 2v + 1.
module in_transit_route_spec #(
  parameter int unsigned Rule             = 0,
  parameter int unsigned Restricted       = 1,
  parameter int unsigned NodesPerSwitch   = 1,
  parameter int unsigned SwitchesPerGroup = 4,
  parameter int unsigned GlobalPorts      = 2,
  parameter int unsigned Groups           = 3,
  parameter int unsigned VcShift          = 2,
  parameter int unsigned InputPort        = 0,
  parameter int unsigned Vcs              = 1 << VcShift,
  parameter int unsigned Locals           = SwitchesPerGroup - 1,
  parameter int unsigned FirstGlobal      = NodesPerSwitch + Locals,
  parameter int unsigned Ports            = FirstGlobal + GlobalPorts,
  parameter int unsigned Channels         = Ports << VcShift
) (
  input logic [1:0]              group_i,
  input logic [1:0]              position_i,
  input logic [Groups*Ports-1:0] group_ports_i,
  input logic [Ports-1:0]        detour_ports_i,
  input logic [VcShift-1:0]      vc_i,
  input logic [1:0]              global_hops_i,
  input logic [1:0]              local_hops_i,
  input logic [1:0]              to_group_i,
  input logic [1:0]              to_position_i,
  input logic [1:0]              to_node_i
);

  logic [6:0]          destination;
  logic [Channels-1:0] minimal;
  logic [Channels-1:0] others;

  assign destination = NodesPerSwitch * (SwitchesPerGroup * to_group_i + to_position_i) + to_node_i;

  in_transit_route #(
    .Rule            (Rule),
    .Restricted      (Restricted),
    .NodesPerSwitch  (NodesPerSwitch),
    .SwitchesPerGroup(SwitchesPerGroup),
    .Groups          (Groups),
    .Ports           (Ports),
    .VcShift         (VcShift),
    .NodeWidth       (7),
    .InputPort       (InputPort)
  ) u_dut (
    .group_i       (group_i),
    .position_i    (position_i),
    .group_ports_i (group_ports_i),
    .detour_ports_i(detour_ports_i),
    .vc_i          (vc_i),
    .global_hops_i (global_hops_i),
    .local_hops_i  (local_hops_i),
    .destination_i (destination),
    .minimal_o     (minimal),
    .others_o      (others)
  );

  localparam bit FromHost  = InputPort < NodesPerSwitch;
  localparam bit FromLocal = InputPort >= NodesPerSwitch && InputPort < FirstGlobal;

  // Where local ports lead, the others of the group in their order.
  logic [Locals*2-1:0] neighbours;
  logic [1:0]          previous;

  always_comb begin
    for (int unsigned i = 0; i < Locals; i++) neighbours[i*2 +: 2] = (i < position_i) ? i : i + 1;
    previous = '0;
    if (FromLocal) previous = neighbours[(InputPort - NodesPerSwitch)*2 +: 2];
  end

  // The minimal way.
  logic             here;
  logic             same_group;
  logic [Ports-1:0] towards;
  logic             by_own_link;
  logic             by_others;

  always_comb begin
    same_group  = to_group_i == group_i;
    here        = same_group && to_position_i == position_i;
    towards     = '0;
    by_own_link = 1'b0;
    by_others   = 1'b0;
    for (int unsigned q = 0; q < Ports; q++) begin
      if (here) begin
        towards[q] = q == to_node_i;
      end else if (same_group) begin
        towards[q] = q >= NodesPerSwitch && q < FirstGlobal
                   && neighbours[(q - NodesPerSwitch)*2 +: 2] == to_position_i;
      end else begin
        towards[q] = group_ports_i[to_group_i*Ports + q];
      end
      if (q >= FirstGlobal && towards[q]) by_own_link = 1'b1;
      if (q >= NodesPerSwitch && q < FirstGlobal && towards[q]) by_others = 1'b1;
    end
  end

  // Pairs of local hops.
  logic [Locals-1:0]        follows;   // the hop before
  logic [Locals*Locals-1:0] precedes;  // by port, and port on the minimal way
  logic [Locals-1:0]        pairs;

  for (genvar i = 0; i < Locals; i++) begin : gen_follows
    logic by_the_table;

    table_one #(
      .Width(2)
    ) u_follows (
      .from_i   (previous),
      .via_i    (position_i),
      .to_i     (neighbours[i*2 +: 2]),
      .allowed_o(by_the_table)
    );

    assign follows[i] = by_the_table || Restricted == 0;

    for (genvar j = 0; j < Locals; j++) begin : gen_precedes
      logic target_by_the_table;

      table_one #(
        .Width(2)
      ) u_precedes (
        .from_i   (position_i),
        .via_i    (neighbours[i*2 +: 2]),
        .to_i     (neighbours[j*2 +: 2]),
        .allowed_o(target_by_the_table)
      );

      assign precedes[i*Locals + j] = target_by_the_table || Restricted == 0;
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Locals; i++) begin
      pairs[i] = FromLocal && follows[i];
      for (int unsigned j = 0; j < Locals; j++) begin
        if (!FromLocal && precedes[i*Locals + j] && towards[NodesPerSwitch + j] && !towards[NodesPerSwitch + i]) begin
          pairs[i] = 1'b1;
        end
      end
    end
  end

  // What there is.
  always_comb begin
    assume (group_i < Groups && position_i < SwitchesPerGroup);
    assume (to_group_i < Groups && to_position_i < SwitchesPerGroup && to_node_i < NodesPerSwitch);
    // To another group, by own links or by those of others.
    if (!same_group) begin
      assume (by_own_link != by_others);
      for (int unsigned q = 0; q < NodesPerSwitch; q++) assume (!towards[q]);
    end
    // VCs between switches: three, counted from 0.
    if (Rule == 1 && !FromHost) assume (vc_i < 3);
  end

  logic                source;  // the packet is in its source group, and leaves it
  logic [Ports-1:0]    may_go;
  logic [Ports-1:0]    may_leave;

  always_comb begin
    source = !same_group && global_hops_i == 0;
    for (int unsigned q = 0; q < Ports; q++) begin
      may_go[q]    = towards[q];
      may_leave[q] = 1'b0;
      if (!here && local_hops_i == 3) begin
        may_go[q] = q >= FirstGlobal;
      end else if (!here && q >= FirstGlobal) begin
        may_leave[q] = source && !towards[q];
      end else if (!here && q >= NodesPerSwitch) begin
        if (local_hops_i == 2 && !pairs[q - NodesPerSwitch]) may_go[q] = 1'b0;
        if (local_hops_i == 1 && source) begin
          may_leave[q] = detour_ports_i[q] && pairs[q - NodesPerSwitch] && q != InputPort;
        end
        if (local_hops_i == 0 && !source && !by_own_link) may_leave[q] = pairs[q - NodesPerSwitch];
      end
    end
  end

  // Virtual channels.
  integer rank;

  always_comb begin
    rank = -1;
    if (!FromHost) rank = FromLocal ? 2 * vc_i : 2 * vc_i + 1;
  end

  for (genvar q = 0; q < Ports; q++) begin : gen_ports
    for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
      logic on_minimal;
      logic on_misrouted;

      always_comb begin
        on_minimal   = 1'b1;
        on_misrouted = 1'b1;
        if (q >= FirstGlobal) begin
          on_minimal = v == global_hops_i;
          if (Rule == 1) on_minimal = v < 2 && 2 * v + 1 > rank && 2 * v - 1 <= rank;
          on_misrouted = on_minimal;
        end else if (q >= NodesPerSwitch) begin
          on_minimal = v == global_hops_i;
          if (Rule == 2) on_minimal = v == 2 * global_hops_i + (local_hops_i == 0 ? 0 : 1);
          if (Rule == 1) on_minimal = v < 3 && 2 * v > rank && 2 * v - 2 <= rank;
          on_misrouted = on_minimal;
          if (Rule == 1) on_misrouted = v < 3 && (2 * v <= rank || (v == 0 && FromHost));
        end
        assert (minimal[q*Vcs + v] == (may_go[q] && on_minimal));
        assert (others[q*Vcs + v] == (may_leave[q] && on_misrouted));
      end
    end
  end

endmodule
