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
  localparam int Weight  = 7;           // bits
  localparam int Thrice  = Weight + 2;  // bits of three times a weight
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

  // The limits once more, in hundredths of a packet (of a remote counter: of GlobalLinks packets), so
  // that comparisons do not wait for a product; all ones where no counter can be larger. So the lowest
  // bits are all alike, and kept as one: ExtendedAlike and RemoteAlike.
  localparam int ExtendedAlike = 2;
  localparam int RemoteAlike   = 2 + $clog2(GlobalLinks & -GlobalLinks);

  function automatic logic [ExtendedWidth-ExtendedAlike:0] extended_limit(input logic [15:0] limit);
    logic [63:0] hundredths;
    hundredths     = 64'd100 * 64'(limit);
    extended_limit = (hundredths >> ExtendedWidth) != '0
                     ? '1 : hundredths[ExtendedWidth-1:ExtendedAlike-1];
  endfunction

  function automatic logic [RemoteWidth-RemoteAlike:0] remote_limit(input logic [15:0] limit);
    logic [63:0] hundredths;
    hundredths   = 64'(100 * GlobalLinks) * 64'(limit);
    remote_limit = (hundredths >> RemoteWidth) != '0
                   ? '1 : hundredths[RemoteWidth-1:RemoteAlike-1];
  endfunction

  logic [ExtendedWidth-ExtendedAlike:0] low_hundredths_q;
  logic [ExtendedWidth-ExtendedAlike:0] high_hundredths_q;
  logic [ExtendedWidth-ExtendedAlike:0] global_hundredths_q;
  logic [RemoteWidth-RemoteAlike:0]     remote_hundredths_q;
  logic [ExtendedWidth-1:0]             low_hundredths;
  logic [ExtendedWidth-1:0]             high_hundredths;
  logic [ExtendedWidth-1:0]             global_hundredths;
  logic [RemoteWidth-1:0]               remote_hundredths;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_hundredths_q    <= extended_limit(netloom_regs_pkg::LoadLowReset[15:0]);
      high_hundredths_q   <= extended_limit(netloom_regs_pkg::LoadHighReset[15:0]);
      global_hundredths_q <= extended_limit(netloom_regs_pkg::GlobalLimitReset[15:0]);
      remote_hundredths_q <= remote_limit(netloom_regs_pkg::RemoteLimitReset[15:0]);
    end else if (we_i) begin
      case (addr_i)
        AddrWidth'(netloom_regs_pkg::LiaSwitchLoadLow):
          low_hundredths_q <= extended_limit(wdata_i[15:0]);
        AddrWidth'(netloom_regs_pkg::LiaSwitchLoadHigh):
          high_hundredths_q <= extended_limit(wdata_i[15:0]);
        AddrWidth'(netloom_regs_pkg::LiaSwitchGlobalLimit):
          global_hundredths_q <= extended_limit(wdata_i[15:0]);
        AddrWidth'(netloom_regs_pkg::LiaSwitchRemoteLimit):
          remote_hundredths_q <= remote_limit(wdata_i[15:0]);
        default: ;
      endcase
    end
  end

  assign low_hundredths    = {low_hundredths_q, {(ExtendedAlike-1){low_hundredths_q[0]}}};
  assign high_hundredths   = {high_hundredths_q, {(ExtendedAlike-1){high_hundredths_q[0]}}};
  assign global_hundredths = {global_hundredths_q, {(ExtendedAlike-1){global_hundredths_q[0]}}};
  assign remote_hundredths = {remote_hundredths_q, {(RemoteAlike-1){remote_hundredths_q[0]}}};

  // Products with the weights: a multiple of the weight for each two bits of the other factor.
  logic [Thrice-1:0] injected_thrice;
  logic [Thrice-1:0] stored_thrice;

  assign injected_thrice = Thrice'(injected_weight_q) + Thrice'({injected_weight_q, 1'b0});
  assign stored_thrice   = Thrice'(stored_weight_q) + Thrice'({stored_weight_q, 1'b0});

  function automatic logic [Thrice-1:0] multiple(input logic [1:0] times,
                                                 input logic [Weight-1:0] weight,
                                                 input logic [Thrice-1:0] thrice);
    case (times)
      2'd0:    multiple = '0;
      2'd1:    multiple = Thrice'(weight);
      2'd2:    multiple = Thrice'({weight, 1'b0});
      default: multiple = thrice;
    endcase
  endfunction

  // Where in the window this cycle lies.
  logic [SlotWidth-1:0]   slot_q;
  logic [LengthWidth-1:0] cycle_q;
  logic                   full_q;  // all buckets have been used: the present one has an old value
  logic                   begins;
  logic                   ends;    // the next cycle is in another bucket
  logic [SlotWidth-1:0]   next_slot;
  logic                   full_d;

  assign begins    = cycle_q == '0;
  assign ends      = cycle_q == last_cycle_i;
  assign next_slot = slot_q == last_bucket_i ? '0 : slot_q + SlotWidth'(1);
  assign full_d    = full_q | (slot_q == last_bucket_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_q  <= '0;
      cycle_q <= '0;
      full_q  <= 1'b0;
    end else if (tick_i && ends) begin
      cycle_q <= '0;
      slot_q  <= next_slot;
      full_q  <= full_d;
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
  logic [Offsets*BucketWidth-1:0] next_row;

  assign next_row = ends && next_slot != slot_q ? window_q[next_slot] : row_d;

  always_ff @(posedge clk_i) begin
    if (tick_i) begin
      window_q[slot_q] <= row_d;
      row_q            <= next_row;
    end
  end

  logic [Offsets*InjectedWidth-1:0] injected_q;
  logic [Offsets*StoredWidth-1:0]   stored_q;
  logic [Offsets*ExtendedWidth-1:0] extended_q;
  logic [Offsets-1:0]               above_global;  // of the own groups

  // Without an adder: there are few ports.
  function automatic logic [PortsWidth-1:0] count(input logic [InjectionPorts-1:0] packets);
    logic carry;
    logic next;
    count = '0;
    for (int unsigned p = 0; p < InjectionPorts; p++) begin
      carry = packets[p];
      for (int unsigned b = 0; b < PortsWidth; b++) begin
        next     = count[b] & carry;
        count[b] = count[b] ^ carry;
        carry    = next;
      end
    end
  endfunction

  for (genvar i = 0; i < Offsets; i++) begin : gen_offsets
    logic [InjectionPorts-1:0] stored_here;
    logic [InjectionPorts-1:0] injected_here;
    logic [PortsWidth-1:0]     came;
    logic [PortsWidth-1:0]     left;
    logic [BucketWidth-1:0]    old;      // leaves the window
    logic [BucketWidth-1:0]    present;  // so far
    logic [InjectedWidth-1:0]  injected_d;
    logic [StoredWidth-1:0]    stored_d;
    logic [ExtendedWidth-1:0]  extended_d;

    for (genvar p = 0; p < InjectionPorts; p++) begin : gen_ports
      assign stored_here[p]   = stored_i[p] &&
          stored_offsets_i[p*OffsetWidth +: OffsetWidth] == OffsetWidth'(i + 1);
      assign injected_here[p] = injected_i[p] &&
          injected_offsets_i[p*OffsetWidth +: OffsetWidth] == OffsetWidth'(i + 1);
    end
    assign came = count(stored_here);
    assign left = count(injected_here);

    assign old     = begins && full_q ? row_q[i*BucketWidth +: BucketWidth] : '0;
    assign present = begins ? '0 : row_q[i*BucketWidth +: BucketWidth];
    assign row_d[i*BucketWidth +: BucketWidth] = present + BucketWidth'(left);
    assign injected_d = injected_q[i*InjectedWidth +: InjectedWidth] - InjectedWidth'(old) +
                        InjectedWidth'(left);
    assign stored_d   = stored_q[i*StoredWidth +: StoredWidth] + StoredWidth'(came) -
                        StoredWidth'(left);

    always_comb begin
      extended_d = '0;
      for (int unsigned b = 0; b < InjectedWidth; b += 2) begin
        extended_d = extended_d + (ExtendedWidth'(multiple(
            2'({1'b0, injected_d} >> b), injected_weight_q, injected_thrice)) << b);
      end
      for (int unsigned b = 0; b < StoredWidth; b += 2) begin
        extended_d = extended_d + (ExtendedWidth'(multiple(
            2'({1'b0, stored_d} >> b), stored_weight_q, stored_thrice)) << b);
      end
    end

    assign above_global[i] =
        connected_i[i] && extended_q[i*ExtendedWidth +: ExtendedWidth] > global_hundredths;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        injected_q[i*InjectedWidth +: InjectedWidth] <= '0;
        stored_q[i*StoredWidth +: StoredWidth]       <= '0;
        extended_q[i*ExtendedWidth +: ExtendedWidth] <= '0;
      end else if (tick_i) begin
        injected_q[i*InjectedWidth +: InjectedWidth] <= injected_d;
        stored_q[i*StoredWidth +: StoredWidth]       <= stored_d;
        extended_q[i*ExtendedWidth +: ExtendedWidth] <= extended_d;
      end
    end
  end

  // Remote counters, summed up before they are multiplied, so that they do not wait for extended ones:
  //   INJECTED_WEIGHT * (sum of (h - |j|) * injected[k * h + j]) + STORED_WEIGHT * (that of stored).
  // Kept are both sums, and both products, which are added where they are compared or read. A packet counts
  // at most h in a sum, and a queue holds no more packets than phits.
  localparam int PortsSumWidth     =
      netloom_regs_pkg::bits_for(GlobalLinks * InjectionPorts + 1);
  localparam int InjectedSumWidth  =
      netloom_regs_pkg::bits_for(GlobalLinks * InjectionPorts * Buckets * BucketCycles + 1);
  localparam int StoredSumWidth    =
      netloom_regs_pkg::bits_for(GlobalLinks * InjectionPorts * QueuePhits + 1);
  localparam int InjectedPartWidth = Weight + InjectedSumWidth;
  localparam int StoredPartWidth   = Weight + StoredSumWidth;

  // h - |j| of an offset, for the remote counter with the offset `middle`; 0 of one that is not near.
  // With few groups, an offset may be near on both sides.
  function automatic int unsigned nearness(input int unsigned middle, input int unsigned offset);
    nearness = 0;
    for (int unsigned j = 1; j < 2 * GlobalLinks; j++) begin
      if ((middle + j + Groups - GlobalLinks) % Groups == offset) begin
        nearness = nearness + ((j < GlobalLinks) ? j : 2 * GlobalLinks - j);
      end
    end
  endfunction

  logic [Offsets*BucketWidth-1:0]       old_d;      // leave the window in the next cycle
  logic [Remotes*InjectedSumWidth-1:0]  staying_q;  // injected, but for those that leave in this cycle
  logic [Remotes*StoredSumWidth-1:0]    waiting_q;  // stored
  logic [Remotes*InjectedPartWidth-1:0] injected_part_q;
  logic [Remotes*StoredPartWidth-1:0]   stored_part_q;
  logic [Remotes-1:0]                   above_remote;

  assign old_d = ends && full_d ? next_row : '0;

  for (genvar r = 0; r < Remotes; r++) begin : gen_remotes
    // The offset k * h in the middle of those that are added up.
    localparam int Distance = (r < RemoteEach ? r + 1 : r - RemoteEach + 1) * GlobalLinks;
    localparam int Middle   = r < RemoteEach ? Distance : 2 * Groups - Distance;
    logic [PortsSumWidth-1:0]     came;
    logic [PortsSumWidth-1:0]     left;
    logic [InjectedSumWidth-1:0]  old;
    logic [InjectedSumWidth-1:0]  injected_sum;
    logic [StoredSumWidth-1:0]    stored_sum;
    logic [InjectedPartWidth-1:0] injected_part_d;
    logic [StoredPartWidth-1:0]   stored_part_d;
    logic signed [RemoteWidth:0]  room;  // to the limit

    function automatic logic [PortsSumWidth-1:0] near(input logic [OffsetWidth-1:0] offset);
      near = '0;
      for (int unsigned o = 1; o <= Offsets; o++) begin
        if (offset == OffsetWidth'(o)) near = near | PortsSumWidth'(nearness(Middle, o));
      end
    endfunction

    always_comb begin
      came = '0;
      left = '0;
      for (int unsigned p = 0; p < InjectionPorts; p++) begin
        if (stored_i[p]) came = came + near(stored_offsets_i[p*OffsetWidth +: OffsetWidth]);
        if (injected_i[p]) left = left + near(injected_offsets_i[p*OffsetWidth +: OffsetWidth]);
      end
      old = '0;
      for (int unsigned o = 1; o <= Offsets; o++) begin
        old = old + InjectedSumWidth'(nearness(Middle, o)) *
                    InjectedSumWidth'(old_d[(o-1)*BucketWidth +: BucketWidth]);
      end
    end

    assign injected_sum = staying_q[r*InjectedSumWidth +: InjectedSumWidth] +
                          InjectedSumWidth'(left);
    assign stored_sum   = waiting_q[r*StoredSumWidth +: StoredSumWidth] +
                          StoredSumWidth'(came) - StoredSumWidth'(left);

    always_comb begin
      injected_part_d = '0;
      for (int unsigned b = 0; b < InjectedSumWidth; b += 2) begin
        injected_part_d = injected_part_d + (InjectedPartWidth'(multiple(
            2'({1'b0, injected_sum} >> b), injected_weight_q, injected_thrice)) << b);
      end
      stored_part_d = '0;
      for (int unsigned b = 0; b < StoredSumWidth; b += 2) begin
        stored_part_d = stored_part_d + (StoredPartWidth'(multiple(
            2'({1'b0, stored_sum} >> b), stored_weight_q, stored_thrice)) << b);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        staying_q[r*InjectedSumWidth +: InjectedSumWidth]         <= '0;
        waiting_q[r*StoredSumWidth +: StoredSumWidth]             <= '0;
        injected_part_q[r*InjectedPartWidth +: InjectedPartWidth] <= '0;
        stored_part_q[r*StoredPartWidth +: StoredPartWidth]       <= '0;
      end else if (tick_i) begin
        staying_q[r*InjectedSumWidth +: InjectedSumWidth]         <= injected_sum - old;
        waiting_q[r*StoredSumWidth +: StoredSumWidth]             <= stored_sum;
        injected_part_q[r*InjectedPartWidth +: InjectedPartWidth] <= injected_part_d;
        stored_part_q[r*StoredPartWidth +: StoredPartWidth]       <= stored_part_d;
      end
    end

    assign room = (RemoteWidth+1)'(remote_hundredths) -
        (RemoteWidth+1)'(injected_part_q[r*InjectedPartWidth +: InjectedPartWidth]) -
        (RemoteWidth+1)'(stored_part_q[r*StoredPartWidth +: StoredPartWidth]);
    assign above_remote[r] = room < 0;
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
  logic signed [OffsetWidth:0]    links;        // that are saturated, less those that have to be
  logic [InjectedPartWidth-1:0]   injected_part;
  logic [StoredPartWidth-1:0]     stored_part;
  logic [OffsetWidth-1:0]         place;
  logic [Offsets*BucketWidth-1:0] bucket_row;

  assign place      = offset_i - OffsetWidth'(1);
  // What was never written is not looked at.
  assign bucket_row = full_q || bucket_i < slot_q || (bucket_i == slot_q && !begins)
                      ? window_q[bucket_i] : '0;

  always_comb begin
    links = -$signed({1'b0, OffsetWidth'(saturated_links_q)});
    for (int unsigned i = 0; i < Offsets; i++) links = links + (OffsetWidth+1)'(above_global[i]);
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
    injected_part = '0;
    stored_part   = '0;
    for (int unsigned r = 0; r < Remotes; r++) begin
      if (remote_i == RemoteIdxWidth'(r)) begin
        injected_part = injected_part_q[r*InjectedPartWidth +: InjectedPartWidth];
        stored_part   = stored_part_q[r*StoredPartWidth +: StoredPartWidth];
      end
    end
  end

  assign remote_o      = RemoteWidth'(injected_part) + RemoteWidth'(stored_part);
  assign level_o       = extended_o > high_hundredths  ? 2'd2
                         : extended_o > low_hundredths ? 2'd1
                                                       : 2'd0;
  // No more links than there are offsets can be saturated.
  assign first_local_o = (saturated_links_q >> OffsetWidth) == '0 && !links[OffsetWidth];

endmodule
