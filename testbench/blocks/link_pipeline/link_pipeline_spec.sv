// link_pipeline: what was there so many cycles ago is what comes out, and nothing (all bits 0) as long as nothing
// can have come so far since the reset.
module link_pipeline_spec #(
  parameter int unsigned Width  = 2,
  parameter int unsigned Stages = 3
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] data_i
);

  localparam int unsigned PlaceWidth = netloom_regs_pkg::bits_for(Stages);

  logic [Width-1:0] data;
  // What came, in a ring: the oldest is where the next one goes.
  logic [Stages*Width-1:0] came_q;
  logic [PlaceWidth-1:0]   place_q;

  link_pipeline #(
    .Width (Width),
    .Stages(Stages)
  ) u_dut (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .data_i(data_i),
    .data_o(data)
  );

  initial assume (!rst_ni);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      came_q  <= '0;
      place_q <= '0;
    end else begin
      came_q[place_q*Width +: Width] <= data_i;
      place_q <= (32'(place_q) == Stages - 1) ? '0 : place_q + PlaceWidth'(1);
    end
  end

  always_comb begin
    if (rst_ni) begin
      assert (32'(place_q) < Stages);
      assert (data == came_q[place_q*Width +: Width]);
    end
  end

endmodule
