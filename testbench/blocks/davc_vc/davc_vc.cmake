matrix_rule(davc_vc "policies: davc")
matrix_idle(davc_vc "topologies: single_switch" "policies: davc" "because: packets go to hosts only")

allowed_parameters(davc_vc Function=0 Ports=1 NodeWidth=1 Vcs=2)
allowed_parameters(davc_vc Ports=9 NodeWidth=32 Vcs=3)

set(functions node port node_port)
foreach(function 0 1 2)
  list(GET functions ${function} name)
  set(slow SLOW)
  if(name STREQUAL node_port)
    set(slow)
  endif()
  formal_proof(davc_vc ${name}_3 SET Function=${function} ${slow})  # davc_rule's are proven of each
endforeach()
formal_proof(davc_vc node_port_5 SET Ports=5 NodeWidth=6 Vcs=4 SLOW)
formal_mutant(davc_vc local_input_port davc_vc.sv
  "inbound_port = neighbour_ports[i*NeighbourWidth +: NeighbourWidth]"
  "inbound_port = NeighbourWidth'(i)")
formal_mutant(davc_vc wraps davc_vc.sv "rises & {Ports{next_exists}}" "rises")
formal_mutant(davc_vc last_vc_unused davc_vc.sv "VcWidth'(Vcs - 1)" "VcWidth'(Vcs - 2)")
formal_mutant(davc_vc stays_in_any_case davc_vc.sv "stay_ports_o = ~rises" "stay_ports_o = '1")
formal_mutant(davc_vc writes_all davc_vc.sv "(we_i & selected)" "(we_i)")
formal_mutant(davc_vc handshake_names_the_node davc_vc.sv
  "we_i && node_id_selected" "(we_i || learn_i) && node_id_selected")

cosim_block(NAME broken_davc_vc AS davc_vc TOP broken_davc_vc SOURCES ${folder}/broken_davc_vc.sv
  ${rtl}/davc_vc.sv SUMMARY "takes the inbound port of another input" SIZES 8)
