#pragma once

#include <memory>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/registers/register_file.h"
#include "rtl/decision/decision_probe.h"
#include "rtl/decision/rtl_counters.h"
#include "rtl/decision/rtl_identity.h"
#include "rtl/decision/rtl_mode.h"
#include "rtl/decision/written_registers.h"

namespace netloom {
inline namespace rtl {

/// Where RTL decides, and how: what is the same for all sorts of decisions.
struct RtlPost {
  RtlMode mode = RtlMode::kShadow;
  RtlIdentity identity;
  RtlSwitchCounters* counters = nullptr;  ///< outlives the decision
  DecisionProbe* probe = nullptr;         ///< is shown queries and answers; null: nobody
};

/// A decision that both have made.
template <class Sort>
struct Compared {
  const RtlIdentity& rtl_identity;
  const WrittenRegisters& registers;
  typename Sort::Made& reference;
  typename Sort::Made& rtl;
  const typename Sort::Query& query;
  const typename Sort::Answer& expected;  ///< of the reference
  const typename Sort::Answer& found;     ///< of the RTL
};

/// A decision that RTL makes in place of a C++ model, or beside it: compared, counted, and shown to
/// a probe. What is particular to a sort of decisions says `Sort`:
///
///     using Made = ...;    // the interface that model and RTL share, a Decision
///     using Query = ...;   // what it is asked
///     using Answer = ...;
///     static Answer ask(Made& made, const Query& query);
///     static Cycle cycle(const Query& query);
///     // Shadow: how the answers differ, for the message, after the place; empty: they do not.
///     static std::string difference(const Compared<Sort>& compared);
///     // Replace: why the RTL's answer is none, after its name; empty: it is one.
///     static std::string no_answer(const RtlIdentity& rtl, const Query& query, const Answer&
///     answer);
///     // Replace: whether an answer that is one offers nothing.
///     static bool silent(const Answer& answer);
///     static constexpr bool kShown;     // a probe is shown it, by
///     static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side,
///                      const Query& query, const Answer& answer);
///     static constexpr bool kKeepsModel;  // it is asked for more than decisions, in replace too
///
/// The class of a sort derives from Refereed<Sort> and makes decide() the functions of its
/// interface.
template <class Sort>
class Refereed : public Sort::Made {
 public:
  using Made = typename Sort::Made;
  using Query = typename Sort::Query;
  using Answer = typename Sort::Answer;

  Refereed(RtlPost post, std::unique_ptr<Made> reference, std::unique_ptr<Made> rtl)
      : post_(std::move(post)),
        probed_(Sort::kShown && post_.probe != nullptr),
        reference_(std::move(reference)),
        rtl_(std::move(rtl)) {
    if (!asks_reference() && !Sort::kKeepsModel) reference_.reset();
  }

  void registers_written(const RegisterFile& file) override {
    tell([&](Made& made) { made.registers_written(file); });
    if (post_.mode == RtlMode::kShadow) registers_.update(file);
  }

 protected:
  /// Error: the answers differ (shadow), or that of the RTL is none (replace). The message says
  /// when, where, for what, with which register values, and both answers.
  Answer decide(const Query& query) {
    Answer expected{};
    if (asks_reference()) expected = ask(*reference_, DecisionProbe::Side::kModel, query);
    const Answer found = ask(*rtl_, DecisionProbe::Side::kRtl, query);
    ++post_.counters->decisions;
    if (post_.mode == RtlMode::kReplace) {
      const std::string reason = Sort::no_answer(post_.identity, query, found);
      if (!reason.empty()) throw Error(post_.identity.rtl() + reason);
      post_.counters->silent = Sort::silent(found);
      return found;
    }
    const std::string difference =
        Sort::difference({post_.identity, registers_, *reference_, *rtl_, query, expected, found});
    if (difference.empty()) return expected;
    ++post_.counters->mismatches;
    throw Error(post_.identity.rtl() + " differs from the reference in " +
                post_.identity.place(Sort::cycle(query)) + difference);
  }

  /// Something happens that all who are asked have to know.
  template <class Event>
  void tell(const Event& event) {
    if (asks_reference()) event(*reference_);
    event(*rtl_);
  }

  /// Whose decision counts.
  Made& deciding() const { return post_.mode == RtlMode::kReplace ? *rtl_ : *reference_; }
  /// If Sort::kKeepsModel.
  const Made& reference() const { return *reference_; }

 private:
  bool asks_reference() const { return post_.mode == RtlMode::kShadow || probed_; }

  Answer ask(Made& made, DecisionProbe::Side side, const Query& query) {
    const Answer answer = Sort::ask(made, query);
    if (probed_) Sort::show(*post_.probe, post_.identity.switch_id, side, query, answer);
    return answer;
  }

  RtlPost post_;
  bool probed_;
  std::unique_ptr<Made> reference_;
  std::unique_ptr<Made> rtl_;
  WrittenRegisters registers_;
};

}  // namespace rtl
}  // namespace netloom
