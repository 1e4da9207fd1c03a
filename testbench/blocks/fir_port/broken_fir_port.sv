// fir_port with a deliberate mistake, which the shadow comparison has to find: a port does not look
// at its restrictions.
module broken_fir_port #(
  parameter int unsigned Ports   = 8,
  parameter int unsigned Width   = 24,
  parameter bit          Operand = 1'b0
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            we_i,
  input  logic [netloom_regs_pkg::FirSourceAddrWidth-1:0] addr_i,
  input  logic [31:0]                                     wdata_i,
  output logic [31:0]                                     rdata_o,
  input  logic [Width-1:0]                                destination_i,
  input  logic [Width-1:0]                                source_i,
  output logic                                            match_o,
  input  logic [Ports-1:0]                                all_matches_i,
  output logic                                            allowed_o
);

  fir_port #(
    .Ports  (Ports),
    .Width  (Width),
    .Operand(Operand)
  ) u_fir_port (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata_o),
    .destination_i(destination_i),
    .source_i     (source_i),
    .match_o      (match_o),
    .all_matches_i(all_matches_i & '0),
    .allowed_o    (allowed_o)
  );

endmodule
