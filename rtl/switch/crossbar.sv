`include "refuse.svh"

// The crossbar of a switch: Delay cycles from an input port to the link of an output port, one flit at a
// time from each input and to each output (multiplexed). A grant joins an input with an output from its
// cycle on, until the flit's last phit has gone in: the output can be granted again in the next cycle.
//
// Source: docs/timing.md, rules 5 and 6.
module crossbar #(
  parameter int Ports     = 8,    // 1 ... 256
  parameter int PhitWidth = 128,  // bits, 1 or more
  parameter int VcWidth   = 1,    // bits of a VC's number, 1 ... 6
  parameter int Delay     = 1,    // X in cycles, 1 or more
  // Derived.
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // Grants, per output.
  input  logic [Ports-1:0]           grant_i,
  input  logic [Ports*PortWidth-1:0] grant_input_i,
  input  logic [Ports*VcWidth-1:0]   grant_vc_i,     // of the output
  output logic [Ports-1:0]           busy_o,         // a flit still goes in
  // Inputs: the phit that leaves the buffer.
  input  logic [Ports-1:0]           phit_head_i,
  input  logic [Ports-1:0]           phit_tail_i,
  input  logic [Ports*PhitWidth-1:0] phit_data_i,
  // Links.
  output logic [Ports-1:0]           flit_valid_o,
  output logic [Ports*VcWidth-1:0]   flit_vc_o,
  output logic [Ports-1:0]           flit_head_o,
  output logic [Ports-1:0]           flit_tail_o,
  output logic [Ports*PhitWidth-1:0] flit_data_o
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("crossbar: Ports; allowed: 1 ... 256");
  end
  if (PhitWidth < 1) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("crossbar: PhitWidth; allowed: 1 or more");
  end
  if (VcWidth < 1 || VcWidth > 6) begin : gen_bad_vc_width
    `NETLOOM_REFUSE("crossbar: VcWidth; allowed: 1 ... 6");
  end
  if (Delay < 1) begin : gen_bad_delay
    `NETLOOM_REFUSE("crossbar: Delay; allowed: 1 or more");
  end

  // What is in a stage: valid, head, tail, VC, data.
  localparam int StageWidth = 3 + VcWidth + PhitWidth;

  for (genvar q = 0; q < Ports; q++) begin : gen_outputs
    logic                  busy_q;
    logic [PortWidth-1:0]  input_q;
    logic [VcWidth-1:0]    vc_q;
    logic [PortWidth-1:0]  from;
    logic [VcWidth-1:0]    vc;
    logic                  valid;
    logic                  head;
    logic                  tail;
    logic [PhitWidth-1:0]  data;
    logic [(Delay+1)*StageWidth-1:0] stages;  // behind each

    assign from      = grant_i[q] ? grant_input_i[q*PortWidth +: PortWidth] : input_q;
    assign vc        = grant_i[q] ? grant_vc_i[q*VcWidth +: VcWidth] : vc_q;
    assign valid     = grant_i[q] | busy_q;
    assign busy_o[q] = busy_q;

    always_comb begin
      head = 1'b0;
      tail = 1'b0;
      data = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (from == PortWidth'(p)) begin
          head = phit_head_i[p];
          tail = phit_tail_i[p];
          data = phit_data_i[p*PhitWidth +: PhitWidth];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q  <= 1'b0;
        input_q <= '0;
        vc_q    <= '0;
      end else begin
        busy_q  <= valid & ~tail;
        input_q <= from;
        vc_q    <= vc;
      end
    end

    assign stages[StageWidth-1:0] = {valid, head, tail, vc, data};

    for (genvar i = 0; i < Delay; i++) begin : gen_stages
      logic                  valid_q;
      logic [StageWidth-2:0] rest_q;
      logic                  comes;

      assign comes = stages[(i+1)*StageWidth - 1];
      assign stages[(i+1)*StageWidth +: StageWidth] = {valid_q, rest_q};

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else valid_q <= comes;
      end

      always_ff @(posedge clk_i) begin
        if (comes) rest_q <= stages[i*StageWidth +: StageWidth-1];
      end
    end

    assign {flit_valid_o[q], flit_head_o[q], flit_tail_o[q], flit_vc_o[q*VcWidth +: VcWidth],
            flit_data_o[q*PhitWidth +: PhitWidth]} = stages[Delay*StageWidth +: StageWidth];
  end

endmodule
