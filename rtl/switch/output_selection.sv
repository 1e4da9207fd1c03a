`include "refuse.svh"

// The output channel that a head asks for, of those that it may take and that are free with room for it.
// Combinational. Kind:
//   0, 1  the first from the channels of a port on, cyclically upwards: of the head's preferred port, or
//         of the port behind the one that was used last (the same search; start_port_i is the difference);
//   2     that with the most credits, the lowest of several. Ports to hosts are before all others;
//   3     of n in their order number n d / 2^32, rounded down, d being what is drawn (switch_random).
//
// Source: docs/timing.md, rule 4; [Fat-Trees 2010], section 4.3.1.
module output_selection #(
  parameter int Kind        = 0,  // 0 ... 3
  parameter int Ports       = 8,  // 1 ... 256
  parameter int VcShift     = 0,  // a port has 2^VcShift channels, 0 ... 6
  parameter int CreditWidth = 8,  // 1 or more
  // Derived.
  localparam int Channels  = Ports << VcShift,
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports)
) (
  input  logic [Channels-1:0]             usable_i,
  input  logic [PortWidth-1:0]            start_port_i,
  input  logic [Channels*CreditWidth-1:0] credits_i,
  input  logic [Ports-1:0]                to_host_i,
  input  logic [31:0]                     draw_i,
  output logic [Channels-1:0]             selected_o    // one-hot, or zero where none is usable
);

  if (Kind < 0 || Kind > 3) begin : gen_bad_kind
    `NETLOOM_REFUSE("output_selection: Kind; allowed: 0 ... 3");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("output_selection: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("output_selection: VcShift; allowed: 0 ... 6");
  end
  if (CreditWidth < 1) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("output_selection: CreditWidth; allowed: 1 or more");
  end

  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels);

  if (Kind < 2) begin : gen_search
    logic [ChannelWidth-1:0] index;
    logic                    valid;
    logic                    unused;

    cyclic_search #(
      .Count(Channels)
    ) u_search (
      .requests_i(usable_i),
      .start_i   (ChannelWidth'(start_port_i) << VcShift),
      .grant_o   (selected_o),
      .index_o   (index),
      .valid_o   (valid)
    );

    assign unused = ^{index, valid, credits_i, to_host_i, draw_i};
  end else if (Kind == 2) begin : gen_most_credits
    logic [CreditWidth:0] most;
    logic                 found;
    logic                 unused;

    always_comb begin
      selected_o = '0;
      most       = '0;
      found      = 1'b0;
      for (int unsigned i = 0; i < Channels; i++) begin
        if (usable_i[i] && (!found || {to_host_i[i >> VcShift], credits_i[i*CreditWidth +: CreditWidth]} > most)) begin
          selected_o = Channels'(1) << i;
          most       = {to_host_i[i >> VcShift], credits_i[i*CreditWidth +: CreditWidth]};
          found      = 1'b1;
        end
      end
    end

    assign unused = ^{start_port_i, draw_i};
  end else begin : gen_random
    localparam int CountWidth = netloom_regs_pkg::bits_for(Channels + 1);

    logic [CountWidth-1:0]    count;   // of those that are usable
    logic [32+CountWidth-1:0] drawn;   // … times what is drawn
    logic [CountWidth-1:0]    passed;  // those below a channel
    logic                     unused;

    always_comb begin
      count = '0;
      for (int unsigned i = 0; i < Channels; i++) count = count + CountWidth'(usable_i[i]);
    end

    assign drawn = (32+CountWidth)'(draw_i) * (32+CountWidth)'(count);

    always_comb begin
      selected_o = '0;
      passed     = '0;
      for (int unsigned i = 0; i < Channels; i++) begin
        selected_o[i] = usable_i[i] && passed == drawn[32 +: CountWidth];
        passed        = passed + CountWidth'(usable_i[i]);
      end
    end

    assign unused = ^{start_port_i, credits_i, to_host_i, drawn[31:0]};
  end

endmodule
