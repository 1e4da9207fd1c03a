"""Builds a wheel of the package, and runs what is in it where nothing else of Netloom is found.

Usage: wheel_test.py SOURCE [BUILD_FOLDER]

Without a build folder everything is compiled, in a copy of the sources, as users of setup.py do.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from support import skip_unless

skip_unless("setuptools", "wheel")

CODE = """
import os, netloom
assert os.path.dirname(netloom.__file__) == os.path.join(os.getcwd(), "unpacked", "netloom")
config = netloom.Config({
    "network": {"topology": "torus", "k": [4, 4]}, "traffic": {"load": 0.1},
    "simulation": {"warmup": 100, "measure": 400}})
assert config.run().failure is None and config.check().ok
try:
    config.replace("rtl", {"blocks": ["dor_route"]})
except netloom.Error as error:
    print(error)
else:
    raise AssertionError("an RTL block was found")
"""


#: What every Debian with g++ or Python has.
EVERYWHERE = {"libc6", "libgcc-s1", "libstdc++6"}


def wheel_of_build(source, build, folder):
    """Made of a folder in which the module has been built; nothing is written into the sources."""
    subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info", "-e", folder, "build", "-b",
         os.path.join(folder, "build"), "bdist_wheel", "-d", folder],
        cwd=os.path.join(source, "python"), check=True,
        env={**os.environ, "NETLOOM_BUILD_FOLDER": build})
    return folder


def wheel_of_sources(source, folder):
    """Made as the guide says."""
    copy = os.path.join(folder, "netloom")
    shutil.copytree(source, copy, symlinks=True,
                    ignore=shutil.ignore_patterns(".git", "build", "netloom-results", "__pycache__"))
    # What was compiled in another folder need not be compiled again.
    environment = {**os.environ, "CCACHE_BASEDIR": copy, "CCACHE_NOHASHDIR": "1"}
    environment.pop("NETLOOM_BUILD_FOLDER", None)
    subprocess.run([sys.executable, "setup.py", "bdist_wheel"], cwd=os.path.join(copy, "python"),
                   check=True, env=environment)
    return os.path.join(copy, "python", "dist")


def check_libraries(source, module):
    """The guide names the packages of Debian 12 that have the libraries of the module."""
    if not shutil.which("dpkg"):
        return
    with open("/etc/os-release", encoding="utf-8") as file:
        if not re.search(r'^VERSION_ID="?12"?$', file.read(), re.MULTILINE):
            return
    said = subprocess.run(["ldd", module], capture_output=True, text=True, check=True).stdout
    packages = set()
    for path in re.findall(r"=> (/\S+)", said):
        # The folder above tells the machine's libraries from others' of the same name.
        file = os.path.realpath(path).split("/")[-2:]
        owner = subprocess.run(["dpkg", "-S", "/".join(["*", *file])], capture_output=True,
                               text=True, check=True).stdout
        packages.add(owner.split(":")[0])
    with open(os.path.join(source, "docs", "guides", "python.md"), encoding="utf-8") as file:
        sentence = re.search(r"there have to be the packages (.*)\.$", file.read(), re.MULTILINE)[1]
    named = set(re.findall(r"`([^`]+)`", sentence))
    assert packages - EVERYWHERE == named, (packages, named)


def main():
    source, *build = (os.path.abspath(each) for each in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        made = (wheel_of_build(source, *build, folder) if build else
                wheel_of_sources(source, folder))
        wheels = [each for each in os.listdir(made) if each.endswith(".whl")]
        assert len(wheels) == 1, wheels
        assert "cp3" in wheels[0] and "linux" in wheels[0], wheels[0]
        with zipfile.ZipFile(os.path.join(made, wheels[0])) as wheel:
            wheel.extractall(os.path.join(folder, "unpacked"))
            module, = (each for each in wheel.namelist() if each.endswith(".so"))
        check_libraries(source, os.path.join(folder, "unpacked", module))
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("NETLOOM")}
        environment["PYTHONPATH"] = os.path.join(folder, "unpacked")
        subprocess.run([sys.executable, "-c", CODE], cwd=folder, env=environment, check=True)


if __name__ == "__main__":
    main()
