#include "sim/study/netlist_text.h"

#include <sstream>

#include "sim/run/fabric.h"
#include "sim/run/register_readout.h"

namespace netloom {

std::string netlist_text(const Config& config, NetlistFormat format) {
  std::ostringstream text;
  write_netlist(config.netlist, format, text);
  return text.str();
}

std::string programmed_registers_text(const Config& config) {
  SilentSource silence;
  Fabric fabric(config, silence, config.run.seeds.front());
  fabric.run(1);
  return register_table_text(config, fabric);
}

}  // namespace netloom
