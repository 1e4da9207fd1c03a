// allocator_iteration matches what a model of separable allocation does, input first and output first, with
// arbiters of both kinds and every selection: only heads that are ready, of inputs and with outputs that are
// not taken, with room; at most one per input and output. If a head could go, one goes; and input first, an
// input gets nothing only if an output that one of its heads may use goes to another. At outputs, ports that yield
// win only against each other.
module allocator_iteration_spec #(
  parameter int unsigned Ports        = 2,
  parameter int unsigned VcShift      = 1,
  parameter int unsigned CreditWidth  = 2,
  parameter int unsigned OutputFirst  = 0,
  parameter int unsigned Arbiter      = 0,
  parameter int unsigned Selection    = 0,
  parameter logic [Ports-1:0] Yielding = '0,
  parameter int unsigned Vcs          = 1 << VcShift,
  parameter int unsigned Channels     = Ports << VcShift,
  parameter int unsigned PortWidth    = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  input logic [Channels-1:0]             ready_i,
  input logic [Channels*Channels-1:0]    roomy_i,
  input logic [Channels-1:0]             choice_i,
  input logic [Channels*PortWidth-1:0]   preferred_i,
  input logic [Ports-1:0]                to_host_i,
  input logic [Channels*CreditWidth-1:0] credits_i,
  input logic [Ports-1:0]                inputs_taken_i,
  input logic [Ports-1:0]                outputs_taken_i,
  input logic [PortWidth-1:0]            cyclic_port_i,
  input logic [Ports-1:0]                input_used_i,
  input logic [Ports*VcWidth-1:0]        input_used_vc_i,
  input logic [Ports-1:0]                output_used_i,
  input logic [Ports*ChannelWidth-1:0]   output_used_channel_i
);

  logic [Ports-1:0]                       inputs_taken;
  logic [Ports-1:0]                       outputs_taken;
  logic [PortWidth-1:0]                   cyclic_port;
  logic [Ports-1:0]                       grant;
  logic [Ports*VcWidth-1:0]               grant_vc;
  logic [Ports-1:0]                       taken;
  logic [Ports*ChannelWidth-1:0]          taken_channel;
  logic [Ports*VcWidth-1:0]               taken_vc;
  logic [Ports*VcWidth-1:0]               input_pointers;
  logic [Ports*ChannelWidth-1:0]          output_pointers;
  logic [Channels*VcWidth-1:0]            input_places;
  logic [Ports*Channels*ChannelWidth-1:0] output_places;
  logic [Ports-1:0]                       model_inputs_taken;
  logic [Ports-1:0]                       model_outputs_taken;
  logic [PortWidth-1:0]                   model_cyclic_port;
  logic [Channels-1:0]                    asking;
  logic [Channels*Channels-1:0]           selected;
  logic [Channels-1:0]                    entered;
  logic [Ports*Channels-1:0]              granted;
  logic [Channels-1:0]                    able;
  logic [Channels*Channels-1:0]           matched;

  allocator_iteration #(
    .Ports      (Ports),
    .VcShift    (VcShift),
    .CreditWidth(CreditWidth),
    .OutputFirst(OutputFirst),
    .Arbiter    (Arbiter),
    .Selection  (Selection),
    .Yielding   (Yielding)
  ) u_dut (
    .clk_i                (clk_i),
    .rst_ni               (rst_ni),
    .ready_i              (ready_i),
    .roomy_i              (roomy_i),
    .choice_i             (choice_i),
    .minimal_i            ('0),
    .preferred_i          (preferred_i),
    .to_host_i            (to_host_i),
    .credits_i            (credits_i),
    .draws_i              ('0),
    .misroute_i           (1'b0),
    .fills_i              ('0),
    .bounds_i             ('0),
    .may_leave_i          ('1),
    .inputs_taken_i       (inputs_taken_i),
    .outputs_taken_i      (outputs_taken_i),
    .inputs_taken_o       (inputs_taken),
    .outputs_taken_o      (outputs_taken),
    .cyclic_port_i        (cyclic_port_i),
    .cyclic_port_o        (cyclic_port),
    .grant_o              (grant),
    .grant_vc_o           (grant_vc),
    .taken_o              (taken),
    .taken_channel_o      (taken_channel),
    .taken_vc_o           (taken_vc),
    .input_used_i         (input_used_i),
    .input_used_vc_i      (input_used_vc_i),
    .output_used_i        (output_used_i),
    .output_used_channel_i(output_used_channel_i),
    .input_pointers_o     (input_pointers),
    .output_pointers_o    (output_pointers)
  );

  // What the block makes of each step.
  (* hierconn *) wire [Channels*Channels-1:0] \u_dut.selected ;
  (* hierconn *) wire [Channels-1:0]          \u_dut.input_grants ;
  (* hierconn *) wire [Ports*Channels-1:0]    \u_dut.output_grants ;

  allocator_iteration_model #(
    .Ports      (Ports),
    .VcShift    (VcShift),
    .CreditWidth(CreditWidth),
    .OutputFirst(OutputFirst),
    .Selection  (Selection),
    .Yielding   (Yielding)
  ) u_model (
    .ready_i        (ready_i),
    .roomy_i        (roomy_i),
    .choice_i       (choice_i),
    .preferred_i    (preferred_i),
    .to_host_i      (to_host_i),
    .credits_i      (credits_i),
    .inputs_taken_i (inputs_taken_i),
    .outputs_taken_i(outputs_taken_i),
    .cyclic_port_i  (cyclic_port_i),
    .input_places_i (input_places),
    .output_places_i(output_places),
    .inputs_taken_o (model_inputs_taken),
    .outputs_taken_o(model_outputs_taken),
    .cyclic_port_o  (model_cyclic_port),
    .selected_i     (\u_dut.selected ),
    .entered_i      (\u_dut.input_grants ),
    .granted_i      (\u_dut.output_grants ),
    .asking_o       (asking),
    .selected_o     (selected),
    .entered_o      (entered),
    .granted_o      (granted),
    .able_o         (able),
    .matched_o      (matched)
  );

  initial assume (!rst_ni);

  // The arbiters: lines, in which nobody is served but those that are said to be.
  for (genvar p = 0; p < Ports; p++) begin : gen_lines
    logic [VcWidth-1:0]      input_pointer;
    logic [ChannelWidth-1:0] output_pointer;

    arbiter_line #(
      .Kind      (Arbiter),
      .Requesters(Vcs)
    ) u_input (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .used_i      (input_used_i[p]),
      .used_index_i(input_used_vc_i[p*VcWidth +: VcWidth]),
      .pointer_o   (input_pointer),
      .places_o    (input_places[p*Vcs*VcWidth +: Vcs*VcWidth])
    );

    arbiter_line #(
      .Kind      (Arbiter),
      .Requesters(Channels),
      .GroupShift(VcShift)
    ) u_output (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .used_i      (output_used_i[p]),
      .used_index_i(output_used_channel_i[p*ChannelWidth +: ChannelWidth]),
      .pointer_o   (output_pointer),
      .places_o    (output_places[p*Channels*ChannelWidth +: Channels*ChannelWidth])
    );

    always_comb begin
      assume (input_used_vc_i[p*VcWidth +: VcWidth] < Vcs);
      assume (output_used_channel_i[p*ChannelWidth +: ChannelWidth] < Channels);
      assert (input_pointers[p*VcWidth +: VcWidth] == input_pointer && input_pointer < Vcs);
      assert (output_pointers[p*ChannelWidth +: ChannelWidth] == output_pointer && output_pointer < Channels);
    end
  end

  // Of least recently served ones, named as in the block, so that the wires in it get the names of the block's
  // registers.
  localparam int unsigned InputPairs  = Vcs > 1 ? Vcs * (Vcs - 1) / 2 : 1;
  localparam int unsigned OutputPairs = Channels > 1 ? Channels * (Channels - 1) / 2 : 1;

  for (genvar p = 0; p < Ports * Arbiter; p++) begin : \u_dut.gen_inputs
    (* hierconn *) wire [InputPairs-1:0] \u_arbiter.gen_least_recently_served.u_arbiter.lower_first_q ;

    lrs_places #(
      .Requesters(Vcs)
    ) u_places (
      .lower_first_i(\u_arbiter.gen_least_recently_served.u_arbiter.lower_first_q ),
      .places_i     (input_places[p*Vcs*VcWidth +: Vcs*VcWidth])
    );
  end

  for (genvar q = 0; q < Ports * Arbiter; q++) begin : \u_dut.gen_outputs
    (* hierconn *) wire [OutputPairs-1:0] \gen_output.u_arbiter.gen_least_recently_served.u_arbiter.lower_first_q ;

    lrs_places #(
      .Requesters(Channels)
    ) u_places (
      .lower_first_i(\gen_output.u_arbiter.gen_least_recently_served.u_arbiter.lower_first_q ),
      .places_i     (output_places[q*Channels*ChannelWidth +: Channels*ChannelWidth])
    );
  end

  // Ports that there are; a port to a host has as many credits as there can be.
  for (genvar c = 0; c < Channels; c++) begin : gen_channels
    always_comb begin
      assume (preferred_i[c*PortWidth +: PortWidth] < Ports);
      if (to_host_i[c/Vcs]) assume (credits_i[c*CreditWidth +: CreditWidth] == 2 ** CreditWidth - 1);
    end
  end

  // The steps, and the matches, by input and by output.
  for (genvar c = 0; c < Channels; c++) begin : gen_selected
    always_comb begin
      if (asking[c]) begin
        assert (\u_dut.selected [c*Channels +: Channels] == selected[c*Channels +: Channels]);
      end
    end
  end

  always_comb begin
    assert (\u_dut.input_grants == entered);
    assert (\u_dut.output_grants == granted);
    assume (cyclic_port_i < Ports);
    assert (inputs_taken == model_inputs_taken);
    assert (outputs_taken == model_outputs_taken);
    assert (cyclic_port == model_cyclic_port);
    for (int unsigned c = 0; c < Channels; c++) begin
      assert ((matched[c*Channels +: Channels] != '0)
              == (grant[c/Vcs] && grant_vc[c/Vcs*VcWidth +: VcWidth] == c % Vcs));
      for (int unsigned k = 0; k < Channels; k++) begin
        assert (matched[c*Channels+k]
                == (taken[k/Vcs] && taken_channel[k/Vcs*ChannelWidth +: ChannelWidth] == c
                    && taken_vc[k/Vcs*VcWidth +: VcWidth] == k % Vcs));
      end
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      if (!grant[p]) assert (grant_vc[p*VcWidth +: VcWidth] == '0);
      if (!taken[p]) assert (taken_channel[p*ChannelWidth +: ChannelWidth] == '0);
      if (!taken[p]) assert (taken_vc[p*VcWidth +: VcWidth] == '0);
    end
  end

  // And what has to be so, whatever the model says.
  logic [Channels-1:0] wanted;  // heads one of whose outputs goes to another input

  always_comb begin
    wanted = '0;
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned k = 0; k < Channels; k++) begin
        if (roomy_i[c*Channels+k] && !outputs_taken_i[k/Vcs] && taken[k/Vcs]) wanted[c] = 1'b1;
        if (matched[c*Channels+k]) begin
          assert (ready_i[c] && roomy_i[c*Channels+k]);
          assert (!inputs_taken_i[c/Vcs] && !outputs_taken_i[k/Vcs]);
          for (int unsigned d = 0; d < Channels; d++) begin
            for (int unsigned l = 0; l < Channels; l++) begin
              if ((d != c || l != k) && (d / Vcs == c / Vcs || l / Vcs == k / Vcs)) begin
                assert (!matched[d*Channels+l]);
              end
            end
          end
        end
      end
    end
    for (int unsigned c = 0; c < Channels; c++) if (able[c]) assert (grant != '0);
  end

  if (OutputFirst == 0) begin : gen_wanted
    for (genvar p = 0; p < Ports; p++) begin : gen_inputs
      always_comb begin
        if (able[p*Vcs +: Vcs] != '0 && !grant[p]) begin
          assert ((able[p*Vcs +: Vcs] & wanted[p*Vcs +: Vcs]) != '0);
        end
      end
    end
  end

endmodule
