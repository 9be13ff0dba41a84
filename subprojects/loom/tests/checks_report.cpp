// The report: what is told, how often, in which order; what is left at exit.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "checks_fixture.hpp"

using loom::Finding;
using loom::Launch;
using loom::Party;
using loom::Reported;
using loom::Weight;
using fixture::contains;
using fixture::line;

namespace {

struct Scenario {
  Launch launch;
  std::size_t before = loom::reported().size();

  Scenario() {
    static std::uint64_t number = 1'000'000;
    launch.kernel = "scale<float>";
    launch.file = "dir/scale.cu";
    launch.line = 31;
    launch.grid = dim3(4, 4);
    launch.number = ++number;
  }

  Finding finding(uint3 block, std::uintptr_t pc, const std::string& what = "something is wrong") const {
    Finding finding;
    finding.kind = "race";
    finding.launch = &launch;
    finding.first = Party{block, {1, 2, 3}, pc, "reads 4 bytes"};
    finding.what = what;
    finding.advice = "Mend it.";
    return finding;
  }

  std::vector<Reported> told() const {
    loom::print_findings();
    std::vector<Reported> all = loom::reported();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }
};

[[gnu::noinline]] std::uintptr_t caller() {
  __asm__ volatile("");              // or two calls might be made one
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a program leaves behind that runs the scenario: its exit status, stderr, stdout and JSON.
struct Left { int status; std::string words, output, json; };
Left left_by(const char* scenario) {
  char folder[] = "/tmp/loom-report-XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  const std::string words = std::string(folder) + "/words", output = std::string(folder) + "/output",
                    json = std::string(folder) + "/json";
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv("LOOM_REPORT", json.c_str(), 1);
    if (std::freopen(words.c_str(), "w", stderr) == nullptr || std::freopen(output.c_str(), "w", stdout) == nullptr) _exit(99);
    execl("/proc/self/exe", "checks", "--scenario", scenario, nullptr);
    _exit(99);
  }
  int state = 0;
  waitpid(child, &state, 0);
  Left left{WIFEXITED(state) ? WEXITSTATUS(state) : -1, content(words), content(output), content(json)};
  for (const std::string& path : {words, output, json}) std::remove(path.c_str());
  rmdir(folder);
  return left;
}

}  // namespace

TEST_CASE("the first block is told, whichever comes first") {
  const Scenario scenario;
  const std::uintptr_t pc = line();
  loom::report(scenario.finding({3, 1, 0}, pc));
  loom::report(scenario.finding({2, 1, 0}, pc));
  loom::report(scenario.finding({0, 2, 0}, pc));
  const std::vector<Reported> told = scenario.told();
  REQUIRE(told.size() == 1);
  CHECK(told[0].count == 3);
  CHECK(told[0].parties[0].block.x == 2);
  CHECK(told[0].parties[0].block.y == 1);
}

TEST_CASE("a check need not describe what is known from this block or an earlier one") {
  const Scenario scenario;
  const std::uintptr_t pc = line();
  CHECK_FALSE(loom::counted("race", scenario.launch, {1, 0, 0}, pc, 0));
  loom::report(scenario.finding({1, 0, 0}, pc));
  CHECK(loom::counted("race", scenario.launch, {1, 0, 0}, pc, 0));
  CHECK(loom::counted("race", scenario.launch, {0, 1, 0}, pc, 0));
  CHECK_FALSE(loom::counted("race", scenario.launch, {0, 0, 0}, pc, 0));
  CHECK_FALSE(loom::counted("race", scenario.launch, {1, 0, 0}, pc, 0, Weight::note));
  CHECK_FALSE(loom::counted("misaligned", scenario.launch, {1, 0, 0}, pc, 0));
  CHECK_FALSE(loom::counted("race", scenario.launch, {1, 0, 0}, pc, pc));
  CHECK(scenario.told().at(0).count == 3);
}

TEST_CASE("findings are reported in the order of blocks, and within a block as they came") {
  const Scenario scenario;
  loom::report(scenario.finding({2, 0, 0}, line(), "third"));
  loom::report(scenario.finding({0, 0, 0}, line(), "first"));
  loom::report(scenario.finding({0, 0, 0}, line(), "second"));
  const std::vector<Reported> told = scenario.told();
  REQUIRE(told.size() == 3);
  CHECK(told[0].sentence == "first");
  CHECK(told[1].sentence == "second");
  CHECK(told[2].sentence == "third");
}

TEST_CASE("a later launch with the same finding adds to its count") {
  const std::uintptr_t pc = line();
  const Scenario first;
  loom::report(first.finding({0, 0, 0}, pc));
  CHECK(first.told().size() == 1);
  const Scenario second;
  loom::report(second.finding({0, 0, 0}, pc));
  CHECK(second.told().empty());
  CHECK(loom::reported().at(first.before).count == 2);
}

TEST_CASE("blocks after the one that ended the kernel leave no trace, whichever of them came first") {
  for (const bool later_first : {true, false}) {
    CAPTURE(later_first);
    const Scenario scenario;
    Finding fatal = scenario.finding({2, 0, 0}, line(), "the end");
    fatal.fatal = true;
    Finding later = scenario.finding({3, 0, 0}, line(), "another end");
    later.fatal = true;
    loom::report(later_first ? later : fatal);
    loom::report(later_first ? fatal : later);
    fatal.first.block = {3, 3, 0};   // the same end, met again: how often depends on how many blocks run at once
    loom::report(fatal);
    loom::report(scenario.finding({1, 0, 0}, line(), "before"));
    loom::report(scenario.finding({0, 1, 0}, line(), "after"));
    const std::vector<Reported> told = scenario.told();
    REQUIRE(told.size() == 2);
    CHECK(told[0].sentence == "before");
    CHECK(told[1].sentence == "the end");
    CHECK(told[1].count == 1);
  }
}

TEST_CASE("kernels that ended at one line for different reasons are told of one by one") {
  const std::uintptr_t pc = line();
  const Scenario first;
  for (const char* reason : {"one reason", "another", "one reason"}) {
    Scenario scenario;
    Finding fatal = scenario.finding({0, 0, 0}, pc, reason);
    fatal.fatal = true;
    loom::report(fatal);
    loom::print_findings();
  }
  const std::vector<Reported> told = first.told();
  REQUIRE(told.size() == 2);
  CHECK(told[0].count == 2);
  CHECK(told[1].sentence == "another");
}

TEST_CASE("reports from several OS threads are all counted") {
  const Scenario scenario;
  const std::uintptr_t pc = line();
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 1000; ++i)
        if (!loom::counted("race", scenario.launch, {t, 0, 0}, pc, 0)) loom::report(scenario.finding({t, 0, 0}, pc));
    });
  for (std::thread& thread : threads) thread.join();
  const std::vector<Reported> told = scenario.told();
  REQUIRE(told.size() == 1);
  CHECK(told[0].count == 4000);
  CHECK(told[0].parties[0].block.x == 0);
}

TEST_CASE("a program with findings ends with status 1 where it would end with 0") {
  CHECK(left_by("fault").status == 1);
  CHECK(left_by("fault and status 3").status == 3);
  CHECK(left_by("nothing").status == 0);
}

TEST_CASE("nothing printed is lost when the status is changed") {
  const Left left = left_by("fault and output");
  CHECK(left.status == 1);
  CHECK(left.output == "from printf\nfrom cout\n");
}

TEST_CASE("a note is told, and leaves the exit status alone") {
  const Left left = left_by("note");
  CHECK(left.status == 0);
  CHECK(contains(left.words, "loom: note, race in kernel scale<float>: well"));
  CHECK_FALSE(contains(left.words, "ends with status"));
  CHECK(contains(left.json, "{\"findings\":[],\n\"notes\":[\n{\"kind\":\"race\""));
}

TEST_CASE("a program without findings writes a report that says so") {
  const Left left = left_by("nothing");
  CHECK(left.words.empty());
  CHECK(left.json == "{\"findings\":[],\n\"notes\":[]}\n");
}

TEST_CASE("stderr tells a finding in a few lines, the report in JSON") {
  const Left left = left_by("two parties");
  CHECK(contains(left.words, "loom: race in kernel scale<float>: one \"thread\" reads"));
  CHECK(contains(left.words, "  block (1,2,0), thread (1,2,3) reads 4 bytes, at 0x"));
  CHECK(contains(left.words, "  block (1,2,0), thread (9,0,0) has left the kernel\n"));
  CHECK(contains(left.words, "  launched at scale.cu:31, found 2 times\n"));
  CHECK(contains(left.words, "  Mend it.\n"));
  CHECK(contains(left.words, "loom: 1 finding above, so this program ends with status 1."));
  CHECK(contains(left.json, "{\"findings\":[\n"));
  CHECK(contains(left.json, "{\"kind\":\"race\",\"kernel\":\"scale<float>\",\"launch\":\"scale.cu:31\",\"count\":2,"
                            "\"sentence\":\"one \\\"thread\\\" reads\\u000awhat another writes\",\"advice\":\"Mend it.\","
                            "\"parties\":[{\"block\":[1,2,0],\"thread\":[1,2,3],\"place\":\"0x"));
  CHECK(contains(left.json, "{\"block\":[1,2,0],\"thread\":[9,0,0],\"place\":\"\",\"did\":\"has left the kernel\"}]}"));
}

TEST_CASE("the line of source is quoted where its file can be read") {
  const Left left = left_by("known place");
  CHECK(contains(left.words, ", at checks_report.cpp:"));
  CHECK(contains(left.words, "\n      const std::uintptr_t pc = caller();   // the line that is quoted\n"));
}

int fixture::run_scenario(const std::string& name) {
  const Scenario scenario;
  if (name == "nothing") return 0;
  Finding finding = scenario.finding({1, 2, 0}, line(), "one \"thread\" reads\nwhat another writes");
  if (name == "note") {
    finding.what = "well";
    finding.weight = Weight::note;
  }
  if (name == "two parties") {
    finding.second = Party{{1, 2, 0}, {9, 0, 0}, 0, "has left the kernel"};
    Finding again = finding;
    again.first.block = {3, 3, 0};
    loom::report(again);
  }
  if (name == "known place") {
    const std::uintptr_t pc = caller();   // the line that is quoted
    finding.first.pc = pc;
  }
  loom::report(finding);
  if (name == "fault and output") {
    std::ios::sync_with_stdio(false);
    std::printf("from printf\n");
    std::fflush(stdout);
    std::cout << "from cout\n";
  }
  return name == "fault and status 3" ? 3 : 0;
}
