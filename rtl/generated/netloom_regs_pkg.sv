// Generated from routing/registers/NAME_registers.cpp by netloom_generate_registers. Do not edit.
package netloom_regs_pkg;

  // Every user of the package needs some of it, none all.
  /* verilator lint_off UNUSEDPARAM */

  // Bits that hold the values 0 ... count-1 (at least 1).
  function automatic integer bits_for(input integer count);
    bits_for = (count <= 2) ? 1 : $clog2(count);
  endfunction

  // SWITCH_ID (per switch, read-only): number of this switch in the netlist.
  parameter logic [31:0] SwitchIdReset = 32'h00000000;
  function automatic integer switch_id_bits(input integer switches);
    switch_id_bits = bits_for(switches);
  endfunction

  // LIB (per port, read-write): lower interval bound: first destination that may leave by this port.
  parameter logic [31:0] LibReset = 32'h00000000;
  function automatic integer lib_bits(input integer hosts);
    lib_bits = bits_for(hosts);
  endfunction

  // UIB (per port, read-write): upper interval bound: last destination that may leave by this port; LIB > UIB is a cyclic interval through node 0.
  parameter logic [31:0] UibReset = 32'h00000000;
  function automatic integer uib_bits(input integer hosts);
    uib_bits = bits_for(hosts);
  endfunction

  // MR (per port, read-write): mask: the bits of the node number that are compared with the interval, the others count as 0.
  parameter logic [31:0] MrReset = 32'hffffffff;
  function automatic integer mr_bits(input integer hosts);
    mr_bits = bits_for(hosts);
  endfunction

  // OPERAND (per port, read-write): node number that is masked and compared: 0 = destination, 1 = source.
  parameter logic [31:0] OperandReset = 32'h00000000;
  parameter int OperandBits = 1;

  // RRR (per port, read-write): routing restrictions: bit j set = this port is not offered where port j matches.
  parameter logic [31:0] RrrReset = 32'h00000000;
  function automatic integer rrr_bits(input integer ports);
    rrr_bits = ports;
  endfunction

  // ELIB (per exclusion interval of an up port, read-write): lower bound of an exclusion interval: first destination that may not leave by this port.
  parameter logic [31:0] ElibReset = 32'h00000000;
  function automatic integer elib_bits(input integer hosts);
    elib_bits = bits_for(hosts);
  endfunction

  // EUIB (per exclusion interval of an up port, read-write): upper bound of an exclusion interval: last destination that may not leave by this port; ELIB > EUIB is a cyclic interval through node 0.
  parameter logic [31:0] EuibReset = 32'h00000000;
  function automatic integer euib_bits(input integer hosts);
    euib_bits = bits_for(hosts);
  endfunction

  // EENABLE (per exclusion interval of an up port, read-write): 1 = the exclusion interval is in force.
  parameter logic [31:0] EenableReset = 32'h00000000;
  parameter int EenableBits = 1;

  // LFT (per destination, read-write): linear forwarding table: the output port to this node; what is no port, such as all ones, = there is none.
  parameter logic [31:0] LftReset = 32'hffffffff;
  function automatic integer lft_bits(input integer ports);
    lft_bits = bits_for(ports + 1);
  endfunction

  // MISROUTE_ENABLE (per switch, read-write): 1 = packets may leave the minimal path.
  parameter logic [31:0] MisrouteEnableReset = 32'h00000001;
  parameter int MisrouteEnableBits = 1;

  // MISROUTE_THRESHOLD (per switch, read-write): a packet may be misrouted to an output whose occupancy, the share of the buffer behind it that is filled, is less than so many percent of that of its minimal output.
  parameter logic [31:0] MisrouteThresholdReset = 32'h0000002d;
  parameter int MisrouteThresholdBits = 8;

  // MISROUTE_FACTOR (per switch, read-write): a packet whose minimal output is a global link may be misrouted only while the phits behind that one are more than so many percent of the mean of those behind the same VC of the switch's global links, and MISROUTE_OFFSET; 0 = whatever waits there.
  parameter logic [31:0] MisrouteFactorReset = 32'h00000096;
  parameter int MisrouteFactorBits = 16;

  // MISROUTE_OFFSET (per switch, read-write): phits: see MISROUTE_FACTOR.
  parameter logic [31:0] MisrouteOffsetReset = 32'h00000028;
  parameter int MisrouteOffsetBits = 16;

  // UGAL_THRESHOLD (per switch, read-write): T in phits, two's complement: a packet goes minimally if Q_MIN <= 2 Q_VLB + T.
  parameter logic [31:0] UgalThresholdReset = 32'h00000000;
  parameter int UgalThresholdBits = 16;

  // PB_FACTOR (per switch, read-write): F in percent: a global link is saturated if its queue is longer than F of the mean of the switch's global links, and Z.
  parameter logic [31:0] PbFactorReset = 32'h00000078;
  parameter int PbFactorBits = 16;

  // PB_OFFSET (per switch, read-write): Z in phits: see PB_FACTOR.
  parameter logic [31:0] PbOffsetReset = 32'h00000005;
  parameter int PbOffsetBits = 16;

  // ACOR_INTERVAL (per switch, read-write): cycles after which path A becomes shorter if few packets were blocked; 0 counts as 1.
  parameter logic [31:0] AcorIntervalReset = 32'h000001f4;
  parameter int AcorIntervalBits = 16;

  // ACOR_INCREASE_1 (per switch, read-write): more blocked packets than this lengthen path A from -G- to -GL.
  parameter logic [31:0] AcorIncrease1Reset = 32'h0000000f;
  parameter int AcorIncrease1Bits = 16;

  // ACOR_INCREASE_2 (per switch, read-write): more blocked packets than this lengthen path A from -GL to LGL.
  parameter logic [31:0] AcorIncrease2Reset = 32'h00000032;
  parameter int AcorIncrease2Bits = 16;

  // ACOR_DECREASE_1 (per switch, read-write): fewer blocked packets than this shorten path A from -GL to -G-.
  parameter logic [31:0] AcorDecrease1Reset = 32'h00000005;
  parameter int AcorDecrease1Bits = 16;

  // ACOR_DECREASE_2 (per switch, read-write): fewer blocked packets than this shorten path A from LGL to -GL.
  parameter logic [31:0] AcorDecrease2Reset = 32'h0000000f;
  parameter int AcorDecrease2Bits = 16;

  // ACOR_LEVEL (per switch, read-only): present path A: 0 = -G-, 1 = -GL, 2 = LGL.
  parameter logic [31:0] AcorLevelReset = 32'h00000000;
  parameter int AcorLevelBits = 2;

  // ACOR_BLOCKED (per switch, read-only): packets blocked at injection in the present interval.
  parameter logic [31:0] AcorBlockedReset = 32'h00000000;
  parameter int AcorBlockedBits = 16;

  // UGAL_BENIGN (per switch, read-write): T as in UGAL_THRESHOLD for packets to a group with little traffic.
  parameter logic [31:0] UgalBenignReset = 32'h00000096;
  parameter int UgalBenignBits = 16;

  // UGAL_MIXED (per switch, read-write): the same for a group whose counter is above LOAD_LOW.
  parameter logic [31:0] UgalMixedReset = 32'h0000ffe2;
  parameter int UgalMixedBits = 16;

  // UGAL_ADVERSARIAL (per switch, read-write): the same for a group whose counter is above LOAD_HIGH.
  parameter logic [31:0] UgalAdversarialReset = 32'h0000ff6a;
  parameter int UgalAdversarialBits = 16;

  // LOAD_LOW (per switch, read-write): LI_l in packets: up to this, traffic to a group is benign.
  parameter logic [31:0] LoadLowReset = 32'h00000003;
  parameter int LoadLowBits = 16;

  // LOAD_HIGH (per switch, read-write): LI_h in packets: above this, traffic to a group is adversarial.
  parameter logic [31:0] LoadHighReset = 32'h00000005;
  parameter int LoadHighBits = 16;

  // INJECTED_WEIGHT (per switch, read-write): percent: weight of an injected packet in an extended counter.
  parameter logic [31:0] InjectedWeightReset = 32'h00000064;
  parameter int InjectedWeightBits = 7;

  // STORED_WEIGHT (per switch, read-write): w in percent: weight of a stored packet in an extended counter.
  parameter logic [31:0] StoredWeightReset = 32'h0000000a;
  parameter int StoredWeightBits = 7;

  // GLOBAL_LIMIT (per switch, read-write): GPSTh in packets: above this, the extended counter of a group behind an own global link counts for SATURATED_LINKS.
  parameter logic [31:0] GlobalLimitReset = 32'h00000005;
  parameter int GlobalLimitBits = 16;

  // SATURATED_LINKS (per switch, read-write): SGC: with so many such counters, path A has a local hop in the source group.
  parameter logic [31:0] SaturatedLinksReset = 32'h00000003;
  parameter int SaturatedLinksBits = 16;

  // REMOTE_LIMIT (per switch, read-write): RCTh in packets: above this, a remote counter gives path A a local hop in the intermediate group.
  parameter logic [31:0] RemoteLimitReset = 32'h00000014;
  parameter int RemoteLimitBits = 16;

  // WINDOW_BUCKET (per other group and bucket, read-only): packets injected to a group in one bucket of the window.
  parameter logic [31:0] WindowBucketReset = 32'h00000000;
  function automatic integer window_bucket_bits(input integer injection_ports, input integer bucket);
    window_bucket_bits = bits_for(injection_ports * bucket + 1);
  endfunction

  // INJECTED_PACKETS (per other group, read-only): packets injected to a group within the window.
  parameter logic [31:0] InjectedPacketsReset = 32'h00000000;
  function automatic integer injected_packets_bits(input integer injection_ports, input integer window);
    injected_packets_bits = bits_for(injection_ports * window + 1);
  endfunction

  // STORED_PACKETS (per other group, read-only): packets to a group that are in the injection queues.
  parameter logic [31:0] StoredPacketsReset = 32'h00000000;
  function automatic integer stored_packets_bits(input integer injection_ports, input integer vcs, input integer input_buffer);
    stored_packets_bits = bits_for(injection_ports * vcs * input_buffer + 1);
  endfunction

  // EXTENDED_COUNTER (per other group, read-only): G in hundredths of a packet: INJECTED_WEIGHT injected + STORED_WEIGHT stored.
  parameter logic [31:0] ExtendedCounterReset = 32'h00000000;
  function automatic integer extended_counter_bits(input integer injection_ports, input integer window, input integer vcs, input integer input_buffer);
    extended_counter_bits = bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1);
  endfunction

  // REMOTE_COUNTER (per remote counter, read-only): h R_k in hundredths of a packet: sum over j = 1-h ... h-1 of (h - |j|) G at the offset k h + j.
  parameter logic [31:0] RemoteCounterReset = 32'h00000000;
  function automatic integer remote_counter_bits(input integer injection_ports, input integer window, input integer vcs, input integer input_buffer, input integer global_links);
    remote_counter_bits = bits_for(100 * injection_ports * (window + vcs * input_buffer) + 1) + bits_for(global_links * global_links);
  endfunction

  // NODE_ID (per switch, read-write): id of this switch that DAVC compares.
  parameter logic [31:0] NodeIdReset = 32'h00000000;
  function automatic integer node_id_bits(input integer switches);
    node_id_bits = bits_for(switches);
  endfunction

  // PORT_ID (per port, read-write): id of this port that DAVC compares.
  parameter logic [31:0] PortIdReset = 32'h00000000;
  function automatic integer port_id_bits(input integer ports);
    port_id_bits = bits_for(ports);
  endfunction

  // NEIGHBOUR_ID (per port, read-only): NODE_ID of the switch behind this output port, learnt when the link came up; 0 behind ports to hosts.
  parameter logic [31:0] NeighbourIdReset = 32'h00000000;
  function automatic integer neighbour_id_bits(input integer switches);
    neighbour_id_bits = bits_for(switches);
  endfunction

  // NEIGHBOUR_PORT (per port, read-only): PORT_ID with which the sender sends to this input port, learnt when the link came up; 0 at ports of hosts.
  parameter logic [31:0] NeighbourPortReset = 32'h00000000;
  parameter int NeighbourPortBits = 8;

  // CREDITS (per port and VC, read-only): phits free in the input buffer behind this output port and VC.
  parameter logic [31:0] CreditsReset = 32'h00000000;
  function automatic integer credits_bits(input integer input_buffer);
    credits_bits = bits_for(input_buffer + 1);
  endfunction

  // ROUND_ROBIN_IN (per port, read-only): VC of this input port that its arbiter looks at first.
  parameter logic [31:0] RoundRobinInReset = 32'h00000000;
  function automatic integer round_robin_in_bits(input integer vcs);
    round_robin_in_bits = bits_for(vcs);
  endfunction

  // ROUND_ROBIN_OUT (per port, read-only): input port that the arbiter of this output port looks at first.
  parameter logic [31:0] RoundRobinOutReset = 32'h00000000;
  function automatic integer round_robin_out_bits(input integer ports);
    round_robin_out_bits = bits_for(ports);
  endfunction

  // CYCLIC_PORT (per switch, read-only): output port at which the cyclic selection (cp) begins its next search.
  parameter logic [31:0] CyclicPortReset = 32'h00000000;
  function automatic integer cyclic_port_bits(input integer ports);
    cyclic_port_bits = bits_for(ports);
  endfunction

  // Word addresses of the registers of one port, register set interval.
  parameter int IntervalAddrWidth = 1;
  typedef enum logic [0:0] {
    IntervalLib = 1'd0,
    IntervalUib = 1'd1
  } interval_addr_e;

  // Word addresses of the registers of one port, register set fir.
  parameter int FirAddrWidth = 4;
  typedef enum logic [3:0] {
    FirLib = 4'd0,
    FirUib = 4'd1,
    FirMr = 4'd2,
    FirRrr = 4'd3  // and the words after it, lowest bits first
  } fir_addr_e;

  // Word addresses of the registers of one port, register set fir_source.
  parameter int FirSourceAddrWidth = 4;
  typedef enum logic [3:0] {
    FirSourceLib = 4'd0,
    FirSourceUib = 4'd1,
    FirSourceMr = 4'd2,
    FirSourceOperand = 4'd3,
    FirSourceRrr = 4'd4  // and the words after it, lowest bits first
  } fir_source_addr_e;

  // Word addresses of the registers of one port, register set ft2ei.
  parameter int Ft2eiAddrWidth = 6;
  // From a register of one exclusion interval to that of the next.
  parameter int Ft2eiExclusionWords = 3;
  typedef enum logic [5:0] {
    Ft2eiLib = 6'd0,
    Ft2eiUib = 6'd1,
    Ft2eiElib = 6'd2,  // of exclusion interval 0
    Ft2eiEuib = 6'd3,  // of exclusion interval 0
    Ft2eiEenable = 6'd4  // of exclusion interval 0
  } ft2ei_addr_e;

  // Word addresses of the registers of the switch, register set misrouting.
  parameter int MisroutingSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    MisroutingSwitchMisrouteEnable = 1'd0,
    MisroutingSwitchMisrouteThreshold = 1'd1
  } misrouting_switch_addr_e;

  // Word addresses of the registers of the switch, register set restricted_misrouting.
  parameter int RestrictedMisroutingSwitchAddrWidth = 2;
  typedef enum logic [1:0] {
    RestrictedMisroutingSwitchMisrouteEnable = 2'd0,
    RestrictedMisroutingSwitchMisrouteThreshold = 2'd1,
    RestrictedMisroutingSwitchMisrouteFactor = 2'd2,
    RestrictedMisroutingSwitchMisrouteOffset = 2'd3
  } restricted_misrouting_switch_addr_e;

  // Word addresses of the registers of the switch, register set ugal.
  parameter int UgalSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    UgalSwitchUgalThreshold = 1'd0
  } ugal_switch_addr_e;

  // Word addresses of the registers of the switch, register set piggyback.
  parameter int PiggybackSwitchAddrWidth = 2;
  typedef enum logic [1:0] {
    PiggybackSwitchUgalThreshold = 2'd0,
    PiggybackSwitchPbFactor = 2'd1,
    PiggybackSwitchPbOffset = 2'd2
  } piggyback_switch_addr_e;

  // Word addresses of the registers of the switch, register set acor.
  parameter int AcorSwitchAddrWidth = 3;
  typedef enum logic [2:0] {
    AcorSwitchAcorInterval = 3'd0,
    AcorSwitchAcorIncrease1 = 3'd1,
    AcorSwitchAcorIncrease2 = 3'd2,
    AcorSwitchAcorDecrease1 = 3'd3,
    AcorSwitchAcorDecrease2 = 3'd4,
    AcorSwitchAcorLevel = 3'd5,
    AcorSwitchAcorBlocked = 3'd6
  } acor_switch_addr_e;

  // Word addresses of the registers of the switch, register set pb_acor.
  parameter int PbAcorSwitchAddrWidth = 4;
  typedef enum logic [3:0] {
    PbAcorSwitchUgalThreshold = 4'd0,
    PbAcorSwitchPbFactor = 4'd1,
    PbAcorSwitchPbOffset = 4'd2,
    PbAcorSwitchAcorInterval = 4'd3,
    PbAcorSwitchAcorIncrease1 = 4'd4,
    PbAcorSwitchAcorIncrease2 = 4'd5,
    PbAcorSwitchAcorDecrease1 = 4'd6,
    PbAcorSwitchAcorDecrease2 = 4'd7,
    PbAcorSwitchAcorLevel = 4'd8,
    PbAcorSwitchAcorBlocked = 4'd9
  } pb_acor_switch_addr_e;

  // Word addresses of the registers of the switch, register set tpr.
  parameter int TprSwitchAddrWidth = 3;
  typedef enum logic [2:0] {
    TprSwitchUgalThreshold = 3'd0,
    TprSwitchUgalBenign = 3'd1,
    TprSwitchUgalMixed = 3'd2,
    TprSwitchUgalAdversarial = 3'd3,
    TprSwitchLoadLow = 3'd4,
    TprSwitchLoadHigh = 3'd5
  } tpr_switch_addr_e;

  // Word addresses of the registers of the switch, register set lia.
  parameter int LiaSwitchAddrWidth = 4;
  typedef enum logic [3:0] {
    LiaSwitchUgalThreshold = 4'd0,
    LiaSwitchUgalBenign = 4'd1,
    LiaSwitchUgalMixed = 4'd2,
    LiaSwitchUgalAdversarial = 4'd3,
    LiaSwitchLoadLow = 4'd4,
    LiaSwitchLoadHigh = 4'd5,
    LiaSwitchInjectedWeight = 4'd6,
    LiaSwitchStoredWeight = 4'd7,
    LiaSwitchGlobalLimit = 4'd8,
    LiaSwitchSaturatedLinks = 4'd9,
    LiaSwitchRemoteLimit = 4'd10
  } lia_switch_addr_e;

  // Word addresses of the registers of the switch, register set davc.
  parameter int DavcSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    DavcSwitchNodeId = 1'd0
  } davc_switch_addr_e;

  // Word addresses of the registers of one port, register set davc.
  parameter int DavcAddrWidth = 2;
  typedef enum logic [1:0] {
    DavcPortId = 2'd0,
    DavcNeighbourId = 2'd1,
    DavcNeighbourPort = 2'd2
  } davc_addr_e;

  /* verilator lint_on UNUSEDPARAM */

endpackage
