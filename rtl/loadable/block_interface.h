/* The interface between Netloom and a shared object with an RTL block, in C, so that neither has to
 * know the other's compiler, simulator or version.
 *
 * A shared object has the function netloom_block_interface, which says what it holds: one decision
 * of a switch, as one or more modules, each elaborated for a size. Netloom makes instances of a
 * module, drives and reads its ports in place, and has it evaluated.
 *
 * `netloom rtl build` writes such objects from SystemVerilog; anything else that can be compiled to
 * one may stand in its place. docs/guides/add_an_rtl_block.md shows both. */
#ifndef NETLOOM_BLOCK_INTERFACE_H
#define NETLOOM_BLOCK_INTERFACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "NLBK": how Netloom knows that what it has loaded is meant for it. */
#define NETLOOM_BLOCK_MAGIC 0x4b424c4eu
/* Changes when a field does. An object of another version is refused. */
#define NETLOOM_BLOCK_VERSION 2u

/* A port of a module: a vector of bits. */
struct netloom_port {
  const char* name; /* "destination_i" */
  uint32_t bits;    /* width, 1 or more */
  uint32_t input;   /* 1: Netloom drives it; 0: Netloom reads it */
};

/* A module, elaborated with fixed parameters. */
struct netloom_module {
  int32_t size;    /* ports, channels, dimensions: what the decision's block counts; 1 or more */
  int32_t variant; /* kind of switch, where the block has several; else 0 */
  uint32_t port_count;
  const struct netloom_port* ports;

  /* An instance. Flip-flops and memories begin with random values, by the seed. Null: no memory. */
  void* (*create)(uint32_t seed);
  void (*destroy)(void* instance);
  /* Where the value of a port is kept: up to 8, 16, 32 or 64 bits in an unsigned integer of that
   * width; above, an array of 32-bit words, lowest bits first. Bits above the width are 0. Stays
   * valid as long as the instance. Never null. */
  void* (*storage)(void* instance, uint32_t port);
  /* Brings the outputs to what the inputs say. A change of clk_i or rst_ni since the last call is
   * an edge. */
  void (*eval)(void* instance);
};

struct netloom_block {
  uint32_t magic;   /* NETLOOM_BLOCK_MAGIC */
  uint32_t version; /* NETLOOM_BLOCK_VERSION */
  /* Which register map it knows: the first 16 hexadecimal digits of the SHA-256 of the file
   * netloom_regs_pkg.sv that it was built with. An object with another one than this Netloom is
   * refused. Null: not compared. */
  const char* register_map;
  const char* name;      /* of this implementation: "my_interval" */
  const char* decision;  /* that it makes: "interval" */
  const char* module;    /* of SystemVerilog: "my_ir_port" */
  const char* summary;   /* one line for `netloom list rtl` */
  uint32_t source_count; /* SystemVerilog files, absolute, for synthesis; may be none */
  const char* const* sources;
  uint32_t module_count;
  const struct netloom_module* modules; /* by variant, smallest size first */
};

/* What a shared object has to export. */
const struct netloom_block* netloom_block_interface(void);

/* What it may export: an object whose modules have assertions. What those say that have failed
 * in any instance, in evaluations by this thread, since the last call; null: none has. Stays valid
 * until the next call. */
const char* netloom_block_complaint(void);

/* What it may export: an object whose modules may end the simulation. By what they did in any
 * instance ("FILE:LINE: $finish"), in evaluations by this thread, since the last call; null: by
 * nothing. Stays valid until the next call. */
const char* netloom_block_ending(void);

#ifdef __cplusplus
}
#endif

#endif
