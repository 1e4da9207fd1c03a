// queue_fill: of two queues with buffers of any sizes, and phits weighted so that full ones are alike, the first has
// a fill below the bound of the second exactly if the share of its buffers that is filled is less than so many
// percent of the second one's.
module queue_fill_spec #(
  parameter int unsigned FirstCapacity  = 6,
  parameter int unsigned SecondCapacity = 4,
  parameter int unsigned WaitingWidth   = 3
) (
  input logic [WaitingWidth-1:0] first_i,
  input logic [WaitingWidth-1:0] second_i,
  input logic [7:0]              threshold_i
);

  // Any common multiple will do; this is the product.
  localparam int unsigned Width = netloom_regs_pkg::bits_for(255 * FirstCapacity * SecondCapacity + 1);

  logic [Width-1:0] fill;
  logic [Width-1:0] bound;
  logic [Width-1:0] other_fill;
  logic [Width-1:0] other_bound;

  queue_fill #(
    .Weight      (SecondCapacity),
    .WaitingWidth(WaitingWidth),
    .Width       (Width)
  ) u_first (
    .waiting_i  (first_i),
    .threshold_i(threshold_i),
    .fill_o     (fill),
    .bound_o    (other_bound)
  );

  queue_fill #(
    .Weight      (FirstCapacity),
    .WaitingWidth(WaitingWidth),
    .Width       (Width)
  ) u_second (
    .waiting_i  (second_i),
    .threshold_i(threshold_i),
    .fill_o     (other_fill),
    .bound_o    (bound)
  );

  logic [31:0] first;
  logic [31:0] second;

  assign first  = first_i;
  assign second = second_i;

  always_comb begin
    assume (first_i <= FirstCapacity && second_i <= SecondCapacity);
    assert ((fill < bound) == (first * SecondCapacity * 100 < second * FirstCapacity * threshold_i));
    // What one has of both goes up and down with the filled share, too.
    assert ((other_fill < fill) == (second * FirstCapacity < first * SecondCapacity));
    assert (threshold_i == '0 || (other_bound < bound) == (first * SecondCapacity < second * FirstCapacity));
  end

endmodule
