// A program that ends in every way a program can, one way a call, so that the runners can be seen to tell them apart.
// The environment says which: WAY=crash, say. Written with doctest alone: the runners know nothing of devices.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

static std::string way() {
  const char* given = std::getenv("WAY");
  return given ? given : "passes";
}

static int refuse() { throw std::runtime_error("an error of the device"); }

static int requires_four() {
  const int sum = 5;
  REQUIRE(sum == 4);
  return sum;
}

// What loom does at exit after it has found something.
static int report_finding() {
  std::FILE* report = std::fopen(std::getenv("LOOM_REPORT"), "w");
  std::fprintf(report, R"({"findings": [{"kind": "%s", "kernel": "add", "launch": "add.cu:9", "count": 1, "sentence": "",
    "advice": "", "parties": [{"block": [0, 0, 0], "thread": [0, 0, 0], "place": "%s", "did": ""}]}], "notes": []})",
               std::getenv("KIND"), std::getenv("PLACE"));
  std::fclose(report);
  return 1;
}

TEST_CASE("two and two are four") {
  if (way() == "assertion" || way() == "finding-and-assertion") {
    const int sum = 5;
    CAPTURE(sum);
    CHECK(sum == 4);
  }
  if (way() == "requires-in-check") CHECK(requires_four() == 4);
  if (way() == "message") FAIL("no sum at all");
  if (way() == "exception" || way() == "finding-and-exception") refuse();
  if (way() == "throws-in-check") CHECK(refuse() == 4);
  if (way() == "throws-nothing") CHECK_THROWS(way());
  if (way() == "throws-against-its-word") CHECK_NOTHROW(refuse());
  if (way() == "throws-another") CHECK_THROWS_AS(refuse(), std::logic_error);
  if (way() == "difference") CHECK(std::string("element 0 of 1 is 0 instead of 6") == "");
  if (way() == "crash") std::raise(SIGSEGV);
  if (way() == "abort") std::abort();
  if (way() == "exits-early") std::exit(1);
  if (way() == "finding-and-early-exit") std::exit(report_finding());
  if (way() == "hangs") std::this_thread::sleep_for(std::chrono::hours(1));
}

TEST_CASE("something else holds") { CHECK(true); }

// What loom does at exit where memory was never freed: a note, and no other status.
static int report_leak() {
  std::FILE* report = std::fopen(std::getenv("LOOM_REPORT"), "w");
  std::fputs(R"({"findings": [], "notes": [{"kind": "leak", "sentence": "4 bytes were never freed", "parties": []}]})", report);
  std::fclose(report);
  return 0;
}

int main(int argc, char** argv) {
  if (way() == "skipped") {
    std::puts("skipped: no GPU here");
    return 77;
  }
  const int status = doctest::Context(argc, argv).run();
  std::puts("five");
  if (way() == "finding" || way() == "finding-and-assertion" || way() == "finding-and-exception") return report_finding();
  if (way() == "leak") return report_leak();
  if (way() == "status") return 3;
  return status;
}
