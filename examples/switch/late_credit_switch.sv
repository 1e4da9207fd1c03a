// A switch of one's own: Netloom's, with a register in front of its credits. They leave a cycle late, which
// is against rule 8 of docs/timing.md; lockstep finds it.
module late_credit_switch #(
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
  // Links that fail while the network runs, in trees: see detour.
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

  logic [Sides-1:0]            credit_valid;
  logic [Sides*VcWidth-1:0]    credit_vc;
  logic [Sides*PhitsWidth-1:0] credit_phits;

  netloom_switch #(
    .Ports          (Ports),
    .VcShift        (VcShift),
    .PhitWidth      (PhitWidth),
    .Hosts          (Hosts),
    .LargestPacket  (LargestPacket),
    .LargestFlit    (LargestFlit),
    .HopLimit       (HopLimit),
    .OneSize        (OneSize),
    .InputVcs       (InputVcs),
    .InputPhits     (InputPhits),
    .OutputVcs      (OutputVcs),
    .OutputPhits    (OutputPhits),
    .BufferPhits    (BufferPhits),
    .MostPhits      (MostPhits),
    .FromHosts      (FromHosts),
    .StoreForward   (StoreForward),
    .RoutingDelay   (RoutingDelay),
    .Delay          (Delay),
    .Speedup        (Speedup),
    .Full           (Full),
    .Route          (Route),
    .Allocator      (Allocator),
    .Iterations     (Iterations),
    .Arbiter        (Arbiter),
    .Selection      (Selection),
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
    .FillWeights    (FillWeights),
    .DigitBits      (DigitBits),
    .BySource       (BySource),
    .Nonminimal     (Nonminimal),
    .Operand        (Operand),
    .FirstUp        (FirstUp),
    .UpPorts        (UpPorts),
    .Exclusions     (Exclusions),
    .Davc           (Davc),
    .DavcFunction   (DavcFunction),
    .Switches       (Switches),
    .Failing        (Failing),
    .DownPorts      (DownPorts)
  ) u_switch (
    .credit_valid_o(credit_valid),
    .credit_vc_o   (credit_vc),
    .credit_phits_o(credit_phits),
    .*
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_valid_o <= '0;
      credit_vc_o    <= '0;
      credit_phits_o <= '0;
    end else begin
      credit_valid_o <= credit_valid;
      credit_vc_o    <= credit_vc;
      credit_phits_o <= credit_phits;
    end
  end

endmodule
