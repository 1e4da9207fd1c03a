#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A router that answers as another one does. What is built around a router derives from it and
/// says what is different.
class ForwardingRouter : public SwitchRouter {
 public:
  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    inner_->route(question(query), candidates);
  }
  bool decides() const override { return inner_->decides(); }
  bool decides_again() const override { return inner_->decides_again(); }
  std::uint16_t decide(const RouteQuery& query, const CongestionView& view,
                       const Draw& draw) const override {
    return inner_->decide(question(query), view, draw);
  }
  void decisions(const RouteQuery& query, std::vector<std::uint16_t>& states) const override {
    inner_->decisions(question(query), states);
  }
  InjectionCounter* injection_counter() override { return inner_->injection_counter(); }
  void publish(const CongestionView& view, std::uint32_t* words) const override {
    inner_->publish(view, words);
  }
  bool changes_state() const override { return inner_->changes_state(); }
  std::uint16_t next_state(const RouteQuery& query, int port, int vc) const override {
    return inner_->next_state(question(query), port, vc);
  }
  const MisroutingTrigger* trigger() const override { return inner_->trigger(); }
  void minimal(const RouteQuery& query, CandidateSet& candidates) const override {
    inner_->minimal(question(query), candidates);
  }
  void route_apart(const RouteQuery& query, CandidateSet& minimal,
                   CandidateSet& others) const override {
    inner_->route_apart(question(query), minimal, others);
  }
  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    inner_->escape(question(query), candidates);
  }
  void entering(const RouteQuery& query, CandidateSet& candidates) const override {
    inner_->entering(question(query), candidates);
  }
  void registers_written(const RegisterFile& file) override { inner_->registers_written(file); }
  void register_written(const RegisterFile& file, const std::string& name, int index) override {
    inner_->register_written(file, name, index);
  }
  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    inner_->explain(question(query), registers, explanation);
  }
  void explain_decision(const RouteQuery& query, const CongestionView& view, const Draw& draw,
                        const RegisterFile& registers, Explanation& explanation) const override {
    inner_->explain_decision(question(query), view, draw, registers, explanation);
  }
  void check_hop(const RouteQuery& query, int port, int vc) const override {
    inner_->check_hop(question(query), port, vc);
  }

 protected:
  /// What the inner router is asked.
  virtual RouteQuery question(const RouteQuery& query) const { return query; }

  explicit ForwardingRouter(std::unique_ptr<SwitchRouter> inner) : inner_(std::move(inner)) {}
  const SwitchRouter& inner() const { return *inner_; }

 private:
  std::unique_ptr<SwitchRouter> inner_;
};

/// The same of a whole network.
class ForwardingFunction : public RoutingFunction {
 public:
  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return inner_->make_router(switch_id);
  }
  std::string register_set() const override { return inner_->register_set(); }
  void complete_shape(SwitchId switch_id, SwitchShape& shape) const override {
    inner_->complete_shape(switch_id, shape);
  }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    return inner_->register_program(switch_id);
  }
  std::optional<std::uint64_t> words_per_fault() const override {
    return inner_->words_per_fault();
  }
  bool uses_bubble() const override { return inner_->uses_bubble(); }
  std::optional<int> routing_options() const override { return inner_->routing_options(); }
  std::optional<std::uint32_t> longest_way() const override { return inner_->longest_way(); }
  bool in_order() const override { return inner_->in_order(); }
  std::vector<std::string> path_classes() const override { return inner_->path_classes(); }
  std::size_t path_class(const FinishedPath& path) const override {
    return inner_->path_class(path);
  }
  StatusBroadcast status_broadcast() const override { return inner_->status_broadcast(); }
  bool depends_on_source() const override { return inner_->depends_on_source(); }
  bool tells_hosts_apart() const override { return inner_->tells_hosts_apart(); }
  std::uint64_t table_bits(SwitchId switch_id) const override {
    return inner_->table_bits(switch_id);
  }

  RoutingFunction& inner() { return *inner_; }

 protected:
  explicit ForwardingFunction(std::unique_ptr<RoutingFunction> inner) : inner_(std::move(inner)) {}
  const RoutingFunction& inner() const { return *inner_; }

 private:
  std::unique_ptr<RoutingFunction> inner_;
};

}  // namespace routing
}  // namespace netloom
