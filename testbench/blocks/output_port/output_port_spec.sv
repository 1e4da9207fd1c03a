// output_port has, of each VC, as many credits as there were at first, less those of the flits that have
// taken some before this cycle, plus those that came back until now; never more than at first. An output to a
// host has as many as can be said, always.
module output_port_spec #(
  parameter int unsigned Vcs         = 2,
  parameter int unsigned Credits     = 3,
  parameter int unsigned LargestFlit = 2,
  parameter int unsigned CreditWidth = 2,
  parameter int unsigned Full        = 0,
  parameter int unsigned VcWidth     = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned Lanes       = Full == 1 ? Vcs : 1
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [Lanes-1:0]            credit_valid_i,
  input logic [Lanes*VcWidth-1:0]    credit_vc_i,
  input logic [Lanes*PhitsWidth-1:0] credit_phits_i,
  input logic                        taken_i,
  input logic [VcWidth-1:0]          taken_vc_i,
  input logic [PhitsWidth-1:0]       taken_phits_i
);

  logic [Vcs*CreditWidth-1:0] credits;

  output_port #(
    .Vcs        (Vcs),
    .Credits    (Credits),
    .LargestFlit(LargestFlit),
    .CreditWidth(CreditWidth),
    .Full       (Full)
  ) u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .credit_valid_i(credit_valid_i),
    .credit_vc_i   (credit_vc_i),
    .credit_phits_i(credit_phits_i),
    .taken_i       (taken_i),
    .taken_vc_i    (taken_vc_i),
    .taken_phits_i (taken_phits_i),
    .credits_o     (credits)
  );

  initial assume (!rst_ni);

  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (credit_valid_i[l]) begin
        assume (credit_phits_i[l*PhitsWidth +: PhitsWidth] <= LargestFlit);
        assume (Full == 1 ? credit_vc_i[l*VcWidth +: VcWidth] == l : credit_vc_i < Vcs);
      end
    end
    if (taken_i) assume (taken_vc_i < Vcs && taken_phits_i <= LargestFlit);
  end

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    // Phits of all flits so far, modulo 2^16.
    logic [15:0]            taken_q;
    logic [15:0]            returned_q;
    logic [15:0]            taken;         // in this cycle
    logic [15:0]            returned;
    logic [15:0]            on_their_way;  // taken before this cycle, and not come back before it
    logic [CreditWidth-1:0] here;

    assign taken        = taken_i && taken_vc_i == v ? taken_phits_i : 0;
    assign on_their_way = taken_q - returned_q;
    assign here         = credits[v*CreditWidth +: CreditWidth];

    always_comb begin
      returned = '0;
      for (int unsigned l = 0; l < Lanes; l++) begin
        if (credit_valid_i[l] && credit_vc_i[l*VcWidth +: VcWidth] == v) begin
          returned = returned + credit_phits_i[l*PhitsWidth +: PhitsWidth];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        taken_q    <= '0;
        returned_q <= '0;
      end else begin
        taken_q    <= taken_q + taken;
        returned_q <= returned_q + returned;
      end
    end

    if (Credits == 0) begin : gen_host
      always_comb assert (here == 2 ** CreditWidth - 1);
    end else begin : gen_credits
      always_comb begin
        // Only what was taken comes back, and only what is there is taken.
        assume (returned <= on_their_way);
        assume (taken <= here);
        assert (here <= Credits && on_their_way <= Credits);
        assert (here + on_their_way == Credits + returned);
      end
    end
  end

endmodule
