# The cells of a library in the Liberty format: awk -v file=NAME -f liberty.awk LIBRARY. A line for each that has an
# area: its name, the area, and 1 if it is a flip-flop, else 0. NAME is the library's, for messages.
#
# A statement is a group, NAME (VALUE) { … }, or an attribute, NAME : VALUE; or NAME (VALUE);. Beside the
# format, what Yosys lets pass: a line break ends a value that lacks its semicolon, unless a \ is before it, and //
# begins a comment.

function fail(at, what) {
  print "LIBERTY=" file (at ? ":" at : "") ": " what > "/dev/stderr"
  failed = 1
  exit 1
}

# In a group of a library that is a cell, directly: the depth is 2.
function end_statement() {
  if (state == "start" && name != "") fail(begin, "neither : nor ( is behind " name)
  if (state == "value" && name == "area" && in_cell && depth == 2 && !(cell in areas)) {
    if (value !~ /^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/) {
      if (value == "") value = "missing"
      fail(begin, "the area of the cell " cell " is " value "; allowed: a number of 0 or more")
    }
    areas[cell] = value
    order[cells++] = cell
  }
  name = value = ""
  state = "start"
}

function begin_group() {
  groups[++depth] = name
  values[depth] = value
  begins[depth] = begin
  if (depth == 2) in_cell = groups[1] == "library" && name == "cell"
  if (depth == 2 && in_cell) cell = value
  if (depth == 3 && in_cell && name == "ff") is_flip_flop[cell] = 1
  name = value = ""
  state = "start"
}

function end_group() {
  end_statement()
  if (depth == 0) fail(line, "} ends no group")
  depth--
}

function add(text, is_word) {
  value = value (is_word && after_word ? " " : "") text
  after_word = is_word
  has_value = 1
}

function word(text) {
  if (state == "arguments" || state == "value") return add(text, 1)
  end_statement()
  name = text
  begin = line
  if (depth == 0 && !is_library) {
    if (name != "library") fail(0, "it has no group library (…)")
    is_library = 1
  }
}

function sign(text) {
  if (state == "arguments") {
    if (text ~ /[{}]/) fail(begin, "the ( behind " name " has no )")
    if (text == "(") open++
    if (text == ")" && --open == 0) state = "behind"
    else add(text, 0)
  } else if (text == ";") {
    end_statement()
  } else if (text == "}") {
    end_group()
  } else if (state == "value") {
    add(text, 0)
  } else if (state == "behind" && text == "{") {
    begin_group()
  } else if (state == "start" && name != "" && text ~ /[:(]/) {
    state = text == ":" ? "value" : "arguments"
    open = 1
    after_word = has_value = 0
  } else if (name != "") {
    end_statement()
    sign(text)
  } else {
    fail(line, text " where a name is expected")
  }
}

# Takes so many characters of what is left.
function take(count,    taken) {
  taken = substr(rest, 1, count)
  rest = substr(rest, count + 1)
  return taken
}

function count_lines(text) { line += gsub(/\n/, "", text) }

# A record ends with a semicolon, since a line may have a whole library.
BEGIN {
  RS = ";"
  line = 1
  state = "start"
}

{
  rest = (NR > 1 ? ";" : "") $0
  while (rest != "") {
    if (in_comment) {
      at = index(rest, "*/")
      count_lines(take(at ? at + 1 : length(rest)))
      if (at) in_comment = 0
    } else if (in_quotes) {
      # A \ is before what is no end.
      at = match(rest, /^([^"\\]|\\.)*"/)
      part = take(at ? RLENGTH : length(rest))
      count_lines(part)
      quoted = quoted part
      if (at) {
        in_quotes = 0
        word(substr(quoted, 1, length(quoted) - 1))
      }
    } else if (in_line_comment || rest ~ /^\/\//) {
      at = index(rest, "\n")
      in_line_comment = !at
      take(at ? at - 1 : length(rest))
    } else if (rest ~ /^\n/) {
      take(1)
      if (state == "value" && has_value) end_statement()
      line++
    } else if (match(rest, /^([ \t\r\f\v]|\\\r?\n)+/)) {
      count_lines(take(RLENGTH))
    } else if (rest ~ /^\/\*/) {
      in_comment = line
      take(2)
    } else if (rest ~ /^"/) {
      in_quotes = line
      quoted = ""
      take(1)
    } else if (rest ~ /^[(){}:;,]/) {
      sign(take(1))
    } else {
      match(rest, /^.[^(){}:;,"\\\/ \t\r\f\v\n]*/)
      word(take(RLENGTH))
    }
  }
}

END {
  if (failed) exit 1
  if (in_comment) fail(in_comment, "the comment has no end")
  if (in_quotes) fail(in_quotes, "the \" has no second one")
  if (state == "arguments") fail(begin, "the ( behind " name " has no )")
  end_statement()
  if (depth > 0) fail(begins[depth], "the group " groups[depth] " (" values[depth] ") has no end")
  if (!is_library) fail(0, "it has no group library (…)")
  for (i = 0; i < cells; i++) {
    cell = order[i]
    if (tolower(cell) ~ /nand2/ && areas[cell] > 0) has_gate = 1
  }
  if (!has_gate) fail(0, "it has no NAND of two inputs with an area (nand2 in its name)")
  for (i = 0; i < cells; i++) print order[i], areas[order[i]], order[i] in is_flip_flop ? 1 : 0
}
