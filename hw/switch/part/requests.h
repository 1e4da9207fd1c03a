#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace netloom {
inline namespace hw {

/// What the allocator notes while it works on a cycle: who requests what. All switches that run on
/// one thread share it (scratch.h).
template <class Mask>
class Requests {
 public:
  /// An input channel requests an output channel, which belongs to `crossbar_output`. `requested`
  /// is the set of crossbar outputs that someone requests.
  void add(int input, int output, int crossbar_output, Mask& requested) {
    choice_[static_cast<std::size_t>(input)] = static_cast<std::uint16_t>(output);
    Mask& requesters = requesters_[static_cast<std::size_t>(crossbar_output)];
    if (!requested.test(crossbar_output)) requesters = Mask();  // it is of another cycle
    requesters.set(input);
    requested.set(crossbar_output);
  }
  const Mask& requesters(int crossbar_output) const {
    return requesters_[static_cast<std::size_t>(crossbar_output)];
  }
  /// The output channel that an input channel requests.
  int choice(int input) const { return choice_[static_cast<std::size_t>(input)]; }

 private:
  std::array<Mask, Mask::kBits> requesters_;         ///< per crossbar output
  std::array<std::uint16_t, Mask::kBits> choice_{};  ///< per input channel
};

}  // namespace hw
}  // namespace netloom
