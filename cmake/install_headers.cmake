# Installs headers, and those of the project that they include, below include/netloom/. Given: source, the project's
# folder; work, one for copies; headers, paths from source. Included as "routing/base/error.h" they would be found in any
# folder `routing` of a user; what is installed says "netloom/routing/base/error.h".
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${work})
set(done)
while(headers)
  list(POP_FRONT headers header)
  if(header IN_LIST done)
    continue()
  endif()
  list(APPEND done ${header})
  file(READ ${source}/${header} text)
  # Square brackets and semicolons are CMake's own in lists.
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  foreach(include ${includes})
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" include "${include}")
    list(APPEND headers ${include})
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include \"netloom/\\1\"" text "${text}")
  file(WRITE ${work}/netloom/${header} "${text}")
endwhile()
file(INSTALL DESTINATION ${CMAKE_INSTALL_PREFIX}/include TYPE DIRECTORY FILES ${work}/netloom)
