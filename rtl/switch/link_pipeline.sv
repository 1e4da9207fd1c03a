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

  // The first stage lowest.
  logic [Stages*Width-1:0] stages_q;

  assign data_o = stages_q[(Stages-1)*Width +: Width];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stages_q <= '0;
    else stages_q <= (Stages*Width)'({stages_q, data_i});
  end

endmodule
