#pragma once

#include <string>

#include "rtl/export/network_text.h"
#include "sim/study/network_export.h"

namespace netloom {
inline namespace sim {

/// The README.md of a network that is written as SystemVerilog.
std::string export_readme(const Config& config, const NetworkExport& request,
                          const NetworkRecording& recording, const NetworkText& text);

}  // namespace sim
}  // namespace netloom
