#include "sim/statistics/paired_comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kFewestPairs = 8;
constexpr double kOfAStep =
    0.95;  ///< confidence with which values that have steps are known to one

}  // namespace

const char* text_of(Comparison verdict) {
  switch (verdict) {
    case Comparison::kBetter:
      return "better";
    case Comparison::kWorse:
      return "worse";
    case Comparison::kNotToldApart:
      return "not told apart";
  }
  return "";
}

double standard_error(const std::vector<double>& values, double mean) {
  const auto n = static_cast<double>(values.size());
  double squares = 0;
  for (const double each : values) squares += (each - mean) * (each - mean);
  return std::sqrt(squares / (n - 1) / n);
}

double PairedDifference::half_width(double confidence) const {
  return student_t_two_sided_quantile(confidence, static_cast<double>(pairs) - 1) * standard_error;
}

PairedDifference paired_difference(const std::vector<double>& first,
                                   const std::vector<double>& second, double step) {
  if (first.size() != second.size() || first.size() < kFewestPairs) {
    throw Error("a comparison of " + std::to_string(first.size()) + " runs with " +
                std::to_string(second.size()) + "; allowed: as many of both, " +
                std::to_string(kFewestPairs) + " or more");
  }
  PairedDifference result;
  result.pairs = first.size();
  const auto n = static_cast<double>(result.pairs);
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(second[i] - first[i]);
  result.mean_of_first = std::accumulate(first.begin(), first.end(), 0.0) / n;
  const bool all_equal = std::all_of(differences.begin(), differences.end(),
                                     [&](double each) { return each == differences.front(); });
  if (all_equal && step == 0) {
    result.mean = differences.front();
    result.p_value = result.mean == 0 ? 1 : 0;
    return result;
  }
  result.mean = std::accumulate(differences.begin(), differences.end(), 0.0) / n;
  result.standard_error = std::max(netloom::standard_error(differences, result.mean),
                                   step / student_t_two_sided_quantile(kOfAStep, n - 1));
  result.p_value = student_t_two_sided(result.mean / result.standard_error, n - 1);
  return result;
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> result(p_values.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(left * p_values[order[i]], 1.0));
    result[order[i]] = largest;
  }
  return result;
}

Comparison compared(const PairedDifference& difference, double p_value, double level,
                    Preferred preferred) {
  if (p_value > level || difference.mean == 0) return Comparison::kNotToldApart;
  const bool lower = difference.mean < 0;
  return lower == (preferred == Preferred::kLower) ? Comparison::kBetter : Comparison::kWorse;
}

}  // namespace sim
}  // namespace netloom
