#include "routing/function/interval.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "routing/error.h"
#include "routing/fat_tree_of.h"
#include "routing/function/routing_function.h"
#include "routing/vc_policy.h"

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

/// The C++ model as a member of the router: one pointer less to follow per decision, and its
/// comparison is compiled into the packet path.
struct OwnPorts {
  IntervalPorts* operator->() { return &ports; }
  IntervalPorts ports;
};

/// Turns the allowed-ports register into (port, VC) candidates. `Matcher` points to what decides:
/// OwnPorts, or a std::unique_ptr<PortMatcher>.
template <class Matcher>
class IntervalRouter final : public SwitchRouter {
 public:
  IntervalRouter(Matcher matcher, OutputVcs outputs)
      : matcher_(std::move(matcher)),
        outputs_(std::move(outputs)),
        words_((outputs_.ports() + 63) / 64) {
    for (int port = 0; port < outputs_.ports(); ++port) {
      if (outputs_.mask(port) != 0) linked_[port / 64] |= std::uint64_t{1} << port % 64;
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) override {
    if (outputs_.vc_shift() == 0) {
      // One VC: the allowed-ports register is the candidate set.
      std::uint64_t* words = candidates.words();
      matcher_->match(query, words);
      for (int i = 0; i < words_; ++i) words[i] &= linked_[i];
      return;
    }
    std::uint64_t allowed[kWords] = {};
    matcher_->match(query, allowed);
    for (int i = 0; i < words_; ++i) {
      for (std::uint64_t rest = allowed[i] & linked_[i]; rest != 0; rest &= rest - 1) {
        outputs_.add(i * 64 + __builtin_ctzll(rest), candidates.words());
      }
    }
  }

  void registers_written(const RegisterFile& file) override { matcher_->registers_written(file); }

 private:
  Matcher matcher_;
  OutputVcs outputs_;
  int words_;
  /// A port that leads nowhere keeps its reset interval and must not be offered.
  std::uint64_t linked_[kWords] = {};
};

/// Minimal adaptive routing in fat-trees with one interval per output port: up by any port until
/// a nearest common ancestor, then down the only way.
/// Source: 002_93ff7ed2c806cfd2.txt, section 3.1.
class IntervalRouting final : public RoutingFunction {
 public:
  explicit IntervalRouting(const RoutingContext& context)
      : context_(context),
        tree_(fat_tree_of(*context.netlist, "routing function 'interval'")),
        ports_(*context.netlist),
        policy_(parse_vc_policy(context.vc_policy, "interval")) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    const int ports = ports_.ports(switch_id);
    OutputVcs outputs(context_, ports_, policy_, switch_id);
    if (!context_.port_matcher) {
      return std::make_unique<IntervalRouter<OwnPorts>>(OwnPorts{IntervalPorts(ports)},
                                                        std::move(outputs));
    }
    return std::make_unique<IntervalRouter<std::unique_ptr<PortMatcher>>>(
        context_.port_matcher(switch_id, ports, std::make_unique<IntervalPorts>(ports)),
        std::move(outputs));
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
  RoutingContext context_;
  FatTree tree_;
  PortMap ports_;
  VcPolicy policy_;
};

const RoutingFunctionRegistry::Registration kRegistration(
    "interval",
    {"adaptive up*/down* routing in fat-trees with one cyclic interval per output port",
     {},
     "sadp",
     [](const RoutingContext& context) { return std::make_unique<IntervalRouting>(context); }});

}  // namespace
}  // namespace netloom
