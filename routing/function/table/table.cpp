#include "routing/function/table/table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "routing/base/bits.h"
#include "routing/function/table/table_file.h"

namespace netloom {
inline namespace routing {
namespace {

/// The router of one switch. The candidates of each distinct set of next hops are made in advance,
/// so that a decision is two look-ups and an OR. `Entry` is the width of the switch's entries.
template <class Entry>
class TableRouter final : public SwitchRouter {
 public:
  TableRouter(std::shared_ptr<const NextHopTables> tables,
              std::shared_ptr<const std::vector<std::uint32_t>> destinations, const Entry* entries,
              SwitchId switch_id, OutputVcs outputs)
      : tables_(std::move(tables)),
        destinations_(std::move(destinations)),
        destination_(destinations_->data()),
        entries_(entries),
        words_(((static_cast<std::size_t>(outputs.ports()) << outputs.vc_shift()) + 63) / 64),
        outputs_(std::move(outputs)) {
    // One bit vector per possible entry; those of kNoWay and kDeliver stay empty.
    const std::vector<PortSet>& sets = tables_->sets(switch_id);
    candidates_.resize((NextHopTables::kFirstSet + sets.size()) * words_);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      std::uint64_t* words = &candidates_[(NextHopTables::kFirstSet + i) * words_];
      sets[i].for_each([&](int port) { outputs_.add(port, words); });
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint32_t destination = destination_[query.destination];
    const std::size_t entry = entries_[destination >> 8];
    if (entry == NextHopTables::kDeliver) {
      outputs_.add(static_cast<int>(destination & 0xFF), candidates);
      return;
    }
    const std::uint64_t* set = &candidates_[entry * words_];
    std::uint64_t* words = candidates.words();
    for (std::size_t i = 0; i < words_; ++i) words[i] |= set[i];
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::uint32_t destination = destination_[query.destination];
    const std::size_t entry = entries_[destination >> 8];
    explanation.decision.push_back(
        entry == NextHopTables::kDeliver
            ? fmt::format("host {} is at this switch", query.destination)
            : fmt::format("forwarding table: entry {} for destination {}", destination >> 8,
                          query.destination));
  }

 private:
  std::shared_ptr<const NextHopTables> tables_;
  std::shared_ptr<const std::vector<std::uint32_t>> destinations_;
  const std::uint32_t* destination_;
  const Entry* entries_;
  std::size_t words_;  ///< of a candidate set
  OutputVcs outputs_;
  std::vector<std::uint64_t> candidates_;
};

}  // namespace

TableRouting::TableRouting(const RoutingContext& context, NextHopTables tables,
                           const std::string& function, bool shortest)
    : context_(context),
      shortest_(shortest),
      policy_(find_open_vc_policy(context.vc_policy, function)),
      ports_(*context.netlist),
      tables_(std::make_shared<const NextHopTables>(std::move(tables))),
      longest_(
          require_complete(*context.netlist, *tables_, "routing function '" + function + "'")) {
  auto destinations = std::make_shared<std::vector<std::uint32_t>>();
  destinations->reserve(context.netlist->hosts.size());
  for (NodeId host = 0; host < context.netlist->hosts.size(); ++host) {
    destinations->push_back(tables_->column_of(host) << 8 |
                            static_cast<std::uint32_t>(tables_->delivery_port(host)));
  }
  destinations_ = std::move(destinations);
}

std::unique_ptr<SwitchRouter> TableRouting::make_router(SwitchId switch_id) {
  OutputVcs outputs(context_, ports_, policy_, switch_id);
  if (const std::uint8_t* entries = tables_->narrow_entries(switch_id)) {
    return std::make_unique<TableRouter<std::uint8_t>>(tables_, destinations_, entries, switch_id,
                                                       std::move(outputs));
  }
  return std::make_unique<TableRouter<std::uint16_t>>(
      tables_, destinations_, tables_->wide_entries(switch_id), switch_id, std::move(outputs));
}

bool TableRouting::tells_hosts_apart() const {
  for (std::uint32_t column = 0; column < tables_->columns(); ++column) {
    if (tables_->column_of_switch(tables_->home(column)) != column) return true;
  }
  return false;
}

std::uint64_t TableRouting::table_bits(SwitchId switch_id) const {
  const auto ports = static_cast<std::uint64_t>(ports_.ports(switch_id));
  const std::uint64_t width =
      tables_->deterministic() ? static_cast<std::uint64_t>(bits_for(ports)) : ports;
  return tables_->columns() * width;
}

bool TableRouting::in_order() const {
  return offers_one_vc(policy_, context_.vcs) && tables_->deterministic();
}

RoutingFunctionEntry table_entry(
    std::string summary, std::vector<Parameter> parameters, std::string selection,
    std::function<std::unique_ptr<RoutingFunction>(const RoutingContext&)> make) {
  RoutingFunctionEntry entry;
  entry.summary = std::move(summary);
  entry.parameters = std::move(parameters);
  entry.default_selection = std::move(selection);
  entry.make = std::move(make);
  entry.table_bytes = [](const RoutingContext& context) {
    return next_hop_table_bytes(*context.netlist);
  };
  return entry;
}

namespace {

std::vector<Parameter> table_parameters() {
  Parameter file;
  file.name = "file";
  file.type = Parameter::Type::kString;
  file.meaning = "text file with lines SWITCH DESTINATION PORT [PORT ...]";
  return {std::move(file)};
}

const RoutingFunctionRegistry::Registration kRegistration(
    "table",
    table_entry("next hops from a file, any network", table_parameters(), "random",
                [](const RoutingContext& context) {
                  return std::make_unique<TableRouting>(
                      context,
                      read_tables(*context.netlist, string_parameter(context.parameters, "file")),
                      "table", false);
                }));

}  // namespace
}  // namespace routing
}  // namespace netloom
