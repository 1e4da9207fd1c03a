# Debian packages of what is installed, by `cpack -G DEB` in the folder of a build with the preset package
# (scripts/package). A component of NetloomPackage.cmake is a package.
set(library_package libnetloom${NETLOOM_SOVERSION})

set(CPACK_PACKAGE_VENDOR "Netloom maintainers")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Netloom maintainers <netloom@example.org>" CACHE STRING
  "Who answers for Debian packages that are made here")
# Of each component its own description, whose first line is the summary.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")
set(CPACK_GENERATOR DEB)
set(CPACK_SOURCE_GENERATOR TGZ)  # scripts/package has what git knows, and nothing else
set(CPACK_SOURCE_IGNORE_FILES /build/ /[.]git/ /netloom-results/)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL libraries development program)
if(NETLOOM_MPI)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
if(NETLOOM_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/strip.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)

set(what "Netloom models the switches of interconnection networks as hardware, timed to
the clock cycle, and weaves them into whole networks.")

# netloom_debian_package(COMPONENT NAME SECTION DESCRIPTION [DEPENDS packages] [RECOMMENDS packages] [SUGGESTS packages])
function(netloom_debian_package component name section description)
  cmake_parse_arguments(ARG "" "DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER ${component} upper)
  set(prefix CPACK_DEBIAN_${upper})
  set(${prefix}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${prefix}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(${prefix}_DESCRIPTION "${description}" PARENT_SCOPE)
  foreach(relation DEPENDS RECOMMENDS SUGGESTS)
    set(${prefix}_PACKAGE_${relation} "${ARG_${relation}}" PARENT_SCOPE)
  endforeach()

  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright DESTINATION share/doc/${name} COMPONENT ${component}
    EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.gz DESTINATION share/doc/${name} COMPONENT ${component}
    EXCLUDE_FROM_ALL)
endfunction()

netloom_debian_package(libraries ${library_package} libs
"cycle-timed models of interconnection networks (libraries)
${what}
.
These are its layers as shared libraries: topologies and routing, switches and
networks in SystemC, TLM-2.0, RTL in the place of models, configurations.")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)

netloom_debian_package(development libnetloom-dev libdevel
"cycle-timed models of interconnection networks (development)
${what}
.
These are the headers of its libraries, with a CMake package of a component
for each of them, and pkg-config files."
  DEPENDS "${library_package} (= ${PROJECT_VERSION}), libsystemc-dev (>= ${SystemC_VERSION}), nlohmann-json3-dev (>= 3.10)"
  RECOMMENDS "netloom (= ${PROJECT_VERSION})")

netloom_debian_package(program netloom science
"cycle-timed models of interconnection networks
${what}
.
This is the program: it simulates networks, checks that they cannot deadlock,
sweeps loads, and puts blocks in SystemVerilog into every switch."
  DEPENDS "${library_package} (= ${PROJECT_VERSION}), python3"
  RECOMMENDS "gnuplot-nox, fonts-dejavu-core, verilator, g++, make"
  SUGGESTS "netloom-mpi (= ${PROJECT_VERSION}), yosys, nextpnr-ice40")

netloom_debian_package(mpi netloom-mpi science
"cycle-timed models of interconnection networks (several processes)
${what}
.
This lets several processes simulate a network together, by MPI."
  DEPENDS "netloom (= ${PROJECT_VERSION}), openmpi-bin")

# The module is for one minor version of Python. Its Python files are compiled to bytecode where they are installed.
if(NETLOOM_PYTHON)
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  netloom_debian_package(python python3-netloom python
"cycle-timed models of interconnection networks (Python 3)
${what}
.
This is the Python module: it does what the program does, from scripts and
notebooks, with results as NumPy arrays and pandas data frames, and with
routing functions, traffic patterns and topologies that are written in Python."
    DEPENDS "${library_package} (= ${PROJECT_VERSION}), python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy"
    RECOMMENDS "netloom (= ${PROJECT_VERSION}), python3-networkx, python3-pandas"
    SUGGESTS "python3-ipykernel")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/python/postinst
    ${PROJECT_SOURCE_DIR}/cmake/debian/python/prerm)
endif()

find_program(NETLOOM_GZIP gzip REQUIRED)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/debian)
execute_process(COMMAND ${NETLOOM_GZIP} -9nc ${PROJECT_SOURCE_DIR}/cmake/debian/changelog
  OUTPUT_FILE ${PROJECT_BINARY_DIR}/debian/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
include(CPack)
