`include "refuse.svh"

// The credits of an output port of a switch: how many phits have room in each VC of the buffer behind
// its link. What comes back counts in the same cycle, what is taken from the next one on: for a flit that
// is granted, or that starts from an output buffer. A port to a host has no credits: its NIC takes
// everything.
//
// Source: docs/timing.md, rules 4, 6 and 8.
module output_port #(
  parameter int Vcs         = 2,   // 1 ... 64
  parameter int Credits     = 32,  // phits of the buffer of a VC behind the link; 0: a host; 0 or more
  parameter int LargestFlit = 16,  // phits, 1 ... 65535
  parameter int CreditWidth = 8,   // bits of credits_o, enough for Credits, 1 or more
  parameter int Full        = 0,   // several credits come in a cycle, one of each VC, 0 ... 1
  // Derived.
  localparam int VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int Lanes      = (Full == 1) ? Vcs : 1  // VC v has lane v, or 0
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // From the link, per lane.
  input  logic [Lanes-1:0]            credit_valid_i,
  input  logic [Lanes*VcWidth-1:0]    credit_vc_i,
  input  logic [Lanes*PhitsWidth-1:0] credit_phits_i,
  // A flit that takes some.
  input  logic                        taken_i,
  input  logic [VcWidth-1:0]          taken_vc_i,
  input  logic [PhitsWidth-1:0]       taken_phits_i,
  output logic [Vcs*CreditWidth-1:0]  credits_o
);

  if (Vcs < 1 || Vcs > 64) begin : gen_bad_vcs
    `NETLOOM_REFUSE("output_port: Vcs; allowed: 1 ... 64");
  end
  if (Credits < 0) begin : gen_bad_credits
    `NETLOOM_REFUSE("output_port: Credits; allowed: 0 or more");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("output_port: LargestFlit; allowed: 1 ... 65535");
  end
  if (CreditWidth < 1) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("output_port: CreditWidth; allowed: 1 or more");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("output_port: Full; allowed: 0 ... 1");
  end

  if (Credits == 0) begin : gen_host
    assign credits_o = '1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, credit_valid_i, credit_vc_i, credit_phits_i, taken_i, taken_vc_i,
                      taken_phits_i};
  end else begin : gen_credits
    for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
      localparam int Lane = (Full == 1) ? v : 0;

      logic                   comes;
      logic [CreditWidth-1:0] credits_q;
      logic [CreditWidth-1:0] credits;

      assign comes   = credit_valid_i[Lane] && credit_vc_i[Lane*VcWidth +: VcWidth] == VcWidth'(v);
      assign credits = credits_q
                     + (comes ? CreditWidth'(credit_phits_i[Lane*PhitsWidth +: PhitsWidth]) : '0);
      assign credits_o[v*CreditWidth +: CreditWidth] = credits;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          credits_q <= CreditWidth'(Credits);
        end else begin
          credits_q <= credits
                     - ((taken_i && taken_vc_i == VcWidth'(v)) ? CreditWidth'(taken_phits_i) : '0);
        end
      end
    end
  end

endmodule
