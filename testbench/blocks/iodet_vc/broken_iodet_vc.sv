// iodet_vc with a deliberate mistake, which the shadow comparison has to find: it is the destination's
// coordinate in dimension 0 that decides, whatever dimension the packet travels.
module broken_iodet_vc #(
  parameter int unsigned Dimensions     = 2,
  parameter int unsigned Width          = 16,
  parameter int unsigned Vcs            = 64,
  parameter int unsigned DimensionWidth = netloom_regs_pkg::bits_for(Dimensions),
  parameter int unsigned CountWidth     = netloom_regs_pkg::bits_for(Vcs + 1)
) (
  input  logic [Dimensions*Width-1:0] position_i,
  input  logic [CountWidth-1:0]       class_vcs_i,
  input  logic                        dateline_i,
  input  logic [Dimensions*Width-1:0] destination_i,
  input  logic [DimensionWidth-1:0]   dimension_i,
  input  logic                        plus_i,
  output logic [Vcs-1:0]              vcs_o
);

  iodet_vc #(
    .Dimensions(Dimensions),
    .Width     (Width),
    .Vcs       (Vcs)
  ) u_iodet_vc (
    .position_i   (position_i),
    .class_vcs_i  (class_vcs_i),
    .dateline_i   (dateline_i),
    .destination_i(destination_i),
    .dimension_i  (dimension_i & '0),
    .plus_i       (plus_i),
    .vcs_o        (vcs_o)
  );

endmodule
