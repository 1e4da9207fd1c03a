#include "hw/kernel/ranks.h"

#include <algorithm>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

class NoOtherRanks final : public Ranks {
 public:
  int count() const override { return 1; }
  int rank() const override { return 0; }
  void exchange(const std::vector<int>& /*partners*/,
                std::vector<std::string>& /*messages*/) override {}
  void sum(std::uint64_t* /*numbers*/, std::size_t /*count*/) override {}
  void minimum(std::uint64_t* /*numbers*/, std::size_t /*count*/) override {}
  std::vector<std::string> gather(const char* /*what*/, const std::string& mine) override {
    return {mine};
  }
  [[noreturn]] void end_job(const std::string& message) override { throw BrokenInvariant(message); }
};

}  // namespace

void together(Ranks& ranks, const char* what, const std::function<void()>& work) {
  if (ranks.alone()) return work();
  std::string mine;
  try {
    work();
  } catch (const Error& error) {
    mine = error.what();
  }
  const std::vector<std::string> errors = ranks.gather(what, mine);
  for (std::size_t rank = 0; rank < errors.size(); ++rank) {
    if (errors[rank].empty()) continue;
    const bool in_all = std::count(errors.begin(), errors.end(), errors[rank]) == ranks.count();
    throw CommonError(in_all ? errors[rank] : "rank " + std::to_string(rank) + ": " + errors[rank]);
  }
}

Ranks& no_other_ranks() {
  static NoOtherRanks ranks;
  return ranks;
}

}  // namespace hw
}  // namespace netloom
