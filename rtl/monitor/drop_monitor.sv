`include "refuse.svh"

// Beside watch_monitor, at a switch that has the pin watch_drops_o, as links may fail: a head that is
// dropped is ready and may take no output, and nothing else leaves by its input of the crossbar. Bound in the same
// way:
//
//   bind my_switch drop_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_drop_monitor (.*);
//
// Source: docs/live_faults.md; docs/switch_monitor.md.
module drop_monitor #(
  // Those of switch_monitor, not all of which matter here.
  parameter int Ports         = 8,   // 1 ... 256
  parameter int VcShift       = 0,   // 0 ... 6
  /* verilator lint_off UNUSEDPARAM */
  parameter int PhitWidth     = 96,  // bits, those of the header or more
  parameter int Hosts         = 64,  // 1 or more
  parameter int LargestPacket = 16,  // LargestFlit ... 65535
  parameter int LargestFlit   = 16,  // 1 ... 65535
  parameter int HopLimit      = 64,  // 1 ... 262079
  parameter int OneSize       = 1,   // 0 ... 1
  parameter logic [Ports*32-1:0] InputVcs    = {Ports{32'd1}},
  parameter logic [Ports*32-1:0] InputPhits  = {Ports{32'd32}},
  parameter logic [Ports*32-1:0] OutputVcs   = {Ports{32'd1}},
  parameter logic [Ports*32-1:0] OutputPhits = {Ports{32'd32}},
  parameter logic [Ports*32-1:0] BufferPhits = {Ports{32'd0}},
  parameter int MostPhits     = 32,  // 1 or more
  parameter int StoreForward  = 0,   // 0 ... 1
  parameter int RoutingDelay  = 1,   // 1 or more
  parameter int Delay         = 1,   // 1 or more
  parameter int Speedup       = 1,   // 1 ... 2
  parameter int Route         = 0,   // 0 ... 9
  /* verilator lint_on UNUSEDPARAM */
  parameter int Full          = 0,   // 0 ... 1
  parameter int Failing       = 0,   // 0: no head is dropped; 0 ... 1
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

  logic reset_q;
  logic armed;

  initial reset_q = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reset_q <= 1'b1;
  end

  assign armed = reset_q && rst_ni;

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
