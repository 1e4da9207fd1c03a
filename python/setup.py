"""Makes a wheel of the package netloom: python3 setup.py bdist_wheel, in a copy of the repository.

CMake builds the module in build/wheel, for the Python that runs this; or NETLOOM_BUILD_FOLDER names
a folder in which it has been configured for it.
"""

import os
import re
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(netloom VERSION (\S+)", file.read())[1]


class WithModule(build_py):
    """The package with its module, as CMake installs it."""

    def run(self):
        folder = os.environ.get("NETLOOM_BUILD_FOLDER")
        if folder is None:
            folder = os.path.join(ROOT, "build", "wheel")
            self.call("-S", ROOT, "-B", folder, "-DNETLOOM_PYTHON=ON", "-DBUILD_TESTING=OFF",
                      f"-DNETLOOM_PYTHON_EXECUTABLE={sys.executable}")
        install = os.path.abspath(self.build_lib)
        self.call("--build", folder, "--target", "netloom_python")
        self.call("--install", folder, "--component", "python", "--prefix", install)
        installed = os.path.join(install, "lib", "python3", "dist-packages")
        os.rename(os.path.join(installed, "netloom"), os.path.join(install, "netloom"))
        os.removedirs(installed)

    @staticmethod
    def call(*arguments):
        subprocess.run(["cmake", *arguments], check=True)


class Compiled(Distribution):
    """A wheel for one Python and one machine."""

    def has_ext_modules(self):
        return True


setup(
    name="netloom",
    version=version(),
    description="Cycle-timed models of interconnection-network switches, woven into networks",
    license="Apache-2.0",
    packages=["netloom"],
    python_requires=">=3.9",
    install_requires=["numpy"],
    extras_require={"frames": ["pandas"], "graphs": ["networkx"]},
    cmdclass={"build_py": WithModule},
    distclass=Compiled,
)
