// An implementation of the block `interval` by hand: what the C interface needs, and no Verilator.
// With one of the macros BROKEN_..., one that Netloom has to refuse.

#include <csignal>
#include <cstdint>
#include <new>

#include "rtl/loadable/block_interface.h"

namespace {

constexpr unsigned kPorts = 4;

/// Four ports with LIB and UIB.
struct Block {
  std::uint8_t clk_i = 0, rst_ni = 1, we_i = 0, addr_i = 0, allowed_ports_o = 0;
  std::uint32_t wdata_i = 0, rdata_o = 0, destination_i = 0;
  std::uint8_t last_clk = 0;
  std::uint32_t bounds[kPorts][2] = {};

  void eval() {
    if (rst_ni == 0) {
      for (auto& port : bounds) port[0] = port[1] = 0;
    } else if (clk_i == 1 && last_clk == 0 && we_i == 1) {
      bounds[addr_i >> 1][addr_i & 1] = wdata_i & 0xffffff;
    }
    last_clk = clk_i;
    rdata_o = bounds[addr_i >> 1][addr_i & 1];
    allowed_ports_o = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      const auto [low, high] = bounds[port];
      const bool inside = low <= high ? low <= destination_i && destination_i <= high
                                      : low <= destination_i || destination_i <= high;
      if (inside) allowed_ports_o = static_cast<std::uint8_t>(allowed_ports_o | 1u << port);
    }
  }
};

void* create(std::uint32_t /*seed*/) {
#ifdef BROKEN_CREATE
  std::raise(SIGSEGV);
#endif
#ifdef BROKEN_MEMORY
  return nullptr;
#endif
  return new (std::nothrow) Block;
}
void destroy(void* instance) {
  delete static_cast<Block*>(instance);
}
void eval(void* instance) {
  static_cast<Block*>(instance)->eval();
}

const netloom_port kPortsOf[] = {{"clk_i", 1, 1},
                                 {"rst_ni", 1, 1},
                                 {"we_i", 1, 1},
                                 {"addr_i", 3, 1},
                                 {"wdata_i", 32, 1},
                                 {"rdata_o", 32, 0},
#if defined(BROKEN_WIDTH)
                                 {"destination_i", 16, 1},
#elif defined(BROKEN_PORT)
                                 {"dest_i", 24, 1},
#elif defined(BROKEN_DIRECTION)
                                 {"destination_i", 24, 0},
#else
                                 {"destination_i", 24, 1},
#endif
                                 {"allowed_ports_o", kPorts, 0}};

void* storage(void* instance, std::uint32_t port) {
  auto& block = *static_cast<Block*>(instance);
  void* const places[] = {&block.clk_i,         &block.rst_ni,         &block.we_i,
                          &block.addr_i,        &block.wdata_i,        &block.rdata_o,
                          &block.destination_i, &block.allowed_ports_o};
#ifdef BROKEN_PLACE
  if (places[port] == &block.destination_i) return nullptr;
#endif
  return places[port];
}

#if defined(BROKEN_FIELD)
const netloom_module kModule = {kPorts, 0, 8, kPortsOf, create, destroy, storage, nullptr};
#elif defined(BROKEN_STORAGE)
const netloom_module kModule = {kPorts, 0, 8, kPortsOf, create, destroy, nullptr, eval};
#else
const netloom_module kModule = {kPorts, 0, 8, kPortsOf, create, destroy, storage, eval};
#endif

#ifdef BROKEN_DECISION
constexpr const char* kDecision = "fortune";
#else
constexpr const char* kDecision = "interval";
#endif
#ifdef BROKEN_VERSION
constexpr std::uint32_t kVersion = NETLOOM_BLOCK_VERSION + 1;
#else
constexpr std::uint32_t kVersion = NETLOOM_BLOCK_VERSION;
#endif
#ifdef BROKEN_MAGIC
constexpr std::uint32_t kMagic = 0;
#else
constexpr std::uint32_t kMagic = NETLOOM_BLOCK_MAGIC;
#endif

#ifdef BROKEN_MAP
constexpr const char* kRegisterMap = "0123456789abcdef";
#else
constexpr const char* kRegisterMap = nullptr;
#endif

const netloom_block kBlock = {
    kMagic,  kVersion, kRegisterMap, "hand_written", kDecision, "hand_written", "by hand", 0,
    nullptr, 1,        &kModule};

}  // namespace

#ifndef BROKEN_SYMBOL
const netloom_block* netloom_block_interface() {
  return &kBlock;
}
#endif
