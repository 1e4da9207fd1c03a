#include "routing/function/interval.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "routing/error.h"
#include "routing/fat_tree_of.h"
#include "routing/function/routing_function.h"

namespace netloom {

IntervalPorts::IntervalPorts(int ports)
    : ports_(ports),
      last_bank_ports_((1u << ((ports - 1) % kBankPorts + 1)) - 1),
      banks_(static_cast<std::size_t>((ports + kBankPorts - 1) / kBankPorts)) {}

void IntervalPorts::registers_written(const RegisterFile& file) {
  // The instances of a register follow each other, so that one look-up by name serves all ports.
  const std::uint64_t lib_base = file.address("LIB", 0);
  const std::uint64_t uib_base = file.address("UIB", 0);
  for (int port = 0; port < ports_; ++port) {
    const auto offset = 4 * static_cast<std::uint64_t>(port);
    std::uint32_t lib = 0;
    std::uint32_t uib = 0;
    file.read(lib_base + offset, lib);
    file.read(uib_base + offset, uib);
    set(port, lib, uib);
  }
}

void IntervalPorts::set(int port, std::uint32_t lib, std::uint32_t uib) {
  Bank& bank = banks_[static_cast<std::size_t>(port / kBankPorts)];
  bank.lib[port % kBankPorts] = lib;
  bank.length[port % kBankPorts] = uib - lib;
}

namespace {

constexpr int kWords = kMaxPorts / 64;

/// The outputs of one switch: which ports have a link, and which VCs the policy offers on it.
struct Outputs {
  int ports = 0;
  int vc_shift = 0;
  std::uint64_t linked[kWords] = {};
  std::vector<std::uint64_t> vcs;  ///< per port: bit set of VCs; empty if vc_shift is 0
};

/// Turns the allowed-ports register into (port, VC) candidates. `Matcher` is the concrete class
/// where the C++ model decides, so that its comparison is compiled into the packet path.
template <class Matcher>
class IntervalRouter final : public SwitchRouter {
 public:
  IntervalRouter(std::unique_ptr<Matcher> matcher, Outputs outputs)
      : matcher_(std::move(matcher)),
        outputs_(std::move(outputs)),
        words_((outputs_.ports + 63) / 64) {}

  void route(const RouteQuery& query, CandidateSet& candidates) override {
    if (outputs_.vc_shift == 0) {
      // One VC: the allowed-ports register is the candidate set.
      std::uint64_t* words = candidates.words();
      matcher_->match(query, words);
      for (int i = 0; i < words_; ++i) words[i] &= outputs_.linked[i];
      return;
    }
    std::uint64_t allowed[kWords] = {};
    matcher_->match(query, allowed);
    for (int i = 0; i < words_; ++i) {
      for (std::uint64_t rest = allowed[i] & outputs_.linked[i]; rest != 0; rest &= rest - 1) {
        const auto port = static_cast<unsigned>(i * 64 + __builtin_ctzll(rest));
        // VCs of a port never cross a word: 2^vc_shift divides 64.
        const unsigned bit = port << outputs_.vc_shift;
        candidates.words()[bit >> 6] |= outputs_.vcs[port] << (bit & 63);
      }
    }
  }

  void registers_written(const RegisterFile& file) override { matcher_->registers_written(file); }

 private:
  std::unique_ptr<Matcher> matcher_;
  Outputs outputs_;
  int words_;
};

/// Minimal adaptive routing in fat-trees with one interval per output port: up by any port until
/// a nearest common ancestor, then down the only way.
/// Source: 002_93ff7ed2c806cfd2.txt, section 3.1.
class IntervalRouting final : public RoutingFunction {
 public:
  explicit IntervalRouting(const RoutingContext& context)
      : context_(context),
        tree_(fat_tree_of(*context.netlist, "routing function 'interval'")),
        ports_(*context.netlist) {
    if (context.vc_policy != "single" && context.vc_policy != "free") {
      throw Error("routing function 'interval' cannot use the VC policy '" + context.vc_policy +
                  "'; allowed: single, free");
    }
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    const int ports = ports_.ports(switch_id);
    auto reference = std::make_unique<IntervalPorts>(ports);
    if (!context_.port_matcher) {
      return std::make_unique<IntervalRouter<IntervalPorts>>(std::move(reference),
                                                             outputs(switch_id));
    }
    return std::make_unique<IntervalRouter<PortMatcher>>(
        context_.port_matcher(switch_id, ports, std::move(reference)), outputs(switch_id));
  }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    const auto k = static_cast<std::uint32_t>(tree_.k());
    const std::uint32_t nodes = tree_.hosts();
    const int stage = tree_.stage(switch_id);
    const std::uint32_t per_port = tree_.power(stage);
    // Down link j of <s, o> leads to the nodes o_{n-2} … o_s j X … X, a block of k^s.
    const std::uint32_t first = tree_.position(switch_id) / per_port * k * per_port;
    const std::uint32_t last = first + k * per_port - 1;

    std::vector<RegisterWrite> program;
    const auto add = [&program](std::uint32_t port, std::uint32_t lib, std::uint32_t uib) {
      program.push_back({"LIB", static_cast<int>(port), lib});
      program.push_back({"UIB", static_cast<int>(port), uib});
    };
    for (std::uint32_t j = 0; j < k; ++j) {
      add(j, first + j * per_port, first + (j + 1) * per_port - 1);
    }
    if (stage + 1 < tree_.n()) {
      // All that is not below leaves by every up link.
      for (std::uint32_t j = 0; j < k; ++j) {
        add(k + j, (last + 1) % nodes, (first + nodes - 1) % nodes);
      }
    }
    return program;
  }

  bool in_order() const override { return false; }

 private:
  Outputs outputs(SwitchId switch_id) const {
    Outputs result;
    result.ports = ports_.ports(switch_id);
    result.vc_shift = context_.vc_shift;
    if (result.vc_shift > 0) result.vcs.resize(static_cast<std::size_t>(result.ports));
    for (int port = 0; port < result.ports; ++port) {
      const int link = ports_.link_out(switch_id, port);
      // A port that leads nowhere keeps its reset interval and must not be offered.
      if (link < 0) continue;
      result.linked[port / 64] |= std::uint64_t{1} << port % 64;
      if (result.vc_shift == 0) continue;
      const int kind = context_.netlist->links[static_cast<std::size_t>(link)].kind;
      const int count =
          context_.vc_policy == "single" ? 1 : context_.vcs.at(static_cast<std::size_t>(kind));
      result.vcs[static_cast<std::size_t>(port)] =
          count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }
    return result;
  }

  RoutingContext context_;
  FatTree tree_;
  PortMap ports_;
};

const RoutingFunctionRegistry::Registration kRegistration(
    "interval",
    {"adaptive up*/down* routing in fat-trees with one cyclic interval per output port",
     {},
     "sadp",
     [](const RoutingContext& context) { return std::make_unique<IntervalRouting>(context); }});

}  // namespace
}  // namespace netloom
