// davc_vc has the registers of its model, each at its address; and by every port at which it lets a
// packet leave, on the VC that it says, the packet comes to a channel with a higher label. It goes up
// only where staying would not do, by one VC, and never beyond the last.
module davc_vc_spec #(
  parameter int unsigned Function  = 2,
  parameter int unsigned Ports     = 3,
  parameter int unsigned NodeWidth = 4,
  parameter int unsigned Vcs       = 3,
  parameter int unsigned PortWidth = netloom_regs_pkg::port_id_bits(Ports),
  parameter int unsigned AddrWidth = PortWidth + 3,
  parameter int unsigned VcWidth   = netloom_regs_pkg::bits_for(Vcs)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic                 learn_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [PortWidth-1:0] input_port_i,
  input logic [VcWidth-1:0]   input_vc_i
);

  (* hierconn *) wire [NodeWidth-1:0] \u_dut.node_id_q ;

  logic [31:0]         rdata;
  logic [31:0]         switch_rdata;
  logic [31:0]         switch_words;
  logic [Ports*32-1:0] port_rdata;
  logic [Ports*8-1:0]  senders;        // NEIGHBOUR_PORT of each port
  logic [7:0]          sender;
  logic [Ports-1:0]    stay_ports;
  logic [Ports-1:0]    rise_ports;
  logic [VcWidth-1:0]  next_vc;

  davc_vc #(
    .Function (Function),
    .Ports    (Ports),
    .NodeWidth(NodeWidth),
    .Vcs      (Vcs)
  ) u_dut (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .we_i        (we_i),
    .learn_i     (learn_i),
    .addr_i      (addr_i),
    .wdata_i     (wdata_i),
    .rdata_o     (rdata),
    .input_port_i(input_port_i),
    .input_vc_i  (input_vc_i),
    .stay_ports_o(stay_ports),
    .rise_ports_o(rise_ports),
    .next_vc_o   (next_vc)
  );

  // NODE_ID is the first word of the switch.
  localparam [AddrWidth-1:0] NodeIdAddress = 1 << (AddrWidth - 1);

  register_words #(
    .Words    (1),
    .AddrWidth(1),
    .Masks    ({{32-NodeWidth{1'b0}}, {NodeWidth{1'b1}}}),
    .Resets   (netloom_regs_pkg::NodeIdReset)
  ) u_switch_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i && addr_i == NodeIdAddress),
    .addr_i (1'b0),
    .wdata_i(wdata_i),
    .rdata_o(switch_rdata),
    .words_o(switch_words)
  );

  assign sender = senders >> (8 * input_port_i);

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_ports
    (* hierconn *) wire [PortWidth-1:0] \u_port.port_id_q ;
    (* hierconn *) wire [NodeWidth-1:0] \u_port.neighbour_id_q ;
    (* hierconn *) wire [7:0]           \u_port.neighbour_port_q ;

    logic [95:0] words;
    logic        stays_above;  // on the packet's VC
    logic        rises_above;  // on the next one

    davc_port_model #(
      .Ports    (Ports),
      .NodeWidth(NodeWidth)
    ) u_model (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .we_i   (we_i && addr_i[AddrWidth-1:2] == i),
      .learn_i(learn_i && addr_i[AddrWidth-1:2] == i),
      .addr_i (addr_i[1:0]),
      .wdata_i(wdata_i),
      .rdata_o(port_rdata[i*32 +: 32]),
      .words_o(words)
    );

    assign senders[i*8 +: 8] = words[71:64];

    davc_label_above #(
      .Function (Function),
      .NodeWidth(NodeWidth),
      .PortWidth(8),
      .VcWidth  (VcWidth)
    ) u_stays (
      .vc_i       (input_vc_i),
      .port_i     (sender),
      .node_i     (switch_words[NodeWidth-1:0]),
      .next_vc_i  (input_vc_i),
      .next_port_i(words[7:0]),
      .next_node_i(words[32 +: NodeWidth]),
      .above_o    (stays_above)
    );

    davc_label_above #(
      .Function (Function),
      .NodeWidth(NodeWidth),
      .PortWidth(8),
      .VcWidth  (VcWidth)
    ) u_rises (
      .vc_i       (input_vc_i),
      .port_i     (sender),
      .node_i     (switch_words[NodeWidth-1:0]),
      .next_vc_i  (next_vc),
      .next_port_i(words[7:0]),
      .next_node_i(words[32 +: NodeWidth]),
      .above_o    (rises_above)
    );

    always_comb begin
      assert (\u_port.port_id_q == words[31:0]);
      assert (\u_port.neighbour_id_q == words[63:32]);
      assert (\u_port.neighbour_port_q == words[95:64]);
      if (addr_i[AddrWidth-1:2] == i) assert (rdata == port_rdata[i*32 +: 32]);
      assert (stay_ports[i] == stays_above);
      assert (rise_ports[i] == (!stays_above && input_vc_i + 1 < Vcs));
      if (rise_ports[i]) assert (rises_above);
    end
  end

  initial assume (!rst_ni);

  always_comb begin
    assume (input_port_i < Ports);
    assume (input_vc_i < Vcs);
    assert (\u_dut.node_id_q == switch_words);
    if (addr_i == NodeIdAddress) assert (rdata == switch_rdata);
    else if (addr_i[AddrWidth-1:2] >= Ports) assert (rdata == '0);
    if (rise_ports != '0) assert (next_vc == input_vc_i + 1);
  end

endmodule
