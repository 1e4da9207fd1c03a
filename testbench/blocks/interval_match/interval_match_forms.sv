// Both forms of interval_match, and interval_length_match, at several widths, side by side, for an
// exhaustive comparison.
// Bit i of the outputs is the instance with the i-th width.
module interval_match_forms (
  input  logic [31:0] destination_i,
  input  logic [31:0] lib_i,
  input  logic [31:0] uib_i,
  output logic [7:0]  compare_o,
  output logic [7:0]  subtract_o,
  output logic [7:0]  length_o
);

  // Widths 1 to 6, all pairs of which a test can try, and the two that networks and words have.
  localparam int unsigned Instances = 8;

  for (genvar i = 0; i < Instances; i++) begin : gen_widths
    localparam int unsigned Width = (i == 7) ? 32 : (i == 6) ? 24 : i + 1;

    interval_match #(
      .Width   (Width),
      .Subtract(1'b0)
    ) u_compare (
      .destination_i(destination_i[Width-1:0]),
      .lib_i        (lib_i[Width-1:0]),
      .uib_i        (uib_i[Width-1:0]),
      .match_o      (compare_o[i])
    );

    interval_match #(
      .Width   (Width),
      .Subtract(1'b1)
    ) u_subtract (
      .destination_i(destination_i[Width-1:0]),
      .lib_i        (lib_i[Width-1:0]),
      .uib_i        (uib_i[Width-1:0]),
      .match_o      (subtract_o[i])
    );

    interval_length_match #(
      .Width(Width)
    ) u_length (
      .destination_i(destination_i[Width-1:0]),
      .lib_i        (lib_i[Width-1:0]),
      .length_i     (uib_i[Width-1:0] - lib_i[Width-1:0]),
      .match_o      (length_o[i])
    );
  end

endmodule
