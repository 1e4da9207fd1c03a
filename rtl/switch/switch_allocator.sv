`include "refuse.svh"

// Matches the heads at the input ports of a switch with the outputs of its crossbar: separable, input first
// or output first, in one or more iterations within a cycle. Channels are numbered {port, VC}, the VCs of a
// port taking 2^VcShift numbers; allocator_iteration says how the inputs and outputs of the crossbar are.
//
// A head may ask for the candidates whose crossbar output is free and which have room for all of its flit, and
// where they lead into a ring for two flits of the largest size (bubble flow control); its selection
// picks one of them. Room are the credits of a channel, or the space of its output buffer. With Misrouting, it
// may ask for those of them that misrouting_trigger permits. With wormhole
// switching the first flit of a packet takes the output channel, until its last one has been granted: the
// channel is no other packet's meanwhile. Input first:
// each input picks one of its heads that could go, and each output one of the inputs that ask for it.
// Output first: every head that could go asks, each output picks one, and each input one of its heads that
// were picked. What is matched takes no part in the next iteration. The arbiters' states
// move with the matches, of iSLIP with those of the first iteration only.
//
// Source: docs/timing.md, rule 4 and "Who goes first".
module switch_allocator #(
  parameter int Ports       = 8,   // 1 ... 256
  parameter int VcShift     = 0,   // 0 ... 6
  parameter int LargestFlit = 16,  // phits, 1 ... 65535
  parameter int OneSize     = 1,   // 1: all flits are of that size; 0 ... 1
  parameter int Wormhole    = 0,   // packets may have several flits, 0 ... 1
  parameter int CreditWidth = 8,   // bits of the credits and of the room of a channel, 1 or more
  parameter int Kind        = 0,   // 0: input first; 1: output first; 2: iSLIP
  parameter int Iterations  = 1,   // 1 or more
  parameter int Arbiter     = 0,   // 0: round robin; 1: least recently served
  parameter int Selection   = 0,   // 0: from the preferred port on; 1: from behind the port used last;
                                   // 2: most credits; 3: at random
  parameter int Full        = 0,   // 0: multiplexed crossbar; 1: full
  parameter int Misrouting  = 0,   // heads have misrouting_trigger, 0 ... 1
  parameter logic [Ports*32-1:0] FillWeights = '0,  // of a phit behind each port, 32 bits each: see queue_fill
  parameter int FillWidth   = 8,   // of queue_fill, 8 ... 31
  parameter logic [Ports-1:0] Buffered = '0,  // ports with output buffers
  parameter logic [Ports-1:0] Yielding = '0,  // see allocator_iteration
  parameter logic [Ports-1:0] Links    = '0,  // with Misrouting: see misrouting_restriction; 0: there is none
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int PortWidth    = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int WaitingWidth = CreditWidth + 1,
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  localparam int SideShift    = (Full == 1) ? 0 : VcShift,  // as allocator_iteration has them
  localparam int SideVcWidth  = netloom_regs_pkg::bits_for(1 << SideShift),
  localparam int Sides        = Channels >> SideShift
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // Heads, per input channel.
  input  logic [Channels-1:0]             ready_i,
  input  logic [Channels*Channels-1:0]    candidates_i,
  input  logic [Channels*Channels-1:0]    entering_i,         // candidates that lead into a ring
  input  logic [Channels*Channels-1:0]    minimal_i,          // with Misrouting: candidates of minimal ways
  input  logic [Channels*PortWidth-1:0]   preferred_i,
  input  logic [Channels*PhitsWidth-1:0]  phits_i,
  input  logic [Channels-1:0]             body_i,             // not the first flit of its packet
  input  logic [Channels-1:0]             last_i,             // the last one
  // Crossbar.
  input  logic [Sides-1:0]                input_busy_i,
  input  logic [Sides-1:0]                output_busy_i,
  // Outputs.
  input  logic [Ports-1:0]                endless_i,          // that have room for everything
  input  logic [Channels*CreditWidth-1:0] room_i,             // phits, per output channel
  // … for the selection.
  input  logic [Ports-1:0]                to_host_i,
  input  logic [Channels*CreditWidth-1:0] credits_i,
  input  logic [Channels*32-1:0]          draws_i,            // of each head: see output_selection
  // … with Misrouting: MISROUTE_ENABLE, _THRESHOLD, _FACTOR and _OFFSET, and phits that wait in the buffers behind a
  // channel.
  input  logic                             misroute_i,
  input  logic [7:0]                       threshold_i,
  input  logic [15:0]                      factor_i,
  input  logic [15:0]                      offset_i,
  input  logic [Channels*WaitingWidth-1:0] waiting_i,
  // Grants, per crossbar input …
  output logic [Sides-1:0]                grant_o,
  output logic [Sides*SideVcWidth-1:0]    grant_vc_o,         // of its channels
  // … and the same ones per crossbar output.
  output logic [Sides-1:0]                taken_o,
  output logic [Sides*ChannelWidth-1:0]   taken_channel_o,    // of the input
  output logic [Sides*VcWidth-1:0]        taken_vc_o,         // of the output
  output logic [Sides*PhitsWidth-1:0]     taken_phits_o,
  // State, for who looks. A full crossbar has no arbiters at inputs that choose: 0.
  output logic [Ports*VcWidth-1:0]        input_pointers_o,   // ROUND_ROBIN_IN
  output logic [Ports*PortWidth-1:0]      output_pointers_o,  // ROUND_ROBIN_OUT
  output logic [PortWidth-1:0]            cyclic_port_o       // CYCLIC_PORT
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("switch_allocator: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("switch_allocator: VcShift; allowed: 0 ... 6");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("switch_allocator: LargestFlit; allowed: 1 ... 65535");
  end
  if (OneSize < 0 || OneSize > 1) begin : gen_bad_one_size
    `NETLOOM_REFUSE("switch_allocator: OneSize; allowed: 0 ... 1");
  end
  if (Wormhole < 0 || Wormhole > 1) begin : gen_bad_wormhole
    `NETLOOM_REFUSE("switch_allocator: Wormhole; allowed: 0 ... 1");
  end
  if (CreditWidth < 1) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("switch_allocator: CreditWidth; allowed: 1 or more");
  end
  if (Kind < 0 || Kind > 2) begin : gen_bad_kind
    `NETLOOM_REFUSE("switch_allocator: Kind; allowed: 0 ... 2");
  end
  if (Iterations < 1) begin : gen_bad_iterations
    `NETLOOM_REFUSE("switch_allocator: Iterations; allowed: 1 or more");
  end
  if (Arbiter < 0 || Arbiter > 1) begin : gen_bad_arbiter
    `NETLOOM_REFUSE("switch_allocator: Arbiter; allowed: 0 ... 1");
  end
  if (Selection < 0 || Selection > 3) begin : gen_bad_selection
    `NETLOOM_REFUSE("switch_allocator: Selection; allowed: 0 ... 3");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("switch_allocator: Full; allowed: 0 ... 1");
  end
  if (Misrouting < 0 || Misrouting > 1) begin : gen_bad_misrouting
    `NETLOOM_REFUSE("switch_allocator: Misrouting; allowed: 0 ... 1");
  end
  if (FillWidth < 8 || FillWidth > 31) begin : gen_bad_fill_width
    `NETLOOM_REFUSE("switch_allocator: FillWidth; allowed: 8 ... 31");
  end

  localparam int OutShift = VcShift - SideShift;  // a port has 2^OutShift numbers of crossbar outputs
  // Wide enough for room and for twice the phits of a flit.
  localparam int CompareWidth = CreditWidth > PhitsWidth + 1 ? CreditWidth : PhitsWidth + 1;

  // ---- What all iterations have in common.

  logic [Channels*Channels-1:0] roomy;   // candidates with room for the flit, and no other packet's
  logic [Channels-1:0]          owned;   // output channels that a packet has taken
  logic [Channels-1:0]          choice;  // heads with more than one candidate

  for (genvar c = 0; c < Channels; c++) begin : gen_heads
    logic [Channels-1:0]   candidates;
    logic [Channels-1:0]   entering;
    logic [PhitsWidth-1:0] phits;

    assign candidates = candidates_i[c*Channels +: Channels];
    assign entering   = entering_i[c*Channels +: Channels];
    assign phits      = (OneSize == 1) ? PhitsWidth'(LargestFlit) : phits_i[c*PhitsWidth +: PhitsWidth];
    assign choice[c]  = (candidates & (candidates - Channels'(1))) != '0;

    for (genvar q = 0; q < Channels; q++) begin : gen_outputs
      logic [CompareWidth-1:0] needed;

      assign needed = entering[q] ? CompareWidth'(2 * LargestFlit) : CompareWidth'(phits);
      assign roomy[c*Channels+q] = candidates[q] & (body_i[c] | ~owned[q])
          & (endless_i[q >> VcShift] | (CompareWidth'(room_i[q*CreditWidth +: CreditWidth]) >= needed));
    end
  end

  if (Wormhole == 0) begin : gen_packets_are_flits
    assign owned = '0;

    logic unused;
    assign unused = ^last_i;
  end else begin : gen_owned
    for (genvar q = 0; q < Channels; q++) begin : gen_channels
      localparam int Vc = q & (Vcs - 1);

      logic owned_q;
      logic taken;
      logic last;

      // By the crossbar output of this channel, or by that of its port.
      always_comb begin
        taken = 1'b0;
        last  = 1'b0;
        for (int unsigned i = 0; i < Sides; i++) begin
          if (taken_o[i] && i >> OutShift == q >> VcShift && taken_vc_o[i*VcWidth +: VcWidth] == VcWidth'(Vc)) begin
            taken = 1'b1;
            last  = last_i[taken_channel_o[i*ChannelWidth +: ChannelWidth]];
          end
        end
      end

      assign owned[q] = owned_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) owned_q <= 1'b0;
        else if (taken) owned_q <= ~last;
      end
    end
  end

  // ---- Iterations.

  logic [PortWidth-1:0]          cyclic_port_q;
  logic [Sides-1:0]              input_used;           // grants that move the arbiters
  logic [Sides-1:0]              output_used;

  for (genvar i = 0; i < Iterations; i++) begin : gen_iterations
    // What is taken before.
    logic [Sides-1:0]              inputs_taken;
    logic [Sides-1:0]              outputs_taken;
    logic [PortWidth-1:0]          cyclic_port;
    // … and behind.
    logic [Sides-1:0]              inputs_next;
    logic [Sides-1:0]              outputs_next;
    logic [PortWidth-1:0]          cyclic_next;
    // Matches of this one, and of all up to it.
    logic [Sides-1:0]              grant;
    logic [Sides*SideVcWidth-1:0]  grant_vc;
    logic [Sides-1:0]              taken;
    logic [Sides*ChannelWidth-1:0] taken_channel;
    logic [Sides*VcWidth-1:0]      taken_vc;
    logic [Sides-1:0]              grants;
    logic [Sides*SideVcWidth-1:0]  grant_vcs;
    logic [Sides-1:0]              takings;
    logic [Sides*ChannelWidth-1:0] channels;
    logic [Sides*VcWidth-1:0]      vcs;
    logic [Sides*SideVcWidth-1:0]  input_pointers;
    logic [Sides*ChannelWidth-1:0] output_pointers;
    logic [Channels*FillWidth-1:0] fills;
    logic [Channels*FillWidth-1:0] bounds;
    logic [Channels-1:0]           may_leave;

    if (i == 0) begin : gen_first
      assign inputs_taken  = input_busy_i;
      assign outputs_taken = output_busy_i;
      assign cyclic_port   = cyclic_port_q;
      assign grants        = grant;
      assign grant_vcs     = grant_vc;
      assign takings       = taken;
      assign channels      = taken_channel;
      assign vcs           = taken_vc;

      // All iterations have the same. A port's first output of a full crossbar stands for the port.
      for (genvar p = 0; p < Ports; p++) begin : gen_pointers
        localparam int Side = (p << VcShift) >> SideShift;

        assign input_pointers_o[p*VcWidth +: VcWidth] =
            VcWidth'(input_pointers[Side*SideVcWidth +: SideVcWidth]);
        assign output_pointers_o[p*PortWidth +: PortWidth] =
            PortWidth'(output_pointers[Side*ChannelWidth +: ChannelWidth] >> VcShift);
      end

      logic unused_pointers;
      assign unused_pointers = ^{input_pointers, output_pointers};
    end else begin : gen_next
      assign inputs_taken  = gen_iterations[i-1].inputs_next;
      assign outputs_taken = gen_iterations[i-1].outputs_next;
      assign cyclic_port   = gen_iterations[i-1].cyclic_next;
      assign grants        = gen_iterations[i-1].grants | grant;
      assign grant_vcs     = gen_iterations[i-1].grant_vcs | grant_vc;
      assign takings       = gen_iterations[i-1].takings | taken;
      assign channels      = gen_iterations[i-1].channels | taken_channel;
      assign vcs           = gen_iterations[i-1].vcs | taken_vc;

      logic unused_pointers;
      assign unused_pointers = ^{input_pointers, output_pointers};
    end

    if (Misrouting == 0) begin : gen_no_fills
      assign fills  = '0;
      assign bounds = '0;
    end else begin : gen_fills
      logic [Channels*WaitingWidth-1:0] waiting;

      for (genvar q = 0; q < Channels; q++) begin : gen_channels
        logic [PhitsWidth-1:0] granted;  // to it, by the iterations before

        if (i == 0) begin : gen_nothing
          assign granted = '0;
        end else begin : gen_granted
          always_comb begin
            granted = '0;
            for (int unsigned s = 0; s < Sides; s++) begin
              if (gen_iterations[i-1].takings[s] && s >> OutShift == q >> VcShift
                  && gen_iterations[i-1].vcs[s*VcWidth +: VcWidth] == VcWidth'(q & (Vcs - 1))) begin
                granted = (OneSize == 1) ? PhitsWidth'(LargestFlit)
                        : phits_i[32'(gen_iterations[i-1].channels[s*ChannelWidth +: ChannelWidth])*PhitsWidth
                                  +: PhitsWidth];
              end
            end
          end
        end

        assign waiting[q*WaitingWidth +: WaitingWidth] =
            waiting_i[q*WaitingWidth +: WaitingWidth] + WaitingWidth'(granted);

        queue_fill #(
          .Weight      (FillWeights[(q >> VcShift)*32 +: 32]),
          .WaitingWidth(WaitingWidth),
          .Width       (FillWidth)
        ) u_fill (
          .waiting_i  (waiting[q*WaitingWidth +: WaitingWidth]),
          .threshold_i(threshold_i),
          .fill_o     (fills[q*FillWidth +: FillWidth]),
          .bound_o    (bounds[q*FillWidth +: FillWidth])
        );
      end

      if (Links != '0) begin : gen_restriction
        misrouting_restriction #(
          .Ports       (Ports),
          .VcShift     (VcShift),
          .WaitingWidth(WaitingWidth),
          .Links       (Links)
        ) u_restriction (
          .factor_i   (factor_i),
          .offset_i   (offset_i),
          .waiting_i  (waiting),
          .may_leave_o(may_leave)
        );
      end
    end

    if (Misrouting == 0 || Links == '0) begin : gen_no_restriction
      assign may_leave = '1;
    end

    allocator_iteration #(
      .Ports      (Ports),
      .VcShift    (VcShift),
      .CreditWidth(CreditWidth),
      .OutputFirst((Kind == 0) ? 0 : 1),
      .Arbiter    (Arbiter),
      .Selection  (Selection),
      .Full       (Full),
      .Misrouting (Misrouting),
      .FillWidth  (FillWidth),
      .Buffered   (Buffered),
      .Yielding   (Yielding)
    ) u_iteration (
      .clk_i                (clk_i),
      .rst_ni               (rst_ni),
      .ready_i              (ready_i),
      .roomy_i              (roomy),
      .choice_i             (choice),
      .minimal_i            (minimal_i),
      .preferred_i          (preferred_i),
      .to_host_i            (to_host_i),
      .credits_i            (credits_i),
      .draws_i              (draws_i),
      .misroute_i           (misroute_i),
      .fills_i              (fills),
      .bounds_i             (bounds),
      .may_leave_i          (may_leave),
      .inputs_taken_i       (inputs_taken),
      .outputs_taken_i      (outputs_taken),
      .inputs_taken_o       (inputs_next),
      .outputs_taken_o      (outputs_next),
      .cyclic_port_i        (cyclic_port),
      .cyclic_port_o        (cyclic_next),
      .grant_o              (grant),
      .grant_vc_o           (grant_vc),
      .taken_o              (taken),
      .taken_channel_o      (taken_channel),
      .taken_vc_o           (taken_vc),
      .input_used_i         (input_used),
      .input_used_vc_i      (grant_vc_o),
      .output_used_i        (output_used),
      .output_used_channel_i(taken_channel_o),
      .input_pointers_o     (input_pointers),
      .output_pointers_o    (output_pointers)
    );

    if (i == Iterations - 1) begin : gen_last
      assign grant_o         = grants;
      assign grant_vc_o      = grant_vcs;
      assign taken_o         = takings;
      assign taken_channel_o = channels;
      assign taken_vc_o      = vcs;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) cyclic_port_q <= netloom_regs_pkg::CyclicPortReset[PortWidth-1:0];
        else if (Selection == 1) cyclic_port_q <= cyclic_next;
      end

      logic unused;
      assign unused = ^{inputs_next, outputs_next};
    end
  end

  if (Misrouting == 0) begin : gen_no_misrouting
    logic unused;
    assign unused = ^{threshold_i, waiting_i};
  end
  if (Misrouting == 0 || Links == '0) begin : gen_all_may_be_left
    logic unused;
    assign unused = ^{factor_i, offset_i};
  end

  assign input_used    = (Kind == 2) ? gen_iterations[0].grant : grant_o;
  assign output_used   = (Kind == 2) ? gen_iterations[0].taken : taken_o;
  assign cyclic_port_o = cyclic_port_q;

  for (genvar q = 0; q < Sides; q++) begin : gen_taken
    logic [ChannelWidth-1:0] channel;

    assign channel = taken_channel_o[q*ChannelWidth +: ChannelWidth];
    assign taken_phits_o[q*PhitsWidth +: PhitsWidth] =
        (OneSize == 1) ? PhitsWidth'(LargestFlit) : phits_i[32'(channel)*PhitsWidth +: PhitsWidth];
  end

endmodule
