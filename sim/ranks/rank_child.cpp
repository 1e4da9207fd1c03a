#include "sim/ranks/rank_child.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/child_process.h"
#include "sim/base/read_all.h"
#include "sim/base/write_all.h"

namespace netloom {
inline namespace sim {
namespace {

/// What parent and child say to each other.
enum class Kind : std::uint64_t {
  kBegin,  ///< the child's work, by ranks of a Shape
  // The child asks for these of Ranks, …
  kExchange,
  kSum,
  kMinimum,
  kGather,
  kEndJob,
  kAnswer,  ///< … and gets this.
  kResult,  ///< what the work has returned
  kError,   ///< what an Error of the work says
};

struct Frame {
  Kind kind = Kind::kAnswer;
  std::string text;
};

struct Head {
  Kind kind;
  std::uint64_t bytes;
};

/// False: the other process is gone.
bool send(int socket, Kind kind, const std::string& text) {
  const Head head{kind, text.size()};
  return write_all(socket, &head, sizeof head) && write_all(socket, text.data(), text.size());
}

/// None: the other process is gone.
std::optional<Frame> receive(int socket) {
  Head head{};
  if (!read_all(socket, &head, sizeof head)) return std::nullopt;
  Frame frame{head.kind, std::string(head.bytes, '\0')};
  if (!read_all(socket, frame.text.data(), frame.text.size())) return std::nullopt;
  return frame;
}

// ---- Values in texts.

template <class T>
std::string text_of(const T* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

template <class T>
std::vector<T> values_of(const std::string& text) {
  std::vector<T> values(text.size() / sizeof(T));
  if (!text.empty()) std::memcpy(values.data(), text.data(), text.size());
  return values;
}

/// Texts as one, each behind its length.
std::string together_text(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& each : texts) {
    const std::uint64_t length = each.size();
    result += text_of(&length, 1) + each;
  }
  return result;
}

std::vector<std::string> apart(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t length = 0;
    std::memcpy(&length, text.data() + at, sizeof length);
    at += sizeof length;
    result.push_back(text.substr(at, length));
    at += length;
  }
  return result;
}

// ---- The child.

/// Ranks as they are said to be by the parent.
struct Shape {
  int count, rank, on_machine;
};

/// The ranks of the job, each of them its child.
class RanksOfParents final : public Ranks {
 public:
  RanksOfParents(int socket, const Shape& shape) : socket_(socket), shape_(shape) {}

  int count() const override { return shape_.count; }
  int rank() const override { return shape_.rank; }
  int on_machine() const override { return shape_.on_machine; }

  void exchange(const std::vector<int>& partners, std::vector<std::string>& messages) override {
    std::vector<std::string> texts = {text_of(partners.data(), partners.size())};
    texts.insert(texts.end(), messages.begin(), messages.end());
    messages = apart(ask(Kind::kExchange, together_text(texts)));
  }
  void sum(std::uint64_t* numbers, std::size_t count) override {
    reduce(Kind::kSum, numbers, count);
  }
  void minimum(std::uint64_t* numbers, std::size_t count) override {
    reduce(Kind::kMinimum, numbers, count);
  }
  std::vector<std::string> gather(const char* what, const std::string& mine) override {
    return apart(ask(Kind::kGather, together_text({what, mine})));
  }
  [[noreturn]] void end_job(const std::string& message) override {
    ask(Kind::kEndJob, message);
    std::_Exit(EXIT_FAILURE);
  }

 private:
  std::string ask(Kind kind, const std::string& text) const {
    std::optional<Frame> answer;
    if (send(socket_, kind, text)) answer = receive(socket_);
    if (!answer) std::_Exit(EXIT_FAILURE);  // nobody waits for this process
    return std::move(answer->text);
  }
  void reduce(Kind kind, std::uint64_t* numbers, std::size_t count) const {
    const std::string answer = ask(kind, text_of(numbers, count));
    if (count > 0) std::memcpy(numbers, answer.data(), answer.size());
  }

  int socket_;
  Shape shape_;
};

[[noreturn]] void run_child(int socket, const RankChild::Work& work) {
  const std::optional<Frame> begin = receive(socket);
  if (!begin) std::_Exit(EXIT_SUCCESS);
  RanksOfParents ranks(socket, values_of<Shape>(begin->text).front());
  try {
    send(socket, Kind::kResult, work(ranks));
  } catch (const Error& error) {
    send(socket, Kind::kError, error.what());
  } catch (const std::exception& error) {
    ranks.end_job(error.what());
  }
  std::exit(EXIT_SUCCESS);
}

// ---- The parent.

/// Does for a child what it asks for.
std::string done_for_child(const Frame& asked, Ranks& ranks) {
  std::vector<std::string> texts;
  std::vector<std::uint64_t> numbers;
  switch (asked.kind) {
    case Kind::kExchange: {
      texts = apart(asked.text);
      const std::vector<int> partners = values_of<int>(texts.front());
      texts.erase(texts.begin());
      ranks.exchange(partners, texts);
      return together_text(texts);
    }
    case Kind::kGather:
      texts = apart(asked.text);
      return together_text(ranks.gather(texts.at(0).c_str(), texts.at(1)));
    case Kind::kSum:
      numbers = values_of<std::uint64_t>(asked.text);
      ranks.sum(numbers);
      return text_of(numbers.data(), numbers.size());
    case Kind::kMinimum:
      numbers = values_of<std::uint64_t>(asked.text);
      ranks.minimum(numbers.data(), numbers.size());
      return text_of(numbers.data(), numbers.size());
    default:
      throw BrokenInvariant("a child of a rank asks for what there is not");
  }
}

}  // namespace

RankChild::RankChild(const Work& work) {
  int ends[2];
  const bool connected = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  process_ = connected ? fork_child() : -1;
  if (process_ < 0) {
    throw std::runtime_error(fmt::format("no process can be started: {}", std::strerror(errno)));
  }
  if (process_ == 0) {
    close(ends[0]);
    run_child(ends[1], work);
  }
  close(ends[1]);
  socket_ = ends[0];
}

RankChild::~RankChild() {
  close(socket_);
  wait_for_child(process_);
}

std::string RankChild::result(Ranks& ranks) {
  const Shape shape{ranks.count(), ranks.rank(), ranks.on_machine()};
  send(socket_, Kind::kBegin, text_of(&shape, 1));
  while (std::optional<Frame> frame = receive(socket_)) {
    if (frame->kind == Kind::kResult) return std::move(frame->text);
    if (frame->kind == Kind::kError) throw CommonError(frame->text);
    if (frame->kind == Kind::kEndJob) ranks.end_job(frame->text);
    send(socket_, Kind::kAnswer, done_for_child(*frame, ranks));
  }
  ranks.end_job("the process of the simulation " + ending_text(wait_for_child(process_)));
  throw BrokenInvariant("a job that has ended goes on");
}

}  // namespace sim
}  // namespace netloom
