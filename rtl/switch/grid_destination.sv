`include "refuse.svh"

// Where in a mesh or torus a node is: the coordinates of its switch, dimension 0 lowest, and its port
// there. Nodes are numbered switch by switch, switches along dimension 0 first. What is divided by is
// constant: with powers of two nothing but wires remains. Combinational.
//
// Source: [IODET 2013], section 2.
module grid_destination #(
  parameter int Dimensions    = 2,   // 1 ... 32
  parameter int Width         = 4,   // bits of a coordinate, 1 ... 16
  parameter int Concentration = 1,   // hosts of a switch, 1 ... 256
  parameter int NodeWidth     = 6,   // bits of a node number, 1 ... 24
  parameter int PortWidth     = 3,   // 1 ... 8
  parameter logic [32*32-1:0] Sizes = {32{32'd8}}  // switches in each dimension, 0 lowest
) (
  input  logic [NodeWidth-1:0]        node_i,
  output logic [Dimensions*Width-1:0] coordinates_o,
  output logic [PortWidth-1:0]        port_o
);

  if (Dimensions < 1 || Dimensions > 32) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("grid_destination: Dimensions; allowed: 1 ... 32");
  end
  if (Width < 1 || Width > 16) begin : gen_bad_width
    `NETLOOM_REFUSE("grid_destination: Width; allowed: 1 ... 16");
  end
  if (Concentration < 1 || Concentration > 256) begin : gen_bad_concentration
    `NETLOOM_REFUSE("grid_destination: Concentration; allowed: 1 ... 256");
  end
  if (NodeWidth < 1 || NodeWidth > 24) begin : gen_bad_node_width
    `NETLOOM_REFUSE("grid_destination: NodeWidth; allowed: 1 ... 24");
  end
  if (PortWidth < 1 || PortWidth > 8) begin : gen_bad_port_width
    `NETLOOM_REFUSE("grid_destination: PortWidth; allowed: 1 ... 8");
  end

  logic [31:0] number;  // of the switch

  assign number = 32'(node_i) / 32'(Concentration);
  assign port_o = PortWidth'(32'(node_i) % 32'(Concentration));

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimensions
    localparam logic [31:0] Size = Sizes[d*32 +: 32];
    logic [31:0] higher;  // the number that the dimensions from this one on make

    if (d == 0) begin : gen_first
      assign higher = number;
    end else begin : gen_next
      localparam logic [31:0] Before = Sizes[(d-1)*32 +: 32];
      assign higher = gen_dimensions[d-1].higher / Before;
    end

    assign coordinates_o[d*Width +: Width] = Width'(higher % Size);
  end

endmodule
