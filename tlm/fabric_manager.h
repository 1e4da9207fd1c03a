#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <tlm>
#include <utility>
#include <vector>

#include "hw/kernel/systemc.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Programs the registers of every switch through TLM-2.0, as the fabric manager of a real network
/// does: no register gets its value by another way.
///
/// It has one initiator socket per switch that it is to program, to be bound to that switch's
/// RegisterTarget. At time zero, before any clock edge, it writes what the routing function's
/// register_program says, in that order, and reads every value back. It knows addresses only from
/// the register table and the switches' shapes.
class FabricManager : public sc_core::sc_module {
 public:
  using Socket = ::tlm_utils::simple_initiator_socket<FabricManager, 32>;

  struct ManagedSwitch {
    SwitchId id;
    SwitchShape shape;
  };

  /// In the order of the switches that it manages.
  sc_core::sc_vector<Socket> sockets;

  /// The routing function outlives the manager. Its register set and the shapes say which registers
  /// there are. The switches are different ones, in ascending order.
  FabricManager(sc_core::sc_module_name name, const RoutingFunction& routing,
                const std::vector<ManagedSwitch>& switches);

  /// A write while the network runs, in the cycle of the call.
  struct LaterWrite {
    Cycle cycle;
    SwitchId switch_id;
    RegisterWrite write;
  };
  /// Makes these writes, as write() does, one after the other, in the order of their cycles, of
  /// which the first is 1 or later; and tells `done` of each, by its place. To be called before the
  /// simulation starts.
  void write_later(std::vector<LaterWrite> writes, std::function<void(std::size_t)> done) {
    later_ = std::move(writes);
    done_ = std::move(done);
  }

  /// Whether all switches have been programmed and read back.
  bool programmed() const { return programmed_; }
  /// Register words written and verified.
  std::uint64_t words() const { return words_; }

  /// Throws what ended the programming, if anything did. (The SystemC kernel turns what a
  /// process throws into an sc_report, so sc_start() throws that.)
  void rethrow_error() const;

  /// Value of a word of a register now, over transport_dbg: takes no time, disturbs nothing, and
  /// may be called from anywhere once the sockets are bound. BrokenInvariant: no such switch,
  /// register, index or word.
  std::uint32_t read(SwitchId switch_id, const std::string& name, int index, int word = 0);
  /// All words of a register, lowest bits first.
  std::vector<std::uint32_t> read_words(SwitchId switch_id, const RegisterInfo& info, int index);

  /// Writes a word of a register over b_transport and reads it back; to be called from a SystemC
  /// thread (SC_THREAD) while the simulation runs, and counts from the cycle of the call.
  /// BrokenInvariant: the switch refuses, or the value reads back as another one.
  void write(SwitchId switch_id, const RegisterWrite& write);

 private:
  void program();
  void program_all();
  void write_later();
  /// Of a switch, in the order of those managed. BrokenInvariant: it is none of them.
  std::size_t place_of(SwitchId switch_id) const;
  const RegisterFile& address_map(SwitchId switch_id) const;
  /// b_transport of one word. BrokenInvariant: another response than OK.
  void transport(SwitchId switch_id, ::tlm::tlm_command command, const RegisterWrite& write,
                 unsigned char* data);

  const RoutingFunction& routing_;
  std::vector<SwitchId> switches_;     ///< that it manages
  std::vector<RegisterFile> maps_;     ///< one per different shape, for its addresses
  std::vector<std::uint32_t> map_of_;  ///< index into maps_, of each of them
  bool programmed_ = false;
  std::uint64_t words_ = 0;
  std::vector<LaterWrite> later_;
  std::function<void(std::size_t)> done_;  ///< told of each of these
  std::exception_ptr error_;
  sc_core::sc_event never_;
};

}  // namespace tlm
}  // namespace netloom
