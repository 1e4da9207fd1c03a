#include "rtl/loadable/register_map.h"

namespace netloom {
inline namespace rtl {

const char* register_map() {
  return NETLOOM_REGISTER_MAP;
}

}  // namespace rtl
}  // namespace netloom
