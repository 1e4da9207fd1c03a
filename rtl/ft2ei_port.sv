`include "refuse.svh"

// FT2EI at one output port: interval routing with exclusion intervals. A destination may leave by
// the port if it lies in the cyclic interval [LIB..UIB] and in none of the exclusion intervals
// [ELIB..EUIB] that are in force (EENABLE); all are compared at once. A port with Exclusions = 0, as
// down links need no more, is an ir_port. This is the block `ft2ei`; another module with the same
// parameters and ports can take its place (see netloom_rtl_block in netloom_rtl_block.cmake).
//
// Registers are written at the rising edge with we_i and read back combinationally. Addresses,
// widths and reset values come from the register table by way of netloom_regs_pkg: register set
// ft2ei. The registers of exclusion interval i are Ft2eiExclusionWords * i words after those of
// exclusion interval 0.
//
// Source: [Fat-Trees 2010], section 3.2, Figure 3.5.
module ft2ei_port #(
  parameter int Width      = 24,  // bits of a node number, 1 ... 32
  parameter int Exclusions = 2    // exclusion intervals, 0 ... 16
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        we_i,
  input  logic [netloom_regs_pkg::Ft2eiAddrWidth-1:0] addr_i,
  input  logic [31:0]                                 wdata_i,
  output logic [31:0]                                 rdata_o,
  input  logic [Width-1:0]                            destination_i,
  output logic                                        match_o
);

  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("ft2ei_port: Width; allowed: 1 ... 32");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("ft2ei_port: Exclusions; allowed: 0 ... 16");
  end

  localparam int AddrWidth = netloom_regs_pkg::Ft2eiAddrWidth;
  // Interval 0 is the port's own, the others its exclusion intervals.
  localparam int Intervals = Exclusions + 1;

  logic [Intervals-1:0]    hit;
  logic [Intervals*32-1:0] rdata;

  for (genvar i = 0; i < Intervals; i++) begin : gen_intervals
    // Where the registers of this interval are.
    localparam int Base = (i == 0) ? 0 : (i - 1) * netloom_regs_pkg::Ft2eiExclusionWords;
    localparam logic [AddrWidth-1:0] LowerAddr =
        (i == 0) ? AddrWidth'(netloom_regs_pkg::Ft2eiLib)
                 : AddrWidth'(netloom_regs_pkg::Ft2eiElib) + AddrWidth'(Base);
    localparam logic [AddrWidth-1:0] UpperAddr =
        (i == 0) ? AddrWidth'(netloom_regs_pkg::Ft2eiUib)
                 : AddrWidth'(netloom_regs_pkg::Ft2eiEuib) + AddrWidth'(Base);
    localparam logic [AddrWidth-1:0] EnableAddr =
        AddrWidth'(netloom_regs_pkg::Ft2eiEenable) + AddrWidth'(Base);
    localparam logic [31:0] LowerReset =
        (i == 0) ? netloom_regs_pkg::LibReset : netloom_regs_pkg::ElibReset;
    localparam logic [31:0] UpperReset =
        (i == 0) ? netloom_regs_pkg::UibReset : netloom_regs_pkg::EuibReset;

    logic [Width-1:0] lower_q;
    logic [Width-1:0] upper_q;
    logic             enable_q;
    logic [31:0]      value;
    logic             in_interval;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lower_q <= LowerReset[Width-1:0];
        upper_q <= UpperReset[Width-1:0];
      end else if (we_i) begin
        if (addr_i == LowerAddr) lower_q <= wdata_i[Width-1:0];
        if (addr_i == UpperAddr) upper_q <= wdata_i[Width-1:0];
      end
    end

    if (i == 0) begin : gen_always
      assign enable_q = 1'b1;
    end else begin : gen_enable
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          enable_q <= netloom_regs_pkg::EenableReset[0];
        end else if (we_i && addr_i == EnableAddr) begin
          enable_q <= wdata_i[0];
        end
      end
    end

    always_comb begin
      value = '0;
      if (addr_i == LowerAddr) value[Width-1:0] = lower_q;
      if (addr_i == UpperAddr) value[Width-1:0] = upper_q;
      if (i != 0 && addr_i == EnableAddr) value[0] = enable_q;
    end

    assign rdata[i*32 +: 32] = value;

    interval_match #(
      .Width(Width)
    ) u_interval_match (
      .destination_i(destination_i),
      .lib_i        (lower_q),
      .uib_i        (upper_q),
      .match_o      (in_interval)
    );

    assign hit[i] = in_interval & enable_q;
  end

  always_comb begin
    rdata_o = '0;
    for (int unsigned i = 0; i < Intervals; i++) rdata_o |= rdata[i*32 +: 32];
  end

  if (Exclusions == 0) begin : gen_include
    assign match_o = hit[0];
  end else begin : gen_exclude
    assign match_o = hit[0] & ~|hit[Intervals-1:1];
  end

  // Bits above a register's width are ignored.
  if (Width < 32) begin : gen_unused
    logic unused_wdata;
    assign unused_wdata = ^wdata_i[31:Width];
  end

endmodule
