#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "hw/kernel/systemc.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Work for later: done by one process (SC_METHOD), in the order of time, and of the same time in
/// the order in which it was told.
class Agenda : public sc_core::sc_module {
 public:
  explicit Agenda(sc_core::sc_module_name name);

  /// To be done when so much time has passed; without any in the next delta cycle.
  void after(const sc_core::sc_time& delay, std::function<void()> work);

 private:
  void work_off();

  std::uint64_t told_ = 0;
  std::map<std::pair<sc_core::sc_time, std::uint64_t>, std::function<void()>> work_;
  sc_core::sc_event due_;
};

}  // namespace tlm
}  // namespace netloom
