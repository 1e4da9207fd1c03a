#include "rtl/rtl_circuit.h"

namespace netloom {

std::string rtl_folder() {
  return NETLOOM_RTL_FOLDER;
}

}  // namespace netloom
