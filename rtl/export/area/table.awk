# A table of what Yosys makes of a switch, module by module: awk -f table.awk [CELLS] COPIES NETLIST.
#
# NETLIST is RTLIL, with modules apart. A gate equivalent is a NAND of two inputs, with CELLS, those of a library
# (liberty.awk), the area of its smallest one. Without them it is an estimate for static CMOS, in transistors: NAND and
# NOR of two inputs have 4, an inverter 2, a flip-flop with reset 20. Bits of memories are in no other number. COPIES
# says how many flip-flops of a module are copies of others, lines KIND MODULE NUMBER, of which those of `kind` count:
# the column "gate equivalents" is without them, as synthesis of a switch as a whole keeps one of each. Without a
# library it is without the multiplexers, too, that write them: 12 transistors each.

# The value of a parameter: 8, or 32'00…01000.
function number(text,    at, i, value) {
  at = index(text, "'")
  if (at == 0) return text + 0
  for (i = at + 1; i <= length(text); i++) value = 2 * value + substr(text, i, 1)
  return value
}

# "input_port", whatever its parameters are.
function plain(name) {
  if (name ~ /^\$paramod/) {
    name = substr(name, index(name, "\\") + 1)
    sub(/\\.*/, "", name)
  }
  sub(/^\\/, "", name)
  return name
}

function count(name, times,    type) {
  instances[name] += times
  for (type in modules) {
    if ((name, type) in cells) count(type, times * cells[name, type])
  }
}

function row(name, times, flops, bits, once, all, size,    line) {
  line = sprintf("%-22s  %9s  %10d  %11d  %16.1f  %11.1f", name, times, flops, bits, once, all)
  if (library) line = line sprintf("  %12.0f", size)
  print line
}

BEGIN {
  library = ARGC == 4
  transistors["$_NOT_"] = 2
  transistors["$_NAND_"] = transistors["$_NOR_"] = 4
  transistors["$_DFF_P_"] = transistors["$_DFF_PN0_"] = transistors["$_DFF_PN1_"] = 20
}

# The library.
library && FILENAME == ARGV[1] {
  areas[$1] = $2
  if ($3) is_flip_flop[$1] = 1
  if (tolower($1) ~ /nand2/ && $2 > 0 && (gate == 0 || $2 < gate)) gate = $2
  next
}

# Copies.
FILENAME == ARGV[ARGC - 2] {
  if ($1 == kind) copies[$2] = $3
  next
}

# The netlist.
$1 == "module" {
  module = $2
  modules[module] = 1
}
$1 == "cell" {
  type = $2
  width = size = 0
  cells[module, type]++
  types[type] = 1
}
$1 == "parameter" && type ~ /^\$mem/ {
  if ($(NF - 1) == "\\WIDTH") width = number($NF)
  if ($(NF - 1) == "\\SIZE") size = number($NF)
}
$1 == "end" && type ~ /^\$mem/ && width > 0 {
  memory[module] += width * size
  width = 0
}

END {
  count("\\netloom_switch", 1)
  for (module in instances) {
    name = plain(module)
    times = instances[module]
    numbers[name] += times
    bits[name] += times * memory[module]
    for (type in types) {
      if (!((module, type) in cells) || type in modules) continue
      here = times * cells[module, type]
      flop = equivalents = 0
      if (type ~ /^\$_/) {
        if (!(type in transistors)) {
          print "no transistors are known of a cell " type > "/dev/stderr"
          exit 1
        }
        flop = type ~ /DFF/
        equivalents = transistors[type] / 4
      } else if (type ~ /^\\/) {
        flop = substr(type, 2) in is_flip_flop
        equivalents = areas[substr(type, 2)] / gate
        area[name] += here * areas[substr(type, 2)]
      }
      flops[name] += here * flop
      all[name] += here * equivalents
      if (flop) of_registers[name] += here * (equivalents + (library ? 0 : 12 / 4))
    }
  }
  for (name in numbers) {
    if (flops[name] + bits[name] + all[name] == 0) continue
    for (i = rows++; i > 0 && order[i - 1] > name; i--) order[i] = order[i - 1]
    order[i] = name
  }
  printf "%s: synthesis, module by module\n", kind
  printf "%-22s  %9s  %10s  %11s  %16s  %11s%s\n", "module", "instances", "flip-flops", "memory bits",
         "gate equivalents", "with copies", library ? "          area" : ""
  for (i = 0; i < rows; i++) {
    name = order[i]
    once = all[name]
    if (copies[name] > 0 && flops[name] > 0) {
      share = copies[name] / flops[name]
      once -= of_registers[name] * (share < 1 ? share : 1)
    }
    row(name, numbers[name], flops[name], bits[name], once, all[name], area[name])
    sum_flops += flops[name]
    sum_bits += bits[name]
    sum_once += once
    sum_all += all[name]
    sum_area += area[name]
  }
  row("switch", "", sum_flops, sum_bits, sum_once, sum_all, sum_area)
}
