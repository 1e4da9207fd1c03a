#include "rtl/view/register_words.h"

#include <algorithm>

namespace netloom {
inline namespace rtl {

std::vector<RegisterWord> register_words(const RegisterFile& registers) {
  std::vector<RegisterWord> result;
  int of_port = 0;  // registers of a port, of davc_vc
  for (const RegisterInfo& info : registers.registers()) {
    const bool of_davc = std::find(info.sets.begin(), info.sets.end(), "davc") != info.sets.end() &&
                         info.scope == RegisterScope::kPort;
    const int word_of_port = of_davc ? of_port++ : 0;
    const bool by_software = info.access == RegisterAccess::kReadWrite;
    if (!by_software && !of_davc) continue;
    for (int index = 0; index < registers.count(info); ++index) {
      for (int word = 0; word < info.words(registers.shape()); ++word) {
        result.push_back({info.name, registers.address(info.name, index, word),
                          by_software ? -1 : index << kDavcWordBits | word_of_port});
      }
    }
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
