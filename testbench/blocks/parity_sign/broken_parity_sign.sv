// parity_sign with a deliberate mistake, which the shadow comparison has to find: any hop follows the
// one that brought the packet.
module broken_parity_sign #(
  parameter int unsigned Ports         = 7,
  parameter int unsigned PositionWidth = netloom_regs_pkg::bits_for(Ports + 1)
) (
  input  logic [PositionWidth-1:0] position_i,
  input  logic                     second_i,
  input  logic [PositionWidth-1:0] previous_i,
  input  logic [Ports-1:0]         minimal_ports_i,
  output logic [Ports-1:0]         allowed_ports_o
);

  logic [Ports-1:0] allowed_ports;

  assign allowed_ports_o = second_i ? '1 : allowed_ports;

  parity_sign #(
    .Ports(Ports)
  ) u_parity_sign (
    .position_i     (position_i),
    .second_i       (second_i),
    .previous_i     (previous_i),
    .minimal_ports_i(minimal_ports_i),
    .allowed_ports_o(allowed_ports)
  );

endmodule
