// Traces of messages.

#include "sim/traffic/trace.h"

#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_trace(const std::string& input) {
  constexpr NodeId kNodes = 16;
  constexpr Cycle kLastCycle = 10000000;
  std::vector<TraceMessage> messages;
  const std::string path = input_file(input);
  if (!accepts([&] { messages = read_trace(path, kNodes, {kLastCycle}); })) return;
  const std::string text = trace_text(messages);
  std::vector<TraceMessage> again;
  const std::string rewritten = input_file(text);
  must_accept([&] { again = read_trace(rewritten, kNodes, {kLastCycle}); }, text);
  require(trace_text(again) == text, "another trace is read than was written:\n" + text);

  const Trace trace(messages, kNodes, 8);
  std::size_t events = 0;
  for (NodeId node = 0; node < kNodes; ++node) {
    for (const Trace::Event* event = trace.begin(node); event != trace.end(node); ++event) {
      require(event->phits > 0, "a message of no phits");
      require(event + 1 == trace.end(node) || event[0].cycle <= event[1].cycle,
              "messages are not in order");
      ++events;
    }
  }
  require(events == messages.size(), "a message is not sent");
  const int smallest = *trace.bounds(16).smallest_packet;
  require(smallest >= 1 && smallest <= 16, "no such packet");
}

const TargetRegistry::Registration kTrace("trace", {run_trace});

}  // namespace
}  // namespace netloom::fuzz
