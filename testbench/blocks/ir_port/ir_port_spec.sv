// ir_port has the registers of its model, and matches the interval that they say, in all states that
// it can come into from reset.
//
// A wire with the attribute hierconn is the wire of that name in the hierarchy: the registers of the
// block. That they hold what the model's do is what carries the induction.

// The module, and where its registers are in it.
`ifdef IR_PORT_SUBTRACT
`define IR_PORT ir_port_subtract
`define LIB \u_dut.u_ir_port.lib_q
`define UIB \u_dut.u_ir_port.uib_q
`elsif IR_PORT_LENGTH
`define IR_PORT ir_port_length
`define LIB \u_dut.lib_q
`define LENGTH \u_dut.length_q
`else
`define IR_PORT ir_port
`define LIB \u_dut.lib_q
`define UIB \u_dut.uib_q
`endif

module ir_port_spec #(
  parameter int unsigned Width = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             we_i,
  input logic             addr_i,
  input logic [31:0]      wdata_i,
  input logic [Width-1:0] destination_i
);

  (* hierconn *) wire [Width-1:0] `LIB ;
`ifdef IR_PORT_LENGTH
  (* hierconn *) wire [Width-1:0] `LENGTH ;
  logic [Width-1:0] upper;
  assign upper = `LIB + `LENGTH ;
`else
  (* hierconn *) wire [Width-1:0] `UIB ;
  logic [Width-1:0] upper;
  assign upper = `UIB ;
`endif

  logic [31:0] rdata, model_rdata;
  logic        match, model_match;
  logic [63:0] words;

  `IR_PORT #(
    .Width(Width)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (rdata),
    .destination_i(destination_i),
    .match_o      (match)
  );

  ir_port_model #(
    .Width(Width)
  ) u_model (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .we_i         (we_i),
    .addr_i       (addr_i),
    .wdata_i      (wdata_i),
    .rdata_o      (model_rdata),
    .words_o      (words),
    .destination_i(destination_i),
    .match_o      (model_match)
  );

  initial assume (!rst_ni);

  always_comb begin
    assert (`LIB == words[31:0]);
    assert (upper == words[63:32]);
    assert (rdata == model_rdata);
    assert (match == model_match);
  end

endmodule
