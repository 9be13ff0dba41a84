#!/usr/bin/env python3
"""Counters are read from what ncu prints, and its refusals are reported in a sentence."""
import contextlib
import io
import json
import os
import unittest
import unittest.mock

from fake_tools import WithTools, gone  # first: it extends the path
from runs import collect, counters
from runs.tools import ToolError

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
TIME = "gpu__time_duration.sum"
RATE = "dram__throughput.avg.pct_of_peak_sustained_elapsed"
# As ncu writes it with --csv --page raw: names, units, then a row per launch. Columns are in ncu's own order.
TABLE = f'''==PROF== Connected to process 71 (/tmp/speed)
==PROF== Profiling "take_in": 0%....50%....100% - 3 passes
==PROF== Disconnected from process 71
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","{RATE}","{TIME}","{SECTORS}"
"","","","","","","","","","","","%","ns","sector"
"0","71","speed","127.0.0.1","void weft::take_in<(int)4>(const float *, float *, int)","1","7","(256, 1, 1)","(65536, 2, 1)","0","9.0","93.27","2,848","16,777,216"
"1","71","speed","127.0.0.1","void weft::take_in<(int)8>(const float *, float *, int)","1","7","(128, 1, 1)","(32, 1, 1)","0","9.0","nan","3,000.00","n/a"
"2","71","speed","127.0.0.1","void weft::take_in<(int)8>(const float *, float *, int)","1","7","(128, 1, 1)","(32, 1, 1)","0","9.0","1.5e-3","3,100.5","9,007,199,254,740,993"
'''
REFUSED = '''==PROF== Connected to process 71 (/tmp/speed)
==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.
'''
NONE = '''==WARNING== No kernels were profiled.
Available Kernels:
1. add
2. take_out
'''


class Counters(WithTools):
    def setUp(self) -> None:
        super().setUp()
        self.tool("ncu", r'''
echo "$@" >> {folder}/said
echo '"ID","this is printed by the program"'
while [ "$1" != --log-file ]; do shift; done
cp {folder}/table "$2"
exit $(cat {folder}/status)
''')
        self.file("table", TABLE)
        self.file("status", "0")

    def of(self, kernels: dict[str, list[str]], **options) -> dict:
        return counters.counters_of(["./speed", "--minimal"], kernels, **options)

    def refused(self, words: str, kernels: dict[str, list[str]] = {"take_in": [SECTORS]}) -> None:
        with self.assertRaises(ToolError) as caught:
            self.of(kernels)
        self.assertIn(words, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_values_and_units_of_a_launch(self) -> None:
        found = self.of({"take_in": [SECTORS, RATE]})
        self.assertEqual(found, {"clock_control": "none", "cache_control": "all", "kernels": {"take_in": [
            {"instance": "weft::take_in<4>", "grid": [65536, 2, 1], "block": [256, 1, 1],
             "metrics": {SECTORS: {"value": 16777216, "unit": "sector"}, RATE: {"value": 93.27, "unit": "%"}}}]}})

    def test_of_a_program_that_measures_the_longest_launch_of_each_instance_counts(self) -> None:
        def launch(instance: str, time: int, sectors: int) -> dict:
            return {"instance": f"weft::{instance}", "metrics": {TIME: {"value": time, "unit": "ns"}, SECTORS: {"value": sectors, "unit": "sector"}}}

        found = collect.longest({"take_in": [launch("take_in<4>", 20, 1), launch("take_in<8>", 10, 2), launch("take_in<4>", 90, 3)],
                                 "add": [launch("add", 70, 4), launch("add", 5, 5)]})
        self.assertEqual({instance: metrics[SECTORS]["value"] for instance, metrics in found.items()}, {"take_in<4>": 3, "take_in<8>": 2, "add": 4})

    def test_how_ncu_is_called(self) -> None:
        self.of({"weft::take_in": [SECTORS, TIME]}, clock_control="base", cache_control="none", launches=3)
        said, log, rest = self.said()[0].partition(" --log-file ")
        self.assertEqual(said, "--csv --page raw --print-units base --clock-control base --cache-control none --kernel-name regex:^take_in$ "
                               f"--metrics {SECTORS},{TIME} --launch-count 3")
        self.assertRegex(rest, r"\A\S+ ./speed --minimal\Z")

    def test_the_controls_are_in_the_result(self) -> None:
        found = self.of({"take_in": [SECTORS]}, clock_control="base", cache_control="none")
        self.assertEqual((found["clock_control"], found["cache_control"]), ("base", "none"))

    def test_several_launches_in_their_order(self) -> None:
        found = self.of({"take_in": [TIME]}, launches=9)["kernels"]["take_in"]
        self.assertEqual([(launch["instance"], launch["metrics"][TIME]["value"]) for launch in found],
                         [("weft::take_in<4>", 2848), ("weft::take_in<8>", 3000), ("weft::take_in<8>", 3100.5)])

    def test_one_instance(self) -> None:
        found = self.of({"take_in<8>": [TIME]})["kernels"]["take_in<8>"]
        self.assertEqual([launch["metrics"][TIME]["value"] for launch in found], [3000])
        self.assertNotIn("--launch-count", self.said()[0])
        self.assertIn("regex:^take_in$", self.said()[0])

    def test_numbers(self) -> None:
        found = [launch["metrics"] for launch in self.of({"take_in": [SECTORS, RATE, TIME]}, launches=3)["kernels"]["take_in"]]
        self.assertEqual([entry[SECTORS]["value"] for entry in found], [16777216, None, 9007199254740993])
        self.assertEqual([entry[RATE]["value"] for entry in found], [93.27, None, 0.0015])
        self.assertIsInstance(found[1][TIME]["value"], int)

    def test_a_run_for_each_kernel(self) -> None:
        self.of({"take_in": [SECTORS], "take_in<8>": [TIME]})
        self.assertEqual([line.partition("--metrics ")[2].split()[0] for line in self.said()], [SECTORS, TIME])

    def test_a_program_that_fails_under_ncu_is_counted_nonetheless(self) -> None:
        self.file("status", "1")
        self.assertEqual(len(self.of({"take_in": [SECTORS]})["kernels"]["take_in"]), 1)

    def test_no_right_to_read_counters(self) -> None:
        self.file("table", REFUSED)
        self.refused("ncu is not allowed to read the counters of this GPU (ERR_NVGPUCTRPERM)")

    def test_no_launch_of_the_kernel(self) -> None:
        self.file("table", NONE)
        self.refused("ncu has read no counter of take_in in ./speed: No kernels were profiled. The kernels are add, take_out.")

    def test_no_launch_of_the_instance(self) -> None:
        self.refused("./speed launches no kernel take_in<16>, but weft::take_in<4>, weft::take_in<8>.", {"take_in<16>": [SECTORS]})

    def test_an_unknown_metric(self) -> None:
        self.refused("ncu has no metric l1tex__t_sectors.sum on this GPU.", {"take_in": ["l1tex__t_sectors.sum"]})
        self.file("table", "==ERROR== Failed to find metric regex:^l1tex__t_sectors.(sum)$\n")
        self.refused("ncu has read no counter of take_in in ./speed: Failed to find metric regex:^l1tex")

    def test_an_ncu_that_says_nothing(self) -> None:
        self.file("table", "")
        self.refused("ncu has read no counter of take_in in ./speed: it says nothing.")

    def test_no_ncu(self) -> None:
        (self.folder / "bin/ncu").unlink()
        self.refused("There is no ncu here; it comes with the CUDA toolkit")

    def test_a_program_that_does_not_end(self) -> None:
        self.tool("ncu", "sleep 60 & echo $! > {folder}/child; wait\n")
        with unittest.mock.patch.object(counters, "LIMIT", 0.5):
            self.refused("ncu was ended after 0.5 s")
        self.assertTrue(gone(int((self.folder / "child").read_text())))

    def test_as_a_program(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(counters.main(["take_in", f"{SECTORS},{TIME}", "--", "./speed", "-x"]), 0)
            self.assertEqual(counters.main(["take_in", "unknown", "--", "./speed"]), 1)
            self.assertEqual(counters.main(["take_in", SECTORS, "./speed", "-x"]), 2)
        self.assertEqual(list(json.loads(output.getvalue())["kernels"]["take_in"][0]["metrics"]), [SECTORS, TIME])
        self.assertIn("ncu has no metric unknown", errors.getvalue())
        self.assertTrue(self.said()[0].endswith("./speed -x"), os.linesep.join(self.said()))


if __name__ == "__main__":
    unittest.main()
