# netloom_experiment_library(TARGET): the definitions of the experiments (definitions/*.yaml), compiled into
# the target.
set(NETLOOM_EXPERIMENTS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(netloom_experiment_library target)
  file(GLOB definitions CONFIGURE_DEPENDS ${NETLOOM_EXPERIMENTS_FOLDER}/definitions/*.yaml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${definitions})
  set(NETLOOM_EXPERIMENTS "")
  foreach(file ${definitions})
    get_filename_component(id ${file} NAME_WLE)
    file(READ ${file} text)
    string(APPEND NETLOOM_EXPERIMENTS "    {\"${id}\", R\"yaml(${text})yaml\"},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/experiment_library.cpp)
  configure_file(${NETLOOM_EXPERIMENTS_FOLDER}/library.cpp.in ${source} @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
