`include "refuse.svh"

// The routing unit of an input port: where the head of a packet may go, in the cycle in which it is
// asked. Around the decision block that Route names:
//   0  interval: the ports in whose interval the destination lies (ir_router), and of these the VCs that
//      offered_i has;
//   1  dimension order in meshes and tori (dor_route), and of the VCs of the packet's class all, the
//      lowest, or that of iodet_vc, as VcRule says;
//   2  minimal in dragonflies (dragonfly_min), on VC 0, and on VC 1 behind a global hop.
// With Davc, DAVC says which VC a packet takes between switches (davc_vc), and any is taken to a host.
//
// Which port the selection prefers is a port plus a digit of a node number, as in up_selector.
//
// The registers are those of the block. Each input port has a copy, written with the others; synthesis
// keeps one.
module route_unit #(
  parameter int Route     = 0,  // 0 ... 2
  parameter int Ports     = 8,  // 1 ... 256
  parameter int VcShift   = 0,  // a port has 2^VcShift channels, 0 ... 6
  parameter int NodeWidth = 6,  // bits of a node number, 1 ... 24
  parameter int InputPort = 0,  // of which it is, 0 ... 255
  // DAVC.
  parameter int Davc         = 0,  // 0 ... 1
  parameter int DavcFunction = 2,  // see davc_vc, 0 ... 2
  parameter int SwitchWidth  = 6,  // bits of the id of a switch, 1 ... 24
  parameter int FromHost     = 0,  // packets come from a host: they count as on VC 0; 0 ... 1
  // Route = 1.
  parameter int VcRule          = 0,  // 0: all; 1: the lowest; 2: iodet_vc; 0 ... 2
  parameter int Dimensions      = 2,  // 1 ... 32
  parameter int CoordinateWidth = 4,  // 1 ... 16
  parameter int Concentration   = 1,  // 1 ... 256
  parameter logic [32*32-1:0] Sizes = {32{32'd8}},  // switches in each dimension, 0 lowest
  parameter logic [31:0]      Rings = '1,           // dimensions whose ends are connected
  parameter int HostVcs         = 1,  // to a host, 1 ... 64
  parameter int ClassVcs        = 1,  // of a class, 1 ... 64
  parameter int Dateline        = 0,  // 0 ... 1
  parameter int TiesPlus        = 0,  // see dor_route, 0 ... 1
  parameter int Bubble          = 0,  // entering_o is asked for, 0 ... 1
  // Route = 2, with Concentration.
  parameter int GroupSize = 2,  // switches of a group, 2 ... 255
  parameter int Groups    = 2,  // 2 or more
  // Derived.
  localparam int Channels  = Ports << VcShift,
  localparam int Vcs       = 1 << VcShift,
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth   = netloom_regs_pkg::bits_for(Vcs),
  localparam int AddrWidth = PortWidth + netloom_regs_pkg::IntervalAddrWidth,
  localparam int DavcAddrWidth =
      1 + netloom_regs_pkg::port_id_bits(Ports) + netloom_regs_pkg::DavcAddrWidth,
  localparam int GroupWidth    = netloom_regs_pkg::bits_for(Groups),
  localparam int PositionWidth = netloom_regs_pkg::bits_for(GroupSize),
  localparam int PlaceWidth    = (Route == 1) ? Dimensions*CoordinateWidth
                               : (Route == 2) ? Groups*Ports + PositionWidth + GroupWidth : 1
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
  // Straps: constant while packets are routed.
  input  logic [Channels-1:0]  offered_i,             // output channels that there are for the VC policy
  input  logic [PortWidth-1:0] preferred_base_i,
  input  logic                 preferred_source_i,    // the digit is of the source
  input  logic [4:0]           preferred_shift_i,
  input  logic [PortWidth-1:0] preferred_mask_i,
  input  logic [Ports-1:0]      to_host_i,
  // Where the switch is. Route = 1: its coordinates, dimension 0 lowest; 2: the ports to each group, its
  // position in its group, and the group, lowest.
  input  logic [PlaceWidth-1:0] place_i,
  // The head.
  input  logic [VcWidth-1:0]   vc_i,
  input  logic [NodeWidth-1:0] destination_i,
  input  logic [NodeWidth-1:0] source_i,
  output logic [Channels-1:0]  candidates_o,
  output logic [Channels-1:0]  entering_o,            // candidates that lead into a ring
  output logic [PortWidth-1:0] preferred_port_o
);

  if (Route < 0 || Route > 2) begin : gen_bad_route
    `NETLOOM_REFUSE("route_unit: Route; allowed: 0 ... 2");
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

  logic [Ports-1:0]     allowed_ports;
  logic [Channels-1:0]  vcs;       // of each port
  logic [Channels-1:0]  entering;
  logic [NodeWidth-1:0] operand;

  if (Route == 0) begin : gen_interval
    ir_router #(
      .Ports(Ports),
      .Width(NodeWidth)
    ) u_router (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .we_i           (we_i),
      .addr_i         (addr_i),
      .wdata_i        (wdata_i),
      .rdata_o        (rdata_o),
      .destination_i  (destination_i),
      .allowed_ports_o(allowed_ports)
    );

    assign vcs      = '1;
    assign entering = '0;

    logic unused;
    assign unused = ^place_i;
  end else if (Route == 1) begin : gen_dimension_order
    localparam int CountWidth     = netloom_regs_pkg::bits_for(Vcs + 1);
    localparam int DimensionWidth = netloom_regs_pkg::bits_for(Dimensions);

    logic [Dimensions*CoordinateWidth-1:0] there;
    logic [PortWidth-1:0]                  destination_port;
    logic [Dimensions*CoordinateWidth-1:0] last;
    logic [Vcs-1:0]                        class_vcs;
    logic [Vcs-1:0]                        entering_vcs;
    logic [Vcs-1:0]                        rule_vcs;  // between switches

    grid_destination #(
      .Dimensions   (Dimensions),
      .Width        (CoordinateWidth),
      .Concentration(Concentration),
      .NodeWidth    (NodeWidth),
      .PortWidth    (PortWidth),
      .Sizes        (Sizes)
    ) u_destination (
      .node_i       (destination_i),
      .coordinates_o(there),
      .port_o       (destination_port)
    );

    for (genvar d = 0; d < Dimensions; d++) begin : gen_last
      assign last[d*CoordinateWidth +: CoordinateWidth] =
          CoordinateWidth'(Sizes[d*32 +: 32] - 32'd1);
    end

    dor_route #(
      .Dimensions(Dimensions),
      .Width     (CoordinateWidth),
      .Ports     (Ports),
      .Vcs       (Vcs)
    ) u_router (
      .position_i        (place_i),
      .last_i            (last),
      .ring_i            (Rings[Dimensions-1:0]),
      .concentration_i   (PortWidth'(Concentration)),
      .host_vcs_i        (CountWidth'(HostVcs)),
      .class_vcs_i       (CountWidth'(ClassVcs)),
      .dateline_i        (Dateline == 1),
      .ties_plus_i       (TiesPlus == 1),
      .destination_i     (there),
      .destination_port_i(destination_port),
      .input_port_i      (PortWidth'(InputPort)),
      .input_vc_i        (vc_i),
      .allowed_ports_o   (allowed_ports),
      .vcs_o             (class_vcs),
      .entering_vcs_o    (entering_vcs)
    );

    if (VcRule == 0) begin : gen_all_vcs
      assign rule_vcs = class_vcs;
    end else if (VcRule == 1) begin : gen_lowest_vc
      assign rule_vcs = class_vcs & (~class_vcs + Vcs'(1));
    end else begin : gen_iodet_vc
      logic [DimensionWidth-1:0] dimension;
      logic                      plus;

      always_comb begin
        dimension = '0;
        plus      = 1'b0;
        for (int unsigned d = 0; d < Dimensions; d++) begin
          if (allowed_ports[Concentration + 2*d +: 2] != '0) begin
            dimension = DimensionWidth'(d);
            plus      = allowed_ports[Concentration + 2*d + 1];
          end
        end
      end

      iodet_vc #(
        .Dimensions(Dimensions),
        .Width     (CoordinateWidth),
        .Vcs       (Vcs)
      ) u_vc (
        .position_i   (place_i),
        .class_vcs_i  (CountWidth'(ClassVcs)),
        .dateline_i   (Dateline == 1),
        .destination_i(there),
        .dimension_i  (dimension),
        .plus_i       (plus),
        .vcs_o        (rule_vcs)
      );
    end

    for (genvar q = 0; q < Ports; q++) begin : gen_vcs
      assign vcs[q*Vcs +: Vcs]      = (q < Concentration) ? class_vcs : rule_vcs;
      assign entering[q*Vcs +: Vcs] = (Bubble == 1) ? entering_vcs : '0;
    end

    assign rdata_o = '0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, we_i, addr_i, wdata_i};
  end else begin : gen_dragonfly
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
    assign rdata_o  = '0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, we_i, addr_i, wdata_i, same_group};
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
  end

  assign operand          = (preferred_source_i ? source_i : destination_i) >> preferred_shift_i;
  assign preferred_port_o = preferred_base_i + (PortWidth'(operand) & preferred_mask_i);

  if (NodeWidth > PortWidth) begin : gen_unused
    logic unused_operand;
    assign unused_operand = ^operand[NodeWidth-1:PortWidth];
  end

endmodule
