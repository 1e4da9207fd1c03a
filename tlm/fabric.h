#pragma once

#include <cstdint>
#include <tlm>

#include "hw/kernel/systemc.h"
#include "routing/base/visible.h"
#include "tlm/fabric_core.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// A whole network as one module of a virtual platform, over TLM-2.0: per host a target socket, for
/// what the initiators of the host issue, and an initiator socket, behind which is the host's
/// memory or device. A host need not have both, nor any. docs/guides/tlm_hosts.md is an example.
///
/// A transaction whose address is in a range of the map goes to the range's host: as packets
/// through the network, and its response as packets back (FabricTiming::kApproximate), or with the
/// time that these would take alone (kLoose). One for the issuing host itself does not enter the
/// network and takes no time there. A transaction that is not in one range with all its bytes ends
/// with TLM_ADDRESS_ERROR_RESPONSE. The target gets a payload of the fabric's own, with extensions;
/// only what is loosely timed and blocking passes the initiator's through, where no links fail.
///
/// - b_transport, approximately timed: the annotated delay passes first, and none is left at the
///   end. Loosely timed: the latencies are added to it, and no time passes, unless a link fails
///   before it would have, or there is no way yet: then the annotated delay passes first.
/// - nb_transport: the base protocol in four phases; payloads have a memory manager. END_REQ comes
///   when there are no more than TlmFabricConfig::outstanding transactions before it. Targets may
///   answer early in all ways of the protocol; its extended phases are ignored. Error: a call
///   against its rules.
/// - transport_dbg reaches the target at once, for the bytes in one range. DMI is passed through in
///   loosely timed mode, with the network's latencies added; in the other, and in the first delta
///   cycle of the simulation, it is refused, as where there is no way. When links fail, all
///   pointers are invalidated; registers that are written change no latency that was told.
/// - What has no response after TlmFabricConfig::time_out, because links have failed or the target
///   is slow, ends with TLM_GENERIC_ERROR_RESPONSE; what comes later comes to nobody. Loosely
///   timed, what has no way when it sets out ends so, too, after the time-out, or at once without
///   one; what has set out when a link fails comes through, and b_transport waits for slow targets.
///   Approximately timed, without a time-out, what is lost never ends: in a network whose links
///   fail that is warned of ("/netloom/tlm_fabric").
///
/// The network runs whenever the simulation does, a cycle a nanosecond (Network::run_freely); what
/// comes between two cycles counts from the later one on.
template <unsigned int kBusWidth = 32>
class TlmFabric : public FabricCore {
 public:
  using TargetSocket = ::tlm::tlm_target_socket<kBusWidth, ::tlm::tlm_base_protocol_types, 1,
                                                sc_core::SC_ZERO_OR_MORE_BOUND>;
  using InitiatorSocket = ::tlm::tlm_initiator_socket<kBusWidth, ::tlm::tlm_base_protocol_types, 1,
                                                      sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// Per host: initiators are bound to the former, targets to the latter.
  sc_core::sc_vector<TargetSocket> target_sockets;
  sc_core::sc_vector<InitiatorSocket> initiator_sockets;

  /// `make_network`: network_from() a netlist, or one of a configuration file
  /// (sim/run/tlm_platform.h). Error: parameters or an address map that cannot be, and what the
  /// network says.
  TlmFabric(sc_core::sc_module_name name, const FabricNetworkMaker& make_network,
            const TlmFabricConfig& config)
      : FabricCore(name, make_network, config),
        target_sockets("target_sockets", host_count()),
        initiator_sockets("initiator_sockets", host_count()) {
    for (NodeId id = 0; id < host_count(); ++id) {
      target_sockets[id].bind(host(id));
      initiator_sockets[id].bind(host(id));
      host(id).connect(target_sockets[id].get_base_port(), initiator_sockets[id].get_base_port());
    }
  }

  /// With FabricOrder::kPerInitiator: initiators have the number that this extension of payloads
  /// converts to (scp::tlm_extensions::initiator_id, or one of one's own), and those without it 0.
  /// Without this call, all have 0.
  template <class Extension>
  void order_by() {
    set_initiator_of([](const ::tlm::tlm_generic_payload& payload) -> std::uint64_t {
      auto* const extension = payload.get_extension<Extension>();
      return extension == nullptr ? 0 : static_cast<std::uint64_t>(*extension);
    });
  }
};

}  // namespace tlm
}  // namespace netloom
