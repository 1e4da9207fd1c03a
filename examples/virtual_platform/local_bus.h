#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>

#include "addresses.h"
#include "traffic.h"

/// Decodes the addresses of a host's processor and DMA engine: those of the host lead to its memory
/// or the registers of the engine, all others to the network. What comes from the network has
/// addresses from 0 on. It takes no time, and any number of accesses at once.
class LocalBus : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket_tagged<LocalBus, kBusBits> from_processor{"from_processor"};
  tlm_utils::simple_target_socket_tagged<LocalBus, kBusBits> from_dma{"from_dma"};
  tlm_utils::simple_target_socket_tagged<LocalBus, kBusBits> from_network{"from_network"};
  tlm_utils::simple_initiator_socket<LocalBus, kBusBits> to_memory{"to_memory"};
  tlm_utils::simple_initiator_socket<LocalBus, kBusBits> to_registers{"to_registers"};
  tlm_utils::simple_initiator_socket<LocalBus, kBusBits> to_network{"to_network"};

  LocalBus(sc_core::sc_module_name name, const Window& window, Traffic& traffic);

 private:
  using Payload = tlm::tlm_generic_payload;
  using Target = tlm_utils::simple_initiator_socket<LocalBus, kBusBits>;

  /// Where an address leads, and how far its target's addresses are below those of this side.
  struct Way {
    Target& target;
    std::uint64_t offset;
  };
  enum Side : int { kHost, kNetwork };

  Way way_of(int side, std::uint64_t address);
  void transport(int side, Payload& payload, sc_core::sc_time& delay);
  bool give_pointer(int side, Payload& payload, tlm::tlm_dmi& dmi);
  unsigned int debug(int side, Payload& payload);
  /// From the network: pointers to other hosts' memories.
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last);

  Window window_;
  Traffic& traffic_;
};
