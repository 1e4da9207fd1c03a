# Finds Accellera SystemC: by its CMake package SystemCLanguage where it was built by CMake, else as distributions
# package it, by pkg-config or in the usual folders, or below SYSTEMC_HOME. Defines the target SystemC::systemc, and
# SystemC_VERSION, SystemC_LIBRARY, SystemC_PKG_CONFIG (whether pkg-config knows it).
#
# Netloom is C++17, and a SystemC of another standard does not link with it. It is not taken:
# SystemC_NOT_FOUND_REASON says so.
set(SystemC_NOT_FOUND_REASON)
find_package(SystemCLanguage CONFIG QUIET HINTS ENV SYSTEMC_HOME)
find_package(PkgConfig QUIET)
if(SystemCLanguage_FOUND)
  set(SystemC_VERSION ${SystemCLanguage_VERSION})
  if(NOT SystemC_VERSION)
    set(SystemC_VERSION ${SystemC_VERSION_MAJOR}.${SystemC_VERSION_MINOR}.${SystemC_VERSION_PATCH})
  endif()
  get_target_property(SystemC_LIBRARY SystemC::systemc LOCATION)
  get_target_property(SystemC_INCLUDE_DIR SystemC::systemc INTERFACE_INCLUDE_DIRECTORIES)
else()
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(SystemC_PC QUIET systemc)
  endif()
  set(SystemC_PKG_CONFIG ${SystemC_PC_FOUND})
  find_path(SystemC_INCLUDE_DIR systemc PATH_SUFFIXES include
    HINTS ENV SYSTEMC_INCLUDE ENV SYSTEMC_HOME ${SystemC_PC_INCLUDE_DIRS})
  find_library(SystemC_LIBRARY systemc PATH_SUFFIXES lib lib-linux64
    HINTS ENV SYSTEMC_LIBDIR ENV SYSTEMC_HOME ${SystemC_PC_LIBRARY_DIRS})
  if(SystemC_INCLUDE_DIR AND EXISTS ${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h)
    file(STRINGS ${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h lines REGEX "define SC_VERSION_(MAJOR|MINOR|PATCH) ")
    string(REGEX REPLACE ".*MAJOR +([0-9]+).*MINOR +([0-9]+).*PATCH +([0-9]+).*" "\\1.\\2.\\3" SystemC_VERSION "${lines}")
  endif()
endif()
# A symbol of the library says by which standard it was compiled.
if(SystemC_LIBRARY)
  file(STRINGS ${SystemC_LIBRARY} standards REGEX "sc_api_version_[0-9_]+cxx[0-9]+L")
  if(standards AND NOT standards MATCHES "cxx201703L")
    string(REGEX REPLACE ".*cxx([0-9]+)L.*" "\\1" standard "${standards}")
    set(SystemC_NOT_FOUND_REASON "as a library that is compiled as C++17: ${SystemC_LIBRARY} is compiled with __cplusplus = ${standard}L")
    unset(SystemC_LIBRARY CACHE)
    set(SystemC_LIBRARY)
  endif()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION REASON_FAILURE_MESSAGE "${SystemC_NOT_FOUND_REASON}")
if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  find_package(Threads QUIET)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES IMPORTED_LOCATION ${SystemC_LIBRARY}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR})
  target_include_directories(SystemC::systemc SYSTEM INTERFACE ${SystemC_INCLUDE_DIR})
  target_link_libraries(SystemC::systemc INTERFACE Threads::Threads)
endif()
