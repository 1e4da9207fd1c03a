# What is installed, and where: the program, the CMake package netloom and, with BUILD_SHARED_LIBS, the layers as shared
# libraries with headers and pkg-config files. docs/guides/use_as_a_library.md says how they are used.
#
# Components: program, mpi, python, libraries, development; NetloomDebian.cmake makes a Debian package of each.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)

# Before 1.0.0, a minor version may change the interface, and programs ask for the libraries of one.
set(NETLOOM_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(NETLOOM_SOVERSION 0.${PROJECT_VERSION_MINOR})
endif()

# From an installed library to the prefix. Programs and libraries find each other, wherever that is.
file(RELATIVE_PATH NETLOOM_UP_FROM_LIBRARIES /${CMAKE_INSTALL_LIBDIR} /)
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH to_libraries /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  set(CMAKE_INSTALL_RPATH "$ORIGIN/${to_libraries};$ORIGIN")
endif()

# The CMake package; in the folder of the build, too, where it has the program alone.
set(NETLOOM_CMAKE_DIR lib/cmake/netloom)
set(NETLOOM_BUILT_CMAKE_DIR ${PROJECT_BINARY_DIR}/${NETLOOM_CMAKE_DIR})

# netloom_package_layer(NAME [libs...]): a layer's shared library, the component NAME of find_package, and
# netloom-NAME.pc, for programs that link with these libraries, too.
function(netloom_package_layer name)
  if(NOT BUILD_SHARED_LIBS)
    return()
  endif()
  set(target netloom_${name})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
    SOVERSION ${NETLOOM_SOVERSION} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_link_options(${target} PRIVATE LINKER:-z,defs LINKER:--as-needed)
  target_compile_features(${target} INTERFACE cxx_std_17)
  install(TARGETS ${target} EXPORT netloom-${name}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries NAMELINK_COMPONENT development
    INCLUDES DESTINATION include)
  install(EXPORT netloom-${name} NAMESPACE netloom:: DESTINATION ${NETLOOM_CMAKE_DIR} COMPONENT development)

  # Its layers, and the packages that its headers need.
  set(requires)
  set(flags)
  foreach(library ${ARGN})
    if(library MATCHES "^netloom::(.+)$")
      list(APPEND requires "netloom-${CMAKE_MATCH_1} = ${PROJECT_VERSION}")
    elseif(library STREQUAL "SystemC::systemc" AND NOT SystemC_PKG_CONFIG)
      string(APPEND flags " ${SystemC_LIBRARY}")
    elseif(library STREQUAL "SystemC::systemc")
      list(APPEND requires "systemc = ${SystemC_VERSION}")
    elseif(library STREQUAL "nlohmann_json::nlohmann_json")
      list(APPEND requires nlohmann_json)
    else()
      message(FATAL_ERROR "netloom_layer: LINK has ${library}, which netloom-${name}.pc cannot name")
    endif()
  endforeach()
  list(JOIN requires ", " requires)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/netloom-${name}.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@NETLOOM_UP_FROM_LIBRARIES@..
includedir=\${prefix}/include
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: Netloom, @name@
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires: @requires@
Cflags: -I\${includedir}
Libs: -L\${libdir} -lnetloom_@name@@flags@
")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/netloom-${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

# netloom_package(): what all layers have together, when they have been declared.
function(netloom_package)
  set(layers)
  if(BUILD_SHARED_LIBS)
    set(layers routing hw tlm rtl sim)
    install(CODE "set(source [[${PROJECT_SOURCE_DIR}]])
set(work [[${PROJECT_BINARY_DIR}/include]])
file(STRINGS [[${PROJECT_SOURCE_DIR}/cmake/api_headers.txt]] headers)
include([[${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake]])" COMPONENT development)
    install(FILES cmake/FindSystemC.cmake DESTINATION ${NETLOOM_CMAKE_DIR} COMPONENT development)
  endif()

  # Who makes RTL blocks needs the program, and no library.
  set(netloom_layers ${layers})
  configure_file(cmake/netloom-config.cmake.in ${NETLOOM_BUILT_CMAKE_DIR}/netloom-config.cmake @ONLY)
  configure_file(cmake/NetloomRtlBlockArguments.cmake ${NETLOOM_BUILT_CMAKE_DIR}/NetloomRtlBlockArguments.cmake COPYONLY)
  write_basic_package_version_file(${NETLOOM_BUILT_CMAKE_DIR}/netloom-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  file(GENERATE OUTPUT ${NETLOOM_BUILT_CMAKE_DIR}/netloom-built.cmake
    CONTENT "set(netloom_PROGRAM [[$<TARGET_FILE:netloom>]])\nset(netloom_layers)\n")
  set(component program)
  if(layers)
    set(component development)
  endif()
  install(FILES ${NETLOOM_BUILT_CMAKE_DIR}/netloom-config.cmake
    ${NETLOOM_BUILT_CMAKE_DIR}/netloom-config-version.cmake
    ${NETLOOM_BUILT_CMAKE_DIR}/NetloomRtlBlockArguments.cmake
    DESTINATION ${NETLOOM_CMAKE_DIR} COMPONENT ${component})
endfunction()
