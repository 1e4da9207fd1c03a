// parity_sign offers a port exactly if [RLM-OLM 2013], Table I allows a pair of hops by it: the hop
// before and that by the port, or that by the port, which is not minimal, and one from behind it to
// a target.
module parity_sign_spec #(
  parameter int unsigned Ports = 7,
  parameter int unsigned PositionWidth = netloom_regs_pkg::bits_for(Ports + 1)
) (
  input logic [PositionWidth-1:0] position_i,
  input logic                     second_i,
  input logic [PositionWidth-1:0] previous_i,
  input logic [Ports-1:0]         minimal_ports_i
);

  logic [Ports-1:0]               allowed_ports;
  logic [Ports-1:0]               follows;    // by port: the hop before
  logic [Ports*Ports-1:0]         precedes;   // by port and port to the target
  logic [Ports*PositionWidth-1:0] neighbours;

  parity_sign #(
    .Ports(Ports)
  ) u_dut (
    .position_i     (position_i),
    .second_i       (second_i),
    .previous_i     (previous_i),
    .minimal_ports_i(minimal_ports_i),
    .allowed_ports_o(allowed_ports)
  );

  // The other switches of the group in the order of their positions.
  always_comb begin
    for (int unsigned i = 0; i < Ports; i++) begin
      neighbours[i*PositionWidth +: PositionWidth] = (i < position_i) ? i : i + 1;
    end
  end

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    table_one #(
      .Width(PositionWidth)
    ) u_follows (
      .from_i   (previous_i),
      .via_i    (position_i),
      .to_i     (neighbours[i*PositionWidth +: PositionWidth]),
      .allowed_o(follows[i])
    );
    for (genvar j = 0; j < Ports; j++) begin : gen_target
      table_one #(
        .Width(PositionWidth)
      ) u_precedes (
        .from_i   (position_i),
        .via_i    (neighbours[i*PositionWidth +: PositionWidth]),
        .to_i     (neighbours[j*PositionWidth +: PositionWidth]),
        .allowed_o(precedes[i*Ports + j])
      );
    end
  end

  always_comb begin
    assume (position_i <= Ports);
    assume (previous_i <= Ports && previous_i != position_i);
    for (int unsigned i = 0; i < Ports; i++) begin
      if (second_i) begin
        assert (allowed_ports[i] == follows[i]);
      end else begin
        assert (allowed_ports[i] ==
                (!minimal_ports_i[i] && (minimal_ports_i & precedes[i*Ports +: Ports]) != '0));
      end
    end
  end

endmodule
