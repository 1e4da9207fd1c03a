#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/netlist/topology.h"
#include "sim/traffic/pattern.h"

namespace netloom::test {

/// A folder that is removed with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "netloom-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

/// A generated network; `parameters` are completed with their defaults.
inline Netlist network(const std::string& topology, const ParameterMap& parameters) {
  const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
  return entry.make(resolve_parameters(entry.parameters, parameters, topology))->netlist({});
}

/// A netlist with so many hosts and nothing else: what patterns look at.
inline Netlist hosts_only(std::size_t hosts) {
  Netlist netlist;
  netlist.hosts.resize(hosts);
  return netlist;
}

inline std::unique_ptr<Pattern> make_pattern(const std::string& name, const Netlist& netlist,
                                             const ParameterMap& parameters = {},
                                             std::uint64_t seed = 1) {
  const PatternEntry& entry = PatternRegistry::instance().find(name);
  return entry.make(netlist, resolve_parameters(entry.parameters, parameters, name), seed);
}

/// Where every node sends its next packet.
inline std::vector<NodeId> destinations(const Pattern& pattern, std::size_t nodes) {
  Random random(1, 0);
  std::vector<NodeId> result;
  for (NodeId node = 0; node < nodes; ++node) {
    result.push_back(pattern.destination(node, random));
  }
  return result;
}

/// Keeps what is sent.
class RecordingInjector final : public Injector {
 public:
  struct Sent {
    Cycle cycle;
    NodeId destination;
    std::uint32_t phits;
    friend bool operator==(const Sent& a, const Sent& b) {
      return a.cycle == b.cycle && a.destination == b.destination && a.phits == b.phits;
    }
    friend void PrintTo(const Sent& sent, std::ostream* out) {
      *out << "{cycle " << sent.cycle << ", to " << sent.destination << ", " << sent.phits
           << " phits}";
    }
  };
  void send(const Message& message, Cycle cycle) override {
    sent.push_back({cycle, message.destination, message.phits});
    responses.push_back(message.response);
  }
  std::vector<Sent> sent;
  std::vector<bool> responses;  ///< of each of them: whether it is one
};

/// Everything that a host generates before `end` if nothing is delivered to it.
inline std::vector<RecordingInjector::Sent> all_sent(TrafficSource& source, NodeId host,
                                                     Cycle end) {
  RecordingInjector injector;
  for (Cycle cycle = source.first(host); cycle < end;) {
    cycle = source.generate(host, cycle, injector);
  }
  return injector.sent;
}

}  // namespace netloom::test
