#include "tlm/register_target.h"

#include "tlm/little_endian.h"

namespace netloom {
inline namespace tlm {

RegisterTarget::RegisterTarget(sc_core::sc_module_name name, const RegisterBus& registers)
    : sc_module(name), socket("socket"), registers_(registers) {
  // No DMI callback: the socket then refuses every request for the whole address range.
  socket.register_b_transport(this, &RegisterTarget::b_transport);
  socket.register_transport_dbg(this, &RegisterTarget::transport_dbg);
}

void RegisterTarget::b_transport(::tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
  payload.set_dmi_allowed(false);
  payload.set_response_status(access(payload));
}

::tlm::tlm_response_status RegisterTarget::access(::tlm::tlm_generic_payload& payload) {
  if (payload.is_read() == payload.is_write()) return ::tlm::TLM_OK_RESPONSE;

  const std::uint64_t address = payload.get_address();
  std::uint32_t value = 0;
  if (registers_.read(address, value) != RegisterFile::Status::kOk) {
    return ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (payload.get_data_length() != 4 || payload.get_streaming_width() < 4) {
    return ::tlm::TLM_BURST_ERROR_RESPONSE;
  }

  std::uint32_t enabled = ~std::uint32_t{0};
  if (const unsigned char* pattern = payload.get_byte_enable_ptr()) {
    const unsigned int length = payload.get_byte_enable_length();
    if (length == 0) return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    unsigned char bytes[4];
    for (unsigned int i = 0; i < 4; ++i) {
      bytes[i] = pattern[i % length];
      if (bytes[i] != TLM_BYTE_DISABLED && bytes[i] != TLM_BYTE_ENABLED) {
        return ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
      }
    }
    enabled = load_little_endian(bytes);
  }

  unsigned char* data = payload.get_data_ptr();
  const std::uint32_t given = load_little_endian(data);
  if (payload.is_read()) {
    store_little_endian((value & enabled) | (given & ~enabled), data);
    return ::tlm::TLM_OK_RESPONSE;
  }
  const auto status = registers_.write(address, (given & enabled) | (value & ~enabled));
  return status == RegisterFile::Status::kOk ? ::tlm::TLM_OK_RESPONSE
                                             : ::tlm::TLM_COMMAND_ERROR_RESPONSE;
}

unsigned int RegisterTarget::transport_dbg(::tlm::tlm_generic_payload& payload) {
  if (payload.is_read() == payload.is_write()) return 0;
  unsigned int done = 0;
  while (payload.get_data_length() - done >= 4) {
    const std::uint64_t address = payload.get_address() + done;
    unsigned char* data = payload.get_data_ptr() + done;
    std::uint32_t value = 0;
    if (payload.is_read()) {
      if (registers_.read(address, value) != RegisterFile::Status::kOk) break;
      store_little_endian(value, data);
    } else if (registers_.write(address, load_little_endian(data)) != RegisterFile::Status::kOk) {
      break;
    }
    done += 4;
  }
  return done;
}

}  // namespace tlm
}  // namespace netloom
