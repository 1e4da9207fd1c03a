// route_unit offers, of the channels that the VC policy offers, those of the ports in whose interval the
// destination lies; the registers of the intervals are those of ir_port's model, each at its own address.
// The port that it prefers is a base plus a digit of the destination's number, or of the source's: so many
// bits further up, those that the mask has; ports are counted in the bits of a port's number. That of the
// other blocks is left to their own proofs, and to lockstep.
module route_unit_spec #(
  parameter int unsigned Ports     = 3,
  parameter int unsigned VcShift   = 1,
  parameter int unsigned NodeWidth = 6,
  parameter int unsigned Vcs       = 1 << VcShift,
  parameter int unsigned Channels  = Ports << VcShift,
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned AddrWidth = PortWidth + 6
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [Channels-1:0]  offered_i,
  input logic [PortWidth-1:0] preferred_base_i,
  input logic                 preferred_source_i,
  input logic [4:0]           preferred_shift_i,
  input logic [PortWidth-1:0] preferred_mask_i,
  input logic [NodeWidth-1:0] destination_i,
  input logic [NodeWidth-1:0] source_i
);

  logic [31:0]          rdata;
  logic [Channels-1:0]  candidates;
  logic [PortWidth-1:0] preferred_port;
  logic [Channels-1:0]  entering;
  logic [Channels-1:0]  minimal;
  logic [31:0]          davc_rdata;
  logic [31:0]          table_rdata;
  logic [Ports*32-1:0]  model_rdata;
  logic [Ports-1:0]     model_match;

  route_unit #(
    .Ports    (Ports),
    .VcShift  (VcShift),
    .NodeWidth(NodeWidth)
  ) u_dut (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .we_i              (we_i),
    .addr_i            (addr_i),
    .wdata_i           (wdata_i),
    .rdata_o           (rdata),
    .davc_we_i         (1'b0),
    .davc_learn_i      (1'b0),
    .davc_addr_i       ('0),
    .davc_wdata_i      ('0),
    .davc_rdata_o      (davc_rdata),
    .table_we_i        (1'b0),
    .table_addr_i      (1'b0),
    .table_wdata_i     ('0),
    .table_rdata_o     (table_rdata),
    .to_host_i         ('0),
    .place_i           (1'b0),
    .vc_i              ('0),
    .entering_o        (entering),
    .minimal_o         (minimal),
    .state_i           ('0),
    .forwarded_i       (1'b0),
    .offered_i         (offered_i),
    .preferred_base_i  (preferred_base_i),
    .preferred_source_i(preferred_source_i),
    .preferred_shift_i (preferred_shift_i),
    .preferred_mask_i  (preferred_mask_i),
    .destination_i     (destination_i),
    .source_i          (source_i),
    .candidates_o      (candidates),
    .preferred_port_o  (preferred_port)
  );

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar i = 0; i < Ports; i++) begin : \u_dut.gen_tree.u_router.gen_interval.u_router.gen_ports
    (* hierconn *) wire [NodeWidth-1:0] \u_port.lib_q ;
    (* hierconn *) wire [NodeWidth-1:0] \u_port.uib_q ;

    logic [63:0] words;

    ir_port_model #(
      .Width(NodeWidth)
    ) u_model (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .we_i         (we_i && addr_i[AddrWidth-1:6] == i),
      .addr_i       (addr_i[0]),
      .wdata_i      (wdata_i),
      .rdata_o      (model_rdata[i*32 +: 32]),
      .words_o      (words),
      .destination_i(destination_i),
      .match_o      (model_match[i])
    );

    always_comb begin
      assert (\u_port.lib_q == words[31:0]);
      assert (\u_port.uib_q == words[63:32]);
      if (addr_i[AddrWidth-1:6] == i) assert (rdata == model_rdata[i*32 +: 32]);
    end
  end

  initial assume (!rst_ni);

  always_comb begin
    assume (addr_i[5:1] == '0);  // two registers of a port
    if (addr_i[AddrWidth-1:6] >= Ports) assert (rdata == '0);
    for (int unsigned c = 0; c < Channels; c++) begin
      assert (candidates[c] == (offered_i[c] && model_match[c/Vcs]));
    end
  end

  // The digit, bit by bit.
  logic [PortWidth-1:0] digit;

  always_comb begin
    digit = '0;
    for (int unsigned i = 0; i < PortWidth; i++) begin
      for (int unsigned bit_of_node = 0; bit_of_node < NodeWidth; bit_of_node++) begin
        if (preferred_shift_i + i == bit_of_node && preferred_mask_i[i]) begin
          digit[i] = preferred_source_i ? source_i[bit_of_node] : destination_i[bit_of_node];
        end
      end
    end
    assert (preferred_port == (preferred_base_i + digit) % 2 ** PortWidth);
  end

endmodule
