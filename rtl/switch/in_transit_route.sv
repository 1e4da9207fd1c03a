`include "refuse.svh"

// In-transit adaptive routing in dragonflies: the channels of the minimal way (l-g-l), and others by which a
// packet may leave it. From the source group that is by any global port, to any group, and after a first
// minimal local hop also by one more local hop, which a global one has to follow. In the other groups, and for
// packets that stay in theirs, it is by a local hop to a switch that is not on the minimal way, once in each
// group and before a minimal one. Combinational.
//
// Rule says which VCs the hops have, and Restricted which pairs of local hops there are in a group:
//   0  RLM: that of the global hops so far;
//   1  OLM: see olm_vc;
//   2  PAR-6/2: one for each hop of the longest way.
//
// What a packet has done so far is in the state of its header: see in_transit_state. Nodes and ports are
// numbered as dragonfly_min says; a port that offers nothing may be allowed, too.
//
// Source: [RLM-OLM 2013], section III.
module in_transit_route #(
  parameter int Rule             = 0,  // 0 ... 2
  parameter int Restricted       = 1,  // pairs of local hops: those of parity_sign, or 0: all
  parameter int NodesPerSwitch   = 2,  // p, 1 ... 256
  parameter int SwitchesPerGroup = 4,  // a, 2 ... 255
  parameter int Groups           = 9,  // g, 2 or more
  parameter int Ports            = 7,  // NodesPerSwitch + SwitchesPerGroup ... 256
  parameter int VcShift          = 2,  // a port has 2^VcShift channels, 0 ... 6
  parameter int NodeWidth        = 7,  // bits of a node number, 1 ... 24
  parameter int InputPort        = 0,  // of which it is, 0 ... 255
  // Derived.
  localparam int Vcs           = 1 << VcShift,
  localparam int Channels      = Ports << VcShift,
  localparam int VcWidth       = netloom_regs_pkg::bits_for(Vcs),
  localparam int GroupWidth    = netloom_regs_pkg::bits_for(Groups),
  localparam int PositionWidth = netloom_regs_pkg::bits_for(SwitchesPerGroup)
) (
  // Straps: constant while packets are routed.
  input  logic [GroupWidth-1:0]    group_i,        // see dragonfly_min
  input  logic [PositionWidth-1:0] position_i,
  input  logic [Groups*Ports-1:0]  group_ports_i,
  input  logic [Ports-1:0]         detour_ports_i, // to switches of this group that have global links
  // The head.
  input  logic [VcWidth-1:0]       vc_i,
  input  logic [1:0]               global_hops_i,
  input  logic [1:0]               local_hops_i,   // in this group: see in_transit_state
  input  logic [NodeWidth-1:0]     destination_i,
  output logic [Channels-1:0]      minimal_o,
  output logic [Channels-1:0]      others_o
);

  if (Rule < 0 || Rule > 2) begin : gen_bad_rule
    `NETLOOM_REFUSE("in_transit_route: Rule; allowed: 0 ... 2");
  end
  if (Restricted < 0 || Restricted > 1) begin : gen_bad_restricted
    `NETLOOM_REFUSE("in_transit_route: Restricted; allowed: 0 ... 1");
  end
  if (NodesPerSwitch < 1 || NodesPerSwitch > 256) begin : gen_bad_nodes_per_switch
    `NETLOOM_REFUSE("in_transit_route: NodesPerSwitch; allowed: 1 ... 256");
  end
  if (SwitchesPerGroup < 2 || SwitchesPerGroup > 255) begin : gen_bad_switches_per_group
    `NETLOOM_REFUSE("in_transit_route: SwitchesPerGroup; allowed: 2 ... 255");
  end
  if (Groups < 2) begin : gen_bad_groups
    `NETLOOM_REFUSE("in_transit_route: Groups; allowed: 2 or more");
  end
  if (Ports < NodesPerSwitch + SwitchesPerGroup || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("in_transit_route: Ports; allowed: NodesPerSwitch + SwitchesPerGroup ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("in_transit_route: VcShift; allowed: 0 ... 6");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("in_transit_route: NodeWidth; allowed: 1 ... 24");
  end
  if (InputPort < 0 || InputPort > 255) begin : gen_bad_input_port
    `NETLOOM_REFUSE("in_transit_route: InputPort; allowed: 0 ... 255");
  end

  // The local ports, and the global ones behind them.
  localparam int FirstLocal  = NodesPerSwitch;
  localparam int Locals      = SwitchesPerGroup - 1;
  localparam int FirstGlobal = FirstLocal + Locals;
  localparam int Globals     = Ports - FirstGlobal;
  localparam bit FromHost    = InputPort < FirstLocal;
  localparam bit FromLocal   = !FromHost && InputPort < FirstGlobal;

  // Of local_hops_i.
  localparam logic [1:0] None         = 2'd0;
  localparam logic [1:0] Minimal      = 2'd1;
  localparam logic [1:0] Misrouted    = 2'd2;
  localparam logic [1:0] BeforeGlobal = 2'd3;

  logic [Ports-1:0]   nearer;           // ports of minimal ways
  logic               same_group;
  logic [Locals-1:0]  nearer_locals;
  logic [Globals-1:0] nearer_globals;
  logic [Locals-1:0]  allowed;          // next local hops, one of two in this group misrouted
  logic [Locals-1:0]  detours;
  logic               arrived;          // the destination is at this switch
  logic               leaves;           // the packet is in its source group, and its destination is not
  logic [Ports-1:0]   minimal_ports;
  logic [Ports-1:0]   other_ports;
  logic [Vcs-1:0]     global_vcs;
  logic [Vcs-1:0]     minimal_local_vcs;
  logic [Vcs-1:0]     misrouted_local_vcs;

  dragonfly_min #(
    .NodesPerSwitch  (NodesPerSwitch),
    .SwitchesPerGroup(SwitchesPerGroup),
    .Groups          (Groups),
    .Ports           (Ports),
    .NodeWidth       (NodeWidth)
  ) u_minimal (
    .group_i        (group_i),
    .position_i     (position_i),
    .group_ports_i  (group_ports_i),
    .destination_i  (destination_i),
    .allowed_ports_o(nearer),
    .same_group_o   (same_group)
  );

  assign nearer_locals  = nearer[FirstLocal +: Locals];
  assign nearer_globals = nearer[FirstGlobal +: Globals];
  assign arrived        = nearer[FirstLocal-1:0] != '0;
  assign leaves         = ~same_group & (global_hops_i == '0);

  // ---- Pairs of local hops.

  if (Restricted == 1) begin : gen_pairs
    logic [PositionWidth-1:0] previous;  // where a local hop has brought it from

    if (FromLocal) begin : gen_second
      localparam logic [PositionWidth-1:0] Neighbour = PositionWidth'(InputPort - FirstLocal);

      assign previous = Neighbour + PositionWidth'(Neighbour >= position_i);
    end else begin : gen_first
      assign previous = '0;
    end

    parity_sign #(
      .Ports(Locals)
    ) u_pairs (
      .position_i     (position_i),
      .second_i       (FromLocal),
      .previous_i     (previous),
      .minimal_ports_i(nearer_locals),
      .allowed_ports_o(allowed)
    );
  end else if (FromLocal) begin : gen_any_second
    assign allowed = '1;
  end else begin : gen_any_first
    assign allowed = (nearer_locals != '0) ? ~nearer_locals : '0;
  end

  // One more local hop in the source group does not lead back.
  if (FromLocal) begin : gen_not_back
    assign detours = detour_ports_i[FirstLocal +: Locals] & ~(Locals'(1) << (InputPort - FirstLocal));
  end else begin : gen_detours
    assign detours = detour_ports_i[FirstLocal +: Locals];
  end

  // ---- Ports.

  always_comb begin
    minimal_ports = nearer;
    if (!arrived && local_hops_i == BeforeGlobal) begin
      minimal_ports = {{Globals{1'b1}}, {FirstGlobal{1'b0}}};
    end else if (local_hops_i == Misrouted) begin
      minimal_ports[FirstLocal +: Locals] = nearer_locals & allowed;
    end
  end

  always_comb begin
    other_ports = '0;
    if (!arrived && local_hops_i != BeforeGlobal) begin
      if (leaves) begin
        other_ports[FirstGlobal +: Globals] = ~nearer_globals;
        if (local_hops_i == Minimal) other_ports[FirstLocal +: Locals] = detours & allowed;
      end else if (local_hops_i == None && nearer_globals == '0) begin
        other_ports[FirstLocal +: Locals] = allowed;
      end
    end
  end

  // ---- Virtual channels.

  if (Rule == 1) begin : gen_olm
    localparam int LocalVcs   = 3;
    localparam int GlobalVcs  = 2;
    localparam int OlmVcWidth = netloom_regs_pkg::bits_for(LocalVcs);

    logic [GlobalVcs-1:0] olm_global_vcs;
    logic [LocalVcs-1:0]  olm_minimal_local_vcs;
    logic [LocalVcs-1:0]  olm_misrouted_local_vcs;

    olm_vc #(
      .LocalVcs (LocalVcs),
      .GlobalVcs(GlobalVcs)
    ) u_vcs (
      .from_host_i          (FromHost),
      .from_local_i         (FromLocal),
      .input_vc_i           (OlmVcWidth'(vc_i)),
      .global_vcs_o         (olm_global_vcs),
      .minimal_local_vcs_o  (olm_minimal_local_vcs),
      .misrouted_local_vcs_o(olm_misrouted_local_vcs)
    );

    assign global_vcs          = Vcs'(olm_global_vcs);
    assign minimal_local_vcs   = Vcs'(olm_minimal_local_vcs);
    assign misrouted_local_vcs = Vcs'(olm_misrouted_local_vcs);
  end else begin : gen_by_hops
    assign global_vcs          = Vcs'(1) << global_hops_i;
    assign minimal_local_vcs   = (Rule == 0) ? global_vcs : Vcs'(1) << {global_hops_i, local_hops_i != None};
    assign misrouted_local_vcs = minimal_local_vcs;
  end

  for (genvar q = 0; q < Ports; q++) begin : gen_channels
    if (q < FirstLocal) begin : gen_host
      assign minimal_o[q*Vcs +: Vcs] = {Vcs{minimal_ports[q]}};
      assign others_o[q*Vcs +: Vcs]  = '0;
    end else if (q < FirstGlobal) begin : gen_local
      assign minimal_o[q*Vcs +: Vcs] = minimal_local_vcs & {Vcs{minimal_ports[q]}};
      assign others_o[q*Vcs +: Vcs]  = misrouted_local_vcs & {Vcs{other_ports[q]}};
    end else begin : gen_global
      assign minimal_o[q*Vcs +: Vcs] = global_vcs & {Vcs{minimal_ports[q]}};
      assign others_o[q*Vcs +: Vcs]  = global_vcs & {Vcs{other_ports[q]}};
    end
  end

  logic unused;
  assign unused = ^{vc_i, detour_ports_i, other_ports[FirstLocal-1:0]};

endmodule
