// output_selection selects, of the channels that are usable, the one that is first in an order of all: from
// the channels of a port on, cyclically upwards; or ports to hosts before others, more credits before fewer,
// and a lower channel before a higher one. And nothing where none is usable.
module output_selection_spec #(
  parameter int unsigned Kind        = 0,
  parameter int unsigned Ports       = 3,
  parameter int unsigned VcShift     = 1,
  parameter int unsigned CreditWidth = 2,
  parameter int unsigned Channels    = Ports << VcShift,
  parameter int unsigned PortWidth   = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned PlaceWidth  = 1 + CreditWidth + netloom_regs_pkg::bits_for(Channels)
) (
  input logic [Channels-1:0]             usable_i,
  input logic [PortWidth-1:0]            start_port_i,
  input logic [Channels*CreditWidth-1:0] credits_i,
  input logic [Ports-1:0]                to_host_i
);

  logic [Channels-1:0]            selected;
  logic [Channels*PlaceWidth-1:0] places;
  logic [Channels-1:0]            first;

  output_selection #(
    .Kind       (Kind),
    .Ports      (Ports),
    .VcShift    (VcShift),
    .CreditWidth(CreditWidth)
  ) u_dut (
    .usable_i    (usable_i),
    .start_port_i(start_port_i),
    .credits_i   (credits_i),
    .to_host_i   (to_host_i),
    .draw_i      ('0),
    .selected_o  (selected)
  );

  output_selection_model #(
    .Kind       (Kind),
    .Ports      (Ports),
    .VcShift    (VcShift),
    .CreditWidth(CreditWidth)
  ) u_model (
    .start_port_i(start_port_i),
    .credits_i   (credits_i),
    .to_host_i   (to_host_i),
    .places_o    (places)
  );

  lowest_place #(
    .Count     (Channels),
    .PlaceWidth(PlaceWidth)
  ) u_first (
    .requests_i(usable_i),
    .places_i  (places),
    .grant_o   (first)
  );

  always_comb begin
    assume (start_port_i < Ports);
    assert (selected == first);
    assert ((selected & ~usable_i) == '0);
    assert ((selected != '0) == (usable_i != '0));
    for (int unsigned i = 0; i < Channels; i++) if (selected[i]) assert (selected == 1 << i);
  end

  // A port to a host has as many credits as there can be.
  for (genvar i = 0; i < Channels; i++) begin : gen_hosts
    always_comb if (to_host_i[i >> VcShift]) assume (credits_i[i*CreditWidth +: CreditWidth] == '1);
  end

endmodule
