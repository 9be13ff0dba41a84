// Tangled from chapters/18-searching-text.md. Edit there. [sha1 2994d9c656f61ec634e6e56b2ad1ebb678d98481]
#include <chrono>
#include <cstdio>
#include <cstring>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/text.cuh"
#include "common/tools.cuh"

using weft::Literal, weft::Text;
using Count = unsigned long long;

Count by_memmem(std::string_view text, std::string_view literal) {
  Count count = 0;
  const char *from = text.data(), *const end = from + text.size();
  while (const void* const at = memmem(from, end - from, literal.data(), literal.size())) {
    ++count;
    from = static_cast<const char*>(at) + 1;
  }
  return count;
}

// The copy from host to device and the count, one after the other.
Count copy_and_count(std::string_view text, weft::Buffer<unsigned char>& room,
                     const Literal& literal) {
  weft::check(cudaMemcpy(room.data(), text.data(), text.size(), cudaMemcpyHostToDevice));
  return weft::count(Text(room.data(), text.size()), literal);
}

TEST_CASE("memmem, the device, and the device with the copy find the same") {
  const std::string book = weft::alice();
  weft::Buffer<unsigned char> room(book.size());
  for (const char* const literal : {"Alice", "Cheshire", "e"}) {
    const Count count = by_memmem(book, literal);
    CHECK(copy_and_count(book, room, Literal(literal)) == count);
    CHECK(weft::count(room.view(), Literal(literal)) == count);
    std::printf("%s: %llu\n", literal, count);
  }
}

template <class Work>
double wall_seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The least of three: the first run loads code, or reads the file.
template <class Work>
double least_of_three(Work work) {
  return std::min({wall_seconds(work), wall_seconds(work), wall_seconds(work)});
}

TEST_CASE("on the host, on the device, and with the copy" * doctest::skip(!weft::measuring()) *
          weft::needs("grep")) {
  const std::string book = weft::alice();
  std::string many;
  while (many.size() < std::size_t{1} << 29) many += book;
  const auto file = std::filesystem::temp_directory_path() / "many-books.txt";
  std::ofstream(file, std::ios::binary) << many;
  char* pinned = nullptr;
  weft::check(cudaMallocHost(&pinned, many.size()));
  std::memcpy(pinned, many.data(), many.size());
  weft::Buffer<unsigned char> room(many.size());
  const bool with_rg = weft::installed("rg");
  if (!with_rg) MESSAGE("skipped: rg is not installed");
  for (const std::string literal : {"Cheshire", "Alice"}) {
    const Literal wanted(literal);
    const Count count = by_memmem(many, literal);
    const double size = static_cast<double>(many.size());
    const auto report = [&](const char* name, auto work) {
      const double seconds = least_of_three(work);
      weft::report({name, size / static_cast<double>(count), "bytes per match",
                    1e-9 * size / seconds, "GB/s"});
    };
    const auto command = [&](const std::string& words) {
      return [=, line = "LC_ALL=C " + words + " " + literal + " '" + file.string() + "'"] {
        std::FILE* const pipe = popen(line.c_str(), "r");
        REQUIRE(pipe != nullptr);
        Count lines = 0;
        CHECK(std::fscanf(pipe, "%llu", &lines) == 1);
        CHECK(pclose(pipe) == 0);
        CHECK((lines > count / 4 && lines <= count));
      };
    };
    Count pageable = 0, of_pinned = 0, there = 0;
    report("memmem", [&] { CHECK(by_memmem(many, literal) == count); });
    report("grep -c", command("grep -c"));
    if (with_rg) report("rg -c", command("rg -c"));
    report("device, with a pageable copy", [&] { pageable = copy_and_count(many, room, wanted); });
    report("device, with a pinned copy",
           [&] { of_pinned = copy_and_count({pinned, many.size()}, room, wanted); });
    report("device, text already there", [&] { there = weft::count(room.view(), wanted); });
    for (const Count each : {pageable, of_pinned, there}) CHECK(each == count);
  }
  weft::check(cudaFreeHost(pinned));
  std::filesystem::remove(file);
}
