// Tangled from chapters/18-searching-text.md. Edit there. [sha1 6dea3190d5dcd3ec24c4d496fbba42ad87e1a50b]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/text.cuh"

using weft::Literal, weft::Text;
using Count = unsigned long long;

__global__ void each_position(Text text, Literal literal, Count* count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < text.size() && literal.is_at(text, i)) atomicAdd(count, 1);
}

Count at_each_position(Text text, const Literal& literal) {
  weft::Buffer<Count> count(std::vector<Count>{0});
  const auto blocks = static_cast<unsigned>((text.size() + 255) / 256);
  each_position<<<blocks, 256>>>(text, literal, count.data());
  weft::check(cudaGetLastError());
  return count.to_host()[0];
}

// A source that reads byte by byte.
struct Positions {
  using Load = unsigned char;
  static constexpr unsigned width = 1;
  Text text;
  Literal literal;
  __host__ __device__ std::size_t loads() const { return text.size(); }
  __device__ Load load(std::size_t i) const { return text[i]; }
  __device__ Count value(Load first, unsigned, std::size_t i) const {
    return literal.allows(0, first) && literal.is_at(text, i);
  }
  __device__ std::size_t loose() const { return 0; }
  __device__ Count loose_value(std::size_t) const { return 0; }
};

struct Race {
  explicit Race(Text text, const Literal& literal) : text(text), literal(literal) {}
  Text text;
  Literal literal;
  weft::Buffer<Count> counts{std::vector<Count>(5)};
  weft::Reduction<weft::Sum<Count>> by_bytes, by_sixteen;
  weft::Buffer<unsigned> sum{1};
  weft::Reduction<weft::Sum<unsigned>> reading;

  void each() {
    weft::check(cudaMemsetAsync(counts.data(), 0, sizeof(Count)));
    each_position<<<static_cast<unsigned>((text.size() + 255) / 256), 256>>>(text, literal,
                                                                             counts.data());
  }
  void bytes() { by_bytes(Positions{text, literal}, counts.data() + 1); }
  void sixteen() { by_sixteen(weft::Matches<Literal>(text, literal), counts.data() + 2); }
  void one_row() { weft::count_to<1>(counts.data() + 3, text, literal); }
  void four_rows() { weft::count_to(counts.data() + 4, text, literal); }
  void read() {  // nothing but reading: a sum of words
    const weft::View<const unsigned> words(reinterpret_cast<const unsigned*>(text.data()),
                                           text.size() / 4);
    reading(weft::each(words), sum.data());
  }
};

std::string some_text(std::size_t size, unsigned seed) {  // of few letters, so that patterns repeat
  std::mt19937 random(seed);
  std::string text(size, ' ');
  for (char& c : text) c = "abAB"[random() % 4];
  return text;
}

Count by_host(std::string_view text, std::string_view literal) {  // overlapping ones, too
  Count count = 0;
  for (std::size_t i = text.find(literal); i != text.npos; i = text.find(literal, i + 1)) ++count;
  return count;
}

TEST_CASE("any size, any alignment, any length of the literal; matches may overlap") {
  for (const std::size_t size : {1, 3, 4, 15, 19, 20, 21, 36, 257, 5000})
    for (const std::size_t first : {0, 1, 13}) {
      const std::string all = some_text(first + size, 1);
      const auto text = weft::on_device(all);
      const Text view(text.data() + first, size);
      for (const char* const literal : {"a", "bA", "aaa", "abAB", "BabaB", "aaaaaaa"}) {
        const Count expected = by_host(std::string_view(all).substr(first), literal);
        CHECK(weft::count(view, Literal(literal)) == expected);
        CHECK(at_each_position(view, Literal(literal)) == expected);
        weft::Buffer<Count> counts(2);
        weft::Reduction<weft::Sum<Count>>()(weft::Matches<Literal>(view, Literal(literal)),
                                            counts.data());
        weft::count_to<1>(counts.data() + 1, view, Literal(literal));
        CHECK(counts.to_host() == std::vector<Count>(2, expected));
      }
    }
  const auto as = weft::on_device(std::string(1000, 'a'));
  CHECK(weft::count(as.view(), Literal("aaaa")) == 997);
  CHECK(weft::count(as.view(), Literal(std::string(64, 'A'), true)) == 937);
  CHECK_THROWS_AS(Literal(std::string(65, 'a')), std::length_error);
}

TEST_CASE("16-byte loads: a sixteenth of the requests, plus one each; rows: plus one for four") {
  const std::string letters(1 << 16, 'x');
  const auto text = weft::on_device(letters);
  Race race(text.view(), Literal("Alice"));
  std::puts("step | requests | sectors");
  const auto see = [&](const char* name, auto step) {
    const auto seen = loom::observe(step).global_loads;
    std::printf("%s | %.0f | %.0f\n", name, 1.0 * seen.requests, 1.0 * seen.sectors);
    return seen;
  };
  const auto each = see("one thread per position", [&] { race.each(); });
  const auto bytes = see("own counts", [&] { race.bytes(); });
  const auto wide = see("sixteen bytes", [&] { race.sixteen(); });
  see("one row", [&] { race.one_row(); });
  const auto rows = see("four rows", [&] { race.four_rows(); });
  CHECK(each.requests == letters.size() / 32);
  CHECK(each.sectors_per_request() == 1);
  CHECK(bytes.requests < 1.02 * letters.size() / 32);
  CHECK(wide.requests < 2.1 * letters.size() / 512);
  CHECK(wide.sectors_per_request() > 15.5);
  CHECK(rows.requests < 1.35 * letters.size() / 512);
  CHECK(rows.sectors < 0.53 * wide.sectors);
  CHECK(race.counts.to_host() == std::vector<Count>(5));
}

// The book, repeated.
std::string many_books(std::size_t size) {
  const std::string book = weft::alice();
  std::string text;
  for (text.reserve(size); text.size() < size;) text += book.substr(0, size - text.size());
  return text;
}

TEST_CASE("one literal compared with a read-only kernel" * doctest::skip(!weft::measuring())) {
  for (int power = 20; power <= 30; power += 2) {
    const std::size_t size = std::size_t{1} << power;
    const auto text = weft::on_device(many_books(size));
    for (const char* const literal : {"Cheshire", "Alice"}) {
      Race race(text.view(), Literal(literal));
      const auto seconds = weft::side_by_side(
          9, [&] { race.read(); }, [&] { race.each(); }, [&] { race.bytes(); },
          [&] { race.sixteen(); }, [&] { race.one_row(); }, [&] { race.four_rows(); });
      weft::check(cudaGetLastError());
      const auto counts = race.counts.to_host();
      CHECK(counts == std::vector<Count>(5, counts[0]));
      const bool rare = literal[0] == 'C';
      const char* const names[] = {"reading",       "one thread per position", "own counts",
                                   "sixteen bytes", "one row",             "four rows"};
      for (int k = rare ? 0 : 5; k < 6; ++k)
        weft::report({rare ? names[k] : "four rows, \"Alice\"", 1.0 * static_cast<double>(size),
                      "bytes", 1e-9 * static_cast<double>(size) / seconds[k], "GB/s"});
    }
  }
}
