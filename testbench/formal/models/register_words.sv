// What registers do that are written at the rising edge with we_i and read back combinationally, for
// all blocks: a word for each address, of which the bits in its mask exist. Words without bits, and
// addresses behind the last word, read as 0 and ignore writes.
module register_words #(
  parameter int unsigned Words     = 2,
  parameter int unsigned AddrWidth = 1,
  parameter [Words*32-1:0] Masks  = '0,  // bits that exist, word 0 lowest
  parameter [Words*32-1:0] Resets = '0   // values after reset
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  output logic [Words*32-1:0]  words_o  // what all of them hold
);

  logic [Words*32-1:0] words_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q <= Resets;
    end else begin
      for (int unsigned i = 0; i < Words; i++) begin
        if (we_i && addr_i == i) words_q[i*32 +: 32] <= wdata_i;
      end
    end
  end

  always_comb begin
    rdata_o = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      if (addr_i == i) rdata_o = words_o[i*32 +: 32];
    end
  end

  assign words_o = words_q & Masks;

endmodule
