// The fields of a header, and how wide they are in a network, as SystemVerilog sees them.
module header_fields (
  input  logic [netloom_header_pkg::HeaderMostBits-1:0] header_i,
  input  logic [31:0]                                   hosts_i,
  input  logic [31:0]                                   packet_phits_i,
  input  logic [31:0]                                   hop_limit_i,
  input  logic [31:0]                                   faults_i,
  output logic [31:0]                                   destination_o,
  output logic [31:0]                                   source_o,
  output logic [31:0]                                   routing_state_o,
  output logic [31:0]                                   packet_phits_o,
  output logic [31:0]                                   hops_o,
  output logic [31:0]                                   age_o,
  output logic [31:0]                                   response_o,
  output logic [31:0]                                   control_o,
  output logic [31:0]                                   deviated_o,
  output logic [31:0]                                   interval_end_o,
  output logic [31:0]                                   header_bits_o
);
  netloom_header_pkg::header_t header;
  assign header = header_i;

  assign destination_o   = 32'(header.destination);
  assign source_o        = 32'(header.source);
  assign routing_state_o = 32'(header.routing_state);
  assign packet_phits_o  = 32'(header.packet_phits);
  assign hops_o          = 32'(header.hops);
  assign age_o           = 32'(header.age);
  assign response_o      = 32'(header.response);
  assign control_o       = 32'(header.control);
  assign deviated_o      = 32'(header.deviated);
  assign interval_end_o  = 32'(header.interval_end);
  assign header_bits_o   =
      netloom_header_pkg::header_bits(hosts_i, packet_phits_i, hop_limit_i, faults_i);
endmodule
