#include "testbench/bench/scaling_estimates.h"

#include <fmt/format.h>

#include <chrono>

#include "hw/kernel/thread_team.h"
#include "testbench/bench/scaling_page.h"

namespace netloom::bench {
namespace {

/// Seconds of a round of threads that have nothing to do: the others are told, and waited for.
double seconds_of_a_round(int threads) {
  ThreadTeam team(threads, [](int) {});
  constexpr int kRounds = 20000;
  double best = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i) team.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (repeat == 0 || took.count() < best) best = took.count();
  }
  return best / kRounds;
}

/// Seconds of a cycle on one core.
double seconds_of_cycle(const Row& row) {
  return row.seconds() / row.one.cycles;
}

}  // namespace

Estimates::Estimates(const Program& program) : program_(program), round_(seconds_of_a_round(2)) {}

std::string Estimates::head() {
  return fmt::format(
      "| network | us of a cycle | {0} threads: window | balance | faster | 2 ranks: us of a "
      "window "
      "beyond the work | {1} ranks: window | balance | MB a rank sends in a window | faster "
      "| MB of a rank |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
      kThreads, kRanks);
}

std::string Estimates::of_threads(const Row& row) const {
  const auto share = program_.share(*row.entry, kThreads);
  if (!share) return "| | |";
  const double work = seconds_of_cycle(row) * share->window;
  // Each of the others takes the cache line in turn.
  const double took = work * share->balance / kThreads + round_ * (kThreads - 1);
  return fmt::format("{:.0f} | {:.2f} | {:.1f} |", share->window, share->balance, work / took);
}

std::string Estimates::of_ranks(const Row& row) const {
  if (!row.ranks) return "| | | | | |";
  std::string text = " |";
  if (const auto two = program_.share(*row.entry, 2)) {
    // Of the fastest runs.
    const double work = seconds_of_cycle(row) * two->balance / 2;
    const double beyond = (row.ranks->seconds / row.ranks->cycles - work) * two->window;
    text = fmt::format("{:.1f} |", 1e6 * beyond);
  }
  const auto share = program_.share(*row.entry, kRanks);
  if (!share) return text + " | | | | |";
  const double work = seconds_of_cycle(row) * share->window;
  // Of two ranks each sends half of what crosses regions anywhere.
  const double sent =
      row.ranks->sent / row.ranks->cycles * share->window * 2 * (1 - 1.0 / kRanks) / kRanks;
  const double took =
      work * share->balance / kRanks + (kRanks - 1) * kMessageSeconds + 2 * sent / kBytesPerSecond;
  // What each rank has whole, and what they share: two ranks have the former twice.
  const double shared = 2 * (row.one.bytes - row.ranks->bytes);
  const double bytes = row.one.bytes - shared + shared * share->balance / kRanks;
  return text + fmt::format(" {:.0f} | {:.2f} | {:.3f} | {:.1f} | {} |", share->window,
                            share->balance, sent / 1e6, work / took,
                            shared > 0 ? grouped(bytes / 1e6) : "");
}

std::string Estimates::line(const Row& row) const {
  return fmt::format("| {} | {:.1f} | {} {}\n", row.entry->what, 1e6 * seconds_of_cycle(row),
                     of_threads(row), of_ranks(row));
}

std::string Estimates::round() const {
  return fmt::format("{:.2f}", 1e6 * round_);
}

}  // namespace netloom::bench
