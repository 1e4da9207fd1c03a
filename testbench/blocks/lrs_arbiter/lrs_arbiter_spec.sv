// lrs_arbiter grants, of those that request, the one that is first in a list: of all requesters, at
// first in the order of their numbers, where whoever is served goes to the end. Nobody starves: who
// goes on requesting is granted before Requesters - 1 others are.
module lrs_arbiter_spec #(
  parameter int unsigned Requesters = 4,
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters),
  parameter int unsigned Pairs      = Requesters * (Requesters - 1) / 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [Requesters-1:0] requests_i,
  input logic                  used_i,
  input logic [IndexWidth-1:0] used_index_i
);

  logic [Requesters-1:0] grant;
  logic [IndexWidth-1:0] index;
  logic                  valid;

  lrs_arbiter #(
    .Requesters(Requesters)
  ) u_dut (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .requests_i  (requests_i),
    .grant_o     (grant),
    .index_o     (index),
    .valid_o     (valid),
    .used_i      (used_i),
    .used_index_i(used_index_i)
  );

  // Places in the list, one after the other.
  logic [Requesters*IndexWidth-1:0] place_q;
  logic [IndexWidth-1:0]            used_place;
  assign used_place = place_q[used_index_i*IndexWidth +: IndexWidth];

  for (genvar i = 0; i < Requesters; i++) begin : gen_place
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) place_q[i*IndexWidth +: IndexWidth] <= i;
      else if (used_i && used_index_i == i) place_q[i*IndexWidth +: IndexWidth] <= Requesters - 1;
      else if (used_i && place_q[i*IndexWidth +: IndexWidth] > used_place) begin
        place_q[i*IndexWidth +: IndexWidth] <= place_q[i*IndexWidth +: IndexWidth] - 1;
      end
    end
    always_comb assert (place_q[i*IndexWidth +: IndexWidth] < Requesters);
  end

  // The bits of the block are the order of the list.
  (* hierconn *) wire [Pairs-1:0] \u_dut.lower_first_q ;
  for (genvar i = 0; i < Requesters; i++) begin : gen_lower
    for (genvar j = i + 1; j < Requesters; j++) begin : gen_higher
      always_comb begin
        assert (place_q[i*IndexWidth +: IndexWidth] != place_q[j*IndexWidth +: IndexWidth]);
        assert (\u_dut.lower_first_q [i*Requesters - i*(i+1)/2 + j-i-1]
                == (place_q[i*IndexWidth +: IndexWidth] < place_q[j*IndexWidth +: IndexWidth]));
      end
    end
  end

  initial assume (!rst_ni);

  always_comb begin
    assume (used_index_i < Requesters);
    assert (valid == (requests_i != '0));
    for (int unsigned i = 0; i < Requesters; i++) assert (grant[i] == (valid && index == i));
    assert ((grant & ~requests_i) == '0);
    if (!valid) assert (index == '0);
    // Nobody that requests is before the one that is granted.
    for (int unsigned i = 0; i < Requesters; i++) begin
      if (requests_i[i]) begin
        assert (place_q[index*IndexWidth +: IndexWidth] <= place_q[i*IndexWidth +: IndexWidth]);
      end
    end
  end

  // No starvation.
  (* anyconst *) logic [IndexWidth-1:0] who;
  logic                                 progress;
  logic [IndexWidth:0]                  waited_q;

  assign progress = used_i && valid && used_index_i == index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else if (!requests_i[who] || (used_i && used_index_i == who)) waited_q <= '0;
    else if (progress) waited_q <= waited_q + 1;
  end

  always_comb begin
    assume (who < Requesters);
    assert (waited_q <= Requesters - 1);
    // What makes it so: every grant to another one brings it nearer to the front.
    assert (waited_q + place_q[who*IndexWidth +: IndexWidth] <= Requesters - 1);
  end

endmodule
