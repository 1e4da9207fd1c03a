#include "rtl/shadow.h"

#include <utility>

#include "routing/error.h"
#include "routing/register_file.h"

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

ShadowPortMatcher::ShadowPortMatcher(Identity identity, std::unique_ptr<PortMatcher> reference,
                                     std::unique_ptr<PortMatcher> rtl,
                                     std::shared_ptr<RtlCounters> counters)
    : identity_(std::move(identity)),
      reference_(std::move(reference)),
      rtl_(std::move(rtl)),
      counters_(std::move(counters)),
      words_((identity_.ports + 63) / 64) {}

void ShadowPortMatcher::registers_written(const RegisterFile& file) {
  reference_->registers_written(file);
  rtl_->registers_written(file);

  register_names_.clear();
  for (const RegisterInfo& info : file.registers()) {
    if (info.scope == RegisterScope::kPort && info.access == RegisterAccess::kReadWrite) {
      register_names_.push_back(info.name);
    }
  }
  register_values_.clear();
  for (int port = 0; port < identity_.ports; ++port) {
    for (const std::string& name : register_names_) {
      register_values_.push_back(file.value(name, port));
    }
  }
}

void ShadowPortMatcher::match(const RouteQuery& query, std::uint64_t* ports) {
  std::uint64_t rtl[kMaxPorts / 64] = {};
  reference_->match(query, ports);
  rtl_->match(query, rtl);
  ++counters_->decisions;
  std::uint64_t differences = 0;
  for (int i = 0; i < words_; ++i) differences |= ports[i] ^ rtl[i];
  if (differences == 0) return;
  ++counters_->mismatches;
  report(query, ports, rtl);
}

void ShadowPortMatcher::report(const RouteQuery& query, const std::uint64_t* reference,
                               const std::uint64_t* rtl) const {
  int port = 0;
  while (((reference[port / 64] ^ rtl[port / 64]) >> port % 64 & 1) == 0) ++port;
  const bool expected = (reference[port / 64] >> port % 64 & 1) != 0;

  std::string registers;
  for (std::size_t i = 0; i < register_names_.size(); ++i) {
    const std::size_t index = static_cast<std::size_t>(port) * register_names_.size() + i;
    registers +=
        (i == 0 ? "" : ", ") + register_names_[i] + " = " + std::to_string(register_values_[index]);
  }
  if (registers.empty()) registers = "not written";
  throw Error("RTL block '" + identity_.block + "' (implementation '" + identity_.implementation +
              "') differs from the reference in cycle " + std::to_string(query.cycle) +
              " at switch '" + identity_.switch_name + "' (number " +
              std::to_string(identity_.switch_id) + "), output port " + std::to_string(port) +
              ", for the packet at input port " + std::to_string(query.input_port) + ", VC " +
              std::to_string(query.input_vc) + ", from source " + std::to_string(query.source) +
              " to destination " + std::to_string(query.destination) +
              "; registers of the output port: " + registers + "; the reference says " +
              (expected ? "allowed" : "not allowed") + ", the RTL says " +
              (expected ? "not allowed" : "allowed") + "; all allowed ports: reference " +
              port_list(reference, identity_.ports) + ", RTL " + port_list(rtl, identity_.ports));
}

ReplacingPortMatcher::ReplacingPortMatcher(std::unique_ptr<PortMatcher> rtl,
                                           std::shared_ptr<RtlCounters> counters)
    : rtl_(std::move(rtl)), counters_(std::move(counters)) {}

void ReplacingPortMatcher::registers_written(const RegisterFile& file) {
  rtl_->registers_written(file);
}

void ReplacingPortMatcher::match(const RouteQuery& query, std::uint64_t* ports) {
  rtl_->match(query, ports);
  ++counters_->decisions;
}

}  // namespace netloom
