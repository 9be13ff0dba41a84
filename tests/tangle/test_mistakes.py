#!/usr/bin/env python3
"""Every mistake a chapter can make is named with its line, and what to do about it; and nothing is written then."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_book, tools  # noqa: E402

NO_ROLE = ("this fence has no role: give it #chunk-name, continues=chunk-name or file=name.cu with .cuda, "
           "or make it {.output of=name}, {.sh} or {.text}")


class Mistakes(scratch_book.ScratchBook):
    def refused(self, chapter: str, *mistakes: str, name: str = scratch_book.NAME) -> None:
        """The chapter, whose text begins on line 5, has exactly these mistakes: `line: what`."""
        self.write_chapter(chapter, name)
        result = self.tangle(name)
        self.assertEqual(result.stderr.splitlines(), [f"chapters/{name}.md:{mistake}" for mistake in mistakes])
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertFalse((self.root / "snippets").exists(), "a bad chapter wrote something")


class Structure(Mistakes):
    def test_a_chapter_without_a_title(self) -> None:
        self.write_chapter("Text.\n", header="")
        self.assertEqual(self.tangle().stderr, f"chapters/{scratch_book.NAME}.md:1: this chapter has no title; "
                                               "begin with a header: ---, title: …, ---\n")

    def test_a_fence_that_is_never_closed(self) -> None:
        self.refused("Text.\n\n```{.cuda file=a.cu}\nint a;\n",
                     "7: this fence is never closed; close it with ```")

    def test_a_fence_that_is_not_closed_before_the_next(self) -> None:
        self.refused("~~~~{.cuda file=a.cu}\nint a;\n\n~~~~{.cuda file=b.cu}\nint b;\n~~~~\n",
                     "5: this fence is not closed before line 8 opens the next one; close it with ~~~~")

    def test_only_attributes_make_a_line_of_code_look_like_a_fence(self) -> None:
        self.refused("```{.text}\n```cpp\n~~~ {.text}\n```\n\n``` {.cuda}\n\n``` {.cuda}\n```\n",
                     "10: this fence is not closed before line 12 opens the next one; close it with ```")

    def test_a_fence_that_pandoc_does_not_see(self) -> None:
        self.refused("```{.cuda file=a.cu file=}}\nint a;\n```\n",
                     "5: Pandoc does not read this as a fence; correct its attributes, or leave a blank line before it")

    def test_a_fence_that_pandoc_does_not_see_hides_no_other_mistake(self) -> None:
        self.refused("```{.cuda file=\"a\"b}\nint a;\n```\n\n```{.cuda #a}\nint a;\n```\n\n```{.cuda}\nint a;\n```\n",
                     "5: Pandoc does not read this as a fence; correct its attributes, or leave a blank line before it",
                     "9: nothing uses chunk a; write <<a>> where it belongs, or remove it", f"13: {NO_ROLE}")

    def test_indented_code(self) -> None:
        self.refused("```{.text}\n    int a;\n```\n\nText.\n\n    int a;\n\n```{.text}\nint b;\n```\n",
                     "11: this indented code has no role; put it in a fence, or take back the indentation")

    def test_indented_code_after_the_last_fence(self) -> None:
        self.refused("Text.\n\n    int a;\n",
                     "7: this indented code has no role; put it in a fence, or take back the indentation")

    def test_a_fence_on_the_line_of_a_list_marker(self) -> None:
        for marker in ("-", "12.", "#.", "> *"):
            with self.subTest(marker):
                self.refused(f"Text.\n\n{marker} ```{{.text}}\n   a\n   ```\n",
                             "7: a fence cannot share the line of a list marker; begin it on a line of its own")

    def test_a_raw_block(self) -> None:
        self.refused("``` {=html}\n<b>bold</b>\n```\n",
                     "5: a raw block cannot be part of a chapter; write Markdown, or a fence with a role")

    def test_a_div_in_html(self) -> None:
        for tag in ("<div class=\"aside\">", "<DIV>", "Text <div>", "<div\nid=x>"):
            with self.subTest(tag):
                self.refused(f"{tag}\nText.\n</div>\n", "5: a div is written ::: {.class}, not as HTML")

    def test_a_div_that_is_never_closed(self) -> None:
        self.refused("::: {.aside}\nText.\n", "5: this div is never closed; close it with :::")

    def test_a_div_that_is_closed_twice(self) -> None:
        self.refused("::: {.aside}\nText.\n:::\n\n:::\n",
                     "9: this ::: closes nothing; remove it, or open a div before it")

    def test_a_div_that_pandoc_does_not_see(self) -> None:
        self.refused("Text.\n::: {.aside}\nText.\n:::\n",
                     "6: Pandoc does not read this as a div; correct its attributes, or leave a blank line before it")

    def test_a_comment_that_is_never_closed(self) -> None:
        self.refused("<!-- A thought\n\n```{.cuda}\n```\n", "5: this comment is never closed; close it with -->")

    def test_all_mistakes_at_once_in_the_order_of_their_lines(self) -> None:
        self.refused("::: {.aside}\n\n```{.cuda #a}\n<<b>>\n```\n\n:::\n\n```\n```\n\n::: {.question}\nWhy?\n:::\n",
                     "7: nothing uses chunk a; write <<a>> where it belongs, or remove it",
                     "8: <<b>> names no chunk of this chapter; correct the name, or define #b",
                     f"13: {NO_ROLE}",
                     "16: this question has no answer; put ::: {.answer} inside it")

    def test_a_fence_in_a_list_and_in_a_quote_has_its_own_line(self) -> None:
        self.refused("1. Text\n\n   ```\n   int a;\n\n   int b;\n   ```\n\n> Text\n>\n> ~~~\n> int c;\n> ~~~\n",
                     f"7: {NO_ROLE}", f"15: {NO_ROLE}")


class Roles(Mistakes):
    def test_a_fence_without_attributes(self) -> None:
        self.refused("```\nint a;\n```\n", f"5: {NO_ROLE}")

    def test_a_cuda_fence_without_a_role(self) -> None:
        self.refused("```cuda\nint a;\n```\n", f"5: {NO_ROLE}")

    def test_a_cuda_fence_with_two_roles(self) -> None:
        self.refused("```{.cuda #a file=a.cu}\nint a;\n```\n",
                     "5: this fence has more than one role (#a, file=); keep one")

    def test_a_cuda_fence_that_continues_and_is_a_program(self) -> None:
        self.refused("```{.cuda continues=a file=a.cu}\nint a;\n```\n",
                     "5: attribute continues= is unknown here",
                     "5: this fence has more than one role (continues=, file=); keep one")

    def test_an_unknown_class(self) -> None:
        self.refused("```{.cpp file=a.cu}\nint a;\n```\n",
                     "5: this fence has no role: class .cpp is unknown; a fence is .cuda, .output, .sh or .text")

    def test_two_classes(self) -> None:
        self.refused("```{.cuda .numbers file=a.cu}\nint a;\n```\n",
                     "5: this fence has no role: it has more than one class; a fence is .cuda, .output, .sh or .text")

    def test_folding_that_contradicts_itself_or_has_nothing_to_fold(self) -> None:
        self.refused("```{.cuda .proof .open file=a.cu}\nint a;\n```\n",
                     "5: this fence is .proof, so all of it is folded, and .open, so nothing is; keep one")
        self.refused("```{.sh .proof}\n./weft\n```\n", "5: only .cuda is .proof or .open; remove that from a fence of .sh")
        self.refused("::: {.aside .proof}\nBy the way.\n:::\n",
                     "5: this div has no role: it has more than one class; a div is .question, .answer, .exercise, .hint, .explanation, .pitfall, .aside, .folded, .measured or .noticed")

    def test_a_file_without_a_class(self) -> None:
        self.refused("```{file=a.cu}\nint a;\n```\n", f"5: {NO_ROLE}")

    def test_an_unknown_attribute_of_a_program(self) -> None:
        self.refused("```{.cuda file=a.cu find=race colour=red}\nint a;\n```\n",
                     "5: attribute colour= is unknown here", "5: attribute find= is unknown here")

    def test_an_attribute_of_programs_on_a_chunk(self) -> None:
        self.refused("```{.cuda #a finds=race}\nint a;\n```\n\n```{.cuda file=a.cu}\n<<a>>\n```\n",
                     "5: attribute finds= is unknown here")

    def test_an_unknown_attribute_of_commands_and_layouts(self) -> None:
        self.refused("```{.sh #build of=a}\nnvcc\n```\n\n```{.text file=a.cu}\na\n```\n",
                     "5: #build has no meaning here", "5: attribute of= is unknown here",
                     "9: attribute file= is unknown here")

    def test_a_chunk_name_that_no_reference_can_have(self) -> None:
        self.refused("```{.cuda #Add_kernel}\nint a;\n```\n",
                     '5: "Add_kernel" cannot name a chunk; use lower-case letters, digits and hyphens')

    def test_a_path_outside_the_chapter(self) -> None:
        for path in ("../a.cu", "/a.cu", "08-other/a.cu", "common/../a.cuh", "common/deep/a.cuh", ".."):
            with self.subTest(path):
                self.refused(f"```{{.cuda file={path}}}\nint a;\n```\n",
                             f"5: file={path} leads outside the chapter's folder; write a plain name such as add.cu, "
                             "or common/name.cuh")

    def test_a_file_that_is_neither_program_nor_header(self) -> None:
        for path in ("a.cpp", "cu", "common/a.cu", "meson.build"):
            with self.subTest(path):
                self.refused(f"```{{.cuda file={path}}}\nint a;\n```\n",
                             f"5: file={path}: a program ends in .cu, a header in .cuh, and common/ holds headers")

    def test_a_file_that_no_project_has(self) -> None:
        for path in ("project/a.c", "project/meson.build", "project/deep/a.cu", "project/../a.cu", "project/A.hpp", "project/"):
            with self.subTest(path):
                self.refused(f"```{{.cuda file={path}}}\nint a;\n```\n",
                             f"5: file={path}: a project's code is project/NAME.cu, .cuh, .cpp or .hpp, with lower-case letters, "
                             "digits and hyphens before the ending")
        for path in ("project/a.cu", "project/deep/meson.build", "project/notes.txt", "project/deep/a.py", "project/A.py"):
            with self.subTest(path):
                self.refused(f"```{{.text file={path}}}\nint a;\n```\n",
                             f"5: file={path}: as .text, a project has project/meson.build, project/CMakeLists.txt and project/NAME.py")

    def test_a_part_of_a_project_is_no_program(self) -> None:
        self.refused("```{.cuda file=project/a.cu finds=race}\nint a;\n```\n\n```{.text #b file=project/meson.build}\n```\n",
                     "5: attribute finds= is unknown here", "9: #b has no meaning here")

    def test_a_part_written_twice(self) -> None:
        self.refused("```{.cuda file=project/a.cu}\nint a;\n```\n\n```{.cuda file=project/a.cu}\nint b;\n```\n",
                     "9: project/a.cu is already written by the fence on line 5; choose another name, or make this a chunk "
                     "that the other one uses")

    def test_a_file_with_a_strange_name(self) -> None:
        self.refused("```{.cuda file=\"Add it.cu\"}\nint a;\n```\n",
                     "5: file=Add it.cu: use lower-case letters, digits and hyphens before the ending")

    def test_an_attribute_of_programs_on_a_header(self) -> None:
        self.refused("```{.cuda file=a.cuh exits=3}\nint a;\n```\n",
                     "5: exits= belongs to a program, and a.cuh is a header")

    def test_an_unknown_finding(self) -> None:
        self.refused("```{.cuda file=a.cu finds=races}\nint a; // finds: races\n```\n",
                     '5: finds="races" is not a kind of finding; loom knows divergent-barrier, misaligned, out-of-bounds, '
                     "race, uninitialised-read, wrong-mask, wrong-phase and wrong-swizzle")

    def test_a_fault_is_found_or_missed(self) -> None:
        self.refused("```{.cuda file=a.cu misses=\"\"}\nint a;\n```\n", '5: misses= is empty; say what is wrong with the program, as in misses="a race"')
        self.refused("```{.cuda file=a.cu finds=race misses=\"a race\"}\nint a; // finds: race\n```\n",
                     "5: loom finds this fault or misses it; remove finds= or misses=")

    def test_ranks_are_numbers_of_processes(self) -> None:
        for ranks in ("", "0", "two", "1,2", "1 -2"):
            with self.subTest(ranks=ranks):
                self.refused(f'```{{.cuda file=a.cu ranks="{ranks}"}}\nint a;\n```\n',
                             f'5: ranks="{ranks}" are not numbers of processes; write numbers separated by spaces, as in ranks="1 2 5"')
        self.refused("```{.cuda file=a.cu ranks=2 finds=race}\nint a;  // finds: race\n```\n", "5: finds= works only with one process, so remove it or ranks=")

    def test_an_empty_compile_error(self) -> None:
        self.refused("```{.cuda file=a.cu compile-error=\"\"}\nint a;\n```\n",
                     "5: compile-error= is empty; give a part of the compiler's message")

    def test_an_exit_status_that_is_none(self) -> None:
        for status in ("one", "256", "-1"):
            with self.subTest(status):
                self.refused(f"```{{.cuda file=a.cu exits={status}}}\nint a;\n```\n",
                             f'5: exits="{status}" is not an exit status; write a number from 0 to 255')

    def test_a_strange_name_of_a_measurement(self) -> None:
        self.refused("```{.cuda file=a.cu measures=\"copy rate\"}\nint a;\n```\n",
                     '5: measures="copy rate" is not a name; use lower-case letters, digits and hyphens')

    def test_a_program_that_does_not_compile_does_nothing_else(self) -> None:
        self.refused("```{.cuda file=a.cu compile-error=expected exits=3 loops=add}\nint a;\n```\n",
                     "5: a program with compile-error= never runs; remove its exits=",
                     "5: a program with compile-error= never runs; remove its loops=")

    def test_counters_without_a_kernel_or_without_metrics(self) -> None:
        for counters in ("dram.bytes", "add:", "add: dram.bytes;", "add<4>: dram.bytes"):
            with self.subTest(counters):
                self.refused(f'```{{.cuda file=a.cu counters="{counters}"}}\nint a;\n```\n',
                             f'5: counters="{counters}" names no metrics; write counters="kernel: metric metric", and a semicolon before the next kernel')

    def test_counters_of_one_kernel_in_two_places(self) -> None:
        self.refused('```{.cuda file=a.cu counters="add: dram.bytes; add: lts.t"}\nint a;\n```\n',
                     '5: counters= names kernel add twice; list all of its metrics after one name')
        self.refused('```{.cuda file=a.cu counters="add, add: dram.bytes"}\nint a;\n```\n',
                     '5: counters= names kernel add twice; list all of its metrics after one name')

    def test_loops_without_a_kernel(self) -> None:
        self.refused('```{.cuda file=a.cu loops=""}\nint a;\n```\n',
                     "5: loops= is empty; name the kernels whose innermost loops the chapter counts, with spaces between")

    def test_an_output_of_nothing(self) -> None:
        self.refused("```{.output}\nHello\n```\n", "5: this output has no program; write {.output of=name}")

    def test_an_unknown_attribute_of_an_output(self) -> None:
        self.refused("```{.cuda file=a.cu}\nint a;\n```\n\n```{.output #b of=a gpu=H100}\nHello\n```\n",
                     "9: #b has no meaning here", "9: attribute gpu= is unknown here")


class References(Mistakes):
    def test_an_unknown_chunk(self) -> None:
        self.refused("```{.cuda file=a.cu}\nint a;\n\n  <<add-kernel>>\n```\n",
                     "8: <<add-kernel>> names no chunk of this chapter; correct the name, or define #add-kernel")

    def test_a_copy_that_differs(self) -> None:
        uses = "\n```{.cuda file=a.cu}\n<<a>>\n```\n"
        self.write_chapter("```{.cuda #a}\nint a;\n\n```\n" + uses.replace("a.cu", "b.cu"), "03-first")
        self.refused("```{.cuda #a same-as=03-first}\nint b;\n\n```\n" + uses,
                     "5: chunk a is not what chapters/03-first.md says; copy it from there, or leave out same-as=")
        self.refused("```{.cuda #a same-as=04-gone}\nint a;\n\n```\n" + uses, "5: same-as=04-gone: there is no chunk a in chapters/04-gone.md")
        self.write_chapter("```{.cuda #a same-as=03-first}\nint a;\n\n```\n" + uses)
        self.assertEqual(self.tangle().returncode, 0)

    def test_a_chunk_defined_twice(self) -> None:
        self.refused("```{.cuda #a}\nint a;\n```\n\n```{.cuda #a}\nint b;\n```\n\n```{.cuda file=a.cu}\n<<a>>\n```\n",
                     "9: chunk a is already defined on line 5; write continues=a to go on with it")

    def test_a_chunk_that_nothing_uses(self) -> None:
        self.refused("```{.cuda #a}\nint a;\n```\n",
                     "5: nothing uses chunk a; write <<a>> where it belongs, or remove it")

    def test_a_chunk_that_contains_itself(self) -> None:
        self.refused("```{.cuda #a}\n<<a>>\n```\n", "5: chunk a contains itself (a → a); break the circle")

    def test_chunks_that_contain_each_other(self) -> None:
        self.refused("```{.cuda #a}\n<<b>>\n```\n\n```{.cuda #b}\nint b;\n```\n\n```{.cuda continues=b}\n<<c>>\n```\n\n"
                     "```{.cuda #c}\n<<b>>\n```\n\n```{.cuda file=a.cu}\n<<a>>\n```\n",
                     "9: chunk b contains itself (b → c → b); break the circle")

    def test_a_continuation_of_nothing(self) -> None:
        self.refused("```{.cuda continues=a}\nint a;\n```\n", "5: there is no chunk a to continue; begin it with #a")

    def test_a_continuation_before_the_beginning(self) -> None:
        self.refused("```{.cuda continues=a}\nint b;\n```\n\n```{.cuda #a}\nint a;\n```\n\n"
                     "```{.cuda file=a.cu}\n<<a>>\n```\n",
                     "5: chunk a begins only on line 9; put its #a here and continues= there")

    def test_two_blocks_for_one_file(self) -> None:
        self.refused("```{.cuda file=a.cu}\nint a;\n```\n\n```{.cuda file=a.cu}\nint b;\n```\n",
                     "9: a.cu is already written by the fence on line 5; choose another name, or make this a chunk "
                     "that the other one uses")

    def test_a_header_that_another_chapter_writes(self) -> None:
        header = "```{.cuda file=common/check.cuh}\nint a;\n```\n"
        self.write_chapter("Text.\n\n" + header, "03-first")
        self.refused(header, "5: common/check.cuh is already written by chapters/03-first.md:7; introduce it in one "
                             "chapter only")

    def test_an_output_of_an_unknown_program(self) -> None:
        self.refused("```{.output of=a.cu}\nHello\n```\n",
                     "5: no program of this chapter is called a.cu; write the name of a file=….cu without .cu")

    def test_an_output_of_a_program_that_does_not_compile(self) -> None:
        self.refused("```{.cuda file=a.cu compile-error=expected}\nint a\n```\n\n```{.output of=a}\nHello\n```\n",
                     "9: a does not compile (line 5), so it prints nothing; remove this output")

    def test_one_output_twice(self) -> None:
        self.refused("```{.cuda file=a.cu}\nint a;\n```\n\n```{.output of=a}\nA\n```\n\n```{.output of=a}\nA\n```\n\n"
                     "```{.output of=a device=H100}\nA\n```\n\n```{.output of=a device=H100}\nA\n```\n",
                     "13: the output of a is already on line 9; keep one",
                     "21: the output of a on H100 is already on line 17; keep one")

    def test_a_finding_without_a_mark(self) -> None:
        self.refused("```{.cuda file=a.cu finds=race}\nint a; // finds: misaligned\n```\n",
                     "5: a.cu has finds=\"race\" but no line marked // finds: race; mark the line that is at fault",
                     '6: a.cu has this mark but not finds="misaligned"; add that to the fence on line 5, or remove the '
                     "mark")

    def test_a_mark_in_a_chunk_of_a_program_without_a_finding(self) -> None:
        self.refused("```{.cuda #a}\n\nint a; // finds: race\n```\n\n```{.cuda file=a.cu finds=race}\n<<a>>\n```\n\n"
                     "```{.cuda file=b.cu}\n<<a>>\n```\n",
                     '7: b.cu has this mark but not finds="race"; add that to the fence on line 14, or remove the mark')

    def test_one_name_for_two_measurements(self) -> None:
        self.refused("```{.cuda file=a.cu measures=rate}\nint a;\n```\n\n"
                     "```{.cuda file=b.cu measures=rate}\nint b;\n```\n",
                     '9: measures="rate" is already taken on line 5; choose another name')


class TypedReferences(Mistakes):
    CHAPTER = "write [](NN-name.md), with the name of its file; the weaver says its number"
    APPENDIX = "write [](a-name.md), with the name of its file; the weaver says its letter"
    OTHER = "write [](#id), or [](NN-name.md#id) of another chapter; the weaver says its number"

    def test_in_running_text(self) -> None:
        for words, how in (("Chapter 7", self.CHAPTER), ("chapters 1", self.CHAPTER), ("Section 5.2", self.OTHER), ("figure 3.1", self.OTHER),
                           ("Exercise 4", self.OTHER), ("Question 2.1", self.OTHER), ("Appendix B", self.APPENDIX)):
            with self.subTest(words):
                self.refused(f"Text.\n\nSee ({words}).\n", f"7: “{words}” is typed; {how}")

    def test_wherever_a_reader_sees_it(self) -> None:
        seven = f"“Chapter 7” is typed; {self.CHAPTER}"
        self.refused("# As in Chapter 7\n", f"5: {seven}")
        self.refused("Text, as in Chapter\n7 of this book.\n", f"5: {seven}")
        self.refused("Text, as in Chapter\u00a07.\n", f"5: {seven}")
        self.refused("| a |\n|---|\n| Chapter 7 |\n", f"7: {seven}")
        self.refused("[Chapter 7](07-test.md)\n", f"5: {seven}")
        self.refused('::: {.folded title="From Chapter 7"}\nText.\n:::\n', f"5: {seven}")

    def test_where_no_link_can_stand(self) -> None:
        self.refused("```{.cuda file=a.cu}\nint a;  // as in Chapter 7\n```\n",
                     "6: “Chapter 7” is typed; in code no number is generated; name the chapter's folder or title")
        self.write_chapter("Text.\n", header="---\ntitle: A chapter\nsummary: More of Chapter 7.\n---\n")
        self.assertEqual(self.tangle().stderr, f"chapters/{scratch_book.NAME}.md:3: “Chapter 7” is typed; "
                                               "the header has no links; say it in words, without the number\n")

    def test_what_is_no_reference(self) -> None:
        self.write_chapter("A chapter. 7 of them. [Section 24.1](https://example.org/book) of a book, `Chapter 7`, figures of 7 and "
                           "[](07-test.md), an appendix. A figure.\n\n7 more.\n\n```{.cuda file=a.cu}\nint section = 7;  // section 7\n```\n")
        self.assertEqual((self.tangle().returncode, self.tangle().stderr), (0, ""))


class Figures(Mistakes):
    PROGRAM = "```{.cuda file=a.cu}\nint a;\n```\n\n"

    def test_one_drawn_from_no_program(self) -> None:
        self.refused(self.PROGRAM + '![A.](figures/a.svg){alt="a" drawn-from=b}\n',
                     "9: drawn-from=b: this chapter has no program b.cu")

    def test_one_that_lies_elsewhere(self) -> None:
        self.refused(self.PROGRAM + '![A.](pictures/a.svg){alt="a" drawn-from=a}\n',
                     "9: pictures/a.svg is drawn from a program, so it lies in figures/")

    def test_an_output_in_an_unknown_form(self) -> None:
        self.refused(self.PROGRAM + "```{.output of=a as=list}\n```\n",
                     '9: as="list" is not a way to show an output; leave it out, or write as=table')


class Divs(Mistakes):
    HINTS = "\n::: {.hint}\nLook.\n:::\n\n::: {.hint}\nLook closer.\n:::\n"

    def test_an_unknown_class(self) -> None:
        self.refused("::: {.warning}\nText.\n:::\n",
                     "5: this div has no role: class .warning is unknown; a div is .question, .answer, .exercise, "
                     ".hint, .explanation, .pitfall, .aside, .folded, .measured or .noticed")

    def test_no_class(self) -> None:
        self.refused("::: {#name}\nText.\n:::\n",
                     "5: this div has no role: it has no class; a div is .question, .answer, .exercise, .hint, "
                     ".explanation, .pitfall, .aside, .folded, .measured or .noticed")

    def test_a_folded_part_without_a_title(self) -> None:
        self.refused("::: {.folded}\nText.\n:::\n", '5: this part has no title; write {.folded title="…"}')

    def test_more_than_one_explanation(self) -> None:
        explanation = "\n::: {.explanation}\nSo.\n:::\n"
        self.refused('::: {.exercise #a title="A"}\nDo it.\n' + self.HINTS + explanation + explanation + ":::\n",
                     "20: this exercise has more than one explanation; keep one")

    def test_an_explanation_of_nothing(self) -> None:
        self.refused("::: {.explanation}\nSo.\n:::\n", "5: a .explanation stands directly inside a .exercise; move it there")

    def test_an_unknown_attribute(self) -> None:
        self.refused("::: {.pitfall title=Mind}\nText.\n:::\n", "5: attribute title= is unknown here")

    def test_a_question_without_an_answer(self) -> None:
        self.refused("::: {.question}\nWhy?\n:::\n", "5: this question has no answer; put ::: {.answer} inside it")

    def test_a_question_with_two_answers(self) -> None:
        answer = "\n::: {.answer}\nSo.\n:::\n"
        self.refused(f"::: {{.question}}\nWhy?\n{answer}{answer}\n:::\n",
                     "5: this question has more than one answer; keep one")

    def test_an_answer_outside_a_question(self) -> None:
        self.refused("::: {.answer}\nSo.\n:::\n", "5: a .answer stands directly inside a .question; move it there")

    def test_a_hint_outside_an_exercise(self) -> None:
        self.refused("::: {.aside}\nText.\n\n::: {.hint}\nLook.\n:::\n\n:::\n",
                     "8: a .hint stands directly inside a .exercise; move it there")

    def test_an_identifier_that_nothing_can_name(self) -> None:
        self.refused("::: {.question}\nWhy?\n\n::: {.answer #so}\nSo.\n:::\n\n:::\n", "8: #so has no meaning here")

    def test_an_exercise_without_hints(self) -> None:
        self.refused('::: {.exercise #add title="Add"}\nAdd.\n:::\n',
                     "5: this exercise has no hints; put two to four ::: {.hint} inside it")

    def test_an_exercise_with_one_hint(self) -> None:
        self.refused('::: {.exercise #add title="Add"}\nAdd.\n\n::: {.hint}\nLook.\n:::\n\n:::\n',
                     "5: this exercise has 1 hint; give two to four, each saying more than the one before")

    def test_four_hints_are_welcome(self) -> None:
        self.write_chapter(f'::: {{.exercise #add title="Add"}}\nAdd.\n{self.HINTS}{self.HINTS}\n:::\n')
        self.tangled()

    def test_an_exercise_with_five_hints(self) -> None:
        self.refused(f'::: {{.exercise #add title="Add"}}\nAdd.\n{self.HINTS}{self.HINTS}\n'
                     "::: {.hint}\nDone.\n:::\n\n:::\n",
                     "5: this exercise has 5 hints; give two to four, each saying more than the one before")

    def test_an_exercise_without_name_or_title(self) -> None:
        self.refused(f"::: {{.exercise}}\nAdd.\n{self.HINTS}\n:::\n",
                     '5: this exercise has no name; write {.exercise #name title="…"}',
                     '5: this exercise has no title; write {.exercise #name title="…"}')

    def test_an_exercise_with_a_strange_name(self) -> None:
        self.refused(f'::: {{.exercise #Add_two title="Add"}}\nAdd.\n{self.HINTS}\n:::\n',
                     '5: "Add_two" cannot name an exercise; use lower-case letters, digits and hyphens')

    def test_two_exercises_of_one_name(self) -> None:
        exercise = f'::: {{.exercise #add title="Add"}}\nAdd.\n{self.HINTS}\n:::\n'
        self.refused(f"{exercise}\n{exercise}",
                     "18: exercise add is already on line 5; give this one another name")

    def test_a_measurement_without_a_name(self) -> None:
        self.refused("::: {.measured #rate}\nCaption.\n:::\n", "5: #rate has no meaning here",
                     "5: this div names no measurement; write {.measured of=name}")

    def test_an_unknown_measurement(self) -> None:
        self.refused("::: {.measured of=rate}\nCaption.\n:::\n",
                     '5: no program of this chapter has measures="rate"; correct the name, or add it to one')


class Calls(scratch_book.ScratchBook):
    def test_a_file_that_is_no_chapter(self) -> None:
        self.write_chapter("Text.\n", "test")
        result = self.tangle("test")
        self.assertEqual((result.returncode, result.stderr),
                         (1, "chapters/test.md is not a chapter: the path of a chapter ends in chapters/NN-name.md\n"))

    def test_two_chapters_in_one_call(self) -> None:
        self.write_chapter("Text.\n", "01-one")
        self.write_chapter("Text.\n", "02-two")
        result = scratch_book.run_tangle(self.root, ["chapters/01-one.md", "chapters/02-two.md"])
        self.assertEqual((result.returncode, result.stderr),
                         (1, "tangle one chapter per call: give one path to Pandoc\n"))


if __name__ == "__main__":
    tools.run_tests("pandoc")
