// table_route has the words of its model, each written and read at its own address and by nobody
// else; it offers the ports and VCs that the words of the destination's entry say, and none to a
// destination that is not there.
module table_route_spec #(
  parameter int unsigned Ports     = 3,
  parameter int unsigned Vcs       = 2,
  parameter int unsigned PortWords = (Ports + 31) / 32,
  parameter int unsigned Words     = PortWords + (Vcs + 31) / 32,
  parameter int unsigned WordWidth = netloom_regs_pkg::bits_for(Words)
) (
  input logic                 clk_i,
  input logic                 we_i,
  input logic [WordWidth+2:0] addr_i,
  input logic [31:0]          wdata_i,
  input logic [2:0]           destination_i
);

  // As many as table_q has below.
  localparam int unsigned Destinations = 5;
  // Addresses of the words of an entry.
  localparam int unsigned Step = 2 ** WordWidth;

  logic [31:0]                     rdata;
  logic [Ports-1:0]                allowed_ports;
  logic [Vcs-1:0]                  vcs;
  logic [31:0]                     model_rdata;
  logic [Destinations*Step*32-1:0] words;
  logic [Step*32-1:0]              entry;

  table_route #(
    .Destinations(Destinations),
    .Ports       (Ports),
    .Vcs         (Vcs)
  ) u_dut (
    .clk_i          (clk_i),
    .we_i           (we_i),
    .addr_i         (addr_i),
    .wdata_i        (wdata_i),
    .rdata_o        (rdata),
    .destination_i  (destination_i),
    .allowed_ports_o(allowed_ports),
    .vcs_o          (vcs)
  );

  // Ones where an entry has a port or a VC.
  localparam [Step*32-1:0] PortMask  = {Ports{1'b1}};
  localparam [Step*32-1:0] VcMask    = {Vcs{1'b1}};
  localparam [Step*32-1:0] EntryMask = PortMask | VcMask << 32 * PortWords;

  register_words #(
    .Words    (Destinations * Step),
    .AddrWidth(WordWidth + 3),
    .Masks    ({Destinations{EntryMask}})
  ) u_words (
    .clk_i  (clk_i),
    .rst_ni (1'b1),
    .we_i   (we_i),
    .addr_i (addr_i),
    .wdata_i(wdata_i),
    .rdata_o(model_rdata),
    .words_o(words)
  );

  assign entry = destination_i < Destinations ? words >> Step * 32 * destination_i : '0;

  // Named as in the block, so that the wires in it get the names of the block's memory.
  for (genvar i = 0; i < Words; i++) begin : \u_dut.gen_words
    localparam int unsigned Rest = i < PortWords ? Ports - 32 * i : Vcs - 32 * (i - PortWords);
    localparam int unsigned Bits = Rest < 32 ? Rest : 32;

    (* hierconn *) wire [Bits-1:0] \table_q[0] ;
    (* hierconn *) wire [Bits-1:0] \table_q[1] ;
    (* hierconn *) wire [Bits-1:0] \table_q[2] ;
    (* hierconn *) wire [Bits-1:0] \table_q[3] ;
    (* hierconn *) wire [Bits-1:0] \table_q[4] ;

    logic [Destinations*32-1:0] held;

    assign held[0*32 +: 32] = \table_q[0] ;
    assign held[1*32 +: 32] = \table_q[1] ;
    assign held[2*32 +: 32] = \table_q[2] ;
    assign held[3*32 +: 32] = \table_q[3] ;
    assign held[4*32 +: 32] = \table_q[4] ;

    // The table begins with anything.
    for (genvar d = 0; d < Destinations; d++) begin : gen_entry
      initial assume (held[d*32 +: 32] == words[(d*Step+i)*32 +: 32]);
      always_comb assert (held[d*32 +: 32] == words[(d*Step+i)*32 +: 32]);
    end
  end

  always_comb begin
    assert (rdata == model_rdata);
    for (integer p = 0; p < Ports; p++) assert (allowed_ports[p] == entry[p]);
    for (integer v = 0; v < Vcs; v++) assert (vcs[v] == entry[32*PortWords+v]);
  end

endmodule
