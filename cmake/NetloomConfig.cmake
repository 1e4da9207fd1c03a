# find_package(Netloom): shared objects of RTL blocks, by an installed Netloom.
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
if(NOT EXISTS ${Netloom_PROGRAM})
  set(Netloom_FOUND FALSE)
  set(Netloom_NOT_FOUND_MESSAGE "There is no ${Netloom_PROGRAM}")
  return()
endif()

function(netloom_rtl_block)
  cmake_parse_arguments(ARG "" "NAME;AS;TOP;SUMMARY;FOLDER" "SOURCES;SIZES;PARAMETERS" ${ARGN})
  foreach(argument NAME AS SOURCES)
    if(NOT ARG_${argument})
      message(FATAL_ERROR "netloom_rtl_block: ${argument} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "netloom_rtl_block: unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(arguments --as ${ARG_AS})
  foreach(argument TOP SUMMARY)
    if(ARG_${argument})
      string(TOLOWER ${argument} option)
      list(APPEND arguments --${option} ${ARG_${argument}})
    endif()
  endforeach()
  if(ARG_SIZES)
    list(JOIN ARG_SIZES "," sizes)
    list(APPEND arguments --sizes ${sizes})
  endif()
  foreach(parameter ${ARG_PARAMETERS})
    list(APPEND arguments --parameter ${parameter})
  endforeach()
  set(sources)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  set(object ${ARG_FOLDER}/${ARG_NAME}.so)
  file(MAKE_DIRECTORY ${ARG_FOLDER})
  add_custom_command(OUTPUT ${object}
    COMMAND ${Netloom_PROGRAM} rtl build ${sources} ${arguments} --output ${object}
    DEPENDS ${sources} ${Netloom_PROGRAM} COMMENT "RTL block ${ARG_NAME}" VERBATIM)
  add_custom_target(netloom_block_${ARG_NAME} ALL DEPENDS ${object})
endfunction()
