// dragonfly_min allows one port in the destination's group: that of the node at its own switch, and
// elsewhere the one to the node's switch; local ports are the other switches of the group in their order.
// To another group it allows what is said of that group, and nothing else.
module dragonfly_min_spec #(
  parameter int unsigned NodesPerSwitch   = 2,
  parameter int unsigned SwitchesPerGroup = 3,
  parameter int unsigned Groups           = 3,
  parameter int unsigned Ports            = NodesPerSwitch + SwitchesPerGroup
) (
  input logic [1:0]              group_i,
  input logic [1:0]              position_i,
  input logic [Groups*Ports-1:0] group_ports_i,
  input logic [1:0]              to_group_i,
  input logic [1:0]              to_position_i,
  input logic [1:0]              to_node_i
);

  logic [6:0]       destination;
  logic [Ports-1:0] allowed;
  logic             same_group;

  assign destination = NodesPerSwitch * (SwitchesPerGroup * to_group_i + to_position_i) + to_node_i;

  dragonfly_min #(
    .NodesPerSwitch  (NodesPerSwitch),
    .SwitchesPerGroup(SwitchesPerGroup),
    .Groups          (Groups),
    .Ports           (Ports),
    .NodeWidth       (7)
  ) u_dut (
    .group_i        (group_i),
    .position_i     (position_i),
    .group_ports_i  (group_ports_i),
    .destination_i  (destination),
    .allowed_ports_o(allowed),
    .same_group_o   (same_group)
  );

  always_comb begin
    assume (group_i < Groups && position_i < SwitchesPerGroup);
    assume (to_group_i < Groups && to_position_i < SwitchesPerGroup && to_node_i < NodesPerSwitch);
    assert (same_group == (to_group_i == group_i));
    for (int unsigned i = 0; i < Ports; i++) begin
      if (to_group_i != group_i) begin
        for (int unsigned g = 0; g < Groups; g++) begin
          if (to_group_i == g) assert (allowed[i] == group_ports_i[g*Ports + i]);
        end
      end else if (to_position_i == position_i) begin
        assert (allowed[i] == (i == to_node_i));
      end else begin
        // The switch behind the local port.
        assert (allowed[i] == (i >= NodesPerSwitch
            && i - NodesPerSwitch + ((i - NodesPerSwitch >= position_i) ? 1 : 0) == to_position_i));
      end
    end
  end

endmodule
