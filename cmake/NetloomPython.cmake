# Whether the Python module can be built, and for which Python: NETLOOM_PYTHON.
#
# Of the interpreters on the path the first counts that has its headers and NumPy, without which the module is of no
# use; NETLOOM_PYTHON_EXECUTABLE names another one.
function(netloom_has_headers_and_numpy result file)
  execute_process(COMMAND ${file} -c [[
import os, sysconfig, numpy
raise SystemExit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))]]
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

find_program(NETLOOM_PYTHON_EXECUTABLE python3 VALIDATOR netloom_has_headers_and_numpy
  DOC "The Python of the Python module: with its headers and NumPy")
if(NETLOOM_PYTHON_EXECUTABLE)
  set(Python_EXECUTABLE ${NETLOOM_PYTHON_EXECUTABLE})
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
endif()
if(Python_FOUND)
  set(PYBIND11_FINDPYTHON ON)
  find_package(pybind11 2.10 CONFIG QUIET)
endif()
# A sanitizer's library has to come before all others, and Python is there before the module.
set(possible OFF)
if(pybind11_FOUND AND NOT NETLOOM_SANITIZE AND NOT NETLOOM_FUZZ)
  set(possible ON)
endif()
option(NETLOOM_PYTHON "Build the Python module netloom" ${possible})
if(NOT NETLOOM_PYTHON)
  return()
endif()
if(NOT pybind11_FOUND)
  message(FATAL_ERROR "NETLOOM_PYTHON needs pybind11 (2.10 or newer), and a Python (3.9 or newer) with its headers and "
    "NumPy; Debian and Ubuntu: scripts/install_dependencies python")
endif()

# The layers are a part of a shared object, too (netloom_layer).
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
