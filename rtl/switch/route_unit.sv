`include "refuse.svh"

// The routing unit of an input port: where the head of a packet may go, in the cycle in which it is
// asked. Around what Route names:
//   0  interval routing in trees (tree_route), and of the VCs all;
//   1  dimension order in meshes and tori (grid_route);
//   2  minimal in dragonflies (dragonfly_min), on VC 0, and on VC 1 behind a global hop;
//   3  DESTRO and DET-Lin, 4  RUFT, 5  FIR, 6  FT2EI, each as 0;
//   7  a forwarding table (table_route), which has ports and VCs;
//   8  in-transit adaptive in dragonflies (in_transit_route), which says of the ports and VCs which are minimal;
//   9  the port that a table in registers of the switch has (forwarding_registers), on all VCs.
// Of the VCs, those that offered_i has. With Davc, DAVC says instead which VC a packet takes between
// switches (davc_vc), and any is taken to a host.
//
// Which port the selection prefers is a port plus a digit of a node number, as in up_selector.
//
// Registers and table are those of the block. Each input port has a copy, written with the others;
// synthesis keeps one.
module route_unit #(
  parameter int Route     = 0,  // 0 ... 9
  parameter int Ports     = 8,  // 1 ... 256
  parameter int VcShift   = 0,  // a port has 2^VcShift channels, 0 ... 6
  parameter int NodeWidth = 6,  // bits of a node number, 1 ... 24
  parameter int InputPort = 0,  // of which it is, 0 ... 255
  // DAVC.
  parameter int Davc         = 0,  // 0 ... 1
  parameter int DavcFunction = 2,  // see davc_vc, 0 ... 2
  parameter int SwitchWidth  = 6,  // bits of the id of a switch, 1 ... 24
  parameter int FromHost     = 0,  // packets come from a host: they count as on VC 0; 0 ... 1
  // Route = 1: see grid_route.
  parameter int VcRule          = 0,  // 0 ... 2
  parameter int Dimensions      = 2,  // 1 ... 32
  parameter int CoordinateWidth = 4,  // 1 ... 16
  parameter int Concentration   = 1,  // 1 ... 256
  parameter logic [32*32-1:0] Sizes = {32{32'd8}},
  parameter logic [31:0]      Rings = '1,
  parameter int HostVcs         = 1,  // 1 ... 64
  parameter int ClassVcs        = 1,  // 1 ... 64
  parameter int Dateline        = 0,  // 0 ... 1
  parameter int TiesPlus        = 0,  // 0 ... 1
  parameter int Bubble          = 0,  // 0 ... 1
  // Route = 2 and 8, with Concentration.
  parameter int GroupSize = 2,  // switches of a group, 2 ... 255
  parameter int Groups    = 2,  // 2 or more
  // Route = 8: see in_transit_route.
  parameter int InTransitRule = 0,  // 0 ... 2
  parameter int Restricted    = 1,  // 0 ... 1
  // Route = 3 ... 6: see tree_route.
  parameter int DigitBits  = 1,  // 1 ... 8
  parameter int BySource   = 0,  // 0 ... 1
  parameter int Nonminimal = 0,  // 0 ... 1
  parameter int Operand    = 0,  // 0 ... 1
  parameter int FirstUp    = 0,  // 0 ... Ports
  parameter int Exclusions = 1,  // 0 ... 16
  // Route = 7.
  parameter int Destinations = 64,  // hosts of the network, 1 or more
  // Derived.
  localparam int Channels  = Ports << VcShift,
  localparam int Vcs       = 1 << VcShift,
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth   = netloom_regs_pkg::bits_for(Vcs),
  localparam int AddrWidth = PortWidth + netloom_regs_pkg::Ft2eiAddrWidth,
  localparam int TableAddrWidth =
      (Route == 7) ? netloom_regs_pkg::bits_for(Destinations)
                     + netloom_regs_pkg::bits_for((Ports + 31) / 32 + (Vcs + 31) / 32)
                   : 1,
  localparam int ForwardedWidth = (Route == 9) ? netloom_regs_pkg::lft_bits(Ports) : 1,
  localparam int DavcAddrWidth =
      1 + netloom_regs_pkg::port_id_bits(Ports) + netloom_regs_pkg::DavcAddrWidth,
  localparam int GroupWidth    = netloom_regs_pkg::bits_for(Groups),
  localparam int PositionWidth = netloom_regs_pkg::bits_for(GroupSize),
  localparam int PlaceWidth    = (Route == 1) ? Dimensions*CoordinateWidth
                               : (Route == 2) ? Groups*Ports + PositionWidth + GroupWidth
                               : (Route == 8) ? Ports + Groups*Ports + PositionWidth + GroupWidth
                               : (Route == 3) ? 6 + NodeWidth
                               : (Route == 4) ? 5 : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Registers: {port, register of the port}.
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  // Registers of davc_vc.
  input  logic                     davc_we_i,
  input  logic                     davc_learn_i,
  input  logic [DavcAddrWidth-1:0] davc_addr_i,
  input  logic [31:0]              davc_wdata_i,
  output logic [31:0]              davc_rdata_o,
  // The table of table_route, not while heads are routed.
  input  logic                      table_we_i,
  input  logic [TableAddrWidth-1:0] table_addr_i,
  input  logic [31:0]               table_wdata_i,
  output logic [31:0]               table_rdata_o,
  // Straps: constant while packets are routed.
  input  logic [Channels-1:0]  offered_i,             // output channels that there are for the VC policy
  input  logic [PortWidth-1:0] preferred_base_i,
  input  logic                 preferred_source_i,    // the digit is of the source
  input  logic [4:0]           preferred_shift_i,
  input  logic [PortWidth-1:0] preferred_mask_i,
  input  logic [Ports-1:0]      to_host_i,
  // Where the switch is. Route = 1: its coordinates, dimension 0 lowest; 2: the ports to each group, its
  // position in its group, and the group, lowest; 8: above these the ports to switches with global links; 3
  // and 4: see tree_route.
  input  logic [PlaceWidth-1:0] place_i,
  // The head.
  input  logic [VcWidth-1:0]   vc_i,
  input  logic [NodeWidth-1:0] destination_i,
  input  logic [NodeWidth-1:0] source_i,
  input  logic [15:0]          state_i,               // of its header
  input  logic [ForwardedWidth-1:0] forwarded_i,      // Route = 9: what forwarding_registers has for it
  output logic [Channels-1:0]  candidates_o,
  output logic [Channels-1:0]  entering_o,            // candidates that lead into a ring
  output logic [Channels-1:0]  minimal_o,             // Route = 8: candidates of minimal ways
  output logic [PortWidth-1:0] preferred_port_o
);

  if (Route < 0 || Route > 9) begin : gen_bad_route
    `NETLOOM_REFUSE("route_unit: Route; allowed: 0 ... 9");
  end
  if (Davc < 0 || Davc > 1) begin : gen_bad_davc
    `NETLOOM_REFUSE("route_unit: Davc; allowed: 0 ... 1");
  end
  if (DavcFunction < 0 || DavcFunction > 2) begin : gen_bad_davc_function
    `NETLOOM_REFUSE("route_unit: DavcFunction; allowed: 0 ... 2");
  end
  if (SwitchWidth < 1 || SwitchWidth > 24) begin : gen_bad_switch_width
    `NETLOOM_REFUSE("route_unit: SwitchWidth; allowed: 1 ... 24");
  end
  if (Dimensions < 1 || Dimensions > 32) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("route_unit: Dimensions; allowed: 1 ... 32");
  end
  if (CoordinateWidth < 1 || CoordinateWidth > 16) begin : gen_bad_coordinate_width
    `NETLOOM_REFUSE("route_unit: CoordinateWidth; allowed: 1 ... 16");
  end
  if (Concentration < 1 || Concentration > 256) begin : gen_bad_concentration
    `NETLOOM_REFUSE("route_unit: Concentration; allowed: 1 ... 256");
  end
  if (GroupSize < 2 || GroupSize > 255) begin : gen_bad_group_size
    `NETLOOM_REFUSE("route_unit: GroupSize; allowed: 2 ... 255");
  end
  if (Groups < 2) begin : gen_bad_groups
    `NETLOOM_REFUSE("route_unit: Groups; allowed: 2 or more");
  end
  if (InTransitRule < 0 || InTransitRule > 2) begin : gen_bad_in_transit_rule
    `NETLOOM_REFUSE("route_unit: InTransitRule; allowed: 0 ... 2");
  end
  if (Restricted < 0 || Restricted > 1) begin : gen_bad_restricted
    `NETLOOM_REFUSE("route_unit: Restricted; allowed: 0 ... 1");
  end
  if (FromHost < 0 || FromHost > 1) begin : gen_bad_from_host
    `NETLOOM_REFUSE("route_unit: FromHost; allowed: 0 ... 1");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("route_unit: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("route_unit: VcShift; allowed: 0 ... 6");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("route_unit: NodeWidth; allowed: 1 ... 24");
  end
  if (InputPort < 0 || InputPort > 255) begin : gen_bad_input_port
    `NETLOOM_REFUSE("route_unit: InputPort; allowed: 0 ... 255");
  end
  if (VcRule < 0 || VcRule > 2) begin : gen_bad_vc_rule
    `NETLOOM_REFUSE("route_unit: VcRule; allowed: 0 ... 2");
  end
  if (HostVcs < 1 || HostVcs > 64) begin : gen_bad_host_vcs
    `NETLOOM_REFUSE("route_unit: HostVcs; allowed: 1 ... 64");
  end
  if (ClassVcs < 1 || ClassVcs > 64) begin : gen_bad_class_vcs
    `NETLOOM_REFUSE("route_unit: ClassVcs; allowed: 1 ... 64");
  end
  if (Dateline < 0 || Dateline > 1) begin : gen_bad_dateline
    `NETLOOM_REFUSE("route_unit: Dateline; allowed: 0 ... 1");
  end
  if (TiesPlus < 0 || TiesPlus > 1) begin : gen_bad_ties_plus
    `NETLOOM_REFUSE("route_unit: TiesPlus; allowed: 0 ... 1");
  end
  if (Bubble < 0 || Bubble > 1) begin : gen_bad_bubble
    `NETLOOM_REFUSE("route_unit: Bubble; allowed: 0 ... 1");
  end
  if (DigitBits < 1 || DigitBits > 8) begin : gen_bad_digit_bits
    `NETLOOM_REFUSE("route_unit: DigitBits; allowed: 1 ... 8");
  end
  if (BySource < 0 || BySource > 1) begin : gen_bad_by_source
    `NETLOOM_REFUSE("route_unit: BySource; allowed: 0 ... 1");
  end
  if (Nonminimal < 0 || Nonminimal > 1) begin : gen_bad_nonminimal
    `NETLOOM_REFUSE("route_unit: Nonminimal; allowed: 0 ... 1");
  end
  if (Operand < 0 || Operand > 1) begin : gen_bad_operand
    `NETLOOM_REFUSE("route_unit: Operand; allowed: 0 ... 1");
  end
  if (FirstUp < 0 || FirstUp > Ports) begin : gen_bad_first_up
    `NETLOOM_REFUSE("route_unit: FirstUp; allowed: 0 ... Ports");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("route_unit: Exclusions; allowed: 0 ... 16");
  end
  if (Destinations < 1) begin : gen_bad_destinations
    `NETLOOM_REFUSE("route_unit: Destinations; allowed: 1 or more");
  end

  logic [Ports-1:0]     allowed_ports;
  logic [Channels-1:0]  vcs;       // of each port
  logic [Channels-1:0]  entering;
  logic [Channels-1:0]  minimal;
  logic [NodeWidth-1:0] operand;

  case (Route)
    1: begin : gen_grid
      grid_route #(
        .Ports          (Ports),
        .VcShift        (VcShift),
        .NodeWidth      (NodeWidth),
        .InputPort      (InputPort),
        .VcRule         (VcRule),
        .Dimensions     (Dimensions),
        .CoordinateWidth(CoordinateWidth),
        .Concentration  (Concentration),
        .Sizes          (Sizes),
        .Rings          (Rings),
        .HostVcs        (HostVcs),
        .ClassVcs       (ClassVcs),
        .Dateline       (Dateline),
        .TiesPlus       (TiesPlus),
        .Bubble         (Bubble)
      ) u_router (
        .position_i     (place_i),
        .vc_i           (vc_i),
        .destination_i  (destination_i),
        .allowed_ports_o(allowed_ports),
        .vcs_o          (vcs),
        .entering_o     (entering)
      );
    end
    2: begin : gen_dragonfly
      logic same_group;

      dragonfly_min #(
        .NodesPerSwitch  (Concentration),
        .SwitchesPerGroup(GroupSize),
        .Groups          (Groups),
        .Ports           (Ports),
        .NodeWidth       (NodeWidth)
      ) u_router (
        .group_i        (place_i[GroupWidth-1:0]),
        .position_i     (place_i[GroupWidth +: PositionWidth]),
        .group_ports_i  (place_i[GroupWidth+PositionWidth +: Groups*Ports]),
        .destination_i  (destination_i),
        .allowed_ports_o(allowed_ports),
        .same_group_o   (same_group)
      );

      for (genvar q = 0; q < Ports; q++) begin : gen_vcs
        if (q < Concentration) begin : gen_host
          assign vcs[q*Vcs +: Vcs] = '1;
        end else begin : gen_switch
          // Behind a global hop.
          assign vcs[q*Vcs +: Vcs] =
              Vcs'(1) << (same_group && InputPort >= Concentration + GroupSize - 1);
        end
      end

      assign entering = '0;

      logic unused;
      assign unused = same_group;
    end
    7: begin : gen_table
      logic [Vcs-1:0] entry_vcs;

      table_route #(
        .Destinations(Destinations),
        .Ports       (Ports),
        .Vcs         (Vcs)
      ) u_router (
        .clk_i          (clk_i),
        .we_i           (table_we_i),
        .addr_i         (table_addr_i),
        .wdata_i        (table_wdata_i),
        .rdata_o        (table_rdata_o),
        .destination_i  (netloom_regs_pkg::bits_for(Destinations)'(destination_i)),
        .allowed_ports_o(allowed_ports),
        .vcs_o          (entry_vcs)
      );

      assign vcs      = {Ports{entry_vcs}};
      assign entering = '0;

      logic unused;
      assign unused = ^place_i;
    end
    8: begin : gen_in_transit
      logic [Channels-1:0] others;

      in_transit_route #(
        .Rule            (InTransitRule),
        .Restricted      (Restricted),
        .NodesPerSwitch  (Concentration),
        .SwitchesPerGroup(GroupSize),
        .Groups          (Groups),
        .Ports           (Ports),
        .VcShift         (VcShift),
        .NodeWidth       (NodeWidth),
        .InputPort       (InputPort)
      ) u_router (
        .group_i       (place_i[GroupWidth-1:0]),
        .position_i    (place_i[GroupWidth +: PositionWidth]),
        .group_ports_i (place_i[GroupWidth+PositionWidth +: Groups*Ports]),
        .detour_ports_i(place_i[GroupWidth+PositionWidth+Groups*Ports +: Ports]),
        .vc_i          (vc_i),
        .global_hops_i (state_i[1:0]),
        .local_hops_i  (state_i[3:2]),
        .destination_i (destination_i),
        .minimal_o     (minimal),
        .others_o      (others)
      );

      assign allowed_ports = '1;
      assign vcs           = minimal | others;
      assign entering      = '0;
    end
    9: begin : gen_forwarded
      for (genvar q = 0; q < Ports; q++) begin : gen_ports
        assign allowed_ports[q] = forwarded_i == ForwardedWidth'(q);
      end

      assign vcs      = '1;
      assign entering = '0;

      logic unused;
      assign unused = ^place_i;
    end
    default: begin : gen_tree
      tree_route #(
        .Kind      ((Route == 0) ? 0 : Route - 2),
        .Ports     (Ports),
        .NodeWidth (NodeWidth),
        .InputPort (InputPort),
        .DigitBits (DigitBits),
        .BySource  (BySource),
        .Nonminimal(Nonminimal),
        .Operand   (Operand),
        .FirstUp   (FirstUp),
        .Exclusions(Exclusions)
      ) u_router (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .we_i           (we_i),
        .addr_i         (addr_i),
        .wdata_i        (wdata_i),
        .rdata_o        (rdata_o),
        .place_i        (place_i),
        .destination_i  (destination_i),
        .source_i       (source_i),
        .allowed_ports_o(allowed_ports)
      );

      assign vcs      = '1;
      assign entering = '0;
    end
  endcase

  if (Route == 1 || Route == 2 || Route >= 7) begin : gen_no_registers
    assign rdata_o = '0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, we_i, addr_i, wdata_i};
  end

  if (Route != 8) begin : gen_no_minimal
    assign minimal = '0;

    logic unused;
    assign unused = ^state_i;
  end else begin : gen_minimal
    logic unused;
    assign unused = ^state_i[15:4];
  end

  if (Route != 9) begin : gen_not_forwarded
    logic unused;
    assign unused = ^forwarded_i;
  end

  if (Route != 7) begin : gen_no_table
    assign table_rdata_o = '0;

    logic unused;
    assign unused = ^{table_we_i, table_addr_i, table_wdata_i};
  end

  // ---- DAVC.

  logic [Ports-1:0]   stays;    // to the VC on which the packet is
  logic [Ports-1:0]   rises;    // to the next one
  logic [VcWidth-1:0] next_vc;
  logic [VcWidth-1:0] vc;

  assign vc = (FromHost == 1) ? '0 : vc_i;

  if (Davc == 1) begin : gen_davc
    davc_vc #(
      .Function (DavcFunction),
      .Ports    (Ports),
      .NodeWidth(SwitchWidth),
      .Vcs      (Vcs < 2 ? 2 : Vcs)
    ) u_davc (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .we_i        (davc_we_i),
      .learn_i     (davc_learn_i),
      .addr_i      (davc_addr_i),
      .wdata_i     (davc_wdata_i),
      .rdata_o     (davc_rdata_o),
      .input_port_i(netloom_regs_pkg::port_id_bits(Ports)'(InputPort)),
      .input_vc_i  (vc),
      .stay_ports_o(stays),
      .rise_ports_o(rises),
      .next_vc_o   (next_vc)
    );
  end else begin : gen_no_davc
    assign stays        = '0;
    assign rises        = '0;
    assign next_vc      = '0;
    assign davc_rdata_o = '0;

    logic unused;
    assign unused = ^{davc_we_i, davc_learn_i, davc_addr_i, davc_wdata_i};
  end

  for (genvar q = 0; q < Ports; q++) begin : gen_candidates
    logic [Vcs-1:0] taken_vcs;

    assign taken_vcs = (Davc == 0)   ? vcs[q*Vcs +: Vcs]
                     : to_host_i[q] ? '1
                     : (Vcs'(stays[q]) << vc) | (Vcs'(rises[q]) << next_vc);
    assign candidates_o[q*Vcs +: Vcs] = offered_i[q*Vcs +: Vcs] & taken_vcs & {Vcs{allowed_ports[q]}};
    assign entering_o[q*Vcs +: Vcs]   = candidates_o[q*Vcs +: Vcs] & entering[q*Vcs +: Vcs];
    assign minimal_o[q*Vcs +: Vcs]    = candidates_o[q*Vcs +: Vcs] & minimal[q*Vcs +: Vcs];
  end

  assign operand          = (preferred_source_i ? source_i : destination_i) >> preferred_shift_i;
  assign preferred_port_o = preferred_base_i + (PortWidth'(operand) & preferred_mask_i);

  if (NodeWidth > PortWidth) begin : gen_unused
    logic unused_operand;
    assign unused_operand = ^operand[NodeWidth-1:PortWidth];
  end

endmodule
