#pragma once

#include <netloom/sim/run/tlm_platform.h>
#include <netloom/tlm/fabric.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "application.h"
#include "host.h"

/// What a run has come to.
struct Figures {
  sc_core::sc_time end;  ///< when the last program has come to its end
  double wall = 0;       ///< seconds of the simulation, without what comes before and after
  Traffic traffic;       ///< of all hosts
  std::uint64_t packets = 0;
  bool right = false;
  std::string difference;  ///< what is not right
};

/// Sixteen hosts at a network, that run an application together.
class Platform : public sc_core::sc_module, private Debugger {
 public:
  static constexpr unsigned kHosts = 16;

  /// By the numbers of the hosts. Error (netloom::Error): the configuration has other than kHosts
  /// hosts, or not one range of addresses of each that has room for what the application needs.
  static std::vector<Window> windows_of(const netloom::TlmPlatform& configuration,
                                        const Application& application);

  /// The application and the configuration outlive it. Error: as TlmFabric and windows_of().
  Platform(sc_core::sc_module_name name, const netloom::TlmPlatform& configuration,
           netloom::FabricTiming timing, Application& application);

  /// To be called once. Error: what programs and network throw; std::runtime_error: programs have
  /// not come to their end.
  Figures run();

 private:
  using Fabric = netloom::TlmFabric<kBusBits>;

  void start_of_simulation() override { application_.load(*this); }
  void run_program(unsigned host, Processor& processor);
  std::vector<std::uint64_t> read(unsigned host, std::uint64_t offset, std::size_t words) override;
  void write(unsigned host, std::uint64_t offset, const std::vector<std::uint64_t>& words) override;
  void debug(tlm::tlm_command command, unsigned host, std::uint64_t offset, std::uint64_t* words,
             std::size_t count);

  Application& application_;
  std::vector<Window> windows_;
  Fabric fabric_;
  std::vector<std::unique_ptr<Host>> hosts_;
  unsigned finished_ = 0;     ///< programs
  std::exception_ptr error_;  ///< of a program, the first one
};
