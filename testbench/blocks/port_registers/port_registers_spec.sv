// port_registers hands each access to the one port that its address names, and to nobody where
// there is no such port.
module port_registers_spec #(
  parameter int unsigned Ports         = 5,
  parameter int unsigned RegisterWidth = 2,
  parameter int unsigned PortWidth     = netloom_regs_pkg::bits_for(Ports)
) (
  input logic                               we_i,
  input logic [PortWidth+RegisterWidth-1:0] addr_i,
  input logic [Ports*32-1:0]                port_rdata_i
);

  logic [31:0]              rdata;
  logic [Ports-1:0]         port_we;
  logic [RegisterWidth-1:0] port_addr;

  port_registers #(
    .Ports        (Ports),
    .RegisterWidth(RegisterWidth)
  ) u_dut (
    .we_i        (we_i),
    .addr_i      (addr_i),
    .rdata_o     (rdata),
    .port_we_o   (port_we),
    .port_addr_o (port_addr),
    .port_rdata_i(port_rdata_i)
  );

  // Addresses of a port follow each other, those of port i from i * 2^RegisterWidth on.
  always_comb begin
    assert (port_addr == addr_i % (1 << RegisterWidth));
    if (addr_i >= Ports << RegisterWidth) assert (port_we == '0 && rdata == '0);
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    logic addressed;
    assign addressed = addr_i >= i << RegisterWidth && addr_i < (i + 1) << RegisterWidth;

    always_comb begin
      assert (port_we[i] == (we_i && addressed));
      if (addressed) assert (rdata == port_rdata_i[i*32 +: 32]);
    end
  end

endmodule
