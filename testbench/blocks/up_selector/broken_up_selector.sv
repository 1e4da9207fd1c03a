// up_selector with a deliberate mistake, which the shadow comparison has to find: cyclic priority
// goes on at the port used last instead of after it.
module broken_up_selector #(
  parameter int unsigned Ports        = 8,
  parameter int unsigned Channels     = 8,
  parameter int unsigned Width        = 24,
  parameter int unsigned PortWidth    = netloom_regs_pkg::cyclic_port_bits(Ports),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [PortWidth-1:0]    base_i,
  input  logic [4:0]              shift_i,
  input  logic [PortWidth-1:0]    mask_i,
  input  logic                    cyclic_i,
  input  logic [PortWidth-1:0]    last_port_i,
  input  logic [2:0]              vc_shift_i,
  input  logic [Width-1:0]        operand_i,
  input  logic [Channels-1:0]     qualifying_i,
  output logic [Channels-1:0]     grant_o,
  output logic [ChannelWidth-1:0] index_o,
  output logic                    valid_o,
  input  logic                    used_i,
  input  logic [PortWidth-1:0]    used_port_i,
  output logic [PortWidth-1:0]    cyclic_port_o
);

  logic [PortWidth-1:0] port_before;

  assign port_before = (used_port_i == '0) ? last_port_i : used_port_i - PortWidth'(1);

  up_selector #(
    .Ports   (Ports),
    .Channels(Channels),
    .Width   (Width)
  ) u_up_selector (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .base_i       (base_i),
    .shift_i      (shift_i),
    .mask_i       (mask_i),
    .cyclic_i     (cyclic_i),
    .last_port_i  (last_port_i),
    .vc_shift_i   (vc_shift_i),
    .operand_i    (operand_i),
    .qualifying_i (qualifying_i),
    .grant_o      (grant_o),
    .index_o      (index_o),
    .valid_o      (valid_o),
    .used_i       (used_i),
    .used_port_i  (port_before),
    .cyclic_port_o(cyclic_port_o)
  );

endmodule
