#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "addresses.h"

/// A memory at addresses from 0 on. It takes 1 ns for each eight bytes, with any number of
/// accesses at once. Reads and writes take effect when they are called, atomics in their time. It
/// offers DMI.
class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory, kBusBits> socket{"socket"};

  Memory(sc_core::sc_module_name name, std::uint64_t bytes);

 private:
  using Payload = tlm::tlm_generic_payload;

  void access(Payload& payload, sc_core::sc_time& delay);
  bool give_pointer(Payload& payload, tlm::tlm_dmi& dmi);
  unsigned int debug(Payload& payload);
  void execute(class Atomic& atomic, unsigned char* word);

  std::vector<unsigned char> bytes_;
};
