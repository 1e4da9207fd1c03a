// Two hosts at two switches: one writes to the memory of the other over TLM-2.0, and reads it back,
// through the network.
#include <netloom/routing/base/parameters.h>
#include <netloom/routing/function/make_routing.h>
#include <netloom/routing/netlist/topology.h>
#include <netloom/tlm/fabric.h>
#include <netloom/tlm/fabric_network.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

using sc_core::sc_time;

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

  explicit Memory(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_time& /*delay*/) {
    unsigned char* const here = bytes_ + payload.get_address();
    unsigned char* const data = payload.get_data_ptr();
    if (payload.is_write()) std::copy_n(data, payload.get_data_length(), here);
    if (payload.is_read()) std::copy_n(here, payload.get_data_length(), data);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  unsigned char bytes_[0x1000] = {};
};

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};

  explicit Processor(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(Processor);
    SC_THREAD(run);
  }

 private:
  void run() {
    unsigned char data[64] = {1, 2, 3};
    access(tlm::TLM_WRITE_COMMAND, data);
    std::fill(data, data + 64, 0);
    access(tlm::TLM_READ_COMMAND, data);
    std::cout << "read " << int(data[0]) << int(data[1]) << int(data[2]) << " back\n";
  }

  void access(tlm::tlm_command command, unsigned char (&data)[64]) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(0x80000100);
    payload.set_data_ptr(data);
    payload.set_data_length(64);
    payload.set_streaming_width(64);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    const sc_time begin = sc_core::sc_time_stamp();
    sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
    std::cout << payload.get_response_string() << " after " << sc_core::sc_time_stamp() - begin
              << "\n";
  }
};

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const netloom::TopologyEntry& entry = netloom::TopologyRegistry::instance().find("mesh");
  const netloom::ParameterMap sizes = {{"k", std::vector<std::int64_t>{2}}};
  const netloom::Netlist netlist =
      entry.make(netloom::resolve_parameters(entry.parameters, sizes, "mesh"))
          ->netlist({{"host", 2}, {"mesh", 5}});

  netloom::RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "free";
  context.parameters = netloom::resolve_parameters(
      netloom::RoutingFunctionRegistry::instance().find("shortest_path").parameters, {},
      "shortest_path");
  const std::unique_ptr<netloom::RoutingFunction> routing =
      netloom::make_routing_function("shortest_path", context);
  netloom::NetworkConfig config;
  config.switches.vcs = context.vcs;
  config.switches.input_buffer.assign(netlist.kinds.size(), 16);
  config.switches.output_buffer.assign(netlist.kinds.size(), 0);
  config.nic.packet_phits = 9;

  netloom::TlmFabricConfig hosts;
  hosts.map = {{0x80000000, 0x1000, 1, true}};
  netloom::TlmFabric<32> fabric("fabric", netloom::network_from(netlist, *routing, config), hosts);
  Processor processor("processor");
  Memory memory("memory");
  processor.socket.bind(fabric.target_sockets[0]);
  fabric.initiator_sockets[1].bind(memory.socket);
  sc_core::sc_start();
  return 0;
}
