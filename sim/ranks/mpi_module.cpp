// The ranks of a job by MPI: a loadable object of its own, see mpi_interface.h.

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "routing/base/visible.h"
#include "sim/ranks/mpi_interface.h"

namespace netloom {
inline namespace sim {
namespace {

/// MPI counts in int.
constexpr std::size_t kMost = INT_MAX / 8;
/// Bytes of a part of a message from rank to rank.
constexpr int kPart = 1 << 18;

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &on_machine_);
    MPI_Comm_free(&machine);
  }

  int count() const override { return count_; }
  int rank() const override { return rank_; }
  int on_machine() const override { return on_machine_; }

  void exchange(const std::vector<int>& partners, std::vector<std::string>& messages) override {
    std::vector<MPI_Request> sending;
    const std::vector<std::string> sent = std::move(messages);
    for (std::size_t i = 0; i < partners.size(); ++i) send(sent[i], partners[i], sending);
    messages.clear();
    for (const int partner : partners) messages.push_back(receive(partner));
    MPI_Waitall(static_cast<int>(sending.size()), sending.data(), MPI_STATUSES_IGNORE);
  }

  void sum(std::uint64_t* numbers, std::size_t count) override { reduce(numbers, count, MPI_SUM); }
  void minimum(std::uint64_t* numbers, std::size_t count) override {
    reduce(numbers, count, MPI_MIN);
  }

  std::vector<std::string> gather(const char* what, const std::string& mine) override {
    const std::string text = std::string(what) + '\n' + mine;
    const int length = length_of(text);
    std::vector<int> lengths(static_cast<std::size_t>(count_)), begins(lengths.size());
    MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::size_t all = 0;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
      begins[rank] = static_cast<int>(all);
      all += static_cast<std::size_t>(lengths[rank]);
      if (all > kMost) end_job("more than MPI can count in one message");
    }
    std::string together(all, '\0');
    MPI_Allgatherv(text.data(), length, MPI_BYTE, together.data(), lengths.data(), begins.data(),
                   MPI_BYTE, MPI_COMM_WORLD);
    std::vector<std::string> result;
    const std::size_t name = std::strlen(what) + 1;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
      const std::string each = together.substr(static_cast<std::size_t>(begins[rank]),
                                               static_cast<std::size_t>(lengths[rank]));
      if (each.compare(0, name, text, 0, name) != 0) {
        end_job("it is at '" + std::string(what) + "', and rank " + std::to_string(rank) + " at '" +
                each.substr(0, each.find('\n')) + "'");
      }
      result.push_back(each.substr(name));
    }
    return result;
  }

  [[noreturn]] void end_job(const std::string& message) override {
    const std::string text = "netloom: error: rank " + std::to_string(rank_) + " of " +
                             std::to_string(count_) + ": " + message + "\n";
    tell(text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::abort();
  }

 private:
  /// In parts of kPart bytes, the last one shorter, as MPI counts no more than INT_MAX.
  static void send(const std::string& message, int partner, std::vector<MPI_Request>& sending) {
    const std::size_t most = kPart;
    for (std::size_t begin = 0; begin <= message.size(); begin += most) {
      const auto bytes = static_cast<int>(std::min(most, message.size() - begin));
      MPI_Isend(message.data() + begin, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                &sending.emplace_back());
    }
  }
  static std::string receive(int partner) {
    std::string message;
    for (int bytes = kPart; bytes == kPart;) {
      MPI_Message part;
      MPI_Status status;
      MPI_Mprobe(partner, 0, MPI_COMM_WORLD, &part, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      const std::size_t begin = message.size();
      message.resize(begin + static_cast<std::size_t>(bytes));
      MPI_Mrecv(message.data() + begin, bytes, MPI_BYTE, &part, MPI_STATUS_IGNORE);
    }
    return message;
  }

  static void tell(const std::string& text) {
    if (write(kKeptErrors, text.data(), text.size()) >= 0) return;
    std::fputs(text.c_str(), stderr);
  }

  int length_of(const std::string& text) {
    if (text.size() > kMost) end_job("more than MPI can count in one message");
    return static_cast<int>(text.size());
  }

  static void reduce(std::uint64_t* numbers, std::size_t count, MPI_Op operation) {
    for (std::size_t done = 0; done < count;) {
      const std::size_t part = count - done < kMost ? count - done : kMost;
      MPI_Allreduce(MPI_IN_PLACE, numbers + done, static_cast<int>(part), MPI_UINT64_T, operation,
                    MPI_COMM_WORLD);
      done += part;
    }
  }

  int count_ = 1;
  int on_machine_ = 1;
  int rank_ = 0;
};

void end_mpi() {
  MPI_Finalize();
}

}  // namespace
}  // namespace sim
}  // namespace netloom

extern "C" NETLOOM_VISIBLE netloom::Ranks* netloom_begin_mpi() {
  // Only the thread of the SystemC kernel speaks to others.
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  std::atexit(netloom::end_mpi);
  static netloom::MpiRanks ranks;
  return &ranks;
}
