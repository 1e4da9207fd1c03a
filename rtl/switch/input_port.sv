`include "refuse.svh"

// An input port of a switch: a FIFO for each VC, the heads at their fronts with what the routing unit
// has said of them, and the flits that cross: one at a time, or with a full crossbar one of each VC.
//
// A flit arrives as Depth holds it: one phit a cycle, the first with the header in its lowest bits. The
// flit at the front of a VC goes to the routing unit as soon as it is there, with StoreForward when its
// last phit is, although the one before may still cross; route_valid_o asks for the result, which is
// wanted in the same cycle, and stored. From then on the head is ready, until it is granted. In the cycle
// of the grant its first phit leaves, and one more in each that follows; to an output that takes more, up
// to Speedup in each cycle, but none before it has arrived. The credit leaves with the last.
//
// With wormhole switching packets may have several flits, all of LargestFlit but the last. The first is
// routed; the others are ready as soon as they are at the front and begin to arrive, for the output channel that
// the first was granted.
//
// A buffer is read in the cycle after it has been written, at any place: registers, latches or
// distributed memory. What leaves in the cycle in which it arrives is read from the link.
//
// Source: docs/timing.md, rules 1, 2, 5 and 8.
module input_port #(
  parameter int Vcs           = 2,    // 1 ... 64
  parameter int Depth         = 32,   // phits of the buffer of a VC, LargestFlit or more
  parameter int PhitWidth     = 128,  // bits, 1 or more
  parameter int LargestFlit   = 16,   // phits, 1 ... 65535
  parameter int LargestPacket = 16,   // phits, LargestFlit ... 65535
  parameter int RoutingDelay  = 1,    // R in cycles, 1 or more
  parameter int StoreForward  = 0,    // 0 ... 1
  parameter int Speedup       = 1,    // S in phits per cycle, 1 ... 2
  parameter int Full          = 0,    // the crossbar has an input for each VC, 0 ... 1
  parameter int Channels      = 8,    // output channels of the switch, 1 or more
  parameter int PortWidth     = 3,    // bits of the number of a port, 1 ... 8
  // Derived.
  localparam int VcWidth     = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int PacketWidth = netloom_regs_pkg::bits_for(LargestPacket + 1),
  localparam int Lanes       = (Full == 1) ? Vcs : 1  // inputs of the crossbar; VC v has lane v, or 0
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  // The link.
  input  logic                               flit_valid_i,
  input  logic [VcWidth-1:0]                 flit_vc_i,
  input  logic                               flit_head_i,
  input  logic                               flit_tail_i,
  input  logic [PhitWidth-1:0]               flit_data_i,
  // … per lane.
  output logic [Lanes-1:0]                   credit_valid_o,
  output logic [Lanes*VcWidth-1:0]           credit_vc_o,
  output logic [Lanes*PhitsWidth-1:0]        credit_phits_o,
  // The routing unit.
  output logic                               route_valid_o,
  output logic [VcWidth-1:0]                 route_vc_o,
  output logic [PhitWidth-1:0]               route_data_o,      // the first phit
  input  logic [Channels-1:0]                route_candidates_i,
  input  logic [Channels-1:0]                route_entering_i,  // candidates that lead into a ring
  input  logic [Channels-1:0]                route_minimal_i,   // … of minimal ways
  input  logic [PortWidth-1:0]               route_preferred_i,
  input  logic [PacketWidth-1:0]             route_phits_i,     // of the packet
  // The allocator: the heads of all VCs.
  output logic [Vcs-1:0]                     ready_o,
  output logic [Vcs*Channels-1:0]            candidates_o,
  output logic [Vcs*Channels-1:0]            entering_o,
  output logic [Vcs*Channels-1:0]            minimal_o,
  output logic [Vcs*PortWidth-1:0]           preferred_o,
  output logic [Vcs*PhitsWidth-1:0]          phits_o,
  output logic [Vcs-1:0]                     body_o,            // not the first flit of its packet
  output logic [Vcs-1:0]                     last_o,            // the last one
  // … per lane.
  output logic [Lanes-1:0]                   busy_o,            // a flit crosses
  input  logic [Lanes-1:0]                   grant_i,           // not while busy_o
  input  logic [Lanes*VcWidth-1:0]           grant_vc_i,
  input  logic [Lanes-1:0]                   grant_fast_i,      // to an output that takes Speedup phits a cycle
  input  logic [Lanes*Channels-1:0]          grant_output_i,    // the output channel, one-hot
  // The crossbar, per lane: phits of the flit that crosses, the first lowest.
  output logic [Lanes*Speedup-1:0]           phit_valid_o,
  output logic [Lanes-1:0]                   phit_head_o,       // the flit's first is among them
  output logic [Lanes-1:0]                   phit_tail_o,       // … and its last
  output logic [Lanes*PhitsWidth-1:0]        phit_phits_o,      // of the flit
  output logic [Lanes-1:0]                   phit_first_o,      // it is the first of its packet
  output logic [Lanes-1:0]                   phit_last_o,       // … the last
  output logic [Lanes*Speedup*PhitWidth-1:0] phit_data_o
);

  if (Vcs < 1 || Vcs > 64) begin : gen_bad_vcs
    `NETLOOM_REFUSE("input_port: Vcs; allowed: 1 ... 64");
  end
  if (PhitWidth < 1) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("input_port: PhitWidth; allowed: 1 or more");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("input_port: LargestFlit; allowed: 1 ... 65535");
  end
  if (LargestPacket < LargestFlit || LargestPacket > 65535) begin : gen_bad_largest_packet
    `NETLOOM_REFUSE("input_port: LargestPacket; allowed: LargestFlit ... 65535");
  end
  if (Depth < LargestFlit) begin : gen_bad_depth
    `NETLOOM_REFUSE("input_port: Depth; allowed: LargestFlit or more");
  end
  if (RoutingDelay < 1) begin : gen_bad_routing_delay
    `NETLOOM_REFUSE("input_port: RoutingDelay; allowed: 1 or more");
  end
  if (StoreForward < 0 || StoreForward > 1) begin : gen_bad_store_forward
    `NETLOOM_REFUSE("input_port: StoreForward; allowed: 0 ... 1");
  end
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("input_port: Speedup; allowed: 1 ... 2");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("input_port: Full; allowed: 0 ... 1");
  end
  if (Channels < 1) begin : gen_bad_channels
    `NETLOOM_REFUSE("input_port: Channels; allowed: 1 or more");
  end
  if (PortWidth < 1 || PortWidth > 8) begin : gen_bad_port_width
    `NETLOOM_REFUSE("input_port: PortWidth; allowed: 1 ... 8");
  end

  localparam int Worms      = (LargestPacket > LargestFlit) ? 1 : 0;  // packets may have several flits
  localparam int PlaceWidth = netloom_regs_pkg::bits_for(Depth);
  localparam int AddrWidth  = netloom_regs_pkg::bits_for(Vcs * Depth);
  localparam int CountWidth = netloom_regs_pkg::bits_for(Depth + 1);

  // So many phits further in a buffer, which is a ring.
  function automatic logic [PlaceWidth-1:0] further(
      input logic [PlaceWidth-1:0] place, input logic [CountWidth-1:0] phits);
    logic [CountWidth:0] sum;
    sum = (CountWidth + 1)'(place) + (CountWidth + 1)'(phits);
    if (sum >= (CountWidth + 1)'(Depth)) sum = sum - (CountWidth + 1)'(Depth);
    further = PlaceWidth'(sum);
  endfunction

  function automatic logic [AddrWidth-1:0] address(
      input logic [VcWidth-1:0] vc, input logic [PlaceWidth-1:0] place);
    address = AddrWidth'(32'(vc) * Depth + 32'(place));
  endfunction

  logic [PhitWidth-1:0]      buffer_q [Vcs*Depth];
  logic [Vcs*PlaceWidth-1:0] write_places;    // of the next phit that comes
  logic [Vcs*PlaceWidth-1:0] front_places;    // of the first phit at the front
  logic [Vcs*PlaceWidth-1:0] behind_places;   // of the first phit behind the flit at the front
  logic                      routable;        // by this phit its flit can be routed
  logic [Vcs-1:0]            goes;            // the flit at the front is granted
  logic [Vcs-1:0]            comes;           // that flit is at the front
  logic [Vcs-1:0]            follows;         // the flit behind the granted one is there
  logic [Vcs-1:0]            on_pins;         // the flit at the front begins to arrive in this cycle
  logic                      route_valid;
  logic [VcWidth-1:0]        route_vc;
  logic                      route_follows;

  assign routable = flit_valid_i & ((StoreForward == 1) ? flit_tail_i : flit_head_i);

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    localparam int Lane = (Full == 1) ? v : 0;

    logic                  arrives;
    logic                  routed;
    logic [CountWidth-1:0] flits_q;      // that can be routed and were not granted
    logic [CountWidth-1:0] flits;        // … with what comes
    logic [PlaceWidth-1:0] write_q;
    logic [PlaceWidth-1:0] front_q;
    logic                  ready_q;
    logic [Channels-1:0]   candidates_q;
    logic [Channels-1:0]   entering_q;
    logic [Channels-1:0]   minimal_q;
    logic [PortWidth-1:0]  preferred_q;
    logic [PacketWidth-1:0] rest_q;      // phits of the packet that were not granted
    logic                  body_q;       // its first flit was
    logic                  last;
    logic [PhitsWidth-1:0] phits;

    assign arrives    = flit_valid_i && flit_vc_i == VcWidth'(v);
    assign goes[v]    = grant_i[Lane] && grant_vc_i[Lane*VcWidth +: VcWidth] == VcWidth'(v);
    assign routed     = route_valid && route_vc == VcWidth'(v);
    assign flits      = flits_q + CountWidth'(arrives && routable);
    assign phits      = last ? PhitsWidth'(rest_q) : PhitsWidth'(LargestFlit);
    assign comes[v]   = arrives & routable & (flits_q == '0) & ~body_q;
    assign follows[v] = goes[v] & last & (flits != '0) & (flits != CountWidth'(1));
    assign on_pins[v] = arrives & flit_head_i & (flits_q == CountWidth'(goes[v]));

    if (Worms == 0) begin : gen_one_flit
      assign last = 1'b1;
    end else begin : gen_flits
      assign last = rest_q <= PacketWidth'(LargestFlit);
    end

    assign write_places[v*PlaceWidth +: PlaceWidth]  = write_q;
    assign front_places[v*PlaceWidth +: PlaceWidth]  = front_q;
    assign behind_places[v*PlaceWidth +: PlaceWidth] = further(front_q, CountWidth'(phits));
    assign ready_o[v]                                = ready_q | (body_q & (flits != '0));
    assign candidates_o[v*Channels +: Channels]      = candidates_q;
    assign entering_o[v*Channels +: Channels]        = entering_q;
    assign minimal_o[v*Channels +: Channels]         = minimal_q;
    assign preferred_o[v*PortWidth +: PortWidth]     = preferred_q;
    assign phits_o[v*PhitsWidth +: PhitsWidth]       = phits;
    assign body_o[v]                                 = body_q;
    assign last_o[v]                                 = last;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        flits_q      <= '0;
        write_q      <= '0;
        front_q      <= '0;
        ready_q      <= 1'b0;
        candidates_q <= '0;
        entering_q   <= '0;
        minimal_q    <= '0;
        preferred_q  <= '0;
        rest_q       <= '0;
        body_q       <= 1'b0;
      end else begin
        flits_q <= flits - CountWidth'(goes[v]);
        if (arrives) write_q <= further(write_q, CountWidth'(1));
        if (goes[v]) front_q <= behind_places[v*PlaceWidth +: PlaceWidth];
        if (routed) begin
          ready_q      <= 1'b1;
          candidates_q <= route_candidates_i;
          entering_q   <= route_entering_i;
          minimal_q    <= route_minimal_i;
          preferred_q  <= route_preferred_i;
          rest_q       <= route_phits_i;
          body_q       <= 1'b0;
        end else if (goes[v]) begin
          ready_q <= 1'b0;
          if (Worms == 1) begin
            candidates_q <= grant_output_i[Lane*Channels +: Channels];
            entering_q   <= '0;
            minimal_q    <= grant_output_i[Lane*Channels +: Channels];
            rest_q       <= rest_q - PacketWidth'(phits);
            body_q       <= ~last;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (flit_valid_i) begin
      buffer_q[address(flit_vc_i, write_places[32'(flit_vc_i)*PlaceWidth +: PlaceWidth])] <= flit_data_i;
    end
  end

  // ---- Routing.

  routing_queue #(
    .Heads(Vcs),
    .Delay(RoutingDelay)
  ) u_routing_queue (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .first_valid_i (comes != '0),
    .first_i       (flit_vc_i),
    .then_i        (follows),
    .routed_valid_o(route_valid),
    .routed_o      (route_vc)
  );

  assign route_valid_o = route_valid;
  assign route_vc_o    = route_vc;
  // A head that is routed in the cycle of the grant before it.
  assign route_follows = goes[route_vc];
  assign route_data_o  = on_pins[route_vc] ? flit_data_i
                       : buffer_q[address(route_vc, route_follows
                             ? behind_places[32'(route_vc)*PlaceWidth +: PlaceWidth]
                             : front_places[32'(route_vc)*PlaceWidth +: PlaceWidth])];

  // ---- Crossing.

  for (genvar l = 0; l < Lanes; l++) begin : gen_lanes
    logic [PhitsWidth-1:0] rest_q;   // phits of the flit that have not left
    logic [VcWidth-1:0]    vc_q;
    logic [PlaceWidth-1:0] place_q;  // of the next phit
    logic [PhitsWidth-1:0] length_q;
    logic                  first_q;  // of its packet
    logic                  last_q;
    logic                  valid;
    logic [PhitsWidth-1:0] rest;     // … with those of this cycle
    logic [PhitsWidth-1:0] length;
    logic [PlaceWidth-1:0] place;
    logic [VcWidth-1:0]    granted_vc;
    logic [VcWidth-1:0]    vc;
    logic [PhitsWidth-1:0] leave;    // phits
    logic                  tail;
    logic                  first;
    logic                  last;
    logic                  arrives;      // a phit of the VC whose flit crosses
    logic [PlaceWidth-1:0] write_place;  // of it
    logic                  from_link;    // the first phit leaves in the cycle in which it arrives
    logic [PhitWidth-1:0]  data;

    assign granted_vc = grant_vc_i[l*VcWidth +: VcWidth];
    assign valid      = grant_i[l] || rest_q != '0;
    assign vc         = grant_i[l] ? granted_vc : vc_q;
    assign place      = grant_i[l] ? front_places[32'(granted_vc)*PlaceWidth +: PlaceWidth] : place_q;
    assign length     = grant_i[l] ? phits_o[32'(granted_vc)*PhitsWidth +: PhitsWidth] : length_q;
    assign rest       = grant_i[l] ? length : rest_q;
    assign tail       = valid && rest == leave;
    assign first      = grant_i[l] ? ~body_o[granted_vc] : first_q;
    assign last       = grant_i[l] ? last_o[granted_vc] : last_q;

    // A buffer that is full has its first phit where the next one would be written; then none arrives.
    assign arrives     = flit_valid_i && flit_vc_i == vc;
    assign write_place = write_places[32'(vc)*PlaceWidth +: PlaceWidth];
    assign from_link   = (Speedup == 2 || Worms == 1) && arrives && place == write_place;
    assign data        = from_link ? flit_data_i : buffer_q[address(vc, place)];

    assign busy_o[l]                                = rest_q != '0;
    assign phit_head_o[l]                           = grant_i[l];
    assign phit_tail_o[l]                           = tail;
    assign phit_phits_o[l*PhitsWidth +: PhitsWidth] = length;
    assign phit_first_o[l]                          = first;
    assign phit_last_o[l]                           = last;

    assign credit_valid_o[l]                          = tail;
    assign credit_vc_o[l*VcWidth +: VcWidth]          = vc;
    assign credit_phits_o[l*PhitsWidth +: PhitsWidth] = length;

    if (Speedup == 1) begin : gen_one_phit
      assign phit_valid_o[l]                       = valid;
      assign phit_data_o[l*PhitWidth +: PhitWidth] = data;
      assign leave                                 = PhitsWidth'(1);

      logic unused;
      assign unused = ^{grant_fast_i[l], arrives, write_place};
    end else begin : gen_two_phits
      logic                  fast_q;
      logic [PlaceWidth-1:0] second_place;
      logic                  second_comes;
      logic                  second;        // leaves

      // Where the first is in the buffer, the second is, too, or arrives: a flit comes without a gap.
      assign second_place = further(place, CountWidth'(1));
      assign second_comes = arrives && second_place == write_place;
      assign second       = (grant_i[l] ? grant_fast_i[l] : fast_q) && rest > PhitsWidth'(1) && !from_link;

      assign phit_valid_o[2*l +: 2] = {valid & second, valid};
      assign leave                  = second ? PhitsWidth'(2) : PhitsWidth'(1);
      assign phit_data_o[2*l*PhitWidth +: 2*PhitWidth] =
          {second_comes ? flit_data_i : buffer_q[address(vc, second_place)], data};

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) fast_q <= 1'b0;
        else if (grant_i[l]) fast_q <= grant_fast_i[l];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rest_q   <= '0;
        vc_q     <= '0;
        place_q  <= '0;
        length_q <= '0;
        first_q  <= 1'b0;
        last_q   <= 1'b0;
      end else if (valid) begin
        rest_q   <= rest - leave;
        vc_q     <= vc;
        place_q  <= further(place, CountWidth'(leave));
        length_q <= length;
        first_q  <= first;
        last_q   <= last;
      end
    end
  end

  if (Worms == 0) begin : gen_packets_are_flits
    logic unused;
    assign unused = ^grant_output_i;
  end

endmodule
