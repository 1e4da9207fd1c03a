// route_unit offers, with a forwarding table in registers of the switch, of the channels that the VC policy
// offers those of the port that the table has, and none where that is no port.
module route_unit_forwarded_spec #(
  parameter int unsigned Ports     = 5,
  parameter int unsigned VcShift   = 1,
  parameter int unsigned NodeWidth = 6,
  parameter int unsigned Vcs       = 1 << VcShift,
  parameter int unsigned Channels  = Ports << VcShift,
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned AddrWidth = PortWidth + 6,
  parameter int unsigned Width     = netloom_regs_pkg::bits_for(Ports + 1)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 we_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [Channels-1:0]  offered_i,
  input logic [Ports-1:0]     to_host_i,
  input logic [VcShift:0]     vc_i,
  input logic [NodeWidth-1:0] destination_i,
  input logic [NodeWidth-1:0] source_i,
  input logic [15:0]          state_i,
  input logic [Width-1:0]     forwarded_i
);

  logic [31:0]          rdata;
  logic [Channels-1:0]  candidates;
  logic [PortWidth-1:0] preferred_port;
  logic [Channels-1:0]  entering;
  logic [Channels-1:0]  minimal;
  logic [31:0]          davc_rdata;
  logic [31:0]          table_rdata;

  route_unit #(
    .Route    (9),
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
    .to_host_i         (to_host_i),
    .place_i           (1'b0),
    .vc_i              (vc_i[netloom_regs_pkg::bits_for(Vcs)-1:0]),
    .entering_o        (entering),
    .minimal_o         (minimal),
    .state_i           (state_i),
    .forwarded_i       (forwarded_i),
    .offered_i         (offered_i),
    .preferred_base_i  ('0),
    .preferred_source_i(1'b0),
    .preferred_shift_i ('0),
    .preferred_mask_i  ('0),
    .destination_i     (destination_i),
    .source_i          (source_i),
    .candidates_o      (candidates),
    .preferred_port_o  (preferred_port)
  );

  always_comb begin
    for (int unsigned c = 0; c < Channels; c++) begin
      assert (candidates[c] == (offered_i[c] && forwarded_i == c / Vcs));
    end
    assert (entering == '0);
    assert (minimal == '0);
  end

endmodule
