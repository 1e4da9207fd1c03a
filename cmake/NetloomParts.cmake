# netloom_parts(TARGET FOLDER): parts of structural switches for a program: the C++ files of the folder, which register
# them, and beside them, Verilated, its SystemVerilog modules: NAME.sv with the module NAME as class VNAME.
function(netloom_parts target folder)
  get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.sv)
  if(NOT sources)
    message(FATAL_ERROR "parts: ${folder} has no .cpp file; allowed: a folder with parts")
  endif()
  string(MAKE_C_IDENTIFIER "${target}_parts_${folder}" name)
  add_library(${name} OBJECT ${sources})
  target_link_libraries(${name} PRIVATE netloom::hw)
  target_link_libraries(${target} PRIVATE ${name})
  if(NOT modules)
    return()
  endif()
  # Verilator's code does not follow Netloom's warnings.
  add_library(${name}_rtl STATIC)
  target_compile_options(${name}_rtl PRIVATE -w)
  foreach(module ${modules})
    get_filename_component(top ${module} NAME_WE)
    verilate(${name}_rtl PREFIX V${top} TOP_MODULE ${top} SOURCES ${module} INCLUDE_DIRS ${folder}
      VERILATOR_ARGS ${NETLOOM_VERILATOR_ARGUMENTS} ${NETLOOM_VERILATED_OPTIMISATION})
  endforeach()
  target_include_directories(${name} SYSTEM PRIVATE
    $<TARGET_PROPERTY:${name}_rtl,INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${name} PRIVATE netloom_verilated)
  target_link_libraries(${target} PRIVATE ${name}_rtl netloom_verilated)
endfunction()
