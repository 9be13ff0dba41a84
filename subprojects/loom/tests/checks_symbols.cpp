// Source locations, and variables of the program: this test's own.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "checks_fixture.hpp"
#include "engine/engine.hpp"
#include "program/symbols.hpp"
#include "program/variables.hpp"
#include "report/report.hpp"

using loom::Variable;

namespace loom {
thread_local int not_of_a_kernel = 1;   // having a value, it comes before all that have none
}

namespace {

[[gnu::noinline]] std::uintptr_t caller() {
  __asm__ volatile("");              // or two calls might be made one
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

[[gnu::always_inline]] inline std::uintptr_t inlined_caller() {
  const std::uintptr_t pc = caller();   // the line that is meant
  __asm__ volatile("" : : : "memory");
  return pc;
}
constexpr int inlined_line = __LINE__ - 4;

template <class T>
struct Kernel {
  static T* tile() {
    static thread_local T samples[24];
    return samples;
  }
};
int* plain_kernel() {
  static thread_local int totals[5];
  return totals;
}
thread_local int at_file_scope[3];
template <class T>
thread_local T pool[2];

[[gnu::section("loom_device"), gnu::used]] int device_counter = 3;
[[gnu::section("loom_device"), gnu::used]] float device_table[7] = {1};

// Code that the debugger knows no line of, as it is of a section of its own.
__asm__(".pushsection .text.without_lines, \"ax\", @progbits\n"
        ".type without_lines, @function\n.globl without_lines\nwithout_lines: nop\nret\n.size without_lines, . - without_lines\n"
        ".popsection");
extern "C" void without_lines();

std::uintptr_t remembered = 0;
[[gnu::noinline]] void remember() {
  if (remembered == 0) remembered = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

const Variable* named(const std::vector<Variable>& variables, const std::string& name) {
  const auto found = std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

std::uintptr_t here_of(const Variable& variable) {
  return loom::shared_variables_here().first + variable.address - loom::shared_variables().front().address;
}

}  // namespace

TEST_CASE("a return address is the line of its call") {
  const std::uintptr_t pc = caller();
  const int line = __LINE__ - 1;
  CHECK(loom::place_of(pc) == "checks_symbols.cpp:" + std::to_string(line));
  CHECK(loom::source_location(pc).line == static_cast<unsigned>(line));
  CHECK(loom::source_line(loom::source_location(pc)) == "const std::uintptr_t pc = caller();");
}

TEST_CASE("where the next line begins right behind a call, the place is still that of the call") {
  remember();
  remember();
  CHECK(loom::place_of(remembered) == "checks_symbols.cpp:" + std::to_string(__LINE__ - 2));
}

TEST_CASE("of functions inlined into one another the innermost is the place") {
  CHECK(loom::place_of(inlined_caller()) == "checks_symbols.cpp:" + std::to_string(inlined_line));
}

TEST_CASE("an address without a line is named by its function, one without that by itself") {
  CHECK(loom::place_of(reinterpret_cast<std::uintptr_t>(&without_lines) + 1) == "without_lines");
  CHECK(loom::place_of(0x1234) == "0x1234");
  CHECK(loom::source_line(loom::source_location(0x1234)).empty());
}

TEST_CASE("shared variables are found by name, with their size, wherever they are declared") {
  Kernel<float>::tile()[0] = 1;
  plain_kernel()[0] = 1;
  at_file_scope[0] = 1;
  pool<std::pair<int, Kernel<int>>>[0].first = 1;
  CHECK(loom::not_of_a_kernel == 1);
  const std::vector<Variable>& all = loom::shared_variables();
  REQUIRE(named(all, "samples") != nullptr);
  REQUIRE(named(all, "totals") != nullptr);
  REQUIRE(named(all, "at_file_scope") != nullptr);
  CHECK(named(all, "samples")->bytes == 24 * sizeof(float));
  CHECK(named(all, "totals")->bytes == 5 * sizeof(int));
  CHECK(named(all, "at_file_scope")->bytes == 3 * sizeof(int));
  CHECK(std::any_of(all.begin(), all.end(), [](const Variable& v) { return v.name.starts_with("pool<std::pair<int, "); }));
  CHECK(named(all, "owner") == nullptr);   // loom's own thread_local variables are none
  CHECK(named(all, "not_of_a_kernel") == nullptr);
  CHECK(std::is_sorted(all.begin(), all.end(), [](const Variable& a, const Variable& b) { return a.address < b.address; }));
}

TEST_CASE("each OS thread has its own, and each is found where it is") {
  const auto check = [] {
    const Variable& samples = *named(loom::shared_variables(), "samples");
    CHECK(here_of(samples) == fixture::address(Kernel<float>::tile()));
    CHECK(here_of(*named(loom::shared_variables(), "totals")) == fixture::address(plain_kernel()));
    CHECK(here_of(*named(loom::shared_variables(), "at_file_scope")) == fixture::address(at_file_scope));
    const loom::Range range = loom::shared_variables_here();
    CHECK(range.first <= here_of(samples));
    CHECK(range.last >= here_of(samples) + samples.bytes);
  };
  check();
  std::thread(check).join();
}

TEST_CASE("variables in one of loom's sections are found by name and address") {
  const std::vector<Variable> found = loom::variables_in("loom_device");
  REQUIRE(named(found, "device_counter") != nullptr);
  CHECK(named(found, "device_counter")->address == fixture::address(&device_counter));
  CHECK(named(found, "device_counter")->bytes == sizeof device_counter);
  REQUIRE(named(found, "device_table") != nullptr);
  CHECK(named(found, "device_table")->bytes == sizeof device_table);
  CHECK(loom::variables_in("loom_nothing_of_the_kind").empty());
}

TEST_CASE("a host variable is found by any of its bytes") {
  CHECK(loom::host_variable(fixture::address(&device_table[6]) + 3).name == "device_table");
  CHECK(loom::host_variable(8).name.empty());
}

TEST_CASE("constants are read-only data, variables are not") {
  static const int constants[3] = {1, 2, 3};
  static int variable = 3;
  CHECK(loom::read_only_data(fixture::address(&constants[2])));
  CHECK(loom::read_only_data(fixture::address("literal")));
  CHECK_FALSE(loom::read_only_data(fixture::address(&variable)));
  CHECK_FALSE(loom::read_only_data(64));
}

// What an inline function of a header is to the debugger: the directive names its file and line. Kept at the end: after it, lines
// of this file go by another name.
#line 1 "/usr/include/some/header.h"
[[gnu::always_inline]] inline std::uintptr_t system_header() { return caller(); }
#line 1 "/usr/aarch64-linux-gnu/include/c++/12/vector"
[[gnu::always_inline]] inline std::uintptr_t header_of_another_gcc() { return caller(); }
#line 1 "../subprojects/loom/include/cuda_runtime.h"
[[gnu::always_inline]] inline std::uintptr_t header_of_loom() { return caller(); }
#line 1 "mine.cu"

TEST_CASE("code of a header of the system, or of loom, belongs to the line that used it") {
  const std::uintptr_t system = system_header();
  const std::uintptr_t loom_own = header_of_loom();
  const std::uintptr_t another = header_of_another_gcc();
  CHECK(loom::place_of(system) == "mine.cu:3");
  CHECK(loom::place_of(loom_own) == "mine.cu:4");
  CHECK(loom::place_of(another) == "mine.cu:5");
}
