// The digits of a number to the base 2^digit_bits_i, bit by bit, for every base and stage that there
// is: digit s of p is p_s, and those above it are another number.
module digit_definition #(
  parameter int unsigned Width      = 8,
  parameter int unsigned DigitWidth = 3
) (
  input  logic [Width-1:0]      number_i,
  input  logic [4:0]            stage_i,
  input  logic [3:0]            digit_bits_i,
  output logic [DigitWidth-1:0] digit_o,
  output logic [Width-1:0]      higher_o
);

  always_comb begin
    digit_o  = '0;
    higher_o = '0;
    for (int unsigned bits = 1; bits <= DigitWidth; bits++) begin
      for (int unsigned stage = 0; stage * bits < Width; stage++) begin
        if (digit_bits_i == bits && stage_i == stage) begin
          for (int unsigned i = 0; i < Width; i++) begin
            if (i >= stage * bits && i < (stage + 1) * bits) digit_o[i-stage*bits] = number_i[i];
            if (i >= (stage + 1) * bits) higher_o[i-(stage+1)*bits] = number_i[i];
          end
        end
      end
    end
  end

endmodule
