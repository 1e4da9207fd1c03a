#include "dma.h"

#include <algorithm>
#include <array>
#include <cstring>

using sc_core::sc_time;

Dma::Dma(sc_core::sc_module_name name) : sc_module(name) {
  registers.register_b_transport(this, &Dma::access);
  SC_HAS_PROCESS(Dma);
  for (int channel = 0; channel < kChannels; ++channel) {
    sc_core::sc_spawn([this] { run_channel(); }, sc_core::sc_gen_unique_name("channel"));
  }
  SC_METHOD(drive_interrupt);
  sensitive << line_;
}

void Dma::access(Payload& payload, sc_time& delay) {
  std::uint64_t word = 0;
  bool known = payload.get_data_length() == sizeof word &&
               payload.get_byte_enable_ptr() == nullptr &&
               payload.get_streaming_width() == sizeof word;
  if (known && payload.is_write()) {
    std::memcpy(&word, payload.get_data_ptr(), sizeof word);
    known = write(payload.get_address(), word, delay);
  } else if (known && payload.is_read()) {
    known = read(payload.get_address(), word);
    std::memcpy(payload.get_data_ptr(), &word, sizeof word);
  } else {
    known = false;
  }
  delay += sc_time(1, sc_core::SC_NS);
  payload.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
}

bool Dma::write(std::uint64_t offset, std::uint64_t value, const sc_time& delay) {
  switch (offset) {
    case kSource:
      source_ = value;
      return true;
    case kTarget:
      target_ = value;
      return true;
    case kBytes:
      if (value == 0) return false;
      queue_.push_back({source_, target_, value, sc_core::sc_time_stamp() + delay});
      queued_.notify(sc_core::SC_ZERO_TIME);
      return true;
    case kSeen:
      seen_ = value;
      line_.notify(sc_core::SC_ZERO_TIME);
      return true;
    default:
      return false;
  }
}

bool Dma::read(std::uint64_t offset, std::uint64_t& value) const {
  switch (offset) {
    case kDone:
      value = done_;
      return true;
    case kSeen:
      value = seen_;
      return true;
    case kFailed:
      value = failed_;
      return true;
    default:
      return false;
  }
}

void Dma::run_channel() {
  while (true) copy_burst(next());
}

Dma::Descriptor& Dma::next() {
  while (true) {
    const auto found = std::find_if(queue_.begin(), queue_.end(),
                                    [](const Descriptor& each) { return each.begun < each.bytes; });
    const sc_time now = sc_core::sc_time_stamp();
    if (found == queue_.end()) {
      sc_core::wait(queued_);
    } else if (found->from > now) {
      sc_core::wait(found->from - now);
    } else {
      return *found;
    }
  }
}

void Dma::copy_burst(Descriptor& descriptor) {
  std::array<unsigned char, kBurst> data;
  const std::uint64_t at = descriptor.begun;
  const auto bytes = static_cast<unsigned int>(std::min(kBurst, descriptor.bytes - at));
  descriptor.begun += bytes;
  const bool right = transport(tlm::TLM_READ_COMMAND, descriptor.source + at, data.data(), bytes) &&
                     transport(tlm::TLM_WRITE_COMMAND, descriptor.target + at, data.data(), bytes);
  if (!right) ++failed_;
  descriptor.finished += bytes;
  // Descriptors end in their order.
  while (!queue_.empty() && queue_.front().finished == queue_.front().bytes) {
    queue_.pop_front();
    ++done_;
    line_.notify(sc_core::SC_ZERO_TIME);
  }
}

bool Dma::transport(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                    unsigned int bytes) {
  Payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_time delay;
  socket->b_transport(payload, delay);
  sc_core::wait(delay);
  return payload.is_response_ok();
}
