#include "runtime.h"

#include <stdexcept>
#include <string>

#include "dma.h"

void Runtime::copy(std::uint64_t source, std::uint64_t target, std::uint64_t bytes) {
  const std::uint64_t registers = hosts_[number_].registers();
  processor_.write(registers + Dma::kSource, source);
  processor_.write(registers + Dma::kTarget, target);
  processor_.write(registers + Dma::kBytes, bytes);
  ++copies_;
}

void Runtime::wait_for_copies() {
  const std::uint64_t registers = hosts_[number_].registers();
  for (std::uint64_t done = processor_.read(registers + Dma::kDone); done < copies_;) {
    processor_.write(registers + Dma::kSeen, done);
    processor_.wait_for_interrupt();
    done = processor_.read(registers + Dma::kDone);
  }
  processor_.write(registers + Dma::kSeen, copies_);
  if (const std::uint64_t failed = processor_.read(registers + Dma::kFailed); failed > 0) {
    throw std::runtime_error("host " + std::to_string(number_) + ": " + std::to_string(failed) +
                             " bursts of the DMA engine have failed");
  }
}

void Runtime::barrier() {
  ++round_;
  const std::uint64_t before = processor_.fetch_add(address(0, kArrivals), 1);
  if (before + 1 == round_ * count()) {
    for (unsigned host = 0; host < count(); ++host) {
      processor_.swap(address(host, kRound), round_);
    }
  }
  processor_.wait_until(address(kRound), round_);
}
