# netloom_rtl_block(NAME name BLOCK block SOURCES files... TOP module [SUMMARY text]
#                   [REGISTER_IN target])
#
# Verilates a SystemVerilog implementation of a block and registers it by NAME, so that a
# configuration can put it into the switches of a network: `rtl: {blocks: [name]}`.
#
# BLOCK says which decision it makes, and with that which parameters and ports TOP must have:
#   interval   those of rtl/ir_port.sv: parameter Width; clk_i, rst_ni, we_i, addr_i, wdata_i,
#              rdata_o, destination_i, match_o.
# SOURCES are the files that TOP needs. Modules that they instantiate but do not define are taken
# from rtl/ (interval_match, ir_port); the package netloom_regs_pkg is always there.
# REGISTER_IN names the target that holds the registration; the default is Netloom's own rtl
# library, so that every program has the implementation. A test of a wrong one names itself.
set(NETLOOM_RTL_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Folder of the RTL blocks")

# Node numbers have up to 24 bits, and the comparison of cyclic intervals does not depend on the
# width, so that one Verilated width serves every network. Ports are compared in banks, one
# evaluation each: eight are the ports of a 4-ary tree's switch, and few of them idle elsewhere.
set(NETLOOM_RTL_NODE_BITS 24 CACHE INTERNAL "Bits of a node number in Verilated blocks")
set(NETLOOM_RTL_BANK_PORTS 8 CACHE INTERNAL "Ports in one Verilated instance")

function(netloom_rtl_block)
  cmake_parse_arguments(ARG "" "NAME;BLOCK;TOP;SUMMARY;REGISTER_IN" "SOURCES" ${ARGN})
  foreach(argument NAME BLOCK TOP SOURCES)
    if(NOT ARG_${argument})
      message(FATAL_ERROR "netloom_rtl_block: ${argument} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "netloom_rtl_block: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_REGISTER_IN)
    set(ARG_REGISTER_IN netloom_rtl)
  endif()
  if(NOT ARG_SUMMARY)
    set(ARG_SUMMARY "module ${ARG_TOP}")
  endif()
  if(NOT ARG_BLOCK STREQUAL "interval")
    message(FATAL_ERROR "netloom_rtl_block: unknown BLOCK ${ARG_BLOCK}; known: interval")
  endif()

  set(sources)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  list(PREPEND sources ${NETLOOM_RTL_DIR}/generated/netloom_regs_pkg.sv)
  list(APPEND sources ${NETLOOM_RTL_DIR}/ir_router.sv)
  list(REMOVE_DUPLICATES sources)

  # Verilator's code is compiled apart: it does not follow Netloom's warnings, and its headers are
  # system headers to those who include them.
  string(MAKE_C_IDENTIFIER ${ARG_NAME} identifier)
  set(verilated netloom_verilated_${identifier})
  set(model Vnetloom_${identifier})
  add_library(${verilated} STATIC)
  verilate(${verilated} PREFIX ${model} TOP_MODULE ir_router SOURCES ${sources}
    INCLUDE_DIRS ${NETLOOM_RTL_DIR}
    VERILATOR_ARGS -Wno-fatal --x-assign fast --x-initial fast
      -GPorts=${NETLOOM_RTL_BANK_PORTS} -GWidth=${NETLOOM_RTL_NODE_BITS}
      -DNETLOOM_INTERVAL_PORT=${ARG_TOP}
    OPT_FAST -O2)

  set(NAME ${ARG_NAME})
  set(BLOCK ${ARG_BLOCK})
  set(SUMMARY ${ARG_SUMMARY})
  set(MODEL ${model})
  set(registration ${CMAKE_CURRENT_BINARY_DIR}/${verilated}_registration.cpp)
  configure_file(${NETLOOM_RTL_DIR}/adapter/interval_registration.cpp.in ${registration} @ONLY)
  target_sources(${ARG_REGISTER_IN} PRIVATE ${registration})
  target_include_directories(${ARG_REGISTER_IN} SYSTEM PRIVATE
    $<TARGET_PROPERTY:${verilated},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${ARG_REGISTER_IN} PRIVATE ${verilated})
endfunction()
