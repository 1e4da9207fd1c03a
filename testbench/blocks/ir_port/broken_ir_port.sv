// ir_port with a deliberate mistake, which the shadow comparison has to find: the upper bound is
// not part of the interval.
module broken_ir_port #(
  parameter int unsigned Width = 24
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           we_i,
  input  logic [netloom_regs_pkg::IntervalAddrWidth-1:0] addr_i,
  input  logic [31:0]                                    wdata_i,
  output logic [31:0]                                    rdata_o,
  input  logic [Width-1:0]                               destination_i,
  output logic                                           match_o
);

  logic [Width-1:0] lib_q;
  logic [Width-1:0] uib_q;
  logic             not_below;
  logic             not_above;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lib_q <= '0;
      uib_q <= '0;
    end else if (we_i) begin
      if (addr_i == netloom_regs_pkg::IntervalLib) lib_q <= wdata_i[Width-1:0];
      else uib_q <= wdata_i[Width-1:0];
    end
  end

  assign rdata_o = (addr_i == netloom_regs_pkg::IntervalLib) ? 32'(lib_q) : 32'(uib_q);

  assign not_below = destination_i >= lib_q;
  assign not_above = destination_i < uib_q;
  assign match_o   = (lib_q <= uib_q) ? (not_below & not_above) : (not_below | not_above);

  logic unused_wdata;
  assign unused_wdata = ^wdata_i[31:Width];

endmodule
