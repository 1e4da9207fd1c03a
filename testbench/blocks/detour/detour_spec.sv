// detour: port by port, what a head may take. It keeps the candidates that work; with none of them left, it has
// the links down that work, and that by which it came only as the last of them. It is dropped exactly if it can
// take no channel of either kind. A deviated head that is routed has not the port by which it came, unless nothing
// else that works is left; others have what their routing says.
module detour_spec #(
  parameter int unsigned Ports     = 8,
  parameter int unsigned VcShift   = 0,
  parameter int unsigned Heads     = 1,
  parameter int unsigned InputPort = 0,
  parameter int unsigned DownPorts = 4,
  parameter int unsigned Channels  = Ports << VcShift
) (
  input logic [Ports-1:0]          failed_i,
  input logic [Channels-1:0]       offered_i,
  input logic                      deviated_i,
  input logic [Channels-1:0]       routed_i,
  input logic [Heads*Channels-1:0] candidates_i
);

  logic [Channels-1:0]       routed;
  logic [Heads*Channels-1:0] candidates;
  logic [Heads-1:0]          deviates;
  logic [Heads-1:0]          drops;

  detour #(
    .Ports    (Ports),
    .VcShift  (VcShift),
    .Heads    (Heads),
    .InputPort(InputPort),
    .DownPorts(DownPorts)
  ) u_dut (
    .failed_i    (failed_i),
    .offered_i   (offered_i),
    .deviated_i  (deviated_i),
    .routed_i    (routed_i),
    .routed_o    (routed),
    .candidates_i(candidates_i),
    .candidates_o(candidates),
    .deviates_o  (deviates),
    .drops_o     (drops)
  );

  // Whether a link down works, beside that by which the heads came.
  logic another_down;
  // Whether a deviated head can go on by another port than it came by.
  logic another_way;

  always_comb begin
    another_down = 1'b0;
    for (int unsigned q = 0; q < DownPorts; q++) begin
      if (q != InputPort && !failed_i[q]) another_down = 1'b1;
    end
    another_way = 1'b0;
    for (int unsigned c = 0; c < Channels; c++) begin
      if (routed_i[c] && c / 2 ** VcShift != InputPort && !failed_i[c / 2 ** VcShift]) another_way = 1'b1;
    end
  end

  for (genvar c = 0; c < Channels; c++) begin : gen_channels
    localparam int unsigned Port = c / 2 ** VcShift;

    always_comb begin
      if (deviated_i && another_way) begin
        assert (routed[c] == (routed_i[c] && Port != InputPort && !failed_i[Port]));
      end else begin
        assert (routed[c] == routed_i[c]);
      end
    end

    for (genvar h = 0; h < Heads; h++) begin : gen_heads
      always_comb begin
        if (deviates[h]) begin
          assert (!candidates_i[h*Channels+c] || failed_i[Port]);
          assert (candidates[h*Channels+c] == (Port < DownPorts && !failed_i[Port] && offered_i[c]
                                               && (Port != InputPort || !another_down)));
        end else begin
          assert (candidates[h*Channels+c] == (candidates_i[h*Channels+c] && !failed_i[Port]));
        end
      end
    end
  end

  for (genvar h = 0; h < Heads; h++) begin : gen_ways
    logic can_go;      // by one of its candidates
    logic can_deviate;

    always_comb begin
      can_go      = 1'b0;
      can_deviate = 1'b0;
      for (int unsigned c = 0; c < Channels; c++) begin
        if (!failed_i[c / 2 ** VcShift]) begin
          if (candidates_i[h*Channels+c]) can_go = 1'b1;
          if (c / 2 ** VcShift < DownPorts && offered_i[c] && (c / 2 ** VcShift != InputPort || !another_down)) begin
            can_deviate = 1'b1;
          end
        end
      end
      assert (deviates[h] == !can_go);
      assert (drops[h] == (!can_go && !can_deviate));
    end
  end

endmodule
