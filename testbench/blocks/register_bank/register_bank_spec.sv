// register_bank has a word for each register, in the order of the register table: the switch's number, the
// registers of the routing function, each for all ports, of which the last one may have several words, those
// of exclusion intervals, each for all intervals of all up ports, those that the switch has once or for each
// destination, credits by port and VC, the pointers of inputs and outputs, and the cyclic selection's port. Only the routing function's
// are written, those bytes that the strobes say, and what cannot be done ends in an error and writes nothing. No
// access waits. In a port, the routing function's registers have the addresses that ft2ei_port says, and the
// switch has its own as if they were port 0's, and destinations theirs by their number.
module register_bank_spec #(
  parameter int unsigned Ports         = 3,
  parameter int unsigned Vcs           = 2,
  parameter int unsigned VcShift       = 1,
  parameter int unsigned CreditWidth   = 3,
  parameter int unsigned PortRegisters = 2,
  parameter int unsigned LastWords     = 1,
  parameter int unsigned FirstUp       = 0,
  parameter int unsigned UpPorts       = 0,
  parameter int unsigned Exclusions    = 1,
  parameter int unsigned SwitchWords   = 0,
  parameter int unsigned Destinations  = 0,
  parameter int unsigned Step          = 1 << VcShift,  // channels of a port
  parameter int unsigned Channels      = Ports << VcShift,
  parameter int unsigned PortWidth     = netloom_regs_pkg::bits_for(Ports),
  parameter int unsigned VcWidth       = netloom_regs_pkg::bits_for(1 << VcShift),
  parameter int unsigned RouteWidth    = 6,
  parameter int unsigned PortAddrWidth = PortWidth + RouteWidth,
  parameter int unsigned TableWidth    = netloom_regs_pkg::bits_for(Destinations),
  parameter int unsigned AddrWidth     = TableWidth > PortAddrWidth ? TableWidth : PortAddrWidth
) (
  input logic                            psel_i,
  input logic                            penable_i,
  input logic                            pwrite_i,
  input logic [31:0]                     paddr_i,
  input logic [31:0]                     pwdata_i,
  input logic [3:0]                      pstrb_i,
  input logic [31:0]                     route_rdata_i,
  input logic [31:0]                     switch_id_i,
  input logic [Channels*CreditWidth-1:0] credits_i,
  input logic [Ports-1:0]                to_host_i,
  input logic [Ports*VcWidth-1:0]        input_pointers_i,
  input logic [Ports*PortWidth-1:0]      output_pointers_i,
  input logic [PortWidth-1:0]            cyclic_port_i
);

  logic                            pready;
  logic [31:0]                     prdata;
  logic                            pslverr;
  logic                            route_we;
  logic [AddrWidth-1:0]            route_addr;
  logic [31:0]                     route_wdata;
  logic                            davc_we;
  logic [netloom_regs_pkg::port_id_bits(Ports)+netloom_regs_pkg::DavcAddrWidth:0] davc_addr;
  logic [31:0]                     davc_wdata;

  register_bank #(
    .Ports        (Ports),
    .Vcs          (Vcs),
    .VcShift      (VcShift),
    .CreditWidth  (CreditWidth),
    .PortRegisters(PortRegisters),
    .LastWords    (LastWords),
    .FirstUp      (FirstUp),
    .UpPorts      (UpPorts),
    .Exclusions   (Exclusions),
    .SwitchWords  (SwitchWords),
    .Destinations (Destinations)
  ) u_dut (
    .psel_i           (psel_i),
    .penable_i        (penable_i),
    .pwrite_i         (pwrite_i),
    .paddr_i          (paddr_i),
    .pwdata_i         (pwdata_i),
    .pstrb_i          (pstrb_i),
    .pready_o         (pready),
    .prdata_o         (prdata),
    .pslverr_o        (pslverr),
    .route_we_o       (route_we),
    .route_addr_o     (route_addr),
    .route_wdata_o    (route_wdata),
    .route_rdata_i    (route_rdata_i),
    .davc_we_o        (davc_we),
    .davc_addr_o      (davc_addr),
    .davc_wdata_o     (davc_wdata),
    .davc_rdata_i     ('0),
    .switch_id_i      (switch_id_i),
    .credits_i        (credits_i),
    .to_host_i        (to_host_i),
    .input_pointers_i (input_pointers_i),
    .output_pointers_i(output_pointers_i),
    .cyclic_port_i    (cyclic_port_i)
  );

  // The words, one after the other.
  logic [31:0]                     address;
  logic                            exists;
  logic                            routes;      // a register of the routing function
  logic [AddrWidth-1:0]            its_address;
  logic [31:0]                     value;

  always_comb begin
    address     = '0;
    exists      = 1'b0;
    routes      = 1'b0;
    its_address = '0;
    value       = '0;
    if (paddr_i == address) begin
      exists = 1'b1;
      value  = switch_id_i;
    end
    address = address + 4;
    for (int unsigned r = 0; r < PortRegisters; r++) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        for (int unsigned w = 0; w < (r + 1 == PortRegisters ? LastWords : 1); w++) begin
          if (paddr_i == address) begin
            exists      = 1'b1;
            routes      = 1'b1;
            its_address = p * 2 ** RouteWidth + r + w;
            value       = route_rdata_i;
          end
          address = address + 4;
        end
      end
    end
    for (int unsigned r = 0; r < 3; r++) begin  // ELIB, EUIB, EENABLE
      for (int unsigned p = 0; p < UpPorts; p++) begin
        for (int unsigned i = 0; i < Exclusions; i++) begin
          if (paddr_i == address) begin
            exists      = 1'b1;
            routes      = 1'b1;
            its_address = (FirstUp + p) * 2 ** RouteWidth + 2 + 3 * i + r;
            value       = route_rdata_i;
          end
          address = address + 4;
        end
      end
    end
    for (int unsigned r = 0; r < SwitchWords; r++) begin
      if (paddr_i == address) begin
        exists      = 1'b1;
        routes      = 1'b1;
        its_address = r;
        value       = route_rdata_i;
      end
      address = address + 4;
    end
    for (int unsigned d = 0; d < Destinations; d++) begin
      if (paddr_i == address) begin
        exists      = 1'b1;
        routes      = 1'b1;
        its_address = d;
        value       = route_rdata_i;
      end
      address = address + 4;
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      for (int unsigned v = 0; v < Vcs; v++) begin
        if (paddr_i == address) begin
          exists = 1'b1;
          value  = to_host_i[p] ? 0 : credits_i[(p*Step+v)*CreditWidth +: CreditWidth];
        end
        address = address + 4;
      end
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      if (paddr_i == address) begin
        exists = 1'b1;
        value  = input_pointers_i[p*VcWidth +: VcWidth];
      end
      address = address + 4;
    end
    for (int unsigned p = 0; p < Ports; p++) begin
      if (paddr_i == address) begin
        exists = 1'b1;
        value  = output_pointers_i[p*PortWidth +: PortWidth];
      end
      address = address + 4;
    end
    if (paddr_i == address) begin
      exists = 1'b1;
      value  = cyclic_port_i;
    end
  end

  // An access is over in the cycle with psel and penable.
  logic access;

  assign access = psel_i && penable_i;

  always_comb begin
    assert (pready);
    assert (pslverr == (access && (!exists || (pwrite_i && !routes))));
    assert (prdata == value);
    assert (route_we == (access && pwrite_i && routes));
    if (routes) begin
      assert (route_addr == its_address);
      for (int unsigned i = 0; i < 4; i++) begin
        assert (route_wdata[i*8 +: 8] == (pstrb_i[i] ? pwdata_i[i*8 +: 8] : route_rdata_i[i*8 +: 8]));
      end
    end
  end

endmodule
