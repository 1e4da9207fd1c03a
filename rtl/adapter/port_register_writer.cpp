#include "rtl/adapter/port_register_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl/adapter/block_sizes.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Registers of DAVC are beside those of the block, in another one.
bool writable(const RegisterInfo& info, RegisterScope scope) {
  return info.scope == scope && info.access == RegisterAccess::kReadWrite &&
         std::find(info.sets.begin(), info.sets.end(), kDavcRegisters) == info.sets.end();
}

}  // namespace

PortRegisterWriter::PortRegisterWriter(Instance& instance, int word_bits, int bank_ports,
                                       int first_port, int ports)
    : port_(instance, index_bits(bank_ports) + word_bits),
      word_bits_(word_bits),
      first_port_(first_port),
      ports_(ports) {}

void PortRegisterWriter::write(const RegisterFile& file) {
  const SwitchShape& shape = file.shape();
  std::size_t at = 0;
  for (int each = 0; each < ports_; ++each) {
    const int port = first_port_ + each;
    int word = 0;
    for (const RegisterInfo& info : file.registers()) {
      if (!writable(info, RegisterScope::kPort)) continue;
      write_register(file, info, port, each, word, at,
                     [&] { return fmt::format("{} of port {}", info.name, port); });
    }
    const int up = port - shape.first_up_port;
    if (up < 0 || up >= shape.up_ports) continue;
    for (int i = 0; i < shape.exclusion_intervals; ++i) {
      for (const RegisterInfo& info : file.registers()) {
        if (!writable(info, RegisterScope::kExclusion)) continue;
        write_register(file, info, up * shape.exclusion_intervals + i, each, word, at, [&] {
          return fmt::format("{} of exclusion interval {} of port {}", info.name, i, port);
        });
      }
    }
  }
}

/// Instance `index` of a register, from word `word` of the block's port `block_port` on; `at`
/// counts all words.
void PortRegisterWriter::write_register(const RegisterFile& file, const RegisterInfo& info,
                                        int index, int block_port, int& word, std::size_t& at,
                                        const Place& place) {
  const int words = info.words(file.shape());
  // Words of one register follow each other.
  const std::uint64_t address = file.address(info.name, index);
  for (int i = 0; i < words; ++i, ++word, ++at) {
    std::uint32_t value = 0;
    file.read(address + 4 * static_cast<std::uint64_t>(i), value);
    const int place_of_word = block_port << word_bits_ | word;
    if (at == held_.size()) held_.push_back(port_.read(place_of_word));
    if (held_[at] == value) continue;
    port_.write(place_of_word, value,
                [&] { return words > 1 ? fmt::format("{} (word {})", place(), i) : place(); });
    held_[at] = value;
  }
}

}  // namespace rtl
}  // namespace netloom
