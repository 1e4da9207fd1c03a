`include "refuse.svh"

// The crossbar of a switch: Delay cycles from an input to an output, up to Speedup phits in each, one flit
// at a time from each input and to each output. Multiplexed, it has one of each for a port, and a full one
// for a VC. A grant joins an input with an output from its cycle on, until the flit's last phit has gone
// in: the output can be granted again in the next cycle.
//
// Source: docs/timing.md, rules 5 and 6.
module crossbar #(
  parameter int Ports      = 8,    // inputs, and outputs, 1 ... 512
  parameter int PhitWidth  = 128,  // bits, 1 or more
  parameter int VcWidth    = 1,    // bits of a VC's number, 1 ... 6
  parameter int Delay      = 1,    // X in cycles, 1 or more
  parameter int Speedup    = 1,    // S in phits per cycle, 1 ... 2
  parameter int PhitsWidth = 5,    // bits of the phits of a flit, 1 ... 16
  // Derived.
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  // Grants, per output.
  input  logic [Ports-1:0]                   grant_i,
  input  logic [Ports*PortWidth-1:0]         grant_input_i,
  input  logic [Ports*VcWidth-1:0]           grant_vc_i,    // of the output
  output logic [Ports-1:0]                   busy_o,        // a flit still goes in
  // Inputs: the phits that leave the buffer, the first lowest.
  input  logic [Ports*Speedup-1:0]           phit_valid_i,
  input  logic [Ports-1:0]                   phit_head_i,   // the flit's first is among them
  input  logic [Ports-1:0]                   phit_tail_i,   // … and its last
  input  logic [Ports*PhitsWidth-1:0]        phit_phits_i,  // of the flit
  input  logic [Ports-1:0]                   phit_first_i,  // it is the first of its packet
  input  logic [Ports-1:0]                   phit_last_i,   // … the last
  input  logic [Ports*Speedup*PhitWidth-1:0] phit_data_i,
  // Outputs.
  output logic [Ports*Speedup-1:0]           phit_valid_o,
  output logic [Ports*VcWidth-1:0]           phit_vc_o,
  output logic [Ports-1:0]                   phit_head_o,
  output logic [Ports-1:0]                   phit_tail_o,
  output logic [Ports*PhitsWidth-1:0]        phit_phits_o,
  output logic [Ports-1:0]                   phit_first_o,
  output logic [Ports-1:0]                   phit_last_o,
  output logic [Ports*Speedup*PhitWidth-1:0] phit_data_o
);

  if (Ports < 1 || Ports > 512) begin : gen_bad_ports
    `NETLOOM_REFUSE("crossbar: Ports; allowed: 1 ... 512");
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
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("crossbar: Speedup; allowed: 1 ... 2");
  end
  if (PhitsWidth < 1 || PhitsWidth > 16) begin : gen_bad_phits_width
    `NETLOOM_REFUSE("crossbar: PhitsWidth; allowed: 1 ... 16");
  end

  // What is in a stage: valid; head, tail, first, last, VC, phits of the flit, data.
  localparam int RestWidth  = 4 + VcWidth + PhitsWidth + Speedup*PhitWidth;
  localparam int StageWidth = Speedup + RestWidth;

  for (genvar q = 0; q < Ports; q++) begin : gen_outputs
    logic                         busy_q;
    logic [PortWidth-1:0]         input_q;
    logic [VcWidth-1:0]           vc_q;
    logic [PortWidth-1:0]         from;
    logic [VcWidth-1:0]           vc;
    logic                         joined;
    logic [Speedup-1:0]           valid;
    logic                         head;
    logic                         tail;
    logic                         first;
    logic                         last;
    logic [PhitsWidth-1:0]        phits;
    logic [Speedup*PhitWidth-1:0] data;
    logic [(Delay+1)*StageWidth-1:0] stages;  // behind each

    assign from      = grant_i[q] ? grant_input_i[q*PortWidth +: PortWidth] : input_q;
    assign vc        = grant_i[q] ? grant_vc_i[q*VcWidth +: VcWidth] : vc_q;
    assign joined    = grant_i[q] | busy_q;
    assign busy_o[q] = busy_q;

    always_comb begin
      valid = '0;
      head  = 1'b0;
      tail  = 1'b0;
      first = 1'b0;
      last  = 1'b0;
      phits = '0;
      data  = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (from == PortWidth'(p)) begin
          valid = phit_valid_i[p*Speedup +: Speedup];
          head  = phit_head_i[p];
          tail  = phit_tail_i[p];
          first = phit_first_i[p];
          last  = phit_last_i[p];
          phits = phit_phits_i[p*PhitsWidth +: PhitsWidth];
          data  = phit_data_i[p*Speedup*PhitWidth +: Speedup*PhitWidth];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q  <= 1'b0;
        input_q <= '0;
        vc_q    <= '0;
      end else begin
        busy_q  <= joined & ~tail;
        input_q <= from;
        vc_q    <= vc;
      end
    end

    assign stages[StageWidth-1:0] = {valid & {Speedup{joined}}, head, tail, first, last, vc, phits, data};

    for (genvar i = 0; i < Delay; i++) begin : gen_stages
      logic [Speedup-1:0]   valid_q;
      logic [RestWidth-1:0] rest_q;
      logic [Speedup-1:0]   comes;

      assign comes = stages[i*StageWidth + RestWidth +: Speedup];
      assign stages[(i+1)*StageWidth +: StageWidth] = {valid_q, rest_q};

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= '0;
        else valid_q <= comes;
      end

      always_ff @(posedge clk_i) begin
        if (comes != '0) rest_q <= stages[i*StageWidth +: RestWidth];
      end
    end

    assign {phit_valid_o[q*Speedup +: Speedup], phit_head_o[q], phit_tail_o[q], phit_first_o[q],
            phit_last_o[q], phit_vc_o[q*VcWidth +: VcWidth], phit_phits_o[q*PhitsWidth +: PhitsWidth],
            phit_data_o[q*Speedup*PhitWidth +: Speedup*PhitWidth]} = stages[Delay*StageWidth +: StageWidth];
  end

endmodule
