# The rule, with the strict order of the channels.
set(functions node port node_port)
foreach(function 0 1 2)
  list(GET functions ${function} name)
  formal_proof(davc_rule ${name} SET Function=${function} NodeWidth=24 PortWidth=8)
  allowed_parameters(davc_rule Function=${function} NodeWidth=1 PortWidth=32)
  allowed_parameters(davc_rule Function=${function} NodeWidth=32 PortWidth=1)
endforeach()
formal_mutant(davc_rule node_strictly davc_rule.sv
  "next_node_i <= node_i" "next_node_i < node_i" SET Function=0)
formal_mutant(davc_rule port_strictly davc_rule.sv
  "outbound_port_i <= inbound_port_i" "outbound_port_i < inbound_port_i" SET Function=1)
formal_mutant(davc_rule equal_stays davc_rule.sv
  "next_node_i} <= {inbound" "next_node_i} < {inbound" SET Function=2)
formal_mutant(davc_rule node_before_port davc_rule.sv
  "{outbound_port_i, next_node_i} <= {inbound_port_i, node_i}"
  "{next_node_i, outbound_port_i} <= {node_i, inbound_port_i}" SET Function=2)

cosim_model(davc_rule_forms SOURCES ${folder}/davc_rule_forms.sv)
