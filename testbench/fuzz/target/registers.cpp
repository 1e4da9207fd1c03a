// Register programs: lines "SET" of routing hardware, and "NAME INDEX WORD VALUE", written by name
// as the fabric manager writes them and read back by address as software does.

#include "routing/base/number_from.h"
#include "routing/base/text_file.h"
#include "routing/registers/register_file.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

/// A switch in which every register has an instance.
SwitchShape shape() {
  SwitchShape shape;
  shape.hosts = 1000;
  shape.switches = 100;
  shape.ports = 5;
  shape.vcs = 3;
  shape.input_buffer = 64;
  shape.output_buffer = 32;
  shape.first_up_port = 3;
  shape.up_ports = 2;
  shape.exclusion_intervals = 2;
  shape.offsets = 4;
  shape.remote_counters = 6;
  shape.global_links = 2;
  shape.injection_ports = 2;
  shape.window = 20;
  shape.bucket = 5;
  shape.davc = true;
  return shape;
}

template <class Number>
Number number(const TextLine& line, std::size_t word) {
  const auto value = number_from<Number>(line.words[word]);
  if (!value) throw Error(line.place + ": not a number");
  return *value;
}

const RegisterInfo& info_of(const RegisterFile& file, const std::string& name) {
  for (const RegisterInfo& info : file.registers()) {
    if (info.name == name) return info;
  }
  finding("a register that is not there was written: " + name);
}

void program(RegisterFile& file, const TextLine& line) {
  if (line.words.size() != 4) throw Error(line.place + ": expected NAME INDEX WORD VALUE");
  RegisterWrite write;
  write.name = line.words[0];
  write.index = number<int>(line, 1);
  write.word = number<int>(line, 2);
  write.value = number<std::uint32_t>(line, 3);
  try {
    file.write(write);
  } catch (const BrokenInvariant& refused) {
    throw Error(refused.what());  // here it is the input that calls
  }

  const RegisterInfo& info = info_of(file, write.name);
  const std::uint64_t address = file.address(write.name, write.index, write.word);
  require(address % 4 == 0 && address < file.size(), "an address beyond the register file");
  std::uint32_t value = 0;
  require(file.read(address, value) == RegisterFile::Status::kOk, "a register cannot be read");
  require(value == (write.value & info.word_mask(file.shape(), write.word)),
          write.name + " reads as another value than was written");
  require(value == file.value(write.name, write.index, write.word), write.name + " has two values");
  require(!file.text(write.name, write.index).empty(), write.name + " has no text");
}

std::string set_of(const std::string& name) {
  return RegisterSetRegistry::instance().contains(name) ? name : kNoRegisters;
}

void run_registers(const std::string& input) {
  RegisterFile file(kNoRegisters, shape());
  const std::string path = input_file(input);
  accepts([&] {
    for_each_line(path, [&](const TextLine& line) {
      if (line.words.size() == 1) {
        file = RegisterFile(set_of(line.words[0]), shape());
        return;
      }
      // The next line is looked at whatever became of this one.
      accepts([&] { program(file, line); });
    });
  });
}

const TargetRegistry::Registration kRegisters("registers", {run_registers});

}  // namespace
}  // namespace netloom::fuzz
