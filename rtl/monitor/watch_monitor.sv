`include "refuse.svh"

// Beside switch_monitor, at the pins watch_*_o of a switch: what they say of heads, grants and credits. Bound in
// the same way, by who has these pins and wants it:
//
//   bind my_switch watch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_watch_monitor (.*);
//
// Source: docs/timing.md, rules 4 and 5; docs/switch_monitor.md.
module watch_monitor #(
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
  parameter int Full          = 0,   // 0 ... 1
  parameter int Route         = 0,   // 0 ... 9
  parameter int Failing       = 0,   // 0 ... 1
  /* verilator lint_on UNUSEDPARAM */
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  localparam int CreditWidth  = netloom_regs_pkg::bits_for(MostPhits + 1),
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  localparam int LaneShift    = (Full == 1) ? VcShift : 0,
  localparam int Sides        = Ports << LaneShift
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  input logic [Channels-1:0]             watch_ready_o,
  input logic [Channels*Channels-1:0]    watch_candidates_o,
  input logic [Sides-1:0]                watch_taken_o,
  input logic [Sides*ChannelWidth-1:0]   watch_input_o,
  input logic [Sides*VcWidth-1:0]        watch_output_vc_o,
  input logic [Channels*CreditWidth-1:0] watch_credits_o,
  input logic [Channels*CreditWidth-1:0] watch_room_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("watch_monitor: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("watch_monitor: VcShift; allowed: 0 ... 6");
  end
  if (MostPhits < 1) begin : gen_bad_most_phits
    `NETLOOM_REFUSE("watch_monitor: MostPhits; allowed: 1 or more");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("watch_monitor: Full; allowed: 0 ... 1");
  end

`include "report.svh"

`include "armed.svh"

  for (genvar i = 0; i < Sides; i++) begin : gen_sides
    logic [31:0] granted;  // input channel
    logic [31:0] channel;  // … and output channel
    logic        ready;
    logic        allowed;
    logic        twice;    // another output is granted to the same input of the crossbar

    assign granted = 32'(watch_input_o[i*ChannelWidth +: ChannelWidth]);
    assign channel = ((32'(i) >> LaneShift) << VcShift) + 32'(watch_output_vc_o[i*VcWidth +: VcWidth]);

    always_comb begin
      ready   = 1'b0;
      allowed = 1'b0;
      twice   = 1'b0;
      if (watch_taken_o[i] && granted < 32'(Channels)) begin
        ready   = watch_ready_o[granted];
        allowed = watch_candidates_o[granted*32'(Channels) + channel];
        for (int q = 0; q < i; q++) begin
          if (watch_taken_o[q] && 32'(watch_input_o[q*ChannelWidth +: ChannelWidth]) >> (VcShift - LaneShift)
                                  == granted >> (VcShift - LaneShift)) begin
            twice = 1'b1;
          end
        end
      end
    end

    GrantedReady: assert property (@(posedge clk_i) disable iff (!armed) watch_taken_o[i] |-> ready)
      else report($sformatf("output %0d: the switch grants it to input channel %0d, where no head is ready",
                            i >> LaneShift, granted));
    GrantedCandidate: assert property (@(posedge clk_i) disable iff (!armed) watch_taken_o[i] && ready |-> allowed)
      else report($sformatf("output %0d: the switch grants it to input channel %0d, whose head may not take VC %0d of it",
                            i >> LaneShift, granted, watch_output_vc_o[i*VcWidth +: VcWidth]));
    GrantedOnce: assert property (@(posedge clk_i) disable iff (!armed) !twice)
      else report($sformatf("output %0d: the switch grants it to input channel %0d, which is granted another",
                            i >> LaneShift, granted));
  end

  for (genvar c = 0; c < Channels; c++) begin : gen_channels
    localparam int Behind = OutputPhits[(c >> VcShift)*32 +: 32];
    localparam int Buffer = BufferPhits[(c >> VcShift)*32 +: 32];

    if (Behind > 0) begin : gen_credits
      CreditsAtMost: assert property (@(posedge clk_i) disable iff (!armed)
                                      32'(watch_credits_o[c*CreditWidth +: CreditWidth]) <= 32'(Behind))
        else report($sformatf("output %0d, VC %0d: the switch counts %0d credits; allowed: 0 ... %0d",
                              c >> VcShift, c % Vcs, watch_credits_o[c*CreditWidth +: CreditWidth], Behind));
    end
    if (Buffer > 0) begin : gen_room
      RoomAtMost: assert property (@(posedge clk_i) disable iff (!armed)
                                   32'(watch_room_o[c*CreditWidth +: CreditWidth]) <= 32'(Buffer))
        else report($sformatf("output %0d, VC %0d: the switch counts room for %0d phits; allowed: 0 ... %0d",
                              c >> VcShift, c % Vcs, watch_room_o[c*CreditWidth +: CreditWidth], Buffer));
    end
  end

  // Not every output has a buffer.
  logic unused;
  assign unused = ^{watch_credits_o, watch_room_o};

endmodule
