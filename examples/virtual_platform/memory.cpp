#include "memory.h"

#include <algorithm>
#include <cstring>

#include "addresses.h"
#include "atomic.h"

using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

sc_time latency_of(unsigned int bytes) {
  const std::uint64_t words = (bytes + Window::kWordBytes - 1) / Window::kWordBytes;
  return {static_cast<double>(words), SC_NS};
}

}  // namespace

Memory::Memory(sc_core::sc_module_name name, std::uint64_t bytes) : sc_module(name), bytes_(bytes) {
  socket.register_b_transport(this, &Memory::access);
  socket.register_get_direct_mem_ptr(this, &Memory::give_pointer);
  socket.register_transport_dbg(this, &Memory::debug);
}

void Memory::access(Payload& payload, sc_time& delay) {
  const std::uint64_t address = payload.get_address();
  const unsigned int length = payload.get_data_length();
  if (address > bytes_.size() || length > bytes_.size() - address) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (payload.get_streaming_width() < length) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  unsigned char* const here = bytes_.data() + address;
  auto* const atomic = payload.get_extension<Atomic>();
  if (payload.is_read()) {
    std::copy_n(here, length, payload.get_data_ptr());
  } else if (payload.is_write()) {
    std::copy_n(payload.get_data_ptr(), length, here);
  } else if (atomic != nullptr && length == Window::kWordBytes) {
    // What others do until then is before it.
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    execute(*atomic, here);
  } else {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  delay += latency_of(length);
  payload.set_dmi_allowed(payload.get_command() != tlm::TLM_IGNORE_COMMAND);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void Memory::execute(Atomic& atomic, unsigned char* word) {
  std::memcpy(&atomic.old, word, sizeof atomic.old);
  const std::uint64_t next = atomic.applied_to(atomic.old);
  std::memcpy(word, &next, sizeof next);
}

bool Memory::give_pointer(Payload& /*payload*/, tlm::tlm_dmi& dmi) {
  dmi.set_dmi_ptr(bytes_.data());
  dmi.set_start_address(0);
  dmi.set_end_address(bytes_.size() - 1);
  dmi.set_read_latency(latency_of(Window::kWordBytes));
  dmi.set_write_latency(latency_of(Window::kWordBytes));
  dmi.allow_read_write();
  return true;
}

unsigned int Memory::debug(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  if (address >= bytes_.size()) return 0;
  const auto length = static_cast<unsigned int>(
      std::min<std::uint64_t>(payload.get_data_length(), bytes_.size() - address));
  unsigned char* const here = bytes_.data() + address;
  if (payload.is_read()) std::copy_n(here, length, payload.get_data_ptr());
  if (payload.is_write()) std::copy_n(payload.get_data_ptr(), length, here);
  return length;
}
