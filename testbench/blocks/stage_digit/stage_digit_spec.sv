// stage_digit is the definition of digits.
module stage_digit_spec #(
  parameter int unsigned Width      = 8,
  parameter int unsigned DigitWidth = 3
) (
  input logic [Width-1:0] number_i,
  input logic [4:0]       stage_i,
  input logic [3:0]       digit_bits_i
);

  logic [DigitWidth-1:0] digit, expected_digit;
  logic [Width-1:0]      higher, expected_higher;

  stage_digit #(
    .Width     (Width),
    .DigitWidth(DigitWidth)
  ) u_dut (
    .number_i    (number_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (digit),
    .higher_o    (higher)
  );

  digit_definition #(
    .Width     (Width),
    .DigitWidth(DigitWidth)
  ) u_definition (
    .number_i    (number_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (expected_digit),
    .higher_o    (expected_higher)
  );

  always_comb begin
    assume (digit_bits_i >= 1 && digit_bits_i <= DigitWidth);
    assert (digit == expected_digit);
    assert (higher == expected_higher);
  end

endmodule
