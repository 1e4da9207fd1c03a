#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <deque>
#include <systemc>
#include <tlm>

#include "addresses.h"

/// A DMA engine: copies what its descriptors say from any memory to any other, in bursts, several
/// at once. Registers, of eight bytes each:
///
/// | offset | |
/// | --- | --- |
/// | 0x00 | SOURCE: address |
/// | 0x08 | TARGET: address |
/// | 0x10 | BYTES, at least 1: when it is written, the descriptor is complete, and is queued |
/// | 0x18 | DONE: how many descriptors have been copied; read only |
/// | 0x20 | SEEN: how many of them the program knows of |
/// | 0x28 | FAILED: how many bursts have ended with an error; read only |
///
/// The interrupt line is high while DONE is more than SEEN.
class Dma : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kSource = 0x00, kTarget = 0x08, kBytes = 0x10, kDone = 0x18,
                                 kSeen = 0x20, kFailed = 0x28;
  static constexpr std::uint64_t kBurst = 256;  ///< bytes
  static constexpr int kChannels = 4;           ///< bursts at once

  tlm_utils::simple_initiator_socket<Dma, kBusBits> socket{"socket"};
  tlm_utils::simple_target_socket<Dma, kBusBits> registers{"registers"};
  sc_core::sc_out<bool> interrupt{"interrupt"};

  explicit Dma(sc_core::sc_module_name name);

 private:
  using Payload = tlm::tlm_generic_payload;

  struct Descriptor {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    std::uint64_t bytes = 0;
    sc_core::sc_time from;       ///< when the program has written it
    std::uint64_t begun = 0;     ///< bytes
    std::uint64_t finished = 0;  ///< bytes
  };

  void access(Payload& payload, sc_core::sc_time& delay);
  bool write(std::uint64_t offset, std::uint64_t value, const sc_core::sc_time& delay);
  bool read(std::uint64_t offset, std::uint64_t& value) const;
  void run_channel();
  /// The oldest descriptor of which a burst has not begun, once there is one.
  Descriptor& next();
  void copy_burst(Descriptor& descriptor);
  bool transport(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                 unsigned int bytes);
  void drive_interrupt() { interrupt.write(done_ > seen_); }

  std::uint64_t source_ = 0, target_ = 0;  // of the descriptor that is being written
  std::deque<Descriptor> queue_;           // in their order, until they are copied
  std::uint64_t done_ = 0, seen_ = 0, failed_ = 0;
  sc_core::sc_event queued_, line_;
};
