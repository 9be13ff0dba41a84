// Tangled from chapters/17-searching-text.md. Edit there. [sha1 378ae7f2c29151b7b683b640fb0f4a5a8eabdbfe]
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
  weft::Buffer<Count> counts{std::vector<Count>(3)};
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
  void read() {  // nothing but reading: a sum of words
    const weft::View<const unsigned> words(reinterpret_cast<const unsigned*>(text.data()),
                                           text.size() / 4);
    reading(weft::each(words), sum.data());
  }
};

// As Matches, but with a mask of 16 candidates.
struct Masks : weft::Matches<Literal> {
  using Matches::Matches;
  __device__ unsigned value(const Load& load, unsigned, std::size_t i) const {
    bool any = false;
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) any |= pattern().begins(load.four(k));
    if (!any) return 0;
    unsigned candidates = 0, found = 0;
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) candidates |= unsigned{pattern().begins(load.four(k))} << k;
    for (; candidates != 0; candidates &= candidates - 1) {
      const unsigned k = __ffs(static_cast<int>(candidates)) - 1;
      found |= unsigned{pattern().is_at(text(), place(i) + k)} << k;
    }
    return __popc(found);
  }
};

// As Matches, but the 16 differences are joined by minima, four by four.
struct Least : weft::Matches<Literal> {
  using Matches::Matches;
  __device__ unsigned value(const Load& load, unsigned, std::size_t i) const {
    unsigned least[4];
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) {
      least[j] = pattern().differs(load.four(4 * j));
#pragma unroll
      for (unsigned k = 1; k < 4; ++k)
        least[j] = min(least[j], pattern().differs(load.four(4 * j + k)));
    }
    if (min(min(least[0], least[1]), min(least[2], least[3])) != 0) return 0;
    unsigned words = 0, found = 0;  // words in which it may begin
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) words |= unsigned{least[j] == 0} << j;
    for (; words != 0; words &= words - 1) {
      const std::size_t at = place(i) + 4 * (__ffs(static_cast<int>(words)) - 1);
      const unsigned* const two = reinterpret_cast<const unsigned*>(text().data() + at);
      const unsigned low = two[0], high = two[1];
#pragma unroll 1
      for (unsigned k = 0; k < 4; ++k)
        found += pattern().begins(__funnelshift_r(low, high, 8 * k)) &&
                 pattern().goes_on(text(), at + k);
    }
    return found;
  }
  __device__ uint4 own(std::size_t i) const {
    return *reinterpret_cast<const uint4*>(text().data() + place(i));
  }
};

// A warp takes `batch` rows of 512 bytes at a time. The word behind a lane's 16 bytes is the first of
// the next lane's, and only the last lane of the last row loads it.
template <unsigned batch>
__global__ void __launch_bounds__(256) count_by_rows(Least source, Count* count) {
  constexpr unsigned many = 32 * batch;
  const unsigned lane = threadIdx.x % 32;
  const std::size_t me = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  const std::size_t all = std::size_t{gridDim.x} * 256;
  const std::size_t whole = source.loads() / many;
  Count mine = 0;
  for (std::size_t w = me / 32; w < whole; w += all / 32) {
    const std::size_t first = w * many + lane;
    uint4 rows[batch];
#pragma unroll
    for (unsigned b = 0; b < batch; ++b) rows[b] = source.own(first + 32 * b);
    unsigned last = 0;
    if (lane == 31) last = source.load(first + 32 * (batch - 1)).words[4];
#pragma unroll
    for (unsigned b = 0; b < batch; ++b) {
      const unsigned follows = b + 1 < batch ? rows[b + 1 < batch ? b + 1 : b].x : 0;
      unsigned next = __shfl_sync(~0u, lane == 0 ? follows : rows[b].x, (lane + 1) % 32);
      if (b + 1 == batch && lane == 31) next = last;
      mine += source.value({{rows[b].x, rows[b].y, rows[b].z, rows[b].w, next}}, 0, first + 32 * b);
    }
  }
  for (std::size_t i = whole * many + me; i < source.loads(); i += all)
    mine += source.value(source.load(i), 0, i);
  for (std::size_t j = me; j < source.loose(); j += all) mine += source.loose_value(j);
  const Count of_block = weft::join_block<256>(mine, weft::Sum<Count>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

template <unsigned batch>
void by_rows(Text text, const Literal& literal, Count* count) {
  static const int fit = [] {
    int processors = 0, of_each = 0;
    weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    weft::check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, count_by_rows<batch>, 256, 0));
    return processors * of_each;
  }();
  const Least source(text, literal);
  const std::size_t wanted = source.loads() / (256 * batch) + 1;
  weft::check(cudaMemsetAsync(count, 0, sizeof(Count)));
  count_by_rows<batch><<<static_cast<unsigned>(std::min<std::size_t>(wanted, fit)), 256>>>(source,
                                                                                          count);
  weft::check(cudaGetLastError());
}

std::string some_text(std::size_t size, unsigned seed) {  // of few letters, so that much repeats
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

TEST_CASE("any size, any beginning, any length of the literal; matches may overlap") {
  for (const std::size_t size : {1, 3, 4, 15, 19, 20, 21, 36, 257, 5000})
    for (const std::size_t first : {0, 1, 13}) {
      const std::string all = some_text(first + size, 1);
      const auto text = weft::on_device(all);
      const Text view(text.data() + first, size);
      for (const char* const literal : {"a", "bA", "aaa", "abAB", "BabaB", "aaaaaaa"}) {
        const Count expected = by_host(std::string_view(all).substr(first), literal);
        CHECK(weft::count(view, Literal(literal)) == expected);
        CHECK(at_each_position(view, Literal(literal)) == expected);
        CHECK(weft::reduce<weft::Sum<Count>>(Masks(view, Literal(literal))) == expected);
        CHECK(weft::reduce<weft::Sum<Count>>(Least(view, Literal(literal))) == expected);
        weft::Buffer<Count> counts(3);
        by_rows<1>(view, Literal(literal), counts.data());
        by_rows<2>(view, Literal(literal), counts.data() + 1);
        by_rows<4>(view, Literal(literal), counts.data() + 2);
        CHECK(counts.to_host() == std::vector<Count>(3, expected));
      }
    }
  const auto as = weft::on_device(std::string(1000, 'a'));
  CHECK(weft::count(as.view(), Literal("aaaa")) == 997);
  CHECK(weft::count(as.view(), Literal(std::string(64, 'A'), true)) == 937);
  CHECK_THROWS_AS(Literal(std::string(65, 'a')), std::length_error);
}

TEST_CASE("sixteen bytes a load: a sixteenth of the requests, and one more for each") {
  const std::string letters(1 << 16, 'x');
  const auto text = weft::on_device(letters);
  Race race(text.view(), Literal("Alice"));
  std::puts("step | requests | sectors each");
  const auto see = [&](const char* name, auto step) {
    const auto seen = loom::observe(step).global_loads;
    std::printf("%s | %.0f | %.1f\n", name, 1.0 * seen.requests, seen.sectors_per_request());
    return seen;
  };
  const auto each = see("a thread a position", [&] { race.each(); });
  const auto bytes = see("own counts", [&] { race.bytes(); });
  const auto wide = see("sixteen bytes", [&] { race.sixteen(); });
  CHECK(each.requests == letters.size() / 32);
  CHECK(each.sectors_per_request() == 1);
  CHECK(bytes.requests < 1.02 * letters.size() / 32);
  CHECK(wide.requests < 2.1 * letters.size() / 512);
  CHECK(wide.sectors_per_request() > 15.5);
  CHECK(race.counts.to_host() == std::vector<Count>{0, 0, 0});
}

// The book over and over.
std::string many_books(std::size_t size) {
  const std::string book = weft::alice();
  std::string text;
  for (text.reserve(size); text.size() < size;) text += book.substr(0, size - text.size());
  return text;
}

TEST_CASE("one literal, beside a mere reading" * doctest::skip(!weft::measuring())) {
  for (int power = 20; power <= 30; power += 2) {
    const std::size_t size = std::size_t{1} << power;
    const auto text = weft::on_device(many_books(size));
    for (const char* const literal : {"Cheshire", "Alice"}) {
      Race race(text.view(), Literal(literal));
      weft::Reduction<weft::Sum<Count>> by_least, by_masks;
      weft::Buffer<Count> tries(5);
      const auto seconds = weft::side_by_side(
          9, [&] { race.read(); }, [&] { race.each(); }, [&] { race.bytes(); },
          [&] { race.sixteen(); },
          [&] { by_least(Least(text.view(), Literal(literal)), tries.data()); },
          [&] { by_rows<1>(text.view(), Literal(literal), tries.data() + 1); },
          [&] { by_rows<2>(text.view(), Literal(literal), tries.data() + 2); },
          [&] { by_rows<4>(text.view(), Literal(literal), tries.data() + 3); },
          [&] { by_masks(Masks(text.view(), Literal(literal)), tries.data() + 4); });
      weft::check(cudaGetLastError());
      CHECK(tries.to_host() == std::vector<Count>(5, race.counts.to_host()[2]));
      const auto counts = race.counts.to_host();
      CHECK(counts[0] == counts[2]);
      CHECK(counts[1] == counts[2]);
      const bool rare = literal[0] == 'C';
      const char* const names[] = {"reading", "a thread a position", "own counts", "sixteen bytes"};
      for (int k = rare ? 0 : 3; k < 4; ++k)
        weft::report({rare ? names[k] : "sixteen bytes, \"Alice\"", 1.0 * static_cast<double>(size),
                      "bytes", 1e-9 * static_cast<double>(size) / seconds[k], "GB/s"});
      const char* const tried[] = {"least of 16", "rows, 1", "rows, 2", "rows, 4", "masks"};
      for (int k = 0; k < 5; ++k)
        weft::report({std::string("tried: ") + tried[k] + (rare ? "" : ", \"Alice\""),
                      1.0 * static_cast<double>(size), "bytes",
                      1e-9 * static_cast<double>(size) / seconds[4 + k], "GB/s"});
    }
  }
}
