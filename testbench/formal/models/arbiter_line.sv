// Who goes first at an arbiter of a switch: the requesters stand in a line, and of those that request the
// one with the lowest place is granted. Round robin (Kind 0): the line begins at a pointer, which is 0 after
// reset and behind the group of the one served after a match. Least recently served (Kind 1): at first in
// the order of the numbers, and whoever was served goes to the end.
// Source: docs/timing.md, "Who goes first".
module arbiter_line #(
  parameter int unsigned Kind       = 0,
  parameter int unsigned Requesters = 4,
  parameter int unsigned GroupShift = 0,  // groups of 2^GroupShift; Requesters is a multiple of that
  parameter int unsigned IndexWidth = netloom_regs_pkg::bits_for(Requesters)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             used_i,
  input  logic [IndexWidth-1:0]            used_index_i,
  output logic [IndexWidth-1:0]            pointer_o,    // of round robin, otherwise 0
  output logic [Requesters*IndexWidth-1:0] places_o
);

  localparam int unsigned Group = 2 ** GroupShift;

  if (Kind == 0) begin : gen_round_robin
    logic [IndexWidth-1:0] pointer_q;
    logic [IndexWidth:0]   behind;     // the group of the one served

    assign behind    = (used_index_i / Group + 1) * Group;
    assign pointer_o = pointer_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) pointer_q <= '0;
      else if (used_i) pointer_q <= behind == Requesters ? '0 : behind;
    end

    for (genvar i = 0; i < Requesters; i++) begin : gen_places
      assign places_o[i*IndexWidth +: IndexWidth] =
          i >= pointer_q ? i - pointer_q : Requesters + i - pointer_q;
    end
  end else begin : gen_list
    logic [Requesters*IndexWidth-1:0] places_q;
    logic [IndexWidth-1:0]            used_place;

    assign used_place = places_q[used_index_i*IndexWidth +: IndexWidth];
    assign pointer_o  = '0;
    assign places_o   = places_q;

    for (genvar i = 0; i < Requesters; i++) begin : gen_places
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          places_q[i*IndexWidth +: IndexWidth] <= i;
        end else if (used_i && used_index_i == i) begin
          places_q[i*IndexWidth +: IndexWidth] <= Requesters - 1;
        end else if (used_i && places_q[i*IndexWidth +: IndexWidth] > used_place) begin
          places_q[i*IndexWidth +: IndexWidth] <= places_q[i*IndexWidth +: IndexWidth] - 1;
        end
      end
    end
  end

endmodule
