#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <tuple>

#include "routing/base/visible.h"
#include "tlm/transaction.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Holds back what would overtake another transaction of the same initiator to the same host: their
/// requests, or their responses.
class TransactionOrder {
 public:
  using Pointer = std::shared_ptr<Transaction>;

  /// `came`: the member that says whether it has come. `pass`: what becomes of it then.
  TransactionOrder(bool Transaction::*came, std::function<void(const Pointer&)> pass)
      : came_(came), pass_(std::move(pass)) {}

  /// From now on no later one passes before it.
  void issue(const Pointer& transaction) { queues_[key(*transaction)].push_back(transaction); }
  /// It has come: those that may pass do.
  void come(const Pointer& transaction) {
    transaction.get()->*came_ = true;
    pass_over(*transaction);
  }
  /// The same where it is lost: those behind it do not wait for it.
  void pass_over(const Transaction& transaction) {
    const auto queue = queues_.find(key(transaction));
    if (queue == queues_.end()) return;
    while (!queue->second.empty()) {
      const Pointer first = queue->second.front();
      const bool came = first.get()->*came_;
      if (!came && !first->lost) return;
      queue->second.pop_front();
      if (!first->lost) pass_(first);
    }
    queues_.erase(queue);
  }

 private:
  using Key = std::tuple<NodeId, NodeId, std::uint64_t>;
  static Key key(const Transaction& transaction) {
    return {transaction.source, transaction.destination, transaction.initiator};
  }

  bool Transaction::*came_;
  std::function<void(const Pointer&)> pass_;
  std::map<Key, std::deque<Pointer>> queues_;
};

}  // namespace tlm
}  // namespace netloom
