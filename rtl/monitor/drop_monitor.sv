`include "refuse.svh"

// Beside watch_monitor, at a switch that has the pin watch_drops_o, as links may fail: a head that is
// dropped is ready and may take no output, and nothing else leaves by its input of the crossbar; and of the flits
// whose credits leave, those that were dropped, and no others, do not come to an output. Its parameters are some of
// theirs:
//
//   bind my_switch drop_monitor #(.Ports(Ports), .VcShift(VcShift), .OutputVcs(OutputVcs), .BufferPhits(BufferPhits),
//                                 .Delay(Delay), .Full(Full), .Failing(Failing)) u_drop_monitor (.*);
//
// Source: docs/live_faults.md; docs/switch_monitor.md.
module drop_monitor #(
  parameter int Ports   = 8,  // 1 ... 256
  parameter int VcShift = 0,  // 0 ... 6
  parameter logic [Ports*32-1:0] OutputVcs   = {Ports{32'd1}},
  parameter logic [Ports*32-1:0] BufferPhits = {Ports{32'd0}},
  parameter int Delay   = 1,  // 1 or more
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
  input logic [Sides-1:0]              credit_valid_o,
  input logic [Ports-1:0]              flit_valid_o,
  input logic [Ports-1:0]              flit_tail_o,
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
  if (Delay < 1) begin : gen_bad_delay
    `NETLOOM_REFUSE("drop_monitor: Delay; allowed: 1 or more");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("drop_monitor: Full; allowed: 0 ... 1");
  end
  if (Failing < 0 || Failing > 1) begin : gen_bad_failing
    `NETLOOM_REFUSE("drop_monitor: Failing; allowed: 0 ... 1");
  end

`include "report.svh"

`include "armed.svh"

  // Flits that the output buffers have space for, if each has one phit.
  function automatic int buffered_flits();
    buffered_flits = 0;
    for (int p = 0; p < Ports; p++) buffered_flits += OutputVcs[p*32 +: 32] * BufferPhits[p*32 +: 32];
  endfunction

  localparam int Buffered = buffered_flits();

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

  // ---- A credit leaves with the last phit of a flit. That is at an output Delay cycles later, or later by an output
  // buffer, or nowhere.

  if (Failing == 1) begin : gen_account
    logic [Sides-1:0]    dropped;     // a head of this input of the crossbar is
    logic [Sides-1:0]    dropping_q;  // … was, and its credit has not left
    logic [31:0]         sent;        // flits that leave inputs for outputs in this cycle
    logic [31:0]         gone;        // … and outputs
    logic [Delay*32-1:0] crossing_q;
    logic [31:0]         kept_q;
    logic [31:0]         kept;

    always_comb begin
      sent = '0;
      gone = '0;
      for (int i = 0; i < Sides; i++) begin
        dropped[i] = watch_drops_o[(i << (VcShift - LaneShift)) +: (Vcs >> LaneShift)] != '0;
        if (credit_valid_o[i] && !dropped[i] && !dropping_q[i]) sent = sent + 32'd1;
      end
      for (int p = 0; p < Ports; p++) begin
        if (flit_valid_o[p] && flit_tail_o[p]) gone = gone + 32'd1;
      end
      kept = kept_q + crossing_q[(Delay-1)*32 +: 32] - gone;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        dropping_q <= '0;
        crossing_q <= '0;
        kept_q     <= '0;
      end else begin
        dropping_q <= (dropping_q | dropped) & ~credit_valid_o;
        crossing_q <= (Delay*32)'({crossing_q, sent});
        kept_q     <= kept;
      end
    end

    NothingLost: assert property (@(posedge clk_i) disable iff (!armed) kept[31] || kept <= 32'(Buffered))
      else report($sformatf("the switch has given back credits for %0d flits that it has neither sent nor dropped; output buffers hold %0d",
                            kept, Buffered));
    NothingRevived: assert property (@(posedge clk_i) disable iff (!armed) !kept[31])
      else report($sformatf("the switch sends %0d flits that it has dropped, or whose credit has not left %0d cycles before",
                            -kept, Delay));
  end else begin : gen_no_account
    logic unused;
    assign unused = ^{credit_valid_o, flit_valid_o, flit_tail_o};
  end

endmodule
