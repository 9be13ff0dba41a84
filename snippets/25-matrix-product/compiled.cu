// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 5ed28d98344f34c459c933e69085bdc2bbfd0993]
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include <doctest/doctest.h>

#include "common/product.cuh"
#include "common/tools.cuh"

// The lines of machine code, from cuobjdump, of the kernel whose name contains all of `words`.
std::vector<std::string> machine_code(const std::vector<std::string>& words) {
  const std::string program = "/proc/" + std::to_string(getpid()) + "/exe";
  const std::string command = weft::tools_path + "cuobjdump -sass " + program + " 2>/dev/null";
  std::FILE* const out = popen(command.c_str(), "r");
  std::vector<std::string> lines;
  bool wanted = false;
  for (char text[512]; out && std::fgets(text, sizeof text, out);) {
    const std::string line = text;
    if (line.find("Function : ") != std::string::npos)
      wanted = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
        return line.find(word) != std::string::npos;
      });
    if (wanted && line.find("*/   ") != std::string::npos) lines.push_back(line);
  }
  if (out) pclose(out);
  return lines;
}

std::size_t count(const std::vector<std::string>& lines, const char* word) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
    return line.find(word) != std::string::npos;
  }));
}

// Registers that a thread may have if as many blocks are to fit as the tiling says.
template <class T>
constexpr unsigned registers = std::min(255u, 65536 / (T::blocks * T::threads) / 8 * 8);
static_assert(registers<weft::Large> == 255 && registers<weft::Flat> == 168);

// The same for shared memory, of which every block takes 1 KiB more.
template <class... T>
constexpr bool fit = (((T::bytes + 1024) * T::blocks <= 228 << 10) && ...);
static_assert(fit<weft::Large, weft::Flat, weft::Tall, weft::Square>);

template <class T, unsigned width = 4>
void expect_no_spills(const char* name) {
  cudaFuncAttributes found{};
  weft::check(cudaFuncGetAttributes(&found, weft::product<T, width>));
#ifndef __LOOM__
  CHECK((found.localSizeBytes == 0 || found.binaryVersion < 80));  // before 8.0, copies need registers
  CHECK(found.numRegs <= static_cast<int>(registers<T>));
#endif
  std::printf("%s: at most %u registers, %u bytes of shared memory\n", name, registers<T>, T::bytes);
}

TEST_CASE("the promised blocks fit, and nothing is spilled") {
  expect_no_spills<weft::Large>("128 × 256");
  expect_no_spills<weft::Flat>("32 × 128");
  expect_no_spills<weft::Tall>("128 × 32");
  expect_no_spills<weft::Square, 1>("64 × 64");
}

#ifndef __LOOM__
TEST_CASE("the instructions of the largest tile" * weft::needs("cuobjdump")) {
  const auto lines = machine_code({"7product", "Lj128ELj256E", "ELj4E"});
  const std::size_t all = count(lines, ";"), multiply_adds = count(lines, " FFMA ");
  CHECK(multiply_adds == 17 * 128);  // 16 · 8 for each of 16 steps along k, and 128 for beta c
  CHECK(count(lines, ".reuse") > 0);
  CHECK(count(lines, " LDS.128 ") >= 96);  // 6 for each step
  CHECK(count(lines, " LDL") + count(lines, " STL") == 0);
  MESSAGE(multiply_adds << " of " << all << " instructions are FFMA, " << count(lines, ".reuse")
                        << " lines keep an operand");
}
#endif
