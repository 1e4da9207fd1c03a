// crossbar: what leaves the buffer of an input, from the cycle of its grant to that of its last phit, is at
// the output that it was granted Delay cycles later, with the VC of the grant; nothing else is.
// An output is busy in the cycles after the grant in which phits of the flit still go in.
module crossbar_spec #(
  parameter int unsigned Ports      = 2,
  parameter int unsigned PhitWidth  = 2,
  parameter int unsigned VcWidth    = 1,
  parameter int unsigned Delay      = 2,
  parameter int unsigned Speedup    = 1,
  parameter int unsigned PhitsWidth = 2,
  parameter int unsigned PortWidth  = netloom_regs_pkg::bits_for(Ports)
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [Ports-1:0]                   grant_i,
  input logic [Ports*PortWidth-1:0]         grant_input_i,
  input logic [Ports*VcWidth-1:0]           grant_vc_i,
  input logic [Ports*Speedup-1:0]           phit_valid_i,
  input logic [Ports-1:0]                   phit_head_i,
  input logic [Ports-1:0]                   phit_tail_i,
  input logic [Ports*PhitsWidth-1:0]        phit_phits_i,
  input logic [Ports-1:0]                   phit_first_i,
  input logic [Ports-1:0]                   phit_last_i,
  input logic [Ports*Speedup*PhitWidth-1:0] phit_data_i
);

  // {head, tail, first, last, VC, phits, data}
  localparam int unsigned PhitBits = 4 + VcWidth + PhitsWidth + Speedup * PhitWidth;

  logic [Ports-1:0]                   busy;
  logic [Ports*Speedup-1:0]           valid;
  logic [Ports*VcWidth-1:0]           vc;
  logic [Ports-1:0]                   head;
  logic [Ports-1:0]                   tail;
  logic [Ports*PhitsWidth-1:0]        phits;
  logic [Ports-1:0]                   first;
  logic [Ports-1:0]                   last;
  logic [Ports*Speedup*PhitWidth-1:0] data;

  crossbar #(
    .Ports     (Ports),
    .PhitWidth (PhitWidth),
    .VcWidth   (VcWidth),
    .Delay     (Delay),
    .Speedup   (Speedup),
    .PhitsWidth(PhitsWidth)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .grant_i      (grant_i),
    .grant_input_i(grant_input_i),
    .grant_vc_i   (grant_vc_i),
    .busy_o       (busy),
    .phit_valid_i (phit_valid_i),
    .phit_head_i  (phit_head_i),
    .phit_tail_i  (phit_tail_i),
    .phit_phits_i (phit_phits_i),
    .phit_first_i (phit_first_i),
    .phit_last_i  (phit_last_i),
    .phit_data_i  (phit_data_i),
    .phit_valid_o (valid),
    .phit_vc_o    (vc),
    .phit_head_o  (head),
    .phit_tail_o  (tail),
    .phit_phits_o (phits),
    .phit_first_o (first),
    .phit_last_o  (last),
    .phit_data_o  (data)
  );

  initial assume (!rst_ni);

  // Cycles since reset, as far as the delay goes.
  logic [7:0] age_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) age_q <= '0;
    else if (age_q < Delay) age_q <= age_q + 1;
  end

  always_comb assert (age_q <= Delay);

  for (genvar q = 0; q < Ports; q++) begin : gen_outputs
    logic                      joined_q;      // with an input, whose flit has not ended
    logic [PortWidth-1:0]      input_q;
    logic [VcWidth-1:0]        vc_q;
    logic [PortWidth-1:0]      from;
    logic                      joined;
    logic [Speedup-1:0]        goes;          // phits that go in
    logic [PhitBits-1:0]       phit;
    logic [Delay*Speedup-1:0]  went_q;        // in the last cycles, the lowest one cycle ago
    logic [Delay*PhitBits-1:0] phits_q;

    assign from   = grant_i[q] ? grant_input_i[q*PortWidth +: PortWidth] : input_q;
    assign joined = grant_i[q] || joined_q;

    always_comb begin
      phit = '0;
      goes = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (from == p) begin
          phit = {phit_head_i[p], phit_tail_i[p], phit_first_i[p], phit_last_i[p],
                  grant_i[q] ? grant_vc_i[q*VcWidth +: VcWidth] : vc_q,
                  phit_phits_i[p*PhitsWidth +: PhitsWidth],
                  phit_data_i[p*Speedup*PhitWidth +: Speedup*PhitWidth]};
          if (joined) goes = phit_valid_i[p*Speedup +: Speedup];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        joined_q <= 1'b0;
        input_q  <= '0;
        vc_q     <= '0;
      end else if (joined) begin
        joined_q <= !phit[PhitBits-2];
        input_q  <= from;
        if (grant_i[q]) vc_q <= grant_vc_i[q*VcWidth +: VcWidth];
      end
    end

    always_ff @(posedge clk_i) begin
      went_q  <= {went_q, goes};
      phits_q <= {phits_q, phit};
    end

    always_comb begin
      // To an input that there is, and to an output that is free.
      if (grant_i[q]) assume (grant_input_i[q*PortWidth +: PortWidth] < Ports && !joined_q);
      assert (busy[q] == joined_q);
      assert (valid[q*Speedup +: Speedup] == (age_q == Delay ? went_q[(Delay-1)*Speedup +: Speedup] : '0));
      if (valid[q*Speedup +: Speedup] != '0) begin
        assert ({head[q], tail[q], first[q], last[q], vc[q*VcWidth +: VcWidth],
                 phits[q*PhitsWidth +: PhitsWidth], data[q*Speedup*PhitWidth +: Speedup*PhitWidth]}
                == phits_q[(Delay-1)*PhitBits +: PhitBits]);
      end
      assert (!joined_q || input_q < Ports);
    end
  end

  // Named as in the block, so that the wires in it are the block's registers: of what is joined, and of
  // what is in the stages between an input and the link.
  for (genvar q = 0; q < Ports; q++) begin : \u_dut.gen_outputs
    (* hierconn *) wire [PortWidth-1:0] input_q;
    (* hierconn *) wire [VcWidth-1:0]   vc_q;

    always_comb begin
      if (busy[q]) assert (input_q == gen_outputs[q].input_q && vc_q == gen_outputs[q].vc_q);
    end

    for (genvar i = 0; i < Delay; i++) begin : gen_stages
      (* hierconn *) wire [Speedup-1:0]  valid_q;
      (* hierconn *) wire [PhitBits-1:0] rest_q;

      always_comb begin
        assert (valid_q == (age_q > i ? gen_outputs[q].went_q[i*Speedup +: Speedup] : '0));
        if (valid_q != '0) assert (rest_q == gen_outputs[q].phits_q[i*PhitBits +: PhitBits]);
      end
    end
  end

endmodule
