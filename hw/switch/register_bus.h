#pragma once

#include <cstdint>
#include <deque>

#include "hw/kernel/quantum_clock.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What has been written to registers of a region's switches in cycles that these have not run yet.
class RegisterQueue {
 public:
  /// A write to a word that is there and can be written. Cycles do not go back.
  void add(Cycle cycle, SwitchId switch_id, RegisterFile& file, std::uint64_t address,
           std::uint32_t value) {
    writes_.push_back({cycle, switch_id, &file, address, value});
  }
  /// Whether there is one for a cycle before `to`.
  bool any_before(Cycle to) const { return !writes_.empty() && writes_.front().cycle < to; }
  bool empty() const { return writes_.empty(); }
  /// The cycle of the first, if there is any.
  Cycle first() const { return writes_.front().cycle; }
  /// Carries out those for cycles up to `cycle`, in their order; false: a switch has failed by it.
  bool carry_out(Cycle cycle, QuantumClock& clock);
  /// The last one to a word; null: there is none.
  const std::uint32_t* last(const RegisterFile& file, std::uint64_t address) const;

 private:
  struct Write {
    Cycle cycle;
    SwitchId switch_id;
    RegisterFile* file;
    std::uint64_t address;
    std::uint32_t value;
  };

  std::deque<Write> writes_;
};

/// The registers of a switch as software sees them, by address. What a SystemC process writes
/// counts from the cycle in which it does so, in a switch in RTL, which takes one word after the
/// other, kWriteCycles later, and reads back at once. Registers that the model
/// provides have the values that they had at the beginning of the window whose time passes.
class RegisterBus {
 public:
  /// Of a register file that nobody runs: what is written counts at once. The file outlives the
  /// bus.
  RegisterBus(RegisterFile& file) : file_(&file) {}
  /// Of a switch that a region runs. All outlive the bus.
  RegisterBus(RegisterFile& file, SwitchId switch_id, QuantumClock& clock, RegisterQueue& queue)
      : file_(&file), switch_id_(switch_id), clock_(&clock), queue_(&queue) {}

  // As those of RegisterFile.
  RegisterFile::Status read(std::uint64_t address, std::uint32_t& value) const;
  RegisterFile::Status write(std::uint64_t address, std::uint32_t value);

 private:
  RegisterFile* file_;
  SwitchId switch_id_ = 0;
  QuantumClock* clock_ = nullptr;
  RegisterQueue* queue_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
