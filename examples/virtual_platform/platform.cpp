#include "platform.h"

#include <netloom/routing/base/error.h>

#include <chrono>
#include <stdexcept>

namespace {

netloom::TlmFabricConfig with_timing(netloom::TlmFabricConfig config,
                                     netloom::FabricTiming timing) {
  config.timing = timing;
  return config;
}

}  // namespace

std::vector<Window> Platform::windows_of(const netloom::TlmPlatform& configuration,
                                         const Application& application) {
  const std::size_t hosts = configuration.config().netlist.hosts.size();
  if (hosts != kHosts) {
    throw netloom::Error("network: there are " + std::to_string(hosts) +
                         " hosts; allowed: " + std::to_string(kHosts));
  }
  std::vector<Window> windows(hosts);
  for (const netloom::AddressRange& range : configuration.fabric().map) {
    Window& window = windows[range.host];
    if (window.size > 0 || !range.relative) {
      throw netloom::Error("tlm.map: " + netloom::text_of(range) +
                           "; allowed: one relative range for each host");
    }
    window = {range.base, range.size};
  }
  const std::uint64_t needed = application.memory_bytes() + Window::kRegisterBytes;
  for (std::size_t host = 0; host < hosts; ++host) {
    if (windows[host].size >= needed) continue;
    throw netloom::Error("tlm.map: host " + std::to_string(host) + " has " +
                         std::to_string(windows[host].size) + " bytes of addresses; allowed: " +
                         std::to_string(needed) + " and more for this application");
  }
  return windows;
}

Platform::Platform(sc_core::sc_module_name name, const netloom::TlmPlatform& configuration,
                   netloom::FabricTiming timing, Application& application)
    : sc_module(name),
      application_(application),
      windows_(windows_of(configuration, application)),
      fabric_("fabric", configuration.network(), with_timing(configuration.fabric(), timing)) {
  for (unsigned number = 0; number < kHosts; ++number) {
    hosts_.push_back(std::make_unique<Host>(
        ("host" + std::to_string(number)).c_str(), windows_[number],
        [this, number](Processor& processor) { run_program(number, processor); }));
    LocalBus& bus = hosts_.back()->bus;
    bus.to_network.bind(fabric_.target_sockets[number]);
    fabric_.initiator_sockets[number].bind(bus.from_network);
  }
}

void Platform::run_program(unsigned host, Processor& processor) {
  try {
    Runtime runtime(processor, windows_, host);
    application_.run(runtime);
    processor.synchronise();
    if (++finished_ == kHosts) sc_core::sc_pause();
  } catch (const std::runtime_error&) {
    if (error_) return;
    error_ = std::current_exception();
    sc_core::sc_pause();
  }
}

Figures Platform::run() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  sc_core::sc_start();
  Figures figures;
  figures.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  if (error_) std::rethrow_exception(error_);
  if (finished_ < kHosts) {
    throw std::runtime_error(std::to_string(kHosts - finished_) +
                             " programs wait for what does not come");
  }
  figures.end = sc_core::sc_time_stamp();
  // The network counts packets some cycles after they have arrived.
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  for (const auto& host : hosts_) {
    figures.traffic.transactions += host->traffic.transactions;
    figures.traffic.bytes += host->traffic.bytes;
    figures.traffic.latency += host->traffic.latency;
  }
  figures.packets = fabric_.network().counters().delivered;
  figures.right = application_.is_right(*this, figures.difference);
  return figures;
}

std::vector<std::uint64_t> Platform::read(unsigned host, std::uint64_t offset, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  debug(tlm::TLM_READ_COMMAND, host, offset, result.data(), words);
  return result;
}

void Platform::write(unsigned host, std::uint64_t offset, const std::vector<std::uint64_t>& words) {
  std::vector<std::uint64_t> copy = words;
  debug(tlm::TLM_WRITE_COMMAND, host, offset, copy.data(), copy.size());
}

void Platform::debug(tlm::tlm_command command, unsigned host, std::uint64_t offset,
                     std::uint64_t* words, std::size_t count) {
  const auto bytes = static_cast<unsigned int>(count * sizeof *words);
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(windows_[host].base + offset);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words));
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  if (hosts_.front()->bus.to_network->transport_dbg(payload) != bytes) {
    throw std::logic_error("a debugger cannot reach the memory of host " + std::to_string(host));
  }
}
