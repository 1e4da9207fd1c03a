`include "refuse.svh"

// Whose turn it is at a routing unit: heads that come to the front of their VCs are served one after
// the other, Delay cycles each, first come, first served. Of those that come in the same cycle `first`
// goes before `then`, and of these the lower before the higher. Each head is in the queue once at most.
//
// routed_valid_o says in the last cycle of a head's service that its result is to be stored: it counts
// from the next cycle on. With Delay = 1 that is the cycle in which the head comes, if the unit is free.
//
// Source: docs/timing.md, rules 2 and 3.
module routing_queue #(
  parameter int Heads = 4,  // that may wait, 1 ... 64
  parameter int Delay = 1,  // R in cycles, 1 or more
  // Derived.
  localparam int HeadWidth = netloom_regs_pkg::bits_for(Heads)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 first_valid_i,
  input  logic [HeadWidth-1:0] first_i,
  input  logic [Heads-1:0]     then_i,          // any of them
  output logic                 routed_valid_o,
  output logic [HeadWidth-1:0] routed_o
);

  if (Heads < 1 || Heads > 64) begin : gen_bad_heads
    `NETLOOM_REFUSE("routing_queue: Heads; allowed: 1 ... 64");
  end
  if (Delay < 1) begin : gen_bad_delay
    `NETLOOM_REFUSE("routing_queue: Delay; allowed: 1 or more");
  end

  localparam int LengthWidth = netloom_regs_pkg::bits_for(Heads + 1);
  localparam int DelayWidth  = netloom_regs_pkg::bits_for(Delay);
  // Those that come in a cycle stand behind those that wait. No more than Heads wait and come.
  localparam int Places      = Heads + 1;

  logic [Heads*HeadWidth-1:0]  waiting_q;  // who came first is lowest
  logic [LengthWidth-1:0]      length_q;
  logic [DelayWidth-1:0]       rest_q;     // cycles of service behind the present one
  logic [Places*HeadWidth-1:0] line;
  logic [LengthWidth:0]        line_length;

  always_comb begin
    line        = {HeadWidth'(0), waiting_q};
    line_length = {1'b0, length_q};
    for (int unsigned i = 0; i < Places; i++) begin
      if (first_valid_i && line_length == (LengthWidth + 1)'(i)) line[i*HeadWidth +: HeadWidth] = first_i;
    end
    line_length = line_length + (LengthWidth + 1)'(first_valid_i);
    for (int unsigned h = 0; h < Heads; h++) begin
      for (int unsigned i = 0; i < Places; i++) begin
        if (then_i[h] && line_length == (LengthWidth + 1)'(i)) line[i*HeadWidth +: HeadWidth] = HeadWidth'(h);
      end
      line_length = line_length + (LengthWidth + 1)'(then_i[h]);
    end
  end

  assign routed_valid_o = line_length != '0 && rest_q == '0;
  assign routed_o       = line[HeadWidth-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      length_q  <= '0;
      rest_q    <= DelayWidth'(Delay - 1);
    end else begin
      if (routed_valid_o) begin
        waiting_q <= line[HeadWidth +: Heads*HeadWidth];
        length_q  <= LengthWidth'(line_length - (LengthWidth + 1)'(1));
        rest_q    <= DelayWidth'(Delay - 1);
      end else begin
        waiting_q <= line[Heads*HeadWidth-1:0];
        length_q  <= LengthWidth'(line_length);
        if (line_length != '0) rest_q <= rest_q - DelayWidth'(1);
      end
    end
  end

endmodule
