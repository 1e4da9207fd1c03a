// destro_route sends a packet down by digit s of its destination if the switch is above it (which
// the labels say, digit by digit), and up by that digit of the destination or the source otherwise.
// Exactly one port is allowed, and it exists.
module destro_route_spec #(
  parameter int unsigned Ports = 8,
  parameter int unsigned Width = 8,
  parameter int unsigned PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input logic [3:0]       digit_bits_i,
  input logic [4:0]       stage_i,
  input logic [Width-1:0] position_i,
  input logic             last_stage_i,
  input logic             by_source_i,
  input logic             nonminimal_i,
  input logic [Width-1:0] destination_i,
  input logic [Width-1:0] source_i,
  input logic             from_above_i
);

  logic [Ports-1:0] allowed_ports;

  destro_route #(
    .Ports(Ports),
    .Width(Width)
  ) u_dut (
    .digit_bits_i   (digit_bits_i),
    .stage_i        (stage_i),
    .position_i     (position_i),
    .last_stage_i   (last_stage_i),
    .by_source_i    (by_source_i),
    .nonminimal_i   (nonminimal_i),
    .destination_i  (destination_i),
    .source_i       (source_i),
    .from_above_i   (from_above_i),
    .allowed_ports_o(allowed_ports)
  );

  logic [PortWidth-2:0] destination_digit;
  logic [PortWidth-2:0] source_digit;
  logic [Width-1:0]     unused_destination;
  logic [Width-1:0]     unused_source;

  digit_definition #(
    .Width     (Width),
    .DigitWidth(PortWidth - 1)
  ) u_destination (
    .number_i    (destination_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (destination_digit),
    .higher_o    (unused_destination)
  );

  digit_definition #(
    .Width     (Width),
    .DigitWidth(PortWidth - 1)
  ) u_source (
    .number_i    (source_i),
    .stage_i     (stage_i),
    .digit_bits_i(digit_bits_i),
    .digit_o     (source_digit),
    .higher_o    (unused_source)
  );

  // <s, o> is above the destination p if p_{n-1} ... p_{s+1} = o_{n-2} ... o_s.
  logic above;

  always_comb begin
    above = 1'b1;
    for (int unsigned bits = 1; bits < PortWidth; bits++) begin
      for (int unsigned stage = 0; stage * bits < Width; stage++) begin
        for (int unsigned i = stage * bits; i < Width; i++) begin
          if (digit_bits_i == bits && stage_i == stage) begin
            if (i + bits < Width && destination_i[i+bits] != position_i[i]) above = 1'b0;
            if (i + bits >= Width && position_i[i]) above = 1'b0;
          end
        end
      end
    end
  end

  logic           down;
  logic [Ports:0] port;  // wide enough for any sum
  integer         arity;

  always_comb begin
    arity = 2;
    for (int unsigned bits = 2; bits < PortWidth; bits++) begin
      if (digit_bits_i == bits) arity = 2 ** bits;
    end
    down = nonminimal_i ? (last_stage_i || from_above_i) : above;
    if (down) port = destination_digit;
    else if (by_source_i) port = arity + source_digit;
    else port = arity + destination_digit;
  end

  always_comb begin
    assume (digit_bits_i >= 1 && digit_bits_i < PortWidth);
    assert (port < Ports);
    for (int unsigned i = 0; i < Ports; i++) assert (allowed_ports[i] == (port == i));
    // A switch of a smaller tree leaves the other ports alone.
    assert (allowed_ports >> (2 * arity) == '0);
  end

endmodule
