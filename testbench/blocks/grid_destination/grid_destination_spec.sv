// grid_destination takes a node's number apart into what it is made of: its port, and the coordinates of
// its switch, each weighted with all that is smaller.
module grid_destination_spec #(
  parameter int unsigned Concentration = 3,
  parameter int unsigned First         = 3,  // size of dimension 0
  parameter int unsigned Second        = 2
) (
  input logic [3:0] first_i,
  input logic [3:0] second_i,
  input logic [3:0] port_i
);

  logic [7:0] node;
  logic [7:0] coordinates;
  logic [3:0] port;

  assign node = Concentration * (First * second_i + first_i) + port_i;

  grid_destination #(
    .Dimensions   (2),
    .Width        (4),
    .Concentration(Concentration),
    .NodeWidth    (8),
    .PortWidth    (4),
    .Sizes        ((32*32)'({Second, First}))
  ) u_dut (
    .node_i       (node),
    .coordinates_o(coordinates),
    .port_o       (port)
  );

  always_comb begin
    assume (first_i < First && second_i < Second && port_i < Concentration);
    assert (coordinates == {second_i, first_i});
    assert (port == port_i);
  end

endmodule
