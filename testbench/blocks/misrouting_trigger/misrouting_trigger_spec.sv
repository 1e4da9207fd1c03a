// misrouting_trigger: a head that can take a minimal output may take all such, and no other. Else it may take, if
// that is enabled and its minimal output with the lowest bound may be left (of equals the first), what it can take
// and whose fill is below the bounds of all its minimal outputs.
module misrouting_trigger_spec #(
  parameter int unsigned Channels = 5,
  parameter int unsigned Width    = 3
) (
  input logic                      enable_i,
  input logic [Channels-1:0]       usable_i,
  input logic [Channels-1:0]       minimal_i,
  input logic [Channels*Width-1:0] fills_i,
  input logic [Channels*Width-1:0] bounds_i,
  input logic [Channels-1:0]       may_leave_i
);

  logic [Channels-1:0] permitted;

  misrouting_trigger #(
    .Channels(Channels),
    .Width   (Width)
  ) u_dut (
    .enable_i   (enable_i),
    .usable_i   (usable_i),
    .minimal_i  (minimal_i),
    .fills_i    (fills_i),
    .bounds_i   (bounds_i),
    .may_leave_i(may_leave_i),
    .permitted_o(permitted)
  );

  logic                goes_on;  // by a minimal output
  logic [Channels-1:0] best;     // the minimal output before which there is none as good, and behind which none better

  always_comb begin
    assume (minimal_i != '0);
    goes_on = 1'b0;
    for (int unsigned i = 0; i < Channels; i++) if (usable_i[i] && minimal_i[i]) goes_on = 1'b1;
  end

  for (genvar i = 0; i < Channels; i++) begin : gen_outputs
    logic below;

    always_comb begin
      best[i] = minimal_i[i];
      for (int unsigned j = 0; j < Channels; j++) begin
        if (minimal_i[j] && (j < i ? bounds_i[j*Width +: Width] <= bounds_i[i*Width +: Width]
                                   : bounds_i[j*Width +: Width] < bounds_i[i*Width +: Width])) best[i] = 1'b0;
      end
    end

    always_comb begin
      below = 1'b1;
      for (int unsigned j = 0; j < Channels; j++) begin
        if (minimal_i[j] && fills_i[i*Width +: Width] >= bounds_i[j*Width +: Width]) below = 1'b0;
      end
      assert (permitted[i] == (usable_i[i] && (goes_on ? minimal_i[i]
                                                     : enable_i && (best & may_leave_i) != '0 && below)));
    end
  end

endmodule
