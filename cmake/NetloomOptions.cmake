# Compiler settings shared by every target, and the helper that declares a layer's library.
include(CTest)
include(CheckCXXSourceRuns)

set(CMAKE_CXX_STANDARD 17)  # Debian's libsystemc is built for C++17
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# The packet path is compiled with more (netloom_layer, OPTIMISE); nothing else gains by it what it takes.
if(CMAKE_CXX_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()

find_program(NETLOOM_CCACHE ccache)
if(NETLOOM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${NETLOOM_CCACHE})
endif()

option(NETLOOM_WERROR "Treat warnings as errors" ON)
option(NETLOOM_UNITY "Compile the files of one folder of a layer, or of a test program, together, a few at a time" ON)
set(NETLOOM_UNITED "" CACHE STRING "Layers whose files are compiled together although NETLOOM_UNITY is off")
option(NETLOOM_COVERAGE "Instrument for line coverage (gcov)" OFF)
option(NETLOOM_RTL_COVERAGE "Count line and toggle coverage of the Verilated RTL" OFF)
set(NETLOOM_SANITIZE OFF CACHE STRING "Sanitizers to build with: OFF, address,undefined or thread")
option(NETLOOM_FUZZ "Build the fuzz targets and what they read with, for libFuzzer or AFL++, and nothing else" OFF)
set(NETLOOM_PARTS "" CACHE STRING "Folders of parts of structural switches that the program netloom has, too")
set(NETLOOM_GENERAL_CORES "" CACHE STRING
  "Widths of the general switch core, to build those and no other core: not for random configurations; empty: every core of hw/switch/cores.cmake")
set(NETLOOM_ARCH "auto" CACHE STRING
  "Instruction set: auto (x86-64-v3 where this machine runs it), none, or a value for -march")

# GCC looks for memory to use again from half a gigabyte on, which takes a tenth less of its time; a process has
# 1.3 GB at most. What it writes is the same.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=524288)
endif()

add_library(netloom_options INTERFACE)
target_compile_options(netloom_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off)
if(NETLOOM_WERROR)
  target_compile_options(netloom_options INTERFACE -Werror)
endif()
if(NETLOOM_COVERAGE)
  target_compile_options(netloom_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(netloom_options INTERFACE --coverage)
endif()
# Arguments of every Verilator call, and of the compiler for the C++ that it writes.
set(NETLOOM_VERILATOR_COVERAGE)
set(NETLOOM_VERILATED_OPTIMISATION -O2)
if(NETLOOM_RTL_COVERAGE)
  # Counters make the code large: compiling it well takes longer than running it.
  set(NETLOOM_VERILATED_OPTIMISATION -O0)
  set(NETLOOM_VERILATOR_COVERAGE --coverage-line --coverage-toggle)
endif()
set(sanitizers OFF address,undefined thread)
if(NOT NETLOOM_SANITIZE IN_LIST sanitizers)
  message(FATAL_ERROR "NETLOOM_SANITIZE is '${NETLOOM_SANITIZE}'; allowed: "
    "OFF, address,undefined, thread")
endif()
if(NETLOOM_SANITIZE)
  target_compile_options(netloom_options INTERFACE -fsanitize=${NETLOOM_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What sanitizers add makes GCC see variables without a value where there are none (in <regex>).
    target_compile_options(netloom_options INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(netloom_options INTERFACE -fsanitize=${NETLOOM_SANITIZE})
endif()
if(NETLOOM_FUZZ)
  # Null pointers end in a signal without these checks, which are a fifth of what compiling takes.
  target_compile_options(netloom_options INTERFACE -fsanitize=fuzzer-no-link
    -fno-sanitize=vptr,null,alignment,object-size)
endif()
if(NETLOOM_ARCH STREQUAL "auto")
  set(CMAKE_REQUIRED_FLAGS -march=x86-64-v3)
  check_cxx_source_runs("
    #include <immintrin.h>
    int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") ? 0 : 1; }
  " NETLOOM_HAS_X86_64_V3)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NETLOOM_HAS_X86_64_V3)
    target_compile_options(netloom_options INTERFACE -march=x86-64-v3)
  endif()
elseif(NOT NETLOOM_ARCH STREQUAL "none")
  target_compile_options(netloom_options INTERFACE -march=${NETLOOM_ARCH})
endif()

# netloom_unite(TARGET [GROUP group] FILES...): files of one folder, or of the group, are compiled together, up
# to eight at a time, which takes a third of the time. So names in their unnamed namespaces have to differ.
# Nothing is united with NETLOOM_UNITY=OFF, but the layers in NETLOOM_UNITED.
function(netloom_unite target)
  string(REGEX REPLACE "^netloom_" "" layer ${target})
  if(NOT NETLOOM_UNITY AND NOT layer IN_LIST NETLOOM_UNITED)
    return()
  endif()
  cmake_parse_arguments(ARG "" "GROUP" "" ${ARGN})
  set(previous)
  foreach(source ${ARG_UNPARSED_ARGUMENTS})
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    file(RELATIVE_PATH group ${PROJECT_SOURCE_DIR} ${folder})
    if(ARG_GROUP)
      set(group ${ARG_GROUP})
    endif()
    if(NOT group STREQUAL previous)
      set(previous ${group})
      set(count 0)
    endif()
    math(EXPR part "${count} / 8")
    math(EXPR count "${count} + 1")
    string(REPLACE "/" "_" name "${group}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${name}_${part}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# netloom_layer(NAME [LINK libs...] [OPTIMISE] [SELDOM folders...]): the library of one folder, from all its .cpp
# files, as netloom::NAME. Registries are filled by static objects, so the archive is always linked whole. OPTIMISE:
# its speed is that of the simulation. SELDOM: folders in which nothing runs for each cycle or packet: with -O1, which
# takes a quarter of the compiler's time less.
function(netloom_layer name)
  cmake_parse_arguments(ARG "OPTIMISE" "" "LINK;SELDOM" ${ARGN})
  if(NETLOOM_PYTHON)
    # Nobody else calls what the module is made of: calls in it stay direct.
    set(CMAKE_CXX_VISIBILITY_PRESET hidden)
    set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|_main\\.cpp$|_module\\.cpp$")
  if(ARG_SELDOM)
    list(JOIN ARG_SELDOM "|" folders)
    set(seldom ${sources})
    list(FILTER seldom INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/(${folders})/")
    list(REMOVE_ITEM sources ${seldom})
    add_library(netloom_${name}_seldom OBJECT ${seldom})
    target_include_directories(netloom_${name}_seldom PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(netloom_${name}_seldom PRIVATE netloom_options ${ARG_LINK})
    target_compile_options(netloom_${name}_seldom PRIVATE $<$<CONFIG:Release>:-O1>)
    netloom_unite(netloom_${name}_seldom ${seldom})
    set_property(GLOBAL APPEND PROPERTY netloom_layers netloom_${name}_seldom)
  endif()
  add_library(netloom_${name} STATIC ${sources})
  if(ARG_SELDOM)
    target_sources(netloom_${name} PRIVATE $<TARGET_OBJECTS:netloom_${name}_seldom>)
  endif()
  target_include_directories(netloom_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(netloom_${name} PUBLIC netloom_options ${ARG_LINK})
  if(ARG_OPTIMISE)
    target_compile_options(netloom_${name} PRIVATE $<$<CONFIG:Release>:-O3>)
  endif()
  netloom_unite(netloom_${name} ${sources})
  get_target_property(united netloom_${name} UNITY_BUILD)
  if(united AND ARG_OPTIMISE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # In a large unit GCC puts less in line: an instruction in a hundred more.
    target_compile_options(netloom_${name} PRIVATE --param=large-unit-insns=100000)
  endif()
  add_library(netloom_${name}_whole INTERFACE)
  target_link_libraries(netloom_${name}_whole INTERFACE
    "$<LINK_LIBRARY:WHOLE_ARCHIVE,netloom_${name}>")
  target_include_directories(netloom_${name}_whole INTERFACE ${PROJECT_SOURCE_DIR})
  add_library(netloom::${name} ALIAS netloom_${name}_whole)
  set_property(GLOBAL APPEND PROPERTY netloom_layers netloom_${name})
endfunction()
