// switch_random: its word goes on in each cycle as xorshift64 says, from the last one that was loaded, which counts at
// once. Who draws with the number u has the upper half of three rotated copies of the word, joined by exclusive or:
// by a, by a + 1 + u mod 20 and by a - 1 - (u / 20) mod 20 places to the left, with a = 39 u + u / 400.
module switch_random_spec #(
  parameter int unsigned Users = 16,
  parameter int unsigned Place = 3
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        load_i,
  input logic [63:0] word_i
);

  (* hierconn *) wire [63:0] \u_dut.word_q ;

  logic [Users*32-1:0] draws;

  switch_random #(
    .Users(Users),
    .Place(Place)
  ) u_dut (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .load_i (load_i),
    .word_i (word_i),
    .draws_o(draws)
  );

  // Bit by bit.
  logic [63:0] held_q;
  logic [63:0] word;
  logic [63:0] first;
  logic [63:0] second;
  logic [63:0] next;

  always_comb begin
    for (int i = 0; i < 64; i++) begin
      word[i]   = load_i ? word_i[i] : held_q[i];
      first[i]  = word[i];
      if (i >= 13) first[i] = word[i] ^ word[i-13];
    end
    for (int i = 0; i < 64; i++) begin
      second[i] = first[i];
      if (i + 7 < 64) second[i] = first[i] ^ first[i+7];
    end
    for (int i = 0; i < 64; i++) begin
      next[i] = second[i];
      if (i >= 17) next[i] = second[i] ^ second[i-17];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= next;
  end

  initial assume (!rst_ni);

  always_comb assert (\u_dut.word_q == held_q);

  for (genvar i = 0; i < Users; i++) begin : gen_users
    localparam int unsigned U = 5*i + Place;
    localparam int unsigned A = 6400 + 39*U + U/400;  // full turns more

    function automatic logic [63:0] rotated(input logic [63:0] bits, input logic [31:0] by);
      rotated = (bits << by % 64) | (bits >> (64 - by % 64) % 64);
      if (by % 64 == 0) rotated = bits;
    endfunction

    logic [63:0] all;

    assign all = rotated(word, A) ^ rotated(word, A + 1 + U % 20) ^ rotated(word, A - 1 - U / 20 % 20);

    always_comb assert (draws[i*32 +: 32] == all[63:32]);
  end

endmodule
