// What is in an input port: of each VC the lengths of the flits that came and were not granted, in their
// order, with the phits of their packets from each of them on, and what of a packet that has begun to be
// granted was not; the flit that comes, the flit that crosses, or with a full crossbar that of each VC; which heads wait for the routing unit, and which have
// its result. And of one VC all phits of its buffer, in their order, and what the routing unit said last.
// Source: docs/timing.md, rules 1, 2, 3, 5 and 8.
module input_port_model #(
  parameter int unsigned Vcs          = 2,
  parameter int unsigned Depth        = 3,
  parameter int unsigned PhitWidth    = 2,
  parameter int unsigned LargestFlit  = 2,
  parameter int unsigned LargestPacket = LargestFlit,
  parameter int unsigned RoutingDelay = 1,
  parameter int unsigned StoreForward = 0,
  parameter int unsigned Speedup      = 1,
  parameter int unsigned Full         = 0,
  parameter int unsigned Lanes        = Full == 1 ? Vcs : 1,
  parameter int unsigned ResultWidth  = 4,
  parameter int unsigned VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned PacketWidth  = netloom_regs_pkg::bits_for(LargestPacket + 1)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            flit_valid_i,
  input  logic [VcWidth-1:0]              flit_vc_i,
  input  logic                            flit_head_i,
  input  logic                            flit_tail_i,
  input  logic [PhitWidth-1:0]            flit_data_i,
  // With the head: how many phits the flit will have, and its packet from it on; it is the packet's first.
  input  logic [PhitsWidth-1:0]           flit_phits_i,
  input  logic [PacketWidth-1:0]          flit_rest_i,
  input  logic                            flit_first_i,
  input  logic [Lanes-1:0]                grant_i,        // per lane: of VC v it is v, or the only one
  input  logic [Lanes*VcWidth-1:0]        grant_vc_i,
  input  logic [Lanes-1:0]                grant_fast_i,
  input  logic [Lanes*2-1:0]              grant_output_i,
  input  logic [VcWidth-1:0]              watched_i,      // the VC
  input  logic [ResultWidth-1:0]          result_i,       // of the routing unit
  // The link and the buffers, before this cycle.
  output logic [PhitsWidth-1:0]           coming_o,       // phits of a flit that are to come
  output logic [VcWidth-1:0]              coming_vc_o,
  output logic [Vcs*8-1:0]                flits_o,        // that were not granted
  output logic [Vcs*8-1:0]                whole_o,        // … and can be routed
  output logic [Vcs*Depth*PhitsWidth-1:0] lengths_o,      // of these flits
  output logic [Vcs*Depth*PacketWidth-1:0] rests_o,       // of their packets, from each of them on
  output logic [Vcs*Depth-1:0]            firsts_o,       // which are first in their packets
  output logic [Vcs*8-1:0]                credits_used_o, // phits that the sender may not send
  output logic [Vcs*8-1:0]                buffered_o,     // phits that are in the buffer
  output logic [Depth*PhitWidth-1:0]      phits_o,        // … and these, of the VC that is watched
  // Heads.
  output logic [Vcs-1:0]                  routed_o,       // gets its result in this cycle
  output logic [Vcs*PacketWidth-1:0]      front_rest_o,   // of the packet in front, behind this cycle
  output logic [Vcs-1:0]                  routed_before_o, // a head that has its result
  output logic [Vcs-1:0]                  body_o,         // the packet's first flit was granted
  output logic [Vcs*PacketWidth-1:0]      packet_o,       // phits of a packet that has its result: not granted
  // … with what arrives in this cycle.
  output logic [Vcs-1:0]                  ready_o,
  output logic [Vcs*PhitsWidth-1:0]       ready_phits_o,  // of the flit
  output logic [Vcs-1:0]                  ready_last_o,   // it is the packet's last
  output logic [ResultWidth-1:0]          watched_result_o,
  output logic [PhitWidth-1:0]            watched_first_o, // first phit of the flit that is routed
  output logic [Vcs-1:0]                  present_o,      // the routing queue: see routing_queue_model
  output logic [Vcs*8-1:0]                before_o,
  output logic [7:0]                      served_o,
  output logic [7:0]                      length_o,
  // Per lane: the flit that crosses, before this cycle …
  output logic [Lanes*PhitsWidth-1:0]     rest_o,         // phits that have not left
  output logic [Lanes*PhitsWidth-1:0]     crossing_phits_o,
  output logic [Lanes*VcWidth-1:0]        crossing_vc_o,
  output logic [Lanes-1:0]                crossing_fast_o,
  output logic [Lanes-1:0]                crossing_first_o, // in its packet
  output logic [Lanes-1:0]                crossing_last_o,
  // … and what leaves in it.
  output logic [Lanes*2-1:0]              leaves_o,       // phits
  output logic [Lanes-1:0]                last_o,
  output logic [Lanes*VcWidth-1:0]        leaves_vc_o,
  output logic [Lanes*PhitsWidth-1:0]     leaves_phits_o, // length of its flit
  output logic [Lanes-1:0]                leaves_first_o,
  output logic [Lanes-1:0]                leaves_last_o
);

  logic [PhitsWidth-1:0]           coming_q;
  logic [VcWidth-1:0]              coming_vc_q;
  logic [Vcs*8-1:0]                flits_q;
  logic [Vcs*Depth*PhitsWidth-1:0] lengths_q;
  logic [Vcs*Depth*PacketWidth-1:0] rests_q;
  logic [Vcs*Depth-1:0]            firsts_q;
  logic [Vcs*Depth*PhitsWidth-1:0] lengths;      // behind this cycle
  logic [Vcs*Depth*PacketWidth-1:0] rests;
  logic [Vcs*Depth-1:0]            firsts;
  logic [Vcs-1:0]                  body_q;
  logic [Vcs*PacketWidth-1:0]      packet_q;
  logic [Lanes*PhitsWidth-1:0]     rest_q;
  logic [Lanes*PhitsWidth-1:0]     crossing_phits_q;
  logic [Lanes*VcWidth-1:0]        crossing_vc_q;
  logic [Lanes-1:0]                crossing_fast_q;
  logic [Lanes-1:0]                crossing_first_q;
  logic [Lanes-1:0]                crossing_last_q;
  logic [Vcs-1:0]                  ready_q;
  logic [ResultWidth-1:0]          watched_result_q;
  logic [Depth*PhitWidth-1:0]      phits_q;
  logic [Depth*PhitWidth-1:0]      phits;
  logic                            begins;
  logic [Vcs-1:0]                  arrives;      // a head that can be routed from now on is in front
  logic [Vcs-1:0]                  follows;      // … behind the granted one
  logic [7:0]                      watched_buffered;
  logic [7:0]                      watched_before;  // phits in the buffer before the flit that is routed

  assign begins = flit_valid_i && flit_head_i;

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    localparam int unsigned Lane = Full == 1 ? v : 0;

    logic       granted;
    logic       crosses;
    logic       comes;
    logic [7:0] flits;
    logic [7:0] whole;
    logic [7:0] whole_now;
    logic [7:0] sum;       // of the lengths

    assign granted   = grant_i[Lane] && grant_vc_i[Lane*VcWidth +: VcWidth] == v;
    assign crosses   = rest_q[Lane*PhitsWidth +: PhitsWidth] != '0 && crossing_vc_q[Lane*VcWidth +: VcWidth] == v;
    assign comes     = coming_q != '0 && coming_vc_q == v;
    assign flits     = flits_q[v*8 +: 8];
    assign whole     = StoreForward == 1 && comes ? flits - 1 : flits;
    assign whole_now = whole + (flit_valid_i && flit_vc_i == v && (StoreForward == 1 ? flit_tail_i : flit_head_i));

    assign arrives[v] = whole == 0 && whole_now != 0 && (StoreForward == 1 || flit_first_i);
    assign follows[v] = granted && whole_now > 1 && firsts[v*Depth];

    // The flit in front, that arrives in this cycle if there is no other.
    assign ready_o[v] = ready_q[v] || (body_q[v] && (flits != '0 || (begins && flit_vc_i == v)));
    assign ready_phits_o[v*PhitsWidth +: PhitsWidth] =
        flits != '0 ? lengths_q[v*Depth*PhitsWidth +: PhitsWidth] : flit_phits_i;
    assign ready_last_o[v] =
        (flits != '0 ? rests_q[v*Depth*PacketWidth +: PacketWidth] : flit_rest_i) <= LargestFlit;

    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < Depth; i++) begin
        if (i < flits) sum = sum + lengths_q[(v*Depth+i)*PhitsWidth +: PhitsWidth];
      end
    end

    assign flits_o[v*8 +: 8]        = flits;
    assign whole_o[v*8 +: 8]        = whole;
    assign credits_used_o[v*8 +: 8] = sum + (crosses ? crossing_phits_q[Lane*PhitsWidth +: PhitsWidth] : 0);
    assign buffered_o[v*8 +: 8]     = sum + (crosses ? rest_q[Lane*PhitsWidth +: PhitsWidth] : 0)
                                    - (comes ? coming_q : 0);

    always_comb begin
      for (int unsigned i = 0; i < Depth; i++) begin
        lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] = lengths_q[(v*Depth+i)*PhitsWidth +: PhitsWidth];
        rests[(v*Depth+i)*PacketWidth +: PacketWidth] = rests_q[(v*Depth+i)*PacketWidth +: PacketWidth];
        firsts[v*Depth+i]                             = firsts_q[v*Depth+i];
        if (granted && i + 1 < Depth) begin
          lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] = lengths_q[(v*Depth+i+1)*PhitsWidth +: PhitsWidth];
          rests[(v*Depth+i)*PacketWidth +: PacketWidth] = rests_q[(v*Depth+i+1)*PacketWidth +: PacketWidth];
          firsts[v*Depth+i]                             = firsts_q[v*Depth+i+1];
        end
        if (begins && flit_vc_i == v && flits == i + granted) begin
          lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] = flit_phits_i;
          rests[(v*Depth+i)*PacketWidth +: PacketWidth] = flit_rest_i;
          firsts[v*Depth+i]                             = flit_first_i;
        end
      end
    end

    assign front_rest_o[v*PacketWidth +: PacketWidth] = rests[v*Depth*PacketWidth +: PacketWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        flits_q[v*8 +: 8] <= '0;
        ready_q[v]        <= 1'b0;
        body_q[v]         <= 1'b0;
        packet_q[v*PacketWidth +: PacketWidth] <= '0;
      end else begin
        flits_q[v*8 +: 8] <= flits + (begins && flit_vc_i == v) - granted;
        ready_q[v]        <= routed_o[v] || (ready_q[v] && !granted);
        if (granted) begin
          body_q[v]                              <= !ready_last_o[v];
          packet_q[v*PacketWidth +: PacketWidth] <=
              packet_q[v*PacketWidth +: PacketWidth] - ready_phits_o[v*PhitsWidth +: PhitsWidth];
        end
        if (routed_o[v]) packet_q[v*PacketWidth +: PacketWidth] <= front_rest_o[v*PacketWidth +: PacketWidth];
      end
    end
  end

  routing_queue_model #(
    .Heads(Vcs),
    .Delay(RoutingDelay)
  ) u_queue (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .first_valid_i(arrives != '0),
    .first_i      (flit_vc_i),
    .then_i       (follows),
    .routed_o     (routed_o),
    .present_o    (present_o),
    .before_o     (before_o),
    .served_o     (served_o),
    .length_o     (length_o)
  );

  // What leaves: from the grant on a phit in each cycle, or two, if they are there.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lanes
    logic [VcWidth-1:0]    vc;
    logic [PhitsWidth-1:0] phits_of_flit;
    logic [PhitsWidth-1:0] left;   // phits of the flit, with those of this cycle
    logic                  fast;
    logic [7:0]            there;  // phits of the VC that could leave
    logic [1:0]            leaves;

    assign vc            = grant_i[l] ? grant_vc_i[l*VcWidth +: VcWidth] : crossing_vc_q[l*VcWidth +: VcWidth];
    assign phits_of_flit = grant_i[l] ? ready_phits_o[vc*PhitsWidth +: PhitsWidth]
                                      : crossing_phits_q[l*PhitsWidth +: PhitsWidth];
    assign left          = grant_i[l] ? phits_of_flit : rest_q[l*PhitsWidth +: PhitsWidth];
    assign fast          = grant_i[l] ? grant_fast_i[l] : crossing_fast_q[l];
    assign there         = buffered_o[vc*8 +: 8] + (flit_valid_i && flit_vc_i == vc);
    assign leaves        = left == '0 ? 0 : Speedup == 2 && fast && left > 1 && there > 1 ? 2 : 1;

    assign leaves_o[l*2 +: 2]                         = leaves;
    assign last_o[l]                                  = left != '0 && left == leaves;
    assign leaves_vc_o[l*VcWidth +: VcWidth]          = vc;
    assign leaves_phits_o[l*PhitsWidth +: PhitsWidth] = phits_of_flit;
    assign leaves_first_o[l]                          = grant_i[l] ? !body_q[vc] : crossing_first_q[l];
    assign leaves_last_o[l]                           = grant_i[l] ? ready_last_o[vc] : crossing_last_q[l];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rest_q[l*PhitsWidth +: PhitsWidth]           <= '0;
        crossing_phits_q[l*PhitsWidth +: PhitsWidth] <= '0;
        crossing_vc_q[l*VcWidth +: VcWidth]          <= '0;
        crossing_fast_q[l]                           <= 1'b0;
        crossing_first_q[l]                          <= 1'b0;
        crossing_last_q[l]                           <= 1'b0;
      end else begin
        rest_q[l*PhitsWidth +: PhitsWidth] <= left - leaves;
        if (grant_i[l]) begin
          crossing_phits_q[l*PhitsWidth +: PhitsWidth] <= phits_of_flit;
          crossing_vc_q[l*VcWidth +: VcWidth]          <= vc;
          crossing_fast_q[l]                           <= fast;
          crossing_first_q[l]                          <= leaves_first_o[l];
          crossing_last_q[l]                           <= leaves_last_o[l];
        end
      end
    end
  end

  // The buffer of the VC that is watched.
  logic [VcWidth-1:0] watched_lane;
  logic               watched_grant;
  logic [1:0]         watched_leaves;

  assign watched_lane     = Full == 1 ? watched_i : 0;
  assign watched_grant    = grant_i[watched_lane] && grant_vc_i[watched_lane*VcWidth +: VcWidth] == watched_i;
  assign watched_leaves   = leaves_vc_o[watched_lane*VcWidth +: VcWidth] == watched_i
                          ? leaves_o[watched_lane*2 +: 2] : 0;
  assign watched_buffered = buffered_o[watched_i*8 +: 8];

  always_comb begin
    watched_before = '0;
    if (crossing_vc_q[watched_lane*VcWidth +: VcWidth] == watched_i) begin
      watched_before = rest_q[watched_lane*PhitsWidth +: PhitsWidth];
    end
    if (watched_grant) begin
      watched_before = leaves_phits_o[watched_lane*PhitsWidth +: PhitsWidth];
    end
    watched_first_o = flit_data_i;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (watched_before == i && i < watched_buffered) watched_first_o = phits_q[i*PhitWidth +: PhitWidth];
    end
  end

  always_comb begin
    phits = phits_q;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (flit_valid_i && flit_vc_i == watched_i && watched_buffered == i) begin
        phits[i*PhitWidth +: PhitWidth] = flit_data_i;
      end
    end
    phits = phits >> watched_leaves * PhitWidth;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      coming_q         <= '0;
      coming_vc_q      <= '0;
      lengths_q        <= '0;
      rests_q          <= '0;
      firsts_q         <= '0;
      watched_result_q <= '0;
      phits_q          <= '0;
    end else begin
      if (begins) begin
        coming_q    <= flit_phits_i - 1;
        coming_vc_q <= flit_vc_i;
      end else if (flit_valid_i) begin
        coming_q    <= coming_q - 1;
      end
      lengths_q <= lengths;
      rests_q   <= rests;
      firsts_q  <= firsts;
      phits_q   <= phits;
      // The flits of a worm go where its first went.
      if (watched_grant && !ready_last_o[watched_i]) begin
        watched_result_q[1:0] <= grant_output_i[watched_lane*2 +: 2];
      end
      if (routed_o[watched_i]) watched_result_q <= result_i;
    end
  end

  assign coming_o         = coming_q;
  assign coming_vc_o      = coming_vc_q;
  assign lengths_o        = lengths_q;
  assign rests_o          = rests_q;
  assign firsts_o         = firsts_q;
  assign routed_before_o  = ready_q;
  assign body_o           = body_q;
  assign packet_o         = packet_q;
  assign phits_o          = phits_q;
  assign watched_result_o = watched_result_q;
  assign rest_o           = rest_q;
  assign crossing_phits_o = crossing_phits_q;
  assign crossing_vc_o    = crossing_vc_q;
  assign crossing_fast_o  = crossing_fast_q;
  assign crossing_first_o = crossing_first_q;
  assign crossing_last_o  = crossing_last_q;

endmodule
