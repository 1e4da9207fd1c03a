// What a switch counts of the traffic to one group, by the definition: the packets injected in each
// of the last buckets, the present one first, and those stored. A bucket that is too old is
// forgotten; the window is the sum over the others.
module lia_counters_model #(
  parameter int unsigned Buckets = 3,
  parameter int unsigned Count   = 6   // bits of a count
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  tick_i,
  input  logic                  begins_i,  // this cycle is the first one of a bucket
  input  logic [2:0]               buckets_i,   // of the window, up to Buckets
  input  logic [Count-1:0]       came_i,    // packets of this cycle: into the queues
  input  logic [Count-1:0]       left_i,    // and out of them
  output logic [Buckets*Count-1:0] buckets_o, // packets in each bucket, by its age
  output logic [Buckets*Count-1:0] buckets_d_o, // the same behind the next edge
  output logic [Count-1:0]       stored_o,
  output logic [Count-1:0]       stored_d_o
);

  always_comb begin
    buckets_d_o = buckets_o;
    stored_d_o  = stored_o;
    if (tick_i) begin
      stored_d_o = stored_o + came_i - left_i;
      if (begins_i) begin
        buckets_d_o = '0;
        for (int unsigned age = 1; age < Buckets; age++) begin
          if (age < buckets_i) buckets_d_o[age*Count +: Count] = buckets_o[(age-1)*Count +: Count];
        end
        buckets_d_o[Count-1:0] = left_i;
      end else begin
        buckets_d_o[Count-1:0] = buckets_o[Count-1:0] + left_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      buckets_o <= '0;
      stored_o  <= '0;
    end else begin
      buckets_o <= buckets_d_o;
      stored_o  <= stored_d_o;
    end
  end

endmodule
