`include "refuse.svh"

// Beside watch_monitor, at a switch that has the pin watch_drops_o, as links may fail: a head that is
// dropped is ready and may take no output, and nothing else leaves by its input of the crossbar. Its parameters
// are four of theirs:
//
//   bind my_switch drop_monitor #(.Ports(Ports), .VcShift(VcShift), .Full(Full), .Failing(Failing))
//     u_drop_monitor (.*);
//
// Source: docs/live_faults.md; docs/switch_monitor.md.
module drop_monitor #(
  parameter int Ports   = 8,  // 1 ... 256
  parameter int VcShift = 0,  // 0 ... 6
  parameter int Full    = 0,  // 0 ... 1
  parameter int Failing = 0,  // 0: no head is dropped; 0 ... 1
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  localparam int LaneShift    = (Full == 1) ? VcShift : 0,
  localparam int Sides        = Ports << LaneShift
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [Channels-1:0]           watch_ready_o,
  input logic [Channels*Channels-1:0]  watch_candidates_o,
  input logic [Sides-1:0]              watch_taken_o,
  input logic [Sides*ChannelWidth-1:0] watch_input_o,
  input logic [Channels-1:0]           watch_drops_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("drop_monitor: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("drop_monitor: VcShift; allowed: 0 ... 6");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("drop_monitor: Full; allowed: 0 ... 1");
  end
  if (Failing < 0 || Failing > 1) begin : gen_bad_failing
    `NETLOOM_REFUSE("drop_monitor: Failing; allowed: 0 ... 1");
  end

`include "report.svh"

`include "armed.svh"

  for (genvar c = 0; c < Channels; c++) begin : gen_channels
    localparam int Shared = c >> (VcShift - LaneShift);  // its input of the crossbar

    logic shares;  // another head leaves by it

    always_comb begin
      shares = 1'b0;
      for (int q = 0; q < Sides; q++) begin
        if (watch_taken_o[q] && 32'(watch_input_o[q*ChannelWidth +: ChannelWidth]) >> (VcShift - LaneShift)
                                == 32'(Shared)) begin
          shares = 1'b1;
        end
      end
      for (int k = 0; k < c; k++) begin
        if (watch_drops_o[k] && k >> (VcShift - LaneShift) == Shared) shares = 1'b1;
      end
    end

    DroppedFailing: assert property (@(posedge clk_i) disable iff (!armed) watch_drops_o[c] |-> Failing == 1)
      else report($sformatf("input %0d, VC %0d: the switch drops a head, and no link fails here", c >> VcShift, c % Vcs));
    DroppedReady: assert property (@(posedge clk_i) disable iff (!armed) watch_drops_o[c] |-> watch_ready_o[c])
      else report($sformatf("input %0d, VC %0d: the switch drops a head, where none is ready", c >> VcShift, c % Vcs));
    DroppedLost: assert property (@(posedge clk_i) disable iff (!armed)
                                  watch_drops_o[c] && watch_ready_o[c]
                                  |-> watch_candidates_o[c*Channels +: Channels] == '0)
      else report($sformatf("input %0d, VC %0d: the switch drops a head that may take an output", c >> VcShift, c % Vcs));
    DroppedAlone: assert property (@(posedge clk_i) disable iff (!armed) watch_drops_o[c] |-> !shares)
      else report($sformatf("input %0d, VC %0d: the switch drops a head beside another that leaves by its input of the crossbar",
                            c >> VcShift, c % Vcs));
  end

endmodule
