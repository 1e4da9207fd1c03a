#!/usr/bin/env python3
"""Whatever a test case does, ctest says so, and the others of its suite run.

Usage: process_per_case_test.py PROGRAM BUILD

  PROGRAM  of endings.cpp
  BUILD    a build folder: its tests have names of their own, as ctest takes those of one name for one
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
PROGRAM, BUILD = map(os.path.abspath, sys.argv[1:3])
RESULT = re.compile(r"^\[ +(OK|FAILED|SKIPPED) +\] (\S+) \(\d+ ms\)(?:: (.*))?$", re.MULTILINE)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    return done.returncode, done.stdout


class ProcessPerCase(unittest.TestCase):
    def of(self, selected, per="case"):
        """Exit status, results by case or suite, output."""
        status, output = run(PROGRAM, f"--process_per_{per}", f"--gtest_filter={selected}")
        return status, {name: (result, why) for result, name, why in RESULT.findall(output)}, output

    def test_each_case_has_a_process_of_its_own(self):
        status, results, _ = self.of("Good.*:All/*")
        self.assertEqual(status, 0)
        self.assertEqual(set(results.values()), {("OK", "")})
        self.assertEqual(list(results), ["Good.Passes", "Good.PassesAfterIt", "All/Values.Pass/0", "All/Values.Pass/1"])

    def test_whatever_ends_a_case_the_others_run(self):
        status, results, output = self.of("Bad.*")
        self.assertEqual(status, 1)
        self.assertEqual(results, {
            "Bad.Fails": ("FAILED", ""),
            "Bad.Crashes": ("FAILED", "was killed by signal 6 (Aborted)"),
            "Bad.Exits": ("FAILED", "its process ended with status 0 before its cases did"),
            "Bad.FailsAtItsExit": ("FAILED", "its process ended with status 23"),
            "Bad.Hangs": ("FAILED", "took longer than 2 s"),
            "Bad.PassesAfterAll": ("OK", "")})
        self.assertIn("what the case says", output)
        self.assertTrue(output.endswith("failed: 5 of the cases:\n  Bad.Fails\n  Bad.Crashes\n  Bad.Exits\n"
                                        "  Bad.FailsAtItsExit\n  Bad.Hangs\n"), output)

    def test_cases_of_a_suite_can_share_a_process(self):
        def suites(results):  # without the lines of GoogleTest about their cases
            return {name: result for name, result in results.items() if "." not in name}

        status, results, output = self.of("Good.*:Partly.*:Alone.*:Bad.FailsAtItsExit", "suite")
        self.assertEqual(status, 1)
        # Two cases of the first suite, each of which wants to be the only one.
        self.assertEqual(suites(results), {"Good": ("FAILED", ""), "Bad": ("FAILED", "its process ended with status 23"),
                                   "Partly": ("SKIPPED", ""), "Alone": ("OK", "")})
        self.assertIn("[  FAILED  ] Good.PassesAfterIt", output)
        self.assertEqual(self.of("Partly.*", "suite")[0], 77)
        self.assertEqual(suites(self.of("Bad.Exits:Bad.PassesAfterAll", "suite")[1]),
                         {"Bad": ("FAILED", "its process ended with status 0 before its cases did")})

    def test_what_was_skipped_is_said(self):
        status, results, output = self.of("Partly.*")
        self.assertEqual(status, 77)
        self.assertEqual(results, {"Partly.Passes": ("OK", ""), "Partly.IsSkipped": ("SKIPPED", "")})
        self.assertIn("what is missing", output)
        self.assertEqual(self.of("Partly.*:Bad.Fails")[0], 1)

    def test_a_filter_that_selects_nothing_is_an_error(self):
        status, _, output = self.of("NoSuch.*")
        self.assertEqual(status, 1)
        self.assertIn("no case is selected by NoSuch.*", output)

    def test_names_differ(self):
        listed = json.loads(subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], stdout=subprocess.PIPE,
                                           check=True).stdout)
        counts = collections.Counter(test["name"] for test in listed["tests"])
        self.assertEqual([name for name, count in counts.items() if count > 1], [])

    def test_ctest(self):
        with tempfile.TemporaryDirectory() as folder:
            tests = os.path.join(folder, "CTestTestfile.cmake")
            run("cmake", f"-DPROGRAM={PROGRAM}", "-DLABEL=unit", "-DLONG=Alone.*", "-DSLOW=*Slow", "-DCOST=7",
                f"-DTESTS={tests}", "-P", os.path.join(FOLDER, "list_cases.cmake"))

            def ctest(*arguments):
                status, output = run("ctest", "--test-dir", folder, "--output-on-failure", *arguments)
                return status, dict(re.findall(r"Test +#\d+: (\S+) \.*[ *]*(Passed|Skipped|Failed) ", output)), output

            status, results, output = ctest()
            self.assertEqual(status, 8)
            self.assertEqual(results, {"Alone.IsSlow": "Passed", "Alone.Passes": "Passed", "Good": "Passed",
                                       "Bad": "Failed", "Partly": "Skipped", "All/Values": "Passed"})
            self.assertIn("[  FAILED  ] Bad.Crashes", output)
            self.assertEqual(ctest("--label-exclude", "^slow$", "-R", "Alone")[1], {"Alone.Passes": "Passed"})
            self.assertEqual(ctest("-L", "^unit$", "-R", "Alone")[1], {"Alone.IsSlow": "Passed", "Alone.Passes": "Passed"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
