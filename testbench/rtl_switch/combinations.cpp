#include "testbench/rtl_switch/combinations.h"

#include <fmt/format.h>

#include <utility>

#include "routing/base/random.h"

namespace netloom::test {
namespace {

struct Choice {
  const char* name;
  /// Lines of a section, which has the place of the kind.
  const char* text;
};

struct Kind {
  const char* section;
  std::vector<Choice> choices;
};

/// How packets cross a switch, with wormhole switching where that leads to no deadlock.
const Kind kWholePackets = {"switch",
                            {{"vct", "switching: vct"}, {"saf", "switching: store_and_forward"}}};
const Kind kAnySwitching = {"switch",
                            {{"vct", "switching: vct"},
                             {"saf", "switching: store_and_forward"},
                             {"wormhole", "switching: wormhole, flit_phits: FLIT"}}};
const Kind kFlits = {"switch", {{"wormhole", "switching: wormhole, flit_phits: FLIT"}}};

/// What every switch has.
const std::vector<Kind> kCommon = {
    {"switch",
     {{"input_queued", "output_buffer: 0"},
      {"buffered", "output_buffer: 11"},
      {"buffered_hosts", "output_buffer: {host: 7}"}}},
    {"crossbar", {{"s1", "speedup: 1"}, {"s2", "speedup: 2"}}},
    {"crossbar", {{"multiplexed", "kind: multiplexed"}, {"full", "kind: full"}}},
    {"allocator",
     {{"input_first", "kind: separable_input_first"},
      {"input_first_2", "kind: separable_input_first, iterations: 2"},
      {"output_first_2", "kind: separable_output_first, iterations: 2"},
      {"islip_3", "kind: islip, iterations: 3"}}},
    {"allocator", {{"rr", "arbiter: round_robin"}, {"lrs", "arbiter: least_recently_served"}}},
    {"switch", {{"r1", "routing_delay: 1"}, {"r2", "routing_delay: 2"}}},
    {"crossbar", {{"x1", "delay: 1"}, {"x3", "delay: 3"}}},
    {"traffic",
     {{"one_size", "pattern: uniform, load: 0.7, packet_phits: 4"},
      {"one_phit", "pattern: uniform, load: 0.6, packet_phits: 1"},
      {"sizes",
       "pattern: uniform, load: 0.35, packet_phits: 5, request_reply: {reply_phits: 7}"}}}};

/// Networks of a sort: what they alone can have, and kCommon behind it.
std::vector<std::vector<Kind>> families() {
  std::vector<std::vector<Kind>> all = {
      {{"network",
        {{"2ary_3tree", "topology: fat_tree, k: 2, n: 3, latency: {host: 1, up: 2, down: 2}"},
         {"4ary_2tree", "topology: fat_tree, k: 4, n: 2, latency: {host: 1, up: 3, down: 4}"},
         {"2ary_2tree", "topology: fat_tree, k: 2, n: 2, latency: {host: 1, up: 1, down: 1}"}}},
       {"routing",
        {{"interval", "function: interval"},
         {"destro", "function: destro, implementation: arithmetic"},
         {"nonminimal", "function: destro_nonminimal"},
         {"det_lin", "function: det_lin, implementation: arithmetic"},
         {"fir", "function: destro, implementation: fir"},
         {"fir_source", "function: det_lin, implementation: fir"},
         {"ft2ei", "function: ft2ei, exclusion_intervals: 2"},
         {"ecmp", "function: ecmp"}}},
       {"routing",
        {{"single", "vcs: {policy: single}"},
         {"two", "vcs: {count: 2, policy: free}"},
         {"uneven", "vcs: {count: {host: 1, up: 2, down: 1}, policy: free}"},
         {"davc", "vcs: {count: {host: 1, up: 4, down: 4}, policy: davc}"}}},
       {"routing",
        {{"ff", "selection: ff"},
         {"sadp", "selection: sadp"},
         {"sop", "selection: sop"},
         {"cp", "selection: cp"},
         {"mc", "selection: mc"},
         {"random", "selection: random"}}},
       kAnySwitching},
      {{"network",
        {{"2ary_3ruft", "topology: ruft, k: 2, n: 3, latency: {host: 1, up: 2, long: 3}"},
         {"4ary_2ruft", "topology: ruft, k: 4, n: 2, latency: {host: 1, up: 1, long: 1}"}}},
       {"routing", {{"ruft", "function: ruft"}, {"table", "function: shortest_path"}}},
       {"routing",
        {{"single", "vcs: {policy: single}"},
         {"free", "vcs: {count: {host: 2, up: 3}, policy: free}"},
         {"davc", "vcs: {count: {host: 1, up: 3}, policy: davc}"}}},
       kAnySwitching},
      {{"network",
        {{"cubic_8",
          "topology: random_regular, switches: 8, ports: 5, degree: 3, hosts_per_switch: 2, "
          "latency: {host: 1, link: 2}"},
         {"cubic_6",
          "topology: random_regular, switches: 6, ports: 4, degree: 3, hosts_per_switch: 1, "
          "latency: {host: 1, link: 1}"}}},
       {"routing", {{"shortest_path", "function: shortest_path"}, {"ecmp", "function: ecmp"}}},
       {"routing",
        {{"davc_np", "vcs: {count: {host: 1, link: 6}, policy: davc, davc: np}"},
         {"davc_n", "vcs: {count: {host: 1, link: 6}, policy: davc, davc: n}"}}},
       {"routing", {{"ff", "selection: ff"}, {"cp", "selection: cp"}, {"mc", "selection: mc"}}},
       kAnySwitching},
      {{"network",
        {{"mesh", "topology: mesh, k: [3, 2], latency: {host: 1, mesh: 2}"},
         {"torus", "topology: torus, k: [4, 3], latency: {host: 1, torus: 1}"},
         {"torus_3x2", "topology: torus, k: [3, 2], latency: {host: 1, torus: 3}"}}},
       {"routing",
        {{"free", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
         {"single", "function: dor, vcs: {policy: single}"},
         {"iodet", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: iodet}"},
         {"davc", "function: dor, vcs: {count: {host: 1, LINK: 4}, policy: davc, davc: np}"}}},
       kWholePackets},
      {{"network", {{"torus", "topology: torus, k: [4, 2], latency: {host: 1, torus: 2}"}}},
       {"routing",
        {{"free", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: free}"},
         {"iodet", "function: dor, vcs: {count: {host: 1, LINK: 2}, policy: iodet}"}}},
       kFlits},
      {{"network",
        {{"df_1_2_1",
          "topology: dragonfly, p: 1, a: 2, h: 1, latency: {host: 1, local: 1, global: 4}"},
         {"df_1_3_1",
          "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 2, global: 5}"}}},
       {"routing",
        {{"ascending", "function: min"},
         {"davc_np",
          "function: min, vcs: {count: {host: 1, local: 3, global: 3}, policy: davc, davc: np}"},
         {"davc_n",
          "function: min, vcs: {count: {host: 1, local: 4, global: 4}, policy: davc, davc: n}"},
         {"davc_p",
          "function: min, vcs: {count: {host: 1, local: 4, global: 4}, policy: davc, davc: p}"}}},
       kAnySwitching},
      {{"network",
        {{"df_1_3_1",
          "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 1, global: 4}"},
         {"df_1_4_1",
          "topology: dragonfly, p: 1, a: 4, h: 1, g: 4, latency: {host: 1, local: 2, global: 3}"}}},
       {"routing", {{"rlm", "function: rlm"}, {"olm", "function: olm"}}},
       {"routing",
        {{"threshold", "threshold: 45"},
         {"emptier", "threshold: 100"},
         {"minimal", "misrouting: false"}}},
       {"routing",
        {{"random", "selection: random"},
         {"ff", "selection: ff"},
         {"cp", "selection: cp"},
         {"mc", "selection: mc"}}},
       kWholePackets},
      {{"network",
        {{"df_1_3_1",
          "topology: dragonfly, p: 1, a: 3, h: 1, latency: {host: 1, local: 1, global: 2}"}}},
       {"routing",
        {{"rlm", "function: rlm, selection: random"}, {"par62", "function: par62, selection: cp"}}},
       kAnySwitching}};
  for (std::vector<Kind>& family : all) family.insert(family.end(), kCommon.begin(), kCommon.end());
  return all;
}

/// Two choices, or one twice, with the kinds that they are of.
struct Pair {
  std::size_t kind;
  std::size_t choice;
  std::size_t other_kind;
  std::size_t other_choice;
};

/// Of a combination: its choices, each of which stands as a pair with itself, or every two of them.
std::vector<Pair> pairs_of(const std::vector<std::size_t>& choices, Together together) {
  std::vector<Pair> result;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    for (std::size_t j = i; j < choices.size(); ++j) {
      if ((i == j) == (together == Together::kPairs)) continue;
      result.push_back({i, choices[i], j, choices[j]});
    }
  }
  return result;
}

/// Which pairs some combination has.
class Covered {
 public:
  bool has(const Pair& pair) const { return has_[place(pair)]; }
  void add(const Pair& pair) {
    count_ += has(pair) ? 0 : 1;
    has_[place(pair)] = true;
  }
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t kMost = 32;  // kinds, and choices of each

  static std::size_t place(const Pair& pair) {
    const std::size_t first = pair.kind * kMost + pair.choice;
    return (first * kMost + pair.other_kind) * kMost + pair.other_choice;
  }

  std::vector<bool> has_ = std::vector<bool>(kMost * kMost * kMost * kMost);
  std::size_t count_ = 0;
};

/// How many pairs all combinations have.
std::size_t count_of_pairs(const std::vector<Kind>& kinds, Together together) {
  std::size_t result = 0;
  // Which kinds they are of is the same in all combinations.
  for (const Pair& pair : pairs_of(std::vector<std::size_t>(kinds.size()), together)) {
    const std::size_t choices = kinds[pair.kind].choices.size();
    const bool one = pair.kind == pair.other_kind;
    result += one ? choices : choices * kinds[pair.other_kind].choices.size();
  }
  return result;
}

RtlCombination combination_of(const std::vector<Kind>& kinds,
                              const std::vector<std::size_t>& choices, int cycles) {
  RtlCombination result;
  std::vector<std::pair<std::string, std::string>> sections = {
      {"network", ""},
      {"routing", ""},
      {"switch", "input_buffer: 12"},
      {"crossbar", ""},
      {"allocator", ""},
      {"traffic", ""},
      {"simulation", fmt::format("warmup: 200, measure: {}, seeds: [1]", cycles)}};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Kind& kind = kinds[i];
    const Choice& choice = kind.choices[choices[i]];
    result.name += (i == 0 ? "" : "_") + std::string(choice.name);
    for (auto& [section, text] : sections) {
      if (section == kind.section) text += (text.empty() ? "" : ", ") + std::string(choice.text);
    }
  }
  // These keys are a part of the switch's.
  for (const char* const part : {"crossbar", "allocator"}) {
    sections[2].second += fmt::format(", {}: {{{}}}", part, sections[3].second);
    sections.erase(sections.begin() + 3);
  }
  // Packets of one phit have one flit, others several, of which the last may be shorter.
  if (const std::size_t at = sections[2].second.find("FLIT"); at != std::string::npos) {
    const bool one = sections[3].second.find("packet_phits: 1") != std::string::npos;
    sections[2].second.replace(at, 4, one ? "1" : "3");
  }
  // The links between switches are of a kind that has the topology's name.
  const std::string link = sections[0].second.find("torus") != std::string::npos ? "torus" : "mesh";
  std::string& routing = sections[1].second;
  if (const std::size_t at = routing.find("LINK"); at != std::string::npos) {
    routing.replace(at, 4, link);
  }
  for (const auto& [section, text] : sections) {
    result.text += fmt::format("{}: {{{}}}\n", section, text);
  }
  return result;
}

}  // namespace

std::vector<RtlCombination> rtl_combinations(Together together, int cycles) {
  std::vector<RtlCombination> result;
  Random random(1, 0);
  for (const std::vector<Kind>& kinds : families()) {
    const std::size_t all = count_of_pairs(kinds, together);
    Covered covered;
    while (covered.count() < all) {
      // Of some at random the one that brings most.
      constexpr int kTries = 200;
      std::vector<std::size_t> best;
      std::size_t most = 0;
      for (int i = 0; i < kTries; ++i) {
        std::vector<std::size_t> choices;
        for (const Kind& kind : kinds) {
          choices.push_back(random.below(static_cast<std::uint32_t>(kind.choices.size())));
        }
        std::size_t brings = 0;
        for (const Pair& pair : pairs_of(choices, together)) brings += covered.has(pair) ? 0 : 1;
        if (brings > most) {
          most = brings;
          best = choices;
        }
      }
      if (best.empty()) continue;
      for (const Pair& pair : pairs_of(best, together)) covered.add(pair);
      result.push_back(combination_of(kinds, best, cycles));
    }
  }
  return result;
}

}  // namespace netloom::test
