#pragma once

#include <cstdint>
#include <vector>

#include "addresses.h"
#include "processor.h"

/// What programs are written with, beside the instructions of a processor: the hosts' addresses,
/// copies by the DMA engine, and a barrier. One for each host; programs of all hosts call barrier()
/// equally often.
class Runtime {
 public:
  /// The first page of each memory is the runtime's.
  static constexpr std::uint64_t kFreeMemory = 0x1000;

  Runtime(Processor& processor, const std::vector<Window>& hosts, unsigned number)
      : processor_(processor), hosts_(hosts), number_(number) {}

  unsigned number() const { return number_; }
  unsigned count() const { return static_cast<unsigned>(hosts_.size()); }
  Processor& processor() { return processor_; }
  /// Of a byte in the memory of a host; of this host's without a number.
  std::uint64_t address(unsigned host, std::uint64_t offset) const {
    return hosts_[host].base + offset;
  }
  std::uint64_t address(std::uint64_t offset) const { return address(number_, offset); }

  /// Begins a copy by this host's engine; `bytes` is at least 1.
  void copy(std::uint64_t source, std::uint64_t target, std::uint64_t bytes);
  /// Until all of them have ended. Error (std::runtime_error): a burst has failed.
  void wait_for_copies();
  /// Until all hosts have come here: they count at host 0 by an atomic, and the last one tells the
  /// others.
  void barrier();

 private:
  static constexpr std::uint64_t kArrivals = 0x00;  ///< offset of the word, in host 0
  static constexpr std::uint64_t kRound = 0x08;     ///< in each host

  Processor& processor_;
  const std::vector<Window>& hosts_;
  unsigned number_;
  std::uint64_t copies_ = 0;  ///< begun
  std::uint64_t round_ = 0;   ///< of the barrier
};
