`include "refuse.svh"

// The output buffer of a VC: a FIFO between the crossbar and the link. Up to Speedup phits of a flit come
// out of the crossbar in a cycle, one goes on the link. A phit can go in the cycle in which it comes: then
// it is read from the crossbar, and else from the buffer, in the cycle after it has been written or later.
//
// The space for a flit is taken when it is granted, and free again in the cycle after its last phit has
// gone.
//
// Source: docs/timing.md, rules 4 and 6.
module output_queue #(
  parameter int Depth       = 32,   // phits, LargestFlit or more
  parameter int PhitWidth   = 128,  // bits, 1 or more
  parameter int LargestFlit = 16,   // phits, 1 ... 65535
  parameter int Speedup     = 1,    // S in phits per cycle, 1 ... 2
  // Derived.
  localparam int PhitsWidth = netloom_regs_pkg::bits_for(LargestFlit + 1),
  localparam int SpaceWidth = netloom_regs_pkg::bits_for(Depth + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // Grants.
  input  logic                         taken_i,
  input  logic [PhitsWidth-1:0]        taken_phits_i,
  output logic [SpaceWidth-1:0]        space_o,        // phits that may be granted
  // The crossbar: phits of one flit, the first lowest.
  input  logic [Speedup-1:0]           phit_valid_i,
  input  logic                         phit_head_i,    // the first of these is the flit's first
  input  logic [PhitsWidth-1:0]        phit_phits_i,   // of the flit, with phit_head_i
  input  logic                         phit_first_i,   // it is the first of its packet
  input  logic                         phit_last_i,    // … the last
  input  logic [Speedup*PhitWidth-1:0] phit_data_i,
  // The link: the phit in front.
  output logic                         front_valid_o,
  output logic [PhitsWidth-1:0]        front_phits_o,  // of its flit, if it is the first of it
  output logic                         front_first_o,  // … this is the first of its packet
  output logic                         front_last_o,   // … the last
  output logic [PhitWidth-1:0]         front_data_o,
  input  logic                         goes_i,
  input  logic                         gone_i,         // with goes_i: it is the last of a flit
  input  logic [PhitsWidth-1:0]        gone_phits_i    // … of so many
);

  if (LargestFlit < 1 || LargestFlit > 65535) begin : gen_bad_largest_flit
    `NETLOOM_REFUSE("output_queue: LargestFlit; allowed: 1 ... 65535");
  end
  if (Depth < LargestFlit) begin : gen_bad_depth
    `NETLOOM_REFUSE("output_queue: Depth; allowed: LargestFlit or more");
  end
  if (PhitWidth < 1) begin : gen_bad_phit_width
    `NETLOOM_REFUSE("output_queue: PhitWidth; allowed: 1 or more");
  end
  if (Speedup < 1 || Speedup > 2) begin : gen_bad_speedup
    `NETLOOM_REFUSE("output_queue: Speedup; allowed: 1 ... 2");
  end

  localparam int PlaceWidth = netloom_regs_pkg::bits_for(Depth);

  // The place behind this one in the buffer, which is a ring.
  function automatic logic [PlaceWidth-1:0] behind(input logic [PlaceWidth-1:0] place);
    behind = (place == PlaceWidth'(Depth - 1)) ? '0 : place + PlaceWidth'(1);
  endfunction

  logic [PhitWidth-1:0]        buffer_q [Depth];
  logic [PhitsWidth+1:0]       flits_q [Depth];    // that begins at a place: last, first, phits
  logic [SpaceWidth-1:0]       space_q;
  logic [SpaceWidth-1:0]       held_q;             // phits in the buffer
  logic [PlaceWidth-1:0]       read_q;
  logic [PlaceWidth-1:0]       write_q;
  logic [Speedup*PlaceWidth-1:0] write_places;     // of the phits that come
  logic [PlaceWidth-1:0]       write_next;
  logic [SpaceWidth-1:0]       come;               // phits
  logic                        empty;

  assign empty         = held_q == '0;
  assign space_o       = space_q;
  assign front_valid_o = ~empty | phit_valid_i[0];
  assign {front_last_o, front_first_o, front_phits_o} =
      empty ? {phit_last_i, phit_first_i, phit_phits_i} : flits_q[read_q];
  assign front_data_o  = empty ? phit_data_i[PhitWidth-1:0] : buffer_q[read_q];

  always_comb begin
    come         = '0;
    write_next   = write_q;
    write_places = '0;
    for (int unsigned i = 0; i < Speedup; i++) begin
      write_places[i*PlaceWidth +: PlaceWidth] = write_next;
      if (phit_valid_i[i]) begin
        come       = come + SpaceWidth'(1);
        write_next = behind(write_next);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      space_q <= SpaceWidth'(Depth);
      held_q  <= '0;
      read_q  <= '0;
      write_q <= '0;
    end else begin
      space_q <= space_q - (taken_i ? SpaceWidth'(taken_phits_i) : '0)
               + (gone_i ? SpaceWidth'(gone_phits_i) : '0);
      held_q  <= held_q + come - SpaceWidth'(goes_i);
      write_q <= write_next;
      if (goes_i) read_q <= behind(read_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (phit_valid_i[0] && phit_head_i) flits_q[write_q] <= {phit_last_i, phit_first_i, phit_phits_i};
    for (int unsigned i = 0; i < Speedup; i++) begin
      if (phit_valid_i[i]) begin
        buffer_q[write_places[i*PlaceWidth +: PlaceWidth]] <= phit_data_i[i*PhitWidth +: PhitWidth];
      end
    end
  end

endmodule
