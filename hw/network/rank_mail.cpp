#include "hw/network/rank_mail.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace netloom {
inline namespace hw {
namespace {

/// A message between ranks: what there is to know, how many there are of each kind, and then these.
struct Head {
  RankMail::News news;
  std::uint64_t flits = 0;
  std::uint64_t credits = 0;
};

template <class T>
void append(std::string& message, const T* values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  message.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

/// The values at a place in a message, which it moves on.
template <class T>
std::vector<T> take_from(const char*& at, std::size_t count) {
  std::vector<T> values(count);
  if (count != 0) std::memcpy(static_cast<void*>(values.data()), at, count * sizeof(T));
  at += count * sizeof(T);
  return values;
}

}  // namespace

MailRoute RankMail::route(SwitchId to, int rank, int thread) {
  Partner& partner = partners_[rank];
  partner.by_thread.resize(static_cast<std::size_t>(threads_));
  std::unique_ptr<Remote>& remote = remotes_[to];
  if (!remote) remote = std::make_unique<Remote>(partner, to);
  return {remote.get(), &partner.by_thread[static_cast<std::size_t>(thread)]};
}

std::string RankMail::Partner::message(const News& news) {
  for (Mailbox& box : by_thread) box.deliver();
  const Head head{news, flits.size(), credits.size()};
  std::string result;
  result.reserve(sizeof head + flits.size() * (sizeof(Flit) + sizeof(Place)) +
                 credits.size() * sizeof(Credit));
  append(result, &head, 1);
  append(result, flits.data(), flits.size());
  append(result, places.data(), places.size());
  append(result, credits.data(), credits.size());
  flits.clear();
  places.clear();
  credits.clear();
  return result;
}

RankMail::News RankMail::exchange(const News& mine) {
  std::vector<int> ranks;
  std::vector<std::string> messages;
  for (auto& [rank, partner] : partners_) {
    ranks.push_back(rank);
    messages.push_back(partner.message(mine));
    sent_bytes_ += messages.back().size();
  }
  ranks_.exchange(ranks, messages);
  std::uint64_t all[] = {mine.failure, mine.nothing_else};
  for (const std::string& message : messages) {
    const News news = take(message);
    all[0] = std::min(all[0], news.failure);
    all[1] = std::min(all[1], news.nothing_else);
  }
  // Who hears of all needs to ask nobody; and so do all, or none of them.
  if (!everybody_hears_all()) ranks_.minimum(all, 2);
  return {all[0], all[1]};
}

bool RankMail::everybody_hears_all() {
  if (!everybody_)
    everybody_ = !ranks_.any(partners_.size() + 1 != static_cast<std::size_t>(ranks_.count()));
  return *everybody_;
}

RankMail::News RankMail::take(const std::string& message) const {
  const char* at = message.data();
  const Head head = take_from<Head>(at, 1).front();
  const std::vector<Flit> flits = take_from<Flit>(at, head.flits);
  const std::vector<Place> places = take_from<Place>(at, head.flits);
  for (std::size_t i = 0; i < flits.size(); ++i) {
    receivers_.flit(places[i].switch_id, places[i].channel, flits[i]);
  }
  for (const Credit& credit : take_from<Credit>(at, head.credits)) {
    receivers_.credit(credit.place.switch_id, credit.place.channel, credit.phits, credit.cycle);
  }
  return head.news;
}

}  // namespace hw
}  // namespace netloom
