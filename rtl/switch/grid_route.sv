`include "refuse.svh"

// Dimension order in meshes and tori: the port by which a head goes on (dor_route), and the VCs that it
// may take there: to a host all, and between switches those of its class, all of them, the lowest, or that
// of iodet_vc, as VcRule says. Combinational.
//
// Source: [IODET 2013], sections 2 and 3.
module grid_route #(
  parameter int Ports           = 5,  // 2 * Dimensions + Concentration ... 256
  parameter int VcShift         = 0,  // a port has 2^VcShift channels, 0 ... 6
  parameter int NodeWidth       = 6,  // bits of a node number, 1 ... 24
  parameter int InputPort       = 0,  // of the head, 0 ... 255
  parameter int VcRule          = 0,  // 0: all; 1: the lowest; 2: iodet_vc; 0 ... 2
  parameter int Dimensions      = 2,  // 1 ... 32
  parameter int CoordinateWidth = 4,  // 1 ... 16
  parameter int Concentration   = 1,  // hosts of a switch, 1 ... 256
  parameter logic [32*32-1:0] Sizes = {32{32'd8}},  // switches in each dimension, 0 lowest
  parameter logic [31:0]      Rings = '1,           // dimensions whose ends are connected
  parameter int HostVcs         = 1,  // to a host, 1 ... 64
  parameter int ClassVcs        = 1,  // of a class, 1 ... 64
  parameter int Dateline        = 0,  // there are two classes, 0 ... 1
  parameter int TiesPlus        = 0,  // see dor_route, 0 ... 1
  parameter int Bubble          = 0,  // entering_o is asked for, 0 ... 1
  // Derived.
  localparam int Channels  = Ports << VcShift,
  localparam int Vcs       = 1 << VcShift,
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth   = netloom_regs_pkg::bits_for(Vcs),
  localparam int Width     = (CoordinateWidth > 0) ? CoordinateWidth : 1  // some width where it is refused
) (
  input  logic [Dimensions*Width-1:0] position_i,       // strap: of the switch, dimension 0 lowest
  // The head.
  input  logic [VcWidth-1:0]          vc_i,
  input  logic [NodeWidth-1:0]        destination_i,
  output logic [Ports-1:0]            allowed_ports_o,
  output logic [Channels-1:0]         vcs_o,            // of each port, those that it may take there
  output logic [Channels-1:0]         entering_o        // of these those that lead into a ring
);

  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("grid_route: VcShift; allowed: 0 ... 6");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("grid_route: NodeWidth; allowed: 1 ... 24");
  end
  if (InputPort < 0 || InputPort > 255) begin : gen_bad_input_port
    `NETLOOM_REFUSE("grid_route: InputPort; allowed: 0 ... 255");
  end
  if (VcRule < 0 || VcRule > 2) begin : gen_bad_vc_rule
    `NETLOOM_REFUSE("grid_route: VcRule; allowed: 0 ... 2");
  end
  if (Dimensions < 1 || Dimensions > 32) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("grid_route: Dimensions; allowed: 1 ... 32");
  end
  if (CoordinateWidth < 1 || CoordinateWidth > 16) begin : gen_bad_coordinate_width
    `NETLOOM_REFUSE("grid_route: CoordinateWidth; allowed: 1 ... 16");
  end
  if (Concentration < 1 || Concentration > 256) begin : gen_bad_concentration
    `NETLOOM_REFUSE("grid_route: Concentration; allowed: 1 ... 256");
  end
  if (Ports < 2 * Dimensions + Concentration || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("grid_route: Ports; allowed: 2 * Dimensions + Concentration ... 256");
  end
  if (HostVcs < 1 || HostVcs > 64) begin : gen_bad_host_vcs
    `NETLOOM_REFUSE("grid_route: HostVcs; allowed: 1 ... 64");
  end
  if (ClassVcs < 1 || ClassVcs > 64) begin : gen_bad_class_vcs
    `NETLOOM_REFUSE("grid_route: ClassVcs; allowed: 1 ... 64");
  end
  if (Dateline < 0 || Dateline > 1) begin : gen_bad_dateline
    `NETLOOM_REFUSE("grid_route: Dateline; allowed: 0 ... 1");
  end
  if (TiesPlus < 0 || TiesPlus > 1) begin : gen_bad_ties_plus
    `NETLOOM_REFUSE("grid_route: TiesPlus; allowed: 0 ... 1");
  end
  if (Bubble < 0 || Bubble > 1) begin : gen_bad_bubble
    `NETLOOM_REFUSE("grid_route: Bubble; allowed: 0 ... 1");
  end

  localparam int CountWidth     = netloom_regs_pkg::bits_for(Vcs + 1);
  localparam int DimensionWidth = netloom_regs_pkg::bits_for(Dimensions);

  logic [Dimensions*Width-1:0] there;
  logic [PortWidth-1:0]        destination_port;
  logic [Dimensions*Width-1:0] last;
  logic [Vcs-1:0]              class_vcs;
  logic [Vcs-1:0]              entering_vcs;
  logic [Vcs-1:0]              rule_vcs;  // between switches

  grid_destination #(
    .Dimensions   (Dimensions),
    .Width        (Width),
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
    assign last[d*Width +: Width] = Width'(Sizes[d*32 +: 32] - 32'd1);
  end

  dor_route #(
    .Dimensions(Dimensions),
    .Width     (Width),
    .Ports     (Ports),
    .Vcs       (Vcs)
  ) u_router (
    .position_i        (position_i),
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
    .allowed_ports_o   (allowed_ports_o),
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
        if (allowed_ports_o[Concentration + 2*d +: 2] != '0) begin
          dimension = DimensionWidth'(d);
          plus      = allowed_ports_o[Concentration + 2*d + 1];
        end
      end
    end

    iodet_vc #(
      .Dimensions(Dimensions),
      .Width     (Width),
      .Vcs       (Vcs)
    ) u_vc (
      .position_i   (position_i),
      .class_vcs_i  (CountWidth'(ClassVcs)),
      .dateline_i   (Dateline == 1),
      .destination_i(there),
      .dimension_i  (dimension),
      .plus_i       (plus),
      .vcs_o        (rule_vcs)
    );
  end

  for (genvar q = 0; q < Ports; q++) begin : gen_vcs
    assign vcs_o[q*Vcs +: Vcs]      = (q < Concentration) ? class_vcs : rule_vcs;
    assign entering_o[q*Vcs +: Vcs] = (Bubble == 1) ? entering_vcs : '0;
  end

endmodule
