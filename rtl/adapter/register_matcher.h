#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/adapter/port_register_writer.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated router with port registers (rtl/ir_router.sv, rtl/fir_router.sv) a
/// PortMatcher. An instance has `BankPorts` ports; a switch with more ports has several side by
/// side, which is right for blocks whose ports do not look at each other.
///
/// The decision is combinational. Registers are written clock cycle by clock cycle, beside the
/// cycles of the network; in these, addresses and data are random and we_i is low.
template <class Model, int BankPorts>
class RegisterMatcher final : public PortMatcher, public ClockedBlocks {
 public:
  /// See PortRegisterWriter for `name` and `word_bits`. `drive_head(model, query)` gives an
  /// instance the inputs that depend on the head.
  RegisterMatcher(const std::string& name, int ports, int word_bits, std::uint64_t seed,
                  void (*drive_head)(Model& model, const RouteQuery& query))
      : drive_head_(drive_head), ports_(ports), address_bits_(index_bits(BankPorts) + word_bits) {
    for (int first = 0; first < ports; first += BankPorts) {
      banks_.push_back(std::make_unique<Bank>(
          PortRegisterWriter<Model>(name, word_bits, first, std::min(BankPorts, ports - first)),
          seed_of_part(seed, banks_.size())));
    }
    reset();
  }

  void reset() override {
    for (const auto& bank : banks_) {
      bank->instance->we_i = 0;
      bank->instance.reset();
      bank->registers.forget();
    }
    clock_ = {};
  }

  void registers_written(const RegisterFile& file) override {
    for (const auto& bank : banks_) bank->registers.write(bank->instance, file);
  }

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    clock_.advance(query.cycle, [this] {
      for (const auto& bank : banks_) {
        bank->instance.disturb(bank->instance->addr_i, address_bits_);
        bank->instance.disturb(bank->instance->wdata_i, 32);
        bank->instance.clock();
      }
    });
    PortBits allowed;
    for (std::size_t i = 0; i < banks_.size(); ++i) {
      Model& model = *banks_[i]->instance;
      drive_head_(model, query);
      model.eval();
      add_bits(model.allowed_ports_o, i * BankPorts, allowed.words);
    }
    // Ports of the last bank that the switch has not keep their reset values.
    allowed.add_to(ports, ports_);
  }

 private:
  static_assert(BankPorts >= 2 && (64 % BankPorts == 0 || BankPorts % 64 == 0),
                "a bank must not cross a word");

  struct Bank {
    Bank(PortRegisterWriter<Model> writer, std::uint64_t seed)
        : instance(seed), registers(std::move(writer)) {}
    VerilatedInstance<Model> instance;
    PortRegisterWriter<Model> registers;
  };

  void (*drive_head_)(Model& model, const RouteQuery& query);
  int ports_;
  int address_bits_;
  std::vector<std::unique_ptr<Bank>> banks_;
  SwitchClock clock_;
};

}  // namespace rtl
}  // namespace netloom
