// interval_match, in either form, is the definition on the number line.
module interval_match_spec #(
  parameter int unsigned Width    = 8,
  parameter bit          Subtract = 1'b0
) (
  input logic [Width-1:0] destination_i,
  input logic [Width-1:0] lib_i,
  input logic [Width-1:0] uib_i
);

  logic match;
  logic inside_interval;

  interval_match #(
    .Width   (Width),
    .Subtract(Subtract)
  ) u_dut (
    .destination_i(destination_i),
    .lib_i        (lib_i),
    .uib_i        (uib_i),
    .match_o      (match)
  );

  number_line #(
    .Width(Width)
  ) u_definition (
    .number_i(destination_i),
    .lower_i (lib_i),
    .upper_i (uib_i),
    .inside_o(inside_interval)
  );

  always_comb begin
    assert (match == inside_interval);
    // What a user may take for granted: the bounds belong to it, and it is everything where the
    // upper bound is just below the lower one.
    if (destination_i == lib_i || destination_i == uib_i) assert (match);
    if (uib_i + Width'(1) == lib_i) assert (match);
  end

endmodule
