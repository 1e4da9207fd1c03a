"""The stub of the module in C++ says what the module has, with its signatures and docstrings."""

import ast
import inspect
import os
import re
import subprocess
import unittest

import netloom
from netloom import _netloom


def shape(node):
    """Parameters of a function of the stub: (name, whether it has a default)."""
    arguments = [each.arg for each in node.args.args]
    required = len(arguments) - len(node.args.defaults)
    return [(name, i >= required) for i, name in enumerate(arguments)]


def native_shape(function):
    """The same, of the signature that pybind11 writes; None where it names no parameters."""
    signature = function.__doc__.splitlines()[0]
    inside = re.search(r"\((.*)\) ->", signature)[1]
    parts = re.findall(r"(\w+): (?:[^,\[\]()]|\[[^\]]*(?:\[[^\]]*\][^\]]*)*\]|\([^)]*\))*", inside)
    defaults = re.findall(r"(\w+): [^=,]*=", inside)
    return [(name, name in defaults) for name in parts]


class Stub(unittest.TestCase):
    def setUp(self):
        path = os.path.join(os.path.dirname(netloom.__file__), "_netloom.pyi")
        with open(path, encoding="utf-8") as file:
            self.stub = {node.name: node for node in ast.parse(file.read()).body
                         if isinstance(node, (ast.ClassDef, ast.FunctionDef))}

    def test_it_has_all_names_and_no_other(self):
        public = {name for name in vars(_netloom) if not name.startswith("_")}
        self.assertEqual(set(self.stub), public)

    def test_classes_have_the_same_members(self):
        for name, node in self.stub.items():
            if not isinstance(node, ast.ClassDef):
                continue
            native = getattr(_netloom, name)
            members = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
            self.assertEqual({each for each in vars(native)
                              if not each.startswith("_")} | ({"__init__"} & set(members)),
                             set(members), name)
            for member, stub in members.items():
                is_property = any(getattr(each, "id", "") == "property"
                                  for each in stub.decorator_list)
                self.assertEqual(is_property, isinstance(vars(native).get(member), property), member)
                said = ast.get_docstring(stub)
                if said is not None:
                    native_doc = inspect.getdoc(getattr(native, member)).split("\n\n")[-1]
                    self.assertEqual(" ".join(said.split()), " ".join(native_doc.split()))

    def test_functions_have_the_same_parameters(self):
        for name, node in self.stub.items():
            if isinstance(node, ast.ClassDef):
                for each in node.body:
                    native = getattr(getattr(_netloom, name), getattr(each, "name", ""), None)
                    if isinstance(each, ast.FunctionDef) and callable(native):
                        self.compare(f"{name}.{each.name}", each, native)
            else:
                self.compare(name, node, getattr(_netloom, name))

    def compare(self, name, node, native):
        said, has = shape(node), native_shape(native)
        self.assertEqual(len(said), len(has), name)
        for (stub_name, stub_default), (native_name, native_default) in zip(said, has):
            self.assertEqual(stub_default, native_default, name)
            if not re.fullmatch(r"arg\d+|self", native_name):
                self.assertEqual(stub_name, native_name, name)


class Symbols(unittest.TestCase):
    def test_others_see_what_python_and_libsystemc_ask_for(self):
        listed = subprocess.run(["nm", "-D", "--defined-only", _netloom.__file__], check=True,
                                capture_output=True, text=True).stdout.split("\n")
        self.assertEqual({line.split()[-1] for line in listed if line},
                         {"PyInit__netloom", "sc_main"})


class Docstrings(unittest.TestCase):
    def test_everything_public_has_one(self):
        for name in netloom.__all__:
            value = getattr(netloom, name)
            self.assertTrue(inspect.getdoc(value), name)
            if not inspect.isclass(value):
                continue
            for member, each in vars(value).items():
                if member.startswith("_") or not (inspect.isfunction(each) or
                                                  isinstance(each, (property, classmethod))):
                    continue
                self.assertTrue(inspect.getdoc(getattr(value, member)), f"{name}.{member}")

    def test_everything_public_is_annotated(self):
        for name in netloom.__all__:
            value = getattr(netloom, name)
            members = [value] if inspect.isfunction(value) else [
                each for member, each in vars(value).items()
                if inspect.isfunction(each) and (member == "__init__" or member[0] != "_")
                and each.__module__.startswith("netloom")]
            for each in members:
                missing = [parameter for parameter in inspect.signature(each).parameters
                           if parameter not in ("self", "cls") and
                           parameter not in each.__annotations__]
                self.assertEqual(missing, [], f"{name}.{each.__name__}")
                self.assertIn("return", each.__annotations__, f"{name}.{each.__name__}")


if __name__ == "__main__":
    unittest.main()
