#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "examples/virtual_platform/atomic.h"
#include "examples/virtual_platform/dma.h"
#include "examples/virtual_platform/halo.h"
#include "examples/virtual_platform/memory.h"
#include "examples/virtual_platform/sort.h"

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using Words = std::vector<std::uint64_t>;

/// Memories without a platform.
class Memories final : public Debugger {
 public:
  Words read(unsigned host, std::uint64_t offset, std::size_t words) override {
    Words result;
    for (std::size_t i = 0; i < words; ++i) result.push_back(words_[host][offset + 8 * i]);
    return result;
  }
  void write(unsigned host, std::uint64_t offset, const Words& words) override {
    for (std::size_t i = 0; i < words.size(); ++i) words_[host][offset + 8 * i] = words[i];
  }

 private:
  std::map<unsigned, std::map<std::uint64_t, std::uint64_t>> words_;
};

TEST(SortOfThePlatform, SaysWhichKeyIsWrong) {
  constexpr std::uint64_t kBlock = Runtime::kFreeMemory;
  Memories memories;
  Sort sort(4, 8, 1);
  sort.load(memories);
  std::string difference;
  EXPECT_FALSE(sort.is_right(memories, difference));

  Words keys;
  for (unsigned host = 0; host < 4; ++host) {
    for (const std::uint64_t key : memories.read(host, kBlock, 8)) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  for (unsigned host = 0; host < 4; ++host) {
    memories.write(host, kBlock, {keys.begin() + host * 8, keys.begin() + host * 8 + 8});
  }
  EXPECT_TRUE(sort.is_right(memories, difference)) << difference;

  // A key that another one has overwritten: what is there ascends.
  memories.write(2, kBlock + 3 * 8, {keys[2 * 8 + 4]});
  EXPECT_FALSE(sort.is_right(memories, difference));
  EXPECT_EQ(difference,
            "host 2, key 3: " + std::to_string(keys[20]) + ", not " + std::to_string(keys[19]));
}

TEST(HaloOfThePlatform, SaysThatIterationsAreMissing) {
  Memories memories;
  Halo halo(4, 2, 1);
  halo.load(memories);
  std::string difference;
  EXPECT_FALSE(halo.is_right(memories, difference));
  EXPECT_THAT(difference, testing::StartsWith("host 0: 0 iterations, not "));
}

/// What a test does, in a process.
class Driver : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Driver, kBusBits> socket{"socket"};

  explicit Driver(sc_core::sc_module_name name, std::function<void(Driver&)> work)
      : sc_module(name), work_(std::move(work)) {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(run);
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address,
                                  std::uint64_t& word, sc_time& delay, Atomic* atomic = nullptr,
                                  unsigned int width = 8) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(width);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    if (atomic != nullptr) payload.set_extension(atomic);
    socket->b_transport(payload, delay);
    if (atomic != nullptr) payload.clear_extension(atomic);
    return payload.get_response_status();
  }
  std::uint64_t read(std::uint64_t address) {
    std::uint64_t word = 0;
    sc_time delay;
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, address, word, delay), tlm::TLM_OK_RESPONSE);
    return word;
  }
  void write(std::uint64_t address, std::uint64_t word) {
    sc_time delay;
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, address, word, delay), tlm::TLM_OK_RESPONSE);
  }

 private:
  void run() { work_(*this); }

  std::function<void(Driver&)> work_;
};

TEST(MemoryOfThePlatform, DoesAtomicsInTheirTimeAndOrder) {
  Memory memory("memory", 0x100);
  std::uint64_t seen_late = 0;
  Driver early("early", [](Driver& self) {
    self.write(0x40, 5);
    sc_time delay(100, SC_NS);
    Atomic add;
    add.operand = 3;
    std::uint64_t word = 0;
    EXPECT_EQ(self.access(tlm::TLM_IGNORE_COMMAND, 0x40, word, delay, &add), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(add.old, 21U);  // what the swap of 50 ns later put there
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(100, SC_NS));
    EXPECT_EQ(delay, sc_time(1, SC_NS));
    Atomic compare;
    compare.operation = Atomic::Operation::kCompareAndSwap;
    compare.expected = 25;
    compare.operand = 1;
    self.access(tlm::TLM_IGNORE_COMMAND, 0x40, word, delay, &compare);
    EXPECT_EQ(compare.old, 24U);
    EXPECT_EQ(self.read(0x40), 24U);
    compare.expected = 24;
    self.access(tlm::TLM_IGNORE_COMMAND, 0x40, word, delay, &compare);
    EXPECT_EQ(self.read(0x40), 1U);
  });
  early.socket.bind(memory.socket);
  sc_core::sc_spawn([&] {
    sc_core::wait(50, SC_NS);
    sc_time delay;
    Atomic swap;
    swap.operation = Atomic::Operation::kSwap;
    swap.operand = 21;
    std::uint64_t word = 0;
    early.access(tlm::TLM_IGNORE_COMMAND, 0x40, word, delay, &swap);
    seen_late = swap.old;
  });
  sc_core::sc_start();
  EXPECT_EQ(seen_late, 5U);
}

TEST(MemoryOfThePlatform, RefusesWhatItCannotDo) {
  Memory memory("memory", 0x100);
  Driver driver("driver", [](Driver& self) {
    std::uint64_t word = 0;
    sc_time delay;
    EXPECT_EQ(self.access(tlm::TLM_READ_COMMAND, 0xf9, word, delay),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(self.access(tlm::TLM_READ_COMMAND, ~std::uint64_t{0}, word, delay),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(self.access(tlm::TLM_IGNORE_COMMAND, 0, word, delay),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(self.access(tlm::TLM_READ_COMMAND, 0, word, delay, nullptr, 4),
              tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
  });
  driver.socket.bind(memory.socket);
  sc_core::sc_start();
}

TEST(DmaOfThePlatform, CopiesCountsAndInterrupts) {
  constexpr std::uint64_t kBytes = 5 * Dma::kBurst + 24;
  Memory memory("memory", 0x2000);
  Dma dma("dma");
  sc_core::sc_signal<bool> line("line");
  dma.interrupt.bind(line);
  dma.socket.bind(memory.socket);
  const auto debug = [&](tlm::tlm_command command, std::uint64_t address, unsigned char* bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes);
    payload.set_data_length(kBytes);
    EXPECT_EQ(dma.socket->transport_dbg(payload), kBytes);
  };
  Driver driver("driver", [&](Driver& self) {
    std::vector<unsigned char> source(kBytes), target(kBytes + 1);
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<unsigned char>(i * 7);
    debug(tlm::TLM_WRITE_COMMAND, 0, source.data());
    self.write(Dma::kSource, 0);
    self.write(Dma::kTarget, 0x1000);
    self.write(Dma::kBytes, kBytes);
    EXPECT_FALSE(line.read());
    sc_core::wait(line.posedge_event());
    // Four bursts at once, 32 ns to read each and 32 ns to write it; then two, of 32 and 3 ns.
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(128, SC_NS));
    EXPECT_EQ(self.read(Dma::kDone), 1U);
    debug(tlm::TLM_READ_COMMAND, 0x1000, target.data());
    EXPECT_TRUE(std::equal(source.begin(), source.end(), target.begin()));
    self.write(Dma::kSeen, 1);
    sc_core::wait(1, SC_NS);
    EXPECT_FALSE(line.read());

    // Two descriptors, of which the second one leads nowhere from its second burst on.
    self.write(Dma::kBytes, 8);
    self.write(Dma::kTarget, 0x2000 - Dma::kBurst);
    self.write(Dma::kBytes, 2 * Dma::kBurst);
    while (self.read(Dma::kDone) < 3) sc_core::wait(10, SC_NS);
    EXPECT_EQ(self.read(Dma::kFailed), 1U);
    EXPECT_TRUE(line.read());

    std::uint64_t word = 0;
    sc_time delay;
    EXPECT_EQ(self.access(tlm::TLM_WRITE_COMMAND, Dma::kBytes, word, delay),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(self.access(tlm::TLM_WRITE_COMMAND, Dma::kDone, word, delay),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(self.access(tlm::TLM_READ_COMMAND, Dma::kFailed + 8, word, delay),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
  });
  driver.socket.bind(dma.registers);
  sc_core::sc_start();
  EXPECT_EQ(dma.interrupt.read(), true);
}

}  // namespace
