// Of those that request, the one whose place is the lowest. No two have the same place.
module lowest_place #(
  parameter int unsigned Count      = 4,
  parameter int unsigned PlaceWidth = 2
) (
  input  logic [Count-1:0]            requests_i,
  input  logic [Count*PlaceWidth-1:0] places_i,
  output logic [Count-1:0]            grant_o      // one-hot, or zero without a request
);

  always_comb begin
    grant_o = requests_i;
    for (int unsigned i = 0; i < Count; i++) begin
      for (int unsigned j = 0; j < Count; j++) begin
        if (j != i && requests_i[j] &&
            places_i[j*PlaceWidth +: PlaceWidth] < places_i[i*PlaceWidth +: PlaceWidth]) begin
          grant_o[i] = 1'b0;
        end
      end
    end
  end

endmodule
