"""Builds a wheel of the package from the build folder, and runs what is in it where nothing else of
Netloom is found.

Usage: wheel_test.py SOURCE BUILD_FOLDER
"""

import os
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


def main():
    source, build = (os.path.abspath(each) for each in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "setup.py", "-q", "egg_info", "-e", folder, "build", "-b",
             os.path.join(folder, "build"), "bdist_wheel", "-d", folder],
            cwd=os.path.join(source, "python"), check=True,
            env={**os.environ, "NETLOOM_BUILD_FOLDER": build})
        wheels = [each for each in os.listdir(folder) if each.endswith(".whl")]
        assert len(wheels) == 1, wheels
        assert "cp3" in wheels[0] and "linux" in wheels[0], wheels[0]
        with zipfile.ZipFile(os.path.join(folder, wheels[0])) as wheel:
            wheel.extractall(os.path.join(folder, "unpacked"))
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("NETLOOM")}
        environment["PYTHONPATH"] = os.path.join(folder, "unpacked")
        subprocess.run([sys.executable, "-c", CODE], cwd=folder, env=environment, check=True)


if __name__ == "__main__":
    main()
