`include "refuse.svh"

// Which of the output channels that a head can take it may take: those of minimal ways, and if it can take none
// of them, and the least filled minimal one (of equals the lowest) may be left, others whose buffers are filled less
// than a percentage of what that is. Combinational.
//
// Source: docs/dragonfly_routing.md, "In-transit adaptive"; [RLM-OLM 2013], section IV.
module misrouting_trigger #(
  parameter int Channels = 8,  // 1 or more
  parameter int Width    = 16  // 1 or more
) (
  input  logic                      enable_i,     // MISROUTE_ENABLE
  input  logic [Channels-1:0]       usable_i,     // candidates that are free and have room
  input  logic [Channels-1:0]       minimal_i,    // candidates of minimal ways, one at least
  input  logic [Channels*Width-1:0] fills_i,      // see queue_fill
  input  logic [Channels*Width-1:0] bounds_i,
  input  logic [Channels-1:0]       may_leave_i,  // see misrouting_restriction
  output logic [Channels-1:0]       permitted_o
);

  if (Channels < 1) begin : gen_bad_channels
    `NETLOOM_REFUSE("misrouting_trigger: Channels; allowed: 1 or more");
  end
  if (Width < 1) begin : gen_bad_width
    `NETLOOM_REFUSE("misrouting_trigger: Width; allowed: 1 or more");
  end

  logic [Channels-1:0] minimal;    // that can be taken
  logic [Channels-1:0] emptier;
  logic [Width-1:0]    bound;      // of the least filled minimal one …
  logic                may_leave;  // … which may be left

  assign minimal = usable_i & minimal_i;

  always_comb begin
    bound = '1;
    for (int unsigned i = 0; i < Channels; i++) begin
      if (minimal_i[i] && bounds_i[i*Width +: Width] < bound) bound = bounds_i[i*Width +: Width];
    end
  end

  always_comb begin
    may_leave = 1'b1;
    for (int i = Channels - 1; i >= 0; i--) begin
      if (bounds_i[i*Width +: Width] == bound && minimal_i[i]) may_leave = may_leave_i[i];
    end
  end

  for (genvar i = 0; i < Channels; i++) begin : gen_emptier
    assign emptier[i] = fills_i[i*Width +: Width] < bound;
  end

  assign permitted_o = (minimal != '0) ? minimal : usable_i & emptier & {Channels{enable_i}} & {Channels{may_leave}};

endmodule
