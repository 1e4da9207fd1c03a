// grid_route takes the first dimension in which the destination's switch is elsewhere, along the line or the
// shorter way around the ring, and allows there the VCs of the class, all, the lowest, or as far above it as
// the destination's coordinate is above a multiple of their number; at the destination's switch the port of
// the node, with the VCs of a host. With bubbles, all that lead into a ring do so but that by which a packet
// goes straight on.
module grid_route_spec #(
  parameter int unsigned First         = 3,  // switches of dimension 0
  parameter int unsigned Second        = 2,  // … of dimension 1
  parameter int unsigned Concentration = 1,
  parameter int unsigned FirstIsRing   = 1,  // and dimension 1 is none
  parameter int unsigned VcRule        = 0,
  parameter int unsigned ClassVcs      = 2,
  parameter int unsigned Dateline      = 1,
  parameter int unsigned Bubble        = 0,
  parameter int unsigned InputPort     = 1,
  parameter int unsigned Ports         = Concentration + 4,
  parameter int unsigned Width         = 3,
  parameter int unsigned NodeWidth     = 5,
  parameter int unsigned HostVcs       = 1,
  parameter int unsigned Vcs           = 4
) (
  input logic [2*Width-1:0]   position_i,
  input logic [1:0]           vc_i,
  input logic [NodeWidth-1:0] destination_i
);

  logic [Ports-1:0]     allowed_ports;
  logic [Ports*Vcs-1:0] vcs;
  logic [Ports*Vcs-1:0] entering;

  grid_route #(
    .Ports          (Ports),
    .VcShift        (2),
    .NodeWidth      (NodeWidth),
    .InputPort      (InputPort),
    .VcRule         (VcRule),
    .Dimensions     (2),
    .CoordinateWidth(Width),
    .Concentration  (Concentration),
    .Sizes          ({{30{32'd1}}, 32'(Second), 32'(First)}),
    .Rings          (FirstIsRing),
    .HostVcs        (HostVcs),
    .ClassVcs       (ClassVcs),
    .Dateline       (Dateline),
    .Bubble         (Bubble)
  ) u_dut (
    .position_i     (position_i),
    .vc_i           (vc_i),
    .destination_i  (destination_i),
    .allowed_ports_o(allowed_ports),
    .vcs_o          (vcs),
    .entering_o     (entering)
  );

  integer number;     // of the destination's switch
  integer dimension;  // that is travelled; -1: none
  integer from;
  integer to;
  integer size;
  integer up;         // hops
  integer hops;       // of the way that is taken, signed
  logic   is_ring;
  integer port;
  integer lowest;     // VC of the class
  integer count;
  logic   stays;
  logic   may;

  always_comb begin
    assume (destination_i < Concentration * First * Second);
    assume (position_i[Width-1:0] < First && position_i[Width +: Width] < Second);

    number    = destination_i / Concentration;
    dimension = -1;
    from      = 0;
    to        = 0;
    size      = 1;
    is_ring   = 1'b0;
    if (position_i[Width-1:0] != number % First) begin
      dimension = 0;
      from      = position_i[Width-1:0];
      to        = number % First;
      size      = First;
      is_ring   = FirstIsRing;
    end else if (position_i[Width +: Width] != number / First) begin
      dimension = 1;
      from      = position_i[Width +: Width];
      to        = number / First;
      size      = Second;
    end

    up   = to > from ? to - from : to - from + size;
    hops = to - from;
    if (is_ring && 2 * up < size) hops = up;
    if (is_ring && 2 * up > size) hops = up - size;
    if (is_ring && 2 * up == size) hops = from % 2 == 0 ? up : -up;

    port   = destination_i % Concentration;
    lowest = 0;
    count  = HostVcs;
    stays  = 1'b0;
    if (dimension >= 0) begin
      port  = Concentration + 2 * dimension + (hops > 0 ? 1 : 0);
      count = ClassVcs;
      if (Dateline == 1 && from + hops >= 0 && from + hops < size) lowest = ClassVcs;
      stays = InputPort == Concentration + 2 * dimension + (hops > 0 ? 0 : 1);
    end

    for (integer p = 0; p < Ports; p++) begin
      assert (allowed_ports[p] == (p == port));
      for (integer v = 0; v < Vcs; v++) begin
        may = v >= lowest && v < lowest + count;
        if (dimension >= 0 && VcRule == 1) may = v == lowest;
        if (dimension >= 0 && VcRule == 2) may = v == lowest + to % ClassVcs;
        if (p == port) begin
          assert (vcs[p*Vcs+v] == may);
          if (may) assert (entering[p*Vcs+v] == (Bubble == 1 && is_ring && !(stays && vc_i == v)));
        end
      end
    end
  end

endmodule
