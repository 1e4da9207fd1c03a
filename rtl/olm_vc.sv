`include "refuse.svh"

// The virtual channels of the next hop with Opportunistic Local Misrouting. VCs are ordered
// l1 < g1 < l2 < g2 < l3, local and global ones in turn. A global hop and a minimal local one take
// the lowest VC of their kind above that on which the packet is; a local hop off the minimal path
// takes any local one that is not above it, from a host the lowest. No VC: there is none, and the hop
// is not allowed. This is the block `olm_vc`. Combinational.
//
// Source: [RLM-OLM 2013], section III-C.
module olm_vc #(
  parameter int LocalVcs  = 3,  // 1 or more
  parameter int GlobalVcs = 2,  // 1 or more
  // Derived.
  localparam int VcWidth =
      netloom_regs_pkg::bits_for(LocalVcs > GlobalVcs ? LocalVcs : GlobalVcs)
) (
  // Where the head is.
  input  logic                 from_host_i,
  input  logic                 from_local_i,            // neither: it came in by a global link
  input  logic [VcWidth-1:0]   input_vc_i,              // not from a host: ignored there
  // VCs by the kind of the hop, bit v for VC v.
  output logic [GlobalVcs-1:0] global_vcs_o,            // one or none
  output logic [LocalVcs-1:0]  minimal_local_vcs_o,     // one or none
  output logic [LocalVcs-1:0]  misrouted_local_vcs_o
);

  if (LocalVcs < 1) begin : gen_bad_local_vcs
    `NETLOOM_REFUSE("olm_vc: LocalVcs; allowed: 1 or more");
  end
  if (GlobalVcs < 1) begin : gen_bad_global_vcs
    `NETLOOM_REFUSE("olm_vc: GlobalVcs; allowed: 1 or more");
  end

  logic [VcWidth:0] next;         // after a hop of the same kind
  logic [VcWidth:0] next_global;
  logic [VcWidth:0] next_local;

  assign next        = {1'b0, input_vc_i} + (VcWidth+1)'(1);
  assign next_local  = from_host_i ? '0 : next;
  assign next_global = from_host_i ? '0 : from_local_i ? {1'b0, input_vc_i} : next;

  // A VC beyond the last one is shifted out.
  assign global_vcs_o          = GlobalVcs'(1) << next_global;
  assign minimal_local_vcs_o   = LocalVcs'(1) << next_local;
  assign misrouted_local_vcs_o = from_host_i ? LocalVcs'(1) : ~({LocalVcs{1'b1}} << next);

endmodule
