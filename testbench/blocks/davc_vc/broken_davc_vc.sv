// davc_vc with a deliberate mistake, which the shadow comparison has to find: it takes what the
// sender of another input port has sent by.
module broken_davc_vc #(
  parameter int unsigned Function      = 2,
  parameter int unsigned Ports         = 8,
  parameter int unsigned NodeWidth     = 24,
  parameter int unsigned Vcs           = 64,
  parameter int unsigned PortWidth     = netloom_regs_pkg::port_id_bits(Ports),
  parameter int unsigned RegisterWidth = netloom_regs_pkg::DavcAddrWidth,
  parameter int unsigned AddrWidth     = 1 + PortWidth + RegisterWidth,
  parameter int unsigned VcWidth       = netloom_regs_pkg::bits_for(Vcs)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 we_i,
  input  logic                 learn_i,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  input  logic [PortWidth-1:0] input_port_i,
  input  logic [VcWidth-1:0]   input_vc_i,
  output logic [Ports-1:0]     stay_ports_o,
  output logic [Ports-1:0]     rise_ports_o,
  output logic [VcWidth-1:0]   next_vc_o
);

  davc_vc #(
    .Function (Function),
    .Ports    (Ports),
    .NodeWidth(NodeWidth),
    .Vcs      (Vcs)
  ) u_davc_vc (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .we_i        (we_i),
    .learn_i     (learn_i),
    .addr_i      (addr_i),
    .wdata_i     (wdata_i),
    .rdata_o     (rdata_o),
    .input_port_i(input_port_i ^ PortWidth'(1)),
    .input_vc_i  (input_vc_i),
    .stay_ports_o(stay_ports_o),
    .rise_ports_o(rise_ports_o),
    .next_vc_o   (next_vc_o)
  );

endmodule
