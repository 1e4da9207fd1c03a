`include "refuse.svh"

// Dimension-order routing in meshes and tori: the way of a packet in one switch. It goes on in the
// lowest dimension in which its destination is elsewhere, around a ring the shorter way; with a
// dateline on the VCs of class 0 while it has yet to go over the border of the ring, and of class 1
// else. With bubble flow control it may come into a ring only where two packets have room: from
// hosts, out of another dimension, and where it changes its VC (entering_vcs_o); going straight on
// and on its VC it stays in the ring. This is the block `dor_route`. Combinational.
//
// Port c + 2d of a switch with c hosts leads down in dimension d, port c + 2d + 1 up.
//
// Source: [IODET 2013], sections 2 and 3; the dateline is not in it.
module dor_route #(
  parameter int Dimensions = 2,   // 1 or more
  parameter int Width      = 16,  // bits of a coordinate, 1 or more
  parameter int Ports      = 8,   // 2 * Dimensions + 1 ... 256
  parameter int Vcs        = 64,  // most VCs of a link, 1 or more
  // Derived.
  localparam int PortWidth  = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  localparam int CountWidth = netloom_regs_pkg::bits_for(Vcs + 1)
) (
  // Straps: constant while packets are routed. Dimension 0 is lowest.
  input  logic [Dimensions*Width-1:0] position_i,       // of the switch
  input  logic [Dimensions*Width-1:0] last_i,           // highest coordinate: k - 1
  input  logic [Dimensions-1:0]       ring_i,           // it is connected with coordinate 0
  input  logic [PortWidth-1:0]        concentration_i,  // c, hosts of a switch, 1 or more
  input  logic [CountWidth-1:0]       host_vcs_i,       // VCs to a host, 1 or more
  input  logic [CountWidth-1:0]       class_vcs_i,      // VCs of a class, 1 or more
  input  logic                        dateline_i,       // there are two classes
  input  logic                        ties_plus_i,      // equally long ways: up, and not by parity
  // The head that is routed.
  input  logic [Dimensions*Width-1:0] destination_i,       // switch of the destination
  input  logic [PortWidth-1:0]        destination_port_i,  // of the destination there
  input  logic [PortWidth-1:0]        input_port_i,
  input  logic [VcWidth-1:0]          input_vc_i,
  output logic [Ports-1:0]            allowed_ports_o,  // one-hot
  output logic [Vcs-1:0]              vcs_o,
  output logic [Vcs-1:0]              entering_vcs_o    // of these
);

  if (Dimensions < 1) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("dor_route: Dimensions; allowed: 1 or more");
  end
  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("dor_route: Width; allowed: 1 or more");
  end
  if (Ports < 2 * Dimensions + 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("dor_route: Ports; allowed: 2 * Dimensions + 1 ... 256");
  end
  if (Vcs < 1) begin : gen_bad_vcs
    `NETLOOM_REFUSE("dor_route: Vcs; allowed: 1 or more");
  end

  logic                 elsewhere;  // the destination is at another switch
  logic [PortWidth-1:0] down_port;  // of the dimension that is travelled
  logic [Width-1:0]     here;
  logic [Width-1:0]     there;
  logic [Width-1:0]     last;
  logic                 ring;
  logic [Width:0]       up_hops;    // to the destination, going up around the ring
  logic [Width:0]       size;       // of the ring
  logic                 tie;
  logic                 plus;
  logic                 goes_over;  // the border: what lies ahead is behind
  logic                 straight;
  logic [PortWidth-1:0] port;
  logic [Vcs-1:0]       class_vcs;  // lowest class

  always_comb begin
    elsewhere = 1'b0;
    down_port = '0;
    here      = '0;
    there     = '0;
    last      = '0;
    ring      = 1'b0;
    // The lowest dimension comes last.
    for (int unsigned i = 0; i < Dimensions; i++) begin
      if (position_i[(Dimensions-1-i)*Width +: Width]
          != destination_i[(Dimensions-1-i)*Width +: Width]) begin
        elsewhere = 1'b1;
        down_port = concentration_i + PortWidth'(2 * (Dimensions - 1 - i));
        here      = position_i[(Dimensions-1-i)*Width +: Width];
        there     = destination_i[(Dimensions-1-i)*Width +: Width];
        last      = last_i[(Dimensions-1-i)*Width +: Width];
        ring      = ring_i[Dimensions-1-i];
      end
    end
  end

  assign size      = {1'b0, last} + (Width + 1)'(1);
  assign up_hops   = {1'b0, there} + ((there < here) ? size : '0) - {1'b0, here};
  assign tie       = {up_hops, 1'b0} == {1'b0, size};
  assign plus      = ring ? ({up_hops, 1'b0} < {1'b0, size}) | (tie & (ties_plus_i | ~here[0]))
                          : there > here;
  assign goes_over = plus ? there < here : there > here;

  assign port            = elsewhere ? down_port + PortWidth'(plus) : destination_port_i;
  assign allowed_ports_o = Ports'(1) << port;

  assign class_vcs = ~({Vcs{1'b1}} << class_vcs_i);
  assign vcs_o     = !elsewhere               ? ~({Vcs{1'b1}} << host_vcs_i)
                   : dateline_i && !goes_over ? class_vcs << class_vcs_i
                                              : class_vcs;

  // Straight on, it has come in by the other port of the dimension.
  assign straight       = input_port_i == down_port + PortWidth'(!plus);
  assign entering_vcs_o = !(elsewhere && ring) ? '0
                        : straight             ? vcs_o & ~(Vcs'(1) << input_vc_i)
                                               : vcs_o;

endmodule
