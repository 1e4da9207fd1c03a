# netloom_rtl_decision(NAME block SUMMARY text [TOP module] [SOURCES files...]
#                      [SIZES sizes...] [VARIANTS variants...] [PARAMETERS Name=value...]
#                      [AROUND module DEFINE macro])
#
# Declares a block, a decision that RTL can make, with Netloom's own implementation of it. Its adapter
# is rtl/adapter/NAME_block.h. TOP, by default NAME, is the module whose parameters and ports every
# implementation has; SOURCES, by default TOP.sv, are the files that it needs.
# SIZES, smallest first, and VARIANTS say for which numbers (of ports, channels, dimensions: what the
# block's adapter counts) and kinds of switches it is Verilated; a switch gets the smallest that holds
# it. PARAMETERS are those of TOP: numbers, with products and sums, in which SIZE and VARIANT stand for
# one of these, and PORTS for SIZE, or for the most ports that a switch may have if these are fewer.
# AROUND: TOP decides for one output port, and is Verilated inside this module of rtl/, which has one in
# every port and takes its name from the macro.
#
# netloom_rtl_block(NAME name BLOCK block SOURCES files... TOP module [SUMMARY text]
#                   [SIZES sizes...] [REGISTER_IN target])
#
# Verilates a SystemVerilog implementation of a block and registers it by NAME, so that a
# configuration can put it into the switches of a network: `rtl: {blocks: [name]}`.
#
# BLOCK says which decision it makes, and with that which parameters and ports TOP must have: one of the
# netloom_rtl_decision calls in rtl/CMakeLists.txt.
# SOURCES are the files that TOP needs. Modules that they instantiate but do not define are taken
# from rtl/ (interval_match, ir_port, ...); the package netloom_regs_pkg is always there.
# SIZES, by default those of the block, serve networks of any kind.
# REGISTER_IN names the target that holds the registration; the default is Netloom's own rtl
# library, so that every program has the implementation. A test of a wrong one names itself.
set(NETLOOM_RTL_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Folder of the RTL blocks")

# Node numbers have up to 24 bits, and no block's decision depends on how many of them are used, so
# that one Verilated width serves every network.
set(NETLOOM_RTL_NODE_BITS 24 CACHE INTERNAL "Bits of a node number in Verilated blocks")
set(NETLOOM_RTL_MOST_PORTS 256 CACHE INTERNAL "Ports that a switch may have")

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

function(netloom_rtl_decision)
  cmake_parse_arguments(ARG "" "NAME;SUMMARY;TOP;AROUND;DEFINE" "SOURCES;SIZES;VARIANTS;PARAMETERS"
    ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "netloom_rtl_decision: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(pair TOP=${ARG_NAME} SIZES=1 VARIANTS=0)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 argument)
    if(NOT DEFINED ARG_${argument})
      list(GET pair 1 ARG_${argument})
    endif()
  endforeach()
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${ARG_TOP}.sv)
  endif()
  foreach(property SIZES VARIANTS PARAMETERS AROUND DEFINE)
    set_property(GLOBAL PROPERTY netloom_rtl_${ARG_NAME}_${property} "${ARG_${property}}")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY netloom_rtl_decisions ${ARG_NAME})
  netloom_rtl_block(NAME ${ARG_NAME} BLOCK ${ARG_NAME} TOP ${ARG_TOP} SOURCES ${ARG_SOURCES}
    SUMMARY "${ARG_SUMMARY}")
endfunction()

# The value of a parameter of PARAMETERS for one size and variant.
function(netloom_rtl_parameter value size variant result)
  set(ports ${size})
  if(ports GREATER NETLOOM_RTL_MOST_PORTS)
    set(ports ${NETLOOM_RTL_MOST_PORTS})
  endif()
  string(REPLACE "SIZE" "${size}" value "${value}")
  string(REPLACE "VARIANT" "${variant}" value "${value}")
  string(REPLACE "PORTS" "${ports}" value "${value}")
  if(value MATCHES "[*+]")
    math(EXPR value "${value}")
  endif()
  set(${result} "${value}" PARENT_SCOPE)
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
  get_property(blocks GLOBAL PROPERTY netloom_rtl_decisions)
  if(NOT ARG_BLOCK IN_LIST blocks)
    list(JOIN blocks ", " known)
    message(FATAL_ERROR "netloom_rtl_block: unknown BLOCK ${ARG_BLOCK}; known: ${known}")
  endif()
  foreach(property SIZES VARIANTS PARAMETERS AROUND DEFINE)
    get_property(block_${property} GLOBAL PROPERTY netloom_rtl_${ARG_BLOCK}_${property})
  endforeach()
  if(NOT ARG_REGISTER_IN)
    set(ARG_REGISTER_IN netloom_rtl)
  endif()
  if(NOT ARG_SUMMARY)
    set(ARG_SUMMARY "module ${ARG_TOP}")
  endif()
  if(NOT ARG_SIZES)
    set(ARG_SIZES ${block_SIZES})
  endif()

  set(sources ${NETLOOM_RTL_DIR}/generated/netloom_regs_pkg.sv)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  set(module ${ARG_TOP})
  set(arguments)
  if(block_AROUND)
    set(module ${block_AROUND})
    set(arguments -D${block_DEFINE}=${ARG_TOP})
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
    foreach(variant ${block_VARIANTS})
      set(suffix ${identifier}_${size}_${variant})
      set(parameters)
      foreach(parameter ${block_PARAMETERS})
        string(FIND "${parameter}" "=" equals)
        string(SUBSTRING "${parameter}" 0 ${equals} parameter_name)
        math(EXPR equals "${equals} + 1")
        string(SUBSTRING "${parameter}" ${equals} -1 value)
        netloom_rtl_parameter("${value}" ${size} ${variant} value)
        list(APPEND parameters -G${parameter_name}=${value})
      endforeach()
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
