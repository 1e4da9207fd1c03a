"""Where a source file can be changed so that it still compiles: found with Clang's parser."""

import os
import re
import sys

import clang.cindex
import yaml
from clang.cindex import CursorKind as Kind

from source_copy import COMMENT, ON, line_at

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from compile_commands import parser_arguments  # pylint: disable=wrong-import-position

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "<<": ">>", ">>": "<<",
              "&": "|", "|": "&", "^": "|", "&&": "||", "||": "&&"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=",
               ">>=": "<<="}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.FUNCTION_TEMPLATE, Kind.CXX_METHOD, Kind.CONSTRUCTOR,
             Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION, Kind.LAMBDA_EXPR}
# Constants that the compiler has to work out, and messages.
NEVER = {Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.CXX_THROW_EXPR}


class Site:
    """A change of the characters from `begin` to `end` of a file."""

    def __init__(self, kind, file, cursor, source, changed, guarded):
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        self.kind = kind
        self.file = file
        self.line = cursor.extent.start.line
        self.line_text = line_at(source, begin)
        self.place = place_in_line(source, begin, end)
        self.column = cursor.extent.start.column
        self.begin = begin
        self.end = end
        self.original = source[begin:end].decode()
        self.changed = changed
        self.guarded = guarded  # with the number of the change to be filled in for NUMBER

    def text(self, number):
        return self.guarded.replace("NUMBER", ON.format(number))

    def identity(self):
        """Stays the same when lines above are added or taken away."""
        return (self.file, self.kind, one_line(self.line_text), one_line(self.original),
                one_line(self.changed), self.place)


def place_in_line(source, begin, end):
    """Which of those in its line that read the same: 1 is the first."""
    before = source[source.rfind(b"\n", 0, begin) + 1:begin].decode()
    return 1 + len(re.findall(rf"(?<!\w){re.escape(source[begin:end].decode())}(?!\w)", before))


def one_line(text):
    return re.sub(r"\s+", " ", COMMENT.sub("", text)).strip()


class Finder:
    def __init__(self, root, wanted):
        self.root = root
        self.wanted = wanted  # paths relative to root
        self.sites = {}
        self.sources = {}

    def source(self, path):
        if path not in self.sources:
            with open(os.path.join(self.root, path), "rb") as file:
                self.sources[path] = file.read()
        return self.sources[path]

    def parse(self, entry):
        arguments = parser_arguments(entry["command"])
        os.chdir(entry["directory"])
        unit = clang.cindex.Index.create().parse(entry["file"], args=arguments)
        for error in unit.diagnostics:
            if error.severity >= error.Error:
                raise RuntimeError(str(error))
        for cursor in unit.cursor.get_children():
            path = self.path_of(cursor)
            if path in self.wanted:
                self.declarations(cursor, path)

    def path_of(self, cursor):
        if cursor.location.file is None:
            return None
        return os.path.relpath(os.path.realpath(cursor.location.file.name), self.root)

    def declarations(self, cursor, path):
        if cursor.kind in FUNCTIONS:
            for child in cursor.get_children():
                if child.kind == Kind.COMPOUND_STMT:
                    self.statements(child, path)
            return
        if cursor.kind in NEVER or cursor.kind == Kind.VAR_DECL:
            return
        for child in cursor.get_children():
            self.declarations(child, path)

    def range_of(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text(self, path, begin, end):
        return self.source(path)[begin:end].decode()

    def add(self, kind, path, cursor, changed, guarded):
        begin, end = self.range_of(cursor)
        if begin == end:
            return
        self.sites.setdefault((path, begin, end, kind, changed), Site(
            kind, path, cursor, self.source(path), changed, guarded))

    def statements(self, cursor, path):
        """Within a function."""
        if cursor.kind in NEVER:
            return
        children = list(cursor.get_children())
        begin, end = self.range_of(cursor)
        text = self.text(path, begin, end)
        if cursor.kind == Kind.DECL_STMT and re.match(r"(static\s+)?constexpr\b", text):
            return
        if cursor.kind == Kind.IF_STMT:
            if re.match(r"if\s+constexpr\b", text):
                children = children[1:]
            elif not any(child.kind == Kind.DECL_STMT for child in children[:-1]):
                condition = self.text(path, *self.range_of(children[0]))
                if condition and children[0].kind != Kind.VAR_DECL:
                    self.add("condition", path, children[0], f"!({condition})",
                             f"(NUMBER != static_cast<bool>({condition}))")
        if cursor.kind == Kind.CASE_STMT:
            children = children[1:]
        if cursor.kind == Kind.COMPOUND_STMT:
            for child in children:
                self.removable(child, path)
        if cursor.kind == Kind.RETURN_STMT and children:
            self.returned(children[0], path)
        if cursor.kind in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.operator(cursor, children, path)
        if cursor.kind == Kind.INTEGER_LITERAL and re.fullmatch(r"\d+U?", text):
            self.add("constant", path, cursor, f"{text} + 1", f"(NUMBER ? {text} + 1 : {text})")
        if cursor.kind == Kind.UNARY_OPERATOR and text.startswith("!"):
            inner = self.text(path, *self.range_of(children[0]))
            self.add("negation", path, cursor, inner, f"(NUMBER != !({inner}))")
        for child in children:
            self.statements(child, path)

    def removable(self, cursor, path):
        text = self.text(path, *self.range_of(cursor))
        plain = (cursor.kind in (Kind.CALL_EXPR, Kind.COMPOUND_ASSIGNMENT_OPERATOR) or
                 cursor.kind == Kind.UNARY_OPERATOR and text.endswith(("++", "--")) or
                 cursor.kind == Kind.UNARY_OPERATOR and text.startswith(("++", "--")) or
                 cursor.kind == Kind.BINARY_OPERATOR)
        if plain and text:
            self.add("statement", path, cursor, "", f"if (!NUMBER) {text}")

    def returned(self, cursor, path):
        text = self.text(path, *self.range_of(cursor))
        if text and cursor.type.spelling == "bool":
            self.add("result", path, cursor, f"!({text})", f"(NUMBER != ({text}))")

    def operator(self, cursor, children, path):
        if len(children) != 2:
            return
        (begin, left_end), (right_begin, end) = map(self.range_of, children)
        name = COMMENT.sub("", self.text(path, left_end, right_begin)).strip()
        left, right = self.text(path, begin, left_end), self.text(path, right_begin, end)
        if (begin, end) != self.range_of(cursor) or not left or not right:
            return
        for kind, pairs in (("comparison", COMPARISONS), ("operator", ARITHMETIC)):
            if name in pairs:
                changed = f"{left} {pairs[name]} {right}"
                self.add(kind, path, cursor, changed,
                         f"(NUMBER ? (({left}) {pairs[name]} ({right})) : "
                         f"(({left}) {name} ({right})))")
        if name in ASSIGNMENTS:
            self.add("assignment", path, cursor, f"{left} {ASSIGNMENTS[name]} {right}",
                     f"(NUMBER ? (({left}) {ASSIGNMENTS[name]} ({right})) : "
                     f"(({left}) {name} ({right})))")


def equivalent(text):
    """The identities that equivalent.yaml names, with the reason of each."""
    keys = ("file", "kind", "line", "original", "changed")
    return {(*(each[key] for key in keys), each.get("place", 1)): each["reason"]
            for each in yaml.safe_load(text) or []}


def find(root, entries, wanted):
    finder = Finder(root, wanted)
    for entry in entries:
        finder.parse(entry)
    return list(finder.sites.values())
