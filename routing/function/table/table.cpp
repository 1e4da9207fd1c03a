#include "routing/function/table/table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "routing/base/bits.h"
#include "routing/decision/candidates.h"
#include "routing/decision/route_decision.h"
#include "routing/function/table/table_file.h"
#include "routing/function/table/table_route.h"

namespace netloom {
inline namespace routing {
namespace {

/// Columns up to which the candidates of each are kept, and not the numbers of distinct sets.
constexpr std::uint32_t kMostWords = 1024;

void explain_entry(const RouteQuery& query, const NextHopTables& tables, SwitchId switch_id,
                   Explanation& explanation) {
  const std::uint32_t column = tables.column_of(query.destination);
  explanation.decision.push_back(tables.entry(switch_id, column) == NextHopTables::kDeliver
                                     ? fmt::format("host {} is at this switch", query.destination)
                                     : fmt::format("forwarding table: entry {} for destination {}",
                                                   column, query.destination));
}

/// The router of one switch. The candidates of each distinct set of next hops are made in advance,
/// so that a decision is two look-ups and an OR. `Entry` is the width of the switch's entries.
template <class Entry>
class TableRouter final : public SwitchRouter {
 public:
  TableRouter(std::shared_ptr<const NextHopTables> tables,
              std::shared_ptr<const std::vector<std::uint32_t>> destinations, const Entry* entries,
              SwitchId switch_id, OutputVcs outputs)
      : destination_(destinations->data()),
        entries_(entries),
        words_(candidate_words(outputs.ports(), outputs.vc_shift())),
        outputs_(std::move(outputs)),
        tables_(std::move(tables)),
        destinations_(std::move(destinations)),
        id_(switch_id) {
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
    explain_entry(query, *tables_, id_, explanation);
  }

 private:
  // What every head needs comes first.
  const std::uint32_t* destination_;
  const Entry* entries_;
  std::size_t words_;  ///< of a candidate set
  std::vector<std::uint64_t> candidates_;
  OutputVcs outputs_;
  std::shared_ptr<const NextHopTables> tables_;
  std::shared_ptr<const std::vector<std::uint32_t>> destinations_;
  SwitchId id_;
};

/// The router of a switch whose candidates are few: those of each column stand for themselves, so
/// that a decision is one look-up. `Word` has a bit more than there are candidates.
template <class Word>
class WordTableRouter final : public SwitchRouter {
 public:
  WordTableRouter(std::shared_ptr<const NextHopTables> tables,
                  std::shared_ptr<const std::vector<std::uint32_t>> destinations,
                  SwitchId switch_id, OutputVcs outputs)
      : destination_(destinations->data()),
        outputs_(std::move(outputs)),
        tables_(std::move(tables)),
        destinations_(std::move(destinations)),
        id_(switch_id) {
    columns_.resize(tables_->columns());
    for (std::uint32_t column = 0; column < columns_.size(); ++column) {
      if (tables_->entry(switch_id, column) == NextHopTables::kDeliver) {
        columns_[column] = kDeliver;
        continue;
      }
      std::uint64_t word = 0;
      tables_->next_hops(switch_id, column).for_each([&](int port) { outputs_.add(port, &word); });
      columns_[column] = static_cast<Word>(word);
    }
  }

  /// Whether a word has room for the candidates of the switch.
  static bool fits(const OutputVcs& outputs) {
    return static_cast<std::size_t>(outputs.ports()) << outputs.vc_shift() < 8 * sizeof(Word);
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint32_t destination = destination_[query.destination];
    const Word set = columns_[destination >> 8];
    if (set == kDeliver) {
      outputs_.add(static_cast<int>(destination & 0xFF), candidates);
    } else {
      candidates.words()[0] |= set;
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    explain_entry(query, *tables_, id_, explanation);
  }

 private:
  static constexpr Word kDeliver = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));

  // What every head needs comes first.
  const std::uint32_t* destination_;
  std::vector<Word> columns_;
  OutputVcs outputs_;
  std::shared_ptr<const NextHopTables> tables_;
  std::shared_ptr<const std::vector<std::uint32_t>> destinations_;
  SwitchId id_;
};

/// The router of a switch in which something else decides in the place of the table, or beside it.
class DecidedTableRouter final : public SwitchRouter {
 public:
  DecidedTableRouter(std::shared_ptr<const NextHopTables> tables,
                     std::unique_ptr<RouteDecision> decision, SwitchId switch_id, OutputVcs outputs)
      : tables_(std::move(tables)),
        decision_(std::move(decision)),
        id_(switch_id),
        outputs_(std::move(outputs)) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const Routed routed = decision_->route(query);
    routed.for_each_port([&](int port) { outputs_.add(port, routed.vcs, candidates); });
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    explain_entry(query, *tables_, id_, explanation);
  }

 private:
  std::shared_ptr<const NextHopTables> tables_;
  std::unique_ptr<RouteDecision> decision_;
  SwitchId id_;
  OutputVcs outputs_;
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
  if (context_.hooks.route) {
    auto model = std::make_unique<TableRoute>(
        tables_, static_cast<std::uint32_t>(destinations_->size()), switch_id, outputs);
    auto decision = context_.hooks.route(switch_id, outputs.ports(), std::move(model));
    return std::make_unique<DecidedTableRouter>(tables_, std::move(decision), switch_id,
                                                std::move(outputs));
  }
  if (tables_->columns() <= kMostWords) {
    if (WordTableRouter<std::uint32_t>::fits(outputs)) {
      return std::make_unique<WordTableRouter<std::uint32_t>>(tables_, destinations_, switch_id,
                                                              std::move(outputs));
    }
    if (WordTableRouter<std::uint64_t>::fits(outputs)) {
      return std::make_unique<WordTableRouter<std::uint64_t>>(tables_, destinations_, switch_id,
                                                              std::move(outputs));
    }
  }
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

RoutingFunctionEntry entry() {
  RoutingFunctionEntry entry = table_entry(
      "next hops from a file, any network", table_parameters(), "random",
      [](const RoutingContext& context) {
        return std::make_unique<TableRouting>(
            context, read_tables(*context.netlist, string_parameter(context.parameters, "file")),
            "table", false);
      });
  entry.ways_from_file = true;
  return entry;
}

const RoutingFunctionRegistry::Registration kTable("table", entry());

}  // namespace
}  // namespace routing
}  // namespace netloom
