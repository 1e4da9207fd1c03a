// ruft_route sends a packet to the one port whose number is digit s of its destination.
module ruft_route_spec #(
  parameter int unsigned Ports = 8,
  parameter int unsigned Width = 8,
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input logic [3:0]       digit_bits_i,
  input logic [4:0]       stage_i,
  input logic [Width-1:0] destination_i
);

  logic [Ports-1:0]     allowed_ports;
  logic [PortWidth-1:0] digit;
  logic [Width-1:0]     unused_higher;

  ruft_route #(
    .Ports(Ports),
    .Width(Width)
  ) u_dut (
    .digit_bits_i   (digit_bits_i),
    .stage_i        (stage_i),
    .destination_i  (destination_i),
    .allowed_ports_o(allowed_ports)
  );

  digit_definition #(
    .Width     (Width),
    .DigitWidth(PortWidth)
  ) u_destination (
    .number_i    (destination_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (digit),
    .higher_o    (unused_higher)
  );

  always_comb begin
    assume (digit_bits_i >= 1 && digit_bits_i <= PortWidth);
    for (int unsigned i = 0; i < Ports; i++) assert (allowed_ports[i] == (digit == i));
  end

endmodule
