// Generated from routing/register_table.cpp by netloom_generate_registers. Do not edit.
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
  parameter int unsigned OperandBits = 1;

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
  parameter int unsigned EenableBits = 1;

  // MISROUTE_ENABLE (per switch, read-write): 1 = packets may leave the minimal path.
  parameter logic [31:0] MisrouteEnableReset = 32'h00000001;
  parameter int unsigned MisrouteEnableBits = 1;

  // MISROUTE_THRESHOLD (per switch, read-write): a packet may be misrouted to an output whose occupancy, the share of the buffer behind it that is filled, is less than so many percent of that of its minimal output.
  parameter logic [31:0] MisrouteThresholdReset = 32'h0000002d;
  parameter int unsigned MisrouteThresholdBits = 8;

  // UGAL_THRESHOLD (per switch, read-write): T in phits, two's complement: a packet goes minimally if Q_MIN <= 2 Q_VLB + T.
  parameter logic [31:0] UgalThresholdReset = 32'h00000000;
  parameter int unsigned UgalThresholdBits = 16;

  // PB_FACTOR (per switch, read-write): F in percent: a global link is saturated if its queue is longer than F of the mean of the switch's global links, and Z.
  parameter logic [31:0] PbFactorReset = 32'h00000078;
  parameter int unsigned PbFactorBits = 16;

  // PB_OFFSET (per switch, read-write): Z in phits: see PB_FACTOR.
  parameter logic [31:0] PbOffsetReset = 32'h00000005;
  parameter int unsigned PbOffsetBits = 16;

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
  parameter int unsigned NeighbourPortBits = 8;

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
  parameter int unsigned IntervalAddrWidth = 1;
  typedef enum logic [0:0] {
    IntervalLib = 1'd0,
    IntervalUib = 1'd1
  } interval_addr_e;

  // Word addresses of the registers of one port, register set fir.
  parameter int unsigned FirAddrWidth = 4;
  typedef enum logic [3:0] {
    FirLib = 4'd0,
    FirUib = 4'd1,
    FirMr = 4'd2,
    FirRrr = 4'd3  // and the words after it, lowest bits first
  } fir_addr_e;

  // Word addresses of the registers of one port, register set fir_source.
  parameter int unsigned FirSourceAddrWidth = 4;
  typedef enum logic [3:0] {
    FirSourceLib = 4'd0,
    FirSourceUib = 4'd1,
    FirSourceMr = 4'd2,
    FirSourceOperand = 4'd3,
    FirSourceRrr = 4'd4  // and the words after it, lowest bits first
  } fir_source_addr_e;

  // Word addresses of the registers of one port, register set ft2ei.
  parameter int unsigned Ft2eiAddrWidth = 6;
  // From a register of one exclusion interval to that of the next.
  parameter int unsigned Ft2eiExclusionWords = 3;
  typedef enum logic [5:0] {
    Ft2eiLib = 6'd0,
    Ft2eiUib = 6'd1,
    Ft2eiElib = 6'd2,  // of exclusion interval 0
    Ft2eiEuib = 6'd3,  // of exclusion interval 0
    Ft2eiEenable = 6'd4  // of exclusion interval 0
  } ft2ei_addr_e;

  // Word addresses of the registers of the switch, register set misrouting.
  parameter int unsigned MisroutingSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    MisroutingSwitchMisrouteEnable = 1'd0,
    MisroutingSwitchMisrouteThreshold = 1'd1
  } misrouting_switch_addr_e;

  // Word addresses of the registers of the switch, register set ugal.
  parameter int unsigned UgalSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    UgalSwitchUgalThreshold = 1'd0
  } ugal_switch_addr_e;

  // Word addresses of the registers of the switch, register set piggyback.
  parameter int unsigned PiggybackSwitchAddrWidth = 2;
  typedef enum logic [1:0] {
    PiggybackSwitchUgalThreshold = 2'd0,
    PiggybackSwitchPbFactor = 2'd1,
    PiggybackSwitchPbOffset = 2'd2
  } piggyback_switch_addr_e;

  // Word addresses of the registers of the switch, register set davc.
  parameter int unsigned DavcSwitchAddrWidth = 1;
  typedef enum logic [0:0] {
    DavcSwitchNodeId = 1'd0
  } davc_switch_addr_e;

  // Word addresses of the registers of one port, register set davc.
  parameter int unsigned DavcAddrWidth = 2;
  typedef enum logic [1:0] {
    DavcPortId = 2'd0,
    DavcNeighbourId = 2'd1,
    DavcNeighbourPort = 2'd2
  } davc_addr_e;

  /* verilator lint_on UNUSEDPARAM */

endpackage
