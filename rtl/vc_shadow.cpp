#include "rtl/vc_shadow.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
namespace {

/// "{0, 2}".
std::string vc_list(std::uint64_t vcs) {
  std::string result;
  for (; vcs != 0; vcs &= vcs - 1) {
    result += (result.empty() ? "" : ", ") + std::to_string(__builtin_ctzll(vcs));
  }
  return "{" + result + "}";
}

}  // namespace

ShadowVcDecision::ShadowVcDecision(RtlIdentity identity, std::unique_ptr<VcDecision> reference,
                                   std::unique_ptr<VcDecision> rtl, RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(counters) {}

void ShadowVcDecision::registers_written(const RegisterFile& file) {
  reference_->registers_written(file);
  rtl_->registers_written(file);
  registers_.update(file);
}

std::uint64_t ShadowVcDecision::vcs(const RouteQuery& head, const VcHop& hop) {
  const std::uint64_t reference = reference_->vcs(head, hop);
  const std::uint64_t rtl = rtl_->vcs(head, hop);
  ++counters_.decisions;
  if (reference == rtl) return reference;
  ++counters_.mismatches;
  report(head, hop, reference, rtl);
}

void ShadowVcDecision::report(const RouteQuery& head, const VcHop& hop, std::uint64_t reference,
                              std::uint64_t rtl) const {
  const auto registers = [](const char* whose, const std::string& text) {
    return text.empty() ? text : fmt::format("; registers of the {}: {}", whose, text);
  };
  throw Error(fmt::format(
      "{} differs from the reference in {}, for {}, with header state {:#x}, and a {}hop by output "
      "port {}{}{}{}; the reference says VCs {}, the RTL says {}",
      identity_.rtl(), identity_.place(head.cycle), packet_of(head), head.state,
      hop.misrouted ? "misrouted " : "", hop.output_port,
      registers("switch", registers_.of_switch()),
      registers("input port", registers_.of_port(head.input_port)),
      registers("output port", registers_.of_port(hop.output_port)), vc_list(reference),
      vc_list(rtl)));
}

ReplacingVcDecision::ReplacingVcDecision(std::unique_ptr<VcDecision> reference,
                                         std::unique_ptr<VcDecision> rtl,
                                         RtlBlockCounters& counters, bool reference_answers)
    : reference_answers_(reference_answers),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(counters) {}

void ReplacingVcDecision::registers_written(const RegisterFile& file) {
  if (reference_answers_) reference_->registers_written(file);
  rtl_->registers_written(file);
}

std::uint64_t ReplacingVcDecision::vcs(const RouteQuery& head, const VcHop& hop) {
  ++counters_.decisions;
  if (reference_answers_) reference_->vcs(head, hop);
  const std::uint64_t vcs = rtl_->vcs(head, hop);
  counters_.silent = vcs == 0;
  return vcs;
}

}  // namespace netloom
