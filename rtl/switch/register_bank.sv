`include "refuse.svh"

// The registers of a switch behind an APB4 slave, at the byte addresses of docs/reference/registers.md:
// one word after the other, in the order of the register table. It has none itself: those of the routing
// function are in route_unit, and the others say how the switch stands. No access waits.
//
// pslverr_o: the address is not that of a register, or not a multiple of 4, or a read-only register was
// to be written; nothing is written then.
//
// Source: AMBA APB protocol specification, ARM IHI 0024C.
module register_bank #(
  parameter int Ports         = 8,  // 1 ... 256
  parameter int Vcs           = 1,  // most VCs of a port, as the register table has them, 1 ... 64
  parameter int VcShift       = 0,  // a port has 2^VcShift channels, Vcs or more, 0 ... 6
  parameter int CreditWidth   = 8,  // 1 ... 32
  // Registers of the routing function: each port's, and those of the exclusion intervals of up ports.
  parameter int PortRegisters = 2,  // 0 ... 8
  parameter int LastWords     = 1,  // words of the last of these; the others have one, 1 ... 8
  parameter int FirstUp       = 0,  // 0 ... Ports
  parameter int UpPorts       = 0,  // from FirstUp on, 0 ... Ports - FirstUp
  parameter int Exclusions    = 1,  // intervals of each of these, 0 ... 16
  parameter int SwitchWords   = 0,  // … those that the switch has once, 0 ... 32
  parameter int Destinations  = 0,  // … and those that it has for each destination, 0 ... 65536
  parameter int Davc          = 0,  // there are the registers of davc_vc, 0 ... 1
  // Derived.
  localparam int Channels  = Ports << VcShift,
  localparam int PortWidth = netloom_regs_pkg::bits_for(Ports),
  localparam int VcWidth   = netloom_regs_pkg::bits_for(1 << VcShift),
  localparam int RouteRegisterWidth = netloom_regs_pkg::Ft2eiAddrWidth,  // as tree_route has it
  localparam int PortAddrWidth      = PortWidth + RouteRegisterWidth,
  localparam int TableAddrWidth     = netloom_regs_pkg::bits_for(Destinations),
  localparam int RouteAddrWidth     = (TableAddrWidth > PortAddrWidth) ? TableAddrWidth : PortAddrWidth,
  localparam int PortWords      = (PortRegisters == 0) ? 0 : PortRegisters - 1 + LastWords,
  localparam int ExclusionWords = netloom_regs_pkg::Ft2eiExclusionWords,
  localparam int DavcWordWidth = netloom_regs_pkg::DavcAddrWidth,
  localparam int DavcPortWidth = netloom_regs_pkg::port_id_bits(Ports),
  localparam int DavcAddrWidth = 1 + DavcPortWidth + DavcWordWidth,
  localparam int DavcWords = (Davc == 1) ? 1 + 3*Ports : 0,
  localparam int RouteWords = PortWords*Ports + ExclusionWords*UpPorts*Exclusions + SwitchWords + Destinations,
  localparam int Words     = 1 + RouteWords + DavcWords + Ports*Vcs + 2*Ports + 1,
  localparam int WordWidth = netloom_regs_pkg::bits_for(Words)
) (
  // APB4.
  input  logic                            psel_i,
  input  logic                            penable_i,
  input  logic                            pwrite_i,
  input  logic [31:0]                     paddr_i,
  input  logic [31:0]                     pwdata_i,
  input  logic [3:0]                      pstrb_i,
  output logic                            pready_o,
  output logic [31:0]                     prdata_o,
  output logic                            pslverr_o,
  // The routing function's registers: {port, register of the port}; those of the switch: {0, register}, and of
  // destinations: the destination.
  output logic                            route_we_o,
  output logic [RouteAddrWidth-1:0]       route_addr_o,
  output logic [31:0]                     route_wdata_o,
  input  logic [31:0]                     route_rdata_i,
  // Those of davc_vc: {0, port, word} or {1, 0, word}.
  output logic                            davc_we_o,
  output logic [DavcAddrWidth-1:0]        davc_addr_o,
  output logic [31:0]                     davc_wdata_o,
  input  logic [31:0]                     davc_rdata_i,
  // How the switch stands.
  input  logic [31:0]                     switch_id_i,
  input  logic [Channels*CreditWidth-1:0] credits_i,
  input  logic [Ports-1:0]                to_host_i,
  input  logic [Ports*VcWidth-1:0]        input_pointers_i,
  input  logic [Ports*PortWidth-1:0]      output_pointers_i,
  input  logic [PortWidth-1:0]            cyclic_port_i
);

  if (Ports < 1 || Ports > 256) begin : gen_bad_ports
    `NETLOOM_REFUSE("register_bank: Ports; allowed: 1 ... 256");
  end
  if (VcShift < 0 || VcShift > 6) begin : gen_bad_vc_shift
    `NETLOOM_REFUSE("register_bank: VcShift; allowed: 0 ... 6");
  end
  if (Vcs < 1 || Vcs > 2 ** VcShift) begin : gen_bad_vcs
    `NETLOOM_REFUSE("register_bank: Vcs; allowed: 1 ... 2 ** VcShift");
  end
  if (CreditWidth < 1 || CreditWidth > 32) begin : gen_bad_credit_width
    `NETLOOM_REFUSE("register_bank: CreditWidth; allowed: 1 ... 32");
  end
  if (PortRegisters < 0 || PortRegisters > 8) begin : gen_bad_port_registers
    `NETLOOM_REFUSE("register_bank: PortRegisters; allowed: 0 ... 8");
  end
  if (LastWords < 1 || LastWords > 8) begin : gen_bad_last_words
    `NETLOOM_REFUSE("register_bank: LastWords; allowed: 1 ... 8");
  end
  if (FirstUp < 0 || FirstUp > Ports) begin : gen_bad_first_up
    `NETLOOM_REFUSE("register_bank: FirstUp; allowed: 0 ... Ports");
  end
  if (UpPorts < 0 || UpPorts > Ports - FirstUp) begin : gen_bad_up_ports
    `NETLOOM_REFUSE("register_bank: UpPorts; allowed: 0 ... Ports - FirstUp");
  end
  if (Exclusions < 0 || Exclusions > 16) begin : gen_bad_exclusions
    `NETLOOM_REFUSE("register_bank: Exclusions; allowed: 0 ... 16");
  end
  if (SwitchWords < 0 || SwitchWords > 32) begin : gen_bad_switch_words
    `NETLOOM_REFUSE("register_bank: SwitchWords; allowed: 0 ... 32");
  end
  if (Destinations < 0 || Destinations > 65536) begin : gen_bad_destinations
    `NETLOOM_REFUSE("register_bank: Destinations; allowed: 0 ... 65536");
  end
  if (Davc < 0 || Davc > 1) begin : gen_bad_davc
    `NETLOOM_REFUSE("register_bank: Davc; allowed: 0 ... 1");
  end

  // First words.
  localparam int FirstExclusion = 1 + PortWords*Ports;
  localparam int DavcSwitch     = 1 + RouteWords;
  localparam int FirstOfTable   = DavcSwitch - Destinations;
  localparam int FirstOfSwitch  = FirstOfTable - SwitchWords;
  localparam int Credits        = DavcSwitch + DavcWords;
  localparam int InputPointers  = Credits + Ports*Vcs;
  localparam int OutputPointers = InputPointers + Ports;
  localparam int CyclicPort     = OutputPointers + Ports;

  logic [WordWidth-1:0] word;
  logic                 exists;
  logic                 writable;
  logic                 of_route;
  logic                 of_davc;
  logic                 we;
  logic [31:0]          value;
  logic [31:0]          strobes;

  assign word   = paddr_i[2 +: WordWidth];
  assign exists = paddr_i[1:0] == '0 && (paddr_i >> 2) < 32'(Words);

  // Apart from what is read, which depends on these addresses.
  always_comb begin
    writable     = 1'b0;
    of_route     = 1'b0;
    of_davc      = 1'b0;
    route_addr_o = '0;
    davc_addr_o  = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      for (int unsigned r = 0; r != PortRegisters; r++) begin
        for (int unsigned w = 0; w < LastWords; w++) begin
          // The words of one register follow each other.
          if ((r + 1 == PortRegisters) ? word == WordWidth'(1 + r*Ports + p*LastWords + w)
                                       : w == 0 && word == WordWidth'(1 + r*Ports + p)) begin
            writable     = 1'b1;
            of_route     = 1'b1;
            route_addr_o = RouteAddrWidth'({PortWidth'(p), RouteRegisterWidth'(r + w)});
          end
        end
      end
    end
    for (int unsigned r = 0; r < ExclusionWords; r++) begin
      for (int unsigned i = 0; i != UpPorts*Exclusions; i++) begin
        if (word == WordWidth'(FirstExclusion + r*UpPorts*Exclusions + i)) begin
          writable     = 1'b1;
          of_route     = 1'b1;
          route_addr_o = RouteAddrWidth'({PortWidth'(FirstUp + i/Exclusions),
                                          RouteRegisterWidth'(PortWords + ExclusionWords*(i % Exclusions) + r)});
        end
      end
    end
    for (int unsigned r = 0; r != SwitchWords; r++) begin
      if (word == WordWidth'(FirstOfSwitch + r)) begin
        writable     = 1'b1;
        of_route     = 1'b1;
        route_addr_o = RouteAddrWidth'(r);
      end
    end
    if (Destinations != 0 && word >= WordWidth'(FirstOfTable) && word < WordWidth'(DavcSwitch)) begin
      writable     = 1'b1;
      of_route     = 1'b1;
      route_addr_o = RouteAddrWidth'(word) - RouteAddrWidth'(FirstOfTable);
    end
    if (Davc == 1 && word == WordWidth'(DavcSwitch)) begin
      writable    = 1'b1;
      of_davc     = 1'b1;
      davc_addr_o = {1'b1, DavcPortWidth'(0), DavcWordWidth'(netloom_regs_pkg::DavcSwitchNodeId)};
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      for (int unsigned r = 0; r < 3; r++) begin
        if (Davc == 1 && word == WordWidth'(DavcSwitch + 1 + r*Ports + p)) begin
          // Software writes the first, PORT_ID, and the links that come up the others.
          writable    = r == 0;
          of_davc     = 1'b1;
          davc_addr_o = {1'b0, DavcPortWidth'(p), DavcWordWidth'(r)};
        end
      end
    end
  end

  always_comb begin
    value = '0;
    if (of_route) value = route_rdata_i;
    if (of_davc) value = davc_rdata_i;
    if (word == '0) value = switch_id_i;
    for (int unsigned p = 0; p < Ports; p++) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (word == WordWidth'(Credits + p*Vcs + v) && !to_host_i[p]) begin
          value = 32'(credits_i[((p << VcShift) + v)*CreditWidth +: CreditWidth]);
        end
      end
      if (word == WordWidth'(InputPointers + p)) value = 32'(input_pointers_i[p*VcWidth +: VcWidth]);
      if (word == WordWidth'(OutputPointers + p)) value = 32'(output_pointers_i[p*PortWidth +: PortWidth]);
    end
    if (word == WordWidth'(CyclicPort)) value = 32'(cyclic_port_i);
  end

  for (genvar i = 0; i < 4; i++) begin : gen_strobes
    assign strobes[i*8 +: 8] = {8{pstrb_i[i]}};
  end

  assign pready_o      = 1'b1;
  assign prdata_o      = exists ? value : '0;
  assign pslverr_o     = psel_i & penable_i & (~exists | (pwrite_i & ~writable));
  assign we            = psel_i & penable_i & pwrite_i & exists & writable;
  assign route_we_o    = we & of_route;
  assign route_wdata_o = (pwdata_i & strobes) | (value & ~strobes);
  assign davc_we_o     = we & of_davc;
  assign davc_wdata_o  = route_wdata_o;

endmodule
