#include "hw/structural/part/arbiter.h"

namespace netloom {
inline namespace hw {
namespace structural {

void Arbiter::reset() {
  next_ = 0;
  matches_ = 0;
  served_.assign(static_cast<std::size_t>(switch_->channels()), 0);
}

void Arbiter::matched(int winner) {
  next_ = (winner / step_ + 1) * step_ % switch_->channels();
  served_[static_cast<std::size_t>(winner)] = ++matches_;
  SwitchArbiters* const rtl = switch_->plan.arbiters;
  if (rtl != nullptr) rtl->used(place_, number_, winner);
}

int Arbiter::drawn(const ChannelList& requests) const {
  const Draw draw =
      switch_->random.draw(switch_->clock->cycle(), static_cast<DrawPlace>(place_), number_);
  return requests[draw.below(static_cast<std::uint32_t>(requests.size()))];
}

int Arbiter::pick_by_rtl(const ChannelList& requests, int own) const {
  const std::vector<std::uint64_t> words = bits_of(requests, switch_->channels());
  ArbitrationQuery query;
  query.place = place_;
  query.arbiter = number_;
  query.requests = words.data();
  query.words = static_cast<int>(words.size());
  query.granted = own;
  query.cycle = switch_->clock->cycle();
  return switch_->plan.arbiters->grant(query);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
