`include "refuse.svh"

// Which output channels a packet may leave for others: those of global links only while they are congested against each
// other, with more phits behind them than a percentage of the mean of those behind the same VC of all these links,
// and an offset; all others always. Combinational.
//
// Source: docs/dragonfly_routing.md, "In-transit adaptive".
module misrouting_restriction #(
  parameter int Ports        = 8,  // 1 ... 256
  parameter int VcShift      = 0,  // 0 ... 6
  parameter int WaitingWidth = 8,  // 1 ... 32
  parameter logic [Ports-1:0] Links = '1,  // ports of the global links, one at least
  // Derived.
  localparam int Vcs      = 1 << VcShift,
  localparam int Channels = Ports << VcShift
) (
  input  logic [netloom_regs_pkg::MisrouteFactorBits-1:0] factor_i,     // percent; 0: all may be left
  input  logic [netloom_regs_pkg::MisrouteOffsetBits-1:0] offset_i,     // phits
  input  logic [Channels*WaitingWidth-1:0]                waiting_i,    // phits in the buffers behind
  output logic [Channels-1:0]                             may_leave_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("misrouting_restriction: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("misrouting_restriction: VcShift; allowed: 0 ... 6");
  end
  if (WaitingWidth < 1 || WaitingWidth > 32) begin : gen_bad_waiting_width
    `NETLOOM_REFUSE("misrouting_restriction: WaitingWidth; allowed: 1 ... 32");
  end

  function automatic integer number_of_links();
    number_of_links = 0;
    for (int i = 0; i < Ports; i++) if (Links[i]) number_of_links = number_of_links + 1;
  endfunction

  // What is compared is 100 times as many as there are links: no division, and no rounding.
  localparam int Hundreds = 100 * number_of_links();
  // The sum of all links, and FACTOR of it and OFFSET hundreds, where 100 is less than 2^7.
  localparam int SumWidth = WaitingWidth + netloom_regs_pkg::bits_for(number_of_links());
  localparam int Width    = ((WaitingWidth > 7) ? WaitingWidth : 7) + netloom_regs_pkg::bits_for(number_of_links())
                            + netloom_regs_pkg::MisrouteFactorBits + 1;

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    logic [SumWidth-1:0] sum;
    logic [Width-1:0]    bound;

    always_comb begin
      sum = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (Links[p]) sum = sum + SumWidth'(waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth]);
      end
    end

    assign bound = Width'(factor_i) * Width'(sum) + Width'(offset_i) * Width'(Hundreds);

    for (genvar p = 0; p < Ports; p++) begin : gen_ports
      if (Links[p]) begin : gen_link
        logic [Width-1:0] waiting;

        assign waiting = Width'(waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth]) * Width'(Hundreds);
        assign may_leave_o[p*Vcs + v] = factor_i == '0 || waiting > bound;
      end else begin : gen_other
        assign may_leave_o[p*Vcs + v] = 1'b1;

        logic unused;
        assign unused = ^waiting_i[(p*Vcs + v)*WaitingWidth +: WaitingWidth];
      end
    end
  end

endmodule
