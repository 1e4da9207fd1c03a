# netloom_rtl_decision(NAME block SUMMARY text [TOP module]
#                      [SIZES sizes...] [VARIANTS variants...] [PARAMETERS Name=value...]
#                      [AROUND module DEFINE macro])
#
# Declares a block, a decision that RTL can make, with Netloom's own implementation of it. Its adapter
# is rtl/adapter/NAME_block.cpp. TOP, by default NAME, is the module whose parameters and ports every
# implementation has, and TOP.sv has it.
# SIZES, smallest first, and VARIANTS say for which numbers (of ports, channels, dimensions: what the
# block's adapter counts) and kinds of switches it is Verilated; a switch gets the smallest that holds
# it. PARAMETERS are those of TOP: numbers, with products and sums, in which SIZE and VARIANT stand for
# one of these, and PORTS for SIZE, or for the most ports that a switch may have if these are fewer.
# AROUND: TOP decides for one output port, and is Verilated inside this module of rtl/, which has one in
# every port and takes its name from the macro.
#
# netloom_rtl_block(NAME name AS block SOURCES files... [TOP module] [SUMMARY text]
#                   [SIZES sizes...] [PARAMETERS Name=value...] [FOLDER folder])
#
# Makes a shared object NAME.so of a SystemVerilog implementation of a block, which a configuration puts
# into the switches of a network: `rtl: {blocks: [NAME]}`, or its path.
#
# AS says which decision it makes, and with that which parameters and ports TOP must have: one of the
# netloom_rtl_decision calls in rtl/CMakeLists.txt.
# SOURCES are the files that TOP needs. Modules that they instantiate but do not define are taken
# from rtl/ (interval_match, ir_port, ...); the package netloom_regs_pkg is always there.
# SIZES and PARAMETERS, by default those of the block, serve networks of any kind.
# FOLDER, by default that of Netloom's own blocks, is where the object goes.
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/NetloomRtlBlockArguments.cmake)
set(NETLOOM_RTL_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "Folder of the RTL blocks")
set(NETLOOM_BLOCK_DIR ${PROJECT_BINARY_DIR}/blocks CACHE INTERNAL "Folder of their shared objects")

# Node numbers have up to 24 bits, and no block's decision depends on how many of them are used, so
# that one Verilated width serves every network.
set(NETLOOM_RTL_NODE_BITS 24 CACHE INTERNAL "Bits of a node number in Verilated blocks")

# Parameters that a module refuses are an error. What is not reset or driven has random values, by the
# seed of the instance.
set(NETLOOM_VERILATOR_ARGUMENTS -Wno-fatal -Werror-USERERROR --x-assign unique --x-initial unique
  CACHE INTERNAL "What every Verilated module has in common")

# Verilator's own code, once for all blocks: also for those that users build, with the same Verilator.
set(includes ${VERILATOR_ROOT}/include)
add_library(netloom_verilated STATIC ${includes}/verilated.cpp ${includes}/verilated_threads.cpp)
target_include_directories(netloom_verilated SYSTEM PUBLIC ${includes} ${includes}/vltstd)
target_compile_options(netloom_verilated PRIVATE -w -fvisibility=hidden)
set_target_properties(netloom_verilated PROPERTIES POSITION_INDEPENDENT_CODE ON
  ARCHIVE_OUTPUT_DIRECTORY ${NETLOOM_BLOCK_DIR})
execute_process(COMMAND ${VERILATOR_BIN} --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
file(CONFIGURE OUTPUT ${NETLOOM_BLOCK_DIR}/libnetloom_verilated.version CONTENT "${version}" @ONLY)
if(NETLOOM_RTL_COVERAGE)
  target_sources(netloom_verilated PRIVATE ${includes}/verilated_cov.cpp)
  target_compile_definitions(netloom_verilated PUBLIC VM_COVERAGE=1)
endif()

# netloom_verilated_classes(NAME): a library of Verilated classes, which netloom_verilate() adds to it. Verilator's
# code does not follow Netloom's warnings, and has names of its own in each of many small files.
function(netloom_verilated_classes name)
  add_library(${name} STATIC)
  target_compile_options(${name} PRIVATE -w ${NETLOOM_VERILATED_OPTIMISATION})
  target_link_libraries(${name} PUBLIC netloom_verilated)
  set_target_properties(${name} PROPERTIES SYSTEM ON UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# netloom_verilate(NAME ...): a class of this library: what verilate() is told, VERILATOR_ARGS last.
function(netloom_verilate name)
  verilate(${name} ${ARGN} ${NETLOOM_VERILATOR_ARGUMENTS} ${NETLOOM_VERILATOR_COVERAGE})
  # They are in netloom_verilated.
  foreach(file verilated verilated_threads verilated_cov)
    set_source_files_properties(${VERILATOR_ROOT}/include/${file}.cpp PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
endfunction()

# Of each decision a file.
set(NETLOOM_DECISIONS ${PROJECT_BINARY_DIR}/rtl/decisions CACHE INTERNAL "")

# netloom_rtl_description(NAME block [TOP module] [SIZES sizes...] [VARIANTS variants...]
#                         [PARAMETERS Name=value...] [AROUND module DEFINE macro])
#
# What rtl/build_block has to know of a decision, as netloom_rtl_decision has it: without an
# implementation, where each is built with parameters of its own.
function(netloom_rtl_description)
  cmake_parse_arguments(ARG "" "NAME;TOP;AROUND;DEFINE" "SIZES;VARIANTS;PARAMETERS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "netloom_rtl_description: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(pair TOP=${ARG_NAME} SIZES=1 VARIANTS=0)
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 argument)
    if(NOT DEFINED ARG_${argument})
      list(GET pair 1 ARG_${argument})
    endif()
  endforeach()
  list(JOIN ARG_SIZES ", " sizes)
  list(JOIN ARG_VARIANTS ", " variants)
  list(TRANSFORM ARG_PARAMETERS REPLACE "(.*)=(.*)" "\"\\1\": \"\\2\"")
  list(JOIN ARG_PARAMETERS ", " parameters)
  file(CONFIGURE OUTPUT ${NETLOOM_DECISIONS}/${ARG_NAME}.json @ONLY CONTENT "{
  \"sizes\": [${sizes}],
  \"variants\": [${variants}],
  \"parameters\": {${parameters}},
  \"top\": \"${ARG_TOP}\",
  \"around\": \"${ARG_AROUND}\",
  \"define\": \"${ARG_DEFINE}\"
}
")
endfunction()

function(netloom_rtl_decision)
  cmake_parse_arguments(ARG "" "NAME;SUMMARY;TOP" "" ${ARGN})
  if(NOT ARG_TOP)
    set(ARG_TOP ${ARG_NAME})
  endif()
  netloom_rtl_description(NAME ${ARG_NAME} TOP ${ARG_TOP} ${ARG_UNPARSED_ARGUMENTS})
  netloom_rtl_block(NAME ${ARG_NAME} AS ${ARG_NAME} TOP ${ARG_TOP} SOURCES ${ARG_TOP}.sv
    SUMMARY "${ARG_SUMMARY}")
endfunction()

# NETLOOM_BLOCK_FLAGS, where it is set, is in the place of CXXFLAGS.
function(netloom_rtl_block)
  netloom_rtl_block_arguments(${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${NETLOOM_BLOCK_DIR})
  endif()
  set(arguments ${block_arguments} --jobs 1 --together)
  if(NETLOOM_RTL_COVERAGE)
    list(APPEND arguments --coverage)
  endif()

  set(environment)
  if(NETLOOM_BLOCK_FLAGS)
    set(environment ${CMAKE_COMMAND} -E env CXXFLAGS=${NETLOOM_BLOCK_FLAGS})
  endif()
  list(JOIN CMAKE_CXX_COMPILER_LAUNCHER " " launcher)
  set(object ${ARG_FOLDER}/${ARG_NAME}.so)
  set(work ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME})
  file(MAKE_DIRECTORY ${ARG_FOLDER} ${work})
  add_custom_command(OUTPUT ${object}
    COMMAND ${environment} ${NETLOOM_RTL_DIR}/build_block ${arguments} --decisions ${NETLOOM_DECISIONS}
            --output ${object} --work ${work} --depfile ${work}/depends.d
            --verilator ${VERILATOR_BIN} --verilator-root ${VERILATOR_ROOT}
            --compiler "${launcher} ${CMAKE_CXX_COMPILER}"
            --runtime $<TARGET_FILE:netloom_verilated> ${block_sources}
    DEPENDS ${block_sources} ${NETLOOM_DECISIONS}/${ARG_AS}.json netloom_verilated ${NETLOOM_RTL_DIR}/build_block
            ${NETLOOM_RTL_DIR}/loadable/block_interface.h
            ${NETLOOM_RTL_DIR}/loadable/verilated_block.h
    DEPFILE ${work}/depends.d COMMENT "RTL block ${ARG_NAME}" VERBATIM)
  add_custom_target(netloom_block_${ARG_NAME} DEPENDS ${object})
  if(ARG_FOLDER STREQUAL NETLOOM_BLOCK_DIR)
    add_dependencies(netloom_blocks netloom_block_${ARG_NAME})
  endif()
endfunction()
