`include "refuse.svh"

// The random bits of a switch: a register of 64 bits that steps in each cycle (xorshift64), of which everyone who
// draws takes 32, by wires of its own. Each bit is that of three places of the register, whose distances differ
// from user to user. What is loaded counts in the cycle itself; it is not 0.
//
// Source: docs/determinism.md, "Random bits" (xorshift64 by G. Marsaglia).
module switch_random #(
  parameter int Users = 8,  // 1 ... 1024
  parameter int Place = 3,  // what they draw for, 0 ... 4; 3: a selection
  // Derived.
  localparam int Width = 64
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                load_i,
  input  logic [Width-1:0]    word_i,
  output logic [Users*32-1:0] draws_o
);

  if (Users < 1 || Users > 1024) begin : gen_bad_users
    `NETLOOM_REFUSE("switch_random: Users; allowed: 1 ... 1024");
  end
  if (Place < 0 || Place > 4) begin : gen_bad_place
    `NETLOOM_REFUSE("switch_random: Place; allowed: 0 ... 4");
  end

  localparam int Places    = 5;
  localparam int Distances = 20;

  logic [Width-1:0] word_q;
  logic [Width-1:0] word;
  logic [Width-1:0] first;   // of the three steps to the next word
  logic [Width-1:0] second;
  logic [Width-1:0] third;

  assign word   = load_i ? word_i : word_q;
  assign first  = word ^ (word << 13);
  assign second = first ^ (first >> 7);
  assign third  = second ^ (second << 17);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) word_q <= '0;
    else word_q <= third;
  end

  if (Users >= 1 && Users <= 1024) begin : gen_draws
    for (genvar i = 0; i < Users; i++) begin : gen_users
      localparam int User  = Places*i + Place;
      localparam int At    = 39*User + User/(Distances*Distances);  // by so many places to the left
      localparam int Above = At + 1 + User % Distances;
      localparam int Below = At - 1 - User/Distances % Distances;

      for (genvar b = 0; b < 32; b++) begin : gen_bits
        localparam int Bit = Width + 32 + b;  // of the rotated words, and one turn more

        assign draws_o[i*32 + b] = word[(Bit - At % Width) % Width]
                                 ^ word[(Bit - Above % Width) % Width]
                                 ^ word[(Bit - (Below + Width) % Width) % Width];
      end
    end
  end

endmodule
