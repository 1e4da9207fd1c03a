// forwarding_registers has the words of the register set forwarding_table: for each destination the number of a
// port, in so many bits that all ones are none, which they are after reset. Each is written and read at its own
// address and by nobody else, and what is written is seen from the next cycle on. Each input port gets that of
// its head's destination, and all ones for one that is not there.
module forwarding_registers_spec #(
  parameter int unsigned Destinations = 5,
  parameter int unsigned Ports        = 3,
  parameter int unsigned AddrWidth    = netloom_regs_pkg::bits_for(Destinations),
  parameter int unsigned Width        = netloom_regs_pkg::bits_for(Ports + 1)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       we_i,
  input logic [AddrWidth-1:0]       addr_i,
  input logic [31:0]                wdata_i,
  input logic [Ports*AddrWidth-1:0] destinations_i
);

  (* hierconn *) wire [Destinations*Width-1:0] \u_dut.lft_q ;

  logic [31:0]                rdata;
  logic [Ports*Width-1:0]     ports;
  logic [31:0]                model_rdata;
  logic [Destinations*32-1:0] words;

  forwarding_registers #(
    .Destinations(Destinations),
    .Ports       (Ports)
  ) u_dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .we_i          (we_i),
    .addr_i        (addr_i),
    .wdata_i       (wdata_i),
    .rdata_o       (rdata),
    .destinations_i(destinations_i),
    .ports_o       (ports)
  );

  localparam [31:0] Mask = {Width{1'b1}};

  register_words #(
    .Words    (Destinations),
    .AddrWidth(AddrWidth),
    .Masks    ({Destinations{Mask}}),
    .Resets   ({Destinations{netloom_regs_pkg::LftReset}})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  initial assume (!rst_ni);

  always_comb begin
    assert (rdata == model_rdata);
    for (int unsigned d = 0; d < Destinations; d++) begin
      assert (\u_dut.lft_q [d*Width +: Width] == words[d*32 +: Width]);
      if (!rst_ni) assert (\u_dut.lft_q [d*Width +: Width] == '1);
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_ports
    logic [AddrWidth-1:0] destination;

    assign destination = destinations_i[p*AddrWidth +: AddrWidth];

    always_comb begin
      if (destination < Destinations) assert (ports[p*Width +: Width] == words[destination*32 +: Width]);
      else assert (ports[p*Width +: Width] == {Width{1'b1}});
    end
  end

endmodule
