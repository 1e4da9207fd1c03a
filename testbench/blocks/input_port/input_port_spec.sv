// input_port: the phits of each VC leave in the order and with the data with which they came, a flit without
// a gap from its grant on, two at a time where they are there and the output takes them; the credit leaves
// with the last one, for the VC and the phits of the flit. The head in front asks the routing unit in its turn
// and for as long as its model says, by the tail if it stores and forwards, and is ready with that result from
// the cycle behind until it is granted. The other flits of its packet are ready as soon as they are in front
// and begin to come, for the output that it was granted. No buffer overruns if the sender keeps to its
// credits.
//
// A VC is watched, any of them, and all of its phits are followed; what is known of the others is how many
// flits they have, and how long these are.
module input_port_spec #(
  parameter int unsigned Vcs          = 2,
  parameter int unsigned Depth        = 3,
  parameter int unsigned LargestFlit  = 2,
  parameter int unsigned LargestPacket = LargestFlit,
  parameter int unsigned RoutingDelay = 1,
  parameter int unsigned StoreForward = 0,
  parameter int unsigned Speedup      = 1,
  parameter int unsigned Full         = 0,
  parameter int unsigned Lanes        = Full == 1 ? Vcs : 1,
  parameter int unsigned VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  parameter int unsigned PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned PacketWidth  = netloom_regs_pkg::bits_for(LargestPacket + 1)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     flit_valid_i,
  input logic [VcWidth-1:0]       flit_vc_i,
  input logic                     flit_head_i,
  input logic                     flit_tail_i,
  input logic [1:0]               flit_data_i,
  input logic [PhitsWidth-1:0]    flit_phits_i,
  input logic [PacketWidth-1:0]   flit_rest_i,
  input logic [1:0]               route_candidates_i,
  input logic [0:0]               route_preferred_i,
  input logic [PacketWidth-1:0]   route_phits_i,
  input logic [Lanes-1:0]         grant_i,
  input logic [Lanes*VcWidth-1:0] grant_vc_i,
  input logic [Lanes-1:0]         grant_fast_i,
  input logic [Lanes*2-1:0]       grant_output_i
);

  localparam int unsigned PhitWidth   = 2;
  localparam int unsigned ResultWidth = 3;  // {preferred, candidates}
  localparam int unsigned PlaceWidth  = netloom_regs_pkg::bits_for(Depth);
  localparam int unsigned CountWidth  = netloom_regs_pkg::bits_for(Depth + 1);
  localparam int unsigned LengthWidth = netloom_regs_pkg::bits_for(Vcs + 1);
  localparam int unsigned DelayWidth  = netloom_regs_pkg::bits_for(RoutingDelay);

  (* anyconst *) logic [VcWidth-1:0] watched;

  logic [Lanes-1:0]            credit_valid;
  logic [Lanes*VcWidth-1:0]    credit_vc;
  logic [Lanes*PhitsWidth-1:0] credit_phits;
  logic                      route_valid;
  logic [VcWidth-1:0]        route_vc;
  logic [PhitWidth-1:0]      route_data;
  logic [Vcs-1:0]            ready;
  logic [Vcs*2-1:0]          candidates;
  logic [Vcs*2-1:0]          minimal;
  logic [Vcs-1:0]            preferred;
  logic [Vcs*PhitsWidth-1:0] phits;
  logic [Lanes-1:0]          busy;
  logic [Vcs-1:0]            body;
  logic [Vcs-1:0]            last_flit;
  logic [Lanes*Speedup-1:0]    phit_valid;
  logic [Lanes-1:0]            phit_head;
  logic [Lanes-1:0]            phit_tail;
  logic [Lanes*PhitsWidth-1:0] phit_phits;
  logic [Lanes-1:0]            phit_first;
  logic [Lanes-1:0]            phit_last;
  logic [Lanes*Speedup*PhitWidth-1:0] phit_data;

  input_port #(
    .Vcs         (Vcs),
    .Depth       (Depth),
    .PhitWidth   (PhitWidth),
    .LargestFlit (LargestFlit),
    .LargestPacket(LargestPacket),
    .RoutingDelay(RoutingDelay),
    .StoreForward(StoreForward),
    .Speedup     (Speedup),
    .Full        (Full),
    .Channels    (2),
    .PortWidth   (1)
  ) u_dut (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .flit_valid_i      (flit_valid_i),
    .flit_vc_i         (flit_vc_i),
    .flit_head_i       (flit_head_i),
    .flit_tail_i       (flit_tail_i),
    .flit_data_i       (flit_data_i),
    .credit_valid_o    (credit_valid),
    .credit_vc_o       (credit_vc),
    .credit_phits_o    (credit_phits),
    .route_valid_o     (route_valid),
    .route_vc_o        (route_vc),
    .route_data_o      (route_data),
    .route_candidates_i(route_candidates_i),
    .route_entering_i  (~route_candidates_i),
    .route_minimal_i   (route_candidates_i & 2'b01),
    .route_preferred_i (route_preferred_i),
    .route_phits_i     (route_phits_i),
    .ready_o           (ready),
    .candidates_o      (candidates),
    .minimal_o         (minimal),
    .preferred_o       (preferred),
    .phits_o           (phits),
    .body_o            (body),
    .last_o            (last_flit),
    .busy_o            (busy),
    .grant_i           (grant_i),
    .grant_vc_i        (grant_vc_i),
    .grant_fast_i      (grant_fast_i),
    .grant_output_i    (grant_output_i),
    .phit_valid_o      (phit_valid),
    .phit_head_o       (phit_head),
    .phit_tail_o       (phit_tail),
    .phit_phits_o      (phit_phits),
    .phit_first_o      (phit_first),
    .phit_last_o       (phit_last),
    .phit_data_o       (phit_data)
  );

  logic [PhitsWidth-1:0]           coming;
  logic [VcWidth-1:0]              coming_vc;
  logic [Vcs*8-1:0]                flits;
  logic [Vcs*8-1:0]                whole;
  logic [Vcs*Depth*PhitsWidth-1:0] lengths;
  logic [Vcs*8-1:0]                credits_used;
  logic [Vcs*8-1:0]                buffered;
  logic [Depth*PhitWidth-1:0]      model_phits;
  logic [Vcs-1:0]                  model_routed;
  logic [Vcs*Depth*PacketWidth-1:0] rests;
  logic [Vcs*Depth-1:0]            firsts;
  logic [Vcs*PacketWidth-1:0]      front_rest;
  logic [Vcs-1:0]                  routed_before;
  logic [Vcs-1:0]                  model_body;
  logic [Vcs*PacketWidth-1:0]      packet;
  logic [Vcs-1:0]                  model_ready;
  logic [Vcs*PhitsWidth-1:0]       ready_phits;
  logic [Vcs-1:0]                  ready_last;
  logic [ResultWidth-1:0]          watched_result;
  logic [PhitWidth-1:0]            watched_first;
  logic [Vcs-1:0]                  present;
  logic [Vcs*8-1:0]                before;
  logic [7:0]                      served;
  logic [7:0]                      length;
  logic [Lanes*PhitsWidth-1:0]     rest;
  logic [Lanes*PhitsWidth-1:0]     crossing_phits;
  logic [Lanes*VcWidth-1:0]        crossing_vc;
  logic [Lanes-1:0]                crossing_fast;
  logic [Lanes-1:0]                crossing_first;
  logic [Lanes-1:0]                crossing_last;
  logic [Lanes*2-1:0]              leaves;
  logic [Lanes-1:0]                last;
  logic [Lanes*VcWidth-1:0]        leaves_vc;
  logic [Lanes*PhitsWidth-1:0]     leaves_phits;
  logic [Lanes-1:0]                leaves_first;
  logic [Lanes-1:0]                leaves_last;
  logic [Vcs*PacketWidth-1:0]      due_q;          // phits of a packet that has begun to come: of flits that have not
  logic                            flit_first;

  input_port_model #(
    .Vcs         (Vcs),
    .Depth       (Depth),
    .PhitWidth   (PhitWidth),
    .LargestFlit (LargestFlit),
    .LargestPacket(LargestPacket),
    .RoutingDelay(RoutingDelay),
    .StoreForward(StoreForward),
    .Speedup     (Speedup),
    .Full        (Full),
    .ResultWidth (ResultWidth)
  ) u_model (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .flit_valid_i    (flit_valid_i),
    .flit_vc_i       (flit_vc_i),
    .flit_head_i     (flit_head_i),
    .flit_tail_i     (flit_tail_i),
    .flit_data_i     (flit_data_i),
    .flit_phits_i    (flit_phits_i),
    .flit_rest_i     (flit_rest_i),
    .flit_first_i    (flit_first),
    .grant_i         (grant_i),
    .grant_vc_i      (grant_vc_i),
    .grant_fast_i    (grant_fast_i),
    .grant_output_i  (grant_output_i),
    .watched_i       (watched),
    .result_i        ({route_preferred_i, route_candidates_i}),
    .coming_o        (coming),
    .coming_vc_o     (coming_vc),
    .flits_o         (flits),
    .whole_o         (whole),
    .lengths_o       (lengths),
    .rests_o         (rests),
    .firsts_o        (firsts),
    .credits_used_o  (credits_used),
    .buffered_o      (buffered),
    .phits_o         (model_phits),
    .routed_o        (model_routed),
    .front_rest_o    (front_rest),
    .routed_before_o (routed_before),
    .body_o          (model_body),
    .packet_o        (packet),
    .ready_o         (model_ready),
    .ready_phits_o   (ready_phits),
    .ready_last_o    (ready_last),
    .watched_result_o(watched_result),
    .watched_first_o (watched_first),
    .present_o       (present),
    .before_o        (before),
    .served_o        (served),
    .length_o        (length),
    .rest_o          (rest),
    .crossing_phits_o(crossing_phits),
    .crossing_vc_o   (crossing_vc),
    .crossing_fast_o (crossing_fast),
    .crossing_first_o(crossing_first),
    .crossing_last_o (crossing_last),
    .leaves_o        (leaves),
    .last_o          (last),
    .leaves_vc_o     (leaves_vc),
    .leaves_phits_o  (leaves_phits),
    .leaves_first_o  (leaves_first),
    .leaves_last_o   (leaves_last)
  );

  initial assume (!rst_ni);

  // The sender: flits without a gap, as long as it says, for which it has credits, of one packet after the
  // other on each VC.
  assign flit_first = due_q[flit_vc_i*PacketWidth +: PacketWidth] == '0;

  for (genvar v = 0; v < Vcs; v++) begin : gen_due
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) due_q[v*PacketWidth +: PacketWidth] <= '0;
      else if (flit_valid_i && flit_head_i && flit_vc_i == v) begin
        due_q[v*PacketWidth +: PacketWidth] <= flit_rest_i - flit_phits_i;
      end
    end
  end

  always_comb begin
    assume (watched < Vcs);
    if (coming != '0) begin
      assume (flit_valid_i && !flit_head_i && flit_vc_i == coming_vc && flit_tail_i == (coming == 1));
    end else if (flit_valid_i) begin
      assume (flit_head_i && flit_vc_i < Vcs);
      if (flit_first) assume (flit_rest_i >= 1 && flit_rest_i <= LargestPacket);
      else assume (flit_rest_i == due_q[flit_vc_i*PacketWidth +: PacketWidth]);
      assume (flit_phits_i == (flit_rest_i < LargestFlit ? flit_rest_i : LargestFlit));
      assume (flit_tail_i == (flit_phits_i == 1));
      assume (credits_used[flit_vc_i*8 +: 8] + flit_phits_i <= Depth);
    end
  end

  // The allocator grants a head that is ready, while none crosses. The routing unit reads the length of
  // the flit in its header.
  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (grant_i[l]) begin
        assume (Full == 1 ? grant_vc_i[l*VcWidth +: VcWidth] == l : grant_vc_i < Vcs);
        assume (model_ready[grant_vc_i[l*VcWidth +: VcWidth]] && rest[l*PhitsWidth +: PhitsWidth] == '0);
      end
    end
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (model_routed[v]) assume (route_phits_i == front_rest[v*PacketWidth +: PacketWidth]);
    end
  end

  // The phits of the VC that is watched, with the one that comes.
  logic [(Depth+1)*PhitWidth-1:0] there;

  always_comb begin
    there = model_phits;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (buffered[watched*8 +: 8] == i) there[i*PhitWidth +: PhitWidth] = flit_data_i;
    end
  end

  // What comes out.
  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      assert (busy[l] == (rest[l*PhitsWidth +: PhitsWidth] != '0));
      assert (phit_valid[l*Speedup +: Speedup] == (leaves[l*2 +: 2] == 2 ? 2'd3 : leaves[l*2 +: 2]));
      assert (phit_head[l] == grant_i[l]);
      assert (credit_valid[l] == last[l]);
      if (leaves[l*2 +: 2] != '0) begin
        assert (phit_tail[l] == last[l] && phit_first[l] == leaves_first[l] && phit_last[l] == leaves_last[l]);
        assert (phit_phits[l*PhitsWidth +: PhitsWidth] == leaves_phits[l*PhitsWidth +: PhitsWidth]);
        if (leaves_vc[l*VcWidth +: VcWidth] == watched) begin
          assert (phit_data[l*Speedup*PhitWidth +: PhitWidth] == there[PhitWidth-1:0]);
          if (leaves[l*2 +: 2] == 2) begin
            assert (phit_data[((l+1)*Speedup-1)*PhitWidth +: PhitWidth] == there[PhitWidth +: PhitWidth]);
          end
        end
      end
      if (last[l]) begin
        assert (credit_vc[l*VcWidth +: VcWidth] == leaves_vc[l*VcWidth +: VcWidth]);
        assert (credit_phits[l*PhitsWidth +: PhitsWidth] == leaves_phits[l*PhitsWidth +: PhitsWidth]);
      end
    end
    assert (route_valid == (model_routed != '0));
    assert (ready == model_ready);
    for (int unsigned v = 0; v < Vcs; v++) begin
      assert (model_routed[v] == (route_valid && route_vc == v));
      if (ready[v]) begin
        assert (phits[v*PhitsWidth +: PhitsWidth] == ready_phits[v*PhitsWidth +: PhitsWidth]);
        assert (body[v] == model_body[v] && last_flit[v] == ready_last[v]);
      end
    end
    if (model_routed[watched]) assert (route_data == watched_first);
    if (ready[watched] || model_body[watched]) begin
      assert ({preferred[watched], candidates[watched*2 +: 2]} == watched_result);
      assert (minimal[watched*2 +: 2]
              == (model_body[watched] ? candidates[watched*2 +: 2] : candidates[watched*2 +: 2] & 2'b01));
    end
  end

  // What the model can be in.
  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      assert (Full == 1 ? rest[l*PhitsWidth +: PhitsWidth] == '0 || crossing_vc[l*VcWidth +: VcWidth] == l
                        : crossing_vc < Vcs);
      assert (rest[l*PhitsWidth +: PhitsWidth] <= LargestFlit);
      if (rest[l*PhitsWidth +: PhitsWidth] != '0) begin
        assert (rest[l*PhitsWidth +: PhitsWidth] < crossing_phits[l*PhitsWidth +: PhitsWidth]);
        assert (crossing_phits[l*PhitsWidth +: PhitsWidth] <= LargestFlit);
      end
    end
    assert (coming < LargestFlit && coming_vc < Vcs);
    assert (length <= Vcs && served < RoutingDelay && (length != '0 || served == '0));
  end

  logic [Vcs*8-1:0] lefts;

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    localparam int unsigned Lane = Full == 1 ? v : 0;

    logic [7:0]             count;
    logic [PacketWidth-1:0] due;
    logic [PacketWidth-1:0] packet_rest;
    logic [PhitsWidth-1:0] left;   // phits of its flit that crosses, or 0

    assign count       = flits[v*8 +: 8];
    assign due         = due_q[v*PacketWidth +: PacketWidth];
    assign packet_rest = packet[v*PacketWidth +: PacketWidth];
    assign left  = crossing_vc[Lane*VcWidth +: VcWidth] == v ? rest[Lane*PhitsWidth +: PhitsWidth] : '0;
    assign lefts[v*8 +: 8] = left;

    always_comb begin
      assert (credits_used[v*8 +: 8] <= Depth && buffered[v*8 +: 8] <= credits_used[v*8 +: 8]);
      assert (count <= Depth);
      for (int unsigned i = 0; i < Depth; i++) begin
        if (i < count) begin
          assert (lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] >= 1);
          assert (lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] <= LargestFlit);
        end
        // Only the last flit is not there as a whole: if it was granted, one phit at least is.
        if (coming != '0 && coming_vc == v && count == i + 1) begin
          assert (coming < lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth]);
        end
      end
      if (coming != '0 && coming_vc == v && count == '0) begin
        // … or, where phits leave when they arrive, none.
        assert (StoreForward == 0 && left != '0 && coming <= left);
        if (Speedup == 1 && LargestPacket == LargestFlit) assert (coming < left);
      end
      // The head in front waits for the routing unit, or has its result.
      assert ((routed_before[v] || present[v]) == (whole[v*8 +: 8] != '0 && !model_body[v]));
      assert (!(routed_before[v] && present[v]));
      // The flits of packets, one behind the other.
      assert (due <= LargestPacket - LargestFlit);
      if (model_body[v]) assert (packet_rest >= 1 && packet_rest <= LargestPacket - LargestFlit);
      if (count == '0) assert (due == (model_body[v] ? packet_rest : 0));
      for (int unsigned i = 0; i < Depth; i++) begin
        logic [PacketWidth-1:0] rest_i;
        logic [PacketWidth-1:0] next_i;

        rest_i = rests[(v*Depth+i)*PacketWidth +: PacketWidth];
        next_i = rest_i - lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth];
        if (i < count) begin
          assert (rest_i >= 1 && rest_i <= LargestPacket);
          assert (lengths[(v*Depth+i)*PhitsWidth +: PhitsWidth] == (rest_i < LargestFlit ? rest_i : LargestFlit));
          if (i == 0) begin
            assert (firsts[v*Depth] == !model_body[v]);
            if (model_body[v] || routed_before[v]) assert (packet_rest == rest_i);
          end
          if (i + 1 == count) begin
            assert (due == next_i);
          end else if (i + 1 < Depth) begin
            assert (firsts[v*Depth+i+1] == (next_i == '0));
            if (next_i != '0) assert (rests[(v*Depth+i+1)*PacketWidth +: PacketWidth] == next_i);
          end
        end
      end
    end
  end

  // The registers of the block are those of the model: buffers are rings.
  (* hierconn *) wire [Vcs*VcWidth-1:0] \u_dut.u_routing_queue.waiting_q ;
  (* hierconn *) wire [LengthWidth-1:0] \u_dut.u_routing_queue.length_q ;
  (* hierconn *) wire [DelayWidth-1:0]  \u_dut.u_routing_queue.rest_q ;

  logic [Vcs*8-1:0] fronts;  // places of the first phits of the flits in front

  always_comb begin
    assert (\u_dut.u_routing_queue.length_q == length);
    assert (\u_dut.u_routing_queue.rest_q == RoutingDelay - 1 - served);
  end

  for (genvar l = 0; l < Lanes; l++) begin : \u_dut.gen_lanes
    (* hierconn *) wire [PhitsWidth-1:0] rest_q;
    (* hierconn *) wire [VcWidth-1:0]    vc_q;
    (* hierconn *) wire [PlaceWidth-1:0] place_q;
    (* hierconn *) wire [PhitsWidth-1:0] length_q;
    (* hierconn *) wire                  first_q;
    (* hierconn *) wire                  last_q;

    always_comb begin
      assert (rest_q == rest[l*PhitsWidth +: PhitsWidth]);
      if (rest_q != '0) begin
        assert (vc_q == crossing_vc[l*VcWidth +: VcWidth]);
        assert (length_q == crossing_phits[l*PhitsWidth +: PhitsWidth]);
        assert (first_q == crossing_first[l] && last_q == crossing_last[l]);
        assert (place_q == (fronts[vc_q*8 +: 8] + Depth - rest_q) % Depth);
      end
    end

    if (Speedup == 2) begin : gen_two_phits
      (* hierconn *) wire fast_q;

      always_comb if (rest_q != '0) assert (fast_q == crossing_fast[l]);
    end
  end

  for (genvar v = 0; v < Vcs; v++) begin : gen_queue
    always_comb begin
      if (present[v]) begin
        assert (before[v*8 +: 8] < length);
        assert (\u_dut.u_routing_queue.waiting_q [before[v*8 +: 8]*VcWidth +: VcWidth] == v);
      end
    end
    for (genvar w = 0; w < v; w++) begin : gen_others
      always_comb if (present[v] && present[w]) assert (before[v*8 +: 8] != before[w*8 +: 8]);
    end
  end

  // Named as in the block, so that the wires in it get the names of the block's registers.
  for (genvar v = 0; v < Vcs; v++) begin : \u_dut.gen_vcs
    (* hierconn *) wire                  body_q;
    (* hierconn *) wire [PacketWidth-1:0] rest_q;
    (* hierconn *) wire [CountWidth-1:0] flits_q;
    (* hierconn *) wire [PlaceWidth-1:0] write_q;
    (* hierconn *) wire [PlaceWidth-1:0] front_q;

    logic [7:0] behind;  // phits from the front on, and those that the crossing flit lacks

    assign fronts[v*8 +: 8] = front_q;
    assign behind = front_q + 2 * Depth + buffered[v*8 +: 8] - lefts[v*8 +: 8];

    always_comb begin
      assert (body_q == model_body[v] && flits_q == whole[v*8 +: 8]);
      if (body_q || routed_before[v]) assert (rest_q == packet[v*PacketWidth +: PacketWidth]);
      assert (front_q < Depth && write_q < Depth);
      assert (write_q == behind % Depth);
    end
  end

  // The buffer: as many words as there are, for Vcs * Depth up to 8.
  logic [Vcs*Depth*PhitWidth-1:0] held;

  (* hierconn *) wire [PhitWidth-1:0] \u_dut.buffer_q[0] ;
  (* hierconn *) wire [PhitWidth-1:0] \u_dut.buffer_q[1] ;
  assign held[0*PhitWidth +: PhitWidth] = \u_dut.buffer_q[0] ;
  assign held[1*PhitWidth +: PhitWidth] = \u_dut.buffer_q[1] ;

  if (Vcs * Depth > 2) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[2] ;
    assign held[2*PhitWidth +: PhitWidth] = \buffer_q[2] ;
  end
  if (Vcs * Depth > 3) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[3] ;
    assign held[3*PhitWidth +: PhitWidth] = \buffer_q[3] ;
  end
  if (Vcs * Depth > 4) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[4] ;
    assign held[4*PhitWidth +: PhitWidth] = \buffer_q[4] ;
  end
  if (Vcs * Depth > 5) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[5] ;
    assign held[5*PhitWidth +: PhitWidth] = \buffer_q[5] ;
  end
  if (Vcs * Depth > 6) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[6] ;
    assign held[6*PhitWidth +: PhitWidth] = \buffer_q[6] ;
  end
  if (Vcs * Depth > 7) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[7] ;
    assign held[7*PhitWidth +: PhitWidth] = \buffer_q[7] ;
  end

  for (genvar i = 0; i < Depth; i++) begin : gen_places
    logic [7:0] place;

    assign place = (fronts[watched*8 +: 8] + Depth - lefts[watched*8 +: 8] + i) % Depth;

    always_comb begin
      if (i < buffered[watched*8 +: 8]) begin
        assert (held[(watched*Depth + place)*PhitWidth +: PhitWidth] == model_phits[i*PhitWidth +: PhitWidth]);
      end
    end
  end

endmodule
