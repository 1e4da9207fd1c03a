// netloom_switch as a whole, between neighbours that keep to the contract, with any contents of its registers. At its
// outputs the phits of a flit follow each other without a gap, on one VC, with head and tail where they belong. A
// flit starts only with credits for all of it, and no credit is lost or made: those of an output are what its
// neighbour has room for, less what is on its way there, those of an input are all back when nothing is inside, and
// so is the space of an output buffer. A grant is to a head that is ready and may take that output, one at a time for
// an input and an output of the crossbar, into a ring only if room is left for one more, and never to a link that is
// dead or known to have failed. Where links may fail, a head may take what its intervals allow of the links that are
// not known to have failed, in each cycle; without any, the links down that are not, that by which it came only as
// the last of them; and one that was deviated before is not routed back, unless nothing else is left. A head that no
// link is left to is dropped as soon as its input is free: it takes that as a grant would, beside none and of several
// VCs the lowest first, a phit a cycle, and nothing of it comes out. What comes out is what came in: a packet, any of
// them, leaves its buffer behind those that came before it on its VC, and its output, on the VC of the grant, behind
// those that were granted that VC before it; all its flits go that way, with the same phits, one hop more, and the
// mark of a detour if it is on one. Without an output buffer that is Delay cycles after the grant; with one, a link
// that could send a flit sends one, and each VC in its turn. A packet in front is routed in the cycles that the heads
// of its port take, and granted before it could have gone in Bound cycles. And whatever was in registers and memories
// before the reset is never seen: a second switch (Copies = 2), with anything else in them, has the same outputs ever
// after.
//
// A channel is watched, any of them, and in it one packet, any of them, of which one bit of each phit is followed.
module netloom_switch_spec #(
  parameter int unsigned Ports           = 2,
  parameter int unsigned VcShift         = 0,
  parameter int unsigned LargestFlit     = 2,
  parameter int unsigned LargestPacket   = 2,
  parameter int unsigned OneSize         = 0,
  parameter int unsigned InPhits         = 3,
  parameter int unsigned OutPhits        = 3,
  parameter int unsigned BufPhits        = 0,
  parameter int unsigned Speedup         = 1,
  parameter int unsigned StoreForward    = 0,
  parameter int unsigned RoutingDelay    = 1,
  parameter int unsigned Delay           = 1,
  parameter int unsigned Allocator       = 0,
  parameter int unsigned Iterations      = 1,
  parameter int unsigned Arbiter         = 0,
  parameter int unsigned Selection       = 0,
  parameter int unsigned Full            = 0,
  parameter int unsigned Ring            = 0,  // 1: of a ring of three switches, with a host each, in dimension order
  parameter int unsigned Bubble          = 0,
  parameter int unsigned Failing         = 0,
  parameter int unsigned DownPorts       = Failing,  // 0 ... Ports
  parameter int unsigned HostPorts       = 0,  // the lowest ports, which lead to hosts
  parameter int unsigned TransitPriority = 0,
  parameter int unsigned Bound           = 0,  // 0: not looked at
  parameter int unsigned WatchedBit      = 0,
  parameter int unsigned Copies          = 1,  // 2: a second switch is beside it
  parameter int unsigned Never           = 0,  // what is claimed never to happen, and does; 0: nothing
  parameter int unsigned Vcs             = 1 << VcShift,
  parameter int unsigned Channels        = Ports << VcShift,
  parameter int unsigned LaneShift       = Full*VcShift,  // of the crossbar: inputs and outputs of a port
  parameter int unsigned Lanes           = 1 << LaneShift,
  parameter int unsigned Sides           = Ports << LaneShift,
  parameter int unsigned PortWidth       = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned SideWidth       = netloom_regs_pkg::bits_for(Sides),
  parameter int unsigned VcWidth         = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned ChannelWidth    = netloom_regs_pkg::bits_for(Channels),
  parameter int unsigned PhitsWidth      = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned CountWidth      =
      netloom_regs_pkg::bits_for(2*(InPhits + OutPhits + BufPhits + LargestPacket)),
  parameter int unsigned PhitWidth       = netloom_header_pkg::header_bits(2 + Ring, LargestPacket, 1, 0)
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [Ports-1:0]            flit_valid_i,
  input logic [Ports*VcWidth-1:0]    flit_vc_i,
  input logic [Ports-1:0]            flit_head_i,
  input logic [Ports-1:0]            flit_tail_i,
  input logic [Ports*PhitWidth-1:0]  flit_data_i,
  input logic [Sides-1:0]            credit_valid_i,
  input logic [Sides*VcWidth-1:0]    credit_vc_i,
  input logic [Sides*PhitsWidth-1:0] credit_phits_i,
  input logic                        psel_i,
  input logic                        penable_i,
  input logic                        pwrite_i,
  input logic [31:0]                 paddr_i,
  input logic [31:0]                 pwdata_i,
  input logic [3:0]                  pstrb_i,
  input logic                        random_load_i,
  input logic [63:0]                 random_word_i,
  input logic [Ports-1:0]            link_dead_i,
  input logic [Ports-1:0]            link_failed_i,
  input logic                        mark_i      // follow the packet that begins now
);

  localparam int unsigned CreditWidth =
      netloom_regs_pkg::bits_for((OutPhits > BufPhits ? OutPhits : BufPhits) + 1);
  localparam int unsigned LengthWidth   = netloom_header_pkg::packet_phits_bits(LargestPacket);
  localparam int unsigned HopsWidth     = netloom_header_pkg::hops_bits(1);
  localparam int unsigned DeviatedAt    = 0;
  localparam int unsigned HopsAt        = 19;
  localparam int unsigned LengthAt      = HopsAt + HopsWidth;
  localparam int unsigned NodeWidth     = netloom_header_pkg::destination_bits(2 + Ring);
  localparam int unsigned DestinationAt = LengthAt + LengthWidth + 16 + NodeWidth;
  localparam int unsigned PlaceWidth    = 1 + Ring;

  (* anyconst *) logic [PortWidth-1:0] watched_port;
  (* anyconst *) logic [VcWidth-1:0]   watched_vc;
  (* anyconst *) logic [Channels-1:0]  offered;
  (* anyconst *) logic [PortWidth-1:0] preferred_base;
  (* anyconst *) logic                 preferred_source;
  (* anyconst *) logic [PortWidth-1:0] preferred_mask;
  (* anyconst *) logic [1:0]           place;

  // What they do, the second one in the upper halves.
  logic [Copies*Sides-1:0]                credit_valid;
  logic [Copies*Sides*VcWidth-1:0]        credit_vc;
  logic [Copies*Sides*PhitsWidth-1:0]     credit_phits;
  logic [Copies*Ports-1:0]                flit_valid;
  logic [Copies*Ports*VcWidth-1:0]        flit_vc;
  logic [Copies*Ports-1:0]                flit_head;
  logic [Copies*Ports-1:0]                flit_tail;
  logic [Copies*Ports-1:0]                flit_first;
  logic [Copies*Ports-1:0]                flit_last;
  logic [Copies*Ports*PhitWidth-1:0]      flit_data;
  logic [Copies-1:0]                      pready;
  logic [Copies*32-1:0]                   prdata;
  logic [Copies-1:0]                      pslverr;
  logic [Copies*32-1:0]                   table_rdata;
  logic [Copies*Channels-1:0]             ready;
  logic [Copies*Channels*Channels-1:0]    candidates;
  logic [Copies*Channels*Channels-1:0]    entering;
  logic [Copies*Channels*Channels-1:0]    minimal;
  logic [Copies*Sides-1:0]                taken;
  logic [Copies*Sides*ChannelWidth-1:0]   taken_input;
  logic [Copies*Sides*VcWidth-1:0]        taken_vc;
  logic [Copies*Channels*CreditWidth-1:0] credits;
  logic [Copies*Channels*CreditWidth-1:0] room;
  logic [Copies*Channels-1:0]             deviates;
  logic [Copies*Channels-1:0]             drops;

  for (genvar c = 0; c < Copies; c++) begin : gen_copies
    netloom_switch #(
      .Ports          (Ports),
      .VcShift        (VcShift),
      .PhitWidth      (PhitWidth),
      .Hosts          (2 + Ring),
      .LargestPacket  (LargestPacket),
      .LargestFlit    (LargestFlit),
      .HopLimit       (1),
      .OneSize        (OneSize),
      .InputVcs       ({Ports{32'(Vcs)}}),
      .InputPhits     ({Ports{32'(InPhits)}}),
      .OutputVcs      ({Ports{32'(Vcs)}}),
      .OutputPhits    (({Ports{32'(OutPhits)}} >> (32*HostPorts)) << (32*HostPorts)),
      .BufferPhits    ({Ports{32'(BufPhits)}}),
      .MostPhits      (OutPhits > BufPhits ? OutPhits : BufPhits),
      .FromHosts      (Ports'((1 << HostPorts) - 1)),
      .StoreForward   (StoreForward),
      .RoutingDelay   (RoutingDelay),
      .Delay          (Delay),
      .Speedup        (Speedup),
      .Allocator      (Allocator),
      .Iterations     (Iterations),
      .Arbiter        (Arbiter),
      .Selection      (Selection),
      .Full           (Full),
      .Route          (Ring),
      .CoordinateWidth(2),
      .Sizes          ({32{32'd3}}),
      .Rings          ('1),
      .HostVcs        (Vcs),
      .ClassVcs       (Vcs),
      .Bubble         (Bubble),
      .TransitPriority(TransitPriority),
      .Failing        (Failing),
      .DownPorts      (DownPorts)
    ) u_dut (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .flit_valid_i      (flit_valid_i),
      .flit_vc_i         (flit_vc_i),
      .flit_head_i       (flit_head_i),
      .flit_tail_i       (flit_tail_i),
      .flit_first_i      ('0),
      .flit_last_i       ('0),
      .flit_data_i       (flit_data_i),
      .credit_valid_o    (credit_valid[c*Sides +: Sides]),
      .credit_vc_o       (credit_vc[c*Sides*VcWidth +: Sides*VcWidth]),
      .credit_phits_o    (credit_phits[c*Sides*PhitsWidth +: Sides*PhitsWidth]),
      .flit_valid_o      (flit_valid[c*Ports +: Ports]),
      .flit_vc_o         (flit_vc[c*Ports*VcWidth +: Ports*VcWidth]),
      .flit_head_o       (flit_head[c*Ports +: Ports]),
      .flit_tail_o       (flit_tail[c*Ports +: Ports]),
      .flit_first_o      (flit_first[c*Ports +: Ports]),
      .flit_last_o       (flit_last[c*Ports +: Ports]),
      .flit_data_o       (flit_data[c*Ports*PhitWidth +: Ports*PhitWidth]),
      .credit_valid_i    (credit_valid_i),
      .credit_vc_i       (credit_vc_i),
      .credit_phits_i    (credit_phits_i),
      .psel_i            (psel_i),
      .penable_i         (penable_i),
      .pwrite_i          (pwrite_i),
      .paddr_i           (paddr_i),
      .pwdata_i          (pwdata_i),
      .pstrb_i           (pstrb_i),
      .pready_o          (pready[c]),
      .prdata_o          (prdata[c*32 +: 32]),
      .pslverr_o         (pslverr[c]),
      .learn_i           (1'b0),
      .learn_addr_i      ('0),
      .learn_data_i      ('0),
      .table_we_i        (1'b0),
      .table_addr_i      ('0),
      .table_wdata_i     ('0),
      .table_rdata_o     (table_rdata[c*32 +: 32]),
      .switch_id_i       ('0),
      .offered_i         (offered),
      .preferred_base_i  (preferred_base),
      .preferred_source_i(preferred_source),
      .preferred_shift_i ('0),
      .preferred_mask_i  (preferred_mask),
      .place_i           (PlaceWidth'(place)),
      .random_load_i     (random_load_i),
      .random_word_i     (random_word_i),
      .link_dead_i       (link_dead_i),
      .link_failed_i     (link_failed_i),
      .watch_ready_o     (ready[c*Channels +: Channels]),
      .watch_candidates_o(candidates[c*Channels*Channels +: Channels*Channels]),
      .watch_entering_o  (entering[c*Channels*Channels +: Channels*Channels]),
      .watch_minimal_o   (minimal[c*Channels*Channels +: Channels*Channels]),
      .watch_taken_o     (taken[c*Sides +: Sides]),
      .watch_input_o     (taken_input[c*Sides*ChannelWidth +: Sides*ChannelWidth]),
      .watch_output_vc_o (taken_vc[c*Sides*VcWidth +: Sides*VcWidth]),
      .watch_credits_o   (credits[c*Channels*CreditWidth +: Channels*CreditWidth]),
      .watch_room_o      (room[c*Channels*CreditWidth +: Channels*CreditWidth]),
      .watch_deviates_o  (deviates[c*Channels +: Channels]),
      .watch_drops_o     (drops[c*Channels +: Channels])
    );
  end

  initial assume (!rst_ni);

  always_comb begin
    assume (watched_port < Ports);
    assume (watched_vc < Vcs);
    assume (offered != '0);
    assume (place < 3);
  end

  // ---- Links. What is known of each VC is counted in phits, of flits in whole ones.

  logic [Ports-1:0]               in_head;       // a flit begins
  logic [Ports*CountWidth-1:0]    in_length;     // … of so many phits
  logic [Ports*CountWidth-1:0]    in_open_q;     // phits that its flit lacks
  logic [Ports*VcWidth-1:0]       in_vc_q;
  logic [Channels*CountWidth-1:0] in_due_q;      // phits of a packet that has begun to come, of flits that have not
  logic [Channels*CountWidth-1:0] used_q;        // credits that the neighbour has used
  logic [Channels*CountWidth-1:0] flits_q;       // flits in the buffer, those that cross with them
  logic [Ports-1:0]               out_head;
  logic [Ports*CountWidth-1:0]    out_length;
  logic [Ports*CountWidth-1:0]    out_open_q;
  logic [Ports*VcWidth-1:0]       out_vc_q;
  logic [Channels*CountWidth-1:0] out_due_q;
  logic [Channels*CountWidth-1:0] behind_q;      // phits of flits that have started, whose credits are not back
  logic [Channels*CountWidth-1:0] whole_q;       // … of these those that have gone whole
  logic [Channels*CountWidth-1:0] granted_q;     // flits that were granted, and have not started
  logic [Channels-1:0]            leaves;        // one starts
  logic [Channels*CountWidth-1:0] back;          // phits of the credit that comes
  logic [Channels-1:0]            enters;        // a flit is granted

  // ---- The crossbar, by its inputs and outputs, of which a port has one, or one for each VC.

  logic [Sides-1:0]               crosses_q;     // inputs whose flit crosses
  logic [Sides-1:0]               dropping_q;    // … to none
  logic [Sides*SideWidth-1:0]     crosses_to_q;  // … to this output
  logic [Sides*CountWidth-1:0]    cycles;        // … since and with that of its grant
  logic [Sides*CountWidth-1:0]    cycles_q;
  logic [Sides-1:0]               granted;       // per input
  logic [Sides-1:0]               twice;
  logic [Sides*SideWidth-1:0]     granted_to;
  logic [Sides-1:0]               dropped;       // … a head of it is
  logic [Sides-1:0]               occupied;      // outputs to which a flit crosses
  logic [Delay-1:0]               granting_q;    // any, in the last cycles
  logic                           on_the_way;    // flits that were granted may not have come to their output

  always_comb begin
    granted    = '0;
    twice      = '0;
    granted_to = '0;
    occupied   = '0;
    enters     = '0;
    for (int unsigned q = 0; q < Sides; q++) begin
      for (int unsigned i = 0; i < Sides; i++) begin
        if (taken[q] && (taken_input[q*ChannelWidth +: ChannelWidth] >> (VcShift - LaneShift)) == i) begin
          if (granted[i]) twice[i] = 1'b1;
          granted[i] = 1'b1;
          granted_to[i*SideWidth +: SideWidth] = q;
        end
        if (crosses_q[i] && !dropping_q[i] && crosses_to_q[i*SideWidth +: SideWidth] == q) occupied[q] = 1'b1;
      end
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (taken[q] && taken_vc[q*VcWidth +: VcWidth] == v) enters[((q >> LaneShift) << VcShift) + v] = 1'b1;
      end
    end
  end

  for (genvar c = 0; c < Channels; c++) begin : gen_drops
    localparam int unsigned Side = c >> (VcShift - LaneShift);

    logic lost;  // it has no way left
    logic lower; // a VC of its input below it is dropped

    assign lost = Failing == 1 && ready[c] && candidates[c*Channels +: Channels] == '0;

    always_comb begin
      lower = 1'b0;
      for (int unsigned k = 0; k < c; k++) begin
        if (drops[k] && k >> (VcShift - LaneShift) == Side) lower = 1'b1;
      end
      assert (drops[c] == (lost && !crosses_q[Side] && !lower));
      if (drops[c]) assert (!granted[Side]);
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Sides; i++) begin
      dropped[i] = drops[(i << (VcShift - LaneShift)) +: (Vcs >> LaneShift)] != '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) granting_q <= '0;
    else granting_q <= Delay'({granting_q, granted != '0});
  end

  always_comb begin
    on_the_way = 1'b0;
    for (int unsigned i = 0; i + 1 < Delay; i++) begin
      if (granting_q[i]) on_the_way = 1'b1;
    end
  end

  for (genvar i = 0; i < Sides; i++) begin : gen_sides
    localparam int unsigned Port = i >> LaneShift;

    logic [VcWidth-1:0]      back_vc;
    logic [ChannelWidth-1:0] from;
    logic [ChannelWidth-1:0] to;
    logic [ChannelWidth-1:0] here;
    logic                    comes;

    // The neighbour gives back what it has got whole, a host nothing.
    always_comb begin
      if (credit_valid_i[i]) begin
        assume (Port >= HostPorts);
        assume (credit_vc_i[i*VcWidth +: VcWidth] < Vcs);
        if (Full == 1) assume (credit_vc_i[i*VcWidth +: VcWidth] == i % Lanes);
        assume (credit_phits_i[i*PhitsWidth +: PhitsWidth] >= 1);
        assume (credit_phits_i[i*PhitsWidth +: PhitsWidth] <= LargestFlit);
        if (OneSize == 1) assume (credit_phits_i[i*PhitsWidth +: PhitsWidth] == LargestFlit);
        assume (credit_phits_i[i*PhitsWidth +: PhitsWidth]
                <= whole_q[(Port*Vcs + credit_vc_i[i*VcWidth +: VcWidth])*CountWidth +: CountWidth]);
      end
    end

    // The switch gives a credit for a flit that it has, or that comes and goes in one cycle.
    assign back_vc = credit_vc[i*VcWidth +: VcWidth];
    assign here    = ChannelWidth'(Port*Vcs + back_vc);
    assign comes   = in_head[Port] && flit_vc_i[Port*VcWidth +: VcWidth] == back_vc;

    always_comb begin
      if (credit_valid[i]) begin
        assert (back_vc < Vcs);
        if (Full == 1) assert (back_vc == i % Lanes);
        assert (credit_phits[i*PhitsWidth +: PhitsWidth] >= 1);
        assert (credit_phits[i*PhitsWidth +: PhitsWidth]
                <= used_q[here*CountWidth +: CountWidth]
                   + (comes ? in_length[Port*CountWidth +: CountWidth] : CountWidth'(0)));
        assert (comes || flits_q[here*CountWidth +: CountWidth] != '0);
        assert (crosses_q[i] || granted[i] || dropped[i]);
        // It leaves with the last phit; a flit goes on without a gap.
        assert (cycles[i*CountWidth +: CountWidth] <= credit_phits[i*PhitsWidth +: PhitsWidth]);
        assert (cycles[i*CountWidth +: CountWidth]*(dropped[i] || (crosses_q[i] && dropping_q[i]) ? 1 : Speedup)
                >= credit_phits[i*PhitsWidth +: PhitsWidth]);
      end
    end

    assign cycles[i*CountWidth +: CountWidth] =
        granted[i] || dropped[i] ? CountWidth'(1) : cycles_q[i*CountWidth +: CountWidth] + CountWidth'(1);

    // No credit is lost: it leaves before more cycles than a flit has phits.
    always_comb begin
      if (crosses_q[i] || granted[i] || dropped[i]) assert (cycles[i*CountWidth +: CountWidth] <= LargestFlit);
    end

    // A grant occupies both sides until the credit leaves, a drop the input.
    assign from = taken_input[i*ChannelWidth +: ChannelWidth];
    assign to   = ChannelWidth'(Port*Vcs + taken_vc[i*VcWidth +: VcWidth]);

    always_comb begin
      assert (!twice[i]);
      if (granted[i]) assert (!crosses_q[i] && !occupied[granted_to[i*SideWidth +: SideWidth]]);
      if (taken[i]) begin
        assert (from < Channels && taken_vc[i*VcWidth +: VcWidth] < Vcs);
        assert (ready[from]);
        assert (candidates[from*Channels + to]);
        if (Port >= HostPorts || BufPhits != 0) begin
          assert (room[to*CreditWidth +: CreditWidth] >= (OneSize == 1 ? LargestFlit : 1));
          if (entering[from*Channels + to]) assert (room[to*CreditWidth +: CreditWidth] >= 2*LargestFlit);
        end
        if (Failing == 1) assert (!link_dead_i[Port] && !link_failed_i[Port]);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        crosses_q[i] <= 1'b0;
      end else begin
        if (credit_valid[i]) crosses_q[i] <= 1'b0;
        else if (granted[i] || dropped[i]) crosses_q[i] <= 1'b1;
        if (granted[i] || dropped[i]) dropping_q[i] <= dropped[i];
        if (granted[i]) crosses_to_q[i*SideWidth +: SideWidth] <= granted_to[i*SideWidth +: SideWidth];
        cycles_q[i*CountWidth +: CountWidth] <= cycles[i*CountWidth +: CountWidth];
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_links
    logic [VcWidth-1:0]    vc;
    logic [CountWidth-1:0] size;
    logic [CountWidth-1:0] out_size;
    logic [VcWidth-1:0]    out_vc;

    assign vc         = flit_vc_i[p*VcWidth +: VcWidth];
    assign in_head[p] = flit_valid_i[p] && in_open_q[p*CountWidth +: CountWidth] == '0;
    assign size       = in_due_q[(p*Vcs + vc)*CountWidth +: CountWidth] == '0
                      ? CountWidth'(flit_data_i[p*PhitWidth + LengthAt +: LengthWidth])
                      : in_due_q[(p*Vcs + vc)*CountWidth +: CountWidth];
    assign in_length[p*CountWidth +: CountWidth] = size < LargestFlit ? size : CountWidth'(LargestFlit);

    assign out_vc      = flit_vc[p*VcWidth +: VcWidth];
    assign out_head[p] = flit_valid[p] && out_open_q[p*CountWidth +: CountWidth] == '0;
    assign out_size    = out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] == '0
                       ? CountWidth'(flit_data[p*PhitWidth + LengthAt +: LengthWidth])
                       : out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth];
    assign out_length[p*CountWidth +: CountWidth] = out_size < LargestFlit ? out_size : CountWidth'(LargestFlit);

    // The neighbours.
    always_comb begin
      if (flit_valid_i[p]) begin
        assume (vc < Vcs && flit_head_i[p] == in_head[p]);
        if (in_head[p]) begin
          assume (size >= 1 && size <= LargestPacket);
          if (OneSize == 1) assume (in_length[p*CountWidth +: CountWidth] == LargestFlit);
          assume (used_q[(p*Vcs + vc)*CountWidth +: CountWidth] + in_length[p*CountWidth +: CountWidth] <= InPhits);
          assume (flit_tail_i[p] == (in_length[p*CountWidth +: CountWidth] == 1));
        end else begin
          assume (vc == in_vc_q[p*VcWidth +: VcWidth]
                  && flit_tail_i[p] == (in_open_q[p*CountWidth +: CountWidth] == 1));
        end
      end else begin
        assume (in_open_q[p*CountWidth +: CountWidth] == '0);
      end
    end

    // The switch, at its outputs.
    always_comb begin
      if (flit_valid[p]) begin
        assert (out_vc < Vcs && flit_head[p] == out_head[p]);
        assert (flit_first[p] == (out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] == '0) || !out_head[p]);
        if (out_head[p]) begin
          assert (out_size >= 1 && out_size <= LargestPacket);
          // A credit counts in the cycle in which it comes. A host takes all.
          assert (p < HostPorts
                  || behind_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] + out_length[p*CountWidth +: CountWidth]
                     <= OutPhits + back[(p*Vcs + out_vc)*CountWidth +: CountWidth]);
          assert (flit_tail[p] == (out_length[p*CountWidth +: CountWidth] == 1));
          assert (flit_last[p] == (out_size <= LargestFlit));
          assert (granted_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] != '0);
        end else begin
          assert (out_vc == out_vc_q[p*VcWidth +: VcWidth]
                  && flit_tail[p] == (out_open_q[p*CountWidth +: CountWidth] == 1));
        end
      end else begin
        assert (out_open_q[p*CountWidth +: CountWidth] == '0);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_open_q[p*CountWidth +: CountWidth]  <= '0;
        out_open_q[p*CountWidth +: CountWidth] <= '0;
      end else begin
        if (flit_valid_i[p]) begin
          in_open_q[p*CountWidth +: CountWidth] <=
              (in_head[p] ? in_length[p*CountWidth +: CountWidth] : in_open_q[p*CountWidth +: CountWidth])
              - CountWidth'(1);
          in_vc_q[p*VcWidth +: VcWidth] <= vc;
        end
        if (flit_valid[p]) begin
          out_open_q[p*CountWidth +: CountWidth] <=
              (out_head[p] ? out_length[p*CountWidth +: CountWidth] : out_open_q[p*CountWidth +: CountWidth])
              - CountWidth'(1);
          out_vc_q[p*VcWidth +: VcWidth] <= out_vc;
        end
      end
    end

    for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
      localparam int unsigned Channel = p*Vcs + v;
      localparam int unsigned At      = Channel*CountWidth;
      localparam int unsigned Side    = Channel >> (VcShift - LaneShift);

      logic starts;
      logic ends;

      assign starts          = in_head[p] && vc == v;
      assign ends            = credit_valid[Side] && credit_vc[Side*VcWidth +: VcWidth] == v;
      assign leaves[Channel] = out_head[p] && out_vc == v;
      assign back[At +: CountWidth] = (credit_valid_i[Side] && credit_vc_i[Side*VcWidth +: VcWidth] == v)
                                    ? CountWidth'(credit_phits_i[Side*PhitsWidth +: PhitsWidth]) : '0;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          in_due_q[At +: CountWidth]  <= '0;
          used_q[At +: CountWidth]    <= '0;
          flits_q[At +: CountWidth]   <= '0;
          out_due_q[At +: CountWidth] <= '0;
          behind_q[At +: CountWidth]  <= '0;
          whole_q[At +: CountWidth]   <= '0;
          granted_q[At +: CountWidth] <= '0;
        end else begin
          if (starts) in_due_q[At +: CountWidth] <= size - in_length[p*CountWidth +: CountWidth];
          used_q[At +: CountWidth]  <= used_q[At +: CountWidth]
                                     + (starts ? in_length[p*CountWidth +: CountWidth] : CountWidth'(0))
                                     - (ends ? CountWidth'(credit_phits[Side*PhitsWidth +: PhitsWidth])
                                             : CountWidth'(0));
          flits_q[At +: CountWidth] <= flits_q[At +: CountWidth] + CountWidth'(starts) - CountWidth'(ends);
          if (leaves[Channel]) out_due_q[At +: CountWidth] <= out_size - out_length[p*CountWidth +: CountWidth];
          if (p >= HostPorts) begin
            behind_q[At +: CountWidth] <= behind_q[At +: CountWidth]
                                        + (leaves[Channel] ? out_length[p*CountWidth +: CountWidth] : CountWidth'(0))
                                        - back[At +: CountWidth];
            whole_q[At +: CountWidth]  <= whole_q[At +: CountWidth] + CountWidth'(flit_valid[p] && out_vc == v)
                                        - back[At +: CountWidth];
          end
          granted_q[At +: CountWidth] <= granted_q[At +: CountWidth] + CountWidth'(enters[Channel])
                                       - CountWidth'(leaves[Channel]);
        end
      end

      // Nothing inside: all credits are back.
      always_comb begin
        if (flits_q[At +: CountWidth] == '0 && in_open_q == '0) assert (used_q[At +: CountWidth] == '0);
      end

      // Credits behind the output, which a grant takes, or the link that starts behind a buffer.
      always_comb begin
        if (p >= HostPorts && (BufPhits != 0 || granted_q[At +: CountWidth] == '0)) begin
          assert (credits[Channel*CreditWidth +: CreditWidth] + behind_q[At +: CountWidth]
                  == OutPhits + back[At +: CountWidth]);
        end
      end

      if (BufPhits != 0) begin : gen_buffer
        always_comb begin
          assert (room[Channel*CreditWidth +: CreditWidth] <= BufPhits);
          if (granted_q[At +: CountWidth] == '0
              && (out_open_q[p*CountWidth +: CountWidth] == '0 || out_vc_q[p*VcWidth +: VcWidth] != v)) begin
            assert (room[Channel*CreditWidth +: CreditWidth] == BufPhits);
          end
          // The link rests only if no flit is there that could start.
          if (!flit_valid[p] && !on_the_way && granted_q[At +: CountWidth] != '0) begin
            assert (credits[Channel*CreditWidth +: CreditWidth] < LargestFlit);
          end
        end
      end
    end
  end

  // ---- The packet that is watched.

  logic [ChannelWidth-1:0]  channel;
  logic                     begins;     // it, now
  logic                     marked_q;   // it has begun
  logic [CountWidth-1:0]    ahead_q;    // flits before it
  logic [CountWidth-1:0]    size_q;     // its phits
  logic [CountWidth-1:0]    come_q;     // … that have come
  logic [LargestPacket-1:0] bits_q;     // … and their bit
  logic [HopsWidth-1:0]     hops_q;
  logic [CountWidth-1:0]    inside_q;   // … that were not granted
  logic                     own_end;    // a flit of the channel leaves its buffer
  logic [PhitsWidth-1:0]    own_phits;  // … of so many phits
  logic                     own;        // a flit of the channel is granted
  logic [PortWidth-1:0]     own_port;   // … this output
  logic [VcWidth-1:0]       own_vc;
  logic [ChannelWidth-1:0]  own_to;
  logic                     goes;       // its first flit is granted
  logic                     gone_q;
  logic                     lost_q;     // it was dropped
  logic                     ended_q;    // its credit has left
  logic [PortWidth-1:0]     to_q;
  logic [VcWidth-1:0]       to_vc_q;
  logic [ChannelWidth-1:0]  to;
  logic                     deviates_q;
  logic [CountWidth-1:0]    before_q;   // flits that were granted that output and VC before, and have not started
  logic [CountWidth-1:0]    since_q;    // cycles since the grant
  logic                     mine;       // a phit of it is at the output
  logic [CountWidth-1:0]    left_q;     // that were
  logic                     fronts;     // it is in front, and can be routed

  assign channel = ChannelWidth'((watched_port << VcShift) + watched_vc);
  assign begins  = mark_i && !marked_q && in_head[watched_port]
                 && flit_vc_i[watched_port*VcWidth +: VcWidth] == watched_vc
                 && in_due_q[channel*CountWidth +: CountWidth] == '0;
  assign goes    = own && marked_q && ahead_q == '0 && !gone_q && !lost_q;
  assign fronts  = marked_q && !gone_q && !lost_q && ahead_q == '0 && (StoreForward == 0 || come_q == size_q);
  assign own_to  = ChannelWidth'((own_port << VcShift) + own_vc);
  assign to      = ChannelWidth'((to_q << VcShift) + to_vc_q);
  assign mine    = gone_q && before_q == '0 && left_q != size_q && flit_valid[to_q]
                 && flit_vc[to_q*VcWidth +: VcWidth] == to_vc_q && (left_q != '0 || out_head[to_q]);

  always_comb begin
    own_end   = 1'b0;
    own_phits = '0;
    own       = 1'b0;
    own_port  = '0;
    own_vc    = '0;
    for (int unsigned i = 0; i < Sides; i++) begin
      if (i == channel >> (VcShift - LaneShift) && credit_valid[i]
          && credit_vc[i*VcWidth +: VcWidth] == watched_vc) begin
        own_end   = 1'b1;
        own_phits = credit_phits[i*PhitsWidth +: PhitsWidth];
      end
      if (taken[i] && taken_input[i*ChannelWidth +: ChannelWidth] == channel) begin
        own      = 1'b1;
        own_port = i >> LaneShift;
        own_vc   = taken_vc[i*VcWidth +: VcWidth];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      marked_q <= 1'b0;
      gone_q   <= 1'b0;
      lost_q   <= 1'b0;
      ended_q  <= 1'b0;
      come_q   <= '0;
      left_q   <= '0;
    end else begin
      if (begins) begin
        marked_q  <= 1'b1;
        ahead_q   <= flits_q[channel*CountWidth +: CountWidth] - CountWidth'(own_end);
        come_q    <= CountWidth'(1);
        bits_q[0] <= flit_data_i[watched_port*PhitWidth + WatchedBit];
        hops_q    <= flit_data_i[watched_port*PhitWidth + HopsAt +: HopsWidth];
        size_q    <= CountWidth'(flit_data_i[watched_port*PhitWidth + LengthAt +: LengthWidth]);
        inside_q  <= CountWidth'(flit_data_i[watched_port*PhitWidth + LengthAt +: LengthWidth]);
      end else if (marked_q) begin
        if (ahead_q != '0 && own_end) ahead_q <= ahead_q - CountWidth'(1);
        if (come_q != size_q && flit_valid_i[watched_port]
            && flit_vc_i[watched_port*VcWidth +: VcWidth] == watched_vc) begin
          for (int unsigned i = 0; i < LargestPacket; i++) begin
            if (come_q == i) bits_q[i] <= flit_data_i[watched_port*PhitWidth + WatchedBit];
          end
          come_q <= come_q + CountWidth'(1);
        end
        if (ahead_q == '0 && !gone_q && drops[channel]) lost_q <= 1'b1;
        if (ahead_q == '0 && own_end) ended_q <= 1'b1;
        if (own && ahead_q == '0) inside_q <= inside_q > LargestFlit ? inside_q - CountWidth'(LargestFlit) : '0;
      end
      if (goes) begin
        gone_q     <= 1'b1;
        to_q       <= own_port;
        to_vc_q    <= own_vc;
        deviates_q <= deviates[channel];
        before_q   <= granted_q[own_to*CountWidth +: CountWidth] - CountWidth'(leaves[own_to]);
        since_q    <= CountWidth'(1);
      end else if (gone_q) begin
        if (before_q != '0 && leaves[to]) before_q <= before_q - CountWidth'(1);
        if (since_q != CountWidth'(Delay + 1)) since_q <= since_q + CountWidth'(1);
      end
      if (mine) left_q <= left_q + CountWidth'(1);
    end
  end

  // Its credit is for all of it. Its phits are at the output, in their order. Its other flits are granted the output
  // of the first.
  always_comb begin
    if (LargestPacket == LargestFlit && marked_q && ahead_q == '0 && !ended_q && own_end) begin
      assert (CountWidth'(own_phits) == size_q);
      assert (gone_q || lost_q || goes || drops[channel]);
    end
    if (own && gone_q && inside_q != '0) assert (own_port == to_q && own_vc == to_vc_q);
    if (mine) begin
      assert (left_q < come_q);
      for (int unsigned i = 0; i < LargestPacket; i++) begin
        if (left_q == i && !(i == 0 && WatchedBit >= HopsAt && WatchedBit < LengthAt)) begin
          assert (flit_data[to_q*PhitWidth + WatchedBit]
                  == (bits_q[i] | (i == 0 && WatchedBit == DeviatedAt && deviates_q)));
        end
      end
      if (left_q == '0) assert (flit_data[to_q*PhitWidth + HopsAt +: HopsWidth] == HopsWidth'(hops_q + 1'b1));
    end
    if (BufPhits == 0 && gone_q && since_q == Delay) assert (mine && left_q == '0);
  end

  // ---- Where links may fail: what it may take, from the pins alone. The registers, as they were written, say where
  // it goes; of that a deviated packet has not the way back, unless nothing else works in the cycle in which it is
  // routed. In front, it has of that what works, now, and without any of it the links down that do: that by which it
  // came as the last.

  if (Failing == 1 && Ring == 0) begin : gen_detours
    logic [NodeWidth-1:0] destination;
    logic [NodeWidth-1:0] destination_q;
    logic                 deviated;     // by a switch before this one
    logic                 deviated_q;
    logic [Ports-1:0]     matches;
    logic [Channels-1:0]  allowed;
    logic                 another_way;  // on from here, beside that by which it came
    logic [Channels-1:0]  routes_q;
    logic [Channels-1:0]  works;        // of these
    logic                 another_down;
    logic [Channels-1:0]  takes;

    assign destination = begins ? flit_data_i[watched_port*PhitWidth + DestinationAt +: NodeWidth] : destination_q;
    assign deviated    = begins ? flit_data_i[watched_port*PhitWidth + DeviatedAt] : deviated_q;

    // LIB of all ports, behind the number of the switch, and UIB of all.
    for (genvar p = 0; p < Ports; p++) begin : gen_registers
      logic [31:0] rdata;
      logic [63:0] words;
      logic        of_upper;

      assign of_upper = paddr_i == 4*(1 + Ports + p);

      ir_port_model #(
        .Width(NodeWidth)
      ) u_model (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        .we_i         (psel_i && penable_i && pwrite_i && pstrb_i[0] && (paddr_i == 4*(1 + p) || of_upper)),
        .addr_i       (of_upper),
        .wdata_i      (pwdata_i),
        .rdata_o      (rdata),
        .words_o      (words),
        .destination_i(destination),
        .match_o      (matches[p])
      );
    end

    always_comb begin
      another_way  = 1'b0;
      another_down = 1'b0;
      for (int unsigned k = 0; k < Channels; k++) begin
        allowed[k] = matches[k >> VcShift] && offered[k];
        works[k]   = routes_q[k] && !link_failed_i[k >> VcShift];
        if (allowed[k] && (k >> VcShift) != watched_port && !link_failed_i[k >> VcShift]) another_way = 1'b1;
      end
      for (int unsigned q = 0; q < DownPorts; q++) begin
        if (q != watched_port && !link_failed_i[q]) another_down = 1'b1;
      end
      for (int unsigned k = 0; k < Channels; k++) begin
        takes[k] = works != '0 ? works[k]
                               : (k >> VcShift) < DownPorts && offered[k] && !link_failed_i[k >> VcShift]
                                 && ((k >> VcShift) != watched_port || !another_down);
      end
    end

    // A head that is ready was routed in the last cycle in which none was, or the one before it went.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        routes_q <= '0;
      end else begin
        if (begins) begin
          destination_q <= destination;
          deviated_q    <= deviated;
        end
        if (!ready[channel] || own || drops[channel]) begin
          for (int unsigned k = 0; k < Channels; k++) begin
            routes_q[k] <= allowed[k] && !(deviated && another_way
                                           && ((k >> VcShift) == watched_port || link_failed_i[k >> VcShift]));
          end
        end
      end
    end

    always_comb begin
      if (fronts && ready[channel]) begin
        assert (candidates[channel*Channels +: Channels] == takes);
        assert (deviates[channel] == (works == '0));
      end
    end
  end

  // ---- Nobody waits without end.

  logic [CountWidth-1:0] unrouted_q;  // cycles in which it is in front and not routed

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) unrouted_q <= '0;
    else if (fronts && !ready[channel]) unrouted_q <= unrouted_q + CountWidth'(1);
  end

  always_comb if (fronts && !ready[channel]) assert (unrouted_q + 1 < Vcs*RoutingDelay);

  if (BufPhits != 0) begin : gen_link_progress
    logic                  could;    // the watched channel, as an output, has a flit that could start
    logic [CountWidth-1:0] others_q; // that have since

    assign could = granted_q[channel*CountWidth +: CountWidth] != '0 && !on_the_way
                 && credits[channel*CreditWidth +: CreditWidth] >= LargestFlit;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) others_q <= '0;
      else if (leaves[channel] || !could) others_q <= '0;
      else if (out_head[watched_port]) others_q <= others_q + CountWidth'(1);
    end

    always_comb assert (others_q < Vcs);
  end

  if (Bound > 0) begin : gen_progress
    logic                  could;
    logic [CountWidth-1:0] waits_q;

    always_comb begin
      could = 1'b0;
      for (int unsigned k = 0; k < Channels; k++) begin
        for (int unsigned q = 0; q < Sides; q++) begin
          if (q == (BufPhits == 0 ? (k >> VcShift) << LaneShift : k >> (VcShift - LaneShift))
              && ready[channel] && candidates[channel*Channels + k] && !occupied[q]
              && !crosses_q[channel >> (VcShift - LaneShift)]
              && !(Failing == 1 && link_dead_i[q >> LaneShift])
              && room[k*CreditWidth +: CreditWidth] >= LargestFlit) begin
            could = 1'b1;
          end
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) waits_q <= '0;
      else if (own) waits_q <= '0;
      else if (could) waits_q <= waits_q + CountWidth'(1);
    end

    always_comb assert (waits_q < Bound);
  end

  // ---- Whatever was in the registers before the reset, two of them do the same.

  if (Copies == 2) begin : gen_same
    always_comb begin
      assert (flit_valid[Ports +: Ports] == flit_valid[0 +: Ports]);
      assert (credit_valid[Sides +: Sides] == credit_valid[0 +: Sides]);
      assert (ready[Channels +: Channels] == ready[0 +: Channels]);
      assert (taken[Sides +: Sides] == taken[0 +: Sides]);
      assert (credits[Channels*CreditWidth +: Channels*CreditWidth] == credits[0 +: Channels*CreditWidth]);
      assert (room[Channels*CreditWidth +: Channels*CreditWidth] == room[0 +: Channels*CreditWidth]);
      assert (pready[1] == pready[0] && pslverr[1] == pslverr[0]);
      assert (prdata[32 +: 32] == prdata[0 +: 32]);
    end

    for (genvar p = 0; p < Ports; p++) begin : gen_links
      always_comb begin
        if (flit_valid[p]) begin
          assert (flit_vc[(Ports + p)*VcWidth +: VcWidth] == flit_vc[p*VcWidth +: VcWidth]);
          assert (flit_head[Ports + p] == flit_head[p] && flit_tail[Ports + p] == flit_tail[p]);
          assert (flit_first[Ports + p] == flit_first[p] && flit_last[Ports + p] == flit_last[p]);
          assert (flit_data[(Ports + p)*PhitWidth +: PhitWidth] == flit_data[p*PhitWidth +: PhitWidth]);
        end
      end
    end

    for (genvar i = 0; i < Sides; i++) begin : gen_sides
      always_comb begin
        if (credit_valid[i]) begin
          assert (credit_vc[(Sides + i)*VcWidth +: VcWidth] == credit_vc[i*VcWidth +: VcWidth]);
          assert (credit_phits[(Sides + i)*PhitsWidth +: PhitsWidth] == credit_phits[i*PhitsWidth +: PhitsWidth]);
        end
        if (taken[i]) begin
          assert (taken_input[(Sides + i)*ChannelWidth +: ChannelWidth]
                  == taken_input[i*ChannelWidth +: ChannelWidth]);
          assert (taken_vc[(Sides + i)*VcWidth +: VcWidth] == taken_vc[i*VcWidth +: VcWidth]);
        end
      end
    end

    for (genvar k = 0; k < Channels; k++) begin : gen_heads
      always_comb begin
        if (ready[k]) begin
          assert (candidates[(Channels + k)*Channels +: Channels] == candidates[k*Channels +: Channels]);
          assert (entering[(Channels + k)*Channels +: Channels] == entering[k*Channels +: Channels]);
          assert (deviates[Channels + k] == deviates[k]);
        end
      end
    end

    always_comb assert (drops[Channels +: Channels] == drops[0 +: Channels]);
  end

  // ---- What is said of drops would hold, too, if there were none: claims that have to be refuted.

  if (Never != 0) begin : gen_never
    logic behind_q;  // the packet that is watched was behind a head that was dropped

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) behind_q <= 1'b0;
      else if (marked_q && ahead_q != '0 && drops[channel]) behind_q <= 1'b1;
    end

    always_comb begin
      if (Never == 1) assert (drops[0 +: Channels] == '0);
      if (Never == 2) assert (dropped == '0 || granted == '0);
      if (Never == 3) assert (!(behind_q && goes));
      if (Never == 4) assert (!(behind_q && ahead_q == '0 && drops[channel]));
    end
  end

endmodule
