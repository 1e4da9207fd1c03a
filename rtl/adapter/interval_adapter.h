#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/error.h"
#include "routing/port_matcher.h"
#include "routing/register_file.h"
#include "rtl/adapter/verilated_context.h"

namespace netloom {

/// Makes Verilated instances of rtl/ir_router.sv a PortMatcher. `Model` is the class that Verilator
/// wrote, with `BankPorts` ports (2 … 64) and node numbers of `Width` bits; a switch with more
/// ports has several instances side by side.
///
/// Registers are written through the block's write port, one clock cycle each, and read back; the
/// decision is combinational and takes no clock. The registers' addresses are those of
/// netloom_regs_pkg: {port, 0 = LIB or 1 = UIB}.
template <class Model, int BankPorts, int Width>
class IntervalAdapter final : public PortMatcher {
 public:
  /// `name` stands for the implementation in messages.
  IntervalAdapter(std::string name, int ports) : name_(std::move(name)), ports_(ports) {
    for (int first = 0; first < ports; first += BankPorts) {
      banks_.push_back(std::make_unique<Model>(&verilated_context(), ""));
      reset(*banks_.back());
    }
    const int in_last_bank = (ports - 1) % BankPorts + 1;
    last_bank_ports_ = ~std::uint64_t{0} >> (64 - in_last_bank);
  }

  ~IntervalAdapter() override {
    for (const auto& bank : banks_) bank->final();
  }

  /// Error: a value does not fit the Verilated width, or reads back as another one.
  void registers_written(const RegisterFile& file) override {
    for (int port = 0; port < ports_; ++port) {
      write(port, kLib, "LIB", file.value("LIB", port));
      write(port, kUib, "UIB", file.value("UIB", port));
    }
  }

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    for (std::size_t i = 0; i < banks_.size(); ++i) {
      Model& bank = *banks_[i];
      bank.destination_i = query.destination;
      bank.eval();
      std::uint64_t hits = bank.allowed_ports_o;
      if (i + 1 == banks_.size()) hits &= last_bank_ports_;
      const std::size_t bit = i * BankPorts;
      ports[bit / 64] |= hits << bit % 64;
    }
  }

 private:
  static_assert(BankPorts >= 2 && 64 % BankPorts == 0, "a bank must not cross a word");
  static_assert(Width >= 1 && Width <= 32, "registers are words");

  enum Register : unsigned { kLib = 0, kUib = 1 };

  static void clock(Model& bank) {
    bank.clk_i = 0;
    bank.eval();
    bank.clk_i = 1;
    bank.eval();
    bank.clk_i = 0;
    bank.eval();
  }

  static void reset(Model& bank) {
    // Verilator sees the asynchronous reset as an edge, so it has to fall.
    bank.rst_ni = 1;
    bank.we_i = 0;
    clock(bank);
    bank.rst_ni = 0;
    clock(bank);
    bank.rst_ni = 1;
    clock(bank);
  }

  void write(int port, Register address, const char* name, std::uint32_t value) {
    if (Width < 32 && value >> (Width % 32) != 0) {
      throw Error("RTL block implementation '" + name_ + "': " + name + " of port " +
                  std::to_string(port) + " is to be " + std::to_string(value) +
                  ", which needs more than its " + std::to_string(Width) + " bits");
    }
    Model& bank = *banks_[static_cast<std::size_t>(port / BankPorts)];
    const unsigned word = static_cast<unsigned>(port % BankPorts) * 2 + address;
    bank.addr_i = static_cast<std::uint8_t>(word);
    bank.eval();
    if (bank.rdata_o == value) return;
    bank.wdata_i = value;
    bank.we_i = 1;
    clock(bank);
    bank.we_i = 0;
    bank.eval();
    if (bank.rdata_o != value) {
      throw Error("RTL block implementation '" + name_ + "': " + name + " of port " +
                  std::to_string(port) + " reads back as " +
                  std::to_string(static_cast<std::uint32_t>(bank.rdata_o)) + " after " +
                  std::to_string(value) + " was written");
    }
  }

  std::string name_;
  int ports_;
  std::uint64_t last_bank_ports_ = 0;
  std::vector<std::unique_ptr<Model>> banks_;
};

}  // namespace netloom
