#include "testbench/fuzz/fuzz_target.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/topology.h"

namespace netloom::fuzz {
namespace {

void check_message(const std::string& message) {
  require(!message.empty(), "an error without a message");
  require(invalid_utf8(message) == std::string::npos,
          "an error's message is not UTF-8: " + message);
  const auto is_control = [](char c) {
    return c != '\n' && c != '\t' && (static_cast<unsigned char>(c) < ' ' || c == 0x7F);
  };
  require(std::none_of(message.begin(), message.end(), is_control),
          "an error's message has a control character: " + message);
}

/// What the process may have, in pages; looked at by a signal, because sanitizers have neither a
/// limit of the address space nor, in a process that AFL++ forks, one of their own.
std::size_t most_pages = 0;

void look_at_memory(int /*signal*/) {
  char text[64] = {};
  const int file = open("/proc/self/statm", O_RDONLY);
  const ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
  close(file);
  const char* const resident = size < 0 ? nullptr : std::strchr(text, ' ');
  if (resident == nullptr || std::strtoul(resident, nullptr, 10) <= most_pages) return;
  constexpr char kMessage[] = "finding: more memory than an input may take\n";
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) {
    // The signal says it, too.
  }
  std::abort();
}

/// Looks at the memory every so many microseconds of processor time; 0: no more.
void watch_memory(suseconds_t interval) {
  struct sigaction action {};
  action.sa_handler = look_at_memory;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  const itimerval timer{{0, interval}, {0, interval}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

void run_input(const Target& target, const std::string& input, std::size_t most_megabytes) {
  constexpr suseconds_t kInterval = 20000;
  most_pages = (most_megabytes << 20) / static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  watch_memory(kInterval);
  target.run(input);
  watch_memory(0);
}

void finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

void require(bool condition, const std::string& what) {
  if (!condition) finding(what);
}

bool accepts(const std::function<void()>& reader) {
  try {
    reader();
    return true;
  } catch (const Error& error) {
    check_message(error.what());
  } catch (const std::exception& error) {
    finding(std::string("not an Error: ") + error.what());
  }
  return false;
}

void must_accept(const std::function<void()>& reader, const std::string& written) {
  try {
    reader();
  } catch (const std::exception& error) {
    finding(std::string("what was written cannot be read: ") + error.what() + "\n" + written);
  }
}

std::string input_file(const std::string& bytes) {
  static const int file = memfd_create("input", 0);
  require(file >= 0 && ftruncate(file, 0) == 0, "no file in memory");
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t more =
        pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    require(more > 0, "the file in memory cannot be written");
    done += static_cast<std::size_t>(more);
  }
  return "/proc/self/fd/" + std::to_string(file);
}

void require_same(const Netlist& written, const Netlist& read) {
  const auto same_link = [](const Link& a, const Link& b) {
    return a.from == b.from && a.to == b.to && a.latency == b.latency && a.kind == b.kind;
  };
  const auto same_switch = [](const SwitchInfo& a, const SwitchInfo& b) {
    return a.name == b.name && a.ports == b.ports;
  };
  const auto same_host = [](const HostInfo& a, const HostInfo& b) { return a.name == b.name; };
  const auto same = [](const auto& a, const auto& b, auto equal) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
  };
  require(written.topology == read.topology, "another topology is read than was written");
  require(written.parameters == read.parameters, "other parameters are read than were written");
  require(written.kinds == read.kinds, "other link kinds are read than were written");
  require(same(written.switches, read.switches, same_switch),
          "other switches are read than were written");
  require(same(written.hosts, read.hosts, same_host), "other hosts are read than were written");
  require(same(written.links, read.links, same_link), "other links are read than were written");
}

void require_round_trip(const Netlist& netlist) {
  for (const NetlistFormat format :
       {NetlistFormat::kYaml, NetlistFormat::kJson, NetlistFormat::kDot}) {
    std::ostringstream text;
    write_netlist(netlist, format, text);
    require(invalid_utf8(text.str()) == std::string::npos, "a netlist is not written in UTF-8");
    if (format == NetlistFormat::kDot) continue;
    must_accept([&] { require_same(netlist, parse_netlist(text.str(), "written")); }, text.str());
  }
}

const Netlist& small_tree() {
  static const Netlist tree = [] {
    const TopologyEntry& entry = TopologyRegistry::instance().find("fat_tree");
    const ParameterMap parameters{{"k", std::int64_t{2}}, {"n", std::int64_t{2}}};
    return entry.make(resolve_parameters(entry.parameters, parameters, "fat_tree"))->netlist({});
  }();
  return tree;
}

}  // namespace netloom::fuzz
