// A switch of one's own: Netloom's, with a register in front of its credits. They leave a cycle late, which
// is against rule 8 of docs/timing.md; lockstep finds it.
module late_credit_switch #(
  parameter int Ports        = 8,    // 1 ... 256
  parameter int VcShift      = 0,    // 0 ... 6
  parameter int PhitWidth    = 96,   // bits, those of the header or more
  // The header: see netloom_header_pkg.
  parameter int Hosts        = 64,   // of the network, 1 or more
  parameter int LargestFlit  = 16,   // phits, 1 ... 65535
  parameter int HopLimit     = 64,   // switches that a packet may pass, 1 ... 262079
  parameter int OneSize      = 1,    // 1: all flits are of the largest size; 0 ... 1
  // Ports: 32 bits for each.
  parameter logic [Ports*32-1:0] InputVcs    = {Ports{32'd1}},   // VCs of the link; 0: none enters here
  parameter logic [Ports*32-1:0] InputPhits  = {Ports{32'd32}},  // of the buffer of a VC
  parameter logic [Ports*32-1:0] OutputVcs   = {Ports{32'd1}},   // 0: no link leaves here
  parameter logic [Ports*32-1:0] OutputPhits = {Ports{32'd32}},  // of the buffer behind; 0: a host
  parameter int MostPhits    = 32,   // the largest of OutputPhits, 1 or more
  // How it works.
  parameter int StoreForward = 0,    // 0 ... 1
  parameter int RoutingDelay = 1,    // R in cycles, 1 or more
  parameter int Delay        = 1,    // X in cycles, 1 or more
  parameter int Route        = 0,    // see route_unit, 0 ... 0
  parameter int Allocator    = 0,    // see switch_allocator, 0 ... 2
  parameter int Iterations   = 1,    // 1 or more
  parameter int Arbiter      = 0,    // 0 ... 1
  parameter int Selection    = 0,    // 0 ... 2
  // Derived.
  localparam int Vcs         = 1 << VcShift,
  localparam int Channels    = Ports << VcShift,
  localparam int PortWidth   = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth     = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int CreditWidth = netloom_regs_pkg::bits_for(MostPhits + 1)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // Input links.
  input  logic [Ports-1:0]                flit_valid_i,
  input  logic [Ports*VcWidth-1:0]        flit_vc_i,
  input  logic [Ports-1:0]                flit_head_i,
  input  logic [Ports-1:0]                flit_tail_i,
  input  logic [Ports-1:0]                flit_first_i,
  input  logic [Ports-1:0]                flit_last_i,
  input  logic [Ports*PhitWidth-1:0]      flit_data_i,
  output logic [Ports-1:0]                credit_valid_o,
  output logic [Ports*VcWidth-1:0]        credit_vc_o,
  output logic [Ports*PhitsWidth-1:0]     credit_phits_o,
  // Output links.
  output logic [Ports-1:0]                flit_valid_o,
  output logic [Ports*VcWidth-1:0]        flit_vc_o,
  output logic [Ports-1:0]                flit_head_o,
  output logic [Ports-1:0]                flit_tail_o,
  output logic [Ports-1:0]                flit_first_o,
  output logic [Ports-1:0]                flit_last_o,
  output logic [Ports*PhitWidth-1:0]      flit_data_o,
  input  logic [Ports-1:0]                credit_valid_i,
  input  logic [Ports*VcWidth-1:0]        credit_vc_i,
  input  logic [Ports*PhitsWidth-1:0]     credit_phits_i,
  // Registers: APB4, docs/reference/registers.md.
  input  logic                            psel_i,
  input  logic                            penable_i,
  input  logic                            pwrite_i,
  input  logic [31:0]                     paddr_i,
  input  logic [31:0]                     pwdata_i,
  input  logic [3:0]                      pstrb_i,
  output logic                            pready_o,
  output logic [31:0]                     prdata_o,
  output logic                            pslverr_o,
  // Straps: constant while packets are routed.
  input  logic [31:0]                     switch_id_i,
  input  logic [Channels-1:0]             offered_i,           // see route_unit
  input  logic [PortWidth-1:0]            preferred_base_i,
  input  logic                            preferred_source_i,
  input  logic [4:0]                      preferred_shift_i,
  input  logic [PortWidth-1:0]            preferred_mask_i,
  // For who looks.
  output logic [Channels-1:0]             watch_ready_o,       // heads that have been routed
  output logic [Channels*Channels-1:0]    watch_candidates_o,  // of each
  output logic [Ports-1:0]                watch_taken_o,       // outputs that are granted
  output logic [Ports*PortWidth-1:0]      watch_input_o,       // … to this port
  output logic [Ports*VcWidth-1:0]        watch_input_vc_o,    // … and VC
  output logic [Ports*VcWidth-1:0]        watch_output_vc_o,
  output logic [Channels*CreditWidth-1:0] watch_credits_o
);

  logic [Ports-1:0]            credit_valid;
  logic [Ports*VcWidth-1:0]    credit_vc;
  logic [Ports*PhitsWidth-1:0] credit_phits;

  netloom_switch #(
    .Ports       (Ports),
    .VcShift     (VcShift),
    .PhitWidth   (PhitWidth),
    .Hosts       (Hosts),
    .LargestFlit (LargestFlit),
    .HopLimit    (HopLimit),
    .OneSize     (OneSize),
    .InputVcs    (InputVcs),
    .InputPhits  (InputPhits),
    .OutputVcs   (OutputVcs),
    .OutputPhits (OutputPhits),
    .MostPhits   (MostPhits),
    .StoreForward(StoreForward),
    .RoutingDelay(RoutingDelay),
    .Delay       (Delay),
    .Route       (Route),
    .Allocator   (Allocator),
    .Iterations  (Iterations),
    .Arbiter     (Arbiter),
    .Selection   (Selection)
  ) u_switch (
    .credit_valid_o(credit_valid),
    .credit_vc_o   (credit_vc),
    .credit_phits_o(credit_phits),
    .*
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_valid_o <= '0;
      credit_vc_o    <= '0;
      credit_phits_o <= '0;
    end else begin
      credit_valid_o <= credit_valid;
      credit_vc_o    <= credit_vc;
      credit_phits_o <= credit_phits;
    end
  end

endmodule
