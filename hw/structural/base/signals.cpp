#include "hw/structural/base/signals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace netloom {
inline namespace hw {
namespace structural {

std::ostream& operator<<(std::ostream& out, const HeaderField& header) {
  if (header.arrival == Flit::kEmpty) return out << "none";
  return out << fmt::format("packet {} of host {} to host {}, state {}, {} phits",
                            header.tag.number, header.source(), header.destination, header.state(),
                            header.phits);
}

std::ostream& operator<<(std::ostream& out, const std::vector<Credit>& credits) {
  std::vector<std::string> texts;
  for (const Credit& credit : credits) {
    texts.push_back(fmt::format("VC {}: {}", credit.vc, credit.phits));
  }
  return out << fmt::format("[{}]", fmt::join(texts, ", "));
}

std::ostream& operator<<(std::ostream& out, const ChannelList& channels) {
  return out << fmt::format("[{}]", fmt::join(channels, ", "));
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
