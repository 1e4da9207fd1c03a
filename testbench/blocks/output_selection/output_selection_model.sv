// In which order a head prefers output channels, all of them: each has a place, and the selection picks the
// lowest of those that are usable. From the channels of a port on, cyclically upwards (Kind 0, 1); or ports
// to hosts first, then those with more credits, and of several the lowest (Kind 2).
// Source: docs/timing.md, rule 4.
module output_selection_model #(
  parameter int unsigned Kind         = 0,
  parameter int unsigned Ports        = 3,
  parameter int unsigned VcShift      = 1,
  parameter int unsigned CreditWidth  = 2,
  parameter int unsigned Channels     = Ports << VcShift,
  parameter int unsigned PortWidth    = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  parameter int unsigned PlaceWidth   = 1 + CreditWidth + ChannelWidth
) (
  input  logic [PortWidth-1:0]            start_port_i,
  input  logic [Channels*CreditWidth-1:0] credits_i,
  input  logic [Ports-1:0]                to_host_i,
  output logic [Channels*PlaceWidth-1:0]  places_o
);

  localparam int unsigned Vcs = 2 ** VcShift;

  for (genvar i = 0; i < Channels; i++) begin : gen_places
    if (Kind == 2) begin : gen_credits
      logic [CreditWidth-1:0] missing;  // the fewer the better

      assign missing = 2 ** CreditWidth - 1 - credits_i[i*CreditWidth +: CreditWidth];
      assign places_o[i*PlaceWidth +: PlaceWidth] =
          to_host_i[i/Vcs] ? i : {1'b1, missing, ChannelWidth'(i)};
    end else begin : gen_distance
      assign places_o[i*PlaceWidth +: PlaceWidth] =
          i >= start_port_i * Vcs ? i - start_port_i * Vcs : Channels + i - start_port_i * Vcs;
    end
  end

endmodule
