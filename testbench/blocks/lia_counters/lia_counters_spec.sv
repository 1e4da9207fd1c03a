// lia_counters has the counters of the definitions ([LIA 2025], sections 4.2 and 4.3) and
// answers by them: windows of whole buckets, extended counters, remote counters, the level of the
// traffic to a group, and the two local hops of path A. Where in its memory a bucket is, the block
// decides; every bucket of the window has to be there.
//
// A remote counter R_k is specified as an extended counter for which a packet to the offset k * h + j
// counts h - |j| times, which is the same as adding extended counters with these weights. The products with
// the two weights of its packets are its two parts.
//
// With LIA_COUNTERS_TAKE_PRODUCTS extended counters and these parts are taken as the block has them, and
// what is counted and what follows from the products is proven; products of weights and counts, which
// solvers find hard, are then the same on both sides. Without it, they are proven too.
module lia_counters_spec #(
  parameter int unsigned GlobalLinks    = 2,
  parameter int unsigned Offsets        = 8,
  parameter int unsigned InjectionPorts = 2,
  parameter int unsigned QueuePhits     = 2,
  parameter int unsigned OffsetWidth    = netloom_regs_pkg::bits_for(Offsets + 1),
  parameter int unsigned AddrWidth      = netloom_regs_pkg::LiaSwitchAddrWidth,
  parameter int unsigned RemoteEach     = ((Offsets + 1) / 2 + GlobalLinks - 1) / GlobalLinks,
  parameter int unsigned RemoteIdxWidth = netloom_regs_pkg::bits_for(2 * RemoteEach)
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic                                  we_i,
  input logic [AddrWidth-1:0]                  addr_i,
  input logic [31:0]                           wdata_i,
  input logic                                  tick_i,
  input logic [InjectionPorts-1:0]             stored_i,
  input logic [InjectionPorts*OffsetWidth-1:0] stored_offsets_i,
  input logic [InjectionPorts-1:0]             injected_i,
  input logic [InjectionPorts*OffsetWidth-1:0] injected_offsets_i,
  input logic [OffsetWidth-1:0]                offset_i,
  input logic [1:0]                            bucket_i,
  input logic [RemoteIdxWidth-1:0]             remote_i
);

  localparam int unsigned Buckets      = 3;  // as many as window_q has below
  localparam int unsigned BucketCycles = 2;
  localparam int unsigned Remotes      = 2 * RemoteEach;
  localparam int unsigned Groups       = Offsets + 1;
  localparam int unsigned Window       = Buckets * BucketCycles;
  // Bits of the numbers here: counts of packets, and hundredths of packets.
  localparam int unsigned Count        = 6;
  localparam int unsigned Number       = 24;
  localparam int unsigned BucketWidth =
      netloom_regs_pkg::window_bucket_bits(InjectionPorts, BucketCycles);
  localparam int unsigned InjectedWidth =
      netloom_regs_pkg::injected_packets_bits(InjectionPorts, Window);
  localparam int unsigned StoredWidth =
      netloom_regs_pkg::stored_packets_bits(InjectionPorts, 1, QueuePhits);
  localparam int unsigned ExtendedWidth =
      netloom_regs_pkg::extended_counter_bits(InjectionPorts, Window, 1, QueuePhits);
  localparam int unsigned RemoteWidth =
      netloom_regs_pkg::remote_counter_bits(InjectionPorts, Window, 1, QueuePhits, GlobalLinks);
  // Of the sums behind a remote counter, and of its parts.
  localparam int unsigned InjectedSumWidth =
      netloom_regs_pkg::bits_for(GlobalLinks * InjectionPorts * Window + 1);
  localparam int unsigned StoredSumWidth =
      netloom_regs_pkg::bits_for(GlobalLinks * InjectionPorts * QueuePhits + 1);
  localparam int unsigned InjectedPartWidth = InjectedSumWidth + 7;
  localparam int unsigned StoredPartWidth   = StoredSumWidth + 7;
  // Low bits of a limit in hundredths that are kept as one.
  localparam int unsigned RemoteAlike = 2 + $clog2(GlobalLinks & -GlobalLinks);

  // Straps do not change while packets are routed.
  (* anyconst *) logic [Offsets-1:0] connected;
  (* anyconst *) logic [1:0]         last_bucket;
  (* anyconst *) logic               last_cycle;

  // Registers of the block.
  (* hierconn *) wire [15:0]                             \u_dut.load_low_q ;
  (* hierconn *) wire [15:0]                             \u_dut.load_high_q ;
  (* hierconn *) wire [6:0]                              \u_dut.injected_weight_q ;
  (* hierconn *) wire [6:0]                              \u_dut.stored_weight_q ;
  (* hierconn *) wire [15:0]                             \u_dut.global_limit_q ;
  (* hierconn *) wire [15:0]                             \u_dut.saturated_links_q ;
  (* hierconn *) wire [15:0]                             \u_dut.remote_limit_q ;
  (* hierconn *) wire [1:0]                              \u_dut.slot_q ;
  (* hierconn *) wire                                    \u_dut.cycle_q ;
  (* hierconn *) wire                                    \u_dut.full_q ;
  (* hierconn *) wire [Offsets*BucketWidth-1:0]          \u_dut.window_q[0] ;
  (* hierconn *) wire [Offsets*BucketWidth-1:0]          \u_dut.window_q[1] ;
  (* hierconn *) wire [Offsets*BucketWidth-1:0]          \u_dut.window_q[2] ;
  (* hierconn *) wire [Offsets*BucketWidth-1:0]          \u_dut.row_q ;
  (* hierconn *) wire [Offsets*InjectedWidth-1:0]        \u_dut.injected_q ;
  (* hierconn *) wire [Offsets*StoredWidth-1:0]          \u_dut.stored_q ;
  (* hierconn *) wire [Offsets*ExtendedWidth-1:0]        \u_dut.extended_q ;
  (* hierconn *) wire [ExtendedWidth-2:0]                \u_dut.low_hundredths_q ;
  (* hierconn *) wire [ExtendedWidth-2:0]                \u_dut.high_hundredths_q ;
  (* hierconn *) wire [ExtendedWidth-2:0]                \u_dut.global_hundredths_q ;
  (* hierconn *) wire [RemoteWidth-RemoteAlike:0]        \u_dut.remote_hundredths_q ;
  (* hierconn *) wire [Remotes*InjectedSumWidth-1:0]     \u_dut.staying_q ;
  (* hierconn *) wire [Remotes*StoredSumWidth-1:0]       \u_dut.waiting_q ;
  (* hierconn *) wire [Remotes*InjectedPartWidth-1:0]    \u_dut.injected_part_q ;
  (* hierconn *) wire [Remotes*StoredPartWidth-1:0]      \u_dut.stored_part_q ;

  logic [31:0]              rdata;
  logic [1:0]               level;
  logic                     first_local;
  logic                     second_local;
  logic [BucketWidth-1:0]   bucket_packets;
  logic [InjectedWidth-1:0] injected_packets;
  logic [StoredWidth-1:0]   stored_packets;
  logic [ExtendedWidth-1:0] extended;
  logic [RemoteWidth-1:0]   remote;

  lia_counters #(
    .GlobalLinks   (GlobalLinks),
    .Offsets       (Offsets),
    .InjectionPorts(InjectionPorts),
    .Buckets       (Buckets),
    .BucketCycles  (BucketCycles),
    .QueuePhits    (QueuePhits)
  ) u_dut (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .we_i              (we_i),
    .addr_i            (addr_i),
    .wdata_i           (wdata_i),
    .rdata_o           (rdata),
    .connected_i       (connected),
    .last_bucket_i     (last_bucket),
    .last_cycle_i      (last_cycle),
    .tick_i            (tick_i),
    .stored_i          (stored_i),
    .stored_offsets_i  (stored_offsets_i),
    .injected_i        (injected_i),
    .injected_offsets_i(injected_offsets_i),
    .offset_i          (offset_i),
    .level_o           (level),
    .first_local_o     (first_local),
    .second_local_o    (second_local),
    .bucket_i          (bucket_i),
    .remote_i          (remote_i),
    .bucket_packets_o  (bucket_packets),
    .injected_packets_o(injected_packets),
    .stored_packets_o  (stored_packets),
    .extended_o        (extended),
    .remote_o          (remote)
  );

  // Registers: limits and weights are words of their own among those of the switch.
  localparam int unsigned Words = 2 ** AddrWidth;

  localparam [Words*32-1:0] None = '0;
  localparam [Words*32-1:0] Masks =
      (None | 16'hffff) << 32 * netloom_regs_pkg::LiaSwitchLoadLow |
      (None | 16'hffff) << 32 * netloom_regs_pkg::LiaSwitchLoadHigh |
      (None | 7'h7f) << 32 * netloom_regs_pkg::LiaSwitchInjectedWeight |
      (None | 7'h7f) << 32 * netloom_regs_pkg::LiaSwitchStoredWeight |
      (None | 16'hffff) << 32 * netloom_regs_pkg::LiaSwitchGlobalLimit |
      (None | 16'hffff) << 32 * netloom_regs_pkg::LiaSwitchSaturatedLinks |
      (None | 16'hffff) << 32 * netloom_regs_pkg::LiaSwitchRemoteLimit;
  localparam [Words*32-1:0] Resets =
      (None | netloom_regs_pkg::LoadLowReset) << 32 * netloom_regs_pkg::LiaSwitchLoadLow |
      (None | netloom_regs_pkg::LoadHighReset) << 32 * netloom_regs_pkg::LiaSwitchLoadHigh |
      (None | netloom_regs_pkg::InjectedWeightReset) << 32 * netloom_regs_pkg::LiaSwitchInjectedWeight |
      (None | netloom_regs_pkg::StoredWeightReset) << 32 * netloom_regs_pkg::LiaSwitchStoredWeight |
      (None | netloom_regs_pkg::GlobalLimitReset) << 32 * netloom_regs_pkg::LiaSwitchGlobalLimit |
      (None | netloom_regs_pkg::SaturatedLinksReset) << 32 * netloom_regs_pkg::LiaSwitchSaturatedLinks |
      (None | netloom_regs_pkg::RemoteLimitReset) << 32 * netloom_regs_pkg::LiaSwitchRemoteLimit;

  logic [31:0]         model_rdata;
  logic [Words*32-1:0] words;
  logic [31:0]         load_low;
  logic [31:0]         load_high;
  logic [31:0]         injected_weight;
  logic [31:0]         stored_weight;
  logic [31:0]         global_limit;
  logic [31:0]         saturated_links;
  logic [31:0]         remote_limit;

  register_words #(
    .Words    (Words),
    .AddrWidth(AddrWidth),
    .Masks    (Masks),
    .Resets   (Resets)
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  assign load_low        = words[netloom_regs_pkg::LiaSwitchLoadLow*32 +: 32];
  assign load_high       = words[netloom_regs_pkg::LiaSwitchLoadHigh*32 +: 32];
  assign injected_weight = words[netloom_regs_pkg::LiaSwitchInjectedWeight*32 +: 32];
  assign stored_weight   = words[netloom_regs_pkg::LiaSwitchStoredWeight*32 +: 32];
  assign global_limit    = words[netloom_regs_pkg::LiaSwitchGlobalLimit*32 +: 32];
  assign saturated_links = words[netloom_regs_pkg::LiaSwitchSaturatedLinks*32 +: 32];
  assign remote_limit    = words[netloom_regs_pkg::LiaSwitchRemoteLimit*32 +: 32];

  function automatic logic [31:0] limit(input logic [31:0] packets, input logic [31:0] unit,
                                        input logic [31:0] bits);
    limit = packets * unit < (32'd1 << bits) ? packets * unit : (32'd1 << bits) - 1;
  endfunction

  always_comb begin
    assert (rdata == model_rdata);
    assert (\u_dut.load_low_q == load_low);
    assert (\u_dut.load_high_q == load_high);
    assert (\u_dut.injected_weight_q == injected_weight);
    assert (\u_dut.stored_weight_q == stored_weight);
    assert (\u_dut.global_limit_q == global_limit);
    assert (\u_dut.saturated_links_q == saturated_links);
    assert (\u_dut.remote_limit_q == remote_limit);
    // Limits in hundredths, or, where no counter can exceed them, the largest number.
    assert (\u_dut.low_hundredths_q == limit(load_low, 100, ExtendedWidth) >> 1);
    assert (\u_dut.high_hundredths_q == limit(load_high, 100, ExtendedWidth) >> 1);
    assert (\u_dut.global_hundredths_q == limit(global_limit, 100, ExtendedWidth) >> 1);
    assert (\u_dut.remote_hundredths_q ==
            limit(remote_limit, 100 * GlobalLinks, RemoteWidth) >> (RemoteAlike - 1));
    // Percents, as software writes them.
    assert (injected_weight <= 100 && stored_weight <= 100);
    if (we_i && (addr_i == netloom_regs_pkg::LiaSwitchInjectedWeight ||
                 addr_i == netloom_regs_pkg::LiaSwitchStoredWeight)) begin
      assume (wdata_i <= 100);
    end
  end

  // Time: the cycle in the present bucket, buckets that have begun (at most a window of them), and
  // which bucket of the ring is the present one.
  logic        phase_q;
  logic [2:0]  begun_q;
  logic [2:0]  place_q;
  logic [2:0]  buckets;
  logic        begins;

  assign buckets = last_bucket + 1;
  assign begins  = phase_q == 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= 1'b0;
      begun_q <= '0;
      place_q <= buckets - 1;
    end else if (tick_i) begin
      phase_q <= phase_q == last_cycle ? 1'b0 : 1'b1;
      if (begins) begin
        place_q <= place_q == last_bucket ? 0 : place_q + 1;
        if (begun_q < buckets) begun_q <= begun_q + 1;
      end
    end
  end

  always_comb begin
    assume (last_bucket < Buckets);
    assert (phase_q <= last_cycle);
    assert (begun_q <= buckets && place_q < buckets);
    assert (begun_q == buckets || place_q == (begun_q == 0 ? last_bucket : begun_q - 1));
    assert (begun_q != 0 || begins);
    assert (\u_dut.cycle_q == phase_q);
    // Where the next cycle's bucket is; and the ring has gone round when the next bucket is its
    // first one again.
    if (begins) assert (\u_dut.slot_q == (place_q == last_bucket ? 0 : place_q + 1));
    else assert (\u_dut.slot_q == place_q);
    assert (\u_dut.full_q == (begins ? begun_q == buckets
                                     : begun_q == buckets && !first_round_q));
  end

  // Whether the last bucket of the first round is still the present one.
  logic first_round_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_round_q <= 1'b1;
    else if (tick_i && begins && begun_q == buckets) first_round_q <= 1'b0;
  end

  always_comb begin
    if (begun_q < buckets) assert (first_round_q);
    if (first_round_q && begun_q == buckets) assert (place_q == last_bucket);
  end

  // The counters of every offset.
  logic [Offsets*Number-1:0]        extended_q;
  logic [Offsets*Count-1:0]         came;          // packets of this cycle: into the queues
  logic [Offsets*Count-1:0]         left;          // and out of them
  logic [Offsets*Buckets*Count-1:0] in_buckets;    // by age
  logic [Offsets*Count-1:0]         injected;
  logic [Offsets*Count-1:0]         stored;
  logic [Offsets*Count-1:0]         asked_bucket;  // packets in the bucket that is asked for

  // As it is done by hand, with digits to the base four.
  function automatic logic [Number-1:0] product(input logic [6:0] weight,
                                                input logic [7:0] packets);
    product = '0;
    for (int unsigned digit = 0; digit < 4; digit++) begin
      product = product + ((Number'(weight) * Number'(packets[2*digit +: 2])) << 2 * digit);
    end
  endfunction

  for (genvar i = 0; i < Offsets; i++) begin : gen_offsets
    logic [Count-1:0]         came_here;
    logic [Count-1:0]         left_here;
    logic [Buckets*Count-1:0] by_age;
    logic [Buckets*Count-1:0] by_age_d;
    logic [Count-1:0]         here;
    logic [Count-1:0]         here_d;
    logic [Count-1:0]         sum;
    logic [Count-1:0]         sum_d;

    always_comb begin
      came_here = '0;
      left_here = '0;
      for (int unsigned p = 0; p < InjectionPorts; p++) begin
        if (stored_i[p] && stored_offsets_i[p*OffsetWidth +: OffsetWidth] == i + 1) begin
          came_here = came_here + 1;
        end
        if (injected_i[p] && injected_offsets_i[p*OffsetWidth +: OffsetWidth] == i + 1) begin
          left_here = left_here + 1;
        end
      end
      // Only packets that are there leave, and no more come than the queues hold.
      assume (left_here <= here + came_here);
      assume (here + came_here - left_here <= InjectionPorts * QueuePhits);
    end

    assign came[i*Count +: Count] = came_here;
    assign left[i*Count +: Count] = left_here;

    lia_counters_model #(
      .Buckets(Buckets),
      .Count  (Count)
    ) u_model (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .tick_i     (tick_i),
      .begins_i   (begins),
      .buckets_i  (buckets),
      .came_i     (came_here),
      .left_i     (left_here),
      .buckets_o  (by_age),
      .buckets_d_o(by_age_d),
      .stored_o   (here),
      .stored_d_o (here_d)
    );

    always_comb begin
      sum   = '0;
      sum_d = '0;
      for (int unsigned age = 0; age < Buckets; age++) begin
        sum   = sum + by_age[age*Count +: Count];
        sum_d = sum_d + by_age_d[age*Count +: Count];
      end
    end

    assign in_buckets[i*Buckets*Count +: Buckets*Count] = by_age;
    assign injected[i*Count +: Count]                   = sum;
    assign stored[i*Count +: Count]                     = here;
`ifdef LIA_COUNTERS_TAKE_PRODUCTS
    assign extended_q[i*Number +: Number] = \u_dut.extended_q [i*ExtendedWidth +: ExtendedWidth];
`else
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) extended_q[i*Number +: Number] <= '0;
      else if (tick_i) begin
        extended_q[i*Number +: Number] <=
            product(injected_weight, sum_d) + product(stored_weight, here_d);
      end
    end

    always_comb begin
      assert (\u_dut.extended_q [i*ExtendedWidth +: ExtendedWidth] ==
              extended_q[i*Number +: Number]);
      assert (extended_q[i*Number +: Number] <= 100 * InjectionPorts * (Window + QueuePhits));
    end
`endif

    // Sizes, and what is not part of the window.
    always_comb begin
      assert (here <= InjectionPorts * QueuePhits);
      for (int unsigned age = 0; age < Buckets; age++) begin
        assert (by_age[age*Count +: Count] <= InjectionPorts * (last_cycle + 1));
        if (age >= begun_q) assert (by_age[age*Count +: Count] == 0);
      end
      if (!begins) assert (by_age[Count-1:0] <= InjectionPorts * phase_q);
      assert (\u_dut.injected_q [i*InjectedWidth +: InjectedWidth] == sum);
      assert (\u_dut.stored_q [i*StoredWidth +: StoredWidth] == here);
    end

    // What was read of the window for this cycle, unless it was never written.
    always_comb begin
      if (!begins || \u_dut.full_q ) begin
        assert (\u_dut.row_q [i*BucketWidth +: BucketWidth] ==
                (\u_dut.slot_q == 0   ? \u_dut.window_q[0] [i*BucketWidth +: BucketWidth]
                 : \u_dut.slot_q == 1 ? \u_dut.window_q[1] [i*BucketWidth +: BucketWidth]
                                       : \u_dut.window_q[2] [i*BucketWidth +: BucketWidth]));
      end
    end

    // The ring has every bucket of the window, as many places behind the present one as it is old.
    logic [2:0] behind_0;
    logic [2:0] behind_1;
    logic [2:0] behind_2;

    assign behind_0 = place_q;
    assign behind_1 = place_q >= 1 ? place_q - 1 : place_q + buckets - 1;
    assign behind_2 = place_q >= 2 ? place_q - 2 : place_q + buckets - 2;

    always_comb begin
      asked_bucket[i*Count +: Count] = '0;
      for (int unsigned age = 0; age < Buckets; age++) begin
        if (age < begun_q && behind_0 == age) begin
          assert (\u_dut.window_q[0] [i*BucketWidth +: BucketWidth] == by_age[age*Count +: Count]);
          if (bucket_i == 0) asked_bucket[i*Count +: Count] = by_age[age*Count +: Count];
        end
        if (age < begun_q && behind_1 == age && buckets > 1) begin
          assert (\u_dut.window_q[1] [i*BucketWidth +: BucketWidth] == by_age[age*Count +: Count]);
          if (bucket_i == 1) asked_bucket[i*Count +: Count] = by_age[age*Count +: Count];
        end
        if (age < begun_q && behind_2 == age && buckets > 2) begin
          assert (\u_dut.window_q[2] [i*BucketWidth +: BucketWidth] == by_age[age*Count +: Count]);
          if (bucket_i == 2) asked_bucket[i*Count +: Count] = by_age[age*Count +: Count];
        end
      end
    end
  end

  // Remote counters: a packet counts as much for R_k as its offset is near to k * h, around the ring of
  // groups.
  logic [Remotes*Number-1:0] remote_q;

  for (genvar r = 0; r < Remotes; r++) begin : gen_remotes
    localparam int K      = r < RemoteEach ? r + 1 : RemoteEach - r - 1;
    localparam int Middle = K > 0 ? K * GlobalLinks : Groups + K * GlobalLinks;
    logic [Count-1:0]         came_near;        // packets, each as often as it counts
    logic [Count-1:0]         left_near;
    logic [Count-1:0]         stored_near;
    logic [Buckets*Count-1:0] in_buckets_near;
    logic [Buckets*Count-1:0] by_age;           // the same, by the definition
    logic [Buckets*Count-1:0] by_age_d;
    logic [Count-1:0]         waiting;
    logic [Count-1:0]         waiting_d;
    logic [Count-1:0]         staying;          // in the window, but not leaving it in this cycle
    logic [Count-1:0]         sum_d;
    logic [Number-1:0]        injected_part_q;
    logic [Number-1:0]        stored_part_q;

    always_comb begin
      came_near       = '0;
      left_near       = '0;
      stored_near     = '0;
      in_buckets_near = '0;
      for (int o = 1; o <= Offsets; o++) begin
        for (int around = -1; around <= 1; around++) begin
          for (int distance = 0; distance < GlobalLinks; distance++) begin
            if (o + around * Groups == Middle + distance ||
                (distance != 0 && o + around * Groups == Middle - distance)) begin
              came_near   = came_near + (GlobalLinks - distance) * came[(o-1)*Count +: Count];
              left_near   = left_near + (GlobalLinks - distance) * left[(o-1)*Count +: Count];
              stored_near = stored_near + (GlobalLinks - distance) * stored[(o-1)*Count +: Count];
              for (int age = 0; age < Buckets; age++) begin
                in_buckets_near[age*Count +: Count] = in_buckets_near[age*Count +: Count] +
                    (GlobalLinks - distance) * in_buckets[((o-1)*Buckets+age)*Count +: Count];
              end
            end
          end
        end
      end
      // What is assumed of offsets says so, but solvers need not find it.
      assume (left_near <= waiting + came_near);
      // All queues together hold no more packets than phits.
      assume (waiting + came_near - left_near <= GlobalLinks * InjectionPorts * QueuePhits);
    end

    lia_counters_model #(
      .Buckets(Buckets),
      .Count  (Count)
    ) u_model (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .tick_i     (tick_i),
      .begins_i   (begins),
      .buckets_i  (buckets),
      .came_i     (came_near),
      .left_i     (left_near),
      .buckets_o  (by_age),
      .buckets_d_o(by_age_d),
      .stored_o   (waiting),
      .stored_d_o (waiting_d)
    );

    always_comb begin
      staying = '0;
      sum_d   = '0;
      for (int unsigned age = 0; age < Buckets; age++) begin
        sum_d = sum_d + by_age_d[age*Count +: Count];
        if (!(begins && age == buckets - 1)) staying = staying + by_age[age*Count +: Count];
        assert (by_age[age*Count +: Count] <= GlobalLinks * InjectionPorts * (last_cycle + 1));
        if (age >= begun_q) assert (by_age[age*Count +: Count] == 0);
      end
      if (!begins) assert (by_age[Count-1:0] <= GlobalLinks * InjectionPorts * phase_q);
      assert (waiting <= GlobalLinks * InjectionPorts * QueuePhits);
      // Added up over the offsets they are the same.
      assert (by_age == in_buckets_near);
      assert (waiting == stored_near);
      assert (\u_dut.staying_q [r*InjectedSumWidth +: InjectedSumWidth] == staying);
      assert (\u_dut.waiting_q [r*StoredSumWidth +: StoredSumWidth] == waiting);
    end

`ifdef LIA_COUNTERS_TAKE_PRODUCTS
    assign injected_part_q = \u_dut.injected_part_q [r*InjectedPartWidth +: InjectedPartWidth];
    assign stored_part_q   = \u_dut.stored_part_q [r*StoredPartWidth +: StoredPartWidth];
`else
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        injected_part_q <= '0;
        stored_part_q   <= '0;
      end else if (tick_i) begin
        injected_part_q <= product(injected_weight, sum_d);
        stored_part_q   <= product(stored_weight, waiting_d);
      end
    end

    always_comb begin
      assert (\u_dut.injected_part_q [r*InjectedPartWidth +: InjectedPartWidth] == injected_part_q);
      assert (\u_dut.stored_part_q [r*StoredPartWidth +: StoredPartWidth] == stored_part_q);
    end
`endif
    assign remote_q[r*Number +: Number] = injected_part_q + stored_part_q;
  end

  // The answers. |o| = k * h + m looks at R_k and, with m > 0, at R_(k+1) on its side.
  logic [Offsets-1:0] needs_second;

  for (genvar i = 0; i < Offsets; i++) begin : gen_second
    localparam bit Negative = 2 * (i + 1) > Offsets;
    localparam int Distance = Negative ? Offsets - i : i + 1;

    always_comb begin
      needs_second[i] = 1'b0;
      for (int k = 1; k <= RemoteEach; k++) begin
        if (k * GlobalLinks <= Distance && Distance < (k + 1) * GlobalLinks ||
            (k - 1) * GlobalLinks < Distance && Distance < k * GlobalLinks) begin
          if (remote_q[(Negative ? RemoteEach + k - 1 : k - 1)*Number +: Number] >
              100 * GlobalLinks * remote_limit) begin
            needs_second[i] = 1'b1;
          end
        end
      end
    end
  end

  logic [31:0] saturated;

  always_comb begin
    saturated = '0;
    for (int unsigned i = 0; i < Offsets; i++) begin
      if (connected[i] && extended_q[i*Number +: Number] > 100 * global_limit) begin
        saturated = saturated + 1;
      end
    end
    assert (first_local == (saturated >= saturated_links));
  end

  always_comb begin
    assume (offset_i >= 1 && offset_i <= Offsets);
    assume (remote_i < Remotes);
    for (int unsigned i = 0; i < Offsets; i++) begin
      if (offset_i == i + 1) begin
        assert (injected_packets == injected[i*Count +: Count]);
        assert (stored_packets == stored[i*Count +: Count]);
        if (bucket_i < begun_q) assert (bucket_packets == asked_bucket[i*Count +: Count]);
        assert (extended == extended_q[i*Number +: Number]);
        assert (second_local == needs_second[i]);
        if (extended_q[i*Number +: Number] > 100 * load_high) assert (level == 2'd2);
        else if (extended_q[i*Number +: Number] > 100 * load_low) assert (level == 2'd1);
        else assert (level == 2'd0);
      end
    end
    for (int unsigned r = 0; r < Remotes; r++) begin
      if (remote_i == r) assert (remote == remote_q[r*Number +: Number]);
    end
  end

  initial assume (!rst_ni);

endmodule
