// interval_length_match is the definition on the number line, of the interval up to LIB + length.
module interval_length_match_spec #(
  parameter int unsigned Width = 8
) (
  input logic [Width-1:0] destination_i,
  input logic [Width-1:0] lib_i,
  input logic [Width-1:0] length_i
);

  logic             match;
  logic             inside_interval;
  logic [Width-1:0] uib;

  interval_length_match #(
    .Width(Width)
  ) u_dut (
    .destination_i(destination_i),
    .lib_i        (lib_i),
    .length_i     (length_i),
    .match_o      (match)
  );

  assign uib = lib_i + length_i;

  number_line #(
    .Width(Width)
  ) u_definition (
    .number_i(destination_i),
    .lower_i (lib_i),
    .upper_i (uib),
    .inside_o(inside_interval)
  );

  always_comb assert (match == inside_interval);

endmodule
