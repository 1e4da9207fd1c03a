// Replays what was recorded at the pins of the hosts of a network: programs the switches, feeds the
// network, and compares what comes out of it, in each cycle, and how many packets are dropped.
//
// Words of program.hex, lowest bits first: 32 bits of value, 32 of address, 32 of the switch, 4 that say what
// it is, and 32 of the cycle. 0 is a register over APB4, 1 what a link says of its neighbour, 2 a word of a
// forwarding table, 3 a link that moves nothing any more (its number is the address), 4 one of which the switch
// knows it. 15 is the start: what is before it is done one after the other, and what is behind it in its cycle,
// up to one that never comes. What else is replayed and compared: see netloom_events.
module netloom_bench (
  input  logic clk_i,
  output logic found_o,  // what it replays can be read
  output logic done_o,
  output logic failed_o
);

  localparam int Switches   = netloom_network_pkg::Switches;
  localparam int Hosts      = netloom_network_pkg::Hosts;
  localparam int Links      = netloom_network_pkg::Links;
  localparam int Inputs     = netloom_network_pkg::Inputs;
  localparam int VcWidth    = netloom_network_pkg::VcWidth;
  localparam int PhitWidth  = netloom_network_pkg::PhitWidth;
  localparam int PhitsWidth = netloom_network_pkg::PhitsWidth;
  localparam int Lanes      = netloom_network_pkg::Lanes;

  logic [131:0] program_words [0:netloom_bench_pkg::Program-1];

  logic program_found, stimulus_found, expected_found;

  initial begin
    program_found = netloom_files::found("bench/program.hex");
    if (program_found) $readmemh("bench/program.hex", program_words);
  end

  assign found_o = program_found & stimulus_found & expected_found;

  // The pins of the network, and what they should be.
  logic                        rst_n;
  logic [Hosts-1:0]            flit_valid_i, flit_head_i, flit_tail_i, flit_first_i, flit_last_i;
  logic [Hosts*VcWidth-1:0]    flit_vc_i;
  logic [Hosts*PhitWidth-1:0]  flit_data_i;
  logic [Hosts*Lanes-1:0]      credit_valid_i;
  logic [Hosts*Lanes*VcWidth-1:0]    credit_vc_i;
  logic [Hosts*Lanes*PhitsWidth-1:0] credit_phits_i;
  logic [Hosts-1:0]            flit_valid_o, flit_head_o, flit_tail_o, flit_first_o, flit_last_o;
  logic [Hosts*VcWidth-1:0]    flit_vc_o;
  logic [Hosts*PhitWidth-1:0]  flit_data_o;
  logic [Hosts*Lanes-1:0]      credit_valid_o;
  logic [Hosts*Lanes*VcWidth-1:0]    credit_vc_o;
  logic [Hosts*Lanes*PhitsWidth-1:0] credit_phits_o;
  logic [Hosts-1:0]            flit_valid, flit_head, flit_tail, flit_first, flit_last;
  logic [Hosts*VcWidth-1:0]    flit_vc;
  logic [Hosts*PhitWidth-1:0]  flit_data;
  logic [Hosts*Lanes-1:0]      credit_valid;
  logic [Hosts*Lanes*VcWidth-1:0]    credit_vc;
  logic [Hosts*Lanes*PhitsWidth-1:0] credit_phits;
  logic [Switches-1:0] psel, learn, table_we;
  logic                penable, pwrite, pready, pslverr, random_load;
  logic [31:0]         paddr, pwdata, prdata, load_addr, load_data;
  logic [Links-1:0]    link_dead, link_failed;
  logic [Inputs-1:0]   drops;

  netloom_network u_network (
    .clk_i(clk_i), .rst_ni(rst_n),
    .flit_valid_i(flit_valid_i), .flit_vc_i(flit_vc_i), .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i), .flit_first_i(flit_first_i), .flit_last_i(flit_last_i),
    .flit_data_i(flit_data_i),
    .credit_valid_o(credit_valid_o), .credit_vc_o(credit_vc_o), .credit_phits_o(credit_phits_o),
    .flit_valid_o(flit_valid_o), .flit_vc_o(flit_vc_o), .flit_head_o(flit_head_o),
    .flit_tail_o(flit_tail_o), .flit_first_o(flit_first_o), .flit_last_o(flit_last_o),
    .flit_data_o(flit_data_o),
    .credit_valid_i(credit_valid_i), .credit_vc_i(credit_vc_i), .credit_phits_i(credit_phits_i),
    .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
    .pstrb_i(4'hf), .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr),
    .learn_i(learn), .table_we_i(table_we), .load_addr_i(load_addr), .load_data_i(load_data),
    .random_load_i(random_load), .link_dead_i(link_dead), .link_failed_i(link_failed),
    .watch_drops_o(drops)
  );

  integer      reset_cycles = 0;
  integer      word = 0;         // of the program
  logic        access = 1'b0;    // a write over APB has begun: its access phase comes
  logic        programmed = 1'b0;
  logic        running = 1'b0;
  logic [31:0] cycle = 0;
  integer      writes = 0;       // over APB, while it runs
  integer      dropped = 0;      // packets
  integer      events_in;
  integer      events_out;

  assign random_load = running && cycle == 0;

  netloom_events #(
    .File  ("bench/stimulus.hex"),
    .Events(netloom_bench_pkg::Stimulus)
  ) u_stimulus (
    .clk_i(clk_i), .running_i(running), .cycle_i(cycle), .found_o(stimulus_found), .events_o(events_in),
    .flit_valid_o(flit_valid_i), .flit_vc_o(flit_vc_i), .flit_head_o(flit_head_i),
    .flit_tail_o(flit_tail_i), .flit_first_o(flit_first_i), .flit_last_o(flit_last_i),
    .flit_data_o(flit_data_i),
    .credit_valid_o(credit_valid_i), .credit_vc_o(credit_vc_i), .credit_phits_o(credit_phits_i)
  );

  netloom_events #(
    .File  ("bench/expected.hex"),
    .Events(netloom_bench_pkg::Expected)
  ) u_expected (
    .clk_i(clk_i), .running_i(running), .cycle_i(cycle), .found_o(expected_found), .events_o(events_out),
    .flit_valid_o(flit_valid), .flit_vc_o(flit_vc), .flit_head_o(flit_head),
    .flit_tail_o(flit_tail), .flit_first_o(flit_first), .flit_last_o(flit_last),
    .flit_data_o(flit_data),
    .credit_valid_o(credit_valid), .credit_vc_o(credit_vc), .credit_phits_o(credit_phits)
  );

  initial begin
    rst_n = 1'b0;
    done_o = 1'b0;
    failed_o = 1'b0;
    psel = '0;
    penable = 1'b0;
    pwrite = 1'b0;
    paddr = '0;
    pwdata = '0;
    learn = '0;
    table_we = '0;
    load_addr = '0;
    load_data = '0;
    link_dead = '0;
    link_failed = '0;
  end

  task automatic program_step;
    case (program_words[word][99:96])
      4'd0: begin
        psel[program_words[word][95:64]] = 1'b1;
        pwrite = 1'b1;
        paddr = program_words[word][63:32];
        pwdata = program_words[word][31:0];
        access = 1'b1;
      end
      4'd1, 4'd2: begin
        load_addr = program_words[word][63:32];
        load_data = program_words[word][31:0];
        if (program_words[word][99:96] == 4'd1) learn[program_words[word][95:64]] = 1'b1;
        else table_we[program_words[word][95:64]] = 1'b1;
      end
      4'd3: link_dead[program_words[word][63:32]] = 1'b1;
      4'd4: link_failed[program_words[word][63:32]] = 1'b1;
      default: programmed = 1'b1;
    endcase
    word = word + 1;
  endtask

  // Inputs change while the clock is low.
  always @(negedge clk_i) begin
    penable = access;
    access = 1'b0;
    if (!penable) begin
      psel = '0;
      pwrite = 1'b0;
    end
    learn = '0;
    table_we = '0;
    if (reset_cycles < 4) begin
      reset_cycles = reset_cycles + 1;
    end else if (!rst_n) begin
      rst_n = 1'b1;
    end else if (!programmed) begin
      if (!penable) program_step();
    end else begin
      while (running && program_words[word][131:100] == cycle) program_step();
    end
  end

  always @(posedge clk_i) begin
    running <= programmed;
    if (running) cycle <= cycle + 1;
  end

`define NETLOOM_COMPARE(name, got, want) \
  if (!failed_o && (got) !== (want)) begin \
    $display("cycle %0d, host %0d: %s is %0h, expected %0h", cycle, h, name, got, want); \
    failed_o = 1'b1; \
  end

  integer h;
  integer l;

  // Outputs are what they are just before the clock rises.
  always @(posedge clk_i) begin
    if (!found_o) failed_o = 1'b1;
    if (rst_n && penable && (!pready || pslverr)) begin
      $display("the register at %0h is not written", paddr);
      failed_o = 1'b1;
    end
    if (running && penable) writes = writes + 1;
    if (running && !done_o) begin
      dropped = dropped + $countones(drops);
      for (h = 0; h < Hosts; h = h + 1) begin
        `NETLOOM_COMPARE("flit_valid_o", flit_valid_o[h], flit_valid[h])
        if (flit_valid[h]) begin
          `NETLOOM_COMPARE("flit_vc_o", flit_vc_o[h*VcWidth +: VcWidth], flit_vc[h*VcWidth +: VcWidth])
          `NETLOOM_COMPARE("flit_head_o", flit_head_o[h], flit_head[h])
          `NETLOOM_COMPARE("flit_tail_o", flit_tail_o[h], flit_tail[h])
          `NETLOOM_COMPARE("flit_first_o", flit_first_o[h], flit_first[h])
          `NETLOOM_COMPARE("flit_last_o", flit_last_o[h], flit_last[h])
          `NETLOOM_COMPARE("flit_data_o", flit_data_o[h*PhitWidth +: PhitWidth],
                           flit_data[h*PhitWidth +: PhitWidth])
        end
        for (l = h * Lanes; l < (h + 1) * Lanes; l = l + 1) begin
          `NETLOOM_COMPARE("credit_valid_o", credit_valid_o[l], credit_valid[l])
          if (credit_valid[l]) begin
            `NETLOOM_COMPARE("credit_vc_o", credit_vc_o[l*VcWidth +: VcWidth],
                             credit_vc[l*VcWidth +: VcWidth])
            `NETLOOM_COMPARE("credit_phits_o", credit_phits_o[l*PhitsWidth +: PhitsWidth],
                             credit_phits[l*PhitsWidth +: PhitsWidth])
          end
        end
      end
      if (cycle == netloom_bench_pkg::Cycles - 1 && !failed_o && dropped != netloom_bench_pkg::Dropped) begin
        $display("packets dropped: %0d, expected %0d", dropped, netloom_bench_pkg::Dropped);
        failed_o = 1'b1;
      end
      if (cycle == netloom_bench_pkg::Cycles - 1 && !failed_o) begin
        if (netloom_bench_pkg::Changes > 0) begin
          $display("links that have failed: %0d, known to switches: %0d; registers written meanwhile: %0d",
                   $countones(link_dead), $countones(link_failed), writes);
          $display("packets dropped: %0d", dropped);
        end
        $display("%0d cycles: %0d phits and credits in, %0d out, all as expected",
                 netloom_bench_pkg::Cycles, events_in, events_out);
      end
      if (cycle == netloom_bench_pkg::Cycles - 1) done_o = 1'b1;
    end
    if (failed_o) done_o = 1'b1;
  end

  // A monitor has ended it.
  final begin
    if (!done_o) $display("the bench ends in cycle %0d", cycle);
  end

endmodule
