#include "host.h"

#include <utility>

Host::Host(sc_core::sc_module_name name, const Window& window, Processor::Program program)
    : sc_module(name),
      processor("processor", window, traffic, std::move(program)),
      memory("memory", window.memory_bytes()),
      bus("bus", window, traffic) {
  processor.socket.bind(bus.from_processor);
  dma.socket.bind(bus.from_dma);
  bus.to_memory.bind(memory.socket);
  bus.to_registers.bind(dma.registers);
  dma.interrupt.bind(interrupt_);
  processor.interrupt.bind(interrupt_);
}
