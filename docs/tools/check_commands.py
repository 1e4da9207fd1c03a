#!/usr/bin/env python3
"""Checks the commands that the pages of a repository show: whatever a test does not run names at least
commands, options, experiments, scripts, presets and targets that there are. Of each command in a block of
the language sh, docs/tools/not_run.txt has to say which test runs it, or why none does.

Usage: check_commands.py FOLDER NETLOOM TESTBENCH PAGE...

FOLDER     the root of the repository
NETLOOM    the program; what its help does not name is no command or option
TESTBENCH  the same program with the commands of the tests
PAGE       path below docs/, without .md, of each page whose console blocks are run: a console block
           on another page is a problem

Looked at are blocks of the languages console and sh, and `netloom ...` in the text.
"""

import glob
import json
import os
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"^```(console|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(netloom [^`]+)`")
INDENTED = re.compile(r"^    ((?:build/\w+/testbench/)?netloom .*)$", re.MULTILINE)
COMMAND = re.compile(r"^  ([a-z]\w*)  ", re.MULTILINE)
# A line each; those of the program are one line.
OPTION = re.compile(r"^(?:  |Options: )(?:(-\w)(?:, |\s))?(--[a-z][\w-]*)?(?:; (--[a-z][\w-]*))?", re.MULTILINE)
TARGET = re.compile(r"\b(?:add_executable|add_custom_target|netloom_tests)\((\w+)")
BLOCK_TARGET = re.compile(r"\bnetloom_rtl_(?:decision|block)\(NAME (\w+)")
PROGRAM = re.compile(r"build/\w+/([\w/]+)$")
TEST = re.compile(r"\badd_test\(NAME (\S+)")
COMMENT = re.compile(r"(?:^|\s+)#.*$")
ASSIGNMENT = re.compile(r"\w+=")
PLACEHOLDER = re.compile(r"…|\.\.\.|[A-Z]+|.*NAME.*")


class Program:
    """What the help of a program names."""

    def __init__(self, path):
        self.path = path
        self.helps = {}

    def help(self, words):
        if words not in self.helps:
            self.helps[words] = subprocess.run([self.path, *words, "--help-all"], text=True, check=True,
                                               stdout=subprocess.PIPE).stdout
        return self.helps[words]

    def problems(self, words, experiments):
        """words: what stands behind the name of the program."""
        chosen = ()
        while words and not words[0].startswith("-") and "\nCommands:\n" in self.help(chosen):
            known = COMMAND.findall(self.help(chosen).partition("\nCommands:\n")[2].partition("\n\n")[0])
            if PLACEHOLDER.fullmatch(words[0]):
                return
            if words[0] not in known and "COMMAND]" in self.help(chosen).partition("\n\n")[0]:
                break  # it has arguments of its own
            if words[0] not in known:
                yield f"'{words[0]}' is not a command of {' '.join(('netloom', *chosen))}"
                return
            chosen += (words[0],)
            words = words[1:]
        options = {each for pair in OPTION.findall(self.help(chosen)) for each in pair} | {"--help", "--help-all"}
        for word in words:
            if re.match(r"--?[a-z]", word) and word.partition("=")[0] not in options:
                yield f"'{word}' is not an option of {' '.join(('netloom', *chosen))}"
        if chosen == ("repro",):
            for word in words:
                if re.fullmatch(r"[a-z]+-[\w.-]+", word) and not word.endswith(".yaml") \
                        and word not in experiments:
                    yield f"'{word}' is not an experiment"


class Repository:
    def __init__(self, root):
        self.root = root
        with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
            self.presets = {each["name"] for each in json.load(file)["configurePresets"]}
        self.targets = {"docs": "docs"}  # target: its folder
        self.tests = []  # patterns of their names
        for pattern in ("CMakeLists.txt", "*.cmake"):
            for path in glob.glob(os.path.join(root, "**", pattern), recursive=True):
                folder = os.path.relpath(os.path.dirname(path), root)
                if folder.split("/")[0] in ("build", "netloom-results"):
                    continue
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.targets.update((name, folder) for name in TARGET.findall(text))
                self.tests += [re.compile(re.sub(r"\\\$\\{\w+\\}", r"[\\w.]+", re.escape(name)))
                               for name in TEST.findall(text)]
                self.targets.update((f"netloom_block_{name}", folder)
                                    for name in BLOCK_TARGET.findall(text))

    def text_of(self, path):
        found = os.path.join(self.root, path)
        paths = [found] if os.path.isfile(found) else glob.glob(os.path.join(found, "*.cpp"))
        text = ""
        for each in paths:
            with open(each, encoding="utf-8") as file:
                text += file.read()
        instead = re.search(r'^exec .*"\$root/([\w./-]+)" "\$@"$', text, re.MULTILINE)
        return text + self.text_of(instead[1]) if instead else text

    def unknown_options(self, words, path):
        """Options that the text of a script, or of the sources in a folder, does not have."""
        text = self.text_of(path)
        for word in words:
            option = word.partition("=")[0]
            if re.match(r"--[a-z]", word) and not word.startswith("--gtest_") \
                    and not re.search(rf"{option}(?![\w-])", text):
                yield f"'{word}' is not an option of {path}"

    def cmake_problems(self, words):
        for option, value in zip(words, words[1:]):
            if option == "--preset" and value not in self.presets:
                yield f"'{value}' is not a preset"
        if "--target" in words:
            for word in words[words.index("--target") + 1:]:
                if word.startswith("-"):
                    break
                if word not in self.targets and not PLACEHOLDER.fullmatch(word):
                    yield f"'{word}' is not a target"


def commands_of(line):
    """The words of each command in a line of the shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = []
    for token in lexer:
        if set(token) <= set("|;&()"):
            yield words
            words = []
        elif words or not ASSIGNMENT.match(token):
            words.append(token)
    yield words


def lines_of(text):
    """(place in the text, line of the shell, whether `netloom` may be the program with the commands of
    the tests there: in what is run with it, and in words)"""
    for block in BLOCK.finditer(text):
        body = block[2].replace("\\\n", "  ")
        at = block.start(2)
        for line in body.split("\n"):
            if block[1] == "sh":
                yield at, line, False
            elif line.startswith("$ "):
                yield at, line[2:], True
            at += len(line) + 1
    blank = FENCED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for pattern in (INLINE, INDENTED):
        for match in pattern.finditer(blank):
            yield match.start(), match[1].replace("\\|", "|"), pattern is INLINE


def shell_lines(text):
    """(place in the text, line of the shell without its comment) of blocks of the language sh."""
    for block in BLOCK.finditer(text):
        at = block.start(2)
        for line in block[2].replace("\\\n", "  ").split("\n"):
            command = " ".join(COMMENT.sub("", line).split())
            if block[1] == "sh" and command:
                yield at, command
            at += len(line) + 1


class NotRun:
    """What not_run.txt says."""

    FILE = "docs/tools/not_run.txt"

    def __init__(self, root):
        self.lines = {}  # (page, command): where it is
        self.reasons = {}  # line of the file: the reason that begins there
        page, waiting = "", []
        with open(os.path.join(root, self.FILE), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                depth = len(line) - len(line.lstrip())
                text = line.strip()
                if not text or text.startswith("#"):
                    continue
                if depth == 0:
                    page, waiting = text, []
                elif depth == 2:
                    self.lines[page, " ".join(text.split())] = number
                    waiting.append(number)
                elif waiting:  # a reason begins; what stands below it is its rest
                    self.reasons.update((each, text) for each in waiting)
                    waiting = []
        self.unused = set(self.lines)

    def problem(self, page, command):
        self.unused.discard((page, command))
        number = self.lines.get((page, command))
        if number is None:
            return f"{self.FILE} does not say what runs '{command}'"
        if number not in self.reasons:
            return f"{self.FILE}:{number}: neither a test that runs it nor a reason"
        return None

    def problems(self, repository):
        for page, command in sorted(self.unused):
            yield f"{self.FILE}:{self.lines[page, command]}: '{command}' is not on {page}"
        for number, reason in sorted(self.reasons.items()):
            test = re.match(r"run by ([^\s:]+)", reason)
            if test and not any(each.fullmatch(test[1]) for each in repository.tests):
                yield f"{self.FILE}:{number}: there is no test {test[1]}"


def problems_of(words, either, netloom, testbench, experiments, repository):
    name, words = words[0], words[1:]
    built = PROGRAM.match(name)
    target = built[1].split("/")[-1] if built else name
    if target == "netloom":
        of_tests = built[1].startswith("testbench/") if built else either
        yield from (testbench if of_tests else netloom).problems(words, experiments)
    elif name == "cmake":
        yield from repository.cmake_problems(words)
    elif built or target in repository.targets:
        if target not in repository.targets:
            yield f"nothing builds {name}"
        elif built and os.path.dirname(built[1]) != repository.targets[target]:
            yield f"{target} is not built in {os.path.dirname(built[1])}"
        else:
            yield from repository.unknown_options(words, repository.targets[target])
    elif "/" in name and not name.startswith((".", "/")):
        if not os.access(os.path.join(repository.root, name), os.X_OK):
            yield f"there is no script {name}"
        else:
            yield from repository.unknown_options(words, name)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root, netloom, testbench = sys.argv[1], Program(sys.argv[2]), Program(sys.argv[3])
    run = {os.path.join(root, "docs", page + ".md") for page in sys.argv[4:]}
    listed = subprocess.run([sys.argv[2], "repro", "list"], text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    experiments = {line.split()[0] for line in listed.splitlines() if line.strip()}
    repository = Repository(root)
    not_run = NotRun(root)
    pages = [os.path.join(root, "README.md")]
    pages += sorted(glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True))
    problems = []
    count = 0
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        if page not in run and re.search(r"^```console$", text, re.MULTILINE):
            problems.append(f"{os.path.relpath(page, root)}: no test runs its console blocks")
        def where(at):
            return f"{os.path.relpath(page, root)}:{text.count(chr(10), 0, at) + 1}"
        for at, line in shell_lines(text):
            problem = not_run.problem(os.path.relpath(page, root), line)
            problems += [f"{where(at)}: {problem}"] if problem else []
        for at, line, either in lines_of(text):
            for words in filter(None, commands_of(line)):
                count += 1
                problems += [f"{where(at)}: {problem}"
                             for problem in problems_of(words, either, netloom, testbench,
                                                        experiments, repository)]
    problems += not_run.problems(repository)
    if problems:
        sys.exit("\n".join(problems))
    print(f"{count} commands on {len(pages)} pages")


main()
