#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

#include "addresses.h"
#include "atomic.h"
#include "traffic.h"

/// What runs a program: reads, writes and atomics of words of eight bytes, and waits. Its local
/// time runs ahead of SystemC's by up to the global quantum; atomics and waits for others
/// synchronise. Where it is given pointers to memory (DMI), it reads and writes by them.
class Processor : public sc_core::sc_module {
 public:
  using Program = std::function<void(Processor&)>;

  tlm_utils::simple_initiator_socket<Processor, kBusBits> socket{"socket"};
  sc_core::sc_in<bool> interrupt{"interrupt"};

  /// `window`: addresses of its own host; what it does at others by pointers counts in `traffic`.
  Processor(sc_core::sc_module_name name, const Window& window, Traffic& traffic, Program program);

  // For programs. Error (std::runtime_error): an access that has not got TLM_OK_RESPONSE.
  std::uint64_t read(std::uint64_t address);
  void write(std::uint64_t address, std::uint64_t value);
  /// Each returns what the word was before.
  std::uint64_t fetch_add(std::uint64_t address, std::uint64_t value);
  std::uint64_t swap(std::uint64_t address, std::uint64_t value);
  std::uint64_t compare_and_swap(std::uint64_t address, std::uint64_t expected,
                                 std::uint64_t value);
  /// Does something else for so many nanoseconds.
  void compute(double nanoseconds);
  /// Reads a word again and again until it is `least` or more.
  void wait_until(std::uint64_t address, std::uint64_t least);
  /// Until the line is high.
  void wait_for_interrupt();
  /// Until SystemC's time is its own.
  void synchronise() { time_.sync(); }

 private:
  using Payload = tlm::tlm_generic_payload;

  void run();
  void access(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word);
  std::uint64_t perform(std::uint64_t address, Atomic& atomic);
  /// By a pointer, if there is one.
  bool access_directly(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word);
  void transport(Payload& payload);
  void pass(const sc_core::sc_time& time);
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last);

  Window window_;
  Traffic& traffic_;
  Program program_;
  tlm_utils::tlm_quantumkeeper time_;
  std::vector<tlm::tlm_dmi> pointers_;
};
