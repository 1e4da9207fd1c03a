// Routing functions that are written in Python.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "python/module/bindings.h"
#include "python/module/netlist_parts.h"
#include "python/module/python_integer.h"
#include "python/module/python_object.h"
#include "python/module/python_parameters.h"
#include "python/module/worker.h"
#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace python {
namespace {

using Offer = std::pair<int, int>;  ///< output port, VC
using Offers = std::vector<Offer>;

/// What a Python function is asked about: a RouteQuery without what is for messages.
struct Packet {
  NodeId destination;
  NodeId source;
  std::uint32_t state;
  int input_port;
  int input_vc;
};

/// The methods of an object that a router calls; those that its class does not have are empty.
struct Methods {
  /// `has`: whether the class has its own.
  explicit Methods(const py::object& object) : route(object.attr("route")) {
    const auto add = [&object](const char* name, std::shared_ptr<PythonObject>& method) {
      if (object.attr("has_own")(name).cast<bool>()) {
        method = std::make_shared<PythonObject>(object.attr(name));
      }
    };
    add("next_state", next_state);
    add("escape", escape);
    add("entering", entering);
  }

  PythonObject route;
  std::shared_ptr<PythonObject> next_state, escape, entering;
};

/// Answers are kept: a routing function is a relation, which gives the same one to the same
/// question.
class Answers {
 public:
  template <class Ask>
  const Offers& of(const RouteQuery& query, const Ask& ask) {
    const Key key{std::uint64_t{query.destination} << 32 | query.source,
                  std::uint64_t{query.state} << 32 |
                      static_cast<std::uint64_t>(query.input_port) << 16 |
                      static_cast<std::uint64_t>(query.input_vc)};
    const auto found = kept_.find(key);
    if (found != kept_.end()) return found->second;
    if (kept_.size() >= kMost) kept_.clear();
    return kept_.emplace(key, ask()).first->second;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15u;
      return (key.first * kOdd ^ key.second) * kOdd >> 13;
    }
  };
  static constexpr std::size_t kMost = 1 << 14;  ///< of a switch: some megabytes

  std::unordered_map<Key, Offers, Hash> kept_;
};

class PythonRouter final : public SwitchRouter {
 public:
  /// `vcs`: of each output port; 0: no link.
  PythonRouter(std::string place, SwitchId at, std::shared_ptr<const Methods> methods,
               std::vector<int> vcs, bool sources_differ)
      : place_(std::move(place)),
        at_(at),
        methods_(std::move(methods)),
        vcs_(std::move(vcs)),
        sources_differ_(sources_differ) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    add(routes_, "route", methods_->route, query, candidates);
  }

  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    if (!methods_->escape) return route(query, candidates);
    add(escapes_, "escape", *methods_->escape, query, candidates);
  }

  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    if (methods_->entering) add(entries_, "entering", *methods_->entering, query, candidates);
  }

  bool changes_state() const override { return methods_->next_state != nullptr; }

  std::uint16_t next_state(const RouteQuery& query, int port, int vc) const override {
    if (!methods_->next_state) return SwitchRouter::next_state(query, port, vc);
    return call_python([&] {
      const py::object answer = methods_->next_state->get()(at_, packet(query), port, vc);
      const auto state = integer_up_to(0xffff, answer);
      if (!state) fail("next_state", answer, "an integer from 0 to 65535");
      return static_cast<std::uint16_t>(*state);
    });
  }

 private:
  py::object packet(const RouteQuery& query) const {
    return py::cast(
        Packet{query.destination, query.source, query.state, query.input_port, query.input_vc});
  }

  void add(Answers& answers, const char* name, const PythonObject& method, RouteQuery query,
           CandidateSet& candidates) const {
    if (!sources_differ_) query.source = 0;
    const Offers& offers = answers.of(query, [&] {
      return call_python([&] { return checked(name, method.get()(at_, packet(query))); });
    });
    for (const auto& [port, vc] : offers) candidates.add(port, vc);
  }

  Offers checked(const char* name, const py::object& answer) const {
    const char* const allowed = "pairs of an output port that has a link and a VC of this link";
    Offers result;
    if (!py::isinstance<py::iterable>(answer)) fail(name, answer, allowed);
    for (const py::handle each : answer) {
      const py::object offer = py::reinterpret_borrow<py::object>(each);
      if (!py::isinstance<py::sequence>(offer) || py::len(offer) != 2) fail(name, offer, allowed);
      const auto pair = py::reinterpret_borrow<py::sequence>(offer);
      const auto port =
          integer_up_to(static_cast<std::int64_t>(vcs_.size()) - 1, py::object(pair[0]));
      if (!port) fail(name, offer, allowed);
      const auto vc = integer_up_to(vcs_[static_cast<std::size_t>(*port)] - 1, py::object(pair[1]));
      if (!vc) fail(name, offer, allowed);
      result.emplace_back(static_cast<int>(*port), static_cast<int>(*vc));
    }
    return result;
  }

  [[noreturn]] void fail(const char* method, const py::object& answer, const char* allowed) const {
    throw Error(fmt::format("{}: {}() says {}; allowed: {}", place_, method,
                            py::repr(answer).cast<std::string>(), allowed));
  }

  std::string place_;
  SwitchId at_;
  std::shared_ptr<const Methods> methods_;
  std::vector<int> vcs_;
  bool sources_differ_;
  mutable Answers routes_, escapes_, entries_;
};

class PythonRouting final : public RoutingFunction {
 public:
  PythonRouting(std::string name, const PythonObject& type, const RoutingContext& context)
      : name_(std::move(name)), netlist_(*context.netlist), ports_(netlist_), vcs_(context.vcs) {
    call_python([&] {
      py::dict vcs;
      for (std::size_t kind = 0; kind < vcs_.size(); ++kind) {
        vcs[py::str(netlist_.kinds[kind])] = vcs_[kind];
      }
      const py::object object =
          type.get()(python_netlist(netlist_), vcs, **keywords(context.parameters));
      methods_ = std::make_shared<const Methods>(object);
      in_order_ = object.attr("in_order").cast<bool>();
      depends_on_source_ = object.attr("depends_on_source").cast<bool>();
      uses_bubble_ = methods_->entering != nullptr;
    });
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
    std::vector<int> vcs;
    for (int port = 0; port < ports_.ports(id); ++port) {
      const int link = ports_.link_out(id, port);
      vcs.push_back(link < 0 ? 0 : vcs_[kind_of(link)]);
    }
    return std::make_unique<PythonRouter>(
        fmt::format("routing function '{}', switch {}", name_, netlist_.switches[id].name), id,
        methods_, std::move(vcs), depends_on_source_);
  }

  bool in_order() const override { return in_order_; }
  bool depends_on_source() const override { return depends_on_source_; }
  bool uses_bubble() const override { return uses_bubble_; }

 private:
  std::size_t kind_of(int link) const {
    return static_cast<std::size_t>(netlist_.links[static_cast<std::size_t>(link)].kind);
  }

  std::string name_;
  const Netlist& netlist_;
  PortMap ports_;
  VcCounts vcs_;
  std::shared_ptr<const Methods> methods_;
  bool in_order_ = false;
  bool depends_on_source_ = true;
  bool uses_bubble_ = false;
};

void set_routing_function(const std::string& name, const py::object& type) {
  RoutingFunctionEntry entry;
  entry.summary = summary_of(type);
  entry.parameters = declared_parameters(type);
  entry.default_selection = type.attr("selection").cast<std::string>();
  entry.default_vcs = type.attr("vcs").cast<std::map<std::string, int>>();
  entry.default_vc_policy = type.attr("vc_policy").cast<std::string>();
  entry.make = [name, kept = PythonObject(type)](const RoutingContext& context) {
    return std::make_unique<PythonRouting>(name, kept, context);
  };
  RoutingFunctionRegistry::instance().set(name, std::move(entry));
  renew_configuration_schema();
}

}  // namespace

void bind_routing(py::module_& module) {
  py::class_<Packet>(module, "Packet", "The head of a packet at a switch.")
      .def_readonly("destination", &Packet::destination, "Number of a host.")
      .def_readonly("source", &Packet::source,
                    "Number of a host; 0 where depends_on_source is False.")
      .def_readonly("state", &Packet::state,
                    "What next_state() has written into the header, 16 bits; 0 at injection.")
      .def_readonly("input_port", &Packet::input_port, "By which it came into the switch.")
      .def_readonly("input_vc", &Packet::input_vc, "Virtual channel on which it came.");
  module.def("set_routing_function", set_routing_function);
}

}  // namespace python
}  // namespace netloom
