// Generated from routing/registers/packet_header.h by netloom_generate_header. Do not edit.
package netloom_header_pkg;

  // Every user of the package needs some of it, none all.
  /* verilator lint_off UNUSEDPARAM */

  // Bits that hold the values 0 ... count-1 (at least 1).
  function automatic integer bits_for(input integer count);
    bits_for = (count <= 2) ? 1 : $clog2(count);
  endfunction

  // destination: node that the packet goes to; in a fault-tolerance control packet the lower bound of the interval that is lost (ELIB).
  parameter int DestinationMostBits = 24;
  function automatic integer destination_bits(input integer hosts);
    destination_bits = bits_for(hosts);
  endfunction

  // source: node that sent it; in a fault-tolerance control packet the stage of the switch that lost it.
  parameter int SourceMostBits = 24;
  function automatic integer source_bits(input integer hosts);
    source_bits = bits_for(hosts);
  endfunction

  // routing_state: what the routing function writes and reads on the way; 0 at injection.
  parameter int RoutingStateMostBits = 16;

  // packet_phits: length of the packet; 0 = a fault-tolerance control packet.
  parameter int PacketPhitsMostBits = 16;
  function automatic integer packet_phits_bits(input integer packet_phits);
    packet_phits_bits = bits_for(packet_phits + 1);
  endfunction

  // hops: switches passed, up to one more than the limit.
  parameter int HopsMostBits = 18;
  function automatic integer hops_bits(input integer hop_limit);
    hops_bits = bits_for(hop_limit + 2);
  endfunction

  // age: low bits of the cycle in which the packet was generated, for arbiters by age; they wrap.
  parameter int AgeMostBits = 16;

  // response: message class: 1 = response, 0 = request, and all other messages.
  parameter int ResponseMostBits = 1;

  // control: 1 = control packet: stored and forwarded, and may have priority.
  parameter int ControlMostBits = 1;

  // deviated: 1 = a switch has sent it by an emergency path.
  parameter int DeviatedMostBits = 1;

  // interval_end: in a fault-tolerance control packet the upper bound of the interval that is lost (EUIB); others have it only where such packets may come.
  parameter int IntervalEndMostBits = 24;
  function automatic integer interval_end_bits(input integer faults, input integer hosts);
    interval_end_bits = faults * bits_for(hosts);
  endfunction

  // Bits of the header of a packet in a network.
  function automatic integer header_bits(
      input integer hosts, input integer packet_phits, input integer hop_limit, input integer faults);
    header_bits = bits_for(hosts)
        + bits_for(hosts)
        + 16
        + bits_for(packet_phits + 1)
        + bits_for(hop_limit + 2)
        + 16
        + 1
        + 1
        + 1
        + faults * bits_for(hosts);
  endfunction

  // The header with every field as wide as in any network.
  parameter int HeaderMostBits = 141;
  typedef struct packed {
    logic [23:0] destination;
    logic [23:0] source;
    logic [15:0] routing_state;
    logic [15:0] packet_phits;
    logic [17:0] hops;
    logic [15:0] age;
    logic [0:0] response;
    logic [0:0] control;
    logic [0:0] deviated;
    logic [23:0] interval_end;
  } header_t;

  /* verilator lint_on UNUSEDPARAM */

endpackage
