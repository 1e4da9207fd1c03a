// What crosses the pins of hosts, cycle after cycle, as a file has it: its pins change while the clock is low.
//
// Words of the file, lowest bits first: the phit, the phits of a credit, the VC, flit_last, flit_first, flit_tail,
// flit_head, whether it is a credit, 32 bits of the host, and 32 of the cycle; in the order of cycles, and behind
// them one of a cycle that never comes.
module netloom_events #(
  parameter File       = "",
  parameter int Events = 1,  // words of the file
  localparam int Hosts      = netloom_network_pkg::Hosts,
  localparam int VcWidth    = netloom_network_pkg::VcWidth,
  localparam int PhitWidth  = netloom_network_pkg::PhitWidth,
  localparam int PhitsWidth = netloom_network_pkg::PhitsWidth,
  localparam int Lanes      = netloom_network_pkg::Lanes
) (
  input  logic                              clk_i,
  input  logic                              running_i,
  input  logic [31:0]                       cycle_i,
  output logic                              found_o,   // the file can be read
  output integer                            events_o,  // so far
  output logic [Hosts-1:0]                  flit_valid_o,
  output logic [Hosts*VcWidth-1:0]          flit_vc_o,
  output logic [Hosts-1:0]                  flit_head_o,
  output logic [Hosts-1:0]                  flit_tail_o,
  output logic [Hosts-1:0]                  flit_first_o,
  output logic [Hosts-1:0]                  flit_last_o,
  output logic [Hosts*PhitWidth-1:0]        flit_data_o,
  output logic [Hosts*Lanes-1:0]            credit_valid_o,
  output logic [Hosts*Lanes*VcWidth-1:0]    credit_vc_o,
  output logic [Hosts*Lanes*PhitsWidth-1:0] credit_phits_o
);

  // Where the fields begin.
  localparam int PhitsAt    = PhitWidth;
  localparam int VcAt       = PhitsAt + PhitsWidth;
  localparam int LastAt     = VcAt + VcWidth;
  localparam int FirstAt    = LastAt + 1;
  localparam int TailAt     = FirstAt + 1;
  localparam int HeadAt     = TailAt + 1;
  localparam int CreditAt   = HeadAt + 1;
  localparam int HostAt     = CreditAt + 1;
  localparam int CycleAt    = HostAt + 32;
  localparam int EventWidth = CycleAt + 32;

  logic [EventWidth-1:0] events [0:Events-1];
  integer host;
  integer lane;

  initial begin
    found_o = netloom_files::found(File);
    if (found_o) $readmemh(File, events);
    events_o = 0;
    flit_valid_o = '0;
    flit_vc_o = '0;
    flit_head_o = '0;
    flit_tail_o = '0;
    flit_first_o = '0;
    flit_last_o = '0;
    flit_data_o = '0;
    credit_valid_o = '0;
    credit_vc_o = '0;
    credit_phits_o = '0;
  end

  always @(negedge clk_i) begin
    flit_valid_o = '0;
    credit_valid_o = '0;
    while (running_i && events[events_o][CycleAt +: 32] == cycle_i) begin
      host = events[events_o][HostAt +: 32];
      lane = Lanes * host;
      if (Lanes > 1) lane = lane + 32'(events[events_o][VcAt +: VcWidth]);
      if (events[events_o][CreditAt]) begin
        credit_valid_o[lane] = 1'b1;
        credit_vc_o[lane*VcWidth +: VcWidth] = events[events_o][VcAt +: VcWidth];
        credit_phits_o[lane*PhitsWidth +: PhitsWidth] = events[events_o][PhitsAt +: PhitsWidth];
      end else begin
        flit_valid_o[host] = 1'b1;
        flit_vc_o[host*VcWidth +: VcWidth] = events[events_o][VcAt +: VcWidth];
        flit_head_o[host] = events[events_o][HeadAt];
        flit_tail_o[host] = events[events_o][TailAt];
        flit_first_o[host] = events[events_o][FirstAt];
        flit_last_o[host] = events[events_o][LastAt];
        flit_data_o[host*PhitWidth +: PhitWidth] = events[events_o][0 +: PhitWidth];
      end
      events_o = events_o + 1;
    end
  end

endmodule
