"""Results as pandas data frames."""

import unittest

from support import skip_unless, torus, without_dateline

skip_unless("pandas")

import netloom


class Frames(unittest.TestCase):
    def test_a_row_for_each_point(self):
        results = torus().sweep(loads=[0.1, 0.2], seeds=[1, 2])
        frame = results.frame()
        self.assertEqual(list(frame.load), [0.1, 0.1, 0.2, 0.2])
        self.assertEqual(list(frame["latency.network.mean"]),
                         [each["latency.network.mean"] for each in results])

    def test_points_that_failed_are_there(self):
        config = without_dateline(simulation__measure=20000)
        with self.assertWarns(netloom.NetloomWarning):
            frame = config.sweep(loads=[0.05, 1]).frame()
        self.assertEqual(list(frame["failure.kind"].fillna("")), ["", "deadlock"])

    def test_the_summary_has_the_means_over_the_seeds(self):
        results = torus().sweep(loads=[0.1, 0.2], seeds=[1, 2, 3])
        summary = results.summary()
        self.assertEqual(list(summary.load), [0.1, 0.2])
        means = results.frame().groupby("load")["accepted_load"].mean()
        for row, mean in zip(summary["accepted_load.mean"], means):
            self.assertAlmostEqual(row, mean)

    def test_a_time_series(self):
        result = torus(simulation__sample_interval=100).run()
        frame = result.time_series()
        self.assertEqual(list(frame.index), list(range(0, 1000, 100)))
        self.assertEqual(frame.packets.sum(), result["packets.delivered"])
        with self.assertRaisesRegex(netloom.Error, "allowed: with simulation.sample_interval"):
            torus().run().time_series()


if __name__ == "__main__":
    unittest.main()
