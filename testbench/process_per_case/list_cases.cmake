# Writes the tests of a program for ctest, for netloom_tests() in testbench/CMakeLists.txt.
# PROGRAM, TESTS: files. LABEL. LONG, SLOW, COST: as there, or empty.
cmake_minimum_required(VERSION 3.25)

# Suites and cases that the filter selects.
function(list_cases filter)
  execute_process(COMMAND ${PROGRAM} --gtest_list_tests --gtest_filter=${filter}
    OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY TIMEOUT 60)
  string(REGEX REPLACE " +#[^\n]*" "" listed "${listed}")  # values of parameters
  string(REPLACE "\n" ";" lines "${listed}")
  set(suites)
  set(cases)
  foreach(line ${lines})
    if(line MATCHES "^  (.+)")
      list(APPEND cases ${suite}.${CMAKE_MATCH_1})
    elseif(line MATCHES "^(.+)\\.$")
      set(suite ${CMAKE_MATCH_1})
      list(APPEND suites ${suite})
    endif()
  endforeach()
  set(suites ${suites} PARENT_SCOPE)
  set(cases ${cases} PARENT_SCOPE)
endfunction()

get_filename_component(folder ${TESTS} DIRECTORY)
set(script)
function(add name arguments properties)
  string(APPEND script "add_test(${name} \"${PROGRAM}\" ${arguments})\n"
    "set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY \"${folder}\" ${properties})\n")
  set(script "${script}" PARENT_SCOPE)
endfunction()

set(cost)
if(COST)
  set(cost "COST ${COST}")
endif()
set(skipped "SKIP_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]]=]")
set(except)  # of the cases of a suite
if(SLOW)
  list_cases("${SLOW}")
  foreach(case ${cases})
    add(${case} "--gtest_filter=${case}" "LABELS \"${LABEL};slow\" ${skipped}")
  endforeach()
  set(except "-${SLOW}")
endif()
if(LONG)
  list_cases("${LONG}${except}")
  foreach(case ${cases})
    add(${case} "--gtest_filter=${case}" "LABELS ${LABEL} ${cost} ${skipped}")
  endforeach()
  string(JOIN ":" except "-${LONG}" ${SLOW})
endif()
list_cases("*${except}")
foreach(suite ${suites})
  add(${suite} "--process_per_case \"--gtest_filter=${suite}.*${except}\""
    "LABELS ${LABEL} ${cost} SKIP_RETURN_CODE 77")
endforeach()
file(WRITE ${TESTS} "${script}")
