#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "testbench/tlm/platform.h"

namespace netloom::test {

/// How much random traffic there is.
struct RandomTraffic {
  std::uint64_t seed = 1;
  int rounds = 2;      ///< at least; in each a timing is drawn
  int per_thread = 5;  ///< transactions of each of two threads of a host in a round, at most
  std::uint64_t transactions = 0;  ///< at least
  /// After a round, where no packet is in the network.
  std::function<void(int round)> between = {};
};

/// Initiators that read and write all memories at random: any length, address and streaming width,
/// with byte enables and without, by b_transport and nb_transport, in both timings. Each has a part
/// of each memory for itself, in which it knows every byte, and one access at a time there.
template <unsigned int kBusWidth>
class RandomInitiators {
 public:
  static constexpr std::uint64_t kPart = 256;  ///< bytes

  RandomInitiators(Platform<kBusWidth>& platform, const RandomTraffic& traffic)
      : platform_(platform), traffic_(traffic), random_(traffic.seed, 0) {
    const std::size_t hosts = platform.initiators.size();
    for (std::size_t host = 0; host < hosts; ++host) {
      platform.memories[host]->draws = true;
      platform.memories[host]->latency = 20;
      platform.memories[host]->stalls = 2 * platform.fabric->config().time_out;
      platform.initiators[host]->takes = 1;
      platform.initiators[host]->takes_cycles = host % 3;
      platform.initiators[host]->ended = [this](Access& access) { check(access); };
    }
    parts_.resize(hosts * hosts);
    threads_.push_back(std::make_unique<Program>("rounds", [this] { rounds(); }));
    for (std::size_t host = 0; host < hosts; ++host) {
      threads_.push_back(std::make_unique<Program>(fmt::format("caller_{}", host).c_str(),
                                                   [this, host] { call(host); }));
      threads_.push_back(std::make_unique<Program>(fmt::format("sender_{}", host).c_str(),
                                                   [this, host] { send(host); }));
    }
  }

  /// What was not as it should be; empty: nothing.
  std::string complaints() const {
    std::string text = complaints_;
    for (const auto& thread : threads_) {
      if (!thread->done) text += fmt::format("{} is not done\n", thread->name());
    }
    if (lost_ != platform_.fabric->lost()) {
      text += fmt::format("{} errors for {} that are lost\n", lost_, platform_.fabric->lost());
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].gone) continue;  // a write that was lost may be there, or not
      const std::size_t host = i / platform_.initiators.size();
      const auto begin = platform_.memories[host]->bytes.begin() +
                         static_cast<std::ptrdiff_t>(offset(i % platform_.initiators.size()));
      if (!std::equal(parts_[i].bytes.begin(), parts_[i].bytes.end(), begin)) {
        text += fmt::format("memory {} is not what initiator {} has written\n", host,
                            i % platform_.initiators.size());
      }
    }
    return text + platform_.complaints();
  }
  std::uint64_t transactions() const { return transactions_; }
  std::uint64_t lost() const { return lost_; }
  /// In how many of ten parts of the run, of as many rounds each, links that had failed lost
  /// packets, or left calls of b_transport no way.
  int parts_with_faults() const {
    std::set<std::size_t> parts;
    for (std::size_t round = 0; round < faults_.size(); ++round) {
      if (faults_[round]) parts.insert(10 * round / faults_.size());
    }
    return static_cast<int>(parts.size());
  }

 private:
  /// What an initiator has of a memory.
  struct Part {
    std::vector<unsigned char> bytes = std::vector<unsigned char>(kPart);
    bool busy = false;
    bool gone = false;       ///< an access was lost: nobody knows what has become of it
    sc_core::sc_time again;  ///< when that is over
    // The access, if it is busy.
    Access access;
    std::vector<unsigned char> before;  ///< its data
  };

  static std::uint64_t offset(std::size_t initiator) { return kPart * initiator; }
  std::uint32_t draw(std::uint64_t below) {
    return random_.below(static_cast<std::uint32_t>(below));
  }

  /// A part of an initiator for a new access; null: all are busy.
  Part* free_part(std::size_t initiator) {
    const std::size_t hosts = platform_.initiators.size();
    const std::size_t first = draw(hosts);
    for (std::size_t i = 0; i < hosts; ++i) {
      const std::size_t host = (first + i) % hosts;
      Part& part = parts_[host * hosts + initiator];
      if (part.busy) continue;
      if (part.gone) {
        if (sc_core::sc_time_stamp() < part.again) continue;
        look(part, initiator, static_cast<NodeId>(host));
      }
      draw_access(part, Platform<kBusWidth>::base(static_cast<NodeId>(host)) + offset(initiator));
      return &part;
    }
    return nullptr;
  }

  /// What has become of accesses that were lost.
  void look(Part& part, std::size_t initiator, NodeId host) {
    part.gone = false;
    ::tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_address(Platform<kBusWidth>::base(host) + offset(initiator));
    payload.set_data_ptr(part.bytes.data());
    payload.set_data_length(kPart);
    payload.set_streaming_width(kPart);
    platform_.initiators[initiator]->socket->transport_dbg(payload);
  }

  void draw_access(Part& part, std::uint64_t base) {
    Access access;
    access.write = draw(2) == 0;
    access.data.resize(draw(8) == 0 ? 1 : 1 + draw(kPart));
    for (unsigned char& byte : access.data) byte = static_cast<unsigned char>(draw(256));
    std::uint64_t width = access.data.size();
    if (draw(3) == 0) {
      width = 1 + draw(width);
      access.width = static_cast<unsigned int>(width);
    }
    if (draw(3) == 0) {
      access.enables.resize(1 + draw(access.data.size()));
      for (unsigned char& byte : access.enables) {
        byte = draw(2) == 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
      }
    }
    access.address = base + draw(kPart - width + 1);
    part.before = access.data;
    part.access = std::move(access);
    part.busy = true;
    ++transactions_;
  }

  /// An access has ended.
  void check(Access& access) {
    const auto found = std::find_if(parts_.begin(), parts_.end(),
                                    [&](const Part& part) { return &part.access == &access; });
    Part& part = *found;
    part.busy = false;
    if (access.status == ::tlm::TLM_GENERIC_ERROR_RESPONSE) {
      ++lost_;
      part.gone = true;
      part.again = sc_core::sc_time_stamp() + time_of(4 * platform_.fabric->config().time_out);
      if (access.data != part.before) complain(access, "the data have been changed");
      return;
    }
    if (access.status != ::tlm::TLM_OK_RESPONSE) complain(access, "another response than OK");
    const std::size_t width = access.width == 0 ? access.data.size() : access.width;
    std::vector<unsigned char> expected = part.before;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!access.enables.empty() && access.enables[i % access.enables.size()] == 0) continue;
      unsigned char& byte = part.bytes[(access.address + i % width) % kPart];
      if (access.write) {
        byte = expected[i];
      } else {
        expected[i] = byte;
      }
    }
    if (access.data != expected) complain(access, "other data than expected");
  }
  void complain(const Access& access, const char* what) {
    if (complaints_.size() > 2000) return;
    complaints_ +=
        fmt::format("{}: {} of {} bytes at {:#x}, width {}, {} enables: {}\n",
                    sc_core::sc_time_stamp().to_string(), access.write ? "write" : "read",
                    access.data.size(), access.address, access.width, access.enables.size(), what);
  }

  // ---- Threads.

  void rounds() {
    Network& network = platform_.fabric->network();
    for (int round = 0; round < traffic_.rounds || transactions_ < traffic_.transactions; ++round) {
      // The first two have one each.
      const bool loose = round < 2 ? round == 1 : draw(2) == 0;
      platform_.fabric->set_timing(loose ? FabricTiming::kLoose : FabricTiming::kApproximate);
      const std::uint64_t lost = network.counters().lost + without_way_;
      working_ = 2 * platform_.initiators.size();
      begin_.notify(sc_core::SC_ZERO_TIME);
      while (working_ > 0 || platform_.fabric->outstanding() > 0) {
        sc_core::wait(1, sc_core::SC_NS);
      }
      while (!network.empty()) sc_core::wait(100, sc_core::SC_NS);
      faults_.push_back(network.counters().lost + without_way_ > lost);
      if (traffic_.between) traffic_.between(round);
    }
    over_ = true;
    begin_.notify(sc_core::SC_ZERO_TIME);
  }
  /// By b_transport, sometimes ahead of time.
  void call(std::size_t host) {
    for (;;) {
      sc_core::wait(begin_);
      if (over_) return;
      sc_core::sc_time delay;
      for (int i = 0; i < traffic_.per_thread; ++i) {
        Part* const part = free_part(host);
        if (part != nullptr) {
          delay += time_of(draw(6));
          platform_.initiators[host]->call(part->access, delay);
          check(part->access);
          const bool is_lost = part->access.status == ::tlm::TLM_GENERIC_ERROR_RESPONSE;
          if (is_lost && platform_.fabric->timing() == FabricTiming::kLoose) ++without_way_;
        }
        if (part == nullptr || draw(4) == 0) {
          sc_core::wait(delay + time_of(1));
          delay = sc_core::SC_ZERO_TIME;
        }
      }
      sc_core::wait(delay);
      --working_;
    }
  }
  /// By nb_transport, up to four at once.
  void send(std::size_t host) {
    Initiator<kBusWidth>& initiator = *platform_.initiators[host];
    for (;;) {
      sc_core::wait(begin_);
      if (over_) return;
      for (int i = 0; i < traffic_.per_thread; ++i) {
        while (initiator.outstanding() >= 4) sc_core::wait(initiator.any_ended());
        while (initiator.requesting()) sc_core::wait(1, sc_core::SC_NS);
        if (Part* const part = free_part(host)) {
          initiator.begin(part->access, time_of(draw(3)));
        }
        if (draw(2) == 0) sc_core::wait(time_of(draw(30)));
      }
      while (initiator.outstanding() > 0) sc_core::wait(initiator.any_ended());
      --working_;
    }
  }

  Platform<kBusWidth>& platform_;
  RandomTraffic traffic_;
  Random random_;
  std::vector<Part> parts_;  ///< by memory, then by initiator
  std::vector<std::unique_ptr<Program>> threads_;
  std::size_t working_ = 0;
  sc_core::sc_event begin_;
  bool over_ = false;
  std::uint64_t transactions_ = 0, lost_ = 0;
  std::uint64_t without_way_ = 0;  ///< calls of b_transport, loosely timed
  std::vector<bool> faults_;       ///< by round: links that had failed lost something
  std::string complaints_;
};

}  // namespace netloom::test
