// misrouting_restriction: a channel of a global link may be left exactly if there is no factor, or more phits wait
// behind it than the factor says of the mean of those behind the same VC of all global links, and the offset; all
// other channels may be. What registers and buffers can hold never overflows.
module misrouting_restriction_spec #(
  parameter int unsigned Ports        = 4,
  parameter int unsigned VcShift      = 1,
  parameter int unsigned WaitingWidth = 2,
  parameter logic [Ports-1:0] Links = 4'b1110,
  parameter int unsigned Vcs      = 1 << VcShift,
  parameter int unsigned Channels = Ports << VcShift
) (
  input logic [15:0]                      factor_i,
  input logic [15:0]                      offset_i,
  input logic [Channels*WaitingWidth-1:0] waiting_i
);

  logic [Channels-1:0] may_leave;

  misrouting_restriction #(
    .Ports       (Ports),
    .VcShift     (VcShift),
    .WaitingWidth(WaitingWidth),
    .Links       (Links)
  ) u_dut (
    .factor_i   (factor_i),
    .offset_i   (offset_i),
    .waiting_i  (waiting_i),
    .may_leave_o(may_leave)
  );

  // All in 64 bits, of which none of this needs so many.
  for (genvar c = 0; c < Channels; c++) begin : gen_channels
    logic [63:0] links;
    logic [63:0] all;
    logic [63:0] own;

    always_comb begin
      links = '0;
      all   = '0;
      own   = waiting_i[c*WaitingWidth +: WaitingWidth];
      for (int unsigned p = 0; p < Ports; p++) begin
        if (Links[p]) begin
          links = links + 64'd1;
          all   = all + waiting_i[(p*Vcs + c%Vcs)*WaitingWidth +: WaitingWidth];
        end
      end
      if (!Links[c/Vcs] || factor_i == '0) assert (may_leave[c]);
      else assert (may_leave[c] == (64'd100 * links * own > factor_i * all + 64'd100 * links * offset_i));
    end
  end

endmodule
