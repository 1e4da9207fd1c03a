// output_buffer: when the link is free, and a VC has a flit in front for which there are credits, or any if
// the link leads to a host, one of these starts: the first of a line of the VCs, which moves with each start.
// From that cycle on the link has as many phits as the flit, of that VC's queue, without a gap, and says with
// all of them whether the flit is the first and the last of its packet. Behind the start, the credits are those
// before, less the phits of the flit.
//
// What the queues have in front is theirs to say (output_queue_spec), and is taken as it is.
module output_buffer_spec #(
  parameter int unsigned Vcs         = 2,
  parameter int unsigned Arbiter     = 0,
  parameter int unsigned Full        = 0,
  parameter int unsigned Speedup     = 1,
  parameter int unsigned Depth       = 3,
  parameter int unsigned LargestFlit = 3,
  parameter int unsigned PhitWidth   = 2,
  parameter int unsigned CreditWidth = 2,
  parameter int unsigned Lanes       = Full == 1 ? Vcs : 1,
  parameter int unsigned VcWidth     = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1)
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [Lanes-1:0]                   taken_i,
  input logic [Lanes*VcWidth-1:0]           taken_vc_i,
  input logic [Lanes*PhitsWidth-1:0]        taken_phits_i,
  input logic [Lanes*Speedup-1:0]           phit_valid_i,
  input logic [Lanes*VcWidth-1:0]           phit_vc_i,
  input logic [Lanes-1:0]                   phit_head_i,
  input logic [Lanes*PhitsWidth-1:0]        phit_phits_i,
  input logic [Lanes-1:0]                   phit_first_i,
  input logic [Lanes-1:0]                   phit_last_i,
  input logic [Lanes*Speedup*PhitWidth-1:0] phit_data_i,
  input logic                               to_host_i,
  input logic [Vcs*CreditWidth-1:0]         credits_i
);

  logic [Vcs*CreditWidth-1:0] space;
  logic [Vcs*CreditWidth-1:0] credits;
  logic                       start;
  logic [VcWidth-1:0]         start_vc;
  logic [PhitsWidth-1:0]      start_phits;
  logic                       flit_valid;
  logic [VcWidth-1:0]         flit_vc;
  logic                       flit_head;
  logic                       flit_tail;
  logic                       flit_first;
  logic                       flit_last;
  logic [PhitWidth-1:0]       flit_data;

  output_buffer #(
    .Vcs        (Vcs),
    .Depth      (Depth),
    .PhitWidth  (PhitWidth),
    .LargestFlit(LargestFlit),
    .OneSize    (0),
    .Speedup    (Speedup),
    .CreditWidth(CreditWidth),
    .Arbiter    (Arbiter),
    .Full       (Full)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .taken_i      (taken_i),
    .taken_vc_i   (taken_vc_i),
    .taken_phits_i(taken_phits_i),
    .space_o      (space),
    .phit_valid_i (phit_valid_i),
    .phit_vc_i    (phit_vc_i),
    .phit_head_i  (phit_head_i),
    .phit_phits_i (phit_phits_i),
    .phit_first_i (phit_first_i),
    .phit_last_i  (phit_last_i),
    .phit_data_i  (phit_data_i),
    .to_host_i    (to_host_i),
    .credits_i    (credits_i),
    .credits_o    (credits),
    .start_o      (start),
    .start_vc_o   (start_vc),
    .start_phits_o(start_phits),
    .flit_valid_o (flit_valid),
    .flit_vc_o    (flit_vc),
    .flit_head_o  (flit_head),
    .flit_tail_o  (flit_tail),
    .flit_first_o (flit_first),
    .flit_last_o  (flit_last),
    .flit_data_o  (flit_data)
  );

  initial assume (!rst_ni);

  // What the queues have in front.
  (* hierconn *) wire [Vcs*PhitsWidth-1:0] \u_dut.phits ;
  (* hierconn *) wire [Vcs-1:0]            \u_dut.first ;
  (* hierconn *) wire [Vcs-1:0]            \u_dut.last ;
  (* hierconn *) wire [Vcs*PhitWidth-1:0]  \u_dut.data ;
  (* hierconn *) wire [PhitsWidth-1:0]     \u_dut.rest_q ;
  (* hierconn *) wire [VcWidth-1:0]        \u_dut.pointer ;

  logic [Vcs-1:0] there;  // there is something
  logic [Vcs-1:0] able;
  logic [Vcs-1:0] granted;
  logic [VcWidth-1:0]     pointer;
  logic [Vcs*VcWidth-1:0] places;

  for (genvar v = 0; v < Vcs; v++) begin : \u_dut.gen_vcs
    (* hierconn *) wire front_valid;

    assign there[v] = front_valid;
  end

  for (genvar v = 0; v < Vcs; v++) begin : gen_able
    assign able[v] = there[v]
        && (to_host_i || credits_i[v*CreditWidth +: CreditWidth] >= \u_dut.phits [v*PhitsWidth +: PhitsWidth]);

    always_comb begin
      assume (\u_dut.phits [v*PhitsWidth +: PhitsWidth] >= 1);
      assume (\u_dut.phits [v*PhitsWidth +: PhitsWidth] <= LargestFlit);
    end
  end

  arbiter_line #(
    .Kind      (Arbiter),
    .Requesters(Vcs)
  ) u_line (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .used_i      (start),
    .used_index_i(start_vc),
    .pointer_o   (pointer),
    .places_o    (places)
  );

  lowest_place #(
    .Count     (Vcs),
    .PlaceWidth(VcWidth)
  ) u_granted (
    .requests_i(able),
    .places_i  (places),
    .grant_o   (granted)
  );

  // The flit on the link.
  logic [PhitsWidth-1:0] rest_q;  // phits that have not gone
  logic [VcWidth-1:0]    vc_q;
  logic                  first_q;
  logic                  last_q;
  logic [VcWidth-1:0]    vc;

  assign vc = start ? start_vc : vc_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q <= '0;
    end else if (start) begin
      rest_q  <= start_phits - 1;
      vc_q    <= start_vc;
      first_q <= \u_dut.first [start_vc];
      last_q  <= \u_dut.last [start_vc];
    end else if (rest_q != '0) begin
      rest_q <= rest_q - 1;
    end
  end

  always_comb begin
    assert (start == (rest_q == '0 && able != '0));
    if (start) begin
      for (int unsigned v = 0; v < Vcs; v++) assert (granted[v] == (start_vc == v));
      assert (start_phits == \u_dut.phits [start_vc*PhitsWidth +: PhitsWidth]);
    end
    assert (flit_valid == (start || rest_q != '0));
    assert (flit_head == start);
    if (flit_valid) begin
      assert (flit_vc == vc && vc < Vcs);
      assert (flit_tail == (start ? start_phits == 1 : rest_q == 1));
      assert (flit_data == \u_dut.data [vc*PhitWidth +: PhitWidth]);
      assert (flit_first == (start ? \u_dut.first [vc] : first_q));
      assert (flit_last == (start ? \u_dut.last [vc] : last_q));
    end
    assert (\u_dut.rest_q == rest_q);
    assert (\u_dut.pointer == pointer);
    for (int unsigned v = 0; v < Vcs; v++) begin
      assert (credits[v*CreditWidth +: CreditWidth]
              == credits_i[v*CreditWidth +: CreditWidth]
                 - (start && !to_host_i && start_vc == v ? start_phits : 0));
    end
  end

  (* hierconn *) wire [VcWidth-1:0] \u_dut.vc_q ;
  (* hierconn *) wire               \u_dut.first_q ;
  (* hierconn *) wire               \u_dut.last_q ;

  always_comb begin
    if (rest_q != '0) begin
      assert (\u_dut.vc_q == vc_q && vc_q < Vcs && \u_dut.first_q == first_q && \u_dut.last_q == last_q);
    end
  end

  localparam int unsigned Pairs = Vcs > 1 ? Vcs * (Vcs - 1) / 2 : 1;

  if (Arbiter == 1) begin : \u_dut.u_arbiter
    (* hierconn *) wire [Pairs-1:0] \gen_least_recently_served.u_arbiter.lower_first_q ;

    lrs_places #(
      .Requesters(Vcs)
    ) u_places (
      .lower_first_i(\gen_least_recently_served.u_arbiter.lower_first_q ),
      .places_i     (places)
    );
  end

endmodule
