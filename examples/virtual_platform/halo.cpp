#include "halo.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace {

constexpr double kArithmetic = 2;  // ns for a cell

std::uint64_t word_of(double value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

double value_of(std::uint64_t word) {
  double value = 0;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

/// Half way to the mean of the cells around it. Its factors are powers of two, so that compilers
/// that fuse multiplications and additions get the same.
double next_of(double old, double north, double south, double west, double east) {
  return 0.5 * old + 0.125 * ((north + south) + (west + east));
}

}  // namespace

Halo::Halo(unsigned hosts, std::uint64_t cells, std::uint64_t seed) : cells_(cells) {
  while (blocks_ * blocks_ < hosts) ++blocks_;
  const std::uint64_t side = plate_side();
  plate_.assign(side * side, 0.0);
  std::mt19937_64 random(seed);
  for (std::uint64_t row = 1; row < side - 1; ++row) {
    for (std::uint64_t column = 1; column < side - 1; ++column) {
      // 53 bits, the same with every library.
      plate_[row * side + column] = static_cast<double>(random() >> 11) * 0x1p-53;
    }
  }
  std::fill_n(plate_.begin(), side, 1.0);  // warm in the north, cold at the other sides
}

// ---- Addresses.

std::uint64_t Halo::arrivals(unsigned side) const {
  return Runtime::kFreeMemory + side * Window::kWordBytes;
}

std::uint64_t Halo::change(unsigned check) const {
  return arrivals(kSides) + check * Window::kWordBytes;
}

std::uint64_t Halo::cell(unsigned iteration, std::uint64_t row, std::uint64_t column) const {
  const std::uint64_t side = cells_ + 2;
  const std::uint64_t number = ((iteration % 2) * side + row) * side + column;
  return iterations() + Window::kWordBytes * (1 + number);
}

std::uint64_t Halo::inbox(unsigned iteration, unsigned side) const {
  const std::uint64_t edge = (iteration % 2) * kSides + side;
  return cell(1, cells_ + 2, 0) + edge * cells_ * Window::kWordBytes;
}

std::uint64_t Halo::outbox(unsigned side) const {
  return inbox(1, kSides) + side * cells_ * Window::kWordBytes;
}

std::uint64_t Halo::edge_cell(unsigned iteration, unsigned side, std::uint64_t i,
                              bool beyond) const {
  const std::uint64_t first = beyond ? 0 : 1, last = beyond ? cells_ + 1 : cells_;
  switch (side) {
    case kNorth:
      return cell(iteration, first, 1 + i);
    case kSouth:
      return cell(iteration, last, 1 + i);
    case kWest:
      return cell(iteration, 1 + i, first);
    default:
      return cell(iteration, 1 + i, last);
  }
}

bool Halo::has_neighbour(unsigned host, unsigned side) const {
  switch (side) {
    case kNorth:
      return host / blocks_ > 0;
    case kSouth:
      return host / blocks_ < blocks_ - 1;
    case kWest:
      return host % blocks_ > 0;
    default:
      return host % blocks_ < blocks_ - 1;
  }
}

unsigned Halo::neighbour(unsigned host, unsigned side) const {
  switch (side) {
    case kNorth:
      return host - blocks_;
    case kSouth:
      return host + blocks_;
    case kWest:
      return host - 1;
    default:
      return host + 1;
  }
}

std::size_t Halo::index(unsigned host, std::uint64_t row, std::uint64_t column) const {
  const std::uint64_t top = host / blocks_ * cells_, left = host % blocks_ * cells_;
  return (top + row) * plate_side() + left + column;
}

// ---- On the platform.

void Halo::load(Debugger& memories) {
  for (unsigned host = 0; host < blocks_ * blocks_; ++host) {
    memories.write(host, arrivals(0), std::vector<std::uint64_t>(kSides));
    memories.write(host, change(0),
                   std::vector<std::uint64_t>(kMostIterations / kIterationsPerCheck));
    std::vector<std::uint64_t> block;
    for (std::uint64_t row = 0; row < cells_ + 2; ++row) {
      for (std::uint64_t column = 0; column < cells_ + 2; ++column) {
        block.push_back(word_of(plate_[index(host, row, column)]));
      }
    }
    memories.write(host, cell(0, 0, 0), block);
    memories.write(host, cell(1, 0, 0), block);
  }
}

void Halo::run(Runtime& host) const {
  unsigned iteration = 0;
  while (iteration < kMostIterations) {
    send_edges(host, iteration);
    take_edges(host, iteration);
    const double change = update(host, iteration);
    ++iteration;
    if (iteration % kIterationsPerCheck != 0) continue;
    if (agree(host, iteration / kIterationsPerCheck - 1, change) < kSmallChange) break;
  }
  host.processor().write(host.address(iterations()), iteration);
}

void Halo::send_edges(Runtime& host, unsigned iteration) const {
  Processor& processor = host.processor();
  const std::uint64_t bytes = cells_ * Window::kWordBytes;
  for (unsigned side = 0; side < kSides; ++side) {
    if (!has_neighbour(host.number(), side)) continue;
    for (std::uint64_t i = 0; i < cells_; ++i) {
      processor.write(host.address(outbox(side) + i * Window::kWordBytes),
                      processor.read(host.address(edge_cell(iteration, side, i, false))));
    }
    // North and south, west and east are each other's opposites.
    host.copy(host.address(outbox(side)),
              host.address(neighbour(host.number(), side), inbox(iteration, side ^ 1U)), bytes);
  }
  host.wait_for_copies();
  for (unsigned side = 0; side < kSides; ++side) {
    if (!has_neighbour(host.number(), side)) continue;
    processor.fetch_add(host.address(neighbour(host.number(), side), arrivals(side ^ 1U)), 1);
  }
}

void Halo::take_edges(Runtime& host, unsigned iteration) const {
  Processor& processor = host.processor();
  for (unsigned side = 0; side < kSides; ++side) {
    if (!has_neighbour(host.number(), side)) continue;
    processor.wait_until(host.address(arrivals(side)), iteration + 1);
    for (std::uint64_t i = 0; i < cells_; ++i) {
      processor.write(
          host.address(edge_cell(iteration, side, i, true)),
          processor.read(host.address(inbox(iteration, side) + i * Window::kWordBytes)));
    }
  }
}

double Halo::update(Runtime& host, unsigned iteration) const {
  Processor& processor = host.processor();
  const auto old = [&](std::uint64_t row, std::uint64_t column) {
    return value_of(processor.read(host.address(cell(iteration, row, column))));
  };
  double largest = 0;
  for (std::uint64_t row = 1; row <= cells_; ++row) {
    for (std::uint64_t column = 1; column <= cells_; ++column) {
      const double here = old(row, column);
      const double next = next_of(here, old(row - 1, column), old(row + 1, column),
                                  old(row, column - 1), old(row, column + 1));
      largest = std::max(largest, std::abs(next - here));
      processor.compute(kArithmetic);
      processor.write(host.address(cell(iteration + 1, row, column)), word_of(next));
    }
  }
  return largest;
}

double Halo::agree(Runtime& host, unsigned check, double change) const {
  Processor& processor = host.processor();
  const std::uint64_t largest = host.address(0, this->change(check));
  // As numbers that are not negative, so are their words in order.
  for (std::uint64_t known = processor.read(largest); known < word_of(change);) {
    const std::uint64_t before = processor.compare_and_swap(largest, known, word_of(change));
    if (before == known) break;
    known = before;
  }
  host.barrier();
  return value_of(processor.read(largest));
}

// ---- Without it.

unsigned Halo::compute(Plate& plate) const {
  const std::uint64_t side = plate_side();
  plate = plate_;
  Plate next = plate_;
  unsigned iteration = 0;
  while (iteration < kMostIterations) {
    double largest = 0;
    for (std::uint64_t row = 1; row < side - 1; ++row) {
      for (std::uint64_t column = 1; column < side - 1; ++column) {
        const std::size_t at = row * side + column;
        next[at] =
            next_of(plate[at], plate[at - side], plate[at + side], plate[at - 1], plate[at + 1]);
        largest = std::max(largest, std::abs(next[at] - plate[at]));
      }
    }
    plate.swap(next);
    ++iteration;
    if (iteration % kIterationsPerCheck == 0 && largest < kSmallChange) break;
  }
  return iteration;
}

bool Halo::is_right(Debugger& memories, std::string& difference) const {
  Plate plate;
  const unsigned expected = compute(plate);
  for (unsigned host = 0; host < blocks_ * blocks_; ++host) {
    const std::uint64_t had = memories.read(host, iterations(), 1).front();
    if (had != expected) {
      difference = "host " + std::to_string(host) + ": " + std::to_string(had) +
                   " iterations, not " + std::to_string(expected);
      return false;
    }
    for (std::uint64_t row = 1; row <= cells_; ++row) {
      const std::vector<std::uint64_t> cells = memories.read(host, cell(expected, row, 1), cells_);
      for (std::uint64_t column = 1; column <= cells_; ++column) {
        const double value = value_of(cells[column - 1]), other = plate[index(host, row, column)];
        if (value == other) continue;
        difference = "host " + std::to_string(host) + ", row " + std::to_string(row) + ", column " +
                     std::to_string(column) + ": " + std::to_string(value) + ", not " +
                     std::to_string(other);
        return false;
      }
    }
  }
  return true;
}
