// lia_counters with a mistake, for a test: the window is one bucket longer than the straps say.
module broken_lia_counters #(
  parameter int unsigned GlobalLinks    = 2,
  parameter int unsigned Offsets        = 8,
  parameter int unsigned InjectionPorts = 2,
  parameter int unsigned Buckets        = 200,
  parameter int unsigned BucketCycles   = 1,
  parameter int unsigned QueuePhits     = 1000
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        we_i,
  input  logic [netloom_regs_pkg::LiaSwitchAddrWidth-1:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic [Offsets-1:0] connected_i,
  input  logic [netloom_regs_pkg::bits_for(Buckets)-1:0] last_bucket_i,
  input  logic [netloom_regs_pkg::bits_for(BucketCycles)-1:0] last_cycle_i,
  input  logic        tick_i,
  input  logic [InjectionPorts-1:0] stored_i,
  input  logic [InjectionPorts*netloom_regs_pkg::bits_for(Offsets+1)-1:0] stored_offsets_i,
  input  logic [InjectionPorts-1:0] injected_i,
  input  logic [InjectionPorts*netloom_regs_pkg::bits_for(Offsets+1)-1:0] injected_offsets_i,
  input  logic [netloom_regs_pkg::bits_for(Offsets+1)-1:0] offset_i,
  output logic [1:0]  level_o,
  output logic        first_local_o,
  output logic        second_local_o,
  input  logic [netloom_regs_pkg::bits_for(Buckets)-1:0] bucket_i,
  input  logic [netloom_regs_pkg::bits_for(2*GlobalLinks)-1:0] remote_i,
  output logic [31:0] bucket_packets_o,
  output logic [31:0] injected_packets_o,
  output logic [31:0] stored_packets_o,
  output logic [31:0] extended_o,
  output logic [31:0] remote_o
);

  lia_counters #(
    .GlobalLinks   (GlobalLinks),
    .Offsets       (Offsets),
    .InjectionPorts(InjectionPorts),
    .Buckets       (Buckets),
    .BucketCycles  (BucketCycles),
    .QueuePhits    (QueuePhits)
  ) u_counters (
    .clk_i,
    .rst_ni,
    .we_i,
    .addr_i,
    .wdata_i,
    .rdata_o,
    .connected_i,
    .last_bucket_i     (last_bucket_i + 1'b1),
    .last_cycle_i,
    .tick_i,
    .stored_i,
    .stored_offsets_i,
    .injected_i,
    .injected_offsets_i,
    .offset_i,
    .level_o,
    .first_local_o,
    .second_local_o,
    .bucket_i,
    .remote_i,
    /* verilator lint_off WIDTH */  // wider than the counters
    .bucket_packets_o,
    .injected_packets_o,
    .stored_packets_o,
    .extended_o,
    .remote_o
    /* verilator lint_on WIDTH */
  );

endmodule
