// iodet_vc picks one VC: as far above the first of its class as the destination's coordinate is above
// a multiple of the VCs of a class.
module iodet_vc_spec #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Width      = 4,
  parameter int unsigned Vcs        = 6,
  parameter int unsigned DimensionWidth = netloom_regs_pkg::bits_for(Dimensions),
  parameter int unsigned CountWidth     = netloom_regs_pkg::bits_for(Vcs + 1)
) (
  input logic [Dimensions*Width-1:0] position_i,
  input logic [CountWidth-1:0]       class_vcs_i,
  input logic                        dateline_i,
  input logic [Dimensions*Width-1:0] destination_i,
  input logic [DimensionWidth-1:0]   dimension_i,
  input logic                        plus_i
);

  logic [Vcs-1:0]   vcs;
  logic [Width-1:0] from;
  logic [Width-1:0] to;
  integer           distance;  // to the destination, without going over the border
  integer           first;     // VC of the class

  iodet_vc #(
    .Dimensions(Dimensions),
    .Width     (Width),
    .Vcs       (Vcs)
  ) u_dut (
    .position_i   (position_i),
    .class_vcs_i  (class_vcs_i),
    .dateline_i   (dateline_i),
    .destination_i(destination_i),
    .dimension_i  (dimension_i),
    .plus_i       (plus_i),
    .vcs_o        (vcs)
  );

  assign from = position_i >> (dimension_i * Width);
  assign to   = destination_i >> (dimension_i * Width);

  always_comb begin
    assume (dimension_i < Dimensions);
    assume (class_vcs_i != '0);
    assume (class_vcs_i * (dateline_i ? 2 : 1) <= Vcs);

    distance = plus_i ? to - from : from - to;
    first    = (dateline_i && distance >= 0) ? class_vcs_i : 0;
    for (integer v = 0; v < Vcs; v++) begin
      assert (vcs[v] == (v >= first && v < first + class_vcs_i &&
                         v - first == to % class_vcs_i));
    end
  end

endmodule
