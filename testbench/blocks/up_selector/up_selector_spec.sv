// up_selector grants the first qualifying channel from the first one of the preferred port on, and
// its pointer is behind the port used last. With cyclic priority no port starves: one of which a
// channel goes on qualifying is selected before Ports - 1 others are, if what is selected is used.
module up_selector_spec #(
  parameter int unsigned Ports    = 4,
  parameter int unsigned Channels = 8,
  parameter int unsigned Width    = 6,
  parameter int unsigned PortWidth    = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [4:0]           shift_i,
  input logic [PortWidth-1:0] base_i,
  input logic [PortWidth-1:0] mask_i,
  input logic                 cyclic_i,
  input logic [Width-1:0]     operand_i,
  input logic [Channels-1:0]  qualifying_i,
  input logic                 used_i,
  input logic [PortWidth-1:0] used_port_i
);

  // Straps do not change while packets are routed.
  (* anyconst *) logic [PortWidth-1:0] last_port;
  (* anyconst *) logic [2:0]           vc_shift;

  logic [Channels-1:0]     grant;
  logic [ChannelWidth-1:0] index;
  logic                    valid;
  logic [PortWidth-1:0]    cyclic_port;

  up_selector #(
    .Ports   (Ports),
    .Channels(Channels),
    .Width   (Width)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .base_i       (base_i),
    .shift_i      (shift_i),
    .mask_i       (mask_i),
    .cyclic_i     (cyclic_i),
    .last_port_i  (last_port),
    .vc_shift_i   (vc_shift),
    .operand_i    (operand_i),
    .qualifying_i (qualifying_i),
    .grant_o      (grant),
    .index_o      (index),
    .valid_o      (valid),
    .used_i       (used_i),
    .used_port_i  (used_port_i),
    .cyclic_port_o(cyclic_port)
  );

  // The preferred port: of the operand, the bits from shift_i on where the mask has ones.
  logic [PortWidth-1:0]  digit;
  logic [PortWidth:0]    preferred;
  logic [PortWidth-1:0]  pointer_q;
  logic [ChannelWidth:0] channels;  // of the switch
  logic [ChannelWidth:0] start;

  always_comb begin
    digit = '0;
    for (int unsigned i = 0; i < PortWidth; i++) begin
      for (int unsigned shift = 0; shift + i < Width; shift++) begin
        if (shift_i == shift && mask_i[i]) digit[i] = operand_i[shift+i];
      end
    end
    preferred = cyclic_i ? pointer_q : base_i + digit;
    channels  = '0;
    start     = '0;
    for (int unsigned vcs = 0; vcs < 7; vcs++) begin
      if (vc_shift == vcs) begin
        channels = (last_port + 1) * 2 ** vcs;
        start    = preferred * 2 ** vcs;
      end
    end
  end

  first_from #(
    .Count(Channels)
  ) u_first (
    .requests_i(qualifying_i),
    .start_i   (start[ChannelWidth-1:0]),
    .grant_i   (grant),
    .index_i   (index),
    .valid_i   (valid)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_q <= '0;
    else if (used_i && used_port_i < last_port) pointer_q <= used_port_i + 1;
    else if (used_i) pointer_q <= '0;
  end

  initial assume (!rst_ni);

  always_comb begin
    // The switch fits into the block.
    assume ((last_port + 1) * 2 ** vc_shift <= Channels && last_port < Ports && vc_shift < 7);
    // Only ports that exist are preferred, used, or have channels.
    assume (cyclic_i || preferred <= last_port);
    assume (used_port_i <= last_port);
    assume (qualifying_i >> channels == '0);
    assert (cyclic_port == pointer_q);
    assert (pointer_q <= last_port);
  end

  // No starvation of ports.
  (* anyconst *) logic [PortWidth-1:0] who;
  logic                                who_qualifies;
  logic [PortWidth-1:0]                selected_port;
  logic                                progress;
  logic [PortWidth:0]                  waited_q;
  logic [PortWidth:0]                  distance;

  always_comb begin
    who_qualifies = 1'b0;
    for (int unsigned i = 0; i < Channels; i++) begin
      if (qualifying_i[i] && i >> vc_shift == who) who_qualifies = 1'b1;
    end
  end

  assign selected_port = index >> vc_shift;
  assign progress      = used_i && valid && cyclic_i && used_port_i == selected_port;
  assign distance = (who >= pointer_q) ? who - pointer_q : last_port + 1 + who - pointer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else if (!who_qualifies || (progress && selected_port == who)) waited_q <= '0;
    else if (used_i && !progress) waited_q <= '0;  // moved by another input's grant: begins anew
    else if (progress) waited_q <= waited_q + 1;
  end

  always_comb begin
    assume (who <= last_port);
    assert (waited_q <= last_port);
    assert (waited_q + distance <= last_port);
  end

endmodule
