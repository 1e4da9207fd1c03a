#include "sim/run/judged_run.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sim/statistics/batch_means.h"
#include "sim/statistics/ratio_series.h"
#include "sim/statistics/sectioning.h"
#include "sim/statistics/trend.h"
#include "sim/statistics/warm_up.h"

namespace netloom {
inline namespace sim {
namespace {

/// Of the intervals that tables and pictures have, whatever the run was stopped by.
constexpr double kShown = 0.95;

/// Without a precision a run is looked at once.
constexpr double kAnyPrecision = 0.5;

/// The measured part is at least so many times what MSER-5 cuts off.
constexpr Cycle kLeastCuts = 10;

/// Fewer packets in a section have no quantile to speak of.
constexpr std::uint64_t kLeastPackets = 1000;

/// Latencies are whole cycles, and so are their quantiles: where the share is nearly reached at a
/// cycle, half of the runs say the next one, however long they are.
constexpr double kWholeCycle = 1;

/// A run with a load that the network does not stand ends after so much of its cap at least:
/// relaxation near saturation, for which caps are made, does not come.
constexpr Cycle kOverloadedPart = 4;
constexpr double kErrorOfOverload = 0.01;

/// So many sections of a run at least.
constexpr std::size_t kLeastSections = 10;

RatioSeries network_latency(const std::vector<DeliverySums>& bins) {
  RatioSeries series;
  for (const DeliverySums& each : bins) series.push_back(each.network_latency, each.packets);
  return series;
}

RatioSeries generation_latency(const std::vector<DeliverySums>& bins) {
  RatioSeries series;
  for (const DeliverySums& each : bins) series.push_back(each.generation_latency, each.packets);
  return series;
}

/// Phits per bin, until a cycle.
RatioSeries accepted_of_offered(const DeliveryBins& bins, Cycle until) {
  const std::vector<DeliverySums> delivered = bins.until(until);
  const std::vector<std::uint64_t> generated = bins.generated_until(until);
  RatioSeries series;
  for (std::size_t i = 0; i < delivered.size(); ++i) {
    series.push_back(delivered[i].phits, generated[i]);
  }
  return series;
}

RatioSeries accepted_phits(const std::vector<DeliverySums>& bins) {
  RatioSeries series;
  for (const DeliverySums& each : bins) series.push_back(each.phits, 1);
  return series;
}

/// A mean, and how good it is.
struct Judged {
  BatchMeans means;
  Trend trend;

  explicit Judged(const RatioSeries& series, std::size_t uncorrelated_bins = kNeverUncorrelated)
      : means(batch_means(series, uncorrelated_bins)), trend(trend_of(series)) {}

  bool has_interval() const { return means.valid() && !trend.significant(); }
  std::optional<double> half_width(double confidence) const {
    return has_interval() ? means.half_width(confidence) : std::nullopt;
  }
  std::string why_none() const {
    return trend.significant() ? "it rises or falls" : text_of(means.reason);
  }
};

/// Of a batch that has so many cycles at least.
std::size_t bins_of(Cycle batch, Cycle bin) {
  return batch == kNever ? kNeverUncorrelated : (batch + bin - 1) / bin;
}

Json measure_json(const Judged& judged, double scale, Cycle bin, double confidence) {
  const BatchMeans& means = judged.means;
  Json result = {
      {"mean", means.mean ? Json(*means.mean * scale) : Json(nullptr)},
      {"standard_error", nullptr},
      {"half_width", nullptr},
      {"batches", means.batches},
      {"batch_cycles", means.batch_bins * bin},
      {"correlation", means.correlation},
      {"autocorrelation_cycles", means.autocorrelation_time
                                     ? Json(*means.autocorrelation_time * static_cast<double>(bin))
                                     : Json(nullptr)}};
  if (const auto half = judged.half_width(confidence)) {
    result["standard_error"] = means.standard_error * scale;
    result["half_width"] = *half * scale;
  } else {
    result["no_interval"] = judged.why_none();
  }
  return result;
}

/// Sections of the measured interval, of equal length: as many as there can be up to 63 with enough
/// packets in each, but no fewer than kLeastSections.
std::vector<LatencyHistogram> sections_of(const LatencyBatches& batches, std::size_t whole,
                                          LatencyHistogram LatencyBatches::Batch::*kind) {
  std::vector<LatencyHistogram> sections;
  for (std::size_t each = 1;; each *= 2) {
    sections.clear();
    sections.resize(whole / each);
    bool enough = true;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      for (std::size_t j = i * each; j < std::min((i + 1) * each, batches.batches().size()); ++j) {
        sections[i].add(batches.batches()[j].*kind);
      }
      enough = enough && sections[i].count() >= kLeastPackets;
    }
    if (sections.size() <= 63 && (enough || sections.size() < 2 * kLeastSections)) return sections;
  }
}

/// Without an interval of the mean (`of_mean`) a quantile has none, either: what rises or falls has
/// no true one, and sections of what forgets too slowly are as little worth as batches.
Json latency_intervals_json(const LatencyHistogram& all,
                            const std::vector<LatencyHistogram>& sections,
                            const std::optional<double>& of_mean) {
  Json result = {{"mean", number_or_null(of_mean)}};
  constexpr std::array<std::pair<const char*, double>, 3> kShares = {
      {{"p50", 0.50}, {"p95", 0.95}, {"p99", 0.99}}};
  for (const auto& [name, share] : kShares) {
    result[name] = nullptr;
    const std::optional<Cycle> of_run = all.percentile(share);
    if (!of_mean || !of_run) continue;
    std::vector<BatchQuantile> of_sections;
    for (const LatencyHistogram& each : sections) {
      of_sections.push_back(
          {static_cast<double>(each.percentile(share).value_or(0)), each.count()});
    }
    const QuantileEstimate estimate =
        quantile_by_sectioning(static_cast<double>(*of_run), of_sections);
    std::optional<double> half = estimate.half_width(kShown);
    if (half && *half > 0) half = std::max(*half, kWholeCycle);
    result[name] = number_or_null(half);
  }
  return result;
}

}  // namespace

JudgedRun::JudgedRun(const RunConfig& config, std::size_t nodes)
    : config_(config), nodes_(nodes), look_(config.warmup) {
  const Cycle first = std::min(config.measure, config.at_most / 2);
  if (config.stability) {
    begin_at(first);
    for (Cycle look = look_;; look = next_of_stability(look)) {
      all_looks_ += look - *begin_;
      if (look == config.at_most) break;
    }
  } else if (config.auto_warmup) {
    look_ = first;
  } else {
    begin_at(config.warmup);
  }
}

void JudgedRun::begin_at(Cycle cycle) {
  begin_ = cycle;
  const Cycle most = config_.at_most - cycle;
  const Cycle least = std::min(most, std::max(config_.measure, kLeastCuts * cut_.value_or(0)));
  rule_.emplace(StoppingRule::Settings{config_.precision.value_or(kAnyPrecision), least, most});
  look_ = cycle + least;
}

Cycle JudgedRun::next_look() const {
  return begin_ && !config_.stability ? *begin_ + rule_->next_look() : look_;
}

bool JudgedRun::look(const DeliveryBins& bins, const std::optional<SourceBins>& sources) {
  ++looks_;
  if (!begin_) return look_at_warm_up(bins);
  if (config_.stability) return look_at_stability(bins, sources);
  const std::vector<DeliverySums> measured = bins.until(next_look());
  const auto judged = [&](const RatioSeries& series, Cycle& uncorrelated) {
    const Judged result(series, bins_of(uncorrelated, bins.length()));
    if (result.means.valid()) {
      uncorrelated = std::min(uncorrelated, result.means.batch_bins * bins.length());
    }
    return result;
  };
  const Judged latency = judged(network_latency(measured), uncorrelated_latency_);
  const Judged accepted = judged(accepted_phits(measured), uncorrelated_accepted_);
  settled_ = warmed_up_ && !latency.trend.significant() && !accepted.trend.significant();
  reached_ = std::nullopt;
  if (latency.has_interval() && accepted.has_interval()) {
    const auto of_latency = latency.means.relative_half_width(config_.confidence);
    const auto of_accepted = accepted.means.relative_half_width(config_.confidence);
    if (of_latency && of_accepted) reached_ = std::max(*of_latency, *of_accepted);
  }
  const RunVerdict verdict = rule_->look({settled_, reached_, overloaded(bins)});
  return !config_.precision || verdict != RunVerdict::kGoOn;
}

bool JudgedRun::overloaded(const DeliveryBins& bins) const {
  const Cycle now = next_look();
  if (!config_.precision || now - *begin_ < (config_.at_most - *begin_) / kOverloadedPart) {
    return false;
  }
  return load_stability(accepted_of_offered(bins, now), kErrorOfOverload).stability ==
         Stability::kUnstable;
}

bool JudgedRun::look_at_stability(const DeliveryBins& bins,
                                  const std::optional<SourceBins>& sources) {
  // Each look may be wrong. They share the error probability by their lengths, so that those that
  // loads next to saturation need have most of it; far from saturation a look says far more.
  const double share =
      static_cast<double>(look_ - *begin_) / static_cast<double>(all_looks_) * *config_.stability;
  stability_ = load_stability(accepted_of_offered(bins, look_), share);
  if (sources) of_sources_ = source_stability(*sources, look_, share);
  settled_ = warmed_up_;
  const Stability asked = config_.of_sources == RunConfig::OfSources::kUntilKnown
                              ? of_sources_->stability
                              : stability_->stability;
  if (asked != Stability::kUndecided || look_ == config_.at_most) return true;
  look_ = next_of_stability(look_);
  return false;
}

Cycle JudgedRun::next_of_stability(Cycle look) const {
  return std::min(config_.at_most, *begin_ + 2 * (look - *begin_));
}

bool JudgedRun::look_at_warm_up(const DeliveryBins& bins) {
  const std::vector<DeliverySums> all = bins.until(look_);
  const WarmUp warm_up = find_warm_up({network_latency(all), accepted_phits(all)});
  const bool found = warm_up.found() || warm_up.verdict == WarmUp::Verdict::kTooShort;
  const Cycle latest = config_.at_most / 2;
  if (!found && look_ < latest) {
    look_ = std::min(latest, look_ + (look_ + 1) / 2);
    return false;
  }
  warmed_up_ = found;
  if (warm_up.verdict != WarmUp::Verdict::kUnknown) cut_ = warm_up.cut * bins.length();
  begin_at(look_);
  return false;
}

bool JudgedRun::holds() const {
  return config_.precision ? rule_ && rule_->verdict() == RunVerdict::kPrecise : settled_;
}

Json JudgedRun::precision_json(const MeasuredSeries& series, Cycle end,
                               const std::vector<std::string>& names) const {
  const DeliveryBins& bins = series.bins();
  const Cycle begin = begin_.value();
  Json result = {{"confidence", config_.confidence},
                 {"asked", number_or_null(config_.precision)},
                 {"reached", number_or_null(reached_)},
                 {"warmup", begin},
                 {"mser5_cut", config_.auto_warmup ? number_or_null(cut_) : Json(nullptr)},
                 {"measured", end - begin},
                 {"looks", looks_}};
  if (config_.precision) {
    result["verdict"] = text_of(rule_ ? rule_->verdict() : RunVerdict::kDoesNotSettle);
  } else {
    result["verdict"] = settled_ ? "settled" : text_of(RunVerdict::kDoesNotSettle);
  }
  const std::vector<DeliverySums> measured = bins.until(end);
  const auto measure = [&](const RatioSeries& of, double scale, Cycle uncorrelated = kNever) {
    const Judged judged(of, bins_of(uncorrelated, bins.length()));
    return measure_json(judged, scale, bins.length(), config_.confidence);
  };
  const double per_node = 1 / (static_cast<double>(bins.length()) * static_cast<double>(nodes_));
  result["accepted_load"] = measure(accepted_phits(measured), per_node, uncorrelated_accepted_);
  result["network_latency"] = measure(network_latency(measured), 1, uncorrelated_latency_);
  result["generation_latency"] = measure(generation_latency(measured), 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    result["paths"][names[i]] = measure(network_latency(bins.until(end, i)), 1);
  }
  return result;
}

Json JudgedRun::intervals_json(const Measurement& measurement, const MeasuredSeries& series,
                               Cycle end) const {
  const DeliveryBins& bins = series.bins();
  const std::vector<DeliverySums> measured = bins.until(end);
  const auto half = [&bins](const RatioSeries& of, Cycle uncorrelated = kNever) {
    return Judged(of, bins_of(uncorrelated, bins.length())).half_width(kShown);
  };
  const double per_node = 1 / (static_cast<double>(bins.length()) * static_cast<double>(nodes_));
  const auto accepted = half(accepted_phits(measured), uncorrelated_accepted_);
  const LatencyBatches& batches = series.batches();
  const std::size_t whole = (end - begin_.value()) / batches.length();
  using Batch = LatencyBatches::Batch;
  Json network = latency_intervals_json(measurement.network_latency(),
                                        sections_of(batches, whole, &Batch::network),
                                        half(network_latency(measured), uncorrelated_latency_));
  Json generation = latency_intervals_json(measurement.generation_latency(),
                                           sections_of(batches, whole, &Batch::generation),
                                           half(generation_latency(measured)));
  return {{"accepted_load", accepted ? Json(*accepted * per_node) : Json(nullptr)},
          {"latency", {{"network", std::move(network)}, {"generation", std::move(generation)}}}};
}

Json JudgedRun::stability_json() const {
  if (!stability_) return nullptr;
  Json result = {{"verdict", text_of(stability_->stability)},
                 {"short_by",
                  {{"estimate", number_or_null(stability_->short_by)},
                   {"lower", number_or_null(stability_->lower)},
                   {"upper", number_or_null(stability_->upper)}}},
                 {"growth_p_value", stability_->growth_p_value}};
  if (of_sources_) {
    result["sources"] = {
        {"verdict", text_of(of_sources_->stability)},
        {"source", of_sources_->source ? Json(*of_sources_->source) : Json(nullptr)},
        {"short_by", number_or_null(of_sources_->short_by)},
        {"most", of_sources_->most},
        {"unstable", of_sources_->unstable}};
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
