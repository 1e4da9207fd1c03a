// Heads that wait for a routing unit: of each whether it is in the queue, and how many are before it. The
// one with nobody before it is served, for Delay cycles; then it leaves, and all others move up. Who comes
// stands behind all that are there, `first` before `then`, and of these the lower before the higher, and can
// be served in the cycle in which it comes.
// Source: docs/timing.md, rules 2 and 3.
module routing_queue_model #(
  parameter int unsigned Heads     = 3,
  parameter int unsigned Delay     = 2,
  parameter int unsigned HeadWidth = netloom_regs_pkg::bits_for(Heads)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   first_valid_i,
  input  logic [HeadWidth-1:0]   first_i,
  input  logic [Heads-1:0]       then_i,
  output logic [Heads-1:0]       routed_o,     // the one that is served for the last cycle
  output logic [Heads-1:0]       present_o,    // before those of this cycle come
  output logic [Heads*8-1:0]     before_o,
  output logic [7:0]             served_o,     // cycles that the one in front has been served
  output logic [7:0]             length_o
);

  logic [Heads-1:0]   present_q;
  logic [Heads*8-1:0] before_q;
  logic [7:0]         served_q;
  logic [Heads-1:0]   present;   // with those of this cycle
  logic [Heads*8-1:0] before;
  logic [7:0]         line;      // how many are before the next one that comes
  logic               leaves;

  always_comb begin
    length_o = '0;
    for (int unsigned h = 0; h < Heads; h++) length_o = length_o + present_q[h];
  end

  always_comb begin
    present  = present_q;
    before   = before_q;
    routed_o = '0;
    line     = length_o + first_valid_i;
    for (int unsigned h = 0; h < Heads; h++) begin
      if (first_valid_i && first_i == h) begin
        present[h]         = 1'b1;
        before[h*8 +: 8]   = length_o;
      end
      if (then_i[h]) begin
        present[h]         = 1'b1;
        before[h*8 +: 8]   = line;
        line               = line + 1;
      end
      if (present[h] && before[h*8 +: 8] == '0 && served_q == Delay - 1) routed_o[h] = 1'b1;
    end
  end

  assign leaves    = routed_o != '0;
  assign present_o = present_q;
  assign before_o  = before_q;
  assign served_o  = served_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      present_q <= '0;
      before_q  <= '0;
      served_q  <= '0;
    end else begin
      for (int unsigned h = 0; h < Heads; h++) begin
        present_q[h]        <= present[h] && !routed_o[h];
        before_q[h*8 +: 8]  <= before[h*8 +: 8] - leaves;
      end
      served_q <= leaves ? '0 : served_q + (present != '0);
    end
  end

endmodule
