# Finds Accellera SystemC as the distributions package it (no CMake config there).
# Defines the target SystemC::systemc.
find_path(SystemC_INCLUDE_DIR systemc HINTS ENV SYSTEMC_INCLUDE ENV SYSTEMC_HOME PATH_SUFFIXES include)
find_library(SystemC_LIBRARY systemc HINTS ENV SYSTEMC_LIBDIR ENV SYSTEMC_HOME PATH_SUFFIXES lib lib-linux64)
if(SystemC_INCLUDE_DIR AND EXISTS ${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h)
  file(STRINGS ${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h _lines REGEX "define SC_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE ".*MAJOR +([0-9]+).*MINOR +([0-9]+).*PATCH +([0-9]+).*" "\\1.\\2.\\3" SystemC_VERSION "${_lines}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION)
if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES IMPORTED_LOCATION ${SystemC_LIBRARY}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR})
  target_include_directories(SystemC::systemc SYSTEM INTERFACE ${SystemC_INCLUDE_DIR})
  target_link_libraries(SystemC::systemc INTERFACE Threads::Threads)
endif()
