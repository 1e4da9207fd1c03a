// output_selection with Kind = 3 selects at random: of n channels that are usable, in their order, the one with so many
// before it that what is drawn, a share of 2^32, lies in its n-th part of these. And nothing where none is usable.
module random_selection_spec #(
  parameter int unsigned Ports    = 3,
  parameter int unsigned VcShift  = 1,
  parameter int unsigned Channels = Ports << VcShift
) (
  input logic [Channels-1:0] usable_i,
  input logic [31:0]         draw_i
);

  logic [Channels-1:0] selected;

  output_selection #(
    .Kind   (3),
    .Ports  (Ports),
    .VcShift(VcShift)
  ) u_dut (
    .usable_i    (usable_i),
    .start_port_i('0),
    .credits_i   ('0),
    .to_host_i   ('0),
    .draw_i      (draw_i),
    .selected_o  (selected)
  );

  logic [47:0]            count;
  logic [Channels*48-1:0] below;  // of each channel, those that are usable

  always_comb begin
    count  = '0;
    below  = '0;
    for (int unsigned i = 0; i < Channels; i++) begin
      below[i*48 +: 48] = count;
      if (usable_i[i]) count = count + 1;
    end
    for (int unsigned i = 0; i < Channels; i++) begin
      assert (selected[i] == (usable_i[i] && below[i*48 +: 48] << 32 <= draw_i * count
                              && draw_i * count < below[i*48 +: 48] + 1 << 32));
    end
    assert ((selected != '0) == (usable_i != '0));
  end

endmodule
