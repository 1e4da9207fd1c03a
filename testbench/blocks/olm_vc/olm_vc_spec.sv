// olm_vc by ranks: local VC v has rank 2v, global VC v has rank 2v + 1.
module olm_vc_spec #(
  parameter int unsigned LocalVcs  = 3,
  parameter int unsigned GlobalVcs = 2,
  parameter int unsigned VcWidth =
      netloom_regs_pkg::bits_for(LocalVcs > GlobalVcs ? LocalVcs : GlobalVcs)
) (
  input logic               from_host_i,
  input logic               from_local_i,
  input logic [VcWidth-1:0] input_vc_i
);

  logic [GlobalVcs-1:0] global_vcs;
  logic [LocalVcs-1:0]  minimal_local_vcs;
  logic [LocalVcs-1:0]  misrouted_local_vcs;
  integer               rank;

  olm_vc #(
    .LocalVcs (LocalVcs),
    .GlobalVcs(GlobalVcs)
  ) u_dut (
    .from_host_i          (from_host_i),
    .from_local_i         (from_local_i),
    .input_vc_i           (input_vc_i),
    .global_vcs_o         (global_vcs),
    .minimal_local_vcs_o  (minimal_local_vcs),
    .misrouted_local_vcs_o(misrouted_local_vcs)
  );

  always_comb begin
    rank = -1;
    if (!from_host_i) rank = from_local_i ? 2 * input_vc_i : 2 * input_vc_i + 1;
    // Above the packet, and the one below it is not.
    for (integer v = 0; v < GlobalVcs; v++) begin
      assert (global_vcs[v] == (2 * v + 1 > rank && 2 * v - 1 <= rank));
    end
    for (integer v = 0; v < LocalVcs; v++) begin
      assert (minimal_local_vcs[v] == (2 * v > rank && 2 * v - 2 <= rank));
      assert (misrouted_local_vcs[v] == (2 * v <= rank || (v == 0 && from_host_i)));
    end
  end

endmodule
