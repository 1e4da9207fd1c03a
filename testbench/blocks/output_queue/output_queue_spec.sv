// output_queue: phits go in the order and with the data with which they came, in the cycle in which they come
// if none is before them; of the one that is a flit's first it says the length of the flit, and whether it is
// the first and the last of its packet. The space is what the buffer holds, less the phits of the flits that
// were granted and whose last phit has not gone.
//
// The flits that come are those that were granted, in their order, and begin to come when it pleases the
// crossbar; the link takes a flit phit by phit, none before it has come.
module output_queue_spec #(
  parameter int unsigned Depth       = 3,
  parameter int unsigned LargestFlit = 2,
  parameter int unsigned Speedup     = 1,
  parameter int unsigned PhitWidth   = 2,
  parameter int unsigned PhitsWidth  = netloom_regs_pkg::bits_for(LargestFlit + 1),
  parameter int unsigned SpaceWidth  = netloom_regs_pkg::bits_for(Depth + 1)
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  input logic                         taken_i,
  input logic [PhitsWidth-1:0]        taken_phits_i,
  input logic [Speedup-1:0]           phit_valid_i,
  input logic                         phit_head_i,
  input logic [PhitsWidth-1:0]        phit_phits_i,
  input logic                         phit_first_i,
  input logic                         phit_last_i,
  input logic [Speedup*PhitWidth-1:0] phit_data_i,
  input logic                         goes_i
);

  localparam int unsigned PlaceWidth = netloom_regs_pkg::bits_for(Depth);
  localparam int unsigned FlitWidth  = 2 + PhitsWidth;
  localparam int unsigned WordWidth  = 1 + FlitWidth + PhitWidth;  // {head, flit, data} of a phit

  logic [SpaceWidth-1:0] space;
  logic                  front_valid;
  logic [PhitsWidth-1:0] front_phits;
  logic                  front_first;
  logic                  front_last;
  logic [PhitWidth-1:0]  front_data;
  logic                  gone;
  logic [PhitsWidth-1:0] gone_phits;

  output_queue #(
    .Depth      (Depth),
    .PhitWidth  (PhitWidth),
    .LargestFlit(LargestFlit),
    .Speedup    (Speedup)
  ) u_dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .taken_i      (taken_i),
    .taken_phits_i(taken_phits_i),
    .space_o      (space),
    .phit_valid_i (phit_valid_i),
    .phit_head_i  (phit_head_i),
    .phit_phits_i (phit_phits_i),
    .phit_first_i (phit_first_i),
    .phit_last_i  (phit_last_i),
    .phit_data_i  (phit_data_i),
    .front_valid_o(front_valid),
    .front_phits_o(front_phits),
    .front_first_o(front_first),
    .front_last_o (front_last),
    .front_data_o (front_data),
    .goes_i       (goes_i),
    .gone_i       (gone),
    .gone_phits_i (gone_phits)
  );

  initial assume (!rst_ni);

  // The phits that are there, in their order, and those of this cycle behind them.
  logic [Depth*WordWidth-1:0]     phits_q;
  logic [7:0]                     count_q;
  logic [(Depth+2)*WordWidth-1:0] phits;
  logic [7:0]                     come;       // phits in this cycle
  logic [7:0]                     owed_q;     // phits of flits that were granted that have not come
  logic [7:0]                     coming_q;   // … of the one that has begun to
  logic [7:0]                     coming;     // … with this cycle
  logic [7:0]                     unfreed_q;  // phits that have gone of the flit whose last one has not
  logic [7:0]                     going_q;    // phits of the flit on the link that have not gone
  logic [PhitsWidth-1:0]          length_q;   // of the flit on the link
  logic                           head;       // the phit in front is a flit's first
  logic [FlitWidth-1:0]           flit;

  assign come = phit_valid_i[0] + (Speedup == 2 && phit_valid_i[Speedup-1]);

  always_comb begin
    phits = phits_q;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (count_q == i) begin
        phits[i*WordWidth +: WordWidth] =
            {phit_head_i, phit_last_i, phit_first_i, phit_phits_i, phit_data_i[PhitWidth-1:0]};
        if (Speedup == 2) begin
          phits[(i+1)*WordWidth +: WordWidth] =
              {1'b0, phit_last_i, phit_first_i, phit_phits_i, phit_data_i[(Speedup-1)*PhitWidth +: PhitWidth]};
        end
      end
    end
  end

  assign head       = phits[WordWidth-1];
  assign flit       = phits[PhitWidth +: FlitWidth];
  assign gone_phits = head ? flit[PhitsWidth-1:0] : length_q;
  assign gone       = goes_i && (head ? flit[PhitsWidth-1:0] == 1 : going_q == 1);
  assign coming     = phit_head_i ? phit_phits_i : coming_q;

  always_comb begin
    // Grants for which there is space.
    if (taken_i) assume (taken_phits_i >= 1 && taken_phits_i <= LargestFlit && taken_phits_i <= space);
    // Phits of flits that were granted, one flit after the other.
    if (Speedup == 2 && phit_valid_i[Speedup-1]) assume (phit_valid_i[0]);
    if (come != '0) begin
      assume (phit_head_i == (coming_q == '0));
      assume (come <= coming);
      if (phit_head_i) assume (phit_phits_i >= 1 && phit_phits_i <= LargestFlit && phit_phits_i <= owed_q);
    end
    // Of what has come.
    if (goes_i) assume (count_q + come != '0);
  end

  always_comb begin
    assert (front_valid == (count_q + come != '0));
    if (front_valid) begin
      assert (front_data == phits[PhitWidth-1:0]);
      if (head) assert ({front_last, front_first, front_phits} == flit);
      assert (head == (going_q == '0));
    end
    assert (space == Depth - owed_q - count_q - unfreed_q);
    assert (owed_q + count_q + unfreed_q <= Depth);
    assert (coming_q < LargestFlit && coming_q <= owed_q);
    assert (going_q < LargestFlit && unfreed_q < LargestFlit);
    if (going_q != '0) assert (going_q + unfreed_q == length_q && length_q <= LargestFlit);
    if (going_q == '0) assert (unfreed_q == '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q   <= '0;
      owed_q    <= '0;
      coming_q  <= '0;
      unfreed_q <= '0;
      going_q   <= '0;
    end else begin
      count_q  <= count_q + come - goes_i;
      owed_q   <= owed_q + (taken_i ? taken_phits_i : 0) - come;
      if (come != '0) coming_q <= coming - come;
      if (goes_i) begin
        unfreed_q <= gone ? '0 : unfreed_q + 1;
        going_q   <= (head ? flit[PhitsWidth-1:0] : going_q) - 1;
        length_q  <= gone_phits;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    phits_q <= goes_i ? phits >> WordWidth : phits;
  end

  // Heads are where flits begin: behind the rest of the flit on the link, each as long as it says.
  logic [7:0] before;  // phits before the next head

  always_comb begin
    before = going_q;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (i < count_q) begin
        assert (phits_q[i*WordWidth + WordWidth - 1] == (before == '0));
        if (before == '0) begin
          before = phits_q[i*WordWidth + PhitWidth +: PhitsWidth];
          assert (before >= 1 && before <= LargestFlit);
        end
        before = before - 1;
      end
    end
    assert (coming_q == before);
  end

  // The block's buffer is a ring.
  (* hierconn *) wire [SpaceWidth-1:0] \u_dut.space_q ;
  (* hierconn *) wire [SpaceWidth-1:0] \u_dut.held_q ;
  (* hierconn *) wire [PlaceWidth-1:0] \u_dut.read_q ;
  (* hierconn *) wire [PlaceWidth-1:0] \u_dut.write_q ;

  always_comb begin
    assert (\u_dut.held_q == count_q);
    assert (\u_dut.read_q < Depth && \u_dut.write_q < Depth);
    assert (\u_dut.write_q == (\u_dut.read_q + count_q) % Depth);
  end

  logic [Depth*PhitWidth-1:0] held;
  logic [Depth*FlitWidth-1:0] flits;

  // As many words as there are, for Depth up to 5.
  for (genvar i = 0; i < Depth; i++) begin : gen_words
    logic [7:0] place;

    assign place = (\u_dut.read_q + i) % Depth;

    always_comb begin
      if (i < count_q) begin
        assert (held[place*PhitWidth +: PhitWidth] == phits_q[i*WordWidth +: PhitWidth]);
        if (phits_q[i*WordWidth + WordWidth - 1]) begin
          assert (flits[place*FlitWidth +: FlitWidth] == phits_q[i*WordWidth + PhitWidth +: FlitWidth]);
        end
      end
    end
  end

  (* hierconn *) wire [PhitWidth-1:0] \u_dut.buffer_q[0] ;
  (* hierconn *) wire [PhitWidth-1:0] \u_dut.buffer_q[1] ;
  (* hierconn *) wire [PhitWidth-1:0] \u_dut.buffer_q[2] ;
  (* hierconn *) wire [FlitWidth-1:0] \u_dut.flits_q[0] ;
  (* hierconn *) wire [FlitWidth-1:0] \u_dut.flits_q[1] ;
  (* hierconn *) wire [FlitWidth-1:0] \u_dut.flits_q[2] ;
  assign held[0*PhitWidth +: PhitWidth]  = \u_dut.buffer_q[0] ;
  assign held[1*PhitWidth +: PhitWidth]  = \u_dut.buffer_q[1] ;
  assign held[2*PhitWidth +: PhitWidth]  = \u_dut.buffer_q[2] ;
  assign flits[0*FlitWidth +: FlitWidth] = \u_dut.flits_q[0] ;
  assign flits[1*FlitWidth +: FlitWidth] = \u_dut.flits_q[1] ;
  assign flits[2*FlitWidth +: FlitWidth] = \u_dut.flits_q[2] ;

  if (Depth > 3) begin : \u_dut
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[3] ;
    (* hierconn *) wire [PhitWidth-1:0] \buffer_q[4] ;
    (* hierconn *) wire [FlitWidth-1:0] \flits_q[3] ;
    (* hierconn *) wire [FlitWidth-1:0] \flits_q[4] ;
    assign held[3*PhitWidth +: PhitWidth]  = \buffer_q[3] ;
    assign held[4*PhitWidth +: PhitWidth]  = \buffer_q[4] ;
    assign flits[3*FlitWidth +: FlitWidth] = \flits_q[3] ;
    assign flits[4*FlitWidth +: FlitWidth] = \flits_q[4] ;
  end

endmodule
