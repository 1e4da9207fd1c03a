#include "local_bus.h"

using sc_core::sc_time;

LocalBus::LocalBus(sc_core::sc_module_name name, const Window& window, Traffic& traffic)
    : sc_module(name), window_(window), traffic_(traffic) {
  const auto serve = [this](auto& socket, Side side) {
    socket.register_b_transport(this, &LocalBus::transport, side);
    socket.register_get_direct_mem_ptr(this, &LocalBus::give_pointer, side);
    socket.register_transport_dbg(this, &LocalBus::debug, side);
  };
  serve(from_processor, kHost);
  serve(from_dma, kHost);
  serve(from_network, kNetwork);
  to_network.register_invalidate_direct_mem_ptr(this, &LocalBus::invalidate);
}

LocalBus::Way LocalBus::way_of(int side, std::uint64_t address) {
  std::uint64_t offset = 0;
  if (side == kHost) {
    if (!window_.contains(address)) return {to_network, 0};
    offset = window_.base;
  }
  if (address - offset < window_.memory_bytes()) return {to_memory, offset};
  return {to_registers, offset + window_.memory_bytes()};
}

void LocalBus::transport(int side, Payload& payload, sc_time& delay) {
  const std::uint64_t address = payload.get_address();
  const Way way = way_of(side, address);
  const sc_time begin = sc_core::sc_time_stamp() + delay;
  payload.set_address(address - way.offset);
  way.target->b_transport(payload, delay);
  payload.set_address(address);
  if (&way.target != &to_network) return;
  const bool has_data = payload.is_read() || payload.is_write();
  traffic_.add(has_data ? payload.get_data_length() : 0, sc_core::sc_time_stamp() + delay - begin);
}

bool LocalBus::give_pointer(int side, Payload& payload, tlm::tlm_dmi& dmi) {
  const std::uint64_t address = payload.get_address();
  const Way way = way_of(side, address);
  if (&way.target == &to_registers) {
    dmi.set_start_address(address);
    dmi.set_end_address(address);
    return false;
  }
  payload.set_address(address - way.offset);
  const bool given = way.target->get_direct_mem_ptr(payload, dmi);
  payload.set_address(address);
  dmi.set_start_address(dmi.get_start_address() + way.offset);
  dmi.set_end_address(dmi.get_end_address() + way.offset);
  return given;
}

unsigned int LocalBus::debug(int side, Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const Way way = way_of(side, address);
  payload.set_address(address - way.offset);
  const unsigned int bytes = way.target->transport_dbg(payload);
  payload.set_address(address);
  return bytes;
}

void LocalBus::invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
  from_processor->invalidate_direct_mem_ptr(first, last);
}
