#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <tlm>

#include "hw/kernel/systemc.h"
#include "hw/switch/register_bus.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// The registers of one switch behind a TLM-2.0 target socket, as 32-bit little-endian words at the
/// byte addresses of docs/reference/registers.md. An access takes no time of its own: the annotated
/// delay is left as it was. In a network that runs, a write counts from the cycle of the call; a
/// switch in RTL takes a word in two cycles, and a further one behind it.
///
/// b_transport answers, in this order of precedence:
///   TLM_ADDRESS_ERROR_RESPONSE      not mapped, or not a multiple of 4: the target cannot act on
///   an
///                                   address between two words, whatever the length;
///   TLM_BURST_ERROR_RESPONSE        data length other than 4, or a streaming width below it;
///   TLM_BYTE_ENABLE_ERROR_RESPONSE  a byte enable that is neither 0x00 nor 0xff, or a pattern of
///                                   length 0;
///   TLM_COMMAND_ERROR_RESPONSE      a write to a read-only register.
/// TLM_IGNORE_COMMAND touches nothing and succeeds. Bytes that are not enabled keep their value, in
/// the register (write) or in the initiator's buffer (read).
///
/// transport_dbg moves as many whole words as it can, from an aligned address upwards, and returns
/// their number of bytes; a write stops at a read-only register. DMI is refused: a write has to
/// reach the model, and status registers have no memory.
class RegisterTarget : public sc_core::sc_module {
 public:
  ::tlm_utils::simple_target_socket<RegisterTarget, 32> socket;

  /// The registers outlive the target.
  RegisterTarget(sc_core::sc_module_name name, const RegisterBus& registers);

 private:
  void b_transport(::tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned int transport_dbg(::tlm::tlm_generic_payload& payload);
  ::tlm::tlm_response_status access(::tlm::tlm_generic_payload& payload);

  RegisterBus registers_;
};

}  // namespace tlm
}  // namespace netloom
