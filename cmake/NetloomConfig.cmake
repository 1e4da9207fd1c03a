# find_package(Netloom): shared objects of RTL blocks, by a Netloom that is installed or built.
#
# netloom_rtl_block(NAME name AS block SOURCES files... [TOP module] [SUMMARY text]
#                   [SIZES sizes...] [PARAMETERS Name=value...] [FOLDER folder])
#
# Makes NAME.so of a SystemVerilog implementation of a block, by `netloom rtl build`, which says what
# AS, TOP, SUMMARY, SIZES and PARAMETERS are. It is made again when one of the SOURCES or Netloom
# changes. FOLDER, by default CMAKE_CURRENT_BINARY_DIR, is where it goes. The target netloom_block_NAME
# is a part of `all`.
#
# Netloom_PROGRAM is the program.
cmake_path(SET Netloom_PROGRAM NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../../bin/netloom")
include(${CMAKE_CURRENT_LIST_DIR}/NetloomBuilt.cmake OPTIONAL)
if(NOT EXISTS ${Netloom_PROGRAM})
  set(Netloom_FOUND FALSE)
  set(Netloom_NOT_FOUND_MESSAGE "There is no ${Netloom_PROGRAM}")
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/NetloomRtlBlockArguments.cmake)

function(netloom_rtl_block)
  netloom_rtl_block_arguments(${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(object ${ARG_FOLDER}/${ARG_NAME}.so)
  file(MAKE_DIRECTORY ${ARG_FOLDER})
  add_custom_command(OUTPUT ${object}
    COMMAND ${Netloom_PROGRAM} rtl build ${block_sources} ${block_arguments} --output ${object}
    DEPENDS ${block_sources} ${Netloom_PROGRAM} COMMENT "RTL block ${ARG_NAME}" VERBATIM)
  add_custom_target(netloom_block_${ARG_NAME} ALL DEPENDS ${object})
endfunction()
