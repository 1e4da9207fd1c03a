`include "refuse.svh"

// An account of what is inside: what leaves has come in, as often as it leaves. Each is known by a number, of
// which the lowest bits say in which of its places it is counted; a place whose count is 0 has the sum 0 as
// well. For simulation; a part of switch_monitor.
module packet_account #(
  parameter int Ports     = 8,  // 1 ... 256
  parameter int PlaceBits = 8   // 1 ... 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Ports-1:0]    in_valid_i,
  input  logic [Ports*32-1:0] in_number_i,
  input  logic [Ports-1:0]    out_valid_i,
  input  logic [Ports*32-1:0] out_number_i,
  output logic [Ports-1:0]    strange_o     // has left in this cycle, and had not come in
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("packet_account: Ports; allowed: 1 ... 256");
  end
  if (PlaceBits < 1 || PlaceBits > 16) begin : gen_bad_place_bits
    `NETLOOM_REFUSE("packet_account: PlaceBits; allowed: 1 ... 16");
  end

  localparam int Places = 1 << PlaceBits;

  logic [31:0] counts_q [0:Places-1];
  logic [31:0] sums_q   [0:Places-1];

  // What leaves came in earlier. Of the same in one cycle the first is counted here.
  always_comb begin
    for (int p = 0; p < Ports; p++) begin
      automatic logic [PlaceBits-1:0] place = out_number_i[p*32 +: PlaceBits];
      automatic logic [31:0] count = counts_q[place];
      automatic logic [31:0] sum = sums_q[place];
      for (int q = 0; q < p; q++) begin
        if (out_valid_i[p] && out_valid_i[q] && out_number_i[q*32 +: PlaceBits] == place) begin
          count = count - 32'd1;
          sum   = sum - out_number_i[q*32 +: 32];
        end
      end
      strange_o[p] = out_valid_i[p] && (count == '0 || (count == 32'd1 && sum != out_number_i[p*32 +: 32]));
    end
  end

  // Several of one cycle may be in one place.
  /* verilator lint_off BLKSEQ */
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < Places; i++) begin
        counts_q[i] = '0;
        sums_q[i]   = '0;
      end
    end else begin
      for (int p = 0; p < Ports; p++) begin
        if (in_valid_i[p]) begin
          counts_q[in_number_i[p*32 +: PlaceBits]] = counts_q[in_number_i[p*32 +: PlaceBits]] + 32'd1;
          sums_q[in_number_i[p*32 +: PlaceBits]]   = sums_q[in_number_i[p*32 +: PlaceBits]] + in_number_i[p*32 +: 32];
        end
        if (out_valid_i[p]) begin
          counts_q[out_number_i[p*32 +: PlaceBits]] = counts_q[out_number_i[p*32 +: PlaceBits]] - 32'd1;
          sums_q[out_number_i[p*32 +: PlaceBits]]   = sums_q[out_number_i[p*32 +: PlaceBits]] - out_number_i[p*32 +: 32];
        end
      end
    end
  end
  /* verilator lint_on BLKSEQ */

endmodule
