#include "rtl/shadow.h"

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "routing/registers/register_file.h"

namespace netloom {
namespace {

std::string port_list(const std::uint64_t* ports, int count) {
  std::string result;
  for (int port = 0; port < count; ++port) {
    if ((ports[port / 64] >> port % 64 & 1) != 0) {
      result += (result.empty() ? "" : ", ") + std::to_string(port);
    }
  }
  return "{" + result + "}";
}

}  // namespace

ShadowPortMatcher::ShadowPortMatcher(RtlIdentity identity, std::unique_ptr<PortMatcher> reference,
                                     std::unique_ptr<PortMatcher> rtl, RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(counters),
      words_((identity_.ports + 63) / 64) {}

void ShadowPortMatcher::registers_written(const RegisterFile& file) {
  reference_->registers_written(file);
  rtl_->registers_written(file);
  registers_.update(file);
}

void ShadowPortMatcher::match(const RouteQuery& query, std::uint64_t* ports) {
  std::uint64_t rtl[kMaxPorts / 64] = {};
  reference_->match(query, ports);
  rtl_->match(query, rtl);
  ++counters_.decisions;
  std::uint64_t differences = 0;
  for (int i = 0; i < words_; ++i) differences |= ports[i] ^ rtl[i];
  if (differences == 0) return;
  ++counters_.mismatches;
  report(query, ports, rtl);
}

void ShadowPortMatcher::report(const RouteQuery& query, const std::uint64_t* reference,
                               const std::uint64_t* rtl) const {
  int port = 0;
  while (((reference[port / 64] ^ rtl[port / 64]) >> port % 64 & 1) == 0) ++port;
  const bool expected = (reference[port / 64] >> port % 64 & 1) != 0;

  const std::string registers = registers_.of_port(port);
  throw Error(identity_.rtl() + " differs from the reference in " + identity_.place(query.cycle) +
              ", output port " + std::to_string(port) + ", for " + packet_of(query) +
              (registers.empty() ? "" : "; registers of the output port: " + registers) +
              "; the reference says " + (expected ? "allowed" : "not allowed") + ", the RTL says " +
              (expected ? "not allowed" : "allowed") + "; all allowed ports: reference " +
              port_list(reference, identity_.ports) + ", RTL " + port_list(rtl, identity_.ports));
}

ReplacingPortMatcher::ReplacingPortMatcher(std::unique_ptr<PortMatcher> reference,
                                           std::unique_ptr<PortMatcher> rtl,
                                           RtlBlockCounters& counters, int ports,
                                           bool reference_answers)
    : words_((ports + 63) / 64),
      reference_answers_(reference_answers),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(counters) {}

void ReplacingPortMatcher::registers_written(const RegisterFile& file) {
  if (reference_answers_) reference_->registers_written(file);
  rtl_->registers_written(file);
}

void ReplacingPortMatcher::match(const RouteQuery& query, std::uint64_t* ports) {
  if (reference_answers_) {
    std::uint64_t unused[kMaxPorts / 64] = {};
    reference_->match(query, unused);
  }
  rtl_->match(query, ports);
  ++counters_.decisions;
  counters_.silent =
      std::all_of(ports, ports + words_, [](std::uint64_t word) { return word == 0; });
}

}  // namespace netloom
