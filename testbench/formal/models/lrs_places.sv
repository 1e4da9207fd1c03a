// Asserts that the bits of a lrs_arbiter, one for each pair of requesters, are the order of a line in which
// each has a place of its own.
module lrs_places #(
  parameter int unsigned Requesters = 4,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters),
  parameter int unsigned Pairs      = Requesters > 1 ? Requesters * (Requesters - 1) / 2 : 1
) (
  input logic [Pairs-1:0]                 lower_first_i,
  input logic [Requesters*IndexWidth-1:0] places_i
);

  for (genvar i = 0; i < Requesters; i++) begin : gen_lower
    always_comb assert (places_i[i*IndexWidth +: IndexWidth] < Requesters);
    for (genvar j = i + 1; j < Requesters; j++) begin : gen_higher
      always_comb begin
        assert (places_i[i*IndexWidth +: IndexWidth] != places_i[j*IndexWidth +: IndexWidth]);
        assert (lower_first_i[i*Requesters - i*(i+1)/2 + j-i-1]
                == (places_i[i*IndexWidth +: IndexWidth] < places_i[j*IndexWidth +: IndexWidth]));
      end
    end
  end

endmodule
