#include "rtl/rtl_circuit.h"

namespace netloom {
inline namespace rtl {

std::string rtl_folder() {
  return NETLOOM_RTL_FOLDER;
}

}  // namespace rtl
}  // namespace netloom
