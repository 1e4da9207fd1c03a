// netloom_switch as a whole, between neighbours that keep to the contract, with any contents of its registers.
// At its outputs the phits of a flit follow each other without a gap, on one VC, with head and tail where they
// belong. A flit starts only with credits for all of it, and no credit is lost or made: those of an output are what
// its neighbour has room for whenever nothing is on its way there, and those of an input are all back when nothing
// is inside. A grant is to a head that is ready and may take that output, one at a time for an input and an
// output. What comes out is what came in: a packet, any of them, leaves its buffer behind those that came before it
// on its VC, and is at the output that it was granted Delay cycles later, with the VC of the grant, the same phits
// and one hop more. And a head that could go in each cycle is granted before Bound others are.
//
// A channel is watched, any of them, and in it one packet, any of them, of which one bit of each phit is followed.
module netloom_switch_spec #(
  parameter int unsigned Ports         = 2,
  parameter int unsigned VcShift       = 0,
  parameter int unsigned LargestFlit   = 2,
  parameter int unsigned LargestPacket = 2,
  parameter int unsigned OneSize       = 0,
  parameter int unsigned InPhits       = 3,
  parameter int unsigned OutPhits      = 3,
  parameter int unsigned BufPhits      = 0,
  parameter int unsigned Speedup       = 1,
  parameter int unsigned StoreForward  = 0,
  parameter int unsigned RoutingDelay  = 1,
  parameter int unsigned Delay         = 1,
  parameter int unsigned Allocator     = 0,
  parameter int unsigned Iterations    = 1,
  parameter int unsigned Arbiter       = 0,
  parameter int unsigned Selection     = 0,
  parameter int unsigned Bound         = 0,  // 0: not looked at
  parameter int unsigned WatchedBit    = 0,
  parameter int unsigned Vcs           = 1 << VcShift,
  parameter int unsigned Channels      = Ports << VcShift,
  parameter int unsigned PortWidth     = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth       = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned ChannelWidth  = netloom_regs_pkg::bits_for(Channels),
  parameter int unsigned PhitsWidth    = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned CountWidth    = netloom_regs_pkg::bits_for(2*(InPhits + OutPhits + LargestPacket)),
  parameter int unsigned PhitWidth     = netloom_header_pkg::header_bits(2, LargestPacket, 1, 0)
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [Ports-1:0]            flit_valid_i,
  input logic [Ports*VcWidth-1:0]    flit_vc_i,
  input logic [Ports-1:0]            flit_head_i,
  input logic [Ports-1:0]            flit_tail_i,
  input logic [Ports*PhitWidth-1:0]  flit_data_i,
  input logic [Ports-1:0]            credit_valid_i,
  input logic [Ports*VcWidth-1:0]    credit_vc_i,
  input logic [Ports*PhitsWidth-1:0] credit_phits_i,
  input logic                        psel_i,
  input logic                        penable_i,
  input logic                        pwrite_i,
  input logic [31:0]                 paddr_i,
  input logic [31:0]                 pwdata_i,
  input logic [3:0]                  pstrb_i,
  input logic                        mark_i      // follow the packet that begins now
);

  localparam int unsigned CreditWidth =
      netloom_regs_pkg::bits_for((OutPhits > BufPhits ? OutPhits : BufPhits) + 1);
  localparam int unsigned LengthWidth = netloom_header_pkg::packet_phits_bits(LargestPacket);
  localparam int unsigned HopsWidth   = netloom_header_pkg::hops_bits(1);
  localparam int unsigned HopsAt      = 19;
  localparam int unsigned LengthAt    = HopsAt + HopsWidth;

  (* anyconst *) logic [PortWidth-1:0] watched_port;
  (* anyconst *) logic [VcWidth-1:0]   watched_vc;
  (* anyconst *) logic [Channels-1:0]  offered;
  (* anyconst *) logic [PortWidth-1:0] preferred_base;
  (* anyconst *) logic                 preferred_source;
  (* anyconst *) logic [PortWidth-1:0] preferred_mask;

  logic [Ports-1:0]                credit_valid;
  logic [Ports*VcWidth-1:0]        credit_vc;
  logic [Ports*PhitsWidth-1:0]     credit_phits;
  logic [Ports-1:0]                flit_valid;
  logic [Ports*VcWidth-1:0]        flit_vc;
  logic [Ports-1:0]                flit_head;
  logic [Ports-1:0]                flit_tail;
  logic [Ports-1:0]                flit_first;
  logic [Ports-1:0]                flit_last;
  logic [Ports*PhitWidth-1:0]      flit_data;
  logic                            pready;
  logic [31:0]                     prdata;
  logic                            pslverr;
  logic [31:0]                     table_rdata;
  logic [Channels-1:0]             ready;
  logic [Channels*Channels-1:0]    candidates;
  logic [Channels*Channels-1:0]    entering;
  logic [Channels*Channels-1:0]    minimal;
  logic [Ports-1:0]                taken;
  logic [Ports*ChannelWidth-1:0]   taken_input;
  logic [Ports*VcWidth-1:0]        taken_vc;
  logic [Channels*CreditWidth-1:0] credits;
  logic [Channels*CreditWidth-1:0] room;
  logic [Channels-1:0]             deviates;

  netloom_switch #(
    .Ports        (Ports),
    .VcShift      (VcShift),
    .PhitWidth    (PhitWidth),
    .Hosts        (2),
    .LargestPacket(LargestPacket),
    .LargestFlit  (LargestFlit),
    .HopLimit     (1),
    .OneSize      (OneSize),
    .InputVcs     ({Ports{32'(Vcs)}}),
    .InputPhits   ({Ports{32'(InPhits)}}),
    .OutputVcs    ({Ports{32'(Vcs)}}),
    .OutputPhits  ({Ports{32'(OutPhits)}}),
    .BufferPhits  ({Ports{32'(BufPhits)}}),
    .MostPhits    (OutPhits > BufPhits ? OutPhits : BufPhits),
    .StoreForward (StoreForward),
    .RoutingDelay (RoutingDelay),
    .Delay        (Delay),
    .Speedup      (Speedup),
    .Allocator    (Allocator),
    .Iterations   (Iterations),
    .Arbiter      (Arbiter),
    .Selection    (Selection)
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
    .credit_valid_o    (credit_valid),
    .credit_vc_o       (credit_vc),
    .credit_phits_o    (credit_phits),
    .flit_valid_o      (flit_valid),
    .flit_vc_o         (flit_vc),
    .flit_head_o       (flit_head),
    .flit_tail_o       (flit_tail),
    .flit_first_o      (flit_first),
    .flit_last_o       (flit_last),
    .flit_data_o       (flit_data),
    .credit_valid_i    (credit_valid_i),
    .credit_vc_i       (credit_vc_i),
    .credit_phits_i    (credit_phits_i),
    .psel_i            (psel_i),
    .penable_i         (penable_i),
    .pwrite_i          (pwrite_i),
    .paddr_i           (paddr_i),
    .pwdata_i          (pwdata_i),
    .pstrb_i           (pstrb_i),
    .pready_o          (pready),
    .prdata_o          (prdata),
    .pslverr_o         (pslverr),
    .learn_i           (1'b0),
    .learn_addr_i      ('0),
    .learn_data_i      ('0),
    .table_we_i        (1'b0),
    .table_addr_i      ('0),
    .table_wdata_i     ('0),
    .table_rdata_o     (table_rdata),
    .switch_id_i       ('0),
    .offered_i         (offered),
    .preferred_base_i  (preferred_base),
    .preferred_source_i(preferred_source),
    .preferred_shift_i ('0),
    .preferred_mask_i  (preferred_mask),
    .place_i           ('0),
    .random_load_i     (1'b0),
    .random_word_i     ('0),
    .link_dead_i       ('0),
    .link_failed_i     ('0),
    .watch_ready_o     (ready),
    .watch_candidates_o(candidates),
    .watch_entering_o  (entering),
    .watch_minimal_o   (minimal),
    .watch_taken_o     (taken),
    .watch_input_o     (taken_input),
    .watch_output_vc_o (taken_vc),
    .watch_credits_o   (credits),
    .watch_room_o      (room),
    .watch_deviates_o  (deviates)
  );

  initial assume (!rst_ni);

  always_comb begin
    assume (watched_port < Ports);
    assume (watched_vc < Vcs);
    assume (offered != '0);
  end

  // ---- Links. What is known of each VC is counted in phits, of flits in whole ones.

  logic [Ports-1:0]          in_head;       // a flit begins
  logic [Ports*CountWidth-1:0]        in_length;     // … of so many phits
  logic [Ports*CountWidth-1:0]        in_open_q;     // phits that its flit lacks
  logic [Ports*VcWidth-1:0]  in_vc_q;
  logic [Channels*CountWidth-1:0]     in_due_q;      // phits of a packet that has begun to come, of flits that have not
  logic [Channels*CountWidth-1:0]     used_q;        // credits that the neighbour has used
  logic [Channels*CountWidth-1:0]     flits_q;       // flits in the buffer, those that cross with them
  logic [Ports-1:0]          out_head;
  logic [Ports*CountWidth-1:0]        out_length;
  logic [Ports*CountWidth-1:0]        out_open_q;
  logic [Ports*VcWidth-1:0]  out_vc_q;
  logic [Channels*CountWidth-1:0]     out_due_q;
  logic [Channels*CountWidth-1:0]     behind_q;      // phits of flits that have started, whose credits are not back
  logic [Channels*CountWidth-1:0]     whole_q;       // … of these those that have gone whole
  logic [Ports-1:0]          crosses_q;     // inputs whose flit crosses
  logic [Ports*PortWidth-1:0] crosses_to_q; // … to this output
  logic [Ports-1:0]          granted;       // per input
  logic [Ports-1:0]          twice;
  logic [Ports*PortWidth-1:0] granted_to;
  logic [Ports-1:0]          occupied;      // outputs to which a flit crosses

  always_comb begin
    granted    = '0;
    twice      = '0;
    granted_to = '0;
    occupied   = '0;
    for (int unsigned q = 0; q < Ports; q++) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (taken[q] && (taken_input[q*ChannelWidth +: ChannelWidth] >> VcShift) == p) begin
          if (granted[p]) twice[p] = 1'b1;
          granted[p] = 1'b1;
          granted_to[p*PortWidth +: PortWidth] = q;
        end
        if (crosses_q[p] && crosses_to_q[p*PortWidth +: PortWidth] == q) occupied[q] = 1'b1;
      end
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_links
    logic [VcWidth-1:0] vc;
    logic [CountWidth-1:0]         size;
    logic [CountWidth-1:0]         out_size;
    logic [VcWidth-1:0] out_vc;

    assign vc         = flit_vc_i[p*VcWidth +: VcWidth];
    assign in_head[p] = flit_valid_i[p] && in_open_q[p*CountWidth +: CountWidth] == '0;
    assign size       = in_due_q[(p*Vcs + vc)*CountWidth +: CountWidth] == '0
                      ? CountWidth'(flit_data_i[p*PhitWidth + LengthAt +: LengthWidth]) : in_due_q[(p*Vcs + vc)*CountWidth +: CountWidth];
    assign in_length[p*CountWidth +: CountWidth] = size < LargestFlit ? size : CountWidth'(LargestFlit);

    assign out_vc      = flit_vc[p*VcWidth +: VcWidth];
    assign out_head[p] = flit_valid[p] && out_open_q[p*CountWidth +: CountWidth] == '0;
    assign out_size    = out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] == '0
                       ? CountWidth'(flit_data[p*PhitWidth + LengthAt +: LengthWidth]) : out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth];
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
          assume (vc == in_vc_q[p*VcWidth +: VcWidth] && flit_tail_i[p] == (in_open_q[p*CountWidth +: CountWidth] == 1));
        end
      end else begin
        assume (in_open_q[p*CountWidth +: CountWidth] == '0);
      end
      if (credit_valid_i[p]) begin
        assume (credit_vc_i[p*VcWidth +: VcWidth] < Vcs);
        assume (credit_phits_i[p*PhitsWidth +: PhitsWidth] >= 1);
        assume (credit_phits_i[p*PhitsWidth +: PhitsWidth] <= LargestFlit);
        if (OneSize == 1) assume (credit_phits_i[p*PhitsWidth +: PhitsWidth] == LargestFlit);
        assume (credit_phits_i[p*PhitsWidth +: PhitsWidth]
                <= whole_q[(p*Vcs + credit_vc_i[p*VcWidth +: VcWidth])*CountWidth +: CountWidth]);
      end
    end

    // The switch, at its outputs.
    always_comb begin
      if (flit_valid[p]) begin
        assert (out_vc < Vcs && flit_head[p] == out_head[p]);
        assert (flit_first[p] == (out_due_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] == '0) || !out_head[p]);
        if (out_head[p]) begin
          assert (out_size >= 1 && out_size <= LargestPacket);
          // A credit counts in the cycle in which it comes.
          assert (behind_q[(p*Vcs + out_vc)*CountWidth +: CountWidth] + out_length[p*CountWidth +: CountWidth]
                  <= OutPhits + (credit_valid_i[p] && credit_vc_i[p*VcWidth +: VcWidth] == out_vc
                                 ? credit_phits_i[p*PhitsWidth +: PhitsWidth] : 0));
          assert (flit_tail[p] == (out_length[p*CountWidth +: CountWidth] == 1));
          assert (flit_last[p] == (out_size <= LargestFlit));
        end else begin
          assert (out_vc == out_vc_q[p*VcWidth +: VcWidth] && flit_tail[p] == (out_open_q[p*CountWidth +: CountWidth] == 1));
        end
      end else begin
        assert (out_open_q[p*CountWidth +: CountWidth] == '0);
      end
    end

    // … and at its inputs: a credit is for a flit that it has, or that comes and goes in one cycle.
    always_comb begin
      logic [VcWidth-1:0] back_vc;
      logic               comes;

      back_vc = credit_vc[p*VcWidth +: VcWidth];
      comes   = in_head[p] && vc == back_vc;
      if (credit_valid[p]) begin
        assert (back_vc < Vcs);
        assert (credit_phits[p*PhitsWidth +: PhitsWidth] >= 1);
        assert (credit_phits[p*PhitsWidth +: PhitsWidth]
                <= used_q[(p*Vcs + back_vc)*CountWidth +: CountWidth]
                   + (comes ? in_length[p*CountWidth +: CountWidth] : CountWidth'(0)));
        assert (comes || flits_q[(p*Vcs + back_vc)*CountWidth +: CountWidth] != '0);
        assert (crosses_q[p] || granted[p]);
      end
    end

    // A grant occupies both sides until the credit leaves.
    always_comb begin
      assert (!twice[p]);
      if (granted[p]) begin
        assert (!crosses_q[p] && !occupied[granted_to[p*PortWidth +: PortWidth]]);
      end
      if (taken[p]) begin
        assert (taken_input[p*ChannelWidth +: ChannelWidth] < Channels && taken_vc[p*VcWidth +: VcWidth] < Vcs);
        assert (ready[taken_input[p*ChannelWidth +: ChannelWidth]]);
        assert (candidates[taken_input[p*ChannelWidth +: ChannelWidth]*Channels + p*Vcs
                           + taken_vc[p*VcWidth +: VcWidth]]);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_open_q[p*CountWidth +: CountWidth]  <= '0;
        out_open_q[p*CountWidth +: CountWidth] <= '0;
        crosses_q[p]         <= 1'b0;
      end else begin
        if (flit_valid_i[p]) begin
          in_open_q[p*CountWidth +: CountWidth]           <= (in_head[p] ? in_length[p*CountWidth +: CountWidth] : in_open_q[p*CountWidth +: CountWidth]) - CountWidth'(1);
          in_vc_q[p*VcWidth +: VcWidth] <= vc;
        end
        if (flit_valid[p]) begin
          out_open_q[p*CountWidth +: CountWidth]           <= (out_head[p] ? out_length[p*CountWidth +: CountWidth] : out_open_q[p*CountWidth +: CountWidth]) - CountWidth'(1);
          out_vc_q[p*VcWidth +: VcWidth] <= out_vc;
        end
        if (credit_valid[p]) crosses_q[p] <= 1'b0;
        else if (granted[p]) crosses_q[p] <= 1'b1;
        if (granted[p]) crosses_to_q[p*PortWidth +: PortWidth] <= granted_to[p*PortWidth +: PortWidth];
      end
    end

    for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
      localparam int unsigned At = (p*Vcs + v)*CountWidth;

      logic starts;
      logic ends;
      logic leaves;
      logic back;

      assign starts = in_head[p] && vc == v;
      assign ends   = credit_valid[p] && credit_vc[p*VcWidth +: VcWidth] == v;
      assign leaves = out_head[p] && out_vc == v;
      assign back   = credit_valid_i[p] && credit_vc_i[p*VcWidth +: VcWidth] == v;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          in_due_q[At +: CountWidth]  <= '0;
          used_q[At +: CountWidth]    <= '0;
          flits_q[At +: CountWidth]   <= '0;
          out_due_q[At +: CountWidth] <= '0;
          behind_q[At +: CountWidth]  <= '0;
          whole_q[At +: CountWidth]   <= '0;
        end else begin
          if (starts) in_due_q[At +: CountWidth] <= size - in_length[p*CountWidth +: CountWidth];
          used_q[At +: CountWidth]  <= used_q[At +: CountWidth] + (starts ? in_length[p*CountWidth +: CountWidth] : CountWidth'(0))
                              - (ends ? CountWidth'(credit_phits[p*PhitsWidth +: PhitsWidth]) : CountWidth'(0));
          flits_q[At +: CountWidth] <= flits_q[At +: CountWidth] + CountWidth'(starts) - CountWidth'(ends);
          if (leaves) out_due_q[At +: CountWidth] <= out_size - out_length[p*CountWidth +: CountWidth];
          behind_q[At +: CountWidth] <= behind_q[At +: CountWidth] + (leaves ? out_length[p*CountWidth +: CountWidth] : CountWidth'(0))
                               - (back ? CountWidth'(credit_phits_i[p*PhitsWidth +: PhitsWidth]) : CountWidth'(0));
          whole_q[At +: CountWidth]  <= whole_q[At +: CountWidth] + CountWidth'(flit_valid[p] && out_vc == v)
                               - (back ? CountWidth'(credit_phits_i[p*PhitsWidth +: PhitsWidth]) : CountWidth'(0));
        end
      end

      // Nothing inside: all credits are back.
      always_comb begin
        if (flits_q[At +: CountWidth] == '0 && in_open_q == '0) assert (used_q[At +: CountWidth] == '0);
      end
    end
  end

  // Credits of outputs, when nothing is on its way there.
  logic [Delay-1:0] granted_q;   // to any, in the last cycles

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) granted_q <= '0;
    else granted_q <= Delay'({granted_q, granted != '0});
  end

  if (BufPhits == 0) begin : gen_direct
    for (genvar k = 0; k < Channels; k++) begin : gen_credits
      always_comb begin
        if (granted_q == '0 && crosses_q == '0) begin
          assert (credits[k*CreditWidth +: CreditWidth] + behind_q[k*CountWidth +: CountWidth]
                  == OutPhits + (credit_valid_i[k/Vcs] && credit_vc_i[(k/Vcs)*VcWidth +: VcWidth] == k % Vcs
                                 ? credit_phits_i[(k/Vcs)*PhitsWidth +: PhitsWidth] : 0));
        end
      end
    end

    // ---- The packet that is watched.

    logic [ChannelWidth-1:0]    channel;
    logic                       begins;      // it, now
    logic                       marked_q;    // it has begun
    logic [CountWidth-1:0]                 ahead_q;     // flits before it
    logic [CountWidth-1:0]                 phits_q;     // phits of its first flit that have come
    logic [LargestFlit-1:0]     bits_q;      // … and their bit
    logic [HopsWidth-1:0]       hops_q;
    logic                       goes;        // it is granted
    logic [PortWidth-1:0]       goes_to;
    logic [VcWidth-1:0]         goes_vc;
    logic                       gone_q;
    logic [PortWidth-1:0]       to_q;
    logic [VcWidth-1:0]         to_vc_q;
    logic [CountWidth-1:0]                 since_q;     // cycles since the grant
    logic [CountWidth-1:0]                 length_q;    // of its first flit
    logic                       own_end;     // a flit of the channel leaves

    assign channel = ChannelWidth'((watched_port << VcShift) + watched_vc);
    assign begins  = mark_i && !marked_q && in_head[watched_port]
                   && flit_vc_i[watched_port*VcWidth +: VcWidth] == watched_vc && in_due_q[channel*CountWidth +: CountWidth] == '0;
    assign own_end = credit_valid[watched_port] && credit_vc[watched_port*VcWidth +: VcWidth] == watched_vc;

    always_comb begin
      goes    = 1'b0;
      goes_to = '0;
      goes_vc = '0;
      for (int unsigned q = 0; q < Ports; q++) begin
        if (taken[q] && taken_input[q*ChannelWidth +: ChannelWidth] == channel && marked_q && ahead_q == '0
            && !gone_q) begin
          goes    = 1'b1;
          goes_to = q;
          goes_vc = taken_vc[q*VcWidth +: VcWidth];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        marked_q <= 1'b0;
        gone_q   <= 1'b0;
        phits_q  <= '0;
      end else begin
        if (begins) begin
          marked_q  <= 1'b1;
          ahead_q   <= flits_q[channel*CountWidth +: CountWidth] - CountWidth'(own_end);
          phits_q   <= CountWidth'(1);
          bits_q[0] <= flit_data_i[watched_port*PhitWidth + WatchedBit];
          hops_q    <= flit_data_i[watched_port*PhitWidth + HopsAt +: HopsWidth];
          length_q  <= in_length[watched_port*CountWidth +: CountWidth];
        end else if (marked_q) begin
          if (ahead_q != '0 && own_end) ahead_q <= ahead_q - CountWidth'(1);
          if (phits_q < length_q && flit_valid_i[watched_port]) begin
            for (int unsigned i = 0; i < LargestFlit; i++) begin
              if (phits_q == i) bits_q[i] <= flit_data_i[watched_port*PhitWidth + WatchedBit];
            end
            phits_q <= phits_q + CountWidth'(1);
          end
        end
        if (goes) begin
          gone_q  <= 1'b1;
          to_q    <= goes_to;
          to_vc_q <= goes_vc;
          since_q <= CountWidth'(1);
        end else if (gone_q && since_q != CountWidth'(Delay + LargestFlit)) begin
          since_q <= since_q + CountWidth'(1);
        end
      end
    end

    // Its phits are at the output, one after the other.
    always_comb begin
      if (gone_q && since_q >= Delay && since_q < Delay + length_q) begin
        assert (flit_valid[to_q] && flit_vc[to_q*VcWidth +: VcWidth] == to_vc_q);
        assert (flit_head[to_q] == (since_q == Delay));
        for (int unsigned i = 0; i < LargestFlit; i++) begin
          if (since_q == Delay + i && !(i == 0 && WatchedBit >= HopsAt && WatchedBit < LengthAt)) begin
            assert (flit_data[to_q*PhitWidth + WatchedBit] == bits_q[i]);
          end
        end
        if (since_q == Delay) assert (flit_data[to_q*PhitWidth + HopsAt +: HopsWidth] == HopsWidth'(hops_q + 1'b1));
      end
    end

    // ---- A head that could go does so.

    if (Bound > 0) begin : gen_progress
      logic       could;
      logic [CountWidth-1:0] waits_q;

      always_comb begin
        could = 1'b0;
        for (int unsigned k = 0; k < Channels; k++) begin
          if (ready[channel] && candidates[channel*Channels + k] && !crosses_q[watched_port] && !occupied[k/Vcs]
              && room[k*CreditWidth +: CreditWidth] >= LargestFlit) begin
            could = 1'b1;
          end
        end
      end

      logic served;

      always_comb begin
        served = 1'b0;
        for (int unsigned q = 0; q < Ports; q++) begin
          if (taken[q] && taken_input[q*ChannelWidth +: ChannelWidth] == channel) served = 1'b1;
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) waits_q <= '0;
        else waits_q <= could && !served ? waits_q + CountWidth'(1) : '0;
      end

      always_comb assert (waits_q < Bound);
    end
  end

endmodule
