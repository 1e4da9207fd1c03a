// A switch that routes by a table, and its monitor, which sees each pin as it is, or flipped: so a bench makes
// any mistake of the switch or of a neighbour out of pins that are right.
module monitor_bench #(
  parameter int Ports         = 3,
  parameter int VcShift       = 0,
  parameter int PhitWidth     = 96,
  parameter int Hosts         = 4,
  parameter int LargestPacket = 4,
  parameter int LargestFlit   = 4,
  parameter int HopLimit      = 14,
  parameter int OneSize       = 0,
  parameter int MostVcs       = 1,  // of a link
  parameter int InPhits       = 8,
  parameter int OutPhits      = 8,  // of all ports but the first, which leads to a host
  parameter int BufPhits      = 0,
  parameter int StoreForward  = 0,
  parameter int RoutingDelay  = 1,
  parameter int Delay         = 1,
  parameter int Speedup       = 1,
  parameter int Full          = 0,
  parameter int MaxWait       = 0,
  parameter int Failing       = 0,
  // Derived.
  localparam int Vcs          = 1 << VcShift,
  localparam int Channels     = Ports << VcShift,
  localparam int VcWidth      = netloom_regs_pkg::bits_for(Vcs),
  localparam int PhitsWidth   = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int Lanes        = (Full == 1) ? Vcs : 1,
  localparam int Sides        = Ports * Lanes,
  localparam int AddrWidth    = netloom_regs_pkg::bits_for(Hosts) + 1,
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic [Ports-1:0]            flit_valid_i,
  input  logic [Ports*VcWidth-1:0]    flit_vc_i,
  input  logic [Ports-1:0]            flit_head_i,
  input  logic [Ports-1:0]            flit_tail_i,
  input  logic [Ports-1:0]            flit_first_i,
  input  logic [Ports-1:0]            flit_last_i,
  input  logic [Ports*PhitWidth-1:0]  flit_data_i,
  output logic [Sides-1:0]            credit_valid_o,
  output logic [Sides*VcWidth-1:0]    credit_vc_o,
  output logic [Sides*PhitsWidth-1:0] credit_phits_o,
  output logic [Ports-1:0]            flit_valid_o,
  output logic [Ports*VcWidth-1:0]    flit_vc_o,
  output logic [Ports-1:0]            flit_head_o,
  output logic [Ports-1:0]            flit_tail_o,
  output logic [Ports-1:0]            flit_first_o,
  output logic [Ports-1:0]            flit_last_o,
  output logic [Ports*PhitWidth-1:0]  flit_data_o,
  input  logic [Sides-1:0]            credit_valid_i,
  input  logic [Sides*VcWidth-1:0]    credit_vc_i,
  input  logic [Sides*PhitsWidth-1:0] credit_phits_i,
  input  logic                        psel_i,
  input  logic                        penable_i,
  input  logic                        pwrite_i,
  input  logic [31:0]                 paddr_i,
  input  logic                        table_we_i,
  input  logic [AddrWidth-1:0]        table_addr_i,
  input  logic [31:0]                 table_wdata_i,
  input  logic [Ports-1:0]            link_dead_i,
  input  logic [Ports-1:0]            link_failed_i,
  output logic [Channels-1:0]         drops_o,
  // What is flipped of what the monitor sees.
  input  logic [Ports-1:0]            flip_valid_i,
  input  logic [Ports*VcWidth-1:0]    flip_vc_i,
  input  logic [Ports-1:0]            flip_tail_i,
  input  logic [Ports-1:0]            flip_first_i,
  input  logic [Ports*PhitWidth-1:0]  flip_data_i,
  input  logic [Sides-1:0]            flip_credit_valid_i,
  input  logic [Sides*VcWidth-1:0]    flip_credit_vc_i,
  input  logic [Sides*PhitsWidth-1:0] flip_credit_phits_i,
  // The same of outputs.
  input  logic [Ports-1:0]            flip_valid_o_i,
  input  logic [Ports*VcWidth-1:0]    flip_vc_o_i,
  input  logic [Ports-1:0]            flip_tail_o_i,
  input  logic [Ports-1:0]            flip_first_o_i,
  input  logic [Ports-1:0]            flip_last_o_i,
  input  logic [Ports*PhitWidth-1:0]  flip_data_o_i,
  input  logic [Sides-1:0]            flip_credit_valid_o_i,
  input  logic [Sides*VcWidth-1:0]    flip_credit_vc_o_i,
  input  logic [Sides*PhitsWidth-1:0] flip_credit_phits_o_i,
  input  logic                        flip_pready_i,
  input  logic                        flip_pslverr_i,
  input  logic [Channels-1:0]         flip_drops_i
);

  localparam logic [31:0] All    = MostVcs;
  localparam logic [31:0] Input  = InPhits;
  localparam logic [31:0] Output = OutPhits;
  localparam logic [31:0] Buffer = BufPhits;

  // The first port is that of a host, with one VC.
  localparam logic [Ports*32-1:0] PortVcs     = {{(Ports-1){All}}, 32'd1};
  localparam logic [Ports*32-1:0] InputPhits  = {Ports{Input}};
  localparam logic [Ports*32-1:0] OutputPhits = {{(Ports-1){Output}}, 32'd0};
  localparam logic [Ports*32-1:0] BufferPhits = {Ports{Buffer}};

  logic [Channels-1:0]           offered;
  logic                          pready;
  logic                          pslverr;
  logic [31:0]                   unused_prdata;
  logic [31:0]                   unused_table;
  logic [Channels-1:0]           ready;
  logic [Channels*Channels-1:0]  candidates;
  logic [Sides-1:0]              taken;
  logic [Sides*ChannelWidth-1:0] taken_input;

  for (genvar c = 0; c < Channels; c++) begin : gen_offered
    assign offered[c] = 32'(c % Vcs) < PortVcs[(c / Vcs)*32 +: 32];
  end

  netloom_switch #(
    .Ports        (Ports),
    .VcShift      (VcShift),
    .PhitWidth    (PhitWidth),
    .Hosts        (Hosts),
    .LargestPacket(LargestPacket),
    .LargestFlit  (LargestFlit),
    .HopLimit     (HopLimit),
    .OneSize      (OneSize),
    .InputVcs     (PortVcs),
    .InputPhits   (InputPhits),
    .OutputVcs    (PortVcs),
    .OutputPhits  (OutputPhits),
    .BufferPhits  (BufferPhits),
    .MostPhits    ((OutPhits > BufPhits) ? OutPhits : BufPhits),
    .StoreForward (StoreForward),
    .RoutingDelay (RoutingDelay),
    .Delay        (Delay),
    .Speedup      (Speedup),
    .Full         (Full),
    .Route        (7),
    .Failing      (Failing)
  ) u_switch (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .flit_valid_i      (flit_valid_i),
    .flit_vc_i         (flit_vc_i),
    .flit_head_i       (flit_head_i),
    .flit_tail_i       (flit_tail_i),
    .flit_first_i      (flit_first_i),
    .flit_last_i       (flit_last_i),
    .flit_data_i       (flit_data_i),
    .credit_valid_o    (credit_valid_o),
    .credit_vc_o       (credit_vc_o),
    .credit_phits_o    (credit_phits_o),
    .flit_valid_o      (flit_valid_o),
    .flit_vc_o         (flit_vc_o),
    .flit_head_o       (flit_head_o),
    .flit_tail_o       (flit_tail_o),
    .flit_first_o      (flit_first_o),
    .flit_last_o       (flit_last_o),
    .flit_data_o       (flit_data_o),
    .credit_valid_i    (credit_valid_i),
    .credit_vc_i       (credit_vc_i),
    .credit_phits_i    (credit_phits_i),
    .psel_i            (psel_i),
    .penable_i         (penable_i),
    .pwrite_i          (pwrite_i),
    .paddr_i           (paddr_i),
    .pwdata_i          (32'd0),
    .pstrb_i           (4'hf),
    .pready_o          (pready),
    .prdata_o          (unused_prdata),
    .pslverr_o         (pslverr),
    .learn_i           (1'b0),
    .learn_addr_i      ('0),
    .learn_data_i      (32'd0),
    .table_we_i        (table_we_i),
    .table_addr_i      (table_addr_i),
    .table_wdata_i     (table_wdata_i),
    .table_rdata_o     (unused_table),
    .switch_id_i       (32'd0),
    .offered_i         (offered),
    .preferred_base_i  ('0),
    .preferred_source_i(1'b0),
    .preferred_shift_i (5'd0),
    .preferred_mask_i  ('0),
    .place_i           ('0),
    .random_load_i     (1'b0),
    .random_word_i     (64'd0),
    .link_dead_i       (link_dead_i),
    .link_failed_i     (link_failed_i),
    /* verilator lint_off PINCONNECTEMPTY */
    .watch_entering_o  (),
    .watch_minimal_o   (),
    .watch_output_vc_o (),
    .watch_credits_o   (),
    .watch_room_o      (),
    .watch_deviates_o  (),
    /* verilator lint_on PINCONNECTEMPTY */
    .watch_ready_o     (ready),
    .watch_candidates_o(candidates),
    .watch_taken_o     (taken),
    .watch_input_o     (taken_input),
    .watch_drops_o     (drops_o)
  );

  switch_monitor #(
    .Ports        (Ports),
    .VcShift      (VcShift),
    .PhitWidth    (PhitWidth),
    .Hosts        (Hosts),
    .LargestPacket(LargestPacket),
    .LargestFlit  (LargestFlit),
    .HopLimit     (HopLimit),
    .OneSize      (OneSize),
    .InputVcs     (PortVcs),
    .InputPhits   (InputPhits),
    .OutputVcs    (PortVcs),
    .OutputPhits  (OutputPhits),
    .BufferPhits  (BufferPhits),
    .StoreForward (StoreForward),
    .RoutingDelay (RoutingDelay),
    .Delay        (Delay),
    .Speedup      (Speedup),
    .Full         (Full),
    .Failing      (Failing),
    .MaxWait      (MaxWait)
  ) u_monitor (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .flit_valid_i  (flit_valid_i ^ flip_valid_i),
    .flit_vc_i     (flit_vc_i ^ flip_vc_i),
    .flit_head_i   (flit_head_i),
    .flit_tail_i   (flit_tail_i ^ flip_tail_i),
    .flit_first_i  (flit_first_i ^ flip_first_i),
    .flit_last_i   (flit_last_i),
    .flit_data_i   (flit_data_i ^ flip_data_i),
    .credit_valid_o(credit_valid_o ^ flip_credit_valid_o_i),
    .credit_vc_o   (credit_vc_o ^ flip_credit_vc_o_i),
    .credit_phits_o(credit_phits_o ^ flip_credit_phits_o_i),
    .flit_valid_o  (flit_valid_o ^ flip_valid_o_i),
    .flit_vc_o     (flit_vc_o ^ flip_vc_o_i),
    .flit_head_o   (flit_head_o),
    .flit_tail_o   (flit_tail_o ^ flip_tail_o_i),
    .flit_first_o  (flit_first_o ^ flip_first_o_i),
    .flit_last_o   (flit_last_o ^ flip_last_o_i),
    .flit_data_o   (flit_data_o ^ flip_data_o_i),
    .credit_valid_i(credit_valid_i ^ flip_credit_valid_i),
    .credit_vc_i   (credit_vc_i ^ flip_credit_vc_i),
    .credit_phits_i(credit_phits_i ^ flip_credit_phits_i),
    .psel_i        (psel_i),
    .penable_i     (penable_i),
    .pwrite_i      (pwrite_i),
    .paddr_i       (paddr_i),
    .pwdata_i      (32'd0),
    .pstrb_i       (4'hf),
    .pready_o      (pready ^ flip_pready_i),
    .pslverr_o     (pslverr ^ flip_pslverr_i),
    .learn_i       (1'b0),
    .link_dead_i   (link_dead_i),
    .link_failed_i (link_failed_i)
  );

  drop_monitor #(
    .Ports      (Ports),
    .VcShift    (VcShift),
    .OutputVcs  (PortVcs),
    .BufferPhits(BufferPhits),
    .Delay      (Delay),
    .Full       (Full),
    .Failing    (Failing)
  ) u_drop_monitor (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .credit_valid_o    (credit_valid_o ^ flip_credit_valid_o_i),
    .flit_valid_o      (flit_valid_o ^ flip_valid_o_i),
    .flit_tail_o       (flit_tail_o ^ flip_tail_o_i),
    .watch_ready_o     (ready),
    .watch_candidates_o(candidates),
    .watch_taken_o     (taken),
    .watch_input_o     (taken_input),
    .watch_drops_o     (drops_o ^ flip_drops_i)
  );

endmodule
