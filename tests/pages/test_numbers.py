#!/usr/bin/env python3
"""Numbers in sentences are computed from the record, say where they come from, and are refused where they do not."""

import dom
import lua_file
import woven
from woven import NAME

import lua  # found by woven
from support import tools

KIB, MIB, GIB = 2**10, 2**20, 2**30
CHECKED = "---\nnumbers: checked\n---\n\n"
KINDS = "write []{measured=…}, []{predicted=…}, []{counted=…}, […]{quoted=…}"


def points(series: str, ys: dict[float, float], x_unit: str = "bytes", y_unit: str = "GB/s") -> list[dict]:
    return [{"series": series, "x": x, "x_unit": x_unit, "y": y, "y_unit": y_unit} for x, y in ys.items()]


STEPS = points("sum", {KIB: 500.0, MIB: 2012.0, GIB: 2979.6}) + points("CUB", {KIB: 400.0, MIB: 2000.0, GIB: 3006.0})
FASTER = points("sum", {KIB: 600.0, MIB: 2100.0, GIB: 4170.0}) + points("CUB", {KIB: 500.0, MIB: 2050.0, GIB: 4135.0})
RUN = {"date": "2025-11-01", "clock": 1755, "driver": "580.1", "toolkit": "13.0", "program": "steps", "current": True}


class NumbersBook(woven.WovenBook):
    def setUp(self) -> None:
        super().setUp()
        self.record(
            measurements={
                f"{NAME}/steps": {**RUN, "points": STEPS},
                f"{NAME}/in-flight": {
                    "date": "2025-11-02",
                    "points": points("4 bytes", {1024.0: 350.0}) + points("updates", {1.0: 1.35}, "threads", "G updates/s"),
                },
                f"{NAME}/latency": {**RUN, "points": points("chain", {MIB: 0.4712, GIB: 0.52}, y_unit="µs")},
            },
            loops={
                f"{NAME}/steps": {
                    **RUN,
                    "add<4>": {"instructions": {"LDG": 4, "FADD": 16, "total": 1043}, "registers": 32, "spills": 0, "arch": "sm_90"},
                }
            },
            counters={f"{NAME}/steps": {**RUN, "current": False, "add<4>": {"dram.bytes": 2048}}},
        )
        self.record(device="NVIDIA H200", measurements={f"{NAME}/steps": {"date": "2025-10-01", "points": FASTER, "current": False}})

    def sentence(self, markdown: str) -> str:
        return self.weave(markdown).one("main").all("p")[0].words

    def number(self, span: str) -> str:
        return self.sentence(f"It is {span}.").removeprefix("It is ").removesuffix(".")

    def measured(self, expression: str, more: str = "") -> str:
        return self.number(f'[]{{measured="{expression}" {more}}}')

    def mistakes(self, markdown: str) -> list[str]:
        (self.root / "page.html").unlink(missing_ok=True)
        return [line.removeprefix(f"chapters/{NAME}.md:") for line in self.refused(markdown).replace("\u00a0", " ").splitlines()]

    def mistake(self, span: str) -> str:
        said = self.mistakes(f"Text.\n\nIt is\n{span}.\n")
        self.assertEqual(len(said), 1, said)
        line, what = said[0].split(": ", 1)
        self.assertEqual(line, "9")
        return what


class TestValues(NumbersBook):
    def test_one_point_is_rounded_and_has_its_unit(self):
        self.assertEqual(self.measured("steps('sum', GiB)"), "2,980 GB/s")
        self.assertEqual(self.measured("steps('sum', MiB)"), "2,010 GB/s")
        self.assertEqual(self.measured("latency('chain', MiB)"), "0.471 µs")

    def test_a_number_and_its_unit_stay_on_one_line(self):
        self.assertIn("2,980\u00a0GB/s", self.weave("[]{measured=\"steps('sum', GiB)\"}").one("main").text)

    def test_hyphens_of_a_measurement_are_underscores(self):
        self.assertEqual(self.measured("in_flight('4 bytes', KiB)"), "350 GB/s")
        self.assertEqual(self.measured("measurement('in-flight', '4 bytes', 1024)"), "350 GB/s")

    def test_values_of_a_whole_series(self):
        self.assertEqual(self.measured("max(steps('sum'))"), "2,980 GB/s")
        self.assertEqual(self.measured("min(steps('sum'))"), "500 GB/s")
        self.assertEqual(self.measured("median(steps('sum'))"), "2,010 GB/s")
        self.assertEqual(self.measured("median(steps('sum', MiB, GiB))"), "2,500 GB/s")

    def test_a_range_has_a_dash_and_one_unit(self):
        self.assertEqual(self.measured("range(steps('sum', MiB, GiB))"), "2,010–2,980 GB/s")
        self.assertEqual(self.measured("range(steps('sum', GiB), steps('CUB', GiB))", 'digits="2"'), "3,000 GB/s")

    def test_ratios_are_plain_numbers_and_go_point_by_point(self):
        self.assertEqual(self.measured("steps('sum', GiB) / steps('CUB', GiB)"), "0.991")
        self.assertEqual(self.measured("range(steps('sum') / steps('CUB'))"), "0.991–1.25")
        self.assertEqual(self.measured("max(steps('sum') / steps('CUB'))", 'as="times"'), "1.25 times")

    def test_ratios_as_shares_and_changes(self):
        self.assertEqual(self.measured("steps('sum', GiB) / steps('CUB', GiB)", 'as="percent"'), "99 %")
        self.assertEqual(self.measured("steps('sum', GiB) / steps('CUB', GiB)", 'as="percent" digits="3"'), "99.1 %")
        self.assertEqual(self.measured("steps('sum', KiB) / steps('CUB', KiB)", 'as="change"'), "+25 %")
        self.assertEqual(self.measured("steps('CUB', KiB) / steps('sum', KiB)", 'as="change"'), "−20 %")

    def test_digits_count_from_the_first(self):
        self.assertEqual(self.measured("steps('sum', GiB)", 'digits="5"'), "2,979.6 GB/s")
        self.assertEqual(self.measured("latency('chain', MiB)", 'digits="1"'), "0.5 µs")
        self.assertEqual(self.measured("quantity(999.7, 'GB/s') + 0 * steps('sum', GiB)"), "1,000 GB/s")

    def test_units_are_converted(self):
        self.assertEqual(self.measured("steps('sum', GiB)", 'unit="TB/s"'), "2.98 TB/s")
        self.assertEqual(self.measured("latency('chain', MiB)", 'unit="ns"'), "471 ns")
        self.assertEqual(self.measured("steps('sum', GiB)", 'unit="bytes/ns"'), "2,980 bytes/ns")
        self.assertEqual(self.measured("steps('sum', GiB)", 'unit="none"'), "2,980")
        self.assertEqual(self.measured("in_flight('updates', 1)", 'unit="billion updates per second"'), "1.35 billion updates per second")

    def test_a_product_is_what_its_unit_says(self):
        self.assertEqual(self.measured("steps('sum', GiB) * latency('chain', MiB)", 'unit="kB"'), "1,400 kB")
        self.assertEqual(self.measured("bytes(4) * in_flight('updates', 1)", 'unit="GB/s"'), "5.40 GB/s")

    def test_two_devices_in_one_number(self):
        self.assertEqual(self.measured("H200.steps('sum', GiB) / H100.steps('sum', GiB)"), "1.40")
        self.assertEqual(self.measured("steps('sum', GiB)", 'on="H200"'), "4,170 GB/s")

    def test_the_header_names_the_device_of_the_page(self):
        page = "---\ndevice: H200\n---\n\nIt is "
        self.assertEqual(self.sentence(page + "[]{measured=\"steps('sum', GiB)\"}."), "It is 4,170 GB/s.")
        self.assertEqual(self.sentence(page + "[]{measured=\"H100.steps('sum', GiB)\"}."), "It is 2,980 GB/s.")
        self.assertIn("is recorded on a device called H300; there are: NVIDIA H100, NVIDIA H200",
                      self.mistakes(page.replace("H200", "H300") + "[]{measured=\"steps('sum', GiB)\"}.")[0])

    def test_another_chapter(self):
        lua.write(
            self.root / "06-before.recorded.lua",
            [
                {
                    "device": "NVIDIA H100",
                    "measurements": {"06-before/speed": {"date": "2025-09-01", "points": points("copy", {GIB: 2700.0})}},
                }
            ],
        )
        page = self.weave("[]{measured=\"chapter('06-before').speed('copy', GiB)\"}")
        self.assertEqual(page.one("a", classed="number").words, "2,700 GB/s")
        self.assertIn("(NVIDIA H100, 2025-09-01, measurement 06-before/speed)", page.one("li", id="source-1").words)
        self.assertEqual((self.root / "page.d").read_text(), f"page.html: {self.root}/06-before.recorded.lua\n")

    def test_predictions_know_the_device(self):
        self.assertEqual(self.number('[]{predicted="bytes(2 * GiB) / bandwidth" unit="µs"}'), "641 µs")
        self.assertEqual(self.number('[]{predicted="bytes(2 * GiB) / H200.bandwidth" unit="µs"}'), "447 µs")
        self.assertEqual(
            self.number('[]{predicted="sms * fp32_lanes_per_sm * clock(\'steps\')" unit="G operations/s"}'), "29,700 G operations/s"
        )

    def test_a_name_is_the_unrounded_value(self):
        self.assertEqual(
            self.sentence(
                '[]{measured="latency(\'chain\', MiB)" name="wait" digits="1"}, []{predicted="1000 * wait" unit="µs" digits="4"}'
            ),
            "0.5 µs, 471.2 µs",
        )

    def test_a_name_has_the_unit_in_which_it_is_shown(self):
        text = "[]{counted=\"loop('steps', 'add<4>').LDG\" unit=\"loads\" name=\"loads\"}, []{predicted=\"loads + quantity(1, 'loads')\"}"
        self.assertEqual(self.sentence(text), "4 loads, 5.00 loads")

    def test_counts_are_not_rounded(self):
        self.assertEqual(self.number("[]{counted=\"loop('steps', 'add<4>').instructions\"}"), "1,043")
        self.assertEqual(self.number("[]{counted=\"loop('steps', 'add<4>').LDG\" unit=\"loads\"}"), "4 loads")
        self.assertEqual(self.number("[]{counted=\"loop('steps', 'add<4>').registers\"}"), "32")
        self.assertEqual(self.number("[]{counted=\"counter('steps', 'add<4>', 'dram.bytes')\"}"), "2,048")

    def test_a_count_of_what_a_program_printed(self):
        text = "```{.cuda file=add.cu}\nint main() {}\n```\n\n```{.output of=add}\n65,536 ones, 3 times\n```\n\n"
        page = self.weave(text + "[]{counted=\"printed('add', '([%d,]+) ones')\"}")
        self.assertEqual(page.one(classed="number").words, "65,536")

    def test_a_count_of_what_a_device_printed(self):
        self.devices[0]["programs"] = {**{f"{NAME}/add": {**self.ran("add")[f"{NAME}/add"], "output": "12 of 20\n"}}}
        self.assertEqual(self.number("[]{counted=\"H100.printed('add', 'of (%d+)')\"}"), "20")

    def test_typed_numbers_stay_as_they_are(self):
        self.assertEqual(self.number('[3.35 TB/s]{quoted="https://example.org"}'), "3.35 TB/s")
        self.assertEqual(self.number("[2 *s*]{.plain}"), "2 s")


class TestNotYet(NumbersBook):
    """A program can be in the book before a GPU has run it."""
    PROGRAM = '```{.cuda file=later.cu measures="later-on" loops="add" counters="add: dram.bytes"}\nint main() {}\n```\n\n'

    def later(self, markdown: str) -> str:
        return self.sentence(markdown + "\n\n" + self.PROGRAM)

    def test_what_a_program_of_the_page_will_measure_is_said_to_be_missing(self):
        for expression in ("later_on('sum', GiB)", "2 * later_on('sum', GiB)", "measurement('later-on', 'sum', GiB)", "clock('later_on')"):
            self.assertEqual(self.later(f'It is []{{predicted="{expression}"}}.'), "It is not measured yet.")
        for expression in ("loop('later', 'add').LDG", "counter('later', 'add', 'dram.bytes')"):
            self.assertEqual(self.later(f'It is []{{counted="{expression}"}}.'), "It is not measured yet.")

    def test_its_names_and_comparisons_wait_as_well(self):
        self.assertEqual(self.later('It is []{measured="later_on(\'sum\', GiB)" name="rate"}, half is []{predicted="rate / 2"}.'),
                         "It is not measured yet, half is not measured yet.")
        self.assertEqual(self.later('It is [faster]{holds="later_on(\'sum\', GiB) > steps(\'sum\', GiB)"}.'), "It is faster (not measured yet).")

    def test_a_chapter_of_which_a_device_has_recorded_nothing_waits(self):
        self.devices.clear()
        for expression in ("later_on('sum', GiB)", "clock('later_on')", "counter('later', 'add', 'dram.bytes')"):
            self.assertEqual(self.later(f'It is []{{predicted="{expression}"}}.'), "It is not measured yet.")

    def test_a_series_that_a_changed_program_may_have_now_waits(self):
        self.assertEqual(self.sentence('It is []{measured="H200.steps(\'new\', GiB)"}.'), "It is not measured yet.")

    def test_a_name_that_no_program_measures_is_a_mistake(self):
        self.assertIn("there is no measurement, property or name called latter", self.refused('It is []{measured="latter(\'sum\', GiB)"}.\n\n' + self.PROGRAM))


class TestAssertions(NumbersBook):
    def holds(self, expression: str, more: str = "") -> str:
        return self.number(f'[so]{{holds="{expression}" {more}}}')

    def test_comparisons_that_hold_leave_the_words(self):
        for expression in (
            "steps('CUB', GiB) > steps('sum', GiB)",
            "steps('sum', KiB, MiB) > steps('CUB', KiB, MiB)",
            "within(steps('sum', MiB, GiB), steps('CUB', MiB, GiB), 0.02)",
            "steps('sum') > quantity(0.4, 'TB/s')",
            "equal(loop('steps', 'add<4>').LDG, 4) and not (steps('sum', GiB) > steps('CUB', GiB))",
        ):
            with self.subTest(expression):
                self.assertEqual(self.holds(expression), "so")

    def test_several_devices(self):
        self.assertEqual(self.holds("steps('sum', MiB) > steps('CUB', MiB)", 'on="H100 H200"'), "so")
        self.assertEqual(
            self.mistake("[so]{holds=\"steps('sum', GiB) > steps('CUB', GiB)\" on=\"H200 H100\"}"),
            "“steps('sum', GiB) > steps('CUB', GiB)” does not hold on H100: 3,010 GB/s is not less than 2,980 GB/s at 1 GiB; "
            "correct the words, or the measurement",
        )

    def test_a_series_holds_at_every_size_or_not_at_all(self):
        self.assertIn(
            "does not hold on H100: 400 GB/s is not within 2 % of 500 GB/s at 1 KiB",
            self.mistake("[so]{holds=\"within(steps('CUB'), steps('sum'), 0.02)\"}"),
        )

    def test_an_assertion_rests_on_a_record(self):
        self.assertIn("this assertion rests on nothing recorded", self.mistake("[so]{holds=\"quantity(1, 's') < quantity(2, 's')\"}"))
        self.assertIn("holds= needs a comparison", self.mistake("[so]{holds=\"steps('sum', GiB)\"}"))
        self.assertIn("== and ~= cannot compare", self.mistake("[so]{holds=\"steps('sum', GiB) == 3\"}"))


class TestMistakes(NumbersBook):
    def test_what_does_not_exist_is_named_with_what_does(self):
        for expression, said in {
            "steps('som', GiB)": "steps has no series 'som'; there are: 'sum', 'CUB'",
            "steps()": "steps has no series without a name; there are: 'sum', 'CUB'",
            "steps('sum', 3000)": "steps('sum') has nothing at 2.93 KiB; its sizes are: 1 KiB, 1 MiB, 1 GiB",
            "max(steps('sum', 2, 3))": "steps('sum') has nothing from 2 bytes to 3 bytes; its sizes are: 1 KiB, 1 MiB, 1 GiB",
            "step('sum', GiB)": "there is no measurement, property or name called step; the measurements of chapter 07-test on H100 are: in-flight, latency, steps",
            "H300.steps('sum', GiB)": "no device is called H300; there are: NVIDIA H100, NVIDIA H200",
            "chapter('05-gone').speed('copy')": "there is no chapter 05-gone; write its name as its file has it, such as 05-vectors",
            "H200.latency('chain', MiB)": "there is no measurement, property or name called latency; the measurements of chapter 07-test on H200 are: steps",
            "H200.clock('steps')": "no clock was recorded with steps on NVIDIA H200; record it again",
            "loop('steps', 'sub').LDG": "no loops of a kernel called sub in steps are recorded; there are: add<4>",
            "loop('stops', 'add<4>').LDG": "no loops of a program called stops are recorded on NVIDIA H100; there are: steps",
            "loop('steps', 'add<4>').LDS": "the loop of add<4> in steps has no LDS; there are: instructions, FADD, LDG, total, registers, spills",
            "counter('steps', 'add<4>', 'l2')": "add<4> in steps has no counter l2; there are: dram.bytes",
            "printed('add', '%d')": "no output of a program called add is recorded on loom; there are none",
        }.items():
            with self.subTest(expression):
                self.assertEqual(self.mistake(f'[]{{measured="{expression}"}}'), said)

    def test_a_device_of_on_that_does_not_exist(self):
        self.assertIn("no device is called H300", self.mistake('[]{measured="steps(\'sum\', GiB)" on="H300"}'))
        self.assertIn("a number is of one device", self.mistake('[]{measured="steps(\'sum\', GiB)" on="H100 H200"}'))

    def test_expressions_that_cannot_be_evaluated(self):
        for expression, said in {
            "steps('sum'": "the expression steps('sum' does not parse: ')' expected near <eof>",
            "steps": "this is only the name of a measurement; call it with a series and a size",
            "steps('sum', 'GiB')": "GiB is not a size; write a number such as GiB or 4096",
            "steps('sum') + 'x'": "'x' is not a number",
            "steps('sum')": "this is a whole series of 3 sizes; name one of them, or take its max, min, median or range",
            "steps('sum', GiB) > 3": "the units are incompatible: a plain number cannot be compared with bytes/s; give a typed number its unit with quantity(…, '…'), or take a ratio",
            "steps('sum', GiB) < steps('CUB', GiB)": 'this is a comparison, not a number; write [words]{holds="…"}',
            "x = 3": "the expression x = 3 does not parse: <eof> expected near '='",
            "steps('sum', GiB) ^ 2": "only + - * / are defined for numbers with a unit",
        }.items():
            with self.subTest(expression):
                self.assertEqual(self.mistake(f'[]{{measured="{expression}"}}').replace("unexpected symbol", "symbol"), said)

    def test_units_that_do_not_fit(self):
        for span, said in {
            "measured=\"steps('sum', GiB) + latency('chain', GiB)\"": "the units are incompatible: bytes/s cannot be added to s; give a typed number its unit with quantity(…, '…'), or take a ratio",
            "measured=\"steps('sum', GiB) * latency('chain', GiB)\"": 'the expression makes something new, in bytes; say what it is with unit="…"',
            'measured="steps(\'sum\', GiB)" unit="GB"': 'unit="GB" does not fit: the expression is in bytes/s',
            'measured="steps(\'sum\', GiB)" unit="µs"': 'unit="µs" does not fit: the expression is in bytes/s',
            'measured="steps(\'sum\', GiB)" as="percent"': 'as="percent" is for ratios, and this is in bytes/s; divide it by another',
            'measured="steps(\'sum\', GiB)" as="share"': 'as="share" is no way to show a number; there are percent, times and change',
            'measured="steps(\'sum\', GiB)" digits="0"': 'digits="0" is not a number of significant digits; write 1 to 12',
        }.items():
            with self.subTest(span):
                self.assertEqual(self.mistake(f"[]{{{span}}}"), said)

    def test_series_without_a_common_size(self):
        self.assertEqual(
            self.mistake("[]{measured=\"max(steps('sum', KiB, MiB) / steps('sum', GiB, GiB))\"}"),
            "the two series have no size in common; compare single points, or their median",
        )

    def test_spans_that_are_no_numbers(self):
        for span, said in {
            '[]{mesured="1"}': "mesured= is not a kind of number; the kinds are measured, predicted, counted, quoted, holds and .plain",
            '[]{measured="steps(\'sum\', GiB)" counted="1"}': "a number has one kind",
            '[]{measured="steps(\'sum\', GiB)" round="1"}': "round= is unknown with measured=",
            "[3]{measured=\"steps('sum', GiB)\"}": "leave the brackets empty: the number is computed",
            '[]{quoted="https://example.org"}': "put the words that quoted= is about into the brackets",
            '[3]{quoted="a paper"}': "quoted= needs the address of the source, https://…",
            "[]{.plain}": ".plain marks what stands in its brackets; write [2 s]{.plain}",
        }.items():
            with self.subTest(span):
                self.assertIn(said, self.mistake(span))

    def test_a_number_rests_on_what_its_kind_says(self):
        for span, said in {
            '[]{predicted="2 * 3"}': "this number rests on nothing recorded; write it as text, [2 s]{.plain} if it has such a unit",
            '[]{measured="sms"}': "no measurement rests on this number; it is not measured",
            '[]{counted="sms"}': "no count rests on this number; it is not counted",
        }.items():
            with self.subTest(span):
                self.assertEqual(self.mistake(span), said)

    def test_names_that_have_a_meaning(self):
        for name in ("steps", "in_flight", "max", "sms", "H200", "clock"):
            with self.subTest(name):
                self.assertEqual(
                    self.mistake(f'[]{{measured="steps(\'sum\', GiB)" name="{name}"}}'),
                    f'name="{name}" has a meaning already; choose another name',
                )
        self.assertIn('name="2x" is not a name', self.mistake('[]{measured="steps(\'sum\', GiB)" name="2x"}'))

    def test_numbers_that_cannot_be_links(self):
        span = "[]{measured=\"steps('sum', GiB)\"}"
        self.assertEqual(self.mistakes(f"# At {span}\n"), ["6: a heading has no numbers with sources; put it into a sentence"])
        self.assertEqual(
            self.mistakes(f"[at {span}](#x)\n"),
            ["6: a number leads to its source, so it cannot be inside a link; put it next to the link"],
        )

    def test_all_mistakes_come_together_each_with_its_line(self):
        wrong, right = "[]{measured=\"steps('sum', 3)\"}", "[]{measured=\"steps('sum', GiB)\"}"
        said = self.mistakes(f"{right}\n{wrong} and\n{right}\n\n{wrong}\n\n| a |\n|---|\n| {wrong} |\n")
        self.assertEqual([line.split(":")[0] for line in said], ["7", "10", "14"])

    def test_a_number_that_needs_a_wrong_one_is_not_reported_as_well(self):
        wrong = "[]{measured=\"steps('sum', 3)\" name=\"speed\"}"
        said = self.mistakes(wrong + ' []{predicted="2 * speed" name="twice"}\n[]{predicted="3 * twice"} []{predicted="3 * threefold"}\n')
        self.assertEqual([line.split(" ")[0] for line in said], ["6:", "7:"])

    def test_a_span_over_two_lines(self):
        self.assertEqual(self.mistakes("Text\n[]{measured=\"steps('sum',\n3)\"}\n")[0].split(":")[0], "7")


class TestRefusals(NumbersBook):
    def unmarked(self, text: str) -> list[str]:
        result = self.run_pandoc(CHECKED + text)
        return [line.split("“")[1].split("”")[0] for line in result.stderr.splitlines()]

    def test_rates_times_and_event_counts_need_a_kind(self):
        for text in (
            "3,010 GB/s",
            "1.35 G updates/s",
            "4 TFLOP/s",
            "12 bytes per second",
            "1.35 billion updates of one address a second",
            "1.98 GHz",
            "2 s",
            "0.4 µs",
            "0.4µs",
            "350 microseconds",
            "12 cycles",
            "12-cycle",
            "480 clock ticks",
            "43 instructions",
            "32 registers",
            "16 sectors",
            "98 %",
            "98%",
            "2 per cent",
            "26.5 times",
            "3 times",
            "2 wavefronts",
        ):
            with self.subTest(text):
                self.assertEqual(self.unmarked(f"It takes {text}, or so.\n"), [text])

    def test_the_message_says_what_to_write(self):
        self.assertEqual(self.mistakes(f"{CHECKED}Text.\n\nIt is\nabout 2 s.\n"), [f"13: “2 s” has no kind; {KINDS} or [2 s]{{.plain}}"])

    def test_what_needs_none(self):
        for text in (
            "1 GiB of 256 threads, 32 lanes and 8 blocks",
            "`3 s` and $3$ ms",
            "FP32 instructions",
            "the 1980s",
            "two times, twice as many cycles",
            "8 elements of a second block",
            "C++17 times",
            "Version 3.2 says",
            "[2 s]{.plain}",
            '[3 s]{quoted="https://example.org"}',
            "[within 2 %]{holds=\"within(steps('sum', MiB), steps('CUB', MiB), 0.02)\"}",
            "[]{measured=\"steps('sum', GiB)\"}",
        ):
            with self.subTest(text):
                self.assertEqual(self.unmarked(f"There are {text}.\n"), [])

    def test_everywhere_in_running_text(self):
        self.write("chapters/figures/07-test-drawing.svg", woven.DRAWING)
        text = (
            '# At 1 GB/s\n\n- in 2 s\n\n| a | b |\n|---|---|\n| 3 ms | *4 ns* |\n\n![In 5 %.](figures/07-test-drawing.svg){alt="in 99 s"}\n\n'
            "::: {.question}\nWhy 6 GHz?\n\n::: {.answer}\nSince 7 cycles[^a].\n:::\n:::\n\n[^a]: And 8 µs.\n\n"
            '::: {.exercise #x title="In 99 s"}\nIn 9 s.\n\n::: {.hint}\n10 s.\n:::\n\n::: {.hint}\n11 s.\n:::\n\n::: {.explanation}\n12 s.\n:::\n:::\n'
        )
        self.assertEqual(sorted(int(words.split()[0]) for words in self.unmarked(text)), list(range(1, 13)))

    def test_a_column_with_a_unit_in_its_head(self):
        text = '| step | GB/s | threads |\n|---|---|---|\n| a | 12 | 5 |\n| b | 2,000–3,000 | 6 |\n| c | [7]{.plain} | 8 |\n| d | []{measured="steps(\'sum\', GiB)" unit="none"} | 9 |\n'
        self.assertEqual(
            self.mistakes(CHECKED + text),
            [
                '12: “12” in the column “GB/s” has no kind; write []{measured=… unit="none"}, or [12]{.plain}',
                '13: “2,000–3,000” in the column “GB/s” has no kind; write []{measured=… unit="none"}, or [2,000–3,000]{.plain}',
            ],
        )

    def test_the_line_is_that_of_the_number_meant(self):
        self.assertEqual([line.split(":")[0] for line in self.mistakes(f"{CHECKED}`2 s` and [2 s]{{.plain}}\n\nbut\n2 s.\n")], ["13"])

    def test_other_chapters_are_not_checked(self):
        self.assertEqual(self.sentence("It takes 2 s.\n"), "It takes 2 s.")
        self.assertEqual(self.mistakes("---\nnumbers: yes\n---\n\nx\n"), ["7: numbers: in the header says `checked`, or is left out"])


class TestProvenance(NumbersBook):
    def sources(self, markdown: str) -> list[str]:
        return [item.words for item in self.weave(markdown).one("section", classed="sources").all("li")]

    def test_a_number_leads_to_its_entry_and_the_entry_back(self):
        page = self.weave("[]{measured=\"steps('sum', GiB)\"}")
        link = page.one("a", classed="number")
        self.assertEqual((link.get("href"), link.get("aria-describedby")), ("#source-1", "source-1"))
        entry = page.one("li", id="source-1")
        self.assertEqual(page.one(id=entry.all("a")[0].get("href")[1:]).words, "2,980 GB/s")

    def test_a_measured_number(self):
        self.assertEqual(
            self.sources("[]{measured=\"steps('sum', GiB)\"}"),
            [
                "2,980 GB/s, measured: sum at 1 GiB: 2,980 GB/s "
                "(NVIDIA H100, SM clock 1,755 MHz, driver 580.1, CUDA 13.0, 2025-11-01, program steps)"
            ],
        )

    def test_a_series_and_two_devices(self):
        self.assertEqual(
            self.sources("[]{measured=\"max(H200.steps('sum') / steps('sum'))\"}"),
            [
                "1.40, measured max(H200.steps('sum') / steps('sum')): sum: 3 sizes from 1 KiB to 1 GiB (NVIDIA H200, 2025-10-01, measurement steps) "
                "The program has changed since.; sum: 3 sizes from 1 KiB to 1 GiB "
                "(NVIDIA H100, SM clock 1,755 MHz, driver 580.1, CUDA 13.0, 2025-11-01, program steps)"
            ],
        )

    def test_a_prediction_shows_its_formula_and_what_goes_into_it(self):
        text = '[]{measured="latency(\'chain\', MiB)" name="wait"} []{predicted="wait * bandwidth" unit="MB"}'
        named, predicted = self.sources(text)
        self.assertEqual(named.split(":")[0], "0.471 µs, measured wait")
        self.assertEqual(
            predicted,
            "1.58 MB, predicted wait * bandwidth: wait is 0.471 µs, measured: latency('chain', MiB); bandwidth of the H100: 3.350 TB/s "
            "(NVIDIA H100 data sheet, SXM) "
            "(NVIDIA H100, SM clock 1,755 MHz, driver 580.1, CUDA 13.0, 2025-11-01, program steps)",
        )

    def test_counts_and_quotations(self):
        text = "[]{counted=\"loop('steps', 'add<4>').LDG\"} [3 s]{quoted=\"https://example.org\"} [few]{holds=\"loop('steps', 'add<4>').LDG < 5\"}"
        self.assertEqual(
            self.sources(text),
            [
                "4, counted loop('steps', 'add<4>').LDG: LDG of the innermost loop of add<4> in steps: 4 (NVIDIA H100, sm_90, CUDA 13.0, 2025-11-01)",
                "3 s, quoted from https://example.org",
                "few, checked against the record loop('steps', 'add<4>').LDG < 5: LDG of the innermost loop of add<4> in steps: 4 (NVIDIA H100, sm_90, CUDA 13.0, 2025-11-01)",
            ],
        )

    def test_a_count_says_when_its_program_has_changed(self):
        self.assertEqual(
            self.sources("[]{counted=\"counter('steps', 'add<4>', 'dram.bytes')\"}"),
            [
                "2,048, counted: dram.bytes of add<4> in steps: 2,048 (NVIDIA H100, driver 580.1, CUDA 13.0, 2025-11-01) "
                "The program has changed since."
            ],
        )

    def test_the_same_number_has_one_entry(self):
        page = self.weave(
            '[]{measured="steps(\'sum\', GiB)"} []{measured="steps(\'sum\', GiB)"} []{measured="steps(\'sum\', GiB)" digits="1"}'
        )
        self.assertEqual([link.get("href") for link in page.all("a", classed="number")], ["#source-1", "#source-1", "#source-2"])
        self.assertEqual(len(page.one("section", classed="sources").all("li")), 2)

    def summary(self, markdown: str) -> tuple[str, str]:
        line = self.weave(markdown).one("section", classed="sources").all("p")[0]
        return line.get("data-older"), line.words.split(". ", 1)[1]

    def test_the_page_says_how_many_numbers_are_of_an_older_text(self):
        now, older, unknown = (
            f'[]{{measured="{expression}"}} ' for expression in ("steps('sum', GiB)", "H200.steps('sum', GiB)", "in_flight('4 bytes', KiB)")
        )
        self.assertEqual(self.summary(now), ("0", "Every program is still the one that was recorded."))
        self.assertEqual(
            self.summary(now + older + older),
            ("2", "2 of them were measured or counted with an older text of a program; the list marks them."),
        )
        self.assertEqual(
            self.summary(now + unknown), ("0", "For 1 of them, the record does not say which text of the program was measured.")
        )

    def test_a_page_without_numbers_has_no_list(self):
        page = self.weave("[2 s]{.plain}")
        self.assertEqual(page.all(classed="sources"), [])
        self.assertNotIn("numbers.js", [script.get("src") for script in page.all("script")])

    def test_in_tables_captions_answers_and_hints(self):
        span = "[]{measured=\"steps('sum', GiB)\"}"
        page = self.weave(
            f'| a |\n|---|\n| {span} |\n\n![At {span}.](figures/07-test-drawing.svg){{alt="x"}}\n\n'
            f"```{{.cuda file=steps.cu measures=steps}}\nint main() {{}}\n```\n\n::: {{.measured of=steps}}\nUp to {span}.\n:::\n\n"
            f"::: {{.question}}\nWhy?\n\n::: {{.answer}}\nIt is {span}.\n:::\n:::\n\n"
            f'::: {{.exercise #x title="X"}}\nDo.\n\n::: {{.hint}}\nAt {span}.\n:::\n\n::: {{.hint}}\nNo.\n:::\n:::\n',
            f"chapters/{NAME}.md",
            "--metadata",
            "names=page.names.lua",
            "--metadata",
            "search=page.search.js",
        )
        links = page.all("a", classed="number")
        self.assertEqual([link.words for link in links], ["2,980 GB/s"] * 5)
        for tag, classed in (("td", ""), ("figcaption", ""), ("details", "answer"), ("details", "hint")):
            self.assertTrue([one for one in page.all(tag, classed=classed) if one.all("a", classed="number")], tag)
        names = lua_file.read(self.root / "page.names.lua")
        self.assertEqual(names["measured"][0]["html"], "Up to 2,980\u00a0GB/s.")
        self.assertNotIn("measured=", (self.root / "page.search.js").read_text())

    def test_on_the_page_of_a_solution(self):
        lua.write(self.root / f"{NAME}.recorded.lua", self.devices)
        self.devices = []
        page = self.weave("It takes []{measured=\"steps('sum', GiB)\"}.\n", f"private/{NAME}.twice.md")
        self.assertEqual(page.one("a", classed="number").words, "2,980 GB/s")
        self.assertEqual(len(page.one("section", classed="sources").all("li")), 1)
        (self.root / "page.html").unlink()
        self.assertEqual(
            self.refused("[]{measured=\"steps('sum', 3)\"}\n", f"private/{NAME}.twice.md").replace("\u00a0", " "),
            f"the explanation or a wrong answer of {NAME}/twice: steps('sum') has nothing at 3 bytes; its sizes are: 1 KiB, 1 MiB, 1 GiB",
        )

    def test_an_explanation_leaves_nothing_in_the_list_of_the_chapter(self):
        page = self.weave(
            '::: {.exercise #x title="X"}\nDo.\n\n::: {.hint}\nA.\n:::\n\n::: {.hint}\nB.\n:::\n\n'
            "::: {.explanation}\n[]{measured=\"steps('sum', GiB)\"}\n:::\n:::\n"
        )
        self.assertEqual(page.all(classed="sources"), [])


class TestBook(NumbersBook):
    def whole(self) -> dom.Node:
        """The book of this chapter and one solution, for paper."""
        solution = {"task": "twice", "title": "Twice, solved", "markdown": "# Why\n\nIn []{measured=\"steps('CUB', GiB)\"}.\n"}
        return self.weave_whole("It takes []{measured=\"steps('sum', GiB)\"}.\n", [solution])

    def test_the_book_lists_the_sources_of_each_chapter_and_solution(self):
        book = self.whole()
        self.assertEqual([one.get("href") for one in book.all("a", classed="number")], ["#c7-source-1", "#c7-twice-solved-source-1"])
        self.assertEqual(
            [one.words for one in book.all(classed="origin")],
            [
                "This chapter has 1 number or comparison with a source. Every program is still the one that was recorded.",
                "2,980 GB/s, measured: sum at 1 GiB: 2,980 GB/s (NVIDIA H100, SM clock 1,755 MHz, driver 580.1, CUDA 13.0, 2025-11-01, program steps)",
                "The solution “Twice, solved” has 1 number or comparison with a source. Every program is still the one that was recorded.",
                "3,010 GB/s, measured: CUB at 1 GiB: 3,006 GB/s (NVIDIA H100, SM clock 1,755 MHz, driver 580.1, CUDA 13.0, 2025-11-01, program steps)",
            ],
        )

    def test_an_entry_of_the_book_leads_back_and_says_the_page(self):
        book = self.whole()
        entry = book.one(id="c7-source-1")
        self.assertEqual(entry.one("a").get("href"), "#c7-number-1")
        self.assertEqual(entry.one("span", classed="at").get("data-of"), "c7-number-1")
        number = book.one(id="c7-number-1")
        self.assertEqual((number.words, number.all("span", classed="at")), ("2,980 GB/s", []))


if __name__ == "__main__":
    tools.run_tests("pandoc")
