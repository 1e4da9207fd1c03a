// Two comparisons and a choice, and one subtraction compared with another: both forms of
// interval_match are the same function.
module interval_forms_spec #(
  parameter int unsigned Width = 8
) (
  input logic [Width-1:0] destination_i,
  input logic [Width-1:0] lib_i,
  input logic [Width-1:0] uib_i
);

  logic compare_match;
  logic subtract_match;

  interval_match #(
    .Width   (Width),
    .Subtract(1'b0)
  ) u_compare (
    .destination_i(destination_i),
    .lib_i        (lib_i),
    .uib_i        (uib_i),
    .match_o      (compare_match)
  );

  interval_match #(
    .Width   (Width),
    .Subtract(1'b1)
  ) u_subtract (
    .destination_i(destination_i),
    .lib_i        (lib_i),
    .uib_i        (uib_i),
    .match_o      (subtract_match)
  );

  always_comb assert (compare_match == subtract_match);

endmodule
