`include "refuse.svh"

// A link, in one direction: what goes in comes out Stages cycles later.
//
// Source: docs/timing.md, rules 1 and 8: L cycles for phits, and as many for credits.
module link_pipeline #(
  parameter int Width  = 64,  // bits, 1 or more
  parameter int Stages = 1    // L in cycles, 1 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("link_pipeline: Width; allowed: 1 or more");
  end
  if (Stages < 1) begin : gen_bad_stages
    `NETLOOM_REFUSE("link_pipeline: Stages; allowed: 1 or more");
  end

  logic [Width-1:0] stages_q [Stages];

  assign data_o = stages_q[Stages-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < Stages; i++) stages_q[i] <= '0;
    end else begin
      stages_q[0] <= data_i;
      for (int i = 1; i < Stages; i++) stages_q[i] <= stages_q[i-1];
    end
  end

endmodule
