#include "tlm/fabric_manager.h"

#include <algorithm>

#include "routing/base/error.h"
#include "tlm/cycle_time.h"
#include "tlm/little_endian.h"

namespace netloom {
inline namespace tlm {
namespace {

/// "register RRR[5] of switch 3", with the word if it is not the first.
std::string register_name(SwitchId switch_id, const std::string& name, int index, int word) {
  return (word == 0 ? "" : "word " + std::to_string(word) + " of ") + "register " + name + "[" +
         std::to_string(index) + "] of switch " + std::to_string(switch_id);
}

std::string register_name(SwitchId switch_id, const RegisterWrite& write) {
  return register_name(switch_id, write.name, write.index, write.word);
}

}  // namespace

FabricManager::FabricManager(sc_core::sc_module_name name, const RoutingFunction& routing,
                             const std::vector<ManagedSwitch>& switches)
    : sc_module(name), sockets("sockets", switches.size()), routing_(routing) {
  map_of_.reserve(switches.size());
  for (const auto& [id, shape] : switches) {
    // A network has few shapes: the switches of a stage or of a whole topology share theirs.
    const auto it =
        std::find_if(maps_.begin(), maps_.end(),
                     [&shape = shape](const RegisterFile& map) { return map.shape() == shape; });
    switches_.push_back(id);
    map_of_.push_back(static_cast<std::uint32_t>(it - maps_.begin()));
    if (it == maps_.end()) maps_.emplace_back(routing.register_set(), shape);
  }
  SC_HAS_PROCESS(FabricManager);
  SC_THREAD(program);
}

void FabricManager::rethrow_error() const {
  if (error_) std::rethrow_exception(error_);
}

void FabricManager::program() {
  try {
    program_all();
    write_later();
    // The thread waits instead of ending, because SystemC 2.3.4 tells AddressSanitizer only of
    // switches from threads that wait; see sanitizer_stacks.cpp.
    sc_core::wait(never_);
  } catch (const Error&) {
    error_ = std::current_exception();
    throw;
  } catch (const std::logic_error&) {
    error_ = std::current_exception();
    throw;
  }
}

void FabricManager::program_all() {
  for (const SwitchId switch_id : switches_) {
    for (const RegisterWrite& entry : routing_.register_program(switch_id)) {
      write(switch_id, entry);
      ++words_;
    }
  }
  if (sc_core::sc_time_stamp() != sc_core::SC_ZERO_TIME) {
    throw BrokenInvariant(
        "the registers were programmed at " + sc_core::sc_time_stamp().to_string() +
        ", after the clock had started; what is bound to the fabric manager must not take time");
  }
  programmed_ = true;
}

void FabricManager::write_later() {
  for (std::size_t place = 0; place < later_.size(); ++place) {
    const LaterWrite& later = later_[place];
    // Time passes in runs only.
    const sc_core::sc_time due = time_of(later.cycle);
    if (due > sc_core::sc_time_stamp()) sc_core::wait(due - sc_core::sc_time_stamp());
    write(later.switch_id, later.write);
    done_(place);
  }
}

void FabricManager::write(SwitchId switch_id, const RegisterWrite& write) {
  unsigned char data[4];
  store_little_endian(write.value, data);
  transport(switch_id, ::tlm::TLM_WRITE_COMMAND, write, data);
  transport(switch_id, ::tlm::TLM_READ_COMMAND, write, data);
  const std::uint32_t value = load_little_endian(data);
  if (value != write.value) {
    throw BrokenInvariant(register_name(switch_id, write) + " reads back as " +
                          std::to_string(value) + " after " + std::to_string(write.value) +
                          " was written");
  }
}

void FabricManager::transport(SwitchId switch_id, ::tlm::tlm_command command,
                              const RegisterWrite& write, unsigned char* data) {
  ::tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address_map(switch_id).address(write.name, write.index, write.word));
  payload.set_data_ptr(data);
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  sockets[place_of(switch_id)]->b_transport(payload, delay);
  if (!payload.is_response_ok()) {
    throw BrokenInvariant(register_name(switch_id, write) + ": the " +
                          (command == ::tlm::TLM_WRITE_COMMAND ? "write" : "read") +
                          " was answered with " + payload.get_response_string());
  }
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
}

std::uint32_t FabricManager::read(SwitchId switch_id, const std::string& name, int index,
                                  int word) {
  unsigned char data[4] = {};
  ::tlm::tlm_generic_payload payload;
  payload.set_command(::tlm::TLM_READ_COMMAND);
  payload.set_address(address_map(switch_id).address(name, index, word));
  payload.set_data_ptr(data);
  payload.set_data_length(4);
  if (sockets[place_of(switch_id)]->transport_dbg(payload) != 4) {
    throw BrokenInvariant(register_name(switch_id, name, index, word) + " cannot be read");
  }
  return load_little_endian(data);
}

std::vector<std::uint32_t> FabricManager::read_words(SwitchId switch_id, const RegisterInfo& info,
                                                     int index) {
  std::vector<std::uint32_t> words;
  const int count = info.words(address_map(switch_id).shape());
  for (int word = 0; word < count; ++word) {
    words.push_back(read(switch_id, info.name, index, word));
  }
  return words;
}

std::size_t FabricManager::place_of(SwitchId switch_id) const {
  const auto it = std::lower_bound(switches_.begin(), switches_.end(), switch_id);
  if (it == switches_.end() || *it != switch_id) {
    throw BrokenInvariant("there is no switch " + std::to_string(switch_id) +
                          (switches_.empty() ? "; none is managed"
                                             : "; allowed: " + std::to_string(switches_.front()) +
                                                   " to " + std::to_string(switches_.back())));
  }
  return static_cast<std::size_t>(it - switches_.begin());
}

const RegisterFile& FabricManager::address_map(SwitchId switch_id) const {
  return maps_[map_of_[place_of(switch_id)]];
}

}  // namespace tlm
}  // namespace netloom
