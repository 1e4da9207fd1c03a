`include "refuse.svh"

// How full the buffers behind an output channel are, for the misrouting trigger to compare: phits that wait
// there, each with a weight, so that all full ones have the same fill, whatever their sizes. Combinational.
//
// Source: [RLM-OLM 2013], section IV.
module queue_fill #(
  parameter int Weight       = 1,   // of a phit, 0 or more
  parameter int WaitingWidth = 8,   // 1 or more
  parameter int Width        = 16   // holds 255 times the fill of full buffers, 8 ... 31
) (
  input  logic [WaitingWidth-1:0] waiting_i,    // phits
  input  logic [7:0]              threshold_i,  // percent: MISROUTE_THRESHOLD
  output logic [Width-1:0]        fill_o,       // in hundredths
  output logic [Width-1:0]        bound_o       // so many percent of the fill, in hundredths of it
);

  if (Weight < 0) begin : gen_bad_weight
    `NETLOOM_REFUSE("queue_fill: Weight; allowed: 0 or more");
  end
  if (WaitingWidth < 1) begin : gen_bad_waiting_width
    `NETLOOM_REFUSE("queue_fill: WaitingWidth; allowed: 1 or more");
  end
  if (Width < 8 || Width > 31) begin : gen_bad_width
    `NETLOOM_REFUSE("queue_fill: Width; allowed: 8 ... 31");
  end

  logic [Width-1:0] fill;

  assign fill    = Width'(32'(waiting_i) * 32'(Weight));
  assign fill_o  = fill * Width'(100);
  assign bound_o = fill * Width'(threshold_i);

endmodule
