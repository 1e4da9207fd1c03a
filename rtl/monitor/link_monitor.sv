`include "refuse.svh"

// What the contract demands at the pins of a link, at a port of a switch: of who sends its flits, and of who
// gives back its credits. One of them is the switch, the other a neighbour: messages say which, the port, and
// the VC. For simulation; a part of switch_monitor.
//
// Source: docs/timing.md, rules 1, 7 and 8; docs/rtl_switch.md, pins.
module link_monitor #(
  parameter int Port          = 0,   // for messages
  parameter int Outgoing      = 0,   // 1: the switch sends its flits; 0: the neighbour does; 0 ... 1
  parameter int Vcs           = 1,   // 0: there is no link; 0 ... 2^VcShift
  parameter int VcShift       = 0,   // 0 ... 6
  parameter int PhitWidth     = 96,  // bits, those of the header or more
  parameter int Hosts         = 64,  // 1 or more
  parameter int LargestPacket = 16,  // phits, LargestFlit ... 65535
  parameter int LargestFlit   = 16,  // phits, 1 ... 65535
  parameter int HopLimit      = 64,  // 1 ... 262079
  parameter int OneSize       = 1,   // 0 ... 1
  parameter int Phits         = 32,  // of the buffer of a VC at the other end of the flits; 0: a host
  parameter int Full          = 0,   // 0 ... 1
  parameter int MaskState     = 0,   // 1: the routing state is no part of signature_o; 0 ... 1
  parameter int MaskDeviated  = 0,   // 1: nor whether the packet is deviated; 0 ... 1
  // Incoming links: in which cycle the credit for a flit can leave.
  parameter int RoutingDelay  = 1,   // 1 or more
  parameter int Speedup       = 1,   // 1 ... 2
  parameter int StoreForward  = 0,   // 0 ... 1
  parameter int MaxWait       = 0,   // cycles; 0: any number
  // Derived.
  localparam int VcWidth     = netloom_regs_pkg::bits_for(1 << VcShift),
  localparam int PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int LengthWidth = netloom_header_pkg::packet_phits_bits(LargestPacket),
  localparam int Lanes       = (Full == 1) ? 1 << VcShift : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        armed_i,  // there was a reset, and is none
  input  logic                        flit_valid_i,
  input  logic [VcWidth-1:0]          flit_vc_i,
  input  logic                        flit_head_i,
  input  logic                        flit_tail_i,
  input  logic                        flit_first_i,
  input  logic                        flit_last_i,
  input  logic [PhitWidth-1:0]        flit_data_i,
  input  logic [Lanes-1:0]            credit_valid_i,
  input  logic [Lanes*VcWidth-1:0]    credit_vc_i,
  input  logic [Lanes*PhitsWidth-1:0] credit_phits_i,
  // The packets that start, and the flits that end in this cycle, by all phits of the packet so far.
  output logic                        started_o,
  output logic                        ended_o,
  output logic [31:0]                 signature_o,
  output logic [31:0]                 ended_phits_o,
  output logic [31:0]                 returned_phits_o,  // by credits in this cycle
  output logic                        free_o,   // every VC of an outgoing link could take any flit
  input  logic                        free_i    // … of all
);

  if (Outgoing < 0 || Outgoing > 1) begin : gen_bad_outgoing
    `NETLOOM_REFUSE("link_monitor: Outgoing; allowed: 0 ... 1");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("link_monitor: VcShift; allowed: 0 ... 6");
  end
  if (Vcs < 0 || Vcs > 1 << VcShift) begin : gen_bad_vcs
    `NETLOOM_REFUSE("link_monitor: Vcs; allowed: 0 ... 2^VcShift");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("link_monitor: LargestFlit; allowed: 1 ... 65535");
  end
  if (LargestPacket < LargestFlit || LargestPacket > 65535) begin : gen_bad_largest_packet
    `NETLOOM_REFUSE("link_monitor: LargestPacket; allowed: LargestFlit ... 65535");
  end
  if (OneSize < 0 || OneSize > 1) begin : gen_bad_one_size
    `NETLOOM_REFUSE("link_monitor: OneSize; allowed: 0 ... 1");
  end
  if (Phits < 0) begin : gen_bad_phits
    `NETLOOM_REFUSE("link_monitor: Phits; allowed: 0 or more");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("link_monitor: Full; allowed: 0 ... 1");
  end
  if (MaskState < 0 || MaskState > 1) begin : gen_bad_mask_state
    `NETLOOM_REFUSE("link_monitor: MaskState; allowed: 0 ... 1");
  end
  if (MaskDeviated < 0 || MaskDeviated > 1) begin : gen_bad_mask_deviated
    `NETLOOM_REFUSE("link_monitor: MaskDeviated; allowed: 0 ... 1");
  end
  if (RoutingDelay < 1) begin : gen_bad_routing_delay
    `NETLOOM_REFUSE("link_monitor: RoutingDelay; allowed: 1 or more");
  end
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("link_monitor: Speedup; allowed: 1 ... 2");
  end
  if (StoreForward < 0 || StoreForward > 1) begin : gen_bad_store_forward
    `NETLOOM_REFUSE("link_monitor: StoreForward; allowed: 0 ... 1");
  end
  if (MaxWait < 0) begin : gen_bad_max_wait
    `NETLOOM_REFUSE("link_monitor: MaxWait; allowed: 0 or more");
  end

  localparam int HopsWidth = netloom_header_pkg::hops_bits(HopLimit);
  localparam int HopsAt    = 16 + 1 + 1 + 1;
  localparam int LengthAt  = HopsAt + HopsWidth;
  localparam int StateAt   = LengthAt + LengthWidth;
  if (PhitWidth < netloom_header_pkg::header_bits(Hosts, LargestPacket, HopLimit, 0)) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("link_monitor: PhitWidth; allowed: the bits of the header or more");
  end

  localparam int Places = (Vcs == 0) ? 1 : Vcs;
  localparam int Depth  = (Phits == 0) ? 1 : Phits;  // flits that a buffer holds at most
  localparam int Words  = (PhitWidth + 31) / 32;
  // With bubble flow control a packet may wait for room for two.
  localparam int Enough = (Phits < 2 * LargestFlit) ? Phits : 2 * LargestFlit;
  // From here to the neighbour and back there are two cycles at least.
  localparam int Away   = 2;

`include "report.svh"

  // Where it is, and whose mistake.
  function automatic string place(input logic [31:0] vc_of_it, input logic of_sender);
    // Texts of two lengths in one expression would be filled up to the longer one.
    if (Outgoing == 1) place = $sformatf("output %0d, VC %0d: ", Port, vc_of_it);
    else place = $sformatf("input %0d, VC %0d: ", Port, vc_of_it);
    if (of_sender == (Outgoing == 1)) place = {place, "the switch"};
    else place = {place, "the neighbour"};
  endfunction

  function automatic string tail_mistake(input logic is_tail, input logic [31:0] behind);
    if (is_tail) tail_mistake = $sformatf(" ends a flit %0d phits too early", behind);
    else tail_mistake = " does not end a flit with its last phit";
  endfunction

  function automatic string first_mistake(input logic is_held);
    if (is_held) first_mistake = " begins a packet where another has not ended";
    else first_mistake = " sends another than the first flit, and no packet has begun";
  endfunction

  // ---- What is known from the cycles before.

  logic [31:0] cycle_q;
  // The flit on the link.
  logic        open_q;
  logic [31:0] seen_q;                   // its phits so far
  logic [31:0] left_q;                   // those that are to come
  // Per VC.
  logic        held_q     [0:Places-1];  // by a packet, from its first flit to its last
  logic [31:0] rest_q     [0:Places-1];  // phits of its flits that have not started
  logic [31:0] mixed_q    [0:Places-1];  // its phits so far
  logic [31:0] credits_q  [0:Places-1];
  logic [31:0] underway_q [0:Places-1];  // incoming links: credits that left in the cycle before
  logic [31:0] waits_q    [0:Places-1];
  // Flits that are whole and whose credits have not been given back: where the oldest is, and how many.
  logic [31:0] oldest_q   [0:Places-1];
  logic [31:0] whole_q    [0:Places-1];
  /* verilator lint_off UNUSEDSIGNAL */  // where there is no link
  logic [31:0] lengths_q  [0:Places*Depth-1];
  logic [31:0] earliest_q [0:Places*Depth-1];  // when their credits may be here
  /* verilator lint_on UNUSEDSIGNAL */

  // ---- The phit of this cycle.

  logic [31:0] vc;
  logic        known;     // the VC is there
  logic        head;
  logic        tail;
  logic        held;
  logic [31:0] packet;    // phits that the header says
  logic [31:0] size;      // of the packet from this flit on
  logic [31:0] length;    // of the flit
  logic [31:0] left;      // phits of it behind this one
  logic [31:0] seen;
  logic [31:0] credits;
  logic [31:0] crossing;  // cycles between a head's arrival and its flit's credit, at least
  logic [31:0] earliest;
  logic [31:0] mixed;

  assign vc     = 32'(flit_vc_i);
  assign known  = vc + 32'd1 <= 32'(Vcs);
  assign head   = flit_valid_i && flit_head_i && known;
  assign tail   = flit_valid_i && flit_tail_i && known;
  assign packet = 32'(flit_data_i[LengthAt +: LengthWidth]);

  always_comb begin
    size = packet;
    held = 1'b0;
    if (known) begin
      held = held_q[vc];
      if (!flit_first_i) size = rest_q[vc];
    end
    length = (size < 32'(LargestFlit)) ? size : 32'(LargestFlit);
    left   = (head ? length : left_q) - 32'd1;
    seen   = head ? 32'd1 : seen_q + 32'd1;
  end

  // Flits of n phits cross in n cycles, or faster; the first of a packet is routed before.
  always_comb begin
    crossing = (seen + 32'(Speedup) - 32'd1) / 32'(Speedup) + 32'(RoutingDelay);
    earliest = cycle_q;
    if (Outgoing == 1) earliest = cycle_q + 32'(Away);
    else if (StoreForward == 1) earliest = cycle_q + crossing - 32'd1;
    else if (flit_first_i && crossing > seen) earliest = cycle_q + crossing - seen;
  end

  // A number for all phits of a packet up to this one: it differs if any bit does. What a switch changes in
  // the header is left out, and its hop is taken back.
  always_comb begin
    logic [Words*32-1:0] data;
    data = (Words*32)'(flit_data_i);
    if (flit_head_i && flit_first_i) begin
      data[HopsAt +: HopsWidth] = data[HopsAt +: HopsWidth] - HopsWidth'(Outgoing);
      if (MaskState == 1) data[StateAt +: 16] = '0;
      if (MaskDeviated == 1) data[0] = 1'b0;
    end
    mixed = 32'h9e3779b9;
    if (known && !(flit_head_i && flit_first_i)) mixed = mixed_q[vc];
    mixed = (mixed ^ (mixed >> 15)) * 32'h2c1b3c6d;
    for (int w = 0; w < Words; w++) mixed = mixed + data[w*32 +: 32] * (32'h85ebca6b + 32'(w) * 32'h27d4eb2e);
  end

  assign started_o     = head && flit_first_i;
  assign ended_o       = tail;
  assign signature_o   = mixed;
  assign ended_phits_o = tail ? seen : 32'd0;

  // ---- The credits of this cycle.

  logic [31:0] came [0:Places-1];

  always_comb begin
    for (int v = 0; v < Places; v++) came[v] = '0;
    for (int l = 0; l < Lanes; l++) begin
      if (credit_valid_i[l] && 32'(credit_vc_i[l*VcWidth +: VcWidth]) + 32'd1 <= 32'(Vcs)) begin
        came[32'(credit_vc_i[l*VcWidth +: VcWidth])] = 32'(credit_phits_i[l*PhitsWidth +: PhitsWidth]);
      end
    end
    returned_phits_o = '0;
    for (int v = 0; v < Places; v++) returned_phits_o = returned_phits_o + came[v];
  end

  // At an output they count in the cycle in which they come.
  always_comb begin
    credits = '0;
    if (known) credits = credits_q[vc] + ((Outgoing == 1) ? came[vc] : 32'd0);
  end

  always_comb begin
    free_o = !open_q && !flit_valid_i;
    for (int v = 0; v < Places; v++) begin
      if (held_q[v] || credits_q[v] + 32'd1 <= 32'(Enough)) free_o = 1'b0;
    end
  end

  // ---- The next cycle.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
      open_q  <= 1'b0;
      seen_q  <= '0;
      left_q  <= '0;
      for (int v = 0; v < Places; v++) begin
        held_q[v]     <= 1'b0;
        rest_q[v]     <= '0;
        mixed_q[v]    <= '0;
        credits_q[v]  <= 32'(Phits);
        underway_q[v] <= '0;
        waits_q[v]    <= '0;
        oldest_q[v]   <= '0;
        whole_q[v]    <= '0;
      end
    end else begin
      cycle_q <= cycle_q + 32'd1;
      if (flit_valid_i && known) begin
        open_q      <= !flit_tail_i;
        seen_q      <= seen;
        left_q      <= left;
        mixed_q[vc] <= mixed;
        if (head) begin
          held_q[vc] <= !flit_last_i;
          rest_q[vc] <= size - length;
        end
      end else begin
        open_q <= 1'b0;
      end
      for (int v = 0; v < Places; v++) begin
        automatic logic [31:0] whole = whole_q[v];
        automatic logic [31:0] taken = (head && vc == 32'(v)) ? length : 32'd0;
        // A credit of this cycle may have made the room for a flit of this cycle.
        if (tail && vc == 32'(v) && (whole < 32'(Depth) || came[v] != '0)) begin
          lengths_q[32'(v*Depth) + (oldest_q[v] + whole) % 32'(Depth)]  <= seen;
          earliest_q[32'(v*Depth) + (oldest_q[v] + whole) % 32'(Depth)] <= earliest;
          whole = whole + 32'd1;
        end
        if (came[v] != '0 && whole != '0) begin
          whole       = whole - 32'd1;
          oldest_q[v] <= (oldest_q[v] + 32'd1) % 32'(Depth);
        end
        whole_q[v]    <= whole;
        underway_q[v] <= came[v];
        credits_q[v]  <= credits_q[v] - taken + ((Outgoing == 1) ? came[v] : underway_q[v]);
        waits_q[v]    <= (whole != '0 && came[v] == '0 && free_i) ? waits_q[v] + 32'd1 : 32'd0;
      end
    end
  end

  // Not of every link all of it is of use.
  logic unused;
  assign unused = ^{packet, held, size, left, credits};

  // ---- Flits.

  if (Vcs == 0) begin : gen_no_link
    NoLink: assert property (@(posedge clk_i) disable iff (!armed_i) !flit_valid_i)
      else report({place(vc, 1'b1), " sends a phit where there is no link"});
    NoLinkNoCredit: assert property (@(posedge clk_i) disable iff (!armed_i) credit_valid_i == '0)
      else report({place(32'd0, 1'b0), " gives back a credit where there is no link"});
  end else begin : gen_link
    KnownVc: assert property (@(posedge clk_i) disable iff (!armed_i) flit_valid_i |-> known)
      else report({place(vc, 1'b1), $sformatf(" sends a phit on a VC that is not there; allowed: 0 ... %0d", Vcs - 1)});
    HeadFirst: assert property (@(posedge clk_i) disable iff (!armed_i)
                                flit_valid_i && !open_q |-> flit_head_i)
      else report({place(vc, 1'b1), " sends a phit that is no head, and no flit has begun"});
    NoGap: assert property (@(posedge clk_i) disable iff (!armed_i) open_q |-> flit_valid_i)
      else report({place(vc, 1'b1), $sformatf(" leaves a gap in a flit, %0d phits before its end", left_q)});
    OneHead: assert property (@(posedge clk_i) disable iff (!armed_i)
                              flit_valid_i && open_q |-> !flit_head_i)
      else report({place(vc, 1'b1), $sformatf(" begins a flit, %0d phits before the end of another", left_q)});
    SameVc: assert property (@(posedge clk_i) disable iff (!armed_i)
                             flit_valid_i && open_q |-> flit_vc_i == $past(flit_vc_i))
      else report({place(vc, 1'b1), " changes the VC within a flit"});
    SameFirst: assert property (@(posedge clk_i) disable iff (!armed_i)
                                flit_valid_i && open_q |-> flit_first_i == $past(flit_first_i))
      else report({place(vc, 1'b1), " changes flit_first within a flit"});
    SameLast: assert property (@(posedge clk_i) disable iff (!armed_i)
                               flit_valid_i && open_q |-> flit_last_i == $past(flit_last_i))
      else report({place(vc, 1'b1), " changes flit_last within a flit"});
    TailAtEnd: assert property (@(posedge clk_i) disable iff (!armed_i)
                                flit_valid_i && known && (open_q || flit_head_i) |-> flit_tail_i == (left == '0))
      else report({place(vc, 1'b1), tail_mistake(flit_tail_i, left)});
    // A VC is a packet's, from its first flit to its last.
    FirstFlit: assert property (@(posedge clk_i) disable iff (!armed_i)
                                head |-> flit_first_i == !held)
      else report({place(vc, 1'b1), first_mistake(held)});
    PacketLength: assert property (@(posedge clk_i) disable iff (!armed_i)
                                   head && flit_first_i |-> packet != '0 && packet <= 32'(LargestPacket))
      else report({place(vc, 1'b1), $sformatf(" sends a packet of %0d phits, by its header; allowed: 1 ... %0d",
                                             packet, LargestPacket)});
    LastFlit: assert property (@(posedge clk_i) disable iff (!armed_i)
                               head |-> flit_last_i == (size <= 32'(LargestFlit)))
      else report({place(vc, 1'b1), $sformatf(" sends flit_last %0d, and %0d phits of the packet are left in flits of %0d",
                                             flit_last_i, size, LargestFlit)});
    if (OneSize == 1) begin : gen_one_size
      FlitSize: assert property (@(posedge clk_i) disable iff (!armed_i)
                                 head |-> length == 32'(LargestFlit))
        else report({place(vc, 1'b1), $sformatf(" sends a flit of %0d phits; allowed: %0d", length, LargestFlit)});
    end
    if (Phits > 0) begin : gen_credits
      Credits: assert property (@(posedge clk_i) disable iff (!armed_i) head |-> length <= credits)
        else report({place(vc, 1'b1), $sformatf(" sends a flit of %0d phits with credits for %0d", length, credits)});
    end

    // ---- Credits.

    for (genvar l = 0; l < Lanes; l++) begin : gen_lanes
      logic [31:0] credit_vc;
      logic [31:0] given;
      logic        there;
      logic        whole;    // a flit whose credit it may be
      logic [31:0] oldest;   // phits of the oldest
      logic [31:0] when;     // its credit may be here

      assign credit_vc = 32'(credit_vc_i[l*VcWidth +: VcWidth]);
      assign given     = 32'(credit_phits_i[l*PhitsWidth +: PhitsWidth]);
      assign there     = credit_valid_i[l] && credit_vc < 32'(Vcs);

      always_comb begin
        whole  = 1'b0;
        oldest = seen;
        when   = earliest;
        if (there && whole_q[credit_vc] != '0) begin
          whole  = 1'b1;
          oldest = lengths_q[credit_vc * 32'(Depth) + oldest_q[credit_vc]];
          when   = earliest_q[credit_vc * 32'(Depth) + oldest_q[credit_vc]];
        end else begin
          whole = there && tail && vc == credit_vc;
        end
      end

      // Hosts may give them back or not.
      logic unused_order;
      assign unused_order = ^{whole, oldest, when};

      CreditVc: assert property (@(posedge clk_i) disable iff (!armed_i)
                                 credit_valid_i[l] |-> there && (Full == 0 || credit_vc == 32'(l)))
        else report({place(credit_vc, 1'b0), " gives back a credit of this VC at the pins of another, or of none"});
      CreditPhits: assert property (@(posedge clk_i) disable iff (!armed_i)
                                    credit_valid_i[l] |-> given != '0 && given <= 32'(LargestFlit))
        else report({place(credit_vc, 1'b0), $sformatf(" gives back a credit for %0d phits; allowed: 1 ... %0d",
                                                      given, LargestFlit)});
      if (Phits > 0) begin : gen_order
        CreditOfFlit: assert property (@(posedge clk_i) disable iff (!armed_i) there |-> whole)
          else report({place(credit_vc, 1'b0), " gives back a credit, and there is no flit whose credit is due"});
        CreditInOrder: assert property (@(posedge clk_i) disable iff (!armed_i)
                                        there && whole |-> given == oldest)
          else report({place(credit_vc, 1'b0), $sformatf(" gives back a credit for %0d phits; the oldest flit has %0d",
                                                        given, oldest)});
        CreditInTime: assert property (@(posedge clk_i) disable iff (!armed_i)
                                       there && whole |-> when <= cycle_q)
          else report({place(credit_vc, 1'b0), $sformatf(" gives back a credit %0d cycles before its flit can have left",
                                                        when - cycle_q)});
      end
    end

    if (MaxWait > 0 && Outgoing == 0) begin : gen_progress
      for (genvar v = 0; v < Places; v++) begin : gen_vcs
        logic [31:0] waits;
        assign waits = waits_q[v];

        Progress: assert property (@(posedge clk_i) disable iff (!armed_i) waits < 32'(MaxWait))
          else report({place(32'(v), 1'b0), $sformatf(" keeps a flit for %0d cycles in which every output is free",
                                                     MaxWait)});
      end
    end
  end

endmodule
