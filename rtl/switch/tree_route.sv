`include "refuse.svh"

// The output ports by which a head may go on in a tree, around the decision block that Kind names:
//   0  interval routing (ir_router);
//   1  DESTRO and DET-Lin (destro_route), by digits of node numbers;
//   2  RUFT (ruft_route), by them, too;
//   3  FIR (fir_router);
//   4  FT2EI (ft2ei_router).
// 0, 3 and 4 have registers, which have the addresses of their block, and 1 and 2 a place in the tree.
// Combinational from the head to the ports.
module tree_route #(
  parameter int Kind      = 0,  // 0 ... 4
  parameter int Ports     = 8,  // 1 ... 256
  parameter int NodeWidth = 6,  // bits of a node number, 1 ... 24
  parameter int InputPort = 0,  // of the head, 0 ... 255
  // Kind = 1 and 2.
  parameter int DigitBits  = 1,  // log2 of the tree's k; of a RUFT 8 at most, 1 ... 8
  parameter int BySource   = 0,  // up by the digit of the source, 0 ... 1
  parameter int Nonminimal = 0,  // all packets go up to the last stage, 0 ... 1
  // Kind = 3.
  parameter int Operand    = 0,  // ports choose between destination and source, 0 ... 1
  // Kind = 4.
  parameter int FirstUp    = 0,  // first port with exclusion intervals, 0 ... Ports
  parameter int Exclusions = 1,  // of each of these, 0 ... 16
  // Derived.
  localparam int PortWidth     = netloom_regs_pkg::bits_for(Ports),
  localparam int RegisterWidth = netloom_regs_pkg::Ft2eiAddrWidth,  // no block has more registers of a port
  localparam int AddrWidth     = PortWidth + RegisterWidth,
  localparam int StageWidth    = 5,
  localparam int PlaceWidth    = (Kind == 1) ? StageWidth + 1 + NodeWidth : (Kind == 2) ? StageWidth : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // Registers: {port, register of the port}.
  input  logic                  we_i,
  input  logic [AddrWidth-1:0]  addr_i,
  input  logic [31:0]           wdata_i,
  output logic [31:0]           rdata_o,
  // Strap. Kind = 1 and 2: the stage of the switch, lowest; 1: that it is the last one, and the position
  // in the stage.
  input  logic [PlaceWidth-1:0] place_i,
  // The head.
  input  logic [NodeWidth-1:0]  destination_i,
  input  logic [NodeWidth-1:0]  source_i,
  output logic [Ports-1:0]      allowed_ports_o
);

  if (Kind < 0 || Kind > 4) begin : gen_bad_kind
    `NETLOOM_REFUSE("tree_route: Kind; allowed: 0 ... 4");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("tree_route: Ports; allowed: 1 ... 256");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("tree_route: NodeWidth; allowed: 1 ... 24");
  end
  if (InputPort < 0 || InputPort > 255) begin : gen_bad_input_port
    `NETLOOM_REFUSE("tree_route: InputPort; allowed: 0 ... 255");
  end
  if (DigitBits < 1 || DigitBits > 8) begin : gen_bad_digit_bits
    `NETLOOM_REFUSE("tree_route: DigitBits; allowed: 1 ... 8");
  end
  if (BySource < 0 || BySource > 1) begin : gen_bad_by_source
    `NETLOOM_REFUSE("tree_route: BySource; allowed: 0 ... 1");
  end
  if (Nonminimal < 0 || Nonminimal > 1) begin : gen_bad_nonminimal
    `NETLOOM_REFUSE("tree_route: Nonminimal; allowed: 0 ... 1");
  end
  if (Operand < 0 || Operand > 1) begin : gen_bad_operand
    `NETLOOM_REFUSE("tree_route: Operand; allowed: 0 ... 1");
  end
  if (FirstUp < 0 || FirstUp > Ports) begin : gen_bad_first_up
    `NETLOOM_REFUSE("tree_route: FirstUp; allowed: 0 ... Ports");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("tree_route: Exclusions; allowed: 0 ... 16");
  end

  localparam int Arity = 1 << DigitBits;

  logic [PortWidth-1:0]     port;
  logic [RegisterWidth-1:0] port_addr;

  assign {port, port_addr} = addr_i;

  case (Kind)
    0: begin : gen_interval
      localparam int IntervalWidth = netloom_regs_pkg::IntervalAddrWidth;

      ir_router #(
        .Ports(Ports),
        .Width(NodeWidth)
      ) u_router (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .we_i           (we_i),
        .addr_i         ({port, port_addr[IntervalWidth-1:0]}),
        .wdata_i        (wdata_i),
        .rdata_o        (rdata_o),
        .destination_i  (destination_i),
        .allowed_ports_o(allowed_ports_o)
      );

      logic unused;
      assign unused = ^{port_addr[RegisterWidth-1:IntervalWidth], place_i, source_i};
    end
    1: begin : gen_destro
      // Links down and up, of which a switch of the last stage has only half.
      localparam int TreePorts = 2*Arity;

      logic [TreePorts-1:0] tree_ports;
      logic                 unused;

      destro_route #(
        .Ports(TreePorts),
        .Width(NodeWidth)
      ) u_router (
        .digit_bits_i   (4'(DigitBits)),
        .stage_i        (place_i[StageWidth-1:0]),
        .position_i     (place_i[StageWidth+1 +: NodeWidth]),
        .last_stage_i   (place_i[StageWidth]),
        .by_source_i    (BySource == 1),
        .nonminimal_i   (Nonminimal == 1),
        .destination_i  (destination_i),
        .source_i       (source_i),
        .from_above_i   (InputPort >= Arity),
        .allowed_ports_o(tree_ports)
      );

      assign allowed_ports_o = Ports'(tree_ports);
      assign rdata_o         = '0;
      assign unused          = ^{clk_i, rst_ni, we_i, port, port_addr, wdata_i, tree_ports};
    end
    2: begin : gen_ruft
      logic [Arity-1:0] tree_ports;
      logic             unused;

      ruft_route #(
        .Ports(Arity),
        .Width(NodeWidth)
      ) u_router (
        .digit_bits_i   (4'(DigitBits)),
        .stage_i        (place_i),
        .destination_i  (destination_i),
        .allowed_ports_o(tree_ports)
      );

      assign allowed_ports_o = Ports'(tree_ports);
      assign rdata_o         = '0;
      assign unused          = ^{clk_i, rst_ni, we_i, port, port_addr, wdata_i, source_i, tree_ports};
    end
    3: begin : gen_fir
      localparam int FirWidth = netloom_regs_pkg::FirSourceAddrWidth;

      logic [Ports-1:0] ar;
      logic             unused;

      fir_router #(
        .Ports  (Ports),
        .Width  (NodeWidth),
        .Operand(1'(Operand))
      ) u_router (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .we_i           (we_i),
        .addr_i         ({port, port_addr[FirWidth-1:0]}),
        .wdata_i        (wdata_i),
        .rdata_o        (rdata_o),
        .destination_i  (destination_i),
        .source_i       (source_i),
        .allowed_ports_o(allowed_ports_o),
        .route_i        (1'b0),  // what is allowed is kept with the head
        .ar_o           (ar)
      );

      assign unused = ^{port_addr[RegisterWidth-1:FirWidth], place_i, ar};
    end
    default: begin : gen_ft2ei
      ft2ei_router #(
        .Ports     (Ports),
        .FirstUp   (FirstUp),
        .Width     (NodeWidth),
        .Exclusions(Exclusions)
      ) u_router (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .we_i           (we_i),
        .addr_i         (addr_i),
        .wdata_i        (wdata_i),
        .rdata_o        (rdata_o),
        .destination_i  (destination_i),
        .allowed_ports_o(allowed_ports_o)
      );

      logic unused;
      assign unused = ^{port, port_addr, place_i, source_i};
    end
  endcase

endmodule
