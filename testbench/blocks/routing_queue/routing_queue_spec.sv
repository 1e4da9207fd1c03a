// routing_queue serves heads first come, first served, of the same cycle `first` before `then`, and of these
// the lower before the higher, each for exactly Delay cycles; each that came is served once, and nobody else. Of one head the spec counts the
// cycles itself: it is served Delay cycles for each that was before it when it came, and Delay for itself,
// less those that the one in front had been served by then.
module routing_queue_spec #(
  parameter int unsigned Heads     = 3,
  parameter int unsigned Delay     = 2,
  parameter int unsigned HeadWidth = netloom_regs_pkg::bits_for(Heads)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 first_valid_i,
  input logic [HeadWidth-1:0] first_i,
  input logic [Heads-1:0]     then_i
);

  localparam int unsigned LengthWidth = netloom_regs_pkg::bits_for(Heads + 1);
  localparam int unsigned DelayWidth  = netloom_regs_pkg::bits_for(Delay);

  logic                 routed_valid;
  logic [HeadWidth-1:0] routed;
  logic [Heads-1:0]     model_routed;
  logic [Heads-1:0]     present;
  logic [Heads*8-1:0]   before;
  logic [7:0]           served;
  logic [7:0]           length;

  routing_queue #(
    .Heads(Heads),
    .Delay(Delay)
  ) u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .first_valid_i (first_valid_i),
    .first_i       (first_i),
    .then_i        (then_i),
    .routed_valid_o(routed_valid),
    .routed_o      (routed)
  );

  routing_queue_model #(
    .Heads(Heads),
    .Delay(Delay)
  ) u_model (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .first_valid_i(first_valid_i),
    .first_i      (first_i),
    .then_i       (then_i),
    .routed_o     (model_routed),
    .present_o    (present),
    .before_o     (before),
    .served_o     (served),
    .length_o     (length)
  );

  initial assume (!rst_ni);

  // A head that comes is not in the queue.
  always_comb begin
    if (first_valid_i) assume (first_i < Heads && !present[first_i]);
    assume ((then_i & present) == '0);
    if (first_valid_i) assume (!then_i[first_i]);
  end

  always_comb begin
    assert (routed_valid == (model_routed != '0));
    for (int unsigned h = 0; h < Heads; h++) assert (model_routed[h] == (routed_valid && routed == h));
  end

  // The line of the block is that of the model.
  (* hierconn *) wire [Heads*HeadWidth-1:0] \u_dut.waiting_q ;
  (* hierconn *) wire [LengthWidth-1:0]     \u_dut.length_q ;
  (* hierconn *) wire [DelayWidth-1:0]      \u_dut.rest_q ;

  always_comb begin
    assert (length <= Heads && \u_dut.length_q == length);
    assert (served < Delay && \u_dut.rest_q == Delay - 1 - served);
    assert (length != '0 || served == '0);
  end

  for (genvar h = 0; h < Heads; h++) begin : gen_heads
    always_comb begin
      if (present[h]) begin
        assert (before[h*8 +: 8] < length);
        assert (\u_dut.waiting_q [before[h*8 +: 8]*HeadWidth +: HeadWidth] == h);
      end
    end
    for (genvar g = 0; g < h; g++) begin : gen_others
      always_comb if (present[h] && present[g]) assert (before[h*8 +: 8] != before[g*8 +: 8]);
    end
  end

  // One head, by its cycles.
  (* anyconst *) logic [HeadWidth-1:0] who;
  logic       comes;
  logic       waits;     // with the present cycle
  logic       waits_q;
  logic [7:0] wait_q;    // cycles until its last one, this one included
  logic [7:0] wait_now;
  logic [7:0] earlier;   // heads that stand before it when it comes

  always_comb begin
    comes    = (first_valid_i && first_i == who) || then_i[who];
    waits    = waits_q || comes;
    wait_now = wait_q;
    earlier  = length + (first_valid_i && first_i != who);
    for (int unsigned h = 0; h < Heads; h++) earlier = earlier + (then_i[who] && then_i[h] && h < who);
    if (comes) wait_now = (earlier + 1) * Delay - served;
    assume (who < Heads);
    assert ((routed_valid && routed == who) == (waits && wait_now == 1));
    assert (waits_q == present[who]);
    if (waits_q) assert (wait_q == (before[who*8 +: 8] + 1) * Delay - served);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      wait_q  <= '0;
    end else begin
      waits_q <= waits && wait_now != 1;
      wait_q  <= wait_now - 1;
    end
  end

endmodule
