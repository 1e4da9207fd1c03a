#!/usr/bin/env python3
"""Tests check_one_definition.py with small programs in which something is defined twice."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_one_definition.py")


class Planted(unittest.TestCase):
    def check(self, files, expected, links=None):
        """Checks a project of the libraries lib and base, and the test programs a and b; `files`
        are the texts of sources (TARGET/*.cpp) and headers, `links` other names of folders."""
        with tempfile.TemporaryDirectory() as folder:
            entries = []
            for name, target in (links or {}).items():
                os.symlink(os.path.join(folder, target), os.path.join(folder, name))
            for name, text in files.items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                if name.endswith(".cpp"):
                    target = os.path.dirname(name)
                    entries.append({
                        "directory": folder, "file": path,
                        "command": f"c++ -std=c++17 -I{folder} -o CMakeFiles/{target}.dir/{name}.o"
                                   f" -c {path}"})
            commands = os.path.join(folder, "build", "compile_commands.json")
            os.makedirs(os.path.dirname(commands))
            with open(commands, "w", encoding="utf-8") as file:
                json.dump(entries, file)
            run = subprocess.run([sys.executable, CHECK, commands, folder, "lib", "base"],
                                 stdout=subprocess.PIPE, text=True, check=False)
        found = [line for line in run.stdout.splitlines() if " is defined in " in line]
        self.assertEqual(found, expected, run.stdout)
        self.assertEqual(run.returncode, 1 if expected else 0, run.stdout)

    def test_types_in_two_libraries(self):
        for kind in ("struct", "class", "union"):
            self.check({"lib/x.h": "namespace n {\n%s Report {};\n}" % kind,
                        "lib/x.cpp": '#include "lib/x.h"',
                        "base/x.cpp": "namespace n { %s Report { int i; }; }" % kind},
                       ["n::Report is defined in base/x.cpp:1 (base) and lib/x.h:2 (lib)"])

    def test_files_compiled_together(self):
        unity = "lib.dir/Unity/unity_0_cxx.cxx"
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("x.cpp", "struct S {};"), ("y.cpp", "S s;\nstruct T {};"),
                               ("z.cpp", "struct T { int i; };"),
                               (unity, f'#include "{folder}/x.cpp"\n\n#include "{folder}/y.cpp"\n')):
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            commands = os.path.join(folder, "compile_commands.json")
            with open(commands, "w", encoding="utf-8") as file:
                json.dump([{"directory": folder, "file": os.path.join(folder, name),
                            "command": f"c++ -o lib.dir/{name}.o -c {folder}/{name}"}
                           for name in (unity, "z.cpp")], file)
            run = subprocess.run([sys.executable, CHECK, commands, folder, "lib"],
                                 stdout=subprocess.PIPE, text=True, check=False)
        self.assertIn("T is defined in y.cpp:2 (lib) and z.cpp:1 (lib)", run.stdout)
        self.assertIn("unknown type name 'S'", run.stdout)
        self.assertIn("3 translation units, 2 problems", run.stdout)
        self.assertEqual(run.returncode, 1)

    def test_enumerations(self):
        self.check({"lib/x.cpp": "enum class E { a };", "lib/y.cpp": "enum class E { b };"},
                   ["E is defined in lib/x.cpp:1 (lib) and lib/y.cpp:1 (lib)"])

    def test_templates(self):
        self.check({"lib/x.cpp": "template <class T> struct S {};\ntemplate <> struct S<int> {};",
                    "lib/y.cpp": "template <class T> struct S { T t; };"},
                   ["S<T> is defined in lib/x.cpp:1 (lib) and lib/y.cpp:1 (lib)"])

    def test_specialisations(self):
        primary = "template <class T, class U> struct S {};\n"
        self.check({"lib/s.h": primary,
                    "lib/x.cpp": '#include "lib/s.h"\ntemplate <class T> struct S<T, int> {};',
                    "lib/y.cpp": '#include "lib/s.h"\ntemplate <class T> struct S<T, bool> {};',
                    "lib/z.cpp": '#include "lib/s.h"\n\ntemplate <class T> struct S<T, int> {};'},
                   ["S<T, int> is defined in lib/x.cpp:2 (lib) and lib/z.cpp:3 (lib)"])

    def test_inline_functions_and_variables(self):
        self.check({"lib/x.cpp": "namespace n { inline int f(int) { return 1; } }\n"
                                 "inline int v = 1;",
                    "lib/y.cpp": "namespace n { inline int f(int) { return 2; } }\n"
                                 "inline int v = 2;",
                    "lib/z.cpp": "namespace n { inline int f(long) { return 3; } }"},
                   ["n::f(int) is defined in lib/x.cpp:1 (lib) and lib/y.cpp:1 (lib)",
                    "v is defined in lib/x.cpp:2 (lib) and lib/y.cpp:2 (lib)"])

    def test_helpers_of_one_test_program(self):
        self.check({"a/x.cpp": "struct Helper {};", "a/y.cpp": "struct Helper { int i; };"},
                   ["Helper is defined in a/x.cpp:1 (a) and a/y.cpp:1 (a)"])

    def test_test_program_and_library(self):
        self.check({"a/x.cpp": "struct Helper {};", "lib/y.cpp": "struct Helper { int i; };"},
                   ["Helper is defined in a/x.cpp:1 (a) and lib/y.cpp:1 (lib)"])

    def test_what_is_none(self):
        # Two programs; two unnamed namespaces; one header twice; declarations; names in functions.
        self.check({"a/x.cpp": "struct Helper {};", "b/x.cpp": "struct Helper { int i; };",
                    "lib/h.h": "#pragma once\nstruct H {};\ninline int h() { return 1; }",
                    "lib/x.cpp": '#include "lib/h.h"\nnamespace { struct S {}; }\nstruct D;\n'
                                 "void f() { struct L {}; }\nstatic int s() { return 1; }",
                    "lib/y.cpp": '#include "lib/h.h"\nnamespace { struct S { int i; }; }\n'
                                 "struct D {};\nvoid g() { struct L { int i; }; }\n"
                                 "static int s() { return 2; }"},
                   [])

    def test_other_names_of_a_folder(self):
        header = "#pragma once\nstruct H {};"
        self.check({"lib/h.h": header, "lib/x.cpp": '#include "lib/h.h"', "a/x.cpp": '#include "installed/h.h"'},
                   [], {"installed": "lib"})
        self.check({"lib/h.h": header, "lib/x.cpp": '#include "lib/h.h"',
                    "a/x.cpp": '#include "installed/h.h"\nstruct H2 {};', "lib/y.cpp": "struct H2 {};"},
                   ["H2 is defined in a/x.cpp:2 (a) and lib/y.cpp:1 (lib)"], {"installed": "lib"})

    def test_errors_are_told(self):
        run = None
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "x.cpp")
            with open(source, "w", encoding="utf-8") as file:
                file.write('#include "missing.h"')
            commands = os.path.join(folder, "compile_commands.json")
            with open(commands, "w", encoding="utf-8") as file:
                json.dump([{"directory": folder, "file": source,
                            "command": f"c++ -o CMakeFiles/lib.dir/x.cpp.o -c {source}"}], file)
            run = subprocess.run([sys.executable, CHECK, commands, folder, "lib"],
                                 stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout, re.escape("'missing.h' file not found"))


if __name__ == "__main__":
    unittest.main()
