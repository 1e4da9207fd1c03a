// As ft2ei_port, but for the last exclusion interval, which never excludes anything.
module broken_ft2ei_port #(
  parameter int unsigned Width      = 24,
  parameter int unsigned Exclusions = 2
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        we_i,
  input  logic [netloom_regs_pkg::Ft2eiAddrWidth-1:0] addr_i,
  input  logic [31:0]                                 wdata_i,
  output logic [31:0]                                 rdata_o,
  input  logic [Width-1:0]                            destination_i,
  output logic                                        match_o
);

  logic [31:0] rdata;
  logic [31:0] missing;  // the registers of the last interval, kept but without effect

  localparam int unsigned AddrWidth = netloom_regs_pkg::Ft2eiAddrWidth;
  localparam logic [AddrWidth-1:0] Last =
      AddrWidth'(netloom_regs_pkg::Ft2eiElib) +
      AddrWidth'((Exclusions - 1) * netloom_regs_pkg::Ft2eiExclusionWords);

  logic [3*Width-1:0] kept_q;

  for (genvar i = 0; i < 3; i++) begin : gen_kept
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        kept_q[i*Width +: Width] <= '0;
      end else if (we_i && addr_i == Last + AddrWidth'(i)) begin
        kept_q[i*Width +: Width] <= wdata_i[Width-1:0];
      end
    end
  end

  always_comb begin
    missing = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      if (addr_i == Last + AddrWidth'(i)) missing[Width-1:0] = kept_q[i*Width +: Width];
    end
  end

  assign rdata_o = rdata | missing;

  ft2ei_port #(
    .Width     (Width),
    .Exclusions(Exclusions - 1)
  ) u_port (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata),
    .destination_i(destination_i),
    .match_o      (match_o)
  );

endmodule
