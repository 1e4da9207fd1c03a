// What one iteration of a separable allocator matches: the heads that could go, what each of them wishes, and
// who goes before whom, at outputs and inputs, in the one order or the other. Lines of requesters (see
// arbiter_line) say who goes first.
//
// Each step is given what the block made of those before it (*_i), and says what the block has to make of it
// (*_o); where they are the same in all steps, the whole is. For a solver that is much less than the whole.
// Source: docs/timing.md, rule 4 and "Who goes first".
module allocator_iteration_model #(
  parameter int unsigned Ports        = 2,
  parameter int unsigned VcShift      = 1,
  parameter int unsigned CreditWidth  = 2,
  parameter int unsigned OutputFirst  = 0,
  parameter int unsigned Selection    = 0,
  parameter logic [Ports-1:0] Yielding = '0,
  parameter int unsigned Vcs          = 1 << VcShift,
  parameter int unsigned Channels     = Ports << VcShift,
  parameter int unsigned PortWidth    = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input  logic [Channels-1:0]                    ready_i,
  input  logic [Channels*Channels-1:0]           roomy_i,
  input  logic [Channels-1:0]                    choice_i,
  input  logic [Channels*PortWidth-1:0]          preferred_i,
  input  logic [Ports-1:0]                       to_host_i,
  input  logic [Channels*CreditWidth-1:0]        credits_i,
  input  logic [Ports-1:0]                       inputs_taken_i,
  input  logic [Ports-1:0]                       outputs_taken_i,
  input  logic [PortWidth-1:0]                   cyclic_port_i,
  input  logic [Channels*VcWidth-1:0]            input_places_i,   // per input port, of its VCs
  input  logic [Ports*Channels*ChannelWidth-1:0] output_places_i,  // per output port, of all heads
  output logic [Ports-1:0]                       inputs_taken_o,
  output logic [Ports-1:0]                       outputs_taken_o,
  output logic [PortWidth-1:0]                   cyclic_port_o,
  // The steps: the output channel that each head that asks has selected, one-hot; the heads that are the one
  // of their input port; those that are granted, per output port.
  input  logic [Channels*Channels-1:0]           selected_i,
  input  logic [Channels-1:0]                    entered_i,
  input  logic [Ports*Channels-1:0]              granted_i,
  output logic [Channels-1:0]                    asking_o,
  output logic [Channels*Channels-1:0]           selected_o,
  output logic [Channels-1:0]                    entered_o,
  output logic [Ports*Channels-1:0]              granted_o,
  output logic [Channels-1:0]                    able_o,           // heads that could go
  output logic [Channels*Channels-1:0]           matched_o         // per head: its output channel, one-hot
);

  localparam int unsigned PlaceWidth = 1 + CreditWidth + ChannelWidth;

  logic [Ports*Channels-1:0] asked;     // per output port
  logic [Channels-1:0]       offered;   // heads that are granted by an output
  logic [Channels-1:0]       entering;  // heads that may be the one of their input port

  // Heads.
  for (genvar c = 0; c < Channels; c++) begin : gen_heads
    logic [Channels-1:0]            usable;
    logic [Channels*PlaceWidth-1:0] places;

    for (genvar k = 0; k < Channels; k++) begin : gen_usable
      assign usable[k] = roomy_i[c*Channels+k] && !outputs_taken_i[k/Vcs];
    end
    assign able_o[c] = ready_i[c] && !inputs_taken_i[c/Vcs] && usable != '0;

    output_selection_model #(
      .Kind       (Selection),
      .Ports      (Ports),
      .VcShift    (VcShift),
      .CreditWidth(CreditWidth)
    ) u_selection (
      .start_port_i(Selection == 1 ? cyclic_port_i : preferred_i[c*PortWidth +: PortWidth]),
      .credits_i   (credits_i),
      .to_host_i   (to_host_i),
      .places_o    (places)
    );

    lowest_place #(
      .Count     (Channels),
      .PlaceWidth(PlaceWidth)
    ) u_selected (
      .requests_i(usable),
      .places_i  (places),
      .grant_o   (selected_o[c*Channels +: Channels])
    );
  end

  // Input first, one head of each port asks; output first, all ask, and one head of each port takes what
  // it was offered.
  assign entering = OutputFirst == 0 ? able_o : offered;
  assign asking_o = OutputFirst == 0 ? entered_i : able_o;

  for (genvar p = 0; p < Ports; p++) begin : gen_inputs
    lowest_place #(
      .Count     (Vcs),
      .PlaceWidth(VcWidth)
    ) u_entered (
      .requests_i(entering[p*Vcs +: Vcs]),
      .places_i  (input_places_i[p*Vcs*VcWidth +: Vcs*VcWidth]),
      .grant_o   (entered_o[p*Vcs +: Vcs])
    );
  end

  for (genvar q = 0; q < Ports; q++) begin : gen_outputs
    logic [Channels*(1+ChannelWidth)-1:0] places;  // those of yielding ports behind all others

    for (genvar c = 0; c < Channels; c++) begin : gen_heads
      assign asked[q*Channels+c] = asking_o[c] && selected_i[c*Channels+q*Vcs +: Vcs] != '0;
      assign places[c*(1+ChannelWidth) +: 1+ChannelWidth] =
          {Yielding[c/Vcs], output_places_i[(q*Channels+c)*ChannelWidth +: ChannelWidth]};
    end

    lowest_place #(
      .Count     (Channels),
      .PlaceWidth(1 + ChannelWidth)
    ) u_granted (
      .requests_i(asked[q*Channels +: Channels]),
      .places_i  (places),
      .grant_o   (granted_o[q*Channels +: Channels])
    );
  end

  always_comb begin
    offered   = '0;
    matched_o = '0;
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned q = 0; q < Ports; q++) begin
        if (granted_i[q*Channels+c]) begin
          offered[c] = 1'b1;
          if (entered_i[c]) matched_o[c*Channels +: Channels] = selected_i[c*Channels +: Channels];
        end
      end
    end
  end

  always_comb begin
    inputs_taken_o  = inputs_taken_i;
    outputs_taken_o = outputs_taken_i;
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned k = 0; k < Channels; k++) begin
        if (matched_o[c*Channels+k]) begin
          inputs_taken_o[c/Vcs]  = 1'b1;
          outputs_taken_o[k/Vcs] = 1'b1;
        end
      end
    end
  end

  // Heads are granted one after the other, input first in the order of the outputs, output first in that of
  // the inputs; behind the port of each that had a choice the cyclic selection goes on.
  always_comb begin
    cyclic_port_o = cyclic_port_i;
    for (int unsigned i = 0; i < Channels; i++) begin
      for (int unsigned j = 0; j < Channels; j++) begin
        if (OutputFirst == 0 && matched_o[j*Channels+i] && choice_i[j]) begin
          cyclic_port_o = i / Vcs + 1 == Ports ? 0 : i / Vcs + 1;
        end
        if (OutputFirst == 1 && matched_o[i*Channels+j] && choice_i[i]) begin
          cyclic_port_o = j / Vcs + 1 == Ports ? 0 : j / Vcs + 1;
        end
      end
    end
  end

endmodule
