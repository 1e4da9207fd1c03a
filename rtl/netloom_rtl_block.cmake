# netloom_rtl_block(NAME name BLOCK block SOURCES files... TOP module [SUMMARY text]
#                   [SIZES sizes...] [REGISTER_IN target])
#
# Verilates a SystemVerilog implementation of a block and registers it by NAME, so that a
# configuration can put it into the switches of a network: `rtl: {blocks: [name]}`.
#
# BLOCK says which decision it makes, and with that which parameters and ports TOP must have, those
# of a module in rtl/:
#   interval       ir_port: one output port, in all ports of rtl/ir_router.sv
#   fir            fir_port: one output port, in all ports of rtl/fir_router.sv
#   ft2ei          ft2ei_port: one output port, in all ports of rtl/ft2ei_router.sv
#   destro_route   destro_route
#   ruft_route     ruft_route
#   parity_sign    parity_sign
#   olm_vc         olm_vc
#   davc_vc        davc_vc
#   iodet_vc       iodet_vc
#   lia_counters   lia_counters
#   up_selector    up_selector
#   rr_arbiter     rr_arbiter
#   lrs_arbiter    lrs_arbiter
# SOURCES are the files that TOP needs. Modules that they instantiate but do not define are taken
# from rtl/ (interval_match, ir_port, ...); the package netloom_regs_pkg is always there.
# SIZES, smallest first: for which numbers of ports (fir, davc_vc), local ports (parity_sign), global
# links (lia_counters), dimensions (iodet_vc), channels (up_selector), requesters (rr_arbiter,
# lrs_arbiter) or exclusion intervals (ft2ei) it is Verilated; a switch gets the smallest that holds
# it. The defaults, below, serve networks of any kind.
# REGISTER_IN names the target that holds the registration; the default is Netloom's own rtl
# library, so that every program has the implementation. A test of a wrong one names itself.
set(NETLOOM_RTL_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Folder of the RTL blocks")

# Node numbers have up to 24 bits, and no block's decision depends on how many of them are used, so
# that one Verilated width serves every network.
set(NETLOOM_RTL_NODE_BITS 24 CACHE INTERNAL "Bits of a node number in Verilated blocks")

# Ports of the block interval are compared in banks, one evaluation each: eight are the ports of a
# 4-ary tree's switch, and few of them idle elsewhere. The restrictions of the block fir reach from
# every port to every other, so that all ports of a switch are in one instance. What it takes to
# compile one grows with the square of its ports: larger switches are an option.
set(NETLOOM_RTL_SIZES_interval 8 CACHE INTERNAL "Ports in one instance")
set(NETLOOM_RTL_FIR_PORTS "16;64" CACHE STRING
  "Ports of the switches that the RTL block fir is Verilated for, smallest first (2 ... 256)")
# Ports of the block ft2ei are compared in banks, too. Most networks have one or two exclusion
# intervals per port, and none more than 16.
set(NETLOOM_RTL_SIZES_ft2ei 2 16 CACHE INTERNAL "Exclusion intervals of a port")
set(NETLOOM_RTL_FT2EI_BANK_PORTS 8 CACHE INTERNAL "Ports in one instance")
set(NETLOOM_RTL_SIZES_destro_route 256 CACHE INTERNAL "Ports in one instance")
set(NETLOOM_RTL_SIZES_ruft_route 256 CACHE INTERNAL "Ports in one instance")
# Groups of 16 switches are those of the dragonfly with h = 8.
set(NETLOOM_RTL_SIZES_parity_sign 15 63 255 CACHE INTERNAL "Local ports of a switch")
# The VCs are those of the routing function: there is one size.
set(NETLOOM_RTL_SIZES_olm_vc 1 CACHE INTERNAL "Without meaning")
# The dragonfly with h = 6 and the random regular graph of the paper have 23 ports. The sender's port
# of an input port is compared at all output ports, which are in one instance, with each of the three
# functions: larger switches are an option.
set(NETLOOM_RTL_DAVC_PORTS "8;32" CACHE STRING
  "Ports of the switches that the RTL block davc_vc is Verilated for, smallest first (2 ... 256)")
# Canonical dragonflies: what lia_counters adds up, and how, depends on h.
set(NETLOOM_RTL_SIZES_lia_counters 2 3 4 6 CACHE INTERNAL "Global links of a switch, h")
set(NETLOOM_RTL_SIZES_iodet_vc 4 32 CACHE INTERNAL "Dimensions of the grid")
set(NETLOOM_RTL_SIZES_up_selector 64 512 4096 CACHE INTERNAL "Channels in one instance")
set(NETLOOM_RTL_SIZES_rr_arbiter 8 64 512 CACHE INTERNAL "Requesters of one arbiter")
# The order of requesters takes a bit for each pair.
set(NETLOOM_RTL_SIZES_lrs_arbiter 8 64 CACHE INTERNAL "Requesters of one arbiter")

# Parameters that a module refuses are an error. What is not reset or driven has random values, by the
# seed of the instance (rtl/adapter/verilated_instance.h).
set(NETLOOM_VERILATOR_ARGUMENTS -Wno-fatal -Werror-USERERROR --x-assign unique --x-initial unique
  CACHE INTERNAL "What every Verilated module has in common")

# Verilates one size (and variant) of an implementation: the target netloom_verilated_<suffix> with
# the class Vnetloom_<suffix>.
function(netloom_verilate suffix module)
  cmake_parse_arguments(ARG "" "" "SOURCES;ARGUMENTS" ${ARGN})
  # Verilator's code is compiled apart: it does not follow Netloom's warnings, and its headers are
  # system headers to those who include them.
  set(target netloom_verilated_${suffix})
  add_library(${target} STATIC)
  verilate(${target} PREFIX Vnetloom_${suffix} TOP_MODULE ${module} SOURCES ${ARG_SOURCES}
    INCLUDE_DIRS ${NETLOOM_RTL_DIR}
    VERILATOR_ARGS ${NETLOOM_VERILATOR_ARGUMENTS} ${NETLOOM_VERILATOR_COVERAGE} ${ARG_ARGUMENTS}
    ${NETLOOM_VERILATED_OPTIMISATION})
endfunction()

function(netloom_rtl_block)
  cmake_parse_arguments(ARG "" "NAME;BLOCK;TOP;SUMMARY;REGISTER_IN" "SOURCES;SIZES" ${ARGN})
  foreach(argument NAME BLOCK TOP SOURCES)
    if(NOT ARG_${argument})
      message(FATAL_ERROR "netloom_rtl_block: ${argument} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "netloom_rtl_block: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(blocks interval fir ft2ei destro_route ruft_route parity_sign olm_vc davc_vc iodet_vc
      lia_counters up_selector rr_arbiter lrs_arbiter)
  if(NOT ARG_BLOCK IN_LIST blocks)
    list(JOIN blocks ", " known)
    message(FATAL_ERROR "netloom_rtl_block: unknown BLOCK ${ARG_BLOCK}; known: ${known}")
  endif()
  if(NOT ARG_REGISTER_IN)
    set(ARG_REGISTER_IN netloom_rtl)
  endif()
  if(NOT ARG_SUMMARY)
    set(ARG_SUMMARY "module ${ARG_TOP}")
  endif()
  if(NOT ARG_SIZES)
    set(ARG_SIZES ${NETLOOM_RTL_SIZES_${ARG_BLOCK}})
    if(ARG_BLOCK STREQUAL "fir")
      set(ARG_SIZES ${NETLOOM_RTL_FIR_PORTS})
    elseif(ARG_BLOCK STREQUAL "davc_vc")
      set(ARG_SIZES ${NETLOOM_RTL_DAVC_PORTS})
    endif()
  endif()

  set(sources ${NETLOOM_RTL_DIR}/generated/netloom_regs_pkg.sv)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  # The module that is Verilated, and its variants: fir without and with the register OPERAND,
  # davc_vc with the functions F_N, F_P and F_NP.
  set(module ${ARG_TOP})
  set(arguments)
  set(variants 0)
  if(ARG_BLOCK STREQUAL "interval")
    set(module ir_router)
    set(arguments -DNETLOOM_INTERVAL_PORT=${ARG_TOP})
  elseif(ARG_BLOCK STREQUAL "fir")
    set(module fir_router)
    set(arguments -DNETLOOM_FIR_PORT=${ARG_TOP})
    set(variants 0 1)
  elseif(ARG_BLOCK STREQUAL "ft2ei")
    set(module ft2ei_router)
    set(arguments -DNETLOOM_FT2EI_PORT=${ARG_TOP})
  elseif(ARG_BLOCK STREQUAL "davc_vc")
    set(variants 0 1 2)
  endif()
  if(NOT module STREQUAL ARG_TOP)
    list(APPEND sources ${NETLOOM_RTL_DIR}/${module}.sv)
  endif()
  list(REMOVE_DUPLICATES sources)
  if(NETLOOM_RTL_COVERAGE)
    target_compile_definitions(${ARG_REGISTER_IN} PRIVATE NETLOOM_RTL_COVERAGE)
  endif()

  string(MAKE_C_IDENTIFIER ${ARG_NAME} identifier)
  set(INCLUDES)
  set(SIZES)
  foreach(size ${ARG_SIZES})
    foreach(variant ${variants})
      set(suffix ${identifier}_${size}_${variant})
      if(ARG_BLOCK STREQUAL "up_selector")
        set(ports ${size})
        if(ports GREATER 256)
          set(ports 256)
        endif()
        set(parameters -GChannels=${size} -GPorts=${ports})
      elseif(ARG_BLOCK MATCHES "_arbiter$")
        set(parameters -GRequesters=${size})
      elseif(ARG_BLOCK STREQUAL "fir")
        set(parameters -GPorts=${size} -GOperand=1'b${variant})
      elseif(ARG_BLOCK STREQUAL "ft2ei")
        set(parameters -GPorts=${NETLOOM_RTL_FT2EI_BANK_PORTS} -GExclusions=${size})
      elseif(ARG_BLOCK STREQUAL "olm_vc")
        set(parameters)
      elseif(ARG_BLOCK STREQUAL "davc_vc")
        set(parameters -GFunction=${variant} -GPorts=${size} -GNodeWidth=${NETLOOM_RTL_NODE_BITS})
      elseif(ARG_BLOCK STREQUAL "iodet_vc")
        set(parameters -GDimensions=${size})
      elseif(ARG_BLOCK STREQUAL "lia_counters")
        math(EXPR offsets "2 * ${size} * ${size}")
        set(parameters -GGlobalLinks=${size} -GOffsets=${offsets} -GInjectionPorts=${size}
          -GBuckets=200 -GBucketCycles=256 -GQueuePhits=65536)
      else()
        set(parameters -GPorts=${size})
      endif()
      if(NOT ARG_BLOCK MATCHES "^(parity_sign|.*_vc|lia_counters|.*_arbiter)$")
        list(APPEND parameters -GWidth=${NETLOOM_RTL_NODE_BITS})
      endif()
      netloom_verilate(${suffix} ${module} SOURCES ${sources} ARGUMENTS ${arguments} ${parameters})
      string(APPEND INCLUDES "#include \"Vnetloom_${suffix}.h\"\n")
      list(APPEND SIZES "VerilatedSize<Vnetloom_${suffix}, ${size}, ${variant}>")
      target_include_directories(${ARG_REGISTER_IN} SYSTEM PRIVATE
        $<TARGET_PROPERTY:netloom_verilated_${suffix},INTERFACE_INCLUDE_DIRECTORIES>)
      target_link_libraries(${ARG_REGISTER_IN} PRIVATE netloom_verilated_${suffix})
    endforeach()
  endforeach()

  set(USER_SOURCES)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(folder ${source} DIRECTORY)
    if(NOT folder STREQUAL NETLOOM_RTL_DIR)
      list(APPEND USER_SOURCES "\"${source}\"")
    endif()
  endforeach()
  list(JOIN USER_SOURCES ", " USER_SOURCES)
  list(JOIN SIZES ", " SIZES)
  set(NAME ${ARG_NAME})
  set(BLOCK ${ARG_BLOCK})
  set(TOP ${ARG_TOP})
  set(SUMMARY ${ARG_SUMMARY})
  set(registration ${CMAKE_CURRENT_BINARY_DIR}/netloom_${identifier}_registration.cpp)
  configure_file(${NETLOOM_RTL_DIR}/adapter/registration.cpp.in ${registration} @ONLY)
  target_sources(${ARG_REGISTER_IN} PRIVATE ${registration})
endfunction()
