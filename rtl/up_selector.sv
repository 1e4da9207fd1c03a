`include "refuse.svh"

// Picks one of the output channels that a head may take and that are free with room for it: the
// first from a preferred port on, cyclically upwards. Channels are numbered {port, VC}, the VCs of a
// port taking 2^vc_shift_i numbers. This is the block `up_selector`.
//
// Straps say which port is preferred, and with that which selection function this is:
//   base_i + ((operand_i >> shift_i) & mask_i)   FF and SSP with mask_i = 0, SDP, SADP with the
//                                                destination as operand, SOP, Adap-Lin with the
//                                                source;
//   cyclic_i                                     CP: the port after the one that was used last.
//
// The choice is combinational, and made in every input that wants to go on; one of them is then
// granted its output. Only that counts for CP: the pointer moves at the rising edge with used_i,
// behind used_port_i. In hardware, each input has a search, and the pointer is shared.
//
// Source: [Fat-Trees 2010], section 4.3.1, Figure 4.12.
module up_selector #(
  parameter int Ports    = 8,   // 1 ... 256
  parameter int Channels = 8,   // Ports * 2^vc_shift_i or more
  parameter int Width    = 24,  // bits of a node number, 1 ... 32
  // Derived.
  localparam int PortWidth    = netloom_regs_pkg::cyclic_port_bits(Ports),
  localparam int ChannelWidth = netloom_regs_pkg::bits_for(Channels)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // Straps: constant while packets are routed.
  input  logic [PortWidth-1:0]    base_i,
  input  logic [4:0]              shift_i,
  input  logic [PortWidth-1:0]    mask_i,
  input  logic                    cyclic_i,
  input  logic [PortWidth-1:0]    last_port_i,   // highest port of the switch
  input  logic [2:0]              vc_shift_i,    // 0 ... 6
  // The head that selects.
  input  logic [Width-1:0]        operand_i,
  input  logic [Channels-1:0]     qualifying_i,  // allowed, free, and with room
  output logic [Channels-1:0]     grant_o,       // one-hot, or zero where none qualifies
  output logic [ChannelWidth-1:0] index_o,       // of the channel in grant_o
  output logic                    valid_o,       // one qualifies
  // The pointer of CP.
  input  logic                    used_i,        // a head that had a choice was granted its output
  input  logic [PortWidth-1:0]    used_port_i,
  output logic [PortWidth-1:0]    cyclic_port_o  // register CYCLIC_PORT
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("up_selector: Ports; allowed: 1 ... 256");
  end
  if (Channels < Ports) begin : gen_bad_channels
    `NETLOOM_REFUSE("up_selector: Channels; allowed: Ports or more");
  end
  if (Width < 1 || Width > 32) begin : gen_bad_width
    `NETLOOM_REFUSE("up_selector: Width; allowed: 1 ... 32");
  end

  logic [PortWidth-1:0]    cyclic_port_q;
  logic [Width-1:0]        shifted;
  logic [PortWidth-1:0]    digit;
  logic [PortWidth-1:0]    preferred;
  logic [ChannelWidth-1:0] start;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cyclic_port_q <= netloom_regs_pkg::CyclicPortReset[PortWidth-1:0];
    end else if (used_i) begin
      cyclic_port_q <= (used_port_i == last_port_i) ? '0 : used_port_i + PortWidth'(1);
    end
  end

  assign cyclic_port_o = cyclic_port_q;

  assign shifted   = operand_i >> shift_i;
  assign preferred = cyclic_i ? cyclic_port_q : base_i + digit;
  assign start     = ChannelWidth'(preferred) << vc_shift_i;

  if (Width >= PortWidth) begin : gen_digit
    assign digit = shifted[PortWidth-1:0] & mask_i;
  end else begin : gen_narrow_digit
    assign digit = PortWidth'(shifted) & mask_i;
  end

  cyclic_search #(
    .Count(Channels)
  ) u_cyclic_search (
    .requests_i(qualifying_i),
    .start_i   (start),
    .grant_o   (grant_o),
    .index_o   (index_o),
    .valid_o   (valid_o)
  );

  // The preferred port is within the last digits of the operand.
  if (Width > PortWidth) begin : gen_unused
    logic unused_shifted;
    assign unused_shifted = ^shifted[Width-1:PortWidth];
  end

endmodule
