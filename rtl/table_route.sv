`include "refuse.svh"

// A forwarding table: for each destination the output ports by which a packet may go on, one or
// several, and the VCs that it may take there. Where these ports have different numbers of VCs, the
// entry names the VCs of all, and a port has those of them that exist. This is the block
// `table_route`. Combinational from destination_i to the outputs.
//
// Software writes the table at the rising edge with we_i, a word at a time; addr_i is {destination,
// word of the entry}. The first words of an entry are its ports, bit p % 32 of word p / 32 for port p,
// those after them its VCs in the same way. All are read back combinationally. What does not exist
// reads as 0 and ignores writes: bits beyond the last port or VC, words behind those of an entry, and
// destinations behind the last one, which have no way either.
//
// The table is memory, and is not reset: an entry is what was written last, and anything before.
module table_route #(
  parameter int Destinations = 64,  // 1 or more
  parameter int Ports        = 8,   // 1 ... 256
  parameter int Vcs          = 64,  // most VCs of a link, 1 or more
  // Derived.
  localparam int PortWords        = (Ports + 31) / 32,
  localparam int Words            = PortWords + (Vcs + 31) / 32,  // of an entry
  localparam int DestinationWidth = netloom_regs_pkg::bits_for(Destinations),
  localparam int WordWidth        = netloom_regs_pkg::bits_for(Words),
  localparam int AddrWidth        = DestinationWidth + WordWidth
) (
  input  logic                        clk_i,
  input  logic                        we_i,
  input  logic [AddrWidth-1:0]        addr_i,
  input  logic [31:0]                 wdata_i,
  output logic [31:0]                 rdata_o,
  // The head that is routed.
  input  logic [DestinationWidth-1:0] destination_i,
  output logic [Ports-1:0]            allowed_ports_o,
  output logic [Vcs-1:0]              vcs_o
);

  if (Destinations < 1) begin : gen_bad_destinations
    `NETLOOM_REFUSE("table_route: Destinations; allowed: 1 or more");
  end
  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("table_route: Ports; allowed: 1 ... 256");
  end
  if (Vcs < 1) begin : gen_bad_vcs
    `NETLOOM_REFUSE("table_route: Vcs; allowed: 1 or more");
  end

  // Access to the table.
  logic [DestinationWidth-1:0] written_destination;
  logic [WordWidth-1:0]        word;
  logic                        written_exists;
  logic [Words*32-1:0]         read_words;   // of the entry at addr_i
  logic                        unused_wdata;

  // Of the head.
  logic                        exists;
  logic [Words*32-1:0]         entry;
  logic                        unused_entry;

  assign {written_destination, word} = addr_i;
  assign written_exists =
      {1'b0, written_destination} < (DestinationWidth + 1)'(Destinations);
  assign exists = {1'b0, destination_i} < (DestinationWidth + 1)'(Destinations);

  // A memory for each word of the entries, which has the bits that there are.
  for (genvar i = 0; i < Words; i++) begin : gen_words
    localparam int Rest = i < PortWords ? Ports - 32 * i : Vcs - 32 * (i - PortWords);
    localparam int Bits = Rest < 32 ? Rest : 32;

    logic [Bits-1:0] table_q [Destinations];

    always_ff @(posedge clk_i) begin
      if (we_i && written_exists && word == WordWidth'(i)) begin
        table_q[written_destination] <= wdata_i[Bits-1:0];
      end
    end

    assign read_words[i*32 +: 32] = written_exists ? 32'(table_q[written_destination]) : '0;
    assign entry[i*32 +: 32]      = exists ? 32'(table_q[destination_i]) : '0;
  end

  always_comb begin
    rdata_o = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      if (word == WordWidth'(i)) rdata_o = read_words[i*32 +: 32];
    end
  end

  assign allowed_ports_o = entry[Ports-1:0];
  assign vcs_o           = entry[PortWords*32 +: Vcs];
  assign unused_entry    = ^entry;
  assign unused_wdata    = ^wdata_i;

endmodule
