#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/structural/part/register_bank.h"
#include "routing/registers/register_file.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The register bank of a switch with two ports in a network of 40 hosts.
class StructuralRegisterBank : public test::StructuralPart {
 protected:
  StructuralRegisterBank() : StructuralPart(2, 0) {}

  static SwitchShape switch_shape() {
    SwitchShape shape;
    shape.ports = 2;
    shape.hosts = 40;
    return shape;
  }
  void build(const RegisterFile* registers) {
    plan_.registers = registers;
    bank_ = std::make_unique<structural::RegisterBank>("register_bank", of());
    values_.init(bank_->value_o.size());
    if (values_.size() > 0) bank_->value_o(values_);
  }
  std::vector<std::string> ports() const {
    std::vector<std::string> names;
    for (const auto& port : bank_->value_o) names.emplace_back(port.basename());
    return names;
  }
  std::uint32_t value(const std::string& port) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (bank_->value_o[i].basename() == port) return values_[i].read();
    }
    ADD_FAILURE() << port;
    return 0;
  }

  std::unique_ptr<structural::RegisterBank> bank_;
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> values_{"values"};
};

TEST_F(StructuralRegisterBank, HasAPortForEachWordThatSoftwareWrites) {
  const RegisterFile registers("interval", switch_shape());
  build(&registers);
  EXPECT_THAT(ports(), ElementsAre("LIB_0", "LIB_1", "UIB_0", "UIB_1"));
}

TEST_F(StructuralRegisterBank, ShowsWhatHasBeenWritten) {
  RegisterFile registers("interval", switch_shape());
  registers.write({"LIB", 1, 7});
  build(&registers);
  run(1);
  EXPECT_EQ(value("LIB_1"), 7u);
  EXPECT_EQ(value("LIB_0"), 0u);
  registers.write({"LIB", 1, 9});
  registers.write({"UIB", 0, 12});
  run(2);
  EXPECT_EQ(value("LIB_1"), 7u) << "nobody has told it";
  bank_->written();
  run(3);
  EXPECT_EQ(value("LIB_1"), 9u);
  EXPECT_EQ(value("UIB_0"), 12u);
}

// The registers are the switch's, which have a reset of their own.
TEST_F(StructuralRegisterBank, KeepsThemInAReset) {
  RegisterFile registers("interval", switch_shape());
  registers.write({"LIB", 1, 7});
  build(&registers);
  run(1);
  clock_.reset();
  run(3);
  EXPECT_EQ(value("LIB_1"), 7u);
}

TEST_F(StructuralRegisterBank, WithoutRegistersThereIsNone) {
  build(nullptr);
  EXPECT_THAT(ports(), IsEmpty());
  run(1);
}

}  // namespace
}  // namespace netloom
