`include "refuse.svh"

// The digit of a node number that belongs to a stage of a k-ary tree, where k is a power of two and
// a digit so many bits: digit s is above s digits. higher_o is the number that the digits above it
// make. Combinational.
//
// Source: [Fat-Trees 2010], section 2.1.3 (labels of nodes).
module stage_digit #(
  parameter int Width      = 24,  // bits of a node number, 1 ... 32
  parameter int DigitWidth = 7    // most bits that a digit may have, 1 or more
) (
  input  logic [Width-1:0]      number_i,
  input  logic [4:0]            stage_i,       // s
  input  logic [3:0]            digit_bits_i,  // log2 k, 1 ... DigitWidth
  output logic [DigitWidth-1:0] digit_o,
  output logic [Width-1:0]      higher_o
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("stage_digit: Width; allowed: 1 ... 32");
  end
  if (DigitWidth < 1) begin : gen_bad_digit_width
    `NETLOOM_REFUSE("stage_digit: DigitWidth; allowed: 1 or more");
  end

  logic [8:0]            shift;
  logic [Width-1:0]      shifted;
  logic [DigitWidth-1:0] mask;

  assign shift    = stage_i * digit_bits_i;
  assign shifted  = number_i >> shift;
  assign mask     = ~({DigitWidth{1'b1}} << digit_bits_i);
  // A digit may be wider than the number.
  assign digit_o  = DigitWidth'(shifted) & mask;
  assign higher_o = shifted >> digit_bits_i;

endmodule
