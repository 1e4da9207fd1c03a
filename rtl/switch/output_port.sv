`include "refuse.svh"

// The credits of an output port of a switch: how many phits have room in each VC of the buffer behind
// its link. What comes back counts in the same cycle, what is granted from the next one on. A port to a
// host has no credits: its NIC takes everything.
//
// Source: docs/timing.md, rules 4, 6 and 8.
module output_port #(
  parameter int Vcs         = 2,   // 1 ... 64
  parameter int Credits     = 32,  // phits of the buffer of a VC behind the link; 0: a host; 0 or more
  parameter int LargestFlit = 16,  // phits, 1 ... 65535
  parameter int CreditWidth = 8,   // bits of credits_o, enough for Credits, 1 or more
  // Derived.
  localparam int VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth = netloom_regs_pkg::bits_for(LargestFlit + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // From the link.
  input  logic                       credit_valid_i,
  input  logic [VcWidth-1:0]         credit_vc_i,
  input  logic [PhitsWidth-1:0]      credit_phits_i,
  // A grant.
  input  logic                       taken_i,
  input  logic [VcWidth-1:0]         taken_vc_i,
  input  logic [PhitsWidth-1:0]      taken_phits_i,
  output logic [Vcs*CreditWidth-1:0] credits_o
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

  if (Credits == 0) begin : gen_host
    assign credits_o = '1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, credit_valid_i, credit_vc_i, credit_phits_i, taken_i, taken_vc_i,
                      taken_phits_i};
  end else begin : gen_credits
    for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
      logic [CreditWidth-1:0] credits_q;
      logic [CreditWidth-1:0] credits;

      assign credits = credits_q
                     + ((credit_valid_i && credit_vc_i == VcWidth'(v)) ? CreditWidth'(credit_phits_i) : '0);
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
