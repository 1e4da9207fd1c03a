`include "refuse.svh"

// Flexible Interval Routing at one output port: the node number is masked with MR and compared with
// the cyclic interval [LIB..UIB]; a port that matches is allowed unless one of the ports that its
// routing restrictions RRR name matches too. This is the block `fir`; another module with the same
// parameters and ports can take its place (see netloom_rtl_block in netloom_rtl_block.cmake).
//
// Every port compares the destination, or, with Operand = 1, what its register OPERAND says: 0 the
// destination, 1 the source. Without it source_i is not looked at.
//
// Registers are written at the rising edge with we_i and read back combinationally. Addresses,
// widths and reset values come from the register table by way of netloom_regs_pkg: register set fir,
// with Operand = 1 fir_source. RRR has a bit for each port and takes as many words as that needs.
//
// Source: [Fat-Trees 2010], section 4.2.1, Figures 4.8 and 4.9; OPERAND is not in it.
module fir_port #(
  parameter int Ports   = 8,    // of the switch, 1 ... 256
  parameter int Width   = 24,   // bits of a node number, 1 ... 32
  parameter bit Operand = 1'b0  // the port has the register OPERAND
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            we_i,
  input  logic [netloom_regs_pkg::FirSourceAddrWidth-1:0] addr_i,
  input  logic [31:0]                                     wdata_i,
  output logic [31:0]                                     rdata_o,
  input  logic [Width-1:0]                                destination_i,
  input  logic [Width-1:0]                                source_i,
  output logic                                            match_o,
  input  logic [Ports-1:0]                                all_matches_i,  // match_o of all ports
  output logic                                            allowed_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("fir_port: Ports; allowed: 1 ... 256");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("fir_port: Width; allowed: 1 ... 32");
  end

  localparam int AddrWidth = netloom_regs_pkg::FirSourceAddrWidth;
  localparam int RrrWords  = (Ports + 31) / 32;

  // Both register sets have LIB, UIB and MR at the same addresses.
  localparam logic [AddrWidth-1:0] RrrAddr =
      Operand ? AddrWidth'(netloom_regs_pkg::FirSourceRrr) : AddrWidth'(netloom_regs_pkg::FirRrr);

  logic [Width-1:0]       lib_q;
  logic [Width-1:0]       uib_q;
  logic [Width-1:0]       mr_q;
  logic                   operand_q;
  logic [Ports-1:0]       rrr_q;
  logic [RrrWords*32-1:0] rrr_read;  // rrr_q in whole words

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lib_q <= netloom_regs_pkg::LibReset[Width-1:0];
      uib_q <= netloom_regs_pkg::UibReset[Width-1:0];
      mr_q  <= netloom_regs_pkg::MrReset[Width-1:0];
    end else if (we_i) begin
      if (addr_i == netloom_regs_pkg::FirSourceLib) lib_q <= wdata_i[Width-1:0];
      if (addr_i == netloom_regs_pkg::FirSourceUib) uib_q <= wdata_i[Width-1:0];
      if (addr_i == netloom_regs_pkg::FirSourceMr)  mr_q  <= wdata_i[Width-1:0];
    end
  end

  if (Operand) begin : gen_operand
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        operand_q <= netloom_regs_pkg::OperandReset[0];
      end else if (we_i && addr_i == netloom_regs_pkg::FirSourceOperand) begin
        operand_q <= wdata_i[0];
      end
    end
  end else begin : gen_no_operand
    assign operand_q = 1'b0;
  end

  for (genvar i = 0; i < RrrWords; i++) begin : gen_rrr
    localparam int Bits = (Ports - i*32 < 32) ? Ports - i*32 : 32;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rrr_q[i*32 +: Bits] <= netloom_regs_pkg::RrrReset[Bits-1:0];
      end else if (we_i && addr_i == RrrAddr + AddrWidth'(i)) begin
        rrr_q[i*32 +: Bits] <= wdata_i[Bits-1:0];
      end
    end
  end

  always_comb begin
    rrr_read = '0;
    rrr_read[Ports-1:0] = rrr_q;
    rdata_o = '0;
    if (addr_i == netloom_regs_pkg::FirSourceLib) rdata_o[Width-1:0] = lib_q;
    if (addr_i == netloom_regs_pkg::FirSourceUib) rdata_o[Width-1:0] = uib_q;
    if (addr_i == netloom_regs_pkg::FirSourceMr)  rdata_o[Width-1:0] = mr_q;
    if (Operand && addr_i == netloom_regs_pkg::FirSourceOperand) rdata_o[0] = operand_q;
    for (int unsigned i = 0; i < RrrWords; i++) begin
      if (addr_i == RrrAddr + AddrWidth'(i)) rdata_o = rrr_read[i*32 +: 32];
    end
  end

  logic [Width-1:0] number;

  assign number = operand_q ? source_i : destination_i;

  interval_match #(
    .Width(Width)
  ) u_interval_match (
    .destination_i(number & mr_q),
    .lib_i        (lib_q),
    .uib_i        (uib_q),
    .match_o      (match_o)
  );

  assign allowed_o = match_o & ~|(all_matches_i & rrr_q);

  // Bits above a register's width are ignored.
  if (Width < 32 && Ports < 32) begin : gen_unused
    localparam int Used = (Ports > Width) ? Ports : Width;
    logic unused_wdata;
    assign unused_wdata = ^wdata_i[31:Used];
  end

endmodule
