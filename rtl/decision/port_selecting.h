#pragma once

#include <string>

#include "routing/decision/port_selector.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which of several channels a head takes.
struct PortSelecting {
  using Made = PortSelector;
  using Query = SelectionQuery;
  using Answer = int;

  static int ask(PortSelector& selector, const SelectionQuery& query) {
    return selector.select(query);
  }
  static Cycle cycle(const SelectionQuery& query) { return query.cycle; }
  static std::string difference(const Compared<PortSelecting>& compared);
  static std::string no_answer(const RtlIdentity& rtl, const SelectionQuery& query, int channel);
  static bool silent(int /*channel*/) { return false; }
  static constexpr bool kShown = true;
  static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side,
                   const SelectionQuery& query, int channel) {
    probe.selected(id, side, query, channel);
  }
  static constexpr bool kKeepsModel = false;
};

class RefereedPortSelector final : public Refereed<PortSelecting> {
 public:
  using Refereed::Refereed;

  int select(const SelectionQuery& query) override { return decide(query); }
  void used(int port) override {
    tell([port](PortSelector& selector) { selector.used(port); });
  }
};

}  // namespace rtl
}  // namespace netloom
