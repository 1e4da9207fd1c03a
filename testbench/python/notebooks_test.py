"""Executes the notebooks of examples/notebooks; without outputs they are in the repository."""

import glob
import os
import sys
import unittest

from support import EXAMPLES, skip_unless

skip_unless("nbclient", "nbformat", "ipykernel", "pandas", "networkx")

import nbclient
import nbformat


class Notebooks(unittest.TestCase):
    def test_they_run(self):
        # The kernel is this Python, whatever is installed as "python3".
        paths = sorted(glob.glob(os.path.join(EXAMPLES, "notebooks", "*.ipynb")))
        self.assertGreaterEqual(len(paths), 2)
        for path in paths:
            with self.subTest(path):
                notebook = nbformat.read(path, as_version=4)
                nbformat.validate(notebook)
                for cell in notebook.cells:
                    self.assertEqual(cell.get("outputs", []), [], cell.get("source"))
                client = nbclient.NotebookClient(notebook, timeout=120, resources={
                    "metadata": {"path": os.path.dirname(path)}})
                client.create_kernel_manager()
                client.km.kernel_spec.argv[0] = sys.executable
                client.execute()
                shown = "".join(output.get("data", {}).get("text/html", "")
                                for cell in notebook.cells for output in cell.get("outputs", []))
                self.assertRegex(shown, r'<progress max="1" value="1.000">')  # each has run


if __name__ == "__main__":
    unittest.main()
