`include "refuse.svh"

// The remainder of a division, by long division: a comparison and a subtraction for each bit of the
// dividend. With a constant divisor that is a power of two nothing remains of it but wires.
// Combinational.
module modulo #(
  parameter int Width        = 16,  // bits of the dividend, 1 or more
  parameter int DivisorWidth = 7    // bits of the divisor, 1 or more
) (
  input  logic [Width-1:0]        dividend_i,
  input  logic [DivisorWidth-1:0] divisor_i,   // 1 or more
  output logic [DivisorWidth-1:0] remainder_o  // less than the divisor
);

  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("modulo: Width; allowed: 1 or more");
  end
  if (DivisorWidth < 1) begin : gen_bad_divisor_width
    `NETLOOM_REFUSE("modulo: DivisorWidth; allowed: 1 or more");
  end

  logic [DivisorWidth:0] rest;  // of the bits so far, from the highest on

  always_comb begin
    rest = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      rest = {rest[DivisorWidth-1:0], dividend_i[Width-1-i]};
      if (rest >= {1'b0, divisor_i}) rest = rest - {1'b0, divisor_i};
    end
    remainder_o = rest[DivisorWidth-1:0];
  end

endmodule
