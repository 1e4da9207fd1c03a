#pragma once

namespace netloom {
inline namespace rtl {

/// What stands for the registers that this program knows, as netloom_block::register_map has it.
const char* register_map();

}  // namespace rtl
}  // namespace netloom
