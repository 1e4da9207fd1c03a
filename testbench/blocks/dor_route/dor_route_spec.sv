// dor_route offers the one port that leads nearer in the first dimension in which the destination is
// elsewhere, along the line or the shorter way around the ring; the VCs of the class in which the hops
// that are left in the dimension do, or do not, pass the border; and counts as coming into the ring
// all of them but the VC on which a packet goes straight on.
module dor_route_spec #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Width      = 3,
  parameter int unsigned Ports      = 7,
  parameter int unsigned Vcs        = 4,
  parameter int unsigned PortWidth  = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned CountWidth = netloom_regs_pkg::bits_for(Vcs + 1)
) (
  input logic [Dimensions*Width-1:0] position_i,
  input logic [Dimensions*Width-1:0] last_i,
  input logic [Dimensions-1:0]       ring_i,
  input logic [PortWidth-1:0]        concentration_i,
  input logic [CountWidth-1:0]       host_vcs_i,
  input logic [CountWidth-1:0]       class_vcs_i,
  input logic                        dateline_i,
  input logic                        ties_plus_i,
  input logic [Dimensions*Width-1:0] destination_i,
  input logic [PortWidth-1:0]        destination_port_i,
  input logic [PortWidth-1:0]        input_port_i,
  input logic [VcWidth-1:0]          input_vc_i
);

  logic [Ports-1:0] allowed_ports;
  logic [Vcs-1:0]   vcs;
  logic [Vcs-1:0]   entering_vcs;

  dor_route #(
    .Dimensions(Dimensions),
    .Width     (Width),
    .Ports     (Ports),
    .Vcs       (Vcs)
  ) u_dut (
    .position_i        (position_i),
    .last_i            (last_i),
    .ring_i            (ring_i),
    .concentration_i   (concentration_i),
    .host_vcs_i        (host_vcs_i),
    .class_vcs_i       (class_vcs_i),
    .dateline_i        (dateline_i),
    .ties_plus_i       (ties_plus_i),
    .destination_i     (destination_i),
    .destination_port_i(destination_port_i),
    .input_port_i      (input_port_i),
    .input_vc_i        (input_vc_i),
    .allowed_ports_o   (allowed_ports),
    .vcs_o             (vcs),
    .entering_vcs_o    (entering_vcs)
  );

  integer dimension;  // that is travelled; -1: none
  integer from;
  integer to;
  integer size;
  integer up;         // hops
  integer down;
  integer hops;       // of the way that is taken, signed
  logic   is_ring;
  integer port;
  integer first;      // VC of the class
  integer count;
  logic   stays;

  always_comb begin
    for (integer d = 0; d < Dimensions; d++) begin
      assume (position_i[d*Width +: Width] <= last_i[d*Width +: Width]);
      assume (destination_i[d*Width +: Width] <= last_i[d*Width +: Width]);
      assume (!ring_i[d] || last_i[d*Width +: Width] >= 2);
    end
    assume (concentration_i != '0);
    assume (concentration_i + 2 * Dimensions <= Ports);
    assume (destination_port_i < concentration_i);
    assume (host_vcs_i != '0 && host_vcs_i <= Vcs);
    assume (class_vcs_i != '0);
    assume (class_vcs_i * (dateline_i ? 2 : 1) <= Vcs);
    assume (input_port_i < Ports);
    assume (input_vc_i < Vcs);

    dimension = -1;
    from      = 0;
    to        = 0;
    size      = 1;
    is_ring   = 1'b0;
    for (integer d = 0; d < Dimensions; d++) begin
      if (dimension < 0 && position_i[d*Width +: Width] != destination_i[d*Width +: Width]) begin
        dimension = d;
        from      = position_i[d*Width +: Width];
        to        = destination_i[d*Width +: Width];
        size      = last_i[d*Width +: Width] + 1;
        is_ring   = ring_i[d];
      end
    end

    up   = to > from ? to - from : to - from + size;
    down = size - up;
    if (!is_ring) hops = to - from;
    else if (up == down) hops = (ties_plus_i || from % 2 == 0) ? up : -down;
    else hops = up < down ? up : -down;

    first = 0;
    count = host_vcs_i;
    port  = destination_port_i;
    stays = 1'b0;
    if (dimension >= 0) begin
      count = class_vcs_i;
      if (dateline_i && from + hops >= 0 && from + hops < size) first = class_vcs_i;
      port  = concentration_i + 2 * dimension + (hops > 0 ? 1 : 0);
      stays = input_port_i == concentration_i + 2 * dimension + (hops > 0 ? 0 : 1);
    end

    for (integer p = 0; p < Ports; p++) assert (allowed_ports[p] == (p == port));
    for (integer v = 0; v < Vcs; v++) begin
      assert (vcs[v] == (v >= first && v < first + count));
      assert (entering_vcs[v] == (vcs[v] && is_ring && !(stays && input_vc_i == v)));
    end
  end

endmodule
