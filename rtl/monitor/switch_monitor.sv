`include "refuse.svh"

// Sees the pins of a switch, and says at which of them the contract is broken, in which way, and by whom, the
// switch or a neighbour. It is bound to netloom_switch, or to any module with its parameters and pins:
//
//   `include "switch_monitor.svh"
//   bind my_switch switch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_monitor (.*);
//
// For simulation, by tools that know concurrent assertions. Parameters are those of netloom_switch, but for the
// last one. What it says: report.svh.
//
// Source: docs/timing.md; docs/switch_monitor.md.
module switch_monitor #(
  parameter int Ports         = 8,   // 1 ... 256
  parameter int VcShift       = 0,   // 0 ... 6
  parameter int PhitWidth     = 96,  // bits, those of the header or more
  parameter int Hosts         = 64,  // 1 or more
  parameter int LargestPacket = 16,  // LargestFlit ... 65535
  parameter int LargestFlit   = 16,  // 1 ... 65535
  parameter int HopLimit      = 64,  // 1 ... 262079
  parameter int OneSize       = 1,   // 0 ... 1
  parameter logic [Ports*32-1:0] InputVcs    = {Ports{32'd1}},
  parameter logic [Ports*32-1:0] InputPhits  = {Ports{32'd32}},
  parameter logic [Ports*32-1:0] OutputVcs   = {Ports{32'd1}},
  parameter logic [Ports*32-1:0] OutputPhits = {Ports{32'd32}},
  parameter logic [Ports*32-1:0] BufferPhits = {Ports{32'd0}},
  // Of the pins of watch_monitor.
  /* verilator lint_off UNUSEDPARAM */
  parameter int MostPhits     = 32,  // 1 or more
  /* verilator lint_on UNUSEDPARAM */
  parameter int StoreForward  = 0,   // 0 ... 1
  parameter int RoutingDelay  = 1,   // 1 or more
  parameter int Delay         = 1,   // 1 or more
  parameter int Speedup       = 1,   // 1 ... 2
  parameter int Full          = 0,   // 0 ... 1
  parameter int Route         = 0,   // 8: headers have a state that changes; 0 ... 9
  parameter int Failing       = 0,   // 1: packets may be deviated, or dropped; 0 ... 1
  // Cycles for which a flit may be kept while every output is free; 0: any number.
  parameter int MaxWait       = 0,   // 0 or more
  // Derived.
  localparam int Vcs        = 1 << VcShift,
  localparam int VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int Lanes      = (Full == 1) ? Vcs : 1,
  localparam int Sides      = Ports * Lanes
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [Ports-1:0]            flit_valid_i,
  input logic [Ports*VcWidth-1:0]    flit_vc_i,
  input logic [Ports-1:0]            flit_head_i,
  input logic [Ports-1:0]            flit_tail_i,
  input logic [Ports-1:0]            flit_first_i,
  input logic [Ports-1:0]            flit_last_i,
  input logic [Ports*PhitWidth-1:0]  flit_data_i,
  input logic [Sides-1:0]            credit_valid_o,
  input logic [Sides*VcWidth-1:0]    credit_vc_o,
  input logic [Sides*PhitsWidth-1:0] credit_phits_o,
  input logic [Ports-1:0]            flit_valid_o,
  input logic [Ports*VcWidth-1:0]    flit_vc_o,
  input logic [Ports-1:0]            flit_head_o,
  input logic [Ports-1:0]            flit_tail_o,
  input logic [Ports-1:0]            flit_first_o,
  input logic [Ports-1:0]            flit_last_o,
  input logic [Ports*PhitWidth-1:0]  flit_data_o,
  input logic [Sides-1:0]            credit_valid_i,
  input logic [Sides*VcWidth-1:0]    credit_vc_i,
  input logic [Sides*PhitsWidth-1:0] credit_phits_i,
  input logic                        psel_i,
  input logic                        penable_i,
  input logic                        pwrite_i,
  input logic [31:0]                 paddr_i,
  input logic [31:0]                 pwdata_i,
  input logic [3:0]                  pstrb_i,
  input logic                        pready_o,
  input logic                        pslverr_o,
  input logic                        learn_i,
  input logic [Ports-1:0]            link_dead_i,
  input logic [Ports-1:0]            link_failed_i
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("switch_monitor: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("switch_monitor: VcShift; allowed: 0 ... 6");
  end
  if (Delay < 1) begin : gen_bad_delay
    `NETLOOM_REFUSE("switch_monitor: Delay; allowed: 1 or more");
  end
  if (Route < 0 || Route > 9) begin : gen_bad_route
    `NETLOOM_REFUSE("switch_monitor: Route; allowed: 0 ... 9");
  end
  if (Failing < 0 || Failing > 1) begin : gen_bad_failing
    `NETLOOM_REFUSE("switch_monitor: Failing; allowed: 0 ... 1");
  end
  if (MaxWait < 0) begin : gen_bad_max_wait
    `NETLOOM_REFUSE("switch_monitor: MaxWait; allowed: 0 or more");
  end

`include "report.svh"

  // Space in all output buffers.
  function automatic int buffered_phits();
    buffered_phits = 0;
    for (int p = 0; p < Ports; p++) buffered_phits += OutputVcs[p*32 +: 32] * BufferPhits[p*32 +: 32];
  endfunction

  localparam int Buffered   = buffered_phits();
  localparam int MaskState  = (Route == 8) ? 1 : 0;

`include "armed.svh"

  // ---- Links.

  logic [Ports-1:0]    in_started;
  logic [Ports-1:0]    in_ended;
  logic [Ports*32-1:0] in_signature;
  logic [Ports*32-1:0] returned;      // phits of the flits that leave the buffers of inputs
  logic [Ports-1:0]    out_started;
  logic [Ports-1:0]    out_ended;
  logic [Ports*32-1:0] out_signature;
  logic [Ports*32-1:0] ended;         // … of those that are out of the switch
  logic [Ports-1:0]    free;          // outputs that could take any flit

  for (genvar p = 0; p < Ports; p++) begin : gen_ports
    logic [31:0] unused_in_ended;
    logic        unused_free;
    logic [31:0] unused_returned;
    logic        port_free;

    link_monitor #(
      .Port         (p),
      .Outgoing     (0),
      .Vcs          (InputVcs[p*32 +: 32]),
      .VcShift      (VcShift),
      .PhitWidth    (PhitWidth),
      .Hosts        (Hosts),
      .LargestPacket(LargestPacket),
      .LargestFlit  (LargestFlit),
      .HopLimit     (HopLimit),
      .OneSize      (OneSize),
      .Phits        (InputPhits[p*32 +: 32]),
      .Full         (Full),
      .MaskState    (MaskState),
      .MaskDeviated (Failing),
      .RoutingDelay (RoutingDelay),
      .Speedup      (Speedup),
      .StoreForward (StoreForward),
      .MaxWait      (MaxWait)
    ) u_input (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .armed_i         (armed),
      .flit_valid_i    (flit_valid_i[p]),
      .flit_vc_i       (flit_vc_i[p*VcWidth +: VcWidth]),
      .flit_head_i     (flit_head_i[p]),
      .flit_tail_i     (flit_tail_i[p]),
      .flit_first_i    (flit_first_i[p]),
      .flit_last_i     (flit_last_i[p]),
      .flit_data_i     (flit_data_i[p*PhitWidth +: PhitWidth]),
      .credit_valid_i  (credit_valid_o[p*Lanes +: Lanes]),
      .credit_vc_i     (credit_vc_o[p*Lanes*VcWidth +: Lanes*VcWidth]),
      .credit_phits_i  (credit_phits_o[p*Lanes*PhitsWidth +: Lanes*PhitsWidth]),
      .started_o       (in_started[p]),
      .ended_o         (in_ended[p]),
      .signature_o     (in_signature[p*32 +: 32]),
      .ended_phits_o   (unused_in_ended),
      .returned_phits_o(returned[p*32 +: 32]),
      .free_o          (unused_free),
      .free_i          (&free)
    );

    link_monitor #(
      .Port         (p),
      .Outgoing     (1),
      .Vcs          (OutputVcs[p*32 +: 32]),
      .VcShift      (VcShift),
      .PhitWidth    (PhitWidth),
      .Hosts        (Hosts),
      .LargestPacket(LargestPacket),
      .LargestFlit  (LargestFlit),
      .HopLimit     (HopLimit),
      .OneSize      (OneSize),
      .Phits        (OutputPhits[p*32 +: 32]),
      .Full         (Full),
      .MaskState    (MaskState),
      .MaskDeviated (Failing)
    ) u_output (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .armed_i         (armed),
      .flit_valid_i    (flit_valid_o[p]),
      .flit_vc_i       (flit_vc_o[p*VcWidth +: VcWidth]),
      .flit_head_i     (flit_head_o[p]),
      .flit_tail_i     (flit_tail_o[p]),
      .flit_first_i    (flit_first_o[p]),
      .flit_last_i     (flit_last_o[p]),
      .flit_data_i     (flit_data_o[p*PhitWidth +: PhitWidth]),
      .credit_valid_i  (credit_valid_i[p*Lanes +: Lanes]),
      .credit_vc_i     (credit_vc_i[p*Lanes*VcWidth +: Lanes*VcWidth]),
      .credit_phits_i  (credit_phits_i[p*Lanes*PhitsWidth +: Lanes*PhitsWidth]),
      .started_o       (out_started[p]),
      .ended_o         (out_ended[p]),
      .signature_o     (out_signature[p*32 +: 32]),
      .ended_phits_o   (ended[p*32 +: 32]),
      .returned_phits_o(unused_returned),
      .free_o          (port_free),
      .free_i          (1'b0)
    );

    // Of a link that has failed nobody knows.
    assign free[p] = port_free && (Failing == 0 || !link_dead_i[p]);

    logic unused;
    assign unused = ^{unused_in_ended, unused_free, unused_returned};
  end

  // ---- What leaves had come in.

  logic [Ports-1:0] strange_packet;
  logic [Ports-1:0] strange_flit;

  packet_account #(
    .Ports(Ports)
  ) u_packets (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (in_started),
    .in_number_i (in_signature),
    .out_valid_i (out_started),
    .out_number_i(out_signature),
    .strange_o   (strange_packet)
  );

  packet_account #(
    .Ports(Ports)
  ) u_flits (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .in_valid_i  (in_ended),
    .in_number_i (in_signature),
    .out_valid_i (out_ended),
    .out_number_i(out_signature),
    .strange_o   (strange_flit)
  );

  for (genvar p = 0; p < Ports; p++) begin : gen_conserved
    PacketCameIn: assert property (@(posedge clk_i) disable iff (!armed) !strange_packet[p])
      else report($sformatf("output %0d, VC %0d: the switch sends a packet with a header that has not come in, or that it has sent",
                            p, flit_vc_o[p*VcWidth +: VcWidth]));
    FlitCameIn: assert property (@(posedge clk_i) disable iff (!armed) !strange_flit[p])
      else report($sformatf("output %0d, VC %0d: the switch sends a flit whose phits have not come in so, with those of the packet before them",
                            p, flit_vc_o[p*VcWidth +: VcWidth]));
  end

  // ---- Between the credit for a flit and its last phit at an output there are Delay cycles, and an output
  // buffer, if there is one. What is dropped never comes to an output; which flits are is not seen here (drop_monitor
  // does), but that none is before a link is known to have failed, here or, as registers are written anew, elsewhere.

  logic                writes;      // a register
  logic                written_q;
  logic                settled_q;   // the registers were written without a break, or a packet has come
  logic                may_drop_q;
  logic [Delay*32-1:0] crossing_q;  // phits of the flits that have left inputs, those of this cycle on
  logic [31:0]         kept_q;      // phits in output buffers, of flits that are whole
  logic [31:0]         kept;
  logic [31:0]         left;        // phits that leave inputs in this cycle
  logic [31:0]         gone;        // … and outputs
  logic [31:0]         stuck_q;

  assign writes = psel_i && penable_i && pwrite_i && pready_o && !pslverr_o;

  always_comb begin
    left = '0;
    gone = '0;
    for (int p = 0; p < Ports; p++) begin
      left = left + returned[p*32 +: 32];
      gone = gone + ended[p*32 +: 32];
    end
    kept = kept_q + crossing_q[(Delay-1)*32 +: 32] - gone;
    // The rest may have been dropped.
    if (may_drop_q && !kept[31]) kept = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      written_q  <= 1'b0;
      settled_q  <= 1'b0;
      may_drop_q <= 1'b0;
      crossing_q <= '0;
      kept_q     <= '0;
      stuck_q    <= '0;
    end else begin
      if (writes) written_q <= 1'b1;
      if (flit_valid_i != '0 || (written_q && !psel_i)) settled_q <= 1'b1;
      if (Failing == 1 && (link_failed_i != '0 || (settled_q && writes))) may_drop_q <= 1'b1;
      crossing_q <= (Delay*32)'({crossing_q, left});
      kept_q     <= kept;
      stuck_q    <= (kept != '0 && gone == '0 && &free) ? stuck_q + 32'd1 : 32'd0;
    end
  end

  NothingEarly: assert property (@(posedge clk_i) disable iff (!armed) !kept[31])
    else report($sformatf("the switch sends the last phit of a flit whose credit has not left %0d cycles before, of %0d phits",
                          Delay, -kept));
  NothingKept: assert property (@(posedge clk_i) disable iff (!armed) kept[31] || kept <= 32'(Buffered))
    else report($sformatf("the switch has given back credits for %0d phits that it has not sent; output buffers hold %0d",
                          kept, Buffered));
  if (MaxWait > 0) begin : gen_progress
    Progress: assert property (@(posedge clk_i) disable iff (!armed) stuck_q < 32'(MaxWait))
      else report($sformatf("the switch keeps phits in output buffers for %0d cycles in which every output is free", MaxWait));
  end

  // ---- Registers: APB4.

  ReadyAtOnce: assert property (@(posedge clk_i) disable iff (!armed) psel_i && penable_i |-> pready_o)
    else report("APB: the switch lets an access wait");
  ErrorInAccess: assert property (@(posedge clk_i) disable iff (!armed) pslverr_o |-> psel_i && penable_i && pready_o)
    else report("APB: the switch has pslverr_o, and no access ends");
  SetupFirst: assert property (@(posedge clk_i) disable iff (!armed) psel_i && !penable_i |=> psel_i && penable_i)
    else report("APB: the manager does not go on from setup to access");
  AccessAfterSetup: assert property (@(posedge clk_i) disable iff (!armed)
                                     psel_i && penable_i |-> $past(psel_i) && (!$past(penable_i) || !$past(pready_o)))
    else report("APB: the manager begins an access without setup");
  AccessAsSetup: assert property (@(posedge clk_i) disable iff (!armed)
      psel_i && penable_i |-> pwrite_i == $past(pwrite_i) && paddr_i == $past(paddr_i)
                              && pstrb_i == $past(pstrb_i) && (!pwrite_i || pwdata_i == $past(pwdata_i)))
    else report("APB: the manager changes an access between its setup and its end");
  NotWhileLearning: assert property (@(posedge clk_i) disable iff (!armed) !(learn_i && psel_i))
    else report("who loads what links say of the neighbours has learn_i with psel_i");

endmodule
