`include "refuse.svh"

// The output buffers of an output port, one for each VC, and the link behind them. In each cycle in which
// the link sends nothing, its arbiter picks one of the VCs whose flit in front has credits, or any with a
// flit where the link leads to a host, and the link sends this flit, one phit a cycle, from that cycle on.
// A flit can be picked in the cycle in which its first phit comes out of the crossbar.
//
// Source: docs/timing.md, rules 6 and 7.
module output_buffer #(
  parameter int Vcs         = 2,    // 1 ... 64
  parameter int Depth       = 32,   // phits of the buffer of a VC, LargestFlit or more
  parameter int PhitWidth   = 128,  // bits, 1 or more
  parameter int LargestFlit = 16,   // phits, 1 ... 65535
  parameter int OneSize     = 1,    // 1: all flits are of that size; 0 ... 1
  parameter int Speedup     = 1,    // S in phits per cycle, 1 ... 2
  parameter int CreditWidth = 8,    // bits of the credits, and of the space, of a VC, enough for Depth
  parameter int Arbiter     = 0,    // as switch_arbiter, 0 ... 1
  parameter int Full        = 0,    // the crossbar has an output for each VC, 0 ... 1
  // Derived.
  localparam int VcWidth    = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int Lanes      = (Full == 1) ? Vcs : 1  // outputs of the crossbar; VC v has lane v, or 0
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  // Grants, per lane.
  input  logic [Lanes-1:0]                   taken_i,
  input  logic [Lanes*VcWidth-1:0]           taken_vc_i,
  input  logic [Lanes*PhitsWidth-1:0]        taken_phits_i,
  // … per VC.
  output logic [Vcs*CreditWidth-1:0]         space_o,       // phits that may be granted
  // The crossbar, per lane: phits of one flit, the first lowest.
  input  logic [Lanes*Speedup-1:0]           phit_valid_i,
  input  logic [Lanes*VcWidth-1:0]           phit_vc_i,
  input  logic [Lanes-1:0]                   phit_head_i,   // the first of these is the flit's first
  input  logic [Lanes*PhitsWidth-1:0]        phit_phits_i,  // of the flit, with phit_head_i
  input  logic [Lanes-1:0]                   phit_first_i,  // it is the first of its packet
  input  logic [Lanes-1:0]                   phit_last_i,   // … the last
  input  logic [Lanes*Speedup*PhitWidth-1:0] phit_data_i,
  // Credits behind the link, before and behind what starts in this cycle.
  input  logic                               to_host_i,     // it needs none
  input  logic [Vcs*CreditWidth-1:0]         credits_i,
  output logic [Vcs*CreditWidth-1:0]         credits_o,
  // A flit starts.
  output logic                               start_o,
  output logic [VcWidth-1:0]                 start_vc_o,
  output logic [PhitsWidth-1:0]              start_phits_o,
  // The link.
  output logic                               flit_valid_o,
  output logic [VcWidth-1:0]                 flit_vc_o,
  output logic                               flit_head_o,
  output logic                               flit_tail_o,
  output logic                               flit_first_o,
  output logic                               flit_last_o,
  output logic [PhitWidth-1:0]               flit_data_o
);

  if (Vcs < 1 || Vcs > 64) begin : gen_bad_vcs
    `NETLOOM_REFUSE("output_buffer: Vcs; allowed: 1 ... 64");
  end
  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("output_buffer: LargestFlit; allowed: 1 ... 65535");
  end
  if (Depth < LargestFlit) begin : gen_bad_depth
    `NETLOOM_REFUSE("output_buffer: Depth; allowed: LargestFlit or more");
  end
  if (PhitWidth < 1) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("output_buffer: PhitWidth; allowed: 1 or more");
  end
  if (OneSize < 0 || OneSize > 1) begin : gen_bad_one_size
    `NETLOOM_REFUSE("output_buffer: OneSize; allowed: 0 ... 1");
  end
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("output_buffer: Speedup; allowed: 1 ... 2");
  end
  if (CreditWidth < netloom_regs_pkg::bits_for(Depth + 1)) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("output_buffer: CreditWidth; allowed: enough for Depth");
  end
  if (Arbiter < 0 || Arbiter > 1) begin : gen_bad_arbiter
    `NETLOOM_REFUSE("output_buffer: Arbiter; allowed: 0 ... 1");
  end
  if (Full < 0 || Full > 1) begin : gen_bad_full
    `NETLOOM_REFUSE("output_buffer: Full; allowed: 0 ... 1");
  end

  // Wide enough for credits and for the phits of a flit.
  localparam int CompareWidth = CreditWidth > PhitsWidth ? CreditWidth : PhitsWidth;

  logic [Vcs-1:0]            able;    // VCs whose flit in front could start
  logic [Vcs-1:0]            picked;
  logic [Vcs*PhitsWidth-1:0] phits;   // of the flits in front
  logic [Vcs-1:0]            first;   // of their packets
  logic [Vcs-1:0]            last;
  logic [Vcs*PhitWidth-1:0]  data;
  logic                      busy;    // the link sends what has started before
  logic [VcWidth-1:0]        vc;      // of the flit on the link
  logic [PhitsWidth-1:0]     length;  // of the flit on the link
  logic                      tail;
  logic [PhitsWidth-1:0]     rest_q;  // phits behind the one of the cycle before
  logic [VcWidth-1:0]        vc_q;
  logic [PhitsWidth-1:0]     length_q;
  logic                      first_q;
  logic                      last_q;
  logic [VcWidth-1:0]        pointer;

  for (genvar v = 0; v < Vcs; v++) begin : gen_vcs
    localparam int SpaceWidth = netloom_regs_pkg::bits_for(Depth + 1);
    localparam int Lane       = (Full == 1) ? v : 0;

    logic                   taken;
    logic                   comes;
    logic                   goes;
    logic                   front_valid;
    logic [PhitsWidth-1:0]  front_phits;
    logic [SpaceWidth-1:0]  space;
    logic [CreditWidth-1:0] credits;

    assign taken = taken_i[Lane] && taken_vc_i[Lane*VcWidth +: VcWidth] == VcWidth'(v);
    assign comes = phit_vc_i[Lane*VcWidth +: VcWidth] == VcWidth'(v);
    assign goes  = flit_valid_o && vc == VcWidth'(v);

    output_queue #(
      .Depth      (Depth),
      .PhitWidth  (PhitWidth),
      .LargestFlit(LargestFlit),
      .Speedup    (Speedup)
    ) u_queue (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .taken_i      (taken),
      .taken_phits_i(taken_phits_i[Lane*PhitsWidth +: PhitsWidth]),
      .space_o      (space),
      .phit_valid_i (phit_valid_i[Lane*Speedup +: Speedup] & {Speedup{comes}}),
      .phit_head_i  (phit_head_i[Lane]),
      .phit_phits_i (phit_phits_i[Lane*PhitsWidth +: PhitsWidth]),
      .phit_first_i (phit_first_i[Lane]),
      .phit_last_i  (phit_last_i[Lane]),
      .phit_data_i  (phit_data_i[Lane*Speedup*PhitWidth +: Speedup*PhitWidth]),
      .front_valid_o(front_valid),
      .front_phits_o(front_phits),
      .front_first_o(first[v]),
      .front_last_o (last[v]),
      .front_data_o (data[v*PhitWidth +: PhitWidth]),
      .goes_i       (goes),
      .gone_i       (goes & tail),
      .gone_phits_i (length)
    );

    assign credits = credits_i[v*CreditWidth +: CreditWidth];
    assign phits[v*PhitsWidth +: PhitsWidth] = (OneSize == 1) ? PhitsWidth'(LargestFlit) : front_phits;
    assign able[v] = front_valid
        & (to_host_i | CompareWidth'(credits) >= CompareWidth'(phits[v*PhitsWidth +: PhitsWidth]));
    assign space_o[v*CreditWidth +: CreditWidth] = CreditWidth'(space);
    assign credits_o[v*CreditWidth +: CreditWidth] =
        (start_o && !to_host_i && start_vc_o == VcWidth'(v)) ? credits - CreditWidth'(start_phits_o)
                                                             : credits;

    logic unused;
    assign unused = ^front_phits;
  end

  switch_arbiter #(
    .Kind      (Arbiter),
    .Requesters(Vcs)
  ) u_arbiter (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .requests_i  (able),
    .grant_o     (picked),
    .used_i      (start_o),
    .used_index_i(start_vc_o),
    .pointer_o   (pointer)
  );

  always_comb begin
    start_vc_o    = '0;
    start_phits_o = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (picked[v]) begin
        start_vc_o    = start_vc_o | VcWidth'(v);
        start_phits_o = start_phits_o | phits[v*PhitsWidth +: PhitsWidth];
      end
    end
  end

  always_comb begin
    flit_data_o = '0;
    for (int unsigned v = 0; v < Vcs; v++) begin
      if (vc == VcWidth'(v)) flit_data_o = flit_data_o | data[v*PhitWidth +: PhitWidth];
    end
  end

  assign busy         = rest_q != '0;
  assign start_o      = ~busy & (able != '0);
  assign vc           = start_o ? start_vc_o : vc_q;
  assign length       = start_o ? start_phits_o : length_q;
  assign tail         = start_o ? length == PhitsWidth'(1) : rest_q == PhitsWidth'(1);
  assign flit_valid_o = start_o | busy;
  assign flit_vc_o    = vc;
  assign flit_head_o  = start_o;
  assign flit_tail_o  = tail;
  assign flit_first_o = start_o ? (first & picked) != '0 : first_q;
  assign flit_last_o  = start_o ? (last & picked) != '0 : last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q   <= '0;
      vc_q     <= '0;
      length_q <= '0;
      first_q  <= 1'b0;
      last_q   <= 1'b0;
    end else if (flit_valid_o) begin
      rest_q   <= (start_o ? length : rest_q) - PhitsWidth'(1);
      vc_q     <= vc;
      length_q <= length;
      first_q  <= flit_first_o;
      last_q   <= flit_last_o;
    end
  end

  logic unused;
  assign unused = ^pointer;

endmodule
