`include "refuse.svh"

// The extended traffic counters of a switch in a dragonfly, and what they say about a packet: how
// adversarial the traffic to its group is, and which local hops path A of its Valiant path needs.
// Groups are told apart by their offset, 1 ... Offsets. This is the block `lia_counters`.
//
// In every cycle each injection port may store a packet into its queue (stored_i) and start one from
// it (injected_i). Packets injected within the window are counted in a ring of buckets: each cycle
// adds to the present bucket, and a bucket that begins takes the place of the oldest one. At the end
// of the cycle, for each offset o and each remote counter k
//   EXTENDED_COUNTER[o] = INJECTED_WEIGHT * injected[o] + STORED_WEIGHT * stored[o]
//   REMOTE_COUNTER[k]   = sum over |j| < h of (h - |j|) * EXTENDED_COUNTER[k * h + j]
// offsets modulo the number of groups; both in hundredths of a packet, so that nothing is divided.
//
// The registers of the register set lia that are limits and weights are written at the rising edge
// with we_i and read back combinationally.
//
// Source: [LIA 2025], sections 4.2 and 4.3.
module lia_counters #(
  parameter int GlobalLinks    = 3,    // h of a switch, 1 or more
  parameter int Offsets        = 18,   // groups but the own, GlobalLinks or more
  parameter int InjectionPorts = 3,    // 1 or more
  parameter int Buckets        = 200,  // of the window, at most; 1 or more
  parameter int BucketCycles   = 1,    // of a bucket, at most; 1 or more
  parameter int QueuePhits     = 1000, // of all VCs of an injection port, 1 or more
  // Derived.
  localparam int OffsetWidth    = netloom_regs_pkg::bits_for(Offsets + 1),
  localparam int AddrWidth      = netloom_regs_pkg::LiaSwitchAddrWidth,
  localparam int SlotWidth      = netloom_regs_pkg::bits_for(Buckets),
  localparam int LengthWidth    = netloom_regs_pkg::bits_for(BucketCycles),
  localparam int BucketWidth    =
      netloom_regs_pkg::window_bucket_bits(InjectionPorts, BucketCycles),
  localparam int InjectedWidth  =
      netloom_regs_pkg::injected_packets_bits(InjectionPorts, Buckets * BucketCycles),
  localparam int StoredWidth    =
      netloom_regs_pkg::stored_packets_bits(InjectionPorts, 1, QueuePhits),
  localparam int ExtendedWidth  =
      netloom_regs_pkg::extended_counter_bits(InjectionPorts, Buckets * BucketCycles, 1,
                                              QueuePhits),
  localparam int RemoteWidth    = netloom_regs_pkg::remote_counter_bits(
      InjectionPorts, Buckets * BucketCycles, 1, QueuePhits, GlobalLinks),
  localparam int RemoteEach     =
      GlobalLinks < 1 ? 1 : ((Offsets + 1) / 2 + GlobalLinks - 1) / GlobalLinks,
  localparam int RemoteIdxWidth = netloom_regs_pkg::bits_for(2 * RemoteEach)
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  we_i,
  input  logic [AddrWidth-1:0]                  addr_i,
  input  logic [31:0]                           wdata_i,
  output logic [31:0]                           rdata_o,
  // Straps.
  input  logic [Offsets-1:0]                    connected_i,    // bit o - 1: by an own global link
  input  logic [SlotWidth-1:0]                  last_bucket_i,  // buckets - 1
  input  logic [LengthWidth-1:0]                last_cycle_i,   // cycles of a bucket - 1
  // Packets of this cycle. Without tick_i the counters stand still.
  input  logic                                  tick_i,
  input  logic [InjectionPorts-1:0]             stored_i,
  input  logic [InjectionPorts*OffsetWidth-1:0] stored_offsets_i,
  input  logic [InjectionPorts-1:0]             injected_i,
  input  logic [InjectionPorts*OffsetWidth-1:0] injected_offsets_i,
  // The offset of a packet's group, and what the registers say about it.
  input  logic [OffsetWidth-1:0]                offset_i,
  output logic [1:0]                            level_o,        // 0 benign, 1 mixed, 2 adversarial
  output logic                                  first_local_o,
  output logic                                  second_local_o,
  // Counters of offset_i, and those that the other two choose; R_1, R_2, ..., R_-1, R_-2, ... A bucket
  // that has not been begun has no packets.
  input  logic [SlotWidth-1:0]                  bucket_i,
  input  logic [RemoteIdxWidth-1:0]             remote_i,
  output logic [BucketWidth-1:0]                bucket_packets_o,
  output logic [InjectedWidth-1:0]              injected_packets_o,
  output logic [StoredWidth-1:0]                stored_packets_o,
  output logic [ExtendedWidth-1:0]              extended_o,
  output logic [RemoteWidth-1:0]                remote_o
);

  if (GlobalLinks < 1) begin : gen_bad_global_links
    `NETLOOM_REFUSE("lia_counters: GlobalLinks; allowed: 1 or more");
  end
  if (Offsets < GlobalLinks) begin : gen_bad_offsets
    `NETLOOM_REFUSE("lia_counters: Offsets; allowed: GlobalLinks or more");
  end
  if (InjectionPorts < 1) begin : gen_bad_injection_ports
    `NETLOOM_REFUSE("lia_counters: InjectionPorts; allowed: 1 or more");
  end
  if (Buckets < 1) begin : gen_bad_buckets
    `NETLOOM_REFUSE("lia_counters: Buckets; allowed: 1 or more");
  end
  if (BucketCycles < 1) begin : gen_bad_bucket_cycles
    `NETLOOM_REFUSE("lia_counters: BucketCycles; allowed: 1 or more");
  end
  if (QueuePhits < 1) begin : gen_bad_queue_phits
    `NETLOOM_REFUSE("lia_counters: QueuePhits; allowed: 1 or more");
  end
  if (64'(100 * InjectionPorts) * (64'(Buckets) * 64'(BucketCycles) + 64'(QueuePhits)) >=
      64'h7fffffff || RemoteWidth > 40) begin : gen_bad_counters
    `NETLOOM_REFUSE("lia_counters: Buckets, BucketCycles, QueuePhits; allowed: counters of up to 40 bits");
  end

  localparam int Groups  = Offsets + 1;
  localparam int Remotes = 2 * RemoteEach;
  localparam int Weight  = 7;  // bits
  localparam int PortsWidth = netloom_regs_pkg::bits_for(InjectionPorts + 1);

  // Registers.
  logic [15:0]       load_low_q;
  logic [15:0]       load_high_q;
  logic [Weight-1:0] injected_weight_q;
  logic [Weight-1:0] stored_weight_q;
  logic [15:0]       global_limit_q;
  logic [15:0]       saturated_links_q;
  logic [15:0]       remote_limit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_low_q        <= netloom_regs_pkg::LoadLowReset[15:0];
      load_high_q       <= netloom_regs_pkg::LoadHighReset[15:0];
      injected_weight_q <= netloom_regs_pkg::InjectedWeightReset[Weight-1:0];
      stored_weight_q   <= netloom_regs_pkg::StoredWeightReset[Weight-1:0];
      global_limit_q    <= netloom_regs_pkg::GlobalLimitReset[15:0];
      saturated_links_q <= netloom_regs_pkg::SaturatedLinksReset[15:0];
      remote_limit_q    <= netloom_regs_pkg::RemoteLimitReset[15:0];
    end else if (we_i) begin
      case (addr_i)
        AddrWidth'(netloom_regs_pkg::LiaSwitchLoadLow):        load_low_q <= wdata_i[15:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchLoadHigh):       load_high_q <= wdata_i[15:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchInjectedWeight):
          injected_weight_q <= wdata_i[Weight-1:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchStoredWeight):
          stored_weight_q <= wdata_i[Weight-1:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchGlobalLimit):    global_limit_q <= wdata_i[15:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchSaturatedLinks): saturated_links_q <= wdata_i[15:0];
        AddrWidth'(netloom_regs_pkg::LiaSwitchRemoteLimit):    remote_limit_q <= wdata_i[15:0];
        default: ;
      endcase
    end
  end

  always_comb begin
    case (addr_i)
      AddrWidth'(netloom_regs_pkg::LiaSwitchLoadLow):        rdata_o = 32'(load_low_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchLoadHigh):       rdata_o = 32'(load_high_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchInjectedWeight): rdata_o = 32'(injected_weight_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchStoredWeight):   rdata_o = 32'(stored_weight_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchGlobalLimit):    rdata_o = 32'(global_limit_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchSaturatedLinks): rdata_o = 32'(saturated_links_q);
      AddrWidth'(netloom_regs_pkg::LiaSwitchRemoteLimit):    rdata_o = 32'(remote_limit_q);
      default:                                               rdata_o = '0;
    endcase
  end

  logic unused_wdata;
  assign unused_wdata = ^wdata_i[31:16];

  // Where in the window this cycle lies.
  logic [SlotWidth-1:0]   slot_q;
  logic [LengthWidth-1:0] cycle_q;
  logic                   full_q;  // all buckets have been used: the present one has an old value
  logic                   begins;
  logic                   ends;    // the next cycle is in another bucket
  logic [SlotWidth-1:0]   next_slot;

  assign begins    = cycle_q == '0;
  assign ends      = cycle_q == last_cycle_i;
  assign next_slot = slot_q == last_bucket_i ? '0 : slot_q + SlotWidth'(1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_q  <= '0;
      cycle_q <= '0;
      full_q  <= 1'b0;
    end else if (tick_i && ends) begin
      cycle_q <= '0;
      slot_q  <= next_slot;
      full_q  <= full_q | (slot_q == last_bucket_i);
    end else if (tick_i) begin
      cycle_q <= cycle_q + LengthWidth'(1);
    end
  end

  // The buckets of all offsets side by side: one row is read, and one written, in a cycle. What a
  // cycle needs is read in the one before, so that the counters do not wait for it; of a bucket that
  // goes on, or of a window of one, it is what is written. Neither needs a reset, because what was
  // never written is not looked at.
  logic [Offsets*BucketWidth-1:0] window_q [Buckets];
  logic [Offsets*BucketWidth-1:0] row_q;  // of slot_q
  logic [Offsets*BucketWidth-1:0] row_d;

  always_ff @(posedge clk_i) begin
    if (tick_i) begin
      window_q[slot_q] <= row_d;
      row_q            <= ends && next_slot != slot_q ? window_q[next_slot] : row_d;
    end
  end

  logic [Offsets*InjectedWidth-1:0] injected_q;
  logic [Offsets*StoredWidth-1:0]   stored_q;
  logic [Offsets*ExtendedWidth-1:0] extended_q;
  logic [Offsets*ExtendedWidth-1:0] extended_d;
  logic [Offsets-1:0]               above_global;  // of the own groups

  for (genvar i = 0; i < Offsets; i++) begin : gen_offsets
    logic [PortsWidth-1:0]    came;
    logic [PortsWidth-1:0]    left;
    logic [BucketWidth-1:0]   old;      // leaves the window
    logic [BucketWidth-1:0]   present;  // so far
    logic [InjectedWidth-1:0] injected_d;
    logic [StoredWidth-1:0]   stored_d;

    always_comb begin
      came = '0;
      left = '0;
      for (int unsigned p = 0; p < InjectionPorts; p++) begin
        came = came + PortsWidth'(stored_i[p] &&
            stored_offsets_i[p*OffsetWidth +: OffsetWidth] == OffsetWidth'(i + 1));
        left = left + PortsWidth'(injected_i[p] &&
            injected_offsets_i[p*OffsetWidth +: OffsetWidth] == OffsetWidth'(i + 1));
      end
    end

    assign old     = begins && full_q ? row_q[i*BucketWidth +: BucketWidth] : '0;
    assign present = begins ? '0 : row_q[i*BucketWidth +: BucketWidth];
    assign row_d[i*BucketWidth +: BucketWidth] = present + BucketWidth'(left);
    assign injected_d = injected_q[i*InjectedWidth +: InjectedWidth] - InjectedWidth'(old) +
                        InjectedWidth'(left);
    assign stored_d   = stored_q[i*StoredWidth +: StoredWidth] + StoredWidth'(came) -
                        StoredWidth'(left);
    assign extended_d[i*ExtendedWidth +: ExtendedWidth] =
        ExtendedWidth'(injected_weight_q) * ExtendedWidth'(injected_d) +
        ExtendedWidth'(stored_weight_q) * ExtendedWidth'(stored_d);
    assign above_global[i] =
        connected_i[i] && (32'(extended_q[i*ExtendedWidth +: ExtendedWidth]) >
                           32'd100 * 32'(global_limit_q));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        injected_q[i*InjectedWidth +: InjectedWidth] <= '0;
        stored_q[i*StoredWidth +: StoredWidth]       <= '0;
        extended_q[i*ExtendedWidth +: ExtendedWidth] <= '0;
      end else if (tick_i) begin
        injected_q[i*InjectedWidth +: InjectedWidth] <= injected_d;
        stored_q[i*StoredWidth +: StoredWidth]       <= stored_d;
        extended_q[i*ExtendedWidth +: ExtendedWidth] <=
            extended_d[i*ExtendedWidth +: ExtendedWidth];
      end
    end
  end

  // Remote counters.

  // h - |j - h| for j = 1 ... 2h - 1.
  function automatic int unsigned weight(input int unsigned j);
    weight = (j < GlobalLinks) ? j : 2 * GlobalLinks - j;
  endfunction

  logic [Remotes*RemoteWidth-1:0] remote_q;
  logic [Remotes-1:0]             above_remote;

  for (genvar r = 0; r < Remotes; r++) begin : gen_remotes
    // The offset k * h in the middle of those that are added up.
    localparam int Distance = (r < RemoteEach ? r + 1 : r - RemoteEach + 1) * GlobalLinks;
    localparam int Middle   = r < RemoteEach ? Distance : 2 * Groups - Distance;
    logic [RemoteWidth-1:0] remote_d;

    always_comb begin
      remote_d = '0;
      for (int unsigned j = 1; j < 2 * GlobalLinks; j++) begin
        // The offset Middle + j - h; there is none for the own group.
        if ((Middle + j + Groups - GlobalLinks) % Groups != 0) begin
          remote_d = remote_d +
              RemoteWidth'(weight(j)) *
              RemoteWidth'(extended_d[((Middle + j + Groups - GlobalLinks) % Groups - 1) *
                                      ExtendedWidth +: ExtendedWidth]);
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)     remote_q[r*RemoteWidth +: RemoteWidth] <= '0;
      else if (tick_i) remote_q[r*RemoteWidth +: RemoteWidth] <= remote_d;
    end

    assign above_remote[r] = 40'(remote_q[r*RemoteWidth +: RemoteWidth]) >
                             40'(100 * GlobalLinks) * 40'(remote_limit_q);
  end

  // Which offsets need the second local hop: |o| = k * h + m looks at R_k if k > 0, and at R_k+1 if
  // m > 0, on its side.
  logic [Offsets-1:0] second;

  for (genvar i = 0; i < Offsets; i++) begin : gen_second
    localparam bit Negative = i + 1 > Offsets / 2;
    localparam int Distance = Negative ? Offsets - i : i + 1;
    localparam int K        = Distance / GlobalLinks;
    localparam int First    = Negative ? RemoteEach : 0;  // R_1 or R_-1
    logic this_one;
    logic next_one;

    if (K > 0) begin : gen_this
      assign this_one = above_remote[First+K-1];
    end else begin : gen_no_this
      assign this_one = 1'b0;
    end
    if (Distance % GlobalLinks > 0) begin : gen_next
      assign next_one = above_remote[First+K];
    end else begin : gen_no_next
      assign next_one = 1'b0;
    end
    assign second[i] = this_one | next_one;
  end

  // What is asked for.
  logic [15:0]                    links;
  logic [OffsetWidth-1:0]         place;
  logic [Offsets*BucketWidth-1:0] bucket_row;

  assign place      = offset_i - OffsetWidth'(1);
  // What was never written is not looked at.
  assign bucket_row = full_q || bucket_i < slot_q || (bucket_i == slot_q && !begins)
                      ? window_q[bucket_i] : '0;

  always_comb begin
    links = '0;
    for (int unsigned i = 0; i < Offsets; i++) links = links + 16'(above_global[i]);
  end

  always_comb begin
    bucket_packets_o   = '0;
    injected_packets_o = '0;
    stored_packets_o   = '0;
    extended_o         = '0;
    second_local_o     = 1'b0;
    for (int unsigned i = 0; i < Offsets; i++) begin
      if (place == OffsetWidth'(i)) begin
        bucket_packets_o   = bucket_row[i*BucketWidth +: BucketWidth];
        injected_packets_o = injected_q[i*InjectedWidth +: InjectedWidth];
        stored_packets_o   = stored_q[i*StoredWidth +: StoredWidth];
        extended_o         = extended_q[i*ExtendedWidth +: ExtendedWidth];
        second_local_o     = second[i];
      end
    end
    remote_o = '0;
    for (int unsigned r = 0; r < Remotes; r++) begin
      if (remote_i == RemoteIdxWidth'(r)) remote_o = remote_q[r*RemoteWidth +: RemoteWidth];
    end
  end

  assign level_o = 32'(extended_o) > 32'd100 * 32'(load_high_q)  ? 2'd2
                   : 32'(extended_o) > 32'd100 * 32'(load_low_q) ? 2'd1
                                                                 : 2'd0;
  assign first_local_o = links >= saturated_links_q;

endmodule
