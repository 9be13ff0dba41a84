#include <cctype>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/letters.hpp"

// The same kernel twice more, in blocks that are only imagined: the first and the last of a grid of 2^32 + 1024 threads.
namespace first_of_many {
__global__ void count_letters(weft::View<const char> text, unsigned* counts);
}  // namespace first_of_many
namespace last_of_many {
__global__ void count_letters(weft::View<const char> text, unsigned* counts);
}  // namespace last_of_many

std::vector<unsigned> expected(const std::vector<char>& text) {
  std::vector<unsigned> counts(classes, 0);
  for (const char c : text) {
    const unsigned byte = static_cast<unsigned char>(c);
    const unsigned letter = byte < 128 && std::isalpha(static_cast<int>(byte)) ? (byte | 32) - 'a' : classes - 1;
    ++counts[letter];
  }
  return counts;
}

std::vector<unsigned> counted(const std::vector<char>& text, unsigned blocks, unsigned threads, unsigned before = 0) {
  DeviceArray<char> on_device(text);
  DeviceArray<unsigned> counts(std::vector<unsigned>(classes, before));
  count_letters<<<blocks, threads>>>(weft::View<const char>(on_device.data(), text.size()), counts.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(counts.written_around() == "");
  return counts.read();
}

std::vector<char> letters(const std::string& words) { return {words.begin(), words.end()}; }

std::vector<char> every_byte(std::size_t size) {
  std::vector<char> text(size);
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 37 % 256);
  return text;
}

TEST_CASE("capital and small letters count together, and everything else separately") {
  const std::vector<char> text = letters("Warp & Weft: 18 chapters, [@`{ and Zzz.");
  CHECK(difference(counted(text, 1, 64), expected(text)) == "");
}

TEST_CASE("bytes above 127 are not letters") {
  const std::vector<char> text = every_byte(256);
  CHECK(difference(counted(text, 1, 256), expected(text)) == "");
}

TEST_CASE("every byte is counted once, whatever the size of text, grid and block") {
  for (const std::size_t n : awkward_counts) {
    CAPTURE(n);
    const std::vector<char> text = every_byte(n);
    CHECK(difference(counted(text, 3, 96), expected(text)) == "");
    CHECK(difference(counted(text, 2, 16), expected(text)) == "");
  }
  CHECK(difference(counted({}, 4, 32), std::vector<unsigned>(classes, 0)) == "");
}

TEST_CASE("the counts are added to the old values") {
  const std::vector<unsigned> counts = counted(letters("aA!"), 2, 32, 10);
  CHECK(counts[0] == 12);
  CHECK(counts[1] == 10);
  CHECK(counts[26] == 11);
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<char> text(std::vector<char>(2000, 'c'));
  DeviceArray<unsigned> counts(std::vector<unsigned>(classes, 7));
  const weft::View<const char> view(text.data(), text.size());
  first_of_many::count_letters<<<1, 1024>>>(view, counts.data());
  require_success(cudaDeviceSynchronize());
  CHECK(counts.read()[2] == 7 + 1024);  // a byte for each of its threads, and the next step leads beyond the end
  last_of_many::count_letters<<<1, 1024>>>(view, counts.data());
  require_success(cudaDeviceSynchronize());
  CHECK(counts.read()[2] == 7 + 1024);
}

#ifdef __LOOM__
TEST_CASE("lanes count side by side in shared memory, and each block adds 27 counts to global memory") {
  constexpr unsigned blocks = 8, bytes = 5000;
  std::vector<char> values(bytes);
  for (unsigned i = 0; i < bytes; ++i) values[i] = "abcdefghijklmnopqrstuvwxyz "[i % classes];  // all of them for every block
  DeviceArray<char> text(values);
  DeviceArray<unsigned> counts(std::vector<unsigned>(classes, 0));
  const auto spent = atomics_seen([&] { count_letters<<<blocks, 64>>>(weft::View<const char>(text.data(), bytes), counts.data()); });
  CHECK(spent.in_global <= blocks * classes);
  CHECK(spent.in_global >= blocks * 4);  // 27 counts lie in four sectors; a single block has at most 27 additions
  CHECK(spent.in_shared >= bytes / 32);
  CHECK(spent.in_shared <= bytes / 8);  // one for 32 bytes, and one more for each divergent branch
  CHECK(difference(counts.read(), expected(values)) == "");
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<char> text = every_byte(20'000);
  CHECK(too_serial({.threads = 200, .blocks = 6}, [&] { counted(text, 8, 64); }) == "");
}
