`include "refuse.svh"

// A switch: with buffers at its inputs and, where it is to have them, at its outputs, virtual cut-through,
// store-and-forward or wormhole switching, a multiplexed or full crossbar and credits. docs/timing.md is
// what it does, cycle for cycle; docs/rtl_switch.md says how to use it.
//
// Ports are numbered from 0 on, and their pins and parameters are vectors, port 0 lowest. A port has
// 2^VcShift channels, one for each VC and, if these are fewer, some that are not used.
//
// The pins of a link carry one phit a cycle. flit_head and flit_tail are with the first and the last phit
// of a flit, which come one after the other without a cycle in between; flit_first and flit_last with all
// phits of the first and of the last flit of a packet. With flit_head of the first flit, flit_data has the
// header in its lowest bits (netloom_header_pkg); the switch counts the hops in it, and passes all other bits on. The
// credit for a flit leaves in the cycle in which its last phit leaves the buffer: with a full crossbar that
// may be one for each VC of a port, so that the pins of credits are there for each channel.
module netloom_switch #(
  parameter int Ports         = 8,    // 1 ... 256
  parameter int VcShift       = 0,    // 0 ... 6
  parameter int PhitWidth     = 96,   // bits, those of the header or more
  // The header: see netloom_header_pkg.
  parameter int Hosts         = 64,   // of the network, 1 or more
  parameter int LargestPacket = 16,   // phits, LargestFlit ... 65535
  parameter int LargestFlit   = 16,   // phits, of all flits of a packet but its last, 1 ... 65535
  parameter int HopLimit      = 64,   // switches that a packet may pass, 1 ... 262079
  parameter int OneSize       = 1,    // 1: all flits are of the largest size; 0 ... 1
  // Ports: 32 bits for each.
  parameter logic [Ports*32-1:0] InputVcs    = {Ports{32'd1}},   // VCs of the link; 0: none enters here
  parameter logic [Ports*32-1:0] InputPhits  = {Ports{32'd32}},  // of the buffer of a VC
  parameter logic [Ports*32-1:0] OutputVcs   = {Ports{32'd1}},   // 0: no link leaves here
  parameter logic [Ports*32-1:0] OutputPhits = {Ports{32'd32}},  // of the buffer behind; 0: a host
  parameter logic [Ports*32-1:0] BufferPhits = {Ports{32'd0}},   // of the output buffer of a VC; 0: none
  parameter int MostPhits     = 32,   // the largest of OutputPhits and BufferPhits or more, 1 or more
  parameter logic [Ports-1:0] FromHosts = '0,  // input ports of hosts
  // How it works.
  parameter int StoreForward  = 0,    // 0 ... 1
  parameter int RoutingDelay  = 1,    // R in cycles, 1 or more
  parameter int Delay         = 1,    // X in cycles, 1 or more
  parameter int Speedup       = 1,    // S in phits per cycle, to outputs with a buffer, 1 ... 2
  parameter int Full          = 0,    // 0: multiplexed crossbar; 1: full
  parameter int Route         = 0,    // see route_unit, 0 ... 9
  parameter int Allocator     = 0,    // see switch_allocator, 0 ... 2
  parameter int Iterations    = 1,    // 1 or more
  parameter int Arbiter       = 0,    // 0 ... 1
  parameter int Selection     = 0,    // see switch_allocator, 0 ... 3
  parameter int TransitPriority = 0,  // 1: at outputs, heads of other ports win against those of FromHosts; 0 ... 1
  // Dimension order (Route = 1): see route_unit.
  parameter int VcRule          = 0,  // 0 ... 2
  parameter int Dimensions      = 1,  // 1 ... 32
  parameter int CoordinateWidth = 1,  // 1 ... 16
  parameter int Concentration   = 1,  // 1 ... 256
  parameter logic [32*32-1:0] Sizes = {32{32'd2}},
  parameter logic [31:0]      Rings = '0,
  parameter int HostVcs         = 1,  // 1 ... 64
  parameter int ClassVcs        = 1,  // 1 ... 64
  parameter int Dateline        = 0,  // 0 ... 1
  parameter int TiesPlus        = 0,  // 0 ... 1
  parameter int Bubble          = 0,  // 0 ... 1
  // Dragonflies (Route = 2 and 8): see route_unit.
  parameter int GroupSize       = 2,  // 2 ... 255
  parameter int Groups          = 2,  // 2 or more
  // In-transit adaptive routing (Route = 8): see route_unit; of a phit that waits behind a port, see queue_fill.
  parameter int InTransitRule   = 0,  // 0 ... 2
  parameter int Restricted      = 1,  // 0 ... 1
  parameter int CongestionRule  = 0,  // 1: there is misrouting_restriction; 0 ... 1
  parameter logic [Ports*32-1:0] FillWeights = '0,  // full buffers have at most 4194303
  // DESTRO, DET-Lin and RUFT (Route = 3 and 4), FIR (5): see tree_route.
  parameter int DigitBits       = 1,  // 1 ... 8
  parameter int BySource        = 0,  // 0 ... 1
  parameter int Nonminimal      = 0,  // 0 ... 1
  parameter int Operand         = 0,  // 0 ... 1
  // FT2EI (Route = 6): ports with exclusion intervals, and how many each has.
  parameter int FirstUp         = 0,  // 0 ... Ports
  parameter int UpPorts         = 0,  // 0 ... Ports - FirstUp
  parameter int Exclusions      = 1,  // 0 ... 16
  // DAVC: see route_unit.
  parameter int Davc            = 0,  // 0 ... 1
  parameter int DavcFunction    = 2,  // 0 ... 2
  parameter int Switches        = 64, // of the network, 1 or more
  // Links that fail while the network runs: see detour.
  parameter int Failing         = 0,  // 0 ... 1
  parameter int DownPorts       = 0,  // 0 ... Ports
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int PortWidth    = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int CreditWidth  = netloom_regs_pkg::bits_for(MostPhits + 1),
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels),
  localparam int LaneShift    = (Full == 1) ? VcShift : 0,
  localparam int Sides        = Ports << LaneShift,  // inputs of the crossbar: see allocator_iteration
  localparam int DavcAddrWidth =
      1 + netloom_regs_pkg::port_id_bits(Ports) + netloom_regs_pkg::DavcAddrWidth,
  localparam int PlaceWidth   = (Route == 1) ? Dimensions*CoordinateWidth
                              : (Route == 2) ? Groups*Ports + netloom_regs_pkg::bits_for(GroupSize)
                                               + netloom_regs_pkg::bits_for(Groups)
                              : (Route == 3) ? 6 + netloom_regs_pkg::bits_for(Hosts)
                              : (Route == 4) ? 5
                              : (Route == 8) ? Ports + Groups*Ports + netloom_regs_pkg::bits_for(GroupSize)
                                               + netloom_regs_pkg::bits_for(Groups)
                              : 1,
  localparam int TableAddrWidth =
      (Route == 7) ? netloom_regs_pkg::bits_for(Hosts)
                     + netloom_regs_pkg::bits_for((Ports + 31) / 32 + (Vcs + 31) / 32)
                   : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // Input links.
  input  logic [Ports-1:0]                flit_valid_i,
  input  logic [Ports*VcWidth-1:0]        flit_vc_i,
  input  logic [Ports-1:0]                flit_head_i,
  input  logic [Ports-1:0]                flit_tail_i,
  input  logic [Ports-1:0]                flit_first_i,
  input  logic [Ports-1:0]                flit_last_i,
  input  logic [Ports*PhitWidth-1:0]      flit_data_i,
  output logic [Sides-1:0]                credit_valid_o,
  output logic [Sides*VcWidth-1:0]        credit_vc_o,
  output logic [Sides*PhitsWidth-1:0]     credit_phits_o,
  // Output links.
  output logic [Ports-1:0]                flit_valid_o,
  output logic [Ports*VcWidth-1:0]        flit_vc_o,
  output logic [Ports-1:0]                flit_head_o,
  output logic [Ports-1:0]                flit_tail_o,
  output logic [Ports-1:0]                flit_first_o,
  output logic [Ports-1:0]                flit_last_o,
  output logic [Ports*PhitWidth-1:0]      flit_data_o,
  input  logic [Sides-1:0]                credit_valid_i,
  input  logic [Sides*VcWidth-1:0]        credit_vc_i,
  input  logic [Sides*PhitsWidth-1:0]     credit_phits_i,
  // Registers: APB4, docs/reference/registers.md.
  input  logic                            psel_i,
  input  logic                            penable_i,
  input  logic                            pwrite_i,
  input  logic [31:0]                     paddr_i,
  input  logic [31:0]                     pwdata_i,
  input  logic [3:0]                      pstrb_i,
  output logic                            pready_o,
  output logic [31:0]                     prdata_o,
  output logic                            pslverr_o,
  // What links that come up say of the neighbours (DAVC): registers of davc_vc, not while psel_i.
  input  logic                            learn_i,
  input  logic [DavcAddrWidth-1:0]        learn_addr_i,
  input  logic [31:0]                     learn_data_i,
  // The forwarding table (Route = 7): see table_route. Not while packets are routed.
  input  logic                            table_we_i,
  input  logic [TableAddrWidth-1:0]       table_addr_i,
  input  logic [31:0]                     table_wdata_i,
  output logic [31:0]                     table_rdata_o,
  // Straps: constant while packets are routed.
  input  logic [31:0]                     switch_id_i,
  input  logic [Channels-1:0]             offered_i,           // see route_unit
  input  logic [PortWidth-1:0]            preferred_base_i,
  input  logic                            preferred_source_i,
  input  logic [4:0]                      preferred_shift_i,
  input  logic [PortWidth-1:0]            preferred_mask_i,
  input  logic [PlaceWidth-1:0]           place_i,
  // What random selections draw from (Selection = 3): see switch_random.
  input  logic                            random_load_i,
  input  logic [63:0]                     random_word_i,
  // Output links that fail, with Failing: those that move nothing any more, and those of which the switch knows.
  input  logic [Ports-1:0]                link_dead_i,
  input  logic [Ports-1:0]                link_failed_i,
  // For who looks.
  output logic [Channels-1:0]             watch_ready_o,       // heads that have been routed
  output logic [Channels*Channels-1:0]    watch_candidates_o,  // of each
  output logic [Channels*Channels-1:0]    watch_entering_o,    // of these those that lead into a ring
  output logic [Channels*Channels-1:0]    watch_minimal_o,     // … those of minimal ways, with Route = 8
  output logic [Sides-1:0]                watch_taken_o,       // crossbar outputs that are granted
  output logic [Sides*ChannelWidth-1:0]   watch_input_o,       // … to this input channel
  output logic [Sides*VcWidth-1:0]        watch_output_vc_o,   // … with this VC of the output port
  output logic [Channels*CreditWidth-1:0] watch_credits_o,
  output logic [Channels*CreditWidth-1:0] watch_room_o,        // credits, or space of the output buffer
  output logic [Channels-1:0]             watch_deviates_o,    // heads that only an emergency path is left to
  output logic [Channels-1:0]             watch_drops_o        // heads that begin to leave their buffers for nowhere
);

  localparam int NodeWidth   = netloom_header_pkg::destination_bits(Hosts);
  localparam int LengthWidth = netloom_header_pkg::packet_phits_bits(LargestPacket);
  localparam int HopsWidth   = netloom_header_pkg::hops_bits(HopLimit);
  localparam int HeaderWidth = netloom_header_pkg::header_bits(Hosts, LargestPacket, HopLimit, 0);
  // Where the fields begin.
  localparam int DeviatedAt    = 0;
  localparam int HopsAt        = 16 + 1 + 1 + 1;
  localparam int LengthAt      = HopsAt + HopsWidth;
  localparam int StateAt       = LengthAt + LengthWidth;
  localparam int SourceAt      = StateAt + 16;
  localparam int DestinationAt = SourceAt + NodeWidth;

  function automatic integer most_vcs();
    most_vcs = 1;
    for (int i = 0; i < Ports; i++) begin
      if (InputVcs[i*32 +: 32] > 32'(most_vcs)) most_vcs = InputVcs[i*32 +: 32];
      if (OutputVcs[i*32 +: 32] > 32'(most_vcs)) most_vcs = OutputVcs[i*32 +: 32];
    end
  endfunction

  function automatic integer first_input();
    first_input = 0;
    for (int i = Ports - 1; i >= 0; i--) begin
      if (InputVcs[i*32 +: 32] != '0) first_input = i;
    end
  endfunction

  function automatic integer most_output_phits();
    most_output_phits = 0;
    for (int i = 0; i < Ports; i++) begin
      if (OutputPhits[i*32 +: 32] > 32'(most_output_phits)) most_output_phits = OutputPhits[i*32 +: 32];
      if (BufferPhits[i*32 +: 32] > 32'(most_output_phits)) most_output_phits = BufferPhits[i*32 +: 32];
    end
  endfunction

  // Of full buffers behind a port.
  function automatic longint largest_fill();
    longint fill;
    largest_fill = 1;
    for (int i = 0; i < Ports; i++) begin
      fill = 64'(FillWeights[i*32 +: 32]) * (64'(OutputPhits[i*32 +: 32]) + 64'(BufferPhits[i*32 +: 32]));
      if (fill > largest_fill) largest_fill = fill;
    end
  endfunction

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("netloom_switch: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("netloom_switch: VcShift; allowed: 0 ... 6");
  end
  if (PhitWidth < HeaderWidth) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("netloom_switch: PhitWidth; allowed: the bits of the header or more");
  end
  if (Hosts < 1) begin : gen_bad_hosts
    `NETLOOM_REFUSE("netloom_switch: Hosts; allowed: 1 or more");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("netloom_switch: LargestFlit; allowed: 1 ... 65535");
  end
  if (LargestPacket < LargestFlit || LargestPacket > 65535) begin : gen_bad_largest_packet
    `NETLOOM_REFUSE("netloom_switch: LargestPacket; allowed: LargestFlit ... 65535");
  end
  if (HopLimit < 1 || HopLimit > 262079) begin : gen_bad_hop_limit
    `NETLOOM_REFUSE("netloom_switch: HopLimit; allowed: 1 ... 262079");
  end
  if (OneSize < 0 || OneSize > 1) begin : gen_bad_one_size
    `NETLOOM_REFUSE("netloom_switch: OneSize; allowed: 0 ... 1");
  end
  if (MostPhits < 1 || MostPhits < most_output_phits()) begin : gen_bad_most_phits
    `NETLOOM_REFUSE("netloom_switch: MostPhits; allowed: the largest of OutputPhits and BufferPhits or more");
  end
  if (StoreForward < 0 || StoreForward > 1) begin : gen_bad_store_forward
    `NETLOOM_REFUSE("netloom_switch: StoreForward; allowed: 0 ... 1");
  end
  if (RoutingDelay < 1) begin : gen_bad_routing_delay
    `NETLOOM_REFUSE("netloom_switch: RoutingDelay; allowed: 1 or more");
  end
  if (Delay < 1) begin : gen_bad_delay
    `NETLOOM_REFUSE("netloom_switch: Delay; allowed: 1 or more");
  end
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("netloom_switch: Speedup; allowed: 1 ... 2");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("netloom_switch: Full; allowed: 0 ... 1");
  end
  if (Route < 0 || Route > 9) begin : gen_bad_route
    `NETLOOM_REFUSE("netloom_switch: Route; allowed: 0 ... 9");
  end
  if (DavcFunction < 0 || DavcFunction > 2) begin : gen_bad_davc_function
    `NETLOOM_REFUSE("netloom_switch: DavcFunction; allowed: 0 ... 2");
  end
  if (Dimensions < 1 || Dimensions > 32) begin : gen_bad_dimensions
    `NETLOOM_REFUSE("netloom_switch: Dimensions; allowed: 1 ... 32");
  end
  if (CoordinateWidth < 1 || CoordinateWidth > 16) begin : gen_bad_coordinate_width
    `NETLOOM_REFUSE("netloom_switch: CoordinateWidth; allowed: 1 ... 16");
  end
  if (Concentration < 1 || Concentration > 256) begin : gen_bad_concentration
    `NETLOOM_REFUSE("netloom_switch: Concentration; allowed: 1 ... 256");
  end
  if (GroupSize < 2 || GroupSize > 255) begin : gen_bad_group_size
    `NETLOOM_REFUSE("netloom_switch: GroupSize; allowed: 2 ... 255");
  end
  if (Groups < 2) begin : gen_bad_groups
    `NETLOOM_REFUSE("netloom_switch: Groups; allowed: 2 or more");
  end
  if (InTransitRule < 0 || InTransitRule > 2) begin : gen_bad_in_transit_rule
    `NETLOOM_REFUSE("netloom_switch: InTransitRule; allowed: 0 ... 2");
  end
  if (Restricted < 0 || Restricted > 1) begin : gen_bad_restricted
    `NETLOOM_REFUSE("netloom_switch: Restricted; allowed: 0 ... 1");
  end
  if (CongestionRule < 0 || CongestionRule > 1) begin : gen_bad_congestion_rule
    `NETLOOM_REFUSE("netloom_switch: CongestionRule; allowed: 0 ... 1");
  end
  if (largest_fill() > 4194303) begin : gen_bad_fill_weights
    `NETLOOM_REFUSE("netloom_switch: FillWeights; allowed: those with which full buffers have at most 4194303");
  end
  if (DigitBits < 1 || DigitBits > 8) begin : gen_bad_digit_bits
    `NETLOOM_REFUSE("netloom_switch: DigitBits; allowed: 1 ... 8");
  end
  if (BySource < 0 || BySource > 1) begin : gen_bad_by_source
    `NETLOOM_REFUSE("netloom_switch: BySource; allowed: 0 ... 1");
  end
  if (Nonminimal < 0 || Nonminimal > 1) begin : gen_bad_nonminimal
    `NETLOOM_REFUSE("netloom_switch: Nonminimal; allowed: 0 ... 1");
  end
  if (Operand < 0 || Operand > 1) begin : gen_bad_operand
    `NETLOOM_REFUSE("netloom_switch: Operand; allowed: 0 ... 1");
  end
  if (FirstUp < 0 || FirstUp > Ports) begin : gen_bad_first_up
    `NETLOOM_REFUSE("netloom_switch: FirstUp; allowed: 0 ... Ports");
  end
  if (UpPorts < 0 || UpPorts > Ports - FirstUp) begin : gen_bad_up_ports
    `NETLOOM_REFUSE("netloom_switch: UpPorts; allowed: 0 ... Ports - FirstUp");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("netloom_switch: Exclusions; allowed: 0 ... 16");
  end
  if (VcRule < 0 || VcRule > 2) begin : gen_bad_vc_rule
    `NETLOOM_REFUSE("netloom_switch: VcRule; allowed: 0 ... 2");
  end
  if (HostVcs < 1 || HostVcs > 64) begin : gen_bad_host_vcs
    `NETLOOM_REFUSE("netloom_switch: HostVcs; allowed: 1 ... 64");
  end
  if (ClassVcs < 1 || ClassVcs > 64) begin : gen_bad_class_vcs
    `NETLOOM_REFUSE("netloom_switch: ClassVcs; allowed: 1 ... 64");
  end
  if (Dateline < 0 || Dateline > 1) begin : gen_bad_dateline
    `NETLOOM_REFUSE("netloom_switch: Dateline; allowed: 0 ... 1");
  end
  if (TiesPlus < 0 || TiesPlus > 1) begin : gen_bad_ties_plus
    `NETLOOM_REFUSE("netloom_switch: TiesPlus; allowed: 0 ... 1");
  end
  if (Bubble < 0 || Bubble > 1) begin : gen_bad_bubble
    `NETLOOM_REFUSE("netloom_switch: Bubble; allowed: 0 ... 1");
  end
  if (Davc < 0 || Davc > 1) begin : gen_bad_davc
    `NETLOOM_REFUSE("netloom_switch: Davc; allowed: 0 ... 1");
  end
  if (Switches < 1) begin : gen_bad_switches
    `NETLOOM_REFUSE("netloom_switch: Switches; allowed: 1 or more");
  end
  if (Failing < 0 || Failing > 1) begin : gen_bad_failing
    `NETLOOM_REFUSE("netloom_switch: Failing; allowed: 0 ... 1");
  end
  if (DownPorts < 0 || DownPorts > Ports) begin : gen_bad_down_ports
    `NETLOOM_REFUSE("netloom_switch: DownPorts; allowed: 0 ... Ports");
  end
  if (Allocator < 0 || Allocator > 2) begin : gen_bad_allocator
    `NETLOOM_REFUSE("netloom_switch: Allocator; allowed: 0 ... 2");
  end
  if (Iterations < 1) begin : gen_bad_iterations
    `NETLOOM_REFUSE("netloom_switch: Iterations; allowed: 1 or more");
  end
  if (Arbiter < 0 || Arbiter > 1) begin : gen_bad_arbiter
    `NETLOOM_REFUSE("netloom_switch: Arbiter; allowed: 0 ... 1");
  end
  if (Selection < 0 || Selection > 3) begin : gen_bad_selection
    `NETLOOM_REFUSE("netloom_switch: Selection; allowed: 0 ... 3");
  end
  if (TransitPriority < 0 || TransitPriority > 1) begin : gen_bad_transit_priority
    `NETLOOM_REFUSE("netloom_switch: TransitPriority; allowed: 0 ... 1");
  end

  function automatic logic [Ports-1:0] buffered_ports();
    buffered_ports = '0;
    for (int i = 0; i < Ports; i++) buffered_ports[i] = BufferPhits[i*32 +: 32] != '0;
  endfunction

  // Ports of the global links of a dragonfly that packets may not always leave.
  function automatic logic [Ports-1:0] restricted_links();
    for (int i = 0; i < Ports; i++) begin
      restricted_links[i] =
          CongestionRule == 1 && i >= Concentration + GroupSize - 1 && OutputVcs[i*32 +: 32] != '0;
    end
  endfunction

  localparam logic [Ports-1:0] Buffered = buffered_ports();
  localparam int Lanes       = 1 << LaneShift;  // inputs of the crossbar, and numbers of outputs, for each port
  localparam int LaneVcWidth = netloom_regs_pkg::bits_for(Vcs >> LaneShift);  // of the VCs that share a lane
  localparam int SideWidth   = netloom_regs_pkg::bits_for(Sides);

  localparam int Misrouting   = (Route == 8) ? 1 : 0;
  localparam int WaitingWidth = CreditWidth + 1;
  localparam int FillWidth    = netloom_regs_pkg::bits_for(255 * 32'(largest_fill()) + 1);

  localparam int MostVcs    = most_vcs();
  localparam int FirstInput = first_input();  // all copies of the routing registers are alike

  // Heads, per input channel.
  logic [Channels-1:0]            ready;
  logic [Channels*Channels-1:0]   candidates;
  logic [Channels*Channels-1:0]   entering;
  logic [Channels*Channels-1:0]   minimal;
  logic [Channels*PortWidth-1:0]  preferred;
  logic [Channels*PhitsWidth-1:0] phits;
  logic [Channels-1:0]            body;        // not the first flit of its packet
  logic [Channels-1:0]            last;        // the last one
  logic [Channels-1:0]            deviates;    // leaves by an emergency path
  logic [Channels-1:0]            doomed;      // has no way left
  logic [Channels-1:0]            drops;       // … and leaves its buffer
  // Outputs.
  logic [Ports-1:0]                   to_host;
  logic [Ports-1:0]                   endless;       // … and takes everything
  logic [Channels*CreditWidth-1:0]    credits;
  logic [Channels*CreditWidth-1:0]    credits_left;  // behind the flits that start in this cycle
  logic [Channels*CreditWidth-1:0]    room;
  logic [Channels*32-1:0]             draws;         // of each head
  logic [Channels*WaitingWidth-1:0]   waiting;       // phits in the buffers behind, on their way there too
  // Crossbar.
  logic [Sides-1:0]                   input_busy;
  logic [Sides-1:0]                   input_taken;    // … or by a head that is dropped
  logic [Sides-1:0]                   output_busy;
  logic [Sides-1:0]                   closed;         // a flit crosses to it, or its link moves nothing
  // Grants.
  logic [Sides-1:0]                   grant;
  logic [Sides*LaneVcWidth-1:0]       grant_vc;
  logic [Sides-1:0]                   grant_fast;
  logic [Sides*Channels-1:0]          grant_output;
  logic [Sides-1:0]                   taken;
  logic [Sides*ChannelWidth-1:0]      taken_channel;
  logic [Sides*SideWidth-1:0]         taken_input;
  logic [Sides*VcWidth-1:0]           taken_vc;
  logic [Sides*PhitsWidth-1:0]        taken_phits;
  // Phits that leave the buffers of inputs …
  logic [Sides*Speedup-1:0]           phit_valid;
  logic [Sides-1:0]                   phit_head;
  logic [Sides-1:0]                   phit_tail;
  logic [Sides*PhitsWidth-1:0]        phit_phits;
  logic [Sides-1:0]                   phit_first;
  logic [Sides-1:0]                   phit_last;
  logic [Sides*Speedup*PhitWidth-1:0] phit_data;
  // … and come to the outputs.
  logic [Sides*Speedup-1:0]           staged_valid;
  logic [Sides*VcWidth-1:0]           staged_vc;
  logic [Sides-1:0]                   staged_head;
  logic [Sides-1:0]                   staged_tail;
  logic [Sides*PhitsWidth-1:0]        staged_phits;
  logic [Sides-1:0]                   staged_first;
  logic [Sides-1:0]                   staged_last;
  logic [Sides*Speedup*PhitWidth-1:0] staged_data;
  // Registers.
  localparam int Forwarding     = (Route == 9) ? 1 : 0;
  localparam int TableWords     = (Forwarding == 1) ? Hosts : 0;
  localparam int ForwardedWidth = (Forwarding == 1) ? netloom_regs_pkg::lft_bits(Ports) : 1;
  localparam int PortAddrWidth  = PortWidth + netloom_regs_pkg::Ft2eiAddrWidth;
  localparam int RouteAddrWidth = (netloom_regs_pkg::bits_for(TableWords) > PortAddrWidth)
                                      ? netloom_regs_pkg::bits_for(TableWords) : PortAddrWidth;
  localparam int PortRegisters  = (Route == 5)               ? 4 + Operand
                                : (Route == 0 || Route == 6) ? 2
                                : 0;
  logic                           route_we;
  logic [RouteAddrWidth-1:0]      route_addr;
  logic [31:0]                    route_wdata;
  logic [Ports*32-1:0]            route_rdata;
  logic [31:0]                    forwarding_rdata;
  logic [Ports*NodeWidth-1:0]     destinations;  // of the heads that are routed
  logic [Ports*ForwardedWidth-1:0] forwarded;    // … the port that the forwarding table has
  logic [31:0]                    misrouting_rdata;
  logic                           misroute;
  logic [7:0]                     threshold;
  logic [15:0]                    factor;
  logic [15:0]                    offset;
  logic                           davc_we;
  logic [DavcAddrWidth-1:0]       davc_addr;
  logic [DavcAddrWidth-1:0]       bank_addr;
  logic [31:0]                    davc_wdata;
  logic [Ports*32-1:0]            davc_rdata;
  logic [Ports*32-1:0]            table_rdata;
  logic [Ports*VcWidth-1:0]       input_pointers;
  logic [Ports*PortWidth-1:0]     output_pointers;
  logic [PortWidth-1:0]           cyclic_port;

  for (genvar p = 0; p < Ports; p++) begin : gen_ports
    localparam int InVcs     = InputVcs[p*32 +: 32];
    localparam int InPhits   = InputPhits[p*32 +: 32];
    localparam int OutVcs    = OutputVcs[p*32 +: 32];
    localparam int OutPhits  = OutputPhits[p*32 +: 32];
    localparam int OutBuffer = BufferPhits[p*32 +: 32];
    localparam int First     = p*Vcs;    // channel
    localparam int Side      = p*Lanes;  // the first

    assign to_host[p] = OutVcs != 0 && OutPhits == 0;
    assign endless[p] = to_host[p] && OutBuffer == 0;

    if (InVcs == 0) begin : gen_no_input
      assign ready[First +: Vcs]                            = '0;
      assign candidates[First*Channels +: Vcs*Channels]     = '0;
      assign entering[First*Channels +: Vcs*Channels]       = '0;
      assign minimal[First*Channels +: Vcs*Channels]        = '0;
      assign preferred[First*PortWidth +: Vcs*PortWidth]    = '0;
      assign phits[First*PhitsWidth +: Vcs*PhitsWidth]      = '0;
      assign body[First +: Vcs]                             = '0;
      assign last[First +: Vcs]                             = '0;
      assign deviates[First +: Vcs]                         = '0;
      assign doomed[First +: Vcs]                           = '0;
      assign route_rdata[p*32 +: 32]                        = '0;
      assign davc_rdata[p*32 +: 32]                         = '0;
      assign table_rdata[p*32 +: 32]                        = '0;
      assign destinations[p*NodeWidth +: NodeWidth]         = '0;

      logic unused;
      assign unused = ^{destinations[p*NodeWidth +: NodeWidth], forwarded[p*ForwardedWidth +: ForwardedWidth],
                        flit_valid_i[p], flit_vc_i[p*VcWidth +: VcWidth], flit_head_i[p], flit_tail_i[p],
                        flit_data_i[p*PhitWidth +: PhitWidth]};
    end else begin : gen_input
      localparam int InVcWidth = netloom_regs_pkg::bits_for(InVcs);
      localparam int InLanes   = (Full == 1) ? InVcs : 1;

      logic                                 route_valid;
      logic [InVcWidth-1:0]                 route_vc;
      logic [PhitWidth-1:0]                 route_data;
      logic [Channels-1:0]                  allowed;           // by the routing
      logic [Channels-1:0]                  route_candidates;  // … and what is left of it
      logic [InVcs*Channels-1:0]            routed;            // of heads that wait
      logic [Channels-1:0]                  route_entering;
      logic [Channels-1:0]                  route_minimal;
      logic [PortWidth-1:0]                 route_preferred;
      logic [InLanes*InVcWidth-1:0]         granted_vc;
      logic [InLanes-1:0]                   lane_drops;        // a head is dropped
      logic [InLanes*InVcWidth-1:0]         credit_vc;
      logic [InLanes*Speedup*PhitWidth-1:0] data;
      logic                                 unused;

      input_port #(
        .Vcs          (InVcs),
        .Depth        (InPhits),
        .PhitWidth    (PhitWidth),
        .LargestFlit  (LargestFlit),
        .LargestPacket(LargestPacket),
        .RoutingDelay (RoutingDelay),
        .StoreForward (StoreForward),
        .Speedup      (Speedup),
        .Full         (Full),
        .Channels     (Channels),
        .PortWidth    (PortWidth)
      ) u_input (
        .clk_i             (clk_i),
        .rst_ni            (rst_ni),
        .flit_valid_i      (flit_valid_i[p]),
        .flit_vc_i         (flit_vc_i[p*VcWidth +: InVcWidth]),
        .flit_head_i       (flit_head_i[p]),
        .flit_tail_i       (flit_tail_i[p]),
        .flit_data_i       (flit_data_i[p*PhitWidth +: PhitWidth]),
        .credit_valid_o    (credit_valid_o[Side +: InLanes]),
        .credit_vc_o       (credit_vc),
        .credit_phits_o    (credit_phits_o[Side*PhitsWidth +: InLanes*PhitsWidth]),
        .route_valid_o     (route_valid),
        .route_vc_o        (route_vc),
        .route_data_o      (route_data),
        .route_candidates_i(route_candidates),
        .route_entering_i  (route_entering),
        .route_minimal_i   (route_minimal),
        .route_preferred_i (route_preferred),
        .route_phits_i     (route_data[LengthAt +: LengthWidth]),
        .ready_o           (ready[First +: InVcs]),
        .candidates_o      (routed),
        .entering_o        (entering[First*Channels +: InVcs*Channels]),
        .minimal_o         (minimal[First*Channels +: InVcs*Channels]),
        .preferred_o       (preferred[First*PortWidth +: InVcs*PortWidth]),
        .phits_o           (phits[First*PhitsWidth +: InVcs*PhitsWidth]),
        .body_o            (body[First +: InVcs]),
        .last_o            (last[First +: InVcs]),
        .busy_o            (input_busy[Side +: InLanes]),
        .grant_i           (grant[Side +: InLanes] | lane_drops),
        .grant_vc_i        (granted_vc),
        .grant_fast_i      (grant_fast[Side +: InLanes]),
        .grant_output_i    (grant_output[Side*Channels +: InLanes*Channels]),
        .phit_valid_o      (phit_valid[Side*Speedup +: InLanes*Speedup]),
        .phit_head_o       (phit_head[Side +: InLanes]),
        .phit_tail_o       (phit_tail[Side +: InLanes]),
        .phit_phits_o      (phit_phits[Side*PhitsWidth +: InLanes*PhitsWidth]),
        .phit_first_o      (phit_first[Side +: InLanes]),
        .phit_last_o       (phit_last[Side +: InLanes]),
        .phit_data_o       (data)
      );

      assign destinations[p*NodeWidth +: NodeWidth] = route_data[DestinationAt +: NodeWidth];

      route_unit #(
        .Route          (Route),
        .Ports          (Ports),
        .VcShift        (VcShift),
        .NodeWidth      (NodeWidth),
        .InputPort      (p),
        .Davc           (Davc),
        .DavcFunction   (DavcFunction),
        .SwitchWidth    (netloom_regs_pkg::node_id_bits(Switches)),
        .FromHost       (FromHosts[p] ? 1 : 0),
        .VcRule         (VcRule),
        .Dimensions     (Dimensions),
        .CoordinateWidth(CoordinateWidth),
        .Concentration  (Concentration),
        .Sizes          (Sizes),
        .Rings          (Rings),
        .HostVcs        (HostVcs),
        .ClassVcs       (ClassVcs),
        .Dateline       (Dateline),
        .TiesPlus       (TiesPlus),
        .Bubble         (Bubble),
        .GroupSize      (GroupSize),
        .Groups         (Groups),
        .InTransitRule  (InTransitRule),
        .Restricted     (Restricted),
        .DigitBits      (DigitBits),
        .BySource       (BySource),
        .Nonminimal     (Nonminimal),
        .Operand        (Operand),
        .FirstUp        ((UpPorts == 0) ? Ports : FirstUp),
        .Exclusions     (Exclusions),
        .Destinations   (Hosts)
      ) u_route (
        .clk_i             (clk_i),
        .rst_ni            (rst_ni),
        .we_i              (route_we),
        .addr_i            (route_addr[PortAddrWidth-1:0]),
        .wdata_i           (route_wdata),
        .rdata_o           (route_rdata[p*32 +: 32]),
        .offered_i         (offered_i),
        .preferred_base_i  (preferred_base_i),
        .preferred_source_i(preferred_source_i),
        .preferred_shift_i (preferred_shift_i),
        .preferred_mask_i  (preferred_mask_i),
        .davc_we_i         (davc_we),
        .davc_learn_i      (learn_i),
        .davc_addr_i       (davc_addr),
        .davc_wdata_i      (learn_i ? learn_data_i : davc_wdata),
        .davc_rdata_o      (davc_rdata[p*32 +: 32]),
        .table_we_i        (table_we_i),
        .table_addr_i      (table_addr_i),
        .table_wdata_i     (table_wdata_i),
        .table_rdata_o     (table_rdata[p*32 +: 32]),
        .to_host_i         (to_host),
        .place_i           (place_i),
        .vc_i              (VcWidth'(route_vc)),
        .destination_i     (destinations[p*NodeWidth +: NodeWidth]),
        .source_i          (route_data[SourceAt +: NodeWidth]),
        .state_i           (route_data[StateAt +: 16]),
        .forwarded_i       (forwarded[p*ForwardedWidth +: ForwardedWidth]),
        .candidates_o      (allowed),
        .entering_o        (route_entering),
        .minimal_o         (route_minimal),
        .preferred_port_o  (route_preferred)
      );

      if (Failing == 1) begin : gen_detour
        detour #(
          .Ports    (Ports),
          .VcShift  (VcShift),
          .Heads    (InVcs),
          .InputPort(p),
          .DownPorts(DownPorts)
        ) u_detour (
          .failed_i    (link_failed_i),
          .offered_i   (offered_i),
          .deviated_i  (route_data[DeviatedAt]),
          .routed_i    (allowed),
          .routed_o    (route_candidates),
          .candidates_i(routed),
          .candidates_o(candidates[First*Channels +: InVcs*Channels]),
          .deviates_o  (deviates[First +: InVcs]),
          .drops_o     (doomed[First +: InVcs])
        );
      end else begin : gen_no_detour
        assign route_candidates                              = allowed;
        assign candidates[First*Channels +: InVcs*Channels]  = routed;
        assign deviates[First +: InVcs]                      = '0;
        assign doomed[First +: InVcs]                        = '0;
      end

      for (genvar l = 0; l < InLanes; l++) begin : gen_lanes
        logic [Speedup*PhitWidth-1:0] phit;
        logic                         header;   // the first phit is that of a packet
        logic [HopsWidth-1:0]         hops;
        logic [HopsAt-1:0]            others;   // fields below
        logic [15:0]                  state;

        if (Full == 1) begin : gen_own_vc
          assign granted_vc[l*InVcWidth +: InVcWidth] = InVcWidth'(l);
          assign lane_drops[l]                        = drops[First+l];

          logic unused_vc;
          assign unused_vc = ^grant_vc[(Side+l)*LaneVcWidth +: LaneVcWidth];
        end else begin : gen_any_vc
          assign lane_drops = drops[First +: InVcs] != '0;

          always_comb begin
            granted_vc = InVcWidth'(grant_vc[Side*LaneVcWidth +: LaneVcWidth]);
            for (int unsigned v = 0; v < InVcs; v++) begin
              if (drops[First+v]) granted_vc = InVcWidth'(v);
            end
          end
        end
        assign credit_vc_o[(Side+l)*VcWidth +: VcWidth] = VcWidth'(credit_vc[l*InVcWidth +: InVcWidth]);

        // The header goes on with one hop more and a new state, and says that the packet is deviated.
        assign phit   = data[l*Speedup*PhitWidth +: Speedup*PhitWidth];
        assign header = phit_head[Side+l] && phit_first[Side+l];
        assign hops   = phit[HopsAt +: HopsWidth] + HopsWidth'(header);

        always_comb begin
          others = phit[HopsAt-1:0];
          if (header && deviates[First + 32'(granted_vc[l*InVcWidth +: InVcWidth])]) others[DeviatedAt] = 1'b1;
        end

        assign phit_data[(Side+l)*Speedup*PhitWidth +: Speedup*PhitWidth] =
            {phit[Speedup*PhitWidth-1:StateAt+16], state, phit[StateAt-1:HopsAt+HopsWidth], hops, others};

        if (Misrouting == 1) begin : gen_state
          logic [Channels-1:0]    output_channel;
          logic [Ports-1:0]       output_port;
          logic [InVcWidth-1:0]   vc;
          logic                   on_minimal;
          logic [15:0]            next_state;

          assign output_channel = grant_output[(Side+l)*Channels +: Channels];
          assign vc             = granted_vc[l*InVcWidth +: InVcWidth];
          assign on_minimal     = (output_channel & minimal[(First + 32'(vc))*Channels +: Channels]) != '0;
          assign state          = header ? next_state : phit[StateAt +: 16];

          for (genvar q = 0; q < Ports; q++) begin : gen_output_ports
            assign output_port[q] = output_channel[q*Vcs +: Vcs] != '0;
          end

          in_transit_state u_state (
            .state_i    (phit[StateAt +: 16]),
            .to_local_i (output_port[Concentration +: GroupSize-1] != '0),
            .to_global_i(output_port[Ports-1:Concentration+GroupSize-1] != '0),
            .minimal_i  (on_minimal),
            .state_o    (next_state)
          );

          logic unused_hosts;
          assign unused_hosts = ^output_port[Concentration-1:0];
        end else begin : gen_same_state
          assign state = phit[StateAt +: 16];
        end
      end

      if (InVcs < Vcs) begin : gen_fewer_vcs
        assign ready[First+InVcs +: Vcs-InVcs] = '0;
        assign candidates[(First+InVcs)*Channels +: (Vcs-InVcs)*Channels] = '0;
        assign entering[(First+InVcs)*Channels +: (Vcs-InVcs)*Channels] = '0;
        assign minimal[(First+InVcs)*Channels +: (Vcs-InVcs)*Channels] = '0;
        assign preferred[(First+InVcs)*PortWidth +: (Vcs-InVcs)*PortWidth] = '0;
        assign phits[(First+InVcs)*PhitsWidth +: (Vcs-InVcs)*PhitsWidth] = '0;
        assign body[First+InVcs +: Vcs-InVcs] = '0;
        assign last[First+InVcs +: Vcs-InVcs] = '0;
        assign deviates[First+InVcs +: Vcs-InVcs] = '0;
        assign doomed[First+InVcs +: Vcs-InVcs] = '0;
      end
      assign unused = ^{route_valid, route_data, flit_vc_i[p*VcWidth +: VcWidth]};
    end

    // Lanes without a VC of the input.
    for (genvar l = (InVcs == 0) ? 0 : (Full == 1) ? InVcs : 1; l < Lanes; l++) begin : gen_no_lane
      assign input_busy[Side+l]                                         = 1'b0;
      assign credit_valid_o[Side+l]                                     = 1'b0;
      assign credit_vc_o[(Side+l)*VcWidth +: VcWidth]                   = '0;
      assign credit_phits_o[(Side+l)*PhitsWidth +: PhitsWidth]          = '0;
      assign phit_valid[(Side+l)*Speedup +: Speedup]                    = '0;
      assign phit_head[Side+l]                                          = 1'b0;
      assign phit_tail[Side+l]                                          = 1'b0;
      assign phit_phits[(Side+l)*PhitsWidth +: PhitsWidth]              = '0;
      assign phit_first[Side+l]                                         = 1'b0;
      assign phit_last[Side+l]                                          = 1'b0;
      assign phit_data[(Side+l)*Speedup*PhitWidth +: Speedup*PhitWidth] = '0;

      logic unused;
      assign unused = ^{grant[Side+l], grant_vc[(Side+l)*LaneVcWidth +: LaneVcWidth], grant_fast[Side+l],
                        grant_output[(Side+l)*Channels +: Channels]};
    end

    if (OutVcs == 0) begin : gen_no_output
      assign credits[First*CreditWidth +: Vcs*CreditWidth]      = '0;
      assign credits_left[First*CreditWidth +: Vcs*CreditWidth] = '0;
      assign room[First*CreditWidth +: Vcs*CreditWidth]         = '0;
      assign waiting[First*WaitingWidth +: Vcs*WaitingWidth]    = '0;
      assign flit_valid_o[p]                                    = 1'b0;
      assign flit_vc_o[p*VcWidth +: VcWidth]                    = '0;
      assign flit_head_o[p]                                     = 1'b0;
      assign flit_tail_o[p]                                     = 1'b0;
      assign flit_first_o[p]                                    = 1'b0;
      assign flit_last_o[p]                                     = 1'b0;
      assign flit_data_o[p*PhitWidth +: PhitWidth]              = '0;
    end else begin : gen_output
      localparam int OutVcWidth = netloom_regs_pkg::bits_for(OutVcs);
      localparam int OutLanes   = (Full == 1) ? OutVcs : 1;

      // What takes credits: a grant, or the start of the link behind a buffer.
      logic                           start;
      logic [OutVcWidth-1:0]          start_vc;
      logic [PhitsWidth-1:0]          start_phits;
      logic [OutVcs*CreditWidth-1:0]  here;   // credits
      logic [OutVcs*CreditWidth-1:0]  left;
      logic [OutVcs*CreditWidth-1:0]  space;
      // Per lane, in the bits of the port's VCs.
      logic [OutLanes*OutVcWidth-1:0] credit_vc;
      logic [OutLanes*OutVcWidth-1:0] lane_taken_vc;
      logic [OutLanes*OutVcWidth-1:0] lane_staged_vc;

      for (genvar l = 0; l < OutLanes; l++) begin : gen_lanes
        assign credit_vc[l*OutVcWidth +: OutVcWidth]      = credit_vc_i[(Side+l)*VcWidth +: OutVcWidth];
        assign lane_taken_vc[l*OutVcWidth +: OutVcWidth]  = taken_vc[(Side+l)*VcWidth +: OutVcWidth];
        assign lane_staged_vc[l*OutVcWidth +: OutVcWidth] = staged_vc[(Side+l)*VcWidth +: OutVcWidth];
      end

      output_port #(
        .Vcs        (OutVcs),
        .Credits    (OutPhits),
        .LargestFlit(LargestFlit),
        .CreditWidth(CreditWidth),
        .Full       (Full)
      ) u_output (
        .clk_i         (clk_i),
        .rst_ni        (rst_ni),
        .credit_valid_i(credit_valid_i[Side +: OutLanes]),
        .credit_vc_i   (credit_vc),
        .credit_phits_i(credit_phits_i[Side*PhitsWidth +: OutLanes*PhitsWidth]),
        .taken_i       (start),
        .taken_vc_i    (start_vc),
        .taken_phits_i (start_phits),
        .credits_o     (here)
      );

      if (OutBuffer == 0) begin : gen_direct
        // The port has one output of the crossbar, which moves a phit a cycle to it.
        assign start       = taken[Side];
        assign start_vc    = lane_taken_vc[OutVcWidth-1:0];
        assign start_phits = taken_phits[Side*PhitsWidth +: PhitsWidth];
        assign left        = here;
        assign space       = here;

        assign flit_valid_o[p]                       = staged_valid[Side*Speedup];
        assign flit_vc_o[p*VcWidth +: VcWidth]       = staged_vc[Side*VcWidth +: VcWidth];
        assign flit_head_o[p]                        = staged_head[Side];
        assign flit_tail_o[p]                        = staged_tail[Side];
        assign flit_first_o[p]                       = staged_valid[Side*Speedup] & staged_first[Side];
        assign flit_last_o[p]                        = staged_valid[Side*Speedup] & staged_last[Side];
        assign flit_data_o[p*PhitWidth +: PhitWidth] = staged_data[Side*Speedup*PhitWidth +: PhitWidth];

        logic unused;
        assign unused = ^{lane_taken_vc, lane_staged_vc};
      end else begin : gen_buffered
        logic [OutVcWidth-1:0] link_vc;

        output_buffer #(
          .Vcs        (OutVcs),
          .Depth      (OutBuffer),
          .PhitWidth  (PhitWidth),
          .LargestFlit(LargestFlit),
          .OneSize    (OneSize),
          .Speedup    (Speedup),
          .CreditWidth(CreditWidth),
          .Arbiter    (Arbiter),
          .Full       (Full)
        ) u_buffer (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .taken_i      (taken[Side +: OutLanes]),
          .taken_vc_i   (lane_taken_vc),
          .taken_phits_i(taken_phits[Side*PhitsWidth +: OutLanes*PhitsWidth]),
          .space_o      (space),
          .phit_valid_i (staged_valid[Side*Speedup +: OutLanes*Speedup]),
          .phit_vc_i    (lane_staged_vc),
          .phit_head_i  (staged_head[Side +: OutLanes]),
          .phit_phits_i (staged_phits[Side*PhitsWidth +: OutLanes*PhitsWidth]),
          .phit_first_i (staged_first[Side +: OutLanes]),
          .phit_last_i  (staged_last[Side +: OutLanes]),
          .phit_data_i  (staged_data[Side*Speedup*PhitWidth +: OutLanes*Speedup*PhitWidth]),
          .to_host_i    (to_host[p]),
          .credits_i    (here),
          .credits_o    (left),
          .start_o      (start),
          .start_vc_o   (start_vc),
          .start_phits_o(start_phits),
          .flit_valid_o (flit_valid_o[p]),
          .flit_vc_o    (link_vc),
          .flit_head_o  (flit_head_o[p]),
          .flit_tail_o  (flit_tail_o[p]),
          .flit_first_o (flit_first_o[p]),
          .flit_last_o  (flit_last_o[p]),
          .flit_data_o  (flit_data_o[p*PhitWidth +: PhitWidth])
        );

        assign flit_vc_o[p*VcWidth +: VcWidth] = VcWidth'(link_vc);
      end

      assign credits[First*CreditWidth +: OutVcs*CreditWidth]      = here;
      assign credits_left[First*CreditWidth +: OutVcs*CreditWidth] = left;
      assign room[First*CreditWidth +: OutVcs*CreditWidth]         = space;

      for (genvar v = 0; v < Vcs; v++) begin : gen_waiting
        if (v >= OutVcs || OutPhits == 0) begin : gen_nothing
          assign waiting[(First+v)*WaitingWidth +: WaitingWidth] = '0;
        end else if (OutBuffer == 0) begin : gen_behind_the_link
          assign waiting[(First+v)*WaitingWidth +: WaitingWidth] =
              WaitingWidth'(OutPhits) - WaitingWidth'(left[v*CreditWidth +: CreditWidth]);
        end else begin : gen_on_both_sides
          assign waiting[(First+v)*WaitingWidth +: WaitingWidth] =
              WaitingWidth'(OutPhits + OutBuffer) - WaitingWidth'(left[v*CreditWidth +: CreditWidth])
              - WaitingWidth'(space[v*CreditWidth +: CreditWidth]);
        end
      end

      if (OutVcs < Vcs) begin : gen_fewer_vcs
        assign credits[(First+OutVcs)*CreditWidth +: (Vcs-OutVcs)*CreditWidth]      = '0;
        assign credits_left[(First+OutVcs)*CreditWidth +: (Vcs-OutVcs)*CreditWidth] = '0;
        assign room[(First+OutVcs)*CreditWidth +: (Vcs-OutVcs)*CreditWidth]         = '0;
      end
    end

    // Not of every port all of them are of use.
    logic unused_lanes;
    assign unused_lanes =
        ^{credit_valid_i[Side +: Lanes], credit_vc_i[Side*VcWidth +: Lanes*VcWidth],
          credit_phits_i[Side*PhitsWidth +: Lanes*PhitsWidth], taken_phits[Side*PhitsWidth +: Lanes*PhitsWidth],
          staged_valid[Side*Speedup +: Lanes*Speedup], staged_vc[Side*VcWidth +: Lanes*VcWidth],
          staged_head[Side +: Lanes], staged_tail[Side +: Lanes], staged_first[Side +: Lanes],
          staged_last[Side +: Lanes], staged_phits[Side*PhitsWidth +: Lanes*PhitsWidth],
          staged_data[Side*Speedup*PhitWidth +: Lanes*Speedup*PhitWidth]};
  end

  for (genvar i = 0; i < Sides; i++) begin : gen_sides
    assign closed[i] = output_busy[i] | (Failing == 1 && link_dead_i[i >> LaneShift]);

    // A head that is dropped takes its input as if it were granted an output. Of the VCs that share the input
    // the lowest goes first, and before any grant.
    always_comb begin
      input_taken[i] = input_busy[i];
      for (int unsigned v = 0; v < Vcs >> LaneShift; v++) begin
        drops[(i << (VcShift - LaneShift)) + v] = doomed[(i << (VcShift - LaneShift)) + v]
                                                & ready[(i << (VcShift - LaneShift)) + v] & ~input_taken[i];
        if (drops[(i << (VcShift - LaneShift)) + v]) input_taken[i] = 1'b1;
      end
    end

    assign taken_input[i*SideWidth +: SideWidth] =
        SideWidth'(taken_channel[i*ChannelWidth +: ChannelWidth] >> (VcShift - LaneShift));

    // The output channel that an input is granted, and whether it has a buffer, and takes Speedup phits a
    // cycle.
    always_comb begin
      grant_fast[i]                        = 1'b0;
      grant_output[i*Channels +: Channels] = '0;
      for (int unsigned q = 0; q < Sides; q++) begin
        if (taken[q] && taken_input[q*SideWidth +: SideWidth] == SideWidth'(i)) begin
          if (Buffered[q >> LaneShift]) grant_fast[i] = 1'b1;
          for (int unsigned v = 0; v < Vcs; v++) begin
            if (taken_vc[q*VcWidth +: VcWidth] == VcWidth'(v)) begin
              grant_output[i*Channels + ((q >> LaneShift) << VcShift) + v] = 1'b1;
            end
          end
        end
      end
    end
  end

  if (Selection == 3) begin : gen_random
    switch_random #(
      .Users(Channels)
    ) u_random (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .load_i (random_load_i),
      .word_i (random_word_i),
      .draws_o(draws)
    );
  end else begin : gen_no_random
    assign draws = '0;

    logic unused;
    assign unused = ^{random_load_i, random_word_i};
  end

  switch_allocator #(
    .Ports      (Ports),
    .VcShift    (VcShift),
    .LargestFlit(LargestFlit),
    .OneSize    (OneSize),
    .Wormhole   ((LargestPacket > LargestFlit) ? 1 : 0),
    .CreditWidth(CreditWidth),
    .Kind       (Allocator),
    .Iterations (Iterations),
    .Arbiter    (Arbiter),
    .Selection  (Selection),
    .Full       (Full),
    .Misrouting (Misrouting),
    .FillWeights(FillWeights),
    .FillWidth  (FillWidth),
    .Buffered   (Buffered),
    .Yielding   ((TransitPriority == 1) ? FromHosts : '0),
    .Links      (restricted_links())
  ) u_allocator (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .ready_i          (ready),
    .candidates_i     (candidates),
    .entering_i       (entering),
    .minimal_i        (minimal),
    .preferred_i      (preferred),
    .phits_i          (phits),
    .body_i           (body),
    .last_i           (last),
    .input_busy_i     (input_taken),
    .output_busy_i    (closed),
    .endless_i        (endless),
    .room_i           (room),
    .to_host_i        (to_host),
    .credits_i        (credits_left),
    .draws_i          (draws),
    .misroute_i       (misroute),
    .threshold_i      (threshold),
    .factor_i         (factor),
    .offset_i         (offset),
    .waiting_i        (waiting),
    .grant_o          (grant),
    .grant_vc_o       (grant_vc),
    .taken_o          (taken),
    .taken_channel_o  (taken_channel),
    .taken_vc_o       (taken_vc),
    .taken_phits_o    (taken_phits),
    .input_pointers_o (input_pointers),
    .output_pointers_o(output_pointers),
    .cyclic_port_o    (cyclic_port)
  );

  crossbar #(
    .Ports     (Sides),
    .PhitWidth (PhitWidth),
    .VcWidth   (VcWidth),
    .Delay     (Delay),
    .Speedup   (Speedup),
    .PhitsWidth(PhitsWidth)
  ) u_crossbar (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .grant_i      (taken),
    .grant_input_i(taken_input),
    .grant_vc_i   (taken_vc),
    .busy_o       (output_busy),
    .phit_valid_i (phit_valid),
    .phit_head_i  (phit_head),
    .phit_tail_i  (phit_tail),
    .phit_phits_i (phit_phits),
    .phit_first_i (phit_first),
    .phit_last_i  (phit_last),
    .phit_data_i  (phit_data),
    .phit_valid_o (staged_valid),
    .phit_vc_o    (staged_vc),
    .phit_head_o  (staged_head),
    .phit_tail_o  (staged_tail),
    .phit_phits_o (staged_phits),
    .phit_first_o (staged_first),
    .phit_last_o  (staged_last),
    .phit_data_o  (staged_data)
  );

  assign davc_addr     = learn_i ? learn_addr_i : bank_addr;
  assign table_rdata_o = table_rdata[FirstInput*32 +: 32];

  if (Forwarding == 1) begin : gen_forwarding_registers
    forwarding_registers #(
      .Destinations(Hosts),
      .Ports       (Ports)
    ) u_forwarding (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .we_i          (route_we),
      .addr_i        (route_addr[NodeWidth-1:0]),
      .wdata_i       (route_wdata),
      .rdata_o       (forwarding_rdata),
      .destinations_i(destinations),
      .ports_o       (forwarded)
    );
  end else begin : gen_no_forwarding_registers
    assign forwarding_rdata = '0;
    assign forwarded        = '0;
  end

  if (Misrouting == 1) begin : gen_misrouting_registers
    localparam int AddrWidth = (CongestionRule == 1) ? netloom_regs_pkg::RestrictedMisroutingSwitchAddrWidth
                                                     : netloom_regs_pkg::MisroutingSwitchAddrWidth;

    misrouting_registers #(
      .Width         (netloom_regs_pkg::MisrouteThresholdBits),
      .CongestionRule(CongestionRule)
    ) u_misrouting (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .we_i       (route_we),
      .addr_i     (route_addr[AddrWidth-1:0]),
      .wdata_i    (route_wdata),
      .rdata_o    (misrouting_rdata),
      .enable_o   (misroute),
      .threshold_o(threshold),
      .factor_o   (factor),
      .offset_o   (offset)
    );
  end else begin : gen_no_misrouting_registers
    assign misrouting_rdata = '0;
    assign misroute         = 1'b0;
    assign threshold        = '0;
    assign factor           = '0;
    assign offset           = '0;
  end

  register_bank #(
    .Ports        (Ports),
    .Vcs          (MostVcs),
    .VcShift      (VcShift),
    .CreditWidth  (CreditWidth),
    .PortRegisters(PortRegisters),
    .LastWords    ((Route == 5) ? (Ports + 31) / 32 : 1),
    .FirstUp      (FirstUp),
    .UpPorts      ((Route == 6) ? UpPorts : 0),
    .Exclusions   (Exclusions),
    .SwitchWords  ((Misrouting == 0) ? 0 : (CongestionRule == 1) ? 4 : 2),
    .Destinations (TableWords),
    .Davc         (Davc)
  ) u_registers (
    .psel_i           (psel_i),
    .penable_i        (penable_i),
    .pwrite_i         (pwrite_i),
    .paddr_i          (paddr_i),
    .pwdata_i         (pwdata_i),
    .pstrb_i          (pstrb_i),
    .pready_o         (pready_o),
    .prdata_o         (prdata_o),
    .pslverr_o        (pslverr_o),
    .route_we_o       (route_we),
    .route_addr_o     (route_addr),
    .route_wdata_o    (route_wdata),
    .route_rdata_i    ((Misrouting == 1)   ? misrouting_rdata
                       : (Forwarding == 1) ? forwarding_rdata
                                           : route_rdata[FirstInput*32 +: 32]),
    .davc_we_o        (davc_we),
    .davc_addr_o      (bank_addr),
    .davc_wdata_o     (davc_wdata),
    .davc_rdata_i     (davc_rdata[FirstInput*32 +: 32]),
    .switch_id_i      (switch_id_i),
    .credits_i        (credits),
    .to_host_i        (to_host),
    .input_pointers_i (input_pointers),
    .output_pointers_i(output_pointers),
    .cyclic_port_i    (cyclic_port)
  );

  assign watch_ready_o      = ready;
  assign watch_candidates_o = candidates;
  assign watch_entering_o   = entering;
  assign watch_minimal_o    = (Misrouting == 1) ? minimal : '0;
  assign watch_taken_o      = taken;
  assign watch_input_o      = taken_channel;
  assign watch_output_vc_o  = taken_vc;
  assign watch_credits_o    = credits;
  assign watch_room_o       = room;
  assign watch_deviates_o   = deviates;
  assign watch_drops_o      = drops;

  logic unused;
  assign unused = ^{flit_first_i, flit_last_i, route_rdata, davc_rdata, table_rdata, link_dead_i, link_failed_i};

endmodule
