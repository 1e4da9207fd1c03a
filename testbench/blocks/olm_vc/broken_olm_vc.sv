// olm_vc with a deliberate mistake, which the shadow comparison has to find: a misrouted hop takes a
// VC below that on which the packet is, and not also that one.
module broken_olm_vc #(
  parameter int unsigned LocalVcs  = 3,
  parameter int unsigned GlobalVcs = 2,
  parameter int unsigned VcWidth =
      netloom_regs_pkg::bits_for(LocalVcs > GlobalVcs ? LocalVcs : GlobalVcs)
) (
  input  logic                 from_host_i,
  input  logic                 from_local_i,
  input  logic [VcWidth-1:0]   input_vc_i,
  output logic [GlobalVcs-1:0] global_vcs_o,
  output logic [LocalVcs-1:0]  minimal_local_vcs_o,
  output logic [LocalVcs-1:0]  misrouted_local_vcs_o
);

  logic [LocalVcs-1:0] misrouted_local_vcs;

  assign misrouted_local_vcs_o =
      from_host_i ? misrouted_local_vcs : misrouted_local_vcs & ~(LocalVcs'(1) << input_vc_i);

  olm_vc #(
    .LocalVcs (LocalVcs),
    .GlobalVcs(GlobalVcs)
  ) u_olm_vc (
    .from_host_i          (from_host_i),
    .from_local_i         (from_local_i),
    .input_vc_i           (input_vc_i),
    .global_vcs_o         (global_vcs_o),
    .minimal_local_vcs_o  (minimal_local_vcs_o),
    .misrouted_local_vcs_o(misrouted_local_vcs)
  );

endmodule
