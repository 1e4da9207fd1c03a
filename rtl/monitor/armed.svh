  // What a switch does before its first reset is of no interest: armed says that there was one, and is none.
  logic reset_q;
  logic armed;

  initial reset_q = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reset_q <= 1'b1;
  end

  assign armed = reset_q && rst_ni;
