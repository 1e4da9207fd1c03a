// switch_allocator grants heads that are ready what they may take: a candidate with room for all of the flit, into
// a ring for two of the largest, of a crossbar output that is free, and with wormhole switching of no other packet;
// one at a time for an input and an output of the crossbar, and the same per input and per output. What an output
// takes is the length of the head. If a head could go, one goes; and with as many iterations as there are inputs of
// the crossbar, none is left that could go beside those that are granted. The pointers of round-robin arbiters are
// behind who was granted last, and stay where nobody is.
module switch_allocator_spec #(
  parameter int unsigned Ports        = 2,
  parameter int unsigned VcShift      = 1,
  parameter int unsigned LargestFlit  = 2,
  parameter int unsigned OneSize      = 0,
  parameter int unsigned Wormhole     = 0,
  parameter int unsigned CreditWidth  = 3,
  parameter int unsigned Kind         = 0,
  parameter int unsigned Iterations   = 1,
  parameter int unsigned Arbiter      = 0,
  parameter int unsigned Selection    = 0,
  parameter int unsigned Full         = 0,
  parameter logic [Ports-1:0] Buffered = '0,
  parameter int unsigned Vcs          = 1 << VcShift,
  parameter int unsigned Channels     = Ports << VcShift,
  parameter int unsigned PortWidth    = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  parameter int unsigned SideShift    = Full == 1 ? 0 : VcShift,
  parameter int unsigned SideVcs      = 1 << SideShift,
  parameter int unsigned SideVcWidth  = netloom_regs_pkg::bits_for(SideVcs),
  parameter int unsigned Sides        = Channels >> SideShift
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  input logic [Channels-1:0]             ready_i,
  input logic [Channels*Channels-1:0]    candidates_i,
  input logic [Channels*Channels-1:0]    entering_i,
  input logic [Channels*PortWidth-1:0]   preferred_i,
  input logic [Channels*PhitsWidth-1:0]  phits_i,
  input logic [Channels-1:0]             body_i,
  input logic [Channels-1:0]             last_i,
  input logic [Sides-1:0]                input_busy_i,
  input logic [Sides-1:0]                output_busy_i,
  input logic [Ports-1:0]                endless_i,
  input logic [Channels*CreditWidth-1:0] room_i,
  input logic [Ports-1:0]                to_host_i,
  input logic [Channels*CreditWidth-1:0] credits_i
);

  localparam int unsigned OutShift = VcShift - SideShift;

  logic [Sides-1:0]              grant;
  logic [Sides*SideVcWidth-1:0]  grant_vc;
  logic [Sides-1:0]              taken;
  logic [Sides*ChannelWidth-1:0] taken_channel;
  logic [Sides*VcWidth-1:0]      taken_vc;
  logic [Sides*PhitsWidth-1:0]   taken_phits;
  logic [Ports*VcWidth-1:0]      input_pointers;
  logic [Ports*PortWidth-1:0]    output_pointers;
  logic [PortWidth-1:0]          cyclic_port;

  switch_allocator #(
    .Ports      (Ports),
    .VcShift    (VcShift),
    .LargestFlit(LargestFlit),
    .OneSize    (OneSize),
    .Wormhole   (Wormhole),
    .CreditWidth(CreditWidth),
    .Kind       (Kind),
    .Iterations (Iterations),
    .Arbiter    (Arbiter),
    .Selection  (Selection),
    .Full       (Full),
    .Buffered   (Buffered)
  ) u_dut (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .ready_i          (ready_i),
    .candidates_i     (candidates_i),
    .entering_i       (entering_i),
    .minimal_i        ('0),
    .preferred_i      (preferred_i),
    .phits_i          (phits_i),
    .body_i           (body_i),
    .last_i           (last_i),
    .input_busy_i     (input_busy_i),
    .output_busy_i    (output_busy_i),
    .endless_i        (endless_i),
    .room_i           (room_i),
    .to_host_i        (to_host_i),
    .credits_i        (credits_i),
    .draws_i          ('0),
    .misroute_i       (1'b0),
    .threshold_i      ('0),
    .factor_i         ('0),
    .offset_i         ('0),
    .waiting_i        ('0),
    .grant_o          (grant),
    .grant_vc_o       (grant_vc),
    .taken_o          (taken),
    .taken_channel_o  (taken_channel),
    .taken_vc_o       (taken_vc),
    .taken_phits_o    (taken_phits),
    .input_pointers_o (input_pointers),
    .output_pointers_o(output_pointers),
    .cyclic_port_o    (cyclic_port)
  );

  initial assume (!rst_ni);

  // Ports are those that there are; a flit has one phit at least.
  always_comb begin
    for (int unsigned c = 0; c < Channels; c++) begin
      assume (preferred_i[c*PortWidth +: PortWidth] < Ports);
      if (ready_i[c]) begin
        assume (phits_i[c*PhitsWidth +: PhitsWidth] >= 1 && phits_i[c*PhitsWidth +: PhitsWidth] <= LargestFlit);
        if (OneSize == 1) assume (phits_i[c*PhitsWidth +: PhitsWidth] == LargestFlit);
      end
      // A flit behind the first of its packet goes where that went.
      if (Wormhole == 0) assume (!body_i[c]);
    end
  end

  // The crossbar output that leads to each channel.
  logic [Channels*ChannelWidth-1:0] outputs;

  for (genvar k = 0; k < Channels; k++) begin : gen_outputs
    assign outputs[k*ChannelWidth +: ChannelWidth] =
        ChannelWidth'(Full == 0 ? k >> VcShift : Buffered[k >> VcShift] ? k : (k >> VcShift) << VcShift);
  end

  // Packets that have an output channel: their first flit has been granted it, and not their last.
  logic [Channels-1:0]          owned_q;
  logic [Channels*Channels-1:0] fits;      // per head: what it may take
  logic [Channels*Channels-1:0] matched;   // … and is granted

  always_comb begin
    fits    = '0;
    matched = '0;
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned k = 0; k < Channels; k++) begin
        logic [31:0] needed;
        logic [31:0] space;

        needed = entering_i[c*Channels+k] ? 2 * LargestFlit : 32'(phits_i[c*PhitsWidth +: PhitsWidth]);
        space  = 32'(room_i[k*CreditWidth +: CreditWidth]);
        fits[c*Channels+k] = ready_i[c] && candidates_i[c*Channels+k]
                           && (endless_i[k >> VcShift] || space >= needed)
                           && (Wormhole == 0 || body_i[c] || !owned_q[k]);
      end
    end
    for (int unsigned i = 0; i < Sides; i++) begin
      for (int unsigned c = 0; c < Channels; c++) begin
        for (int unsigned v = 0; v < Vcs; v++) begin
          if (taken[i] && taken_channel[i*ChannelWidth +: ChannelWidth] == c
              && taken_vc[i*VcWidth +: VcWidth] == v) begin
            matched[c*Channels + ((i >> OutShift) << VcShift) + v] = 1'b1;
          end
        end
      end
    end
  end

  for (genvar k = 0; k < Channels; k++) begin : gen_owned
    logic granted;
    logic last;

    always_comb begin
      granted = 1'b0;
      last    = 1'b0;
      for (int unsigned c = 0; c < Channels; c++) begin
        if (matched[c*Channels+k]) begin
          granted = 1'b1;
          last    = last_i[c];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) owned_q[k] <= 1'b0;
      else if (granted) owned_q[k] <= !last;
    end
  end

  // What is granted.
  logic [Sides-1:0] inputs_taken;
  logic [Sides-1:0] outputs_taken;

  always_comb begin
    inputs_taken  = input_busy_i;
    outputs_taken = output_busy_i;
    for (int unsigned i = 0; i < Sides; i++) begin
      if (taken[i]) begin
        logic [31:0] channel;
        logic [31:0] out;

        channel = 32'(taken_channel[i*ChannelWidth +: ChannelWidth]);
        out     = 32'(((i >> OutShift) << VcShift) + taken_vc[i*VcWidth +: VcWidth]);
        assert (channel < Channels && taken_vc[i*VcWidth +: VcWidth] < Vcs);
        assert (outputs[out*ChannelWidth +: ChannelWidth] == i);
        assert (fits[channel*Channels + out]);
        assert (!inputs_taken[channel >> SideShift] && !outputs_taken[i]);
        assert (taken_phits[i*PhitsWidth +: PhitsWidth] == phits_i[channel*PhitsWidth +: PhitsWidth]);
        assert (grant[channel >> SideShift]);
        assert (Full == 1 || grant_vc[(channel >> SideShift)*SideVcWidth +: SideVcWidth] == channel % Vcs);
        inputs_taken[channel >> SideShift] = 1'b1;
        outputs_taken[i] = 1'b1;
      end
    end
    // … and nothing else.
    assert (grant == (inputs_taken & ~input_busy_i));
  end

  // Who could go.
  logic [Channels-1:0] able;  // at first
  logic [Channels-1:0] left;  // beside those that are granted

  always_comb begin
    able = '0;
    left = '0;
    for (int unsigned c = 0; c < Channels; c++) begin
      for (int unsigned k = 0; k < Channels; k++) begin
        logic [ChannelWidth-1:0] out;

        out = outputs[k*ChannelWidth +: ChannelWidth];
        if (fits[c*Channels+k] && !input_busy_i[c >> SideShift] && !output_busy_i[out]) able[c] = 1'b1;
        if (fits[c*Channels+k] && !inputs_taken[c >> SideShift] && !outputs_taken[out]) left[c] = 1'b1;
      end
    end
    if (able != '0) assert (taken != '0);
    if (Iterations >= Sides) assert (left == '0);
  end

  // Pointers. Those of iSLIP move with the first iteration alone, which is not seen here.
  if (Arbiter == 0 && Full == 0) begin : gen_pointers
    for (genvar p = 0; p < Ports; p++) begin : gen_ports
      logic [VcWidth-1:0]   input_q;
      logic [PortWidth-1:0] output_q;
      logic                 known_q;
      logic                 granted_q;
      logic                 taken_q;
      logic [VcWidth-1:0]   granted_vc_q;
      logic [PortWidth-1:0] taken_port_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          known_q <= 1'b0;
        end else begin
          known_q      <= 1'b1;
          input_q      <= input_pointers[p*VcWidth +: VcWidth];
          output_q     <= output_pointers[p*PortWidth +: PortWidth];
          granted_q    <= grant[p];
          taken_q      <= taken[p];
          granted_vc_q <= grant_vc[p*SideVcWidth +: SideVcWidth];
          taken_port_q <= PortWidth'(taken_channel[p*ChannelWidth +: ChannelWidth] >> VcShift);
        end
      end

      always_comb begin
        if (known_q) begin
          if (!granted_q) assert (input_pointers[p*VcWidth +: VcWidth] == input_q);
          if (!taken_q) assert (output_pointers[p*PortWidth +: PortWidth] == output_q);
          if (Kind != 2 || Iterations == 1) begin
            if (granted_q) assert (input_pointers[p*VcWidth +: VcWidth] == (granted_vc_q + 1) % Vcs);
            if (taken_q) assert (output_pointers[p*PortWidth +: PortWidth] == (taken_port_q + 1) % Ports);
          end
        end
      end
    end
  end

endmodule
