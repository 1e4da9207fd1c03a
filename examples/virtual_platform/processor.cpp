#include "processor.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <utility>

using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

const sc_time kPollingInterval(50, SC_NS);

Atomic atomic(Atomic::Operation operation, std::uint64_t operand, std::uint64_t expected = 0) {
  Atomic result;
  result.operation = operation;
  result.operand = operand;
  result.expected = expected;
  return result;
}

}  // namespace

Processor::Processor(sc_core::sc_module_name name, const Window& window, Traffic& traffic,
                     Program program)
    : sc_module(name), window_(window), traffic_(traffic), program_(std::move(program)) {
  socket.register_invalidate_direct_mem_ptr(this, &Processor::invalidate);
  SC_HAS_PROCESS(Processor);
  SC_THREAD(run);
}

void Processor::run() {
  time_.reset();
  program_(*this);
}

std::uint64_t Processor::read(std::uint64_t address) {
  std::uint64_t word = 0;
  access(tlm::TLM_READ_COMMAND, address, word);
  return word;
}

void Processor::write(std::uint64_t address, std::uint64_t value) {
  access(tlm::TLM_WRITE_COMMAND, address, value);
}

std::uint64_t Processor::fetch_add(std::uint64_t address, std::uint64_t value) {
  Atomic what = atomic(Atomic::Operation::kFetchAdd, value);
  return perform(address, what);
}

std::uint64_t Processor::swap(std::uint64_t address, std::uint64_t value) {
  Atomic what = atomic(Atomic::Operation::kSwap, value);
  return perform(address, what);
}

std::uint64_t Processor::compare_and_swap(std::uint64_t address, std::uint64_t expected,
                                          std::uint64_t value) {
  Atomic what = atomic(Atomic::Operation::kCompareAndSwap, value, expected);
  return perform(address, what);
}

void Processor::compute(double nanoseconds) {
  pass(sc_time(nanoseconds, SC_NS));
}

void Processor::wait_until(std::uint64_t address, std::uint64_t least) {
  synchronise();
  while (read(address) < least) {
    time_.inc(kPollingInterval);
    synchronise();
  }
}

void Processor::wait_for_interrupt() {
  synchronise();
  while (!interrupt.read()) wait(interrupt.value_changed_event());
}

void Processor::access(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word) {
  if (access_directly(command, address, word)) return;
  Payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(sizeof word);
  payload.set_streaming_width(sizeof word);
  transport(payload);
  tlm::tlm_dmi dmi;
  if (payload.is_dmi_allowed() && socket->get_direct_mem_ptr(payload, dmi)) {
    pointers_.push_back(dmi);
  }
}

std::uint64_t Processor::perform(std::uint64_t address, Atomic& atomic) {
  synchronise();
  Payload payload;
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  payload.set_address(address);
  // The bytes that it is about; the words themselves are in the extension.
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&atomic.old));
  payload.set_data_length(sizeof atomic.old);
  payload.set_streaming_width(sizeof atomic.old);
  payload.set_extension(&atomic);
  transport(payload);
  payload.clear_extension(&atomic);
  return atomic.old;
}

bool Processor::access_directly(tlm::tlm_command command, std::uint64_t address,
                                std::uint64_t& word) {
  const bool reads = command == tlm::TLM_READ_COMMAND;
  const auto found =
      std::find_if(pointers_.begin(), pointers_.end(), [&](const tlm::tlm_dmi& each) {
        return address >= each.get_start_address() && address <= each.get_end_address() &&
               each.get_end_address() - address >= sizeof word - 1 &&
               (reads ? each.is_read_allowed() : each.is_write_allowed());
      });
  if (found == pointers_.end()) return false;
  unsigned char* const here = found->get_dmi_ptr() + (address - found->get_start_address());
  reads ? std::memcpy(&word, here, sizeof word) : std::memcpy(here, &word, sizeof word);
  const sc_time latency = reads ? found->get_read_latency() : found->get_write_latency();
  if (!window_.contains(address)) traffic_.add(sizeof word, latency);
  pass(latency);
  return true;
}

void Processor::transport(Payload& payload) {
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_time delay = time_.get_local_time();
  socket->b_transport(payload, delay);
  time_.set(delay);
  if (time_.need_sync()) synchronise();
  if (payload.is_response_ok()) return;
  std::ostringstream message;
  message << name() << ": " << payload.get_response_string() << " from address 0x" << std::hex
          << payload.get_address();
  payload.clear_extension<Atomic>();
  throw std::runtime_error(message.str());
}

void Processor::pass(const sc_time& time) {
  time_.inc(time);
  if (time_.need_sync()) synchronise();
}

void Processor::invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
  pointers_.erase(std::remove_if(pointers_.begin(), pointers_.end(),
                                 [&](const tlm::tlm_dmi& each) {
                                   return each.get_start_address() <= last &&
                                          each.get_end_address() >= first;
                                 }),
                  pointers_.end());
}
