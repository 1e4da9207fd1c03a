// Whether the local hops from -> via -> to are allowed, by the lines of [RLM-OLM 2013], Table I.
// Source: [RLM-OLM 2013], Table I.
module table_one #(
  parameter int unsigned Width = 4
) (
  input  logic [Width-1:0] from_i,
  input  logic [Width-1:0] via_i,
  input  logic [Width-1:0] to_i,
  output logic             allowed_o
);

  logic first_odd;
  logic first_plus;
  logic second_odd;
  logic second_plus;

  assign first_odd   = (from_i % 2) != (via_i % 2);
  assign first_plus  = via_i > from_i;
  assign second_odd  = (via_i % 2) != (to_i % 2);
  assign second_plus = to_i > via_i;

  always_comb begin
    case ({first_odd, first_plus, second_odd, second_plus})
      4'b10_01: allowed_o = 1'b1;  // odd-, even+
      4'b10_00: allowed_o = 1'b1;  // odd-, even-
      4'b10_11: allowed_o = 1'b1;  // odd-, odd+
      4'b10_10: allowed_o = 1'b1;  // odd-, odd-
      4'b01_01: allowed_o = 1'b1;  // even+, even+
      4'b01_00: allowed_o = 1'b1;  // even+, even-
      4'b01_11: allowed_o = 1'b1;  // even+, odd+
      4'b01_10: allowed_o = 1'b0;  // even+, odd-
      4'b11_01: allowed_o = 1'b0;  // odd+, even+
      4'b11_00: allowed_o = 1'b1;  // odd+, even-
      4'b11_11: allowed_o = 1'b1;  // odd+, odd+
      4'b11_10: allowed_o = 1'b0;  // odd+, odd-
      4'b00_01: allowed_o = 1'b0;  // even-, even+
      4'b00_00: allowed_o = 1'b1;  // even-, even-
      4'b00_11: allowed_o = 1'b0;  // even-, odd+
      default:  allowed_o = 1'b0;  // even-, odd-
    endcase
  end

endmodule
