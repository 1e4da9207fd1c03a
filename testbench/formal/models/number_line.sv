// What "d lies in the cyclic interval [l..u]" means: on the endless number line, on which the nodes
// repeat every 2^Width numbers, the first copy of d from l on comes no later than the first copy of
// u from l on. No comparison of the block is in it but that of these two.
module number_line #(
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0] number_i,
  input  logic [Width-1:0] lower_i,
  input  logic [Width-1:0] upper_i,
  output logic             inside_o
);

  // First copies from the lower bound on.
  logic [Width:0] number_copy;
  logic [Width:0] upper_copy;

  assign number_copy = {number_i < lower_i, number_i};
  assign upper_copy  = {upper_i < lower_i, upper_i};
  assign inside_o    = number_copy <= upper_copy;

endmodule
