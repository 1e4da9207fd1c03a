// modulo is what is left of the dividend when whole divisors are taken from it.
module modulo_spec #(
  parameter int unsigned Width        = 8,
  parameter int unsigned DivisorWidth = 4
) (
  input logic [Width-1:0]        dividend_i,
  input logic [DivisorWidth-1:0] divisor_i
);

  logic [DivisorWidth-1:0] remainder;

  modulo #(
    .Width       (Width),
    .DivisorWidth(DivisorWidth)
  ) u_dut (
    .dividend_i (dividend_i),
    .divisor_i  (divisor_i),
    .remainder_o(remainder)
  );

  always_comb begin
    assume (divisor_i != '0);
    assert (remainder < divisor_i);
    assert ((dividend_i - remainder) % divisor_i == '0);
    assert (remainder <= dividend_i);
  end

endmodule
