`include "refuse.svh"

// Where the heads of an input port may go when output links have failed of which the switch knows.
//
// A head that waits may take those of its candidates that work. If none does, it is deviated: by any link down
// to a switch that works, of which the port by which it came is one only if there is no other. The switch below
// sends it up again; there, a head that has been deviated is routed to other ports than that by which it came
// down, if any works. Where no such link down works either, the head is dropped. Combinational.
//
// Source: [Fat-Trees 2010], section 3.3.4; docs/live_faults.md.
module detour #(
  parameter int Ports     = 8,  // 1 ... 256
  parameter int VcShift   = 0,  // a port has 2^VcShift channels, 0 ... 6
  parameter int Heads     = 1,  // VCs of the input port, 1 ... 64
  parameter int InputPort = 0,  // 0 ... 255
  parameter int DownPorts = 4,  // the first ports, to which heads are deviated, 0 ... Ports
  // Derived.
  localparam int Vcs      = 1 << VcShift,
  localparam int Channels = Ports << VcShift
) (
  input  logic [Ports-1:0]          failed_i,      // output links of which the switch knows
  input  logic [Channels-1:0]       offered_i,     // output channels that there are
  // The head that is routed.
  input  logic                      deviated_i,
  input  logic [Channels-1:0]       routed_i,      // what its routing says
  output logic [Channels-1:0]       routed_o,
  // The heads that wait.
  input  logic [Heads*Channels-1:0] candidates_i,
  output logic [Heads*Channels-1:0] candidates_o,
  output logic [Heads-1:0]          deviates_o,
  output logic [Heads-1:0]          drops_o        // … and nothing is left to go to
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("detour: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("detour: VcShift; allowed: 0 ... 6");
  end
  if (Heads < 1 || Heads > 64) begin : gen_bad_heads
    `NETLOOM_REFUSE("detour: Heads; allowed: 1 ... 64");
  end
  if (InputPort < 0 || InputPort > 255) begin : gen_bad_input_port
    `NETLOOM_REFUSE("detour: InputPort; allowed: 0 ... 255");
  end
  if (DownPorts < 0 || DownPorts > Ports) begin : gen_bad_down_ports
    `NETLOOM_REFUSE("detour: DownPorts; allowed: 0 ... Ports");
  end

  logic [Ports-1:0]    back;       // the port by which the heads come
  logic [Ports-1:0]    down;       // links down that work
  logic [Ports-1:0]    emergency;  // … that a head is deviated to
  logic [Channels-1:0] failed;
  logic [Channels-1:0] backwards;
  logic [Channels-1:0] deviating;
  logic [Channels-1:0] onward;

  for (genvar q = 0; q < Ports; q++) begin : gen_ports
    assign back[q] = (q == InputPort);
    assign down[q] = (q < DownPorts) & ~failed_i[q];

    assign failed[q*Vcs +: Vcs]    = {Vcs{failed_i[q]}};
    assign backwards[q*Vcs +: Vcs] = {Vcs{back[q]}};
    assign deviating[q*Vcs +: Vcs] = {Vcs{emergency[q]}} & offered_i[q*Vcs +: Vcs];
  end

  assign emergency = ((down & ~back) != '0) ? down & ~back : down;

  assign onward   = routed_i & ~failed & ~backwards;
  assign routed_o = (deviated_i && onward != '0) ? onward : routed_i;

  for (genvar h = 0; h < Heads; h++) begin : gen_heads
    logic [Channels-1:0] working;

    assign working                               = candidates_i[h*Channels +: Channels] & ~failed;
    assign deviates_o[h]                         = working == '0;
    assign candidates_o[h*Channels +: Channels]  = deviates_o[h] ? deviating : working;
    assign drops_o[h]                            = deviates_o[h] & (deviating == '0);
  end

endmodule
