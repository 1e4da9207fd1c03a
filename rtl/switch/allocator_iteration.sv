`include "refuse.svh"

// One iteration of switch_allocator, with its arbiters: matches heads of crossbar inputs that are not taken
// with crossbar outputs that are not. The arbiters of all iterations are told of the same grants, and so
// are in the same state; of round-robin arbiters synthesis keeps one of each, of least recently served
// ones all.
//
// A multiplexed crossbar has an input and an output for each port, with the port's number. A full one has
// an input for each VC, with the channel's number, so that its arbiter has nobody to choose from. It has
// an output for each VC of a port with output buffers, too, and else one for a port: that of VC 0.
//
// Source: docs/timing.md, "Who goes first".
module allocator_iteration #(
  parameter int Ports       = 8,  // 1 ... 256
  parameter int VcShift     = 0,  // 0 ... 6
  parameter int CreditWidth = 8,  // 1 or more
  parameter int OutputFirst = 0,  // 0 ... 1
  parameter int Arbiter     = 0,  // as switch_arbiter, 0 ... 1
  parameter int Selection   = 0,  // as switch_allocator, 0 ... 3
  parameter int Full        = 0,  // 0: multiplexed crossbar; 1: full
  parameter int Misrouting  = 0,  // heads have misrouting_trigger, 0 ... 1
  parameter int FillWidth   = 8,  // of queue_fill, 1 or more
  parameter logic [Ports-1:0] Buffered = '0,  // ports with output buffers
  parameter logic [Ports-1:0] Yielding = '0,  // input ports against which all others win at outputs
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int PortWidth    = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  localparam int SideShift    = (Full == 1) ? 0 : VcShift,  // a crossbar input has 2^SideShift channels
  localparam int SideVcs      = 1 << SideShift,
  localparam int SideVcWidth  = netloom_regs_pkg::bits_for(SideVcs),
  localparam int Sides        = Channels >> SideShift  // crossbar inputs, and numbers of outputs
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // Heads, per input channel.
  input  logic [Channels-1:0]             ready_i,
  input  logic [Channels*Channels-1:0]    roomy_i,          // candidates that have room for the flit
  input  logic [Channels-1:0]             choice_i,         // there is more than one candidate
  input  logic [Channels*Channels-1:0]    minimal_i,        // with Misrouting: candidates of minimal ways
  input  logic [Channels*PortWidth-1:0]   preferred_i,
  // Output ports.
  input  logic [Ports-1:0]                to_host_i,
  input  logic [Channels*CreditWidth-1:0] credits_i,
  input  logic [Channels*32-1:0]          draws_i,          // of each head: see output_selection
  // With Misrouting: see misrouting_trigger.
  input  logic                            misroute_i,
  input  logic [Channels*FillWidth-1:0]   fills_i,
  input  logic [Channels*FillWidth-1:0]   bounds_i,
  input  logic [Channels-1:0]             may_leave_i,
  // What is taken, before this iteration and behind it.
  input  logic [Sides-1:0]                inputs_taken_i,
  input  logic [Sides-1:0]                outputs_taken_i,
  output logic [Sides-1:0]                inputs_taken_o,
  output logic [Sides-1:0]                outputs_taken_o,
  // Where a cyclic selection starts, before and behind it.
  input  logic [PortWidth-1:0]            cyclic_port_i,
  output logic [PortWidth-1:0]            cyclic_port_o,
  // Matches, per crossbar input …
  output logic [Sides-1:0]                grant_o,
  output logic [Sides*SideVcWidth-1:0]    grant_vc_o,       // of its channels; 0 without one
  // … and the same per crossbar output.
  output logic [Sides-1:0]                taken_o,
  output logic [Sides*ChannelWidth-1:0]   taken_channel_o,  // of the input; 0 without one
  output logic [Sides*VcWidth-1:0]        taken_vc_o,       // of the output; 0 without one
  // The grants of this cycle that move the arbiters.
  input  logic [Sides-1:0]                input_used_i,
  input  logic [Sides*SideVcWidth-1:0]    input_used_vc_i,
  input  logic [Sides-1:0]                output_used_i,
  input  logic [Sides*ChannelWidth-1:0]   output_used_channel_i,
  output logic [Sides*SideVcWidth-1:0]    input_pointers_o,
  output logic [Sides*ChannelWidth-1:0]   output_pointers_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("allocator_iteration: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("allocator_iteration: VcShift; allowed: 0 ... 6");
  end
  if (CreditWidth < 1) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("allocator_iteration: CreditWidth; allowed: 1 or more");
  end
  if (OutputFirst < 0 || OutputFirst > 1) begin : gen_bad_output_first
    `NETLOOM_REFUSE("allocator_iteration: OutputFirst; allowed: 0 ... 1");
  end
  if (Arbiter < 0 || Arbiter > 1) begin : gen_bad_arbiter
    `NETLOOM_REFUSE("allocator_iteration: Arbiter; allowed: 0 ... 1");
  end
  if (Selection < 0 || Selection > 3) begin : gen_bad_selection
    `NETLOOM_REFUSE("allocator_iteration: Selection; allowed: 0 ... 3");
  end

  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("allocator_iteration: Full; allowed: 0 ... 1");
  end
  if (Misrouting < 0 || Misrouting > 1) begin : gen_bad_misrouting
    `NETLOOM_REFUSE("allocator_iteration: Misrouting; allowed: 0 ... 1");
  end
  if (FillWidth < 1) begin : gen_bad_fill_width
    `NETLOOM_REFUSE("allocator_iteration: FillWidth; allowed: 1 or more");
  end

  function automatic logic [Channels-1:0] yielding_channels();
    for (int i = 0; i < Channels; i++) yielding_channels[i] = Yielding[i >> VcShift];
  endfunction

  localparam logic [Channels-1:0] YieldingChannels = yielding_channels();

  logic [Channels-1:0]          free;             // output channels
  logic [Channels*Channels-1:0] usable;           // per head
  logic [Channels-1:0]          able;             // heads that could go
  logic [Channels-1:0]          asks;             // heads that ask for an output
  logic [Channels*Channels-1:0] selected;         // the output channel of each that asks, one-hot
  logic [Sides*Channels-1:0]    output_requests;  // per crossbar output: of whom it picks one
  logic [Sides*Channels-1:0]    output_grants;
  logic [Channels-1:0]          picked;           // heads that an output has granted
  logic [Channels-1:0]          input_requests;
  logic [Channels-1:0]          input_grants;
  logic [Channels-1:0]          matched;          // heads
  logic [Channels*Sides-1:0]    matched_outputs;  // the crossbar output of each, one-hot

  for (genvar c = 0; c < Channels; c++) begin : gen_able
    localparam int Output = (Full == 0)                ? c >> VcShift
                          : Buffered[c >> VcShift]     ? c
                          : (c >> VcShift) << VcShift;  // of the crossbar

    assign free[c] = ~outputs_taken_i[Output];

    if (Misrouting == 1) begin : gen_trigger
      misrouting_trigger #(
        .Channels(Channels),
        .Width   (FillWidth)
      ) u_trigger (
        .enable_i   (misroute_i),
        .usable_i   (roomy_i[c*Channels +: Channels] & free),
        .minimal_i  (minimal_i[c*Channels +: Channels]),
        .fills_i    (fills_i),
        .bounds_i   (bounds_i),
        .may_leave_i(may_leave_i),
        .permitted_o(usable[c*Channels +: Channels])
      );
    end else begin : gen_any
      assign usable[c*Channels +: Channels] = roomy_i[c*Channels +: Channels] & free;
    end

    assign able[c] = ready_i[c] & ~inputs_taken_i[c >> SideShift]
                   & (usable[c*Channels +: Channels] != '0);
  end

  // ---- Inputs.

  if (OutputFirst == 0) begin : gen_input_first
    assign input_requests = able;
    assign asks           = input_grants;
    assign matched        = picked;

    // One selection at each input: of the head that it has picked.
    for (genvar p = 0; p < Sides; p++) begin : gen_selections
      logic [Channels-1:0]  usable_by_head;
      logic [PortWidth-1:0] preferred;
      logic [31:0]          draw;
      logic [Channels-1:0]  channel;

      always_comb begin
        usable_by_head = '0;
        preferred      = '0;
        draw           = '0;
        for (int unsigned v = 0; v < SideVcs; v++) begin
          if (input_grants[p*SideVcs + v]) begin
            usable_by_head = usable_by_head | usable[(p*SideVcs + v)*Channels +: Channels];
            preferred      = preferred | preferred_i[(p*SideVcs + v)*PortWidth +: PortWidth];
            draw           = draw | draws_i[(p*SideVcs + v)*32 +: 32];
          end
        end
      end

      output_selection #(
        .Kind       (Selection),
        .Ports      (Ports),
        .VcShift    (VcShift),
        .CreditWidth(CreditWidth)
      ) u_selection (
        .usable_i    (usable_by_head),
        .start_port_i((Selection == 1) ? cyclic_port_i : preferred),
        .credits_i   (credits_i),
        .to_host_i   (to_host_i),
        .draw_i      (draw),
        .selected_o  (channel)
      );

      for (genvar v = 0; v < SideVcs; v++) begin : gen_vcs
        assign selected[(p*SideVcs + v)*Channels +: Channels] = channel;
      end
    end
  end else begin : gen_output_first
    assign input_requests = picked;
    assign asks           = able;
    assign matched        = input_grants;

    for (genvar c = 0; c < Channels; c++) begin : gen_selections
      output_selection #(
        .Kind       (Selection),
        .Ports      (Ports),
        .VcShift    (VcShift),
        .CreditWidth(CreditWidth)
      ) u_selection (
        .usable_i    (usable[c*Channels +: Channels]),
        .start_port_i((Selection == 1) ? cyclic_port_i : preferred_i[c*PortWidth +: PortWidth]),
        .credits_i   (credits_i),
        .to_host_i   (to_host_i),
        .draw_i      (draws_i[c*32 +: 32]),
        .selected_o  (selected[c*Channels +: Channels])
      );
    end
  end

  for (genvar p = 0; p < Sides; p++) begin : gen_inputs
    logic [SideVcWidth-1:0] vc;

    switch_arbiter #(
      .Kind      (Arbiter),
      .Requesters(SideVcs)
    ) u_arbiter (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .requests_i  (input_requests[p*SideVcs +: SideVcs]),
      .grant_o     (input_grants[p*SideVcs +: SideVcs]),
      .used_i      (input_used_i[p]),
      .used_index_i(input_used_vc_i[p*SideVcWidth +: SideVcWidth]),
      .pointer_o   (input_pointers_o[p*SideVcWidth +: SideVcWidth])
    );

    always_comb begin
      vc = '0;
      for (int unsigned v = 0; v < SideVcs; v++) begin
        if (matched[p*SideVcs + v]) vc = vc | SideVcWidth'(v);
      end
    end

    assign grant_o[p]                               = matched[p*SideVcs +: SideVcs] != '0;
    assign grant_vc_o[p*SideVcWidth +: SideVcWidth] = vc;
  end

  // ---- Outputs.

  for (genvar q = 0; q < Sides; q++) begin : gen_outputs
    localparam int Port     = (Full == 1) ? q >> VcShift : q;
    localparam int OutVcs   = (Full == 1 && Buffered[Port]) ? 1 : Vcs;  // channels of it, if it is one
    localparam int FirstVc  = (Full == 1) ? q & (Vcs - 1) : 0;

    if (FirstVc + OutVcs > Vcs) begin : gen_none
      assign output_requests[q*Channels +: Channels]             = '0;
      assign output_grants[q*Channels +: Channels]               = '0;
      assign taken_o[q]                                          = 1'b0;
      assign taken_channel_o[q*ChannelWidth +: ChannelWidth]     = '0;
      assign taken_vc_o[q*VcWidth +: VcWidth]                    = '0;
      assign output_pointers_o[q*ChannelWidth +: ChannelWidth]   = '0;
      for (genvar c = 0; c < Channels; c++) begin : gen_heads
        assign matched_outputs[c*Sides + q] = 1'b0;
      end

      logic unused;
      assign unused = ^{output_requests[q*Channels +: Channels], output_used_i[q],
                        output_used_channel_i[q*ChannelWidth +: ChannelWidth]};
    end else begin : gen_output
      localparam int First = Port*Vcs + FirstVc;  // channel

      logic [Channels-1:0]     requests;   // who asks for it
      logic [Channels-1:0]     preferred;
      logic                    taken;
      logic [ChannelWidth-1:0] channel;
      logic [VcWidth-1:0]      vc;

      assign preferred = requests & ~YieldingChannels;
      assign output_requests[q*Channels +: Channels] = (preferred != '0) ? preferred : requests;

      switch_arbiter #(
        .Kind      (Arbiter),
        .Requesters(Channels),
        .GroupShift(SideShift)
      ) u_arbiter (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .requests_i  (output_requests[q*Channels +: Channels]),
        .grant_o     (output_grants[q*Channels +: Channels]),
        .used_i      (output_used_i[q]),
        .used_index_i(output_used_channel_i[q*ChannelWidth +: ChannelWidth]),
        .pointer_o   (output_pointers_o[q*ChannelWidth +: ChannelWidth])
      );

      for (genvar c = 0; c < Channels; c++) begin : gen_heads
        assign requests[c]                  = asks[c] & (selected[c*Channels + First +: OutVcs] != '0);
        assign matched_outputs[c*Sides + q] = output_grants[q*Channels + c] & matched[c];
      end

      always_comb begin
        taken   = 1'b0;
        channel = '0;
        vc      = '0;
        for (int unsigned c = 0; c < Channels; c++) begin
          if (matched_outputs[c*Sides + q]) begin
            taken   = 1'b1;
            channel = channel | ChannelWidth'(c);
            for (int unsigned v = 0; v < OutVcs; v++) begin
              if (selected[c*Channels + First + v]) vc = vc | VcWidth'(FirstVc + v);
            end
          end
        end
      end

      assign taken_o[q]                                      = taken;
      assign taken_channel_o[q*ChannelWidth +: ChannelWidth] = channel;
      assign taken_vc_o[q*VcWidth +: VcWidth]                = vc;
    end
  end

  if (Misrouting == 0) begin : gen_no_trigger
    logic unused;
    assign unused = ^{minimal_i, misroute_i, fills_i, bounds_i, may_leave_i};
  end

  always_comb begin
    picked = '0;
    for (int unsigned q = 0; q < Sides; q++) picked = picked | output_grants[q*Channels +: Channels];
  end

  assign inputs_taken_o  = inputs_taken_i | grant_o;
  assign outputs_taken_o = outputs_taken_i | taken_o;

  // ---- A cyclic selection goes on behind the port that a head with a choice was granted: of several,
  // input first, the highest; output first, that of the highest input.

  localparam int OutShift = VcShift - SideShift;  // a port has 2^OutShift numbers of outputs

  always_comb begin
    cyclic_port_o = cyclic_port_i;
    if (OutputFirst == 0) begin
      for (int unsigned q = 0; q < Sides; q++) begin
        for (int unsigned c = 0; c < Channels; c++) begin
          if (matched_outputs[c*Sides + q] && choice_i[c]) begin
            cyclic_port_o = PortWidth'(((q >> OutShift) + 1) % Ports);
          end
        end
      end
    end else begin
      for (int unsigned c = 0; c < Channels; c++) begin
        for (int unsigned q = 0; q < Sides; q++) begin
          if (matched_outputs[c*Sides + q] && choice_i[c]) begin
            cyclic_port_o = PortWidth'(((q >> OutShift) + 1) % Ports);
          end
        end
      end
    end
  end

endmodule
